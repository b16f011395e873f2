"""Times, numbers and other lists for the slots of everyday_templates.py: English/German, and further German forms."""

from everyday_people import CITIES, COUNTRY_TABLE, JOB_TABLE, PLACES, RARE_NAMES, SPECIAL_COUNTRIES, SURNAMES
from everyday_verbs import BARE_VERBS
from toy_lexicon import rows

NUMBER_NAMES = (
    "one/eins two/zwei three/drei four/vier five/fünf six/sechs seven/sieben eight/acht nine/neun ten/zehn "
    "eleven/elf "
    "twelve/zwölf thirteen/dreizehn fourteen/vierzehn fifteen/fünfzehn sixteen/sechzehn seventeen/siebzehn "
    "eighteen/achtzehn nineteen/neunzehn twenty/zwanzig twenty-five/fünfundzwanzig thirty/dreißig "
    "thirty-five/fünfunddreißig forty/vierzig forty-five/fünfundvierzig fifty/fünfzig sixty/sechzig "
    "seventy/siebzig eighty/achtzig ninety/neunzig"
)
BIG_NAMES = "a_hundred/hundert two_hundred/zweihundert five_hundred/fünfhundert a_thousand/tausend"
DAYS = (
    "Monday/Montag Tuesday/Dienstag Wednesday/Mittwoch Thursday/Donnerstag Friday/Freitag Saturday/Samstag "
    "Sunday/Sonntag"
)
MONTHS = (
    "January/Januar February/Februar March/März April/April May/Mai June/Juni July/Juli August/August "
    "September/September October/Oktober November/November December/Dezember"
)
OTHER_LANGUAGES = (("Arabic", "Arabisch"), ("Turkish", "Türkisch"), ("Dutch", "Niederländisch"))
SEASONS = "spring/Frühling summer/Sommer autumn/Herbst winter/Winter"

TIMES = {
    "present": """
        today/heute now/jetzt every_day/jeden_Tag every_morning/jeden_Morgen every_evening/jeden_Abend
        every_week/jede_Woche in_the_morning/am_Morgen in_the_evening/am_Abend in_the_afternoon/am_Nachmittag
        at_night/nachts at_the_weekend/am_Wochenende every_year/jedes_Jahr""",
    "past": """
        yesterday/gestern yesterday_evening/gestern_Abend last_night/letzte_Nacht last_week/letzte_Woche
        last_year/letztes_Jahr last_month/letzten_Monat two_days_ago/vor_zwei_Tagen a_week_ago/vor_einer_Woche
        this_morning/heute_Morgen today/heute last_summer/letzten_Sommer a_year_ago/vor_einem_Jahr
        an_hour_ago/vor_einer_Stunde""",
    "future": """
        tomorrow/morgen tomorrow_morning/morgen_früh tomorrow_evening/morgen_Abend next_week/nächste_Woche
        next_year/nächstes_Jahr next_month/nächsten_Monat soon/bald later/später tonight/heute_Abend
        this_evening/heute_Abend this_afternoon/heute_Nachmittag today/heute in_two_days/in_zwei_Tagen
        the_day_after_tomorrow/übermorgen at_the_weekend/am_Wochenende in_an_hour/in_einer_Stunde""",
    "now": """
        now/jetzt today/heute at_the_moment/im_Moment right_now/gerade""",
}  # fmt: skip
ADVERBS = "often/oft always/immer never/nie sometimes/manchmal usually/normalerweise rarely/selten also/auch "
"still/noch"


def split(table: str, separator: str | None = None):
    """ "one/eins two/zwei" -> (("one", "eins"), ("two", "zwei"))."""
    pairs = [word.partition("/") for word in table.replace(",", " ").split(separator)]
    return tuple((one.replace("_", " "), (two or one).replace("_", " ")) for one, _, two in pairs)


# Lists for the slots of everyday_templates.py: English/German, and further German forms.
LISTS = {
    "weather": split(
        "cold/kalt warm/warm hot/heiß windy/windig sunny/sonnig cloudy/bewölkt foggy/neblig dark/dunkel cool/kühl "
        "wet/nass"
    ),
    "weathery": split(
        "nice/schön good/gut bad/schlecht beautiful/schön terrible/schrecklich wonderful/wunderbar "
        "awful/furchtbar"
    ),
    "hair": split("long/lange short/kurze black/schwarze brown/braune blond/blonde grey/graue red/rote dark/dunkle"),
    "eye": split("blue/blaue green/grüne brown/braune grey/graue dark/dunkle big/große beautiful/schöne"),
    "foodadj": split("hot/heiß cold/kalt salty/salzig sweet/süß expensive/teuer old/alt"),
    "drinkadj": split("hot/heiß cold/kalt sweet/süß strong/stark expensive/teuer warm/warm"),
    "jobs": split(
        "doctors/Ärzte teachers/Lehrer students/Studenten farmers/Bauern engineers/Ingenieure lawyers/Anwälte "
        "singers/Sänger "
        "actors/Schauspieler artists/Künstler musicians/Musiker soldiers/Soldaten waiters/Kellner tourists/Touristen "
        "cooks/Köche bakers/Bäcker pilots/Piloten police_officers/Polizisten nurses/Krankenpfleger"
    ),
    "playable": split(
        "football/Fußball tennis/Tennis basketball/Basketball cards/Karten chess/Schach the_piano/Klavier "
        "the_guitar/Gitarre the_violin/Geige volleyball/Volleyball golf/Golf"
    ),
    "quality": split(
        "good/gut bad/schlecht expensive/teuer cheap/billig easy/einfach difficult/schwierig important/wichtig "
        "interesting/interessant "
        "boring/langweilig strange/seltsam dangerous/gefährlich possible/möglich impossible/unmöglich wrong/falsch "
        "right/richtig "
        "funny/lustig beautiful/schön terrible/schrecklich new/neu old/alt normal/normal wonderful/wunderbar "
        "fantastic/fantastisch "
        "perfect/perfekt great/toll nice/schön big/groß small/klein loud/laut quiet/ruhig dirty/schmutzig "
        "clean/sauber far/weit "
        "early/früh late/spät clear/klar enough/genug simple/einfach true/wahr"
    ),
    "someone": split("someone/jemand somebody/jemand nobody/niemand everyone/jeder everybody/jeder no_one/niemand"),
    "feel": split(
        "tired/müde happy/glücklich sad/traurig sick/krank angry/wütend nervous/nervös lonely/einsam weak/schwach "
        "strong/stark "
        "excited/aufgeregt young/jung old/alt free/frei hungry/hungrig thirsty/durstig rich/reich poor/arm "
        "healthy/gesund"
    ),
    "homeadj": split(
        "big/groß small/klein clean/sauber dirty/schmutzig cold/kalt warm/warm modern/modern old/alt quiet/ruhig "
        "beautiful/schön empty/leer expensive/teuer dark/dunkel"
    ),
    "day": split(DAYS),
    "month": split(MONTHS),
    "season": split(SEASONS),
    "past": split(TIMES["past"]),
    "future": split(TIMES["future"]),
    "colour": split(
        "red/rot blue/blau green/grün yellow/gelb black/schwarz white/weiß brown/braun grey/grau pink/rosa "
        "orange/orange"
    ),
    "city": split(CITIES),
    "number": split(NUMBER_NAMES)[1:10],
    "num": split(NUMBER_NAMES)[1:],
    "big": split(BIG_NAMES),
    "beginning": split(
        "the_film/der_Film the_party/die_Party the_game/das_Spiel school/die_Schule the_lesson/der_Unterricht "
        "the_concert/das_Konzert"
    ),
    "fav": split(
        "film/Lieblingsfilm/m book/Lieblingsbuch/n song/Lieblingslied/n food/Lieblingsessen/n city/Lieblingsstadt/f "
        "animal/Lieblingstier/n sport/Lieblingssport/m subject/Lieblingsfach/n restaurant/Lieblingsrestaurant/n "
        "drink/Lieblingsgetränk/n music/Lieblingsmusik/f singer/Lieblingssänger/m actor/Lieblingsschauspieler/m "
        "number/Lieblingszahl/f season/Lieblingsjahreszeit/f"
    ),
    "favperson": split(
        "singer/Lieblingssänger/m actor/Lieblingsschauspieler/m teacher/Lieblingslehrer/m "
        "writer/Lieblingsschriftsteller/m"
    ),
    "mood": split("happy/glücklich sad/traurig angry/wütend tired/müde nervous/nervös"),
    "smell": split("good/gut bad/schlecht delicious/lecker strange/seltsam sweet/süß terrible/schrecklich"),
    "meal": split("breakfast/Frühstück lunch/Mittagessen dinner/Abendessen"),
    "ordinal": split("first/erst second/zweit third/dritt fourth/viert next/nächst"),
    "country": [(row[0], row[1]) for row in rows(COUNTRY_TABLE)],
    "language": sorted({(row[5], row[6]) for row in rows(COUNTRY_TABLE)} | {*OTHER_LANGUAGES}),
    "nation": [(row[2], row[3], row[4]) for row in rows(COUNTRY_TABLE)],
    "special": SPECIAL_COUNTRIES,
    "job": [tuple(cell.replace("_", " ") for cell in row) for row in rows(JOB_TABLE)],
    # English -ing form, base form, German infinitive
    "hobby": [tuple(row) for row in rows("""
        swimming swim schwimmen
        dancing dance tanzen
        reading read lesen
        cooking cook kochen
        singing sing singen
        running run laufen
        painting paint malen
        travelling travel reisen
        writing write schreiben
        """)],
}  # fmt: skip
HOURS = split(NUMBER_NAMES)[:12]
WHERE = split(
    "Berlin/Germany Munich/Germany Hamburg/Germany Cologne/Germany Vienna/Austria London/England Paris/France "
    "Rome/Italy "
    "Madrid/Spain Lisbon/Portugal Moscow/Russia Tokyo/Japan Boston/America"
)
GERMAN_NAMES = dict(LISTS["country"]) | dict(LISTS["city"])
LISTS["fact"] = [(f"{one} is in {two}", f"{GERMAN_NAMES[one]} liegt in {GERMAN_NAMES[two]}") for one, two in WHERE]
LISTS["capital"] = [
    (f"{one} is the capital of {two}", f"{GERMAN_NAMES[one]} ist die Hauptstadt von {GERMAN_NAMES[two]}")
    for one, two in WHERE[:1] + WHERE[4:-1]
]
LISTS["clock"] = (
    [(f"{en} o'clock", f"{'ein' if de == 'eins' else de} Uhr") for en, de in HOURS]
    + [(f"half past {en}", f"halb {HOURS[(at + 1) % 12][1]}") for at, (en, _) in enumerate(HOURS)]
    + [(f"quarter past {en}", f"Viertel nach {de}") for en, de in HOURS]
    + [(f"quarter to {en}", f"Viertel vor {de}") for en, de in HOURS]
    + [(f"ten past {en}", f"zehn nach {de}") for en, de in HOURS[6:9]]
)
# What is the same in both languages
LISTS["digits"] = [(str(number), str(number)) for number in range(2, 100)]
LISTS["price"] = [(f"{whole}.{cents}", f"{whole},{cents}") for whole in range(1, 40) for cents in (20, 50, 90, 99)]
LISTS["year"] = [(str(year), str(year)) for year in range(1900, 2031)]
LISTS["time"] = [
    (f"{hour}:{minute}", f"{hour}:{minute}") for hour in range(1, 24) for minute in ("00", 10, 15, 20, 30, 40, 45, 50)
]
LISTS["surname"] = [(name, name) for name in SURNAMES]
LISTS["rarename"] = [(name, name) for name in RARE_NAMES]
LISTS["place"] = [(name, name) for name in PLACES]
LISTS["times"] = split("once/einmal twice/zweimal three_times/dreimal four_times/viermal five_times/fünfmal")
LISTS["dayspl"] = [(f"{en}s", f"{de}e") for en, de in LISTS["day"]]
LISTS["days"] = [(f"{en}s", f"{de.lower()}s") for en, de in LISTS["day"]]
LISTS["today"] = split("today/heute now/jetzt this_morning/heute_Morgen")
LISTS["hairlength"] = split("long/lange short/kurze")
LISTS["haircolour"] = split("black/schwarze brown/braune blond/blonde grey/graue red/rote dark/dunkle")
LISTS["windadj"] = split("strong/stark cold/kalt warm/warm")
LISTS["sizeadj"] = split("big/groß small/klein long/lang short/kurz expensive/teuer old/alt")
LISTS["animaldoes"] = split("run/laufen swim/schwimmen sing/singen fly/fliegen jump/springen")
for slot, en_form, de_form in (
    ("doI", 0, 3), ("does", 1, 4), ("do", 0, 5), ("doingI", 2, 3), ("doing", 2, 4), ("doingpl", 2, 5)
):  # fmt: skip
    LISTS[slot] = [(row[en_form], row[de_form]) for row in rows(BARE_VERBS)]
IT_IS = (
    ("it is important", "es ist wichtig"), ("it is nice", "es ist schön"), ("it is easy", "es ist einfach"),
    ("it is difficult", "es ist schwierig"), ("it is fun", "es macht Spaß"), ("it is not easy", "es ist nicht einfach"),
)  # fmt: skip
