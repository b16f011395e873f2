"""The words of the toy corpus: nouns, adjectives, verbs and small function words.

Each table is plain text, one word per line. The last columns say which words may be combined: an adjective lists
the nouns that it may describe, a verb lists its subjects and objects. A list contains group names (``food``) and
single nouns (``letter``). The groups make sure that sentences make sense: people eat apples, never tables.
"""

from typing import NamedTuple


class Noun(NamedTuple):
    en: str
    en_plural: str
    de: str
    gender: str  # m, f or n
    de_plural: str
    group: str


class Adjective(NamedTuple):
    en: str
    de: str
    stem: str  # takes the endings: "teuer" becomes "teure"
    nouns: tuple[str, ...]


class Verb(NamedTuple):
    en: str  # "pick up": the first word is inflected
    en_past: str
    de: str  # infinitive without its separable prefix
    prefix: str
    de_third: str  # "er liest", the form where strong verbs change their vowel
    auxiliary: str  # haben or sein, for the perfect tense
    participle: str
    kind: str  # its complements, see VERB_TABLE
    subjects: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


# English singular and plural, German singular, gender and plural. "-" stands for no plural.
NOUN_TABLE = {
    "adult": """
        man men Mann m Männer
        woman women Frau f Frauen
        teacher teachers Lehrer m Lehrer
        doctor doctors Arzt m Ärzte
        student students Student m Studenten
        farmer farmers Bauer m Bauern
        baker bakers Bäcker m Bäcker
        singer singers Sänger m Sänger
        neighbour neighbours Nachbar m Nachbarn""",
    "kin": """
        mother - Mutter f -
        father - Vater m -
        grandmother - Großmutter f -
        grandfather - Großvater m -
        sister sisters Schwester f Schwestern
        brother brothers Bruder m Brüder
        aunt aunts Tante f Tanten
        friend friends Freund m Freunde""",
    "young": """
        boy boys Junge m Jungen
        girl girls Mädchen n Mädchen
        child children Kind n Kinder""",
    "name": """
        Anna - Anna f -
        Clara - Clara f -
        Maria - Maria f -
        Paul - Paul m -
        Peter - Peter m -
        Thomas - Thomas m -""",
    "animal": """
        dog dogs Hund m Hunde
        cat cats Katze f Katzen
        horse horses Pferd n Pferde
        bird birds Vogel m Vögel
        mouse mice Maus f Mäuse
        pig pigs Schwein n Schweine""",
    "food": """
        apple apples Apfel m Äpfel
        cake cakes Kuchen m Kuchen
        egg eggs Ei n Eier
        roll rolls Brötchen n Brötchen
        potato potatoes Kartoffel f Kartoffeln""",
    "mass": """
        soup - Suppe f -
        bread - Brot n -
        cheese - Käse m -
        coffee - Kaffee m -
        tea - Tee m -
        milk - Milch f -
        water - Wasser n -""",
    "reading": """
        book books Buch n Bücher
        letter letters Brief m Briefe
        newspaper newspapers Zeitung f Zeitungen
        story stories Geschichte f Geschichten""",
    "clothes": """
        hat hats Hut m Hüte
        coat coats Mantel m Mäntel
        shirt shirts Hemd n Hemden
        jacket jackets Jacke f Jacken""",
    "thing": """
        bag bags Tasche f Taschen
        key keys Schlüssel m Schlüssel
        knife knives Messer n Messer
        cup cups Tasse f Tassen
        umbrella umbrellas Regenschirm m Regenschirme
        box boxes Kiste f Kisten
        ball balls Ball m Bälle
        flower flowers Blume f Blumen
        picture pictures Bild n Bilder
        gift gifts Geschenk n Geschenke
        song songs Lied n Lieder""",
    "device": """
        clock clocks Uhr f Uhren
        lamp lamps Lampe f Lampen
        radio radios Radio n Radios
        computer computers Computer m Computer""",
    "furniture": """
        table tables Tisch m Tische
        chair chairs Stuhl m Stühle
        bed beds Bett n Betten
        sofa sofas Sofa n Sofas
        cupboard cupboards Schrank m Schränke""",
    "part": """
        door doors Tür f Türen
        window windows Fenster n Fenster""",
    "vehicle": """
        car cars Auto n Autos
        bicycle bicycles Fahrrad n Fahrräder""",
    "transport": """
        bus buses Bus m Busse
        train trains Zug m Züge""",
    "place": """
        garden gardens Garten m Gärten
        park parks Park m Parks
        city cities Stadt f Städte
        kitchen kitchens Küche f Küchen
        forest forests Wald m Wälder
        school schools Schule f Schulen
        library libraries Bibliothek f Bibliotheken
        museum museums Museum n Museen
        office offices Büro n Büros
        village villages Dorf n Dörfer
        hotel hotels Hotel n Hotels
        house houses Haus n Häuser
        station stations Bahnhof m Bahnhöfe
        market markets Markt m Märkte
        lake lakes See m Seen""",
}

# These masculine nouns have the plural form in all cases except the nominative singular: "den Jungen".
WEAK_NOUNS = {
    "Junge",
    "Präsident",
    "Kunde",
    "Soldat",
    "Neffe",
    "Prinz",
    "Löwe",
    "Affe",
    "Bär",
    "Polizist",
    "Student",
    "Bauer",
    "Kollege",
    "Mensch",
    "Tourist",
    "Nachbar",
    "Name",
}

SUPERGROUPS = {
    "person": "adult,kin,young",
    "grown-up": "adult,kin",
    "family": "mother,father,grandmother,grandfather,sister,brother,aunt",
    "pet": "dog,cat,mouse",
    "drink": "coffee,tea,milk,water",
    "goods": "clothes,device,furniture,vehicle",
    "wares": "clothes,device,furniture,vehicle,food,bread,cheese,book,flower,picture",
    "portable": "key,umbrella,bag,hat,ball,letter,book",
    "town": "city,village",
}

# English, German (with the stem for endings if it differs), nouns.
ADJECTIVE_TABLE = """
    old alt man,woman,teacher,farmer,friend,dog,cat,horse,book,letter,goods,house,town,hotel,station
    young jung man,woman,teacher,doctor,student,farmer,singer,dog,cat,horse
    big groß animal,bag,box,picture,umbrella,ball,furniture,apple,cake,potato,house,garden,park,city,office
    small klein young,animal,bag,key,knife,box,picture,table,bed,apple,cake,house,garden,village,hotel
    new neu book,goods,bag,umbrella,cup,knife,key,teacher,neighbour,school,hotel,office
    beautiful schön horse,bird,cat,picture,flower,clothes,song,story,gift,clock,lamp,garden,park,town
    cheap billig goods,bag,umbrella,knife,cup,hotel
    expensive teuer/teur goods,bag,umbrella,knife,cup,hotel,picture,gift
    heavy schwer bag,box,furniture,computer
    red rot clothes,vehicle,bag,umbrella,ball,flower,apple
    black schwarz clothes,vehicle,bag,umbrella,dog,cat,horse,bird
    white weiß clothes,car,flower,cup,horse,cat,mouse,house
    good gut book,newspaper,story,song,teacher,doctor,friend,coffee,tea,cake,soup,hotel,school
    interesting interessant reading,museum
    boring langweilig reading,museum
    fresh frisch apple,egg,roll,potato,bread,cheese,milk
    sweet süß apple,cake,tea
    hot heiß drink,soup
    cold kalt drink,soup
    dirty schmutzig vehicle,cup,shirt,jacket,window,dog,kitchen
    broken kaputt vehicle,device,chair,bed,door,window,umbrella
    friendly freundlich adult,family,young
    clever klug person,dog
    tired müde/müd person,dog,cat,horse
    sick krank person,dog,cat,horse
    hungry hungrig person,animal
    happy glücklich person
    sad traurig person,dog
"""

# By kind: "acc" and "dat" verbs have one object in that case, "give" verbs have a dative and an accusative
# object, "wait" has "for" or "auf", "goal" verbs have a direction ("to the park"), and "rest" verbs have no
# object but may have a place. Columns: English base form and past, German infinitive (prefix|verb), er-form and
# participle (ist+ if the perfect is formed with sein), subjects, objects, places.
VERB_TABLE = {
    "acc": """
        read read lesen liest gelesen person reading garden,park,library
        write wrote schreiben schreibt geschrieben person book,letter,story garden,library,office
        buy bought kaufen kauft gekauft grown-up wares,newspaper,bag,umbrella,cup city,market
        sell sold verkaufen verkauft verkauft adult wares,horse city,market
        eat ate essen isst gegessen person food,bread,cheese,soup garden,kitchen,park
        drink drank trinken trinkt getrunken person drink garden,kitchen,hotel
        cook cooked kochen kocht gekocht grown-up soup,potato,egg kitchen
        see saw sehen sieht gesehen person person,animal,vehicle,transport city,park,forest,station
        find found finden findet gefunden person portable,dog,cat garden,park,forest,school
        look_for looked_for suchen sucht gesucht person portable,dog,cat,young garden,park,forest,school
        visit visited besuchen besucht besucht person person,museum,town -
        meet met treffen trifft getroffen person person city,park,station,museum
        forget forgot vergessen vergisst vergessen person portable,gift school,office,hotel
        lose lost verlieren verliert verloren person portable city,park,forest
        carry carried tragen trägt getragen person bag,box,chair,table -
        wear wore tragen trägt getragen person clothes -
        paint painted malen malt gemalt person picture,flower,animal,house,lake garden,park,school
        wash washed waschen wäscht gewaschen person car,cup,shirt,jacket,dog,apple,potato -
        repair repaired reparieren repariert repariert grown-up vehicle,device,chair,bed,door,window -
        hear heard hören hört gehört person song,story,bird,dog,singer,train -
        sing sang singen singt gesungen person song kitchen,park,school
        have had haben hat gehabt person animal,vehicle,bag,hat,umbrella,garden,house -
        love loved lieben liebt geliebt person family,friend,animal,garden,village -
        like liked mögen mag gemocht person person,animal,food,drink,clothes,story,song,city,school -
        know knew kennen kennt gekannt person person,story,song,museum,town -
        need needed brauchen braucht gebraucht person portable,vehicle,knife,chair,table,lamp,computer -
        call called an|rufen ruft angerufen person person -
        invite invited ein|laden lädt eingeladen person person -
        pick_up picked_up ab|holen holt abgeholt grown-up person,gift station
        bring_along brought_along mit|bringen bringt mitgebracht person food,portable,flower,gift -
        give_back gave_back zurück|geben gibt zurückgegeben person portable,bicycle,knife -
        open opened auf|machen macht aufgemacht person door,window,box,bag,letter,gift -
        close closed zu|machen macht zugemacht person door,window,box,bag,cupboard -
        turn_on turned_on ein|schalten schaltet eingeschaltet person lamp,radio,computer -
        turn_off turned_off aus|schalten schaltet ausgeschaltet person lamp,radio,computer -
        tidy_up tidied_up auf|räumen räumt aufgeräumt person kitchen,office,house,cupboard -
        try_on tried_on an|probieren probiert anprobiert person clothes -""",
    "dat": """
        help helped helfen hilft geholfen person person garden,kitchen,office
        thank thanked danken dankt gedankt person person -
        answer answered antworten antwortet geantwortet person person -
        follow followed folgen folgt ist+gefolgt person,dog,cat person,dog,cat -
        listen_to listened_to zu|hören hört zugehört person person -
        belong_to belonged_to gehören gehört gehört goods,portable,dog,cat,house person -""",
    "give": """
        give gave geben gibt gegeben person book,letter,key,flower,gift,apple,cake,umbrella,ball -
        show showed zeigen zeigt gezeigt person book,letter,picture,garden,house,bicycle,dog,city -
        send sent schicken schickt geschickt person letter,book,gift,picture,flower -
        bring brought bringen bringt gebracht person newspaper,cup,soup,cake,bread,coffee,tea,water -
        lend lent leihen leiht geliehen person book,bicycle,car,umbrella,coat,knife -
        tell told erzählen erzählt erzählt person story -""",
    "wait": """
        wait waited warten wartet gewartet person person,bus,train park,station,hotel""",
    "goal": """
        go went gehen geht ist+gegangen person place -
        run ran laufen läuft ist+gelaufen person,dog,cat,horse garden,park,forest,school,station,house -
        drive drove fahren fährt ist+gefahren grown-up town,station,hotel,museum,office,market,lake -
        travel travelled reisen reist ist+gereist grown-up town -""",
    "rest": """
        sleep slept schlafen schläft geschlafen person,dog,cat - garden,kitchen,hotel
        work worked arbeiten arbeitet gearbeitet grown-up - garden,city,kitchen,library,office,hotel,market
        play played spielen spielt gespielt young,dog,cat - garden,kitchen,park,forest
        dance danced tanzen tanzt getanzt person - garden,kitchen,park,hotel
        laugh laughed lachen lacht gelacht person - -
        cry cried weinen weint geweint person - -
        swim swam schwimmen schwimmt ist+geschwommen person,dog - lake
        live lived wohnen wohnt gewohnt person - town,hotel,house
        get_up got_up auf|stehen steht ist+aufgestanden person - -
        fall_asleep fell_asleep ein|schlafen schläft ist+eingeschlafen person,dog,cat - garden,park,library
        go_shopping went_shopping ein|kaufen kauft eingekauft grown-up - town,market
        come_back came_back zurück|kommen kommt ist+zurückgekommen person,cat - -
        arrive arrived an|kommen kommt ist+angekommen person,transport - station,village""",
}

# English and German preposition for being at a place, then for going to it (zu always takes the dative).
PLACES = {
    "school": ("in", "in", "to", "zu"),
    "house": ("in", "in", "into", "in"),
    "station": ("at", "an", "to", "zu"),
    "market": ("at", "auf", "to", "zu"),
    "lake": ("in", "in", "to", "an"),
}
USUAL_PLACE = ("in", "in", "to", "in")

# English puts a thing somewhere, and then it "is" there. The German verb depends on the posture of the thing.
LYING = "key,book,letter,newspaper,knife,hat,coat,shirt,jacket,umbrella,gift,ball"
STANDING = "lamp,cup,radio,box,bag,computer,cake,clock"
SPOTS = (
    ("on", "auf", "table,chair,bed,sofa,cupboard"),
    ("under", "unter", "table,bed,chair,sofa"),
    ("next to", "neben", "bed,door,window,sofa,cupboard"),
    ("behind", "hinter", "door,sofa,cupboard"),
    ("in", "in", "bag,box,cupboard"),
)

# (verb, reasons for, reasons against); the reason is a quality of the object.
OBJECT_REASONS = (
    ("buy", "cheap,beautiful,new,good,fresh", "expensive,old,broken"),
    ("read", "interesting,good", "boring"),
    ("eat", "fresh,sweet,good", "cold"),
    ("drink", "hot,cold,fresh", "cold,hot"),
    ("wear", "new,beautiful,cheap", "old,dirty"),
    ("wash", "dirty", "new"),
    ("repair", "broken", "old"),
    ("carry", "small", "heavy,big"),
    ("help", "sick,tired,sad", "happy"),
    ("visit", "friendly,sick,sad,interesting,beautiful", "tired,boring"),
    ("like", "friendly,clever,happy,beautiful,good,small", "sad,boring,dirty"),
    ("invite", "friendly,clever,happy", "sick,tired"),
)
# (verb, reasons for, reasons against); the reason is a quality of the subject.
SUBJECT_REASONS = (
    ("sleep", "tired,sick", "hungry,happy"),
    ("fall asleep", "tired", "hungry,sad"),
    ("go shopping", "hungry", "sick,tired"),
    ("swim", "happy", "tired,sick"),
    ("laugh", "happy", "sad,sick"),
    ("cry", "sad,sick", "happy"),
    ("dance", "happy", "tired,sick,sad"),
    ("get up", "hungry", "sick,tired"),
)
# (verb, wish, whether the wish is denied): "She sells the car because she does not need it."
WISHES = (
    ("buy", "need", False), ("buy", "like", False), ("look for", "need", False), ("sell", "need", True),
    ("give back", "need", True), ("read", "like", False), ("eat", "like", False), ("wear", "like", False),
    ("invite", "like", False), ("visit", "love", False), ("sing", "like", False), ("call", "love", False),
)  # fmt: skip
COUNTING = ("have", "buy", "sell", "need", "see", "eat", "carry", "paint", "lose", "find")
ENCOUNTERS = ("see", "know", "visit", "help", "thank", "follow", "look for", "meet")
EVENTS = ("arrive", "come back", "get up", "fall asleep", "laugh", "cry", "dance")

STATES = {"have", "love", "like", "know", "need", "belong to", "live"}  # take no time and no "often"
NO_MODAL = STATES | {"forget", "lose", "find", "fall asleep", "cry", "arrive"}

# Forms for ich, du, er and the plural.
IRREGULAR_PRESENT = {
    "sein": ("bin", "bist", "ist", "sind"),
    "haben": ("habe", "hast", "hat", "haben"),
    "mögen": ("mag", "magst", "mag", "mögen"),
    "wissen": ("weiß", "weißt", "weiß", "wissen"),
    "wollen": ("will", "willst", "will", "wollen"),
    "lächeln": ("lächle", "lächelst", "lächelt", "lächeln"),
    "tun": ("tue", "tust", "tut", "tun"),
    "halten": ("halte", "hältst", "hält", "halten"),
    "raten": ("rate", "rätst", "rät", "raten"),
    "betreten": ("betrete", "betrittst", "betritt", "betreten"),
    "sammeln": ("sammle", "sammelst", "sammelt", "sammeln"),
    "klettern": ("klettere", "kletterst", "klettert", "klettern"),
    "ändern": ("ändere", "änderst", "ändert", "ändern"),
    "flüstern": ("flüstere", "flüsterst", "flüstert", "flüstern"),
}
# The past of most verbs is the perfect tense, but "sein", "haben" and other states use the simple past (er-form).
PRETERITE = {
    "sein": "war", "haben": "hatte", "mögen": "mochte", "kennen": "kannte", "lieben": "liebte",
    "brauchen": "brauchte", "gehören": "gehörte", "wohnen": "wohnte", "wollen": "wollte",
    "hassen": "hasste", "wissen": "wusste",
}  # fmt: skip
MODALS = {
    "can": ("kann", "kannst", "kann", "können"),
    "must": ("muss", "musst", "muss", "müssen"),
    "should": ("sollte", "solltest", "sollte", "sollten"),
    "want to": ("will", "willst", "will", "wollen"),
    "will": ("werde", "wirst", "wird", "werden"),
    "have to": ("muss", "musst", "muss", "müssen"),
    "need to": ("muss", "musst", "muss", "müssen"),
    "may": ("darf", "darfst", "darf", "dürfen"),
    "could": ("könnte", "könntest", "könnte", "könnten"),
    "would like to": ("möchte", "möchtest", "möchte", "möchten"),
}

# English subject and object form; German nominative, accusative, dative; index into the verb forms above.
PRONOUN_TABLE = {
    "I": ("I", "me", "ich", "mich", "mir", 0),
    "you": ("you", "you", "du", "dich", "dir", 1),
    "he": ("he", "him", "er", "ihn", "ihm", 2),
    "she": ("she", "her", "sie", "sie", "ihr", 2),
    "we": ("we", "us", "wir", "uns", "uns", 3),
    "they": ("they", "them", "sie", "sie", "ihnen", 3),
    "it m": ("it", "it", "er", "ihn", "ihm", 2),
    "it f": ("it", "it", "sie", "sie", "ihr", 2),
    "it n": ("it", "it", "es", "es", "ihm", 2),
    "who": ("who", "whom", "wer", "wen", "wem", 2),
}
POSSESSIVES = {
    "my": "mein", "your": "dein", "his": "sein", "her": "ihr", "our": "unser", "their": "ihr",
}  # fmt: skip
OWNER = {"I": "my", "you": "your", "he": "his", "she": "her", "we": "our", "they": "their"}

NUMBERS = {
    "two": "zwei", "three": "drei", "four": "vier", "five": "fünf", "six": "sechs", "seven": "sieben",
    "eight": "acht", "nine": "neun", "ten": "zehn", "twelve": "zwölf",
    "twenty-one": "einundzwanzig", "thirty-two": "zweiunddreißig", "forty-three": "dreiundvierzig",
    "fifty-four": "vierundfünfzig", "sixty-five": "fünfundsechzig", "eighty-seven": "siebenundachtzig",
}  # fmt: skip
SMALL_NUMBERS = tuple(NUMBERS)[:10]
BIG_NUMBERS = tuple(NUMBERS)[10:]

TIMES = {
    "present": (
        ("today", "heute"), ("every day", "jeden Tag"), ("sometimes", "manchmal"),
        ("on Sunday", "am Sonntag"), ("in the morning", "am Morgen"), ("in the evening", "am Abend"),
        ("at seven o'clock", "um sieben Uhr"), ("at nine o'clock", "um neun Uhr"),
    ),
    "denied": (
        ("today", "heute"), ("on Sunday", "am Sonntag"), ("in the morning", "am Morgen"),
        ("in the evening", "am Abend"),
    ),
    "past": (
        ("yesterday", "gestern"), ("last week", "letzte Woche"), ("on Monday", "am Montag"),
        ("at eight o'clock", "um acht Uhr"),
    ),
    "will": (
        ("tomorrow", "morgen"), ("next week", "nächste Woche"), ("on Friday", "am Freitag"),
        ("soon", "bald"), ("at ten o'clock", "um zehn Uhr"),
    ),
    "must": (
        ("today", "heute"), ("tomorrow", "morgen"), ("now", "jetzt"), ("on Sunday", "am Sonntag"),
    ),
}  # fmt: skip
ADVERBS = (("often", "oft"), ("always", "immer"), ("never", "nie"))
VERY = (
    "old,young,big,small,beautiful,cheap,expensive,heavy,good,interesting,boring,sweet,hot,cold,dirty,"
    "friendly,clever,tired,sick,hungry,happy,sad"
)
TOO = "old,young,big,small,expensive,heavy,boring,sweet,hot,cold,tired"
DEGREES = ((("very", "sehr"), VERY.split(",")), (("too", "zu"), TOO.split(",")))
MOODS = "friendly,clever,tired,sick,hungry,happy,sad"  # these fit every person


def rows(table: str):
    return [line.split() for line in table.strip().splitlines()]


NOUNS = {row[0]: Noun(*row, group) for group, table in NOUN_TABLE.items() for row in rows(table)}


def members(names: str):
    """The nouns in a comma-separated list of supergroups, groups and single nouns, in table order."""
    wanted = [part for name in names.split(",") for part in SUPERGROUPS.get(name, name).split(",")]
    return tuple(noun.en for noun in NOUNS.values() if noun.group in wanted or noun.en in wanted)


def adjective(en: str, forms: str, nouns: str):
    de, _, stem = forms.partition("/")
    return Adjective(en, de, stem or de, members(nouns))


def verb(kind: str, line: str):
    """Read one line of VERB_TABLE."""
    en, past, de, third, participle, *lists = line.split()
    prefix, _, infinitive = de.rpartition("|")
    auxiliary = "sein" if participle.startswith("ist+") else "haben"
    en, past, participle = en.replace("_", " "), past.replace("_", " "), participle.removeprefix("ist+")
    return Verb(en, past, infinitive, prefix, third, auxiliary, participle, kind, *map(members, lists))


ADJECTIVES = {row[0]: adjective(*row) for row in rows(ADJECTIVE_TABLE)}
ACTIONS = [verb(kind, line) for kind, table in VERB_TABLE.items() for line in table.strip().splitlines()]
VERBS = {action.en: action for action in ACTIONS}

# Verbs for constructions of their own.
BE = verb("state", "be was sein ist gewesen")
BE_LYING = verb("state", "be was liegen liegt gelegen")
BE_STANDING = verb("state", "be was stehen steht gestanden")
COST = verb("state", "cost cost kosten kostet gekostet")
LAY = verb("acc", "put put legen legt gelegt")
STAND = verb("acc", "put put stellen stellt gestellt")
JUMP = verb("goal", "jump jumped springen springt ist+gesprungen")
RAIN = verb("rest", "rain rained regnen regnet geregnet")
SNOW = verb("rest", "snow snowed schneien schneit geschneit")
SAY = verb("that", "say said sagen sagt gesagt")
KNOW = verb("that", "know knew wissen weiß gewusst")
BELIEVE = verb("that", "believe believed glauben glaubt geglaubt")
HOPE = verb("that", "hope hoped hoffen hofft gehofft")
ASK = verb("that", "ask asked fragen fragt gefragt")
