"""The words of everyday sentences, in tables of plain text as in ``toy_lexicon.py``.

The toy lexicon gives the grammar few words in many constructions. Here are many words: family, jobs, food, clothes, the
body, the house, the town, countries, colours, feelings, the weather, and the verbs of an ordinary day.
"""

from toy_lexicon import Adjective, Noun, Verb, rows

# English singular and plural, German singular, gender and plural. "-" stands for no plural or no singular.
NOUN_TABLE = {
    "kin": """
        mother mothers Mutter f Mütter
        father fathers Vater m Väter
        mum - Mama f -
        dad - Papa m -
        sister sisters Schwester f Schwestern
        brother brothers Bruder m Brüder
        grandmother grandmothers Großmutter f Großmütter
        grandfather grandfathers Großvater m Großväter
        grandma - Oma f -
        grandpa - Opa m -
        aunt aunts Tante f Tanten
        uncle uncles Onkel m Onkel
        cousin cousins Cousin m Cousins
        husband husbands Mann m Männer
        wife wives Frau f Frauen
        son sons Sohn m Söhne
        daughter daughters Tochter f Töchter
        friend friends Freund m Freunde
        girlfriend girlfriends Freundin f Freundinnen
        boss bosses Chef m Chefs
        neighbour neighbours Nachbar m Nachbarn
        teacher teachers Lehrer m Lehrer
        colleague colleagues Kollege m Kollegen""",
    "kinpl": """
        - parents - p Eltern
        - grandparents - p Großeltern
        - children - p Kinder
        - friends - p Freunde
        - sons - p Söhne
        - daughters - p Töchter
        - brothers - p Brüder
        - sisters - p Schwestern
        - neighbours - p Nachbarn""",
    "person": """
        man men Mann m Männer
        woman women Frau f Frauen
        boy boys Junge m Jungen
        girl girls Mädchen n Mädchen
        child children Kind n Kinder
        baby babies Baby n Babys
        doctor doctors Arzt m Ärzte
        dentist dentists Zahnarzt m Zahnärzte
        student students Student m Studenten
        guest guests Gast m Gäste
        waiter waiters Kellner m Kellner
        tourist tourists Tourist m Touristen
        person people Mensch m Menschen
        king kings König m Könige
        queen queens Königin f Königinnen
        thief thieves Dieb m Diebe
        policeman policemen Polizist m Polizisten
        actor actors Schauspieler m Schauspieler""",
    "animal": """
        dog dogs Hund m Hunde
        cat cats Katze f Katzen
        horse horses Pferd n Pferde
        bird birds Vogel m Vögel
        fish fish Fisch m Fische
        mouse mice Maus f Mäuse
        cow cows Kuh f Kühe
        pig pigs Schwein n Schweine
        rabbit rabbits Kaninchen n Kaninchen
        sheep sheep Schaf n Schafe
        chicken chickens Huhn n Hühner
        spider spiders Spinne f Spinnen
        elephant elephants Elefant m Elefanten
        lion lions Löwe m Löwen
        monkey monkeys Affe m Affen
        duck ducks Ente f Enten
        bear bears Bär m Bären
        snake snakes Schlange f Schlangen
        goat goats Ziege f Ziegen
        bee bees Biene f Bienen""",
    "food": """
        apple apples Apfel m Äpfel
        banana bananas Banane f Bananen
        orange oranges Orange f Orangen
        pear pears Birne f Birnen
        strawberry strawberries Erdbeere f Erdbeeren
        cherry cherries Kirsche f Kirschen
        lemon lemons Zitrone f Zitronen
        tomato tomatoes Tomate f Tomaten
        potato potatoes Kartoffel f Kartoffeln
        carrot carrots Karotte f Karotten
        onion onions Zwiebel f Zwiebeln
        egg eggs Ei n Eier
        roll rolls Brötchen n Brötchen
        sandwich sandwiches Sandwich n Sandwiches
        cake cakes Kuchen m Kuchen
        biscuit biscuits Keks m Kekse
        pizza pizzas Pizza f Pizzen
        sausage sausages Wurst f Würste
        steak steaks Steak n Steaks
        pancake pancakes Pfannkuchen m Pfannkuchen
        hamburger hamburgers Hamburger m Hamburger
        cucumber cucumbers Gurke f Gurken
        peach peaches Pfirsich m Pfirsiche
        mushroom mushrooms Pilz m Pilze
        nut nuts Nuss f Nüsse
        bean beans Bohne f Bohnen
        pepper peppers Paprika f Paprikas
        plum plums Pflaume f Pflaumen
        melon melons Melone f Melonen""",
    "mass": """
        bread - Brot n -
        butter - Butter f -
        cheese - Käse m -
        ham - Schinken m -
        meat - Fleisch n -
        chicken - Hähnchen n -
        fish - Fisch m -
        rice - Reis m -
        pasta - Pasta f -
        soup - Suppe f -
        salad - Salat m -
        fruit - Obst n -
        vegetables - Gemüse n -
        chocolate - Schokolade f -
        ice_cream - Eis n -
        sugar - Zucker m -
        salt - Salz n -
        honey - Honig m -
        jam - Marmelade f -
        cake - Kuchen m -
        breakfast - Frühstück n -
        food - Essen n -
        yoghurt - Joghurt m -
        garlic - Knoblauch m -
        paper - Papier n -
        spinach - Spinat m -
        toast - Toast m -
        beef - Rindfleisch n -
        pork - Schweinefleisch n -""",
    "drink": """
        water - Wasser n -
        coffee - Kaffee m -
        tea - Tee m -
        milk - Milch f -
        juice - Saft m -
        orange_juice - Orangensaft m -
        apple_juice - Apfelsaft m -
        beer - Bier n -
        wine - Wein m -
        red_wine - Rotwein m -
        lemonade - Limonade f -
        hot_chocolate - Kakao m -""",
    "order": """
        coffee coffees Kaffee m Kaffees
        tea teas Tee m Tees
        beer beers Bier n Biere
        juice juices Saft m Säfte
        cup_of_coffee - Tasse_Kaffee f -
        cup_of_tea - Tasse_Tee f -
        glass_of_water - Glas_Wasser n -
        glass_of_wine - Glas_Wein n -
        glass_of_milk - Glas_Milch n -
        bottle_of_water - Flasche_Wasser f -
        bottle_of_wine - Flasche_Wein f -
        piece_of_cake - Stück_Kuchen n -
        ticket tickets Fahrkarte f Fahrkarten
        room rooms Zimmer n Zimmer
        table tables Tisch m Tische
        menu menus Speisekarte f Speisekarten""",
    "clothes": """
        shirt shirts Hemd n Hemden
        T-shirt T-shirts T-Shirt n T-Shirts
        pullover pullovers Pullover m Pullover
        jacket jackets Jacke f Jacken
        coat coats Mantel m Mäntel
        dress dresses Kleid n Kleider
        skirt skirts Rock m Röcke
        suit suits Anzug m Anzüge
        hat hats Hut m Hüte
        scarf scarves Schal m Schals
        belt belts Gürtel m Gürtel
        tie ties Krawatte f Krawatten
        cap caps Mütze f Mützen
        blouse blouses Bluse f Blusen""",
    "pair": """
        - shoes - p Schuhe
        - trousers Hose f -
        - glasses Brille f -
        - jeans Jeans f -
        - gloves - p Handschuhe
        - socks - p Socken
        - boots - p Stiefel""",
    "small": """
        key keys Schlüssel m Schlüssel
        phone phones Handy n Handys
        bag bags Tasche f Taschen
        wallet wallets Geldbeutel m Geldbeutel
        passport passports Pass m Pässe
        ticket tickets Fahrkarte f Fahrkarten
        umbrella umbrellas Regenschirm m Regenschirme
        pen pens Stift m Stifte
        book books Buch n Bücher
        newspaper newspapers Zeitung f Zeitungen
        letter letters Brief m Briefe
        watch watches Uhr f Uhren
        ring rings Ring m Ringe
        camera cameras Kamera f Kameras
        suitcase suitcases Koffer m Koffer
        photo photos Foto n Fotos
        gift gifts Geschenk n Geschenke
        present presents Geschenk n Geschenke
        ball balls Ball m Bälle
        map maps Karte f Karten
        toy toys Spielzeug n Spielzeuge
        pencil pencils Bleistift m Bleistifte
        laptop laptops Laptop m Laptops
        stamp stamps Briefmarke f Briefmarken
        postcard postcards Postkarte f Postkarten
        dictionary dictionaries Wörterbuch n Wörterbücher
        guitar guitars Gitarre f Gitarren
        blanket blankets Decke f Decken
        pillow pillows Kissen n Kissen
        towel towels Handtuch n Handtücher
        candle candles Kerze f Kerzen
        notebook notebooks Heft n Hefte
        password passwords Passwort n Passwörter
        stone stones Stein m Steine""",
    "dish": """
        cup cups Tasse f Tassen
        glass glasses Glas n Gläser
        bottle bottles Flasche f Flaschen
        plate plates Teller m Teller
        knife knives Messer n Messer
        fork forks Gabel f Gabeln
        spoon spoons Löffel m Löffel""",
    "device": """
        computer computers Computer m Computer
        television televisions Fernseher m Fernseher
        radio radios Radio n Radios
        lamp lamps Lampe f Lampen
        clock clocks Uhr f Uhren
        fridge fridges Kühlschrank m Kühlschränke
        washing_machine washing_machines Waschmaschine f Waschmaschinen""",
    "furniture": """
        table tables Tisch m Tische
        chair chairs Stuhl m Stühle
        bed beds Bett n Betten
        sofa sofas Sofa n Sofas
        cupboard cupboards Schrank m Schränke
        desk desks Schreibtisch m Schreibtische
        door doors Tür f Türen
        window windows Fenster n Fenster
        picture pictures Bild n Bilder
        mirror mirrors Spiegel m Spiegel
        shelf shelves Regal n Regale
        carpet carpets Teppich m Teppiche
        oven ovens Ofen m Öfen""",
    "vehicle": """
        car cars Auto n Autos
        bike bikes Fahrrad n Fahrräder
        bicycle bicycles Fahrrad n Fahrräder
        motorbike motorbikes Motorrad n Motorräder
        boat boats Boot n Boote""",
    "transport": """
        bus buses Bus m Busse
        train trains Zug m Züge
        plane planes Flugzeug n Flugzeuge
        taxi taxis Taxi n Taxis
        tram trams Straßenbahn f Straßenbahnen
        ship ships Schiff n Schiffe
        underground - U-Bahn f -""",
    "home": """
        house houses Haus n Häuser
        flat flats Wohnung f Wohnungen
        apartment apartments Wohnung f Wohnungen
        room rooms Zimmer n Zimmer
        kitchen kitchens Küche f Küchen
        bathroom bathrooms Bad n Bäder
        bedroom bedrooms Schlafzimmer n Schlafzimmer
        living_room living_rooms Wohnzimmer n Wohnzimmer
        garden gardens Garten m Gärten
        garage garages Garage f Garagen
        cellar cellars Keller m Keller""",
    "part": """
        wall walls Wand f Wände
        floor floors Boden m Böden
        roof roofs Dach n Dächer""",
    "sky": """
        light lights Licht n Lichter
        shower showers Dusche f Duschen
        sun - Sonne f -
        moon - Mond m -
        sky - Himmel m -
        wind - Wind m -
        rain - Regen m -
        snow - Schnee m -
        weather - Wetter n -
        world - Welt f -
        truth - Wahrheit f -
        police - Polizei f -
        internet - Internet n -""",
    "town": """
        hotel hotels Hotel n Hotels
        restaurant restaurants Restaurant n Restaurants
        café cafés Café n Cafés
        bar bars Bar f Bars
        cinema cinemas Kino n Kinos
        theatre theatres Theater n Theater
        museum museums Museum n Museen
        library libraries Bibliothek f Bibliotheken
        school schools Schule f Schulen
        university universities Universität f Universitäten
        hospital hospitals Krankenhaus n Krankenhäuser
        church churches Kirche f Kirchen
        park parks Park m Parks
        zoo zoos Zoo m Zoos
        shop shops Laden m Läden
        supermarket supermarkets Supermarkt m Supermärkte
        bakery bakeries Bäckerei f Bäckereien
        office offices Büro n Büros
        factory factories Fabrik f Fabriken
        bank banks Bank f Banken
        pharmacy pharmacies Apotheke f Apotheken
        swimming_pool swimming_pools Schwimmbad n Schwimmbäder
        station stations Bahnhof m Bahnhöfe
        airport airports Flughafen m Flughäfen
        post_office post_offices Post f Postämter
        bus_stop bus_stops Bushaltestelle f Bushaltestellen
        toilet toilets Toilette f Toiletten
        market markets Markt m Märkte
        castle castles Schloss n Schlösser
        farm farms Bauernhof m Bauernhöfe
        bridge bridges Brücke f Brücken
        police_station police_stations Polizeiwache f Polizeiwachen
        street streets Straße f Straßen
        exit exits Ausgang m Ausgänge
        entrance entrances Eingang m Eingänge
        traffic_light traffic_lights Ampel f Ampeln
        car_park car_parks Parkplatz m Parkplätze
        petrol_station petrol_stations Tankstelle f Tankstellen
        stadium stadiums Stadion n Stadien
        playground playgrounds Spielplatz m Spielplätze
        corner corners Ecke f Ecken
        tower towers Turm m Türme""",
    "nature": """
        city cities Stadt f Städte
        town towns Stadt f Städte
        village villages Dorf n Dörfer
        forest forests Wald m Wälder
        lake lakes See m Seen
        river rivers Fluss m Flüsse
        sea - Meer n -
        beach beaches Strand m Strände
        island islands Insel f Inseln
        mountain mountains Berg m Berge
        country countries Land n Länder
        tree trees Baum m Bäume
        flower flowers Blume f Blumen
        star stars Stern m Sterne
        cloud clouds Wolke f Wolken
        hill hills Hügel m Hügel
        field fields Feld n Felder""",
    "media": """
        film films Film m Filme
        movie movies Film m Filme
        book books Buch n Bücher
        song songs Lied n Lieder
        story stories Geschichte f Geschichten
        game games Spiel n Spiele
        party parties Party f Partys
        photo photos Foto n Fotos
        music - Musik f -""",
    "abstract": """
        name names Name m Namen
        question questions Frage f Fragen
        answer answers Antwort f Antworten
        problem problems Problem n Probleme
        idea ideas Idee f Ideen
        job jobs Job m Jobs
        word words Wort n Wörter
        day days Tag m Tage
        dream dreams Traum m Träume
        plan plans Plan m Pläne
        mistake mistakes Fehler m Fehler
        appointment appointments Termin m Termine
        life - Leben n -
        family families Familie f Familien
        birthday birthdays Geburtstag m Geburtstage
        holiday holidays Urlaub m -
        address addresses Adresse f Adressen
        number numbers Nummer f Nummern
        way ways Weg m Wege
        email emails E-Mail f E-Mails
        message messages Nachricht f Nachrichten
        sentence sentences Satz m Sätze
        language languages Sprache f Sprachen
        exam exams Prüfung f Prüfungen
        colour colours Farbe f Farben
        secret secrets Geheimnis n Geheimnisse
        class classes Klasse f Klassen
        lesson lessons Unterricht m -
        concert concerts Konzert n Konzerte
        bill bills Rechnung f Rechnungen
        box boxes Kiste f Kisten
        joke jokes Witz m Witze
        surprise surprises Überraschung f Überraschungen
        reason reasons Grund m Gründe
        meeting meetings Besprechung f Besprechungen
        trip trips Reise f Reisen
        wedding weddings Hochzeit f Hochzeiten
        team teams Mannschaft f Mannschaften
        page pages Seite f Seiten
        song songs Lied n Lieder
        world - Welt f -
        wish wishes Wunsch m Wünsche
        hour hours Stunde f Stunden
        minute minutes Minute f Minuten
        week weeks Woche f Wochen
        month months Monat m Monate
        year years Jahr n Jahre""",
    "uncountable": """
        time - Zeit f -
        money - Geld n -
        work - Arbeit f -
        help - Hilfe f -
        luck - Glück n -
        homework - Hausaufgaben p Hausaufgaben
        love - Liebe f -
        peace - Frieden m -
        sleep - Schlaf m -
        news - Nachrichten p Nachrichten""",
    "pain": """
        headache headaches Kopfschmerzen p Kopfschmerzen
        toothache - Zahnschmerzen p Zahnschmerzen
        stomach_ache - Bauchschmerzen p Bauchschmerzen
        cold colds Erkältung f Erkältungen
        fever - Fieber n -
        cough - Husten m -""",
    "body": """
        head heads Kopf m Köpfe
        arm arms Arm m Arme
        leg legs Bein n Beine
        foot feet Fuß m Füße
        hand hands Hand f Hände
        finger fingers Finger m Finger
        knee knees Knie n Knie
        back backs Rücken m Rücken
        stomach stomachs Bauch m Bäuche
        tooth teeth Zahn m Zähne
        ear ears Ohr n Ohren
        neck necks Hals m Hälse
        eye eyes Auge n Augen
        nose noses Nase f Nasen
        mouth mouths Mund m Münder
        face faces Gesicht n Gesichter
        hair - Haar n -""",
    "subject": """
        mathematics - Mathematik f -
        history - Geschichte f -
        biology - Biologie f -
        music - Musik f -
        art - Kunst f -
        sport - Sport m -""",
}


# English, German (m), German (f)
JOB_TABLE = """
    doctor Arzt Ärztin
    teacher Lehrer Lehrerin
    student Student Studentin
    nurse Krankenpfleger Krankenschwester
    engineer Ingenieur Ingenieurin
    lawyer Anwalt Anwältin
    cook Koch Köchin
    pupil Schüler Schülerin
    farmer Bauer Bäuerin
    baker Bäcker Bäckerin
    singer Sänger Sängerin
    actor Schauspieler Schauspielerin
    writer Schriftsteller Schriftstellerin
    artist Künstler Künstlerin
    musician Musiker Musikerin
    bus_driver Busfahrer Busfahrerin
    taxi_driver Taxifahrer Taxifahrerin
    police_officer Polizist Polizistin
    soldier Soldat Soldatin
    waiter Kellner Kellnerin
    dentist Zahnarzt Zahnärztin
    scientist Wissenschaftler Wissenschaftlerin
    journalist Journalist Journalistin
    pilot Pilot Pilotin
    manager Manager Managerin
    architect Architekt Architektin
    hairdresser Friseur Friseurin
    butcher Metzger Metzgerin
    programmer Programmierer Programmiererin
    secretary Sekretär Sekretärin
    gardener Gärtner Gärtnerin
    professor Professor Professorin
    vet Tierarzt Tierärztin
    judge Richter Richterin
    mechanic Mechaniker Mechanikerin
    photographer Fotograf Fotografin
    tourist Tourist Touristin
    painter Maler Malerin
    dancer Tänzer Tänzerin
    shop_assistant Verkäufer Verkäuferin
"""

# Country, German with "aus" (and "in" and "nach" if they are not regular), nationality m f, language
COUNTRY_TABLE = """
    Germany Deutschland German Deutscher Deutsche German Deutsch
    England England English Engländer Engländerin English Englisch
    France Frankreich French Franzose Französin French Französisch
    Spain Spanien Spanish Spanier Spanierin Spanish Spanisch
    Italy Italien Italian Italiener Italienerin Italian Italienisch
    Austria Österreich Austrian Österreicher Österreicherin German Deutsch
    Poland Polen Polish Pole Polin Polish Polnisch
    Russia Russland Russian Russe Russin Russian Russisch
    China China Chinese Chinese Chinesin Chinese Chinesisch
    Japan Japan Japanese Japaner Japanerin Japanese Japanisch
    Portugal Portugal Portuguese Portugiese Portugiesin Portuguese Portugiesisch
    Greece Griechenland Greek Grieche Griechin Greek Griechisch
    Sweden Schweden Swedish Schwede Schwedin Swedish Schwedisch
    Denmark Dänemark Danish Däne Dänin Danish Dänisch
    India Indien Indian Inder Inderin Hindi Hindi
    America Amerika American Amerikaner Amerikanerin English Englisch
    Canada Kanada Canadian Kanadier Kanadierin English Englisch
    Mexico Mexiko Mexican Mexikaner Mexikanerin Spanish Spanisch
    Brazil Brasilien Brazilian Brasilianer Brasilianerin Portuguese Portugiesisch
    Norway Norwegen Norwegian Norweger Norwegerin Norwegian Norwegisch
    Ireland Irland Irish Ire Irin English Englisch
    Australia Australien Australian Australier Australierin English Englisch
"""
CITIES = (
    "Berlin Hamburg Munich/München Cologne/Köln Frankfurt Vienna/Wien Zurich/Zürich London Paris Rome/Rom Madrid "
    "Lisbon/Lissabon Moscow/Moskau Tokyo/Tokio Boston"
)
SPECIAL_COUNTRIES = (  # English, from, in, to
    ("Turkey", "aus der Türkei", "in der Türkei", "in die Türkei"),
    ("Switzerland", "aus der Schweiz", "in der Schweiz", "in die Schweiz"),
    ("the USA", "aus den USA", "in den USA", "in die USA"),
    ("the Netherlands", "aus den Niederlanden", "in den Niederlanden", "in die Niederlande"),
)
GIRLS = "Anna Clara Maria Laura Lisa Emma Julia Sarah Mary Lena Sophie Eva Kate Jane".split()
BOYS = "Paul Peter Thomas Tom John Max Ben Jack Felix David Daniel Michael Lukas Jan".split()

# English, German (with the stem if it differs), comparative, nouns
ADJECTIVE_TABLE = """
    old alt älter person,animal,home,town,city,village,clothes,small,vehicle,tree,kin,furniture,device
    young jung jünger person,animal
    big groß größer animal,home,town,city,village,nature,dish,furniture,vehicle,small,family,problem,mistake,food
    large groß größer home,town,city,family
    tall groß größer person,tree,kin
    small klein kleiner animal,home,town,city,village,child,dish,furniture,vehicle,small,family,problem,mistake,food
    little klein kleiner dog,cat,child,house,garden,bird,village
    new neu neuer clothes,small,vehicle,device,furniture,home,town,friend,teacher,boss,job,word,film,book,neighbour
    beautiful schön schöner person,nature,home,town,clothes,dress,song,picture,bird,horse,ring,name,castle
    nice nett netter kin,person
    pretty hübsch hübscher girl,dress,skirt,woman,flower
    ugly hässlich hässlicher house,picture,car,dress,dog
    good gut besser film,book,song,game,idea,friend,teacher,doctor,restaurant,hotel,question,answer,job,day,food,mass,drink
    bad schlecht schlechter film,idea,day,teacher,restaurant,hotel,dream,answer
    cheap billig billiger clothes,vehicle,small,hotel,restaurant,device,furniture,flat
    expensive teuer/teur teurer clothes,vehicle,small,hotel,restaurant,device,furniture,flat,house
    heavy schwer schwerer bag,suitcase,table,cupboard,box
    difficult schwierig schwieriger question,word,job,game
    easy einfach einfacher question,word,game,job
    important wichtig wichtiger question,letter,appointment,day,word,person
    interesting interessant interessanter film,book,story,job,museum,city,question,idea
    boring langweilig langweiliger film,book,story,job,museum,party
    funny lustig lustiger film,story,book,man,child,picture
    strange seltsam seltsamer man,story,dream,question,name
    fast schnell schneller car,train,horse,motorbike,dog,boat
    slow langsam langsamer car,train,bus,boat
    long lang länger film,letter,story,street,day,river,bridge
    short kurz kürzer film,letter,story,dress,skirt,day
    hot heiß heißer soup,coffee,tea,water,day,milk
    warm warm wärmer water,coat,jacket,day,room,milk,soup
    cold kalt kälter water,milk,beer,soup,room,day,coffee
    fresh frisch frischer bread,fish,egg,fruit,vegetables,milk,apple
    sweet süß süßer cake,apple,tea,strawberry,wine,baby,dog
    clean sauber sauberer home,shirt,glass,plate,cup,bathroom,kitchen,toilet,street
    dirty schmutzig schmutziger home,shirt,glass,plate,cup,bathroom,kitchen,toilet,street,hand
    broken kaputt - device,car,bike,glass,watch,camera,phone,window,door,umbrella
    empty leer leerer bottle,glass,fridge,room,street,bag,suitcase
    full voll voller bottle,glass,bus,train,restaurant,suitcase
    open offen - door,window
    quiet ruhig ruhiger street,room,village,park,hotel,neighbour
    loud laut lauter street,music,child,party,neighbour,bar
    friendly freundlich freundlicher kin,person,neighbour
    famous berühmt berühmter person,castle,museum,city,book,song,film,bridge
    right richtig - answer,word,address,street,number,bus,train
    wrong falsch - answer,word,address,street,number,bus,train
    dangerous gefährlich gefährlicher street,animal,game,bridge,mountain,city
    modern modern moderner home,town,city
    delicious lecker leckerer cake,pizza,soup,fish,meat,salad,ice_cream,food,breakfast
    red rot - clothes,vehicle,bag,umbrella,flower,cat,dog,door,cup,ball,bird,suitcase,house,wall,pen,horse
    blue blau - clothes,vehicle,bag,umbrella,flower,cat,dog,door,cup,ball,bird,suitcase,house,wall,pen,horse
    green grün - clothes,vehicle,bag,umbrella,flower,cat,dog,door,cup,ball,bird,suitcase,house,wall,pen,horse
    yellow gelb - clothes,vehicle,bag,umbrella,flower,cat,dog,door,cup,ball,bird,suitcase,house,wall,pen,horse
    black schwarz - clothes,vehicle,bag,umbrella,flower,cat,dog,door,cup,ball,bird,suitcase,house,wall,pen,horse
    white weiß - clothes,vehicle,bag,umbrella,flower,cat,dog,door,cup,ball,bird,suitcase,house,wall,pen,horse
    brown braun - clothes,vehicle,bag,umbrella,flower,cat,dog,door,cup,ball,bird,suitcase,house,wall,pen,horse
    grey grau - clothes,vehicle,bag,umbrella,flower,cat,dog,door,cup,ball,bird,suitcase,house,wall,pen,horse
"""
COLOURS = (
    "red rot,blue blau,green grün,yellow gelb,black schwarz,white weiß,brown braun,grey grau,pink rosa,orange orange,"
    "purple lila"
)
# How a person may be; "-" where "very" does not fit.
STATE_TABLE = """
    tired müde
    happy glücklich
    sad traurig
    sick krank
    ill krank
    hungry hungrig
    thirsty durstig
    angry wütend
    nervous nervös
    busy beschäftigt
    free frei
    rich reich
    poor arm
    strong stark
    weak schwach
    lazy faul
    clever klug
    smart klug
    intelligent intelligent
    stupid dumm
    nice nett
    friendly freundlich
    polite höflich
    kind freundlich
    funny lustig
    young jung
    old alt
    tall groß
    small klein
    slim schlank
    beautiful schön
    married verheiratet
    single ledig
    ready fertig
    late spät_dran
    alone allein
    healthy gesund
    careful vorsichtig
    quiet ruhig
    famous berühmt
    satisfied zufrieden
    excited aufgeregt
    surprised überrascht
    lonely einsam
    brave mutig
    honest ehrlich
    curious neugierig
    jealous eifersüchtig
    drunk betrunken
    dead tot
    pregnant schwanger
    proud stolz
    shy schüchtern
    sure sicher
    bored gelangweilt
    worried besorgt
    disappointed enttäuscht
    at_home zu_Hause
    here hier
    there da
    in_love verliebt
    on_holiday im_Urlaub
    in_a_hurry in_Eile
    at_work bei_der_Arbeit
    at_school in_der_Schule
    in_bed im_Bett
    upstairs oben
    outside draußen
"""
GRADED = (
    "tired,happy,sad,sick,ill,hungry,thirsty,angry,nervous,rich,poor,strong,weak,lazy,clever,smart,intelligent,stupid,"
    "nice,friendly,polite,kind,funny,young,old,tall,small,beautiful,healthy,careful,quiet,famous,satisfied,excited,"
    "surprised,lonely,brave,honest,curious,jealous,proud,shy,worried,disappointed,busy"
).split(",")
COMPARED = """
    old älter,young jünger,tall größer,small kleiner,rich reicher,poor ärmer,strong stärker,weak schwächer,
    clever klüger,smart klüger,intelligent intelligenter,nice netter,friendly freundlicher,funny lustiger,
    happy glücklicher,beautiful schöner,fast schneller,lazy fauler,brave mutiger,slim schlanker,famous berühmter,
    polite höflicher,good besser,sad trauriger
"""
SUPERLATIVES = (
    "old oldest ältest,young youngest jüngst,big biggest größt,small smallest kleinst,good best best,"
    "beautiful most_beautiful schönst,expensive most_expensive teuerst,cheap cheapest billigst,"
    "interesting most_interesting interessantest,long longest längst,bad worst schlechtest,"
    "famous most_famous berühmtest,important most_important wichtigst,modern most_modern modernst"
)

# English base, past and participle ("-" repeats the past); German infinitive (prefix|verb), er-form and participle.
# A key with a number is another verb with the same English.
VERB_TABLE = """
    go went gone gehen geht ist+gegangen
    go2 went gone fahren fährt ist+gefahren
    come came come kommen kommt ist+gekommen
    come_back came_back come_back zurück|kommen kommt ist+zurückgekommen
    come_in came_in come_in herein|kommen kommt ist+hereingekommen
    stay stayed - bleiben bleibt ist+geblieben
    live lived - wohnen wohnt gewohnt
    leave left left gehen geht ist+gegangen
    leave2 left left ab|fahren fährt ist+abgefahren
    leave3 left left verlassen verlässt verlassen
    arrive arrived - an|kommen kommt ist+angekommen
    drive drove driven fahren fährt ist+gefahren
    fly flew flown fliegen fliegt ist+geflogen
    travel travelled - reisen reist ist+gereist
    walk walked - gehen geht ist+gegangen
    run ran run laufen läuft ist+gelaufen
    swim swam swum schwimmen schwimmt ist+geschwommen
    jump jumped - springen springt ist+gesprungen
    dance danced - tanzen tanzt getanzt
    sing sang sung singen singt gesungen
    laugh laughed - lachen lacht gelacht
    smile smiled - lächeln lächelt gelächelt
    cry cried - weinen weint geweint
    sleep slept - schlafen schläft geschlafen
    get_up got_up - auf|stehen steht ist+aufgestanden
    wake_up woke_up woken_up auf|wachen wacht ist+aufgewacht
    fall_asleep fell_asleep fallen_asleep ein|schlafen schläft ist+eingeschlafen
    work worked - arbeiten arbeitet gearbeitet
    study studied - studieren studiert studiert
    learn learned - lernen lernt gelernt
    play played - spielen spielt gespielt
    cook cooked - kochen kocht gekocht
    eat ate eaten essen isst gegessen
    drink drank drunk trinken trinkt getrunken
    smoke smoked - rauchen raucht geraucht
    wait waited - warten wartet gewartet
    sit sat - sitzen sitzt gesessen
    sit_down sat_down - hin|setzen setzt hingesetzt
    stand stood - stehen steht gestanden
    stop stopped - auf|hören hört aufgehört
    start started - an|fangen fängt angefangen
    begin began begun beginnen beginnt begonnen
    end ended - enden endet geendet
    think thought - denken denkt gedacht
    talk talked - reden redet geredet
    speak spoke spoken sprechen spricht gesprochen
    read read read lesen liest gelesen
    write wrote written schreiben schreibt geschrieben
    buy bought - kaufen kauft gekauft
    sell sold - verkaufen verkauft verkauft
    pay paid - bezahlen bezahlt bezahlt
    cost cost cost kosten kostet gekostet
    see saw seen sehen sieht gesehen
    hear heard - hören hört gehört
    find found - finden findet gefunden
    look_for looked_for - suchen sucht gesucht
    lose lost - verlieren verliert verloren
    forget forgot forgotten vergessen vergisst vergessen
    visit visited - besuchen besucht besucht
    meet met - treffen trifft getroffen
    call called - an|rufen ruft angerufen
    invite invited - ein|laden lädt eingeladen
    help helped - helfen hilft geholfen
    thank thanked - danken dankt gedankt
    love loved - lieben liebt geliebt
    like liked - mögen mag gemocht
    like2 liked - gefallen gefällt gefallen
    hate hated - hassen hasst gehasst
    know knew known kennen kennt gekannt
    know2 knew known wissen weiß gewusst
    understand understood - verstehen versteht verstanden
    miss missed - vermissen vermisst vermisst
    miss2 missed - verpassen verpasst verpasst
    need needed - brauchen braucht gebraucht
    want wanted - wollen will gewollt
    have had - haben hat gehabt
    take took taken nehmen nimmt genommen
    bring brought - bringen bringt gebracht
    give gave given geben gibt gegeben
    show showed shown zeigen zeigt gezeigt
    send sent - schicken schickt geschickt
    tell told - erzählen erzählt erzählt
    lend lent - leihen leiht geliehen
    open opened - öffnen öffnet geöffnet
    close closed - schließen schließt geschlossen
    turn_on turned_on - ein|schalten schaltet eingeschaltet
    turn_off turned_off - aus|schalten schaltet ausgeschaltet
    wash washed - waschen wäscht gewaschen
    clean cleaned - putzen putzt geputzt
    repair repaired - reparieren repariert repariert
    wear wore worn tragen trägt getragen
    watch watched - sehen sieht gesehen
    watch2 watched - fern|sehen sieht ferngesehen
    listen_to listened_to - hören hört gehört
    listen_to2 listened_to - zu|hören hört zugehört
    ask asked - fragen fragt gefragt
    answer answered - antworten antwortet geantwortet
    use used - benutzen benutzt benutzt
    try tried - versuchen versucht versucht
    try_on tried_on - an|probieren probiert anprobiert
    order ordered - bestellen bestellt bestellt
    make made - machen macht gemacht
    make2 made - kochen kocht gekocht
    do did done machen macht gemacht
    sit2 sat - sitzen sitzt gesessen
    hurt hurt hurt weh|tun tut wehgetan
    shine shone - scheinen scheint geschienen
    rain rained - regnen regnet geregnet
    snow snowed - schneien schneit geschneit
    happen happened - passieren passiert ist+passiert
    win won - gewinnen gewinnt gewonnen
    build built - bauen baut gebaut
    paint painted - malen malt gemalt
    carry carried - tragen trägt getragen
    pick_up picked_up - ab|holen holt abgeholt
    bring_along brought_along - mit|bringen bringt mitgebracht
    tidy_up tidied_up - auf|räumen räumt aufgeräumt
    die died - sterben stirbt ist+gestorben
    marry married - heiraten heiratet geheiratet
    kiss kissed - küssen küsst geküsst
    believe believed - glauben glaubt geglaubt
    break broke broken zerbrechen zerbricht zerbrochen
    cut cut cut schneiden schneidet geschnitten
    change changed - wechseln wechselt gewechselt
    explain explained - erklären erklärt erklärt
    repeat repeated - wiederholen wiederholt wiederholt
    say said - sagen sagt gesagt
    follow followed - folgen folgt ist+gefolgt
    teach taught - unterrichten unterrichtet unterrichtet
    rent rented - mieten mietet gemietet
    hope hoped - hoffen hofft gehofft
    grow_up grew_up grown_up auf|wachsen wächst ist+aufgewachsen
    have_breakfast had_breakfast had_breakfast frühstücken frühstückt gefrühstückt
    go_shopping went_shopping gone_shopping ein|kaufen kauft eingekauft
    go_for_a_walk went_for_a_walk gone_for_a_walk spazieren|gehen geht ist+spazierengegangen
    take_part took_part taken_part teil|nehmen nimmt teilgenommen
    have_a_shower had_a_shower had_a_shower duschen duscht geduscht
    take_a_shower took_a_shower taken_a_shower duschen duscht geduscht
    miss3 missed - fehlen fehlt gefehlt
    get got - bekommen bekommt bekommen
    put_on put_on put_on an|ziehen zieht angezogen
    take_off took_off taken_off aus|ziehen zieht ausgezogen
    finish finished - beenden beendet beendet
    check checked - prüfen prüft geprüft
    choose chose chosen wählen wählt gewählt
    plan planned - planen plant geplant
    ride rode ridden reiten reitet ist+geritten
    share shared - teilen teilt geteilt
    borrow borrowed - aus|leihen leiht ausgeliehen
    throw threw thrown werfen wirft geworfen
    catch caught - fangen fängt gefangen
    steal stole stolen stehlen stiehlt gestohlen
    hide hid hidden verstecken versteckt versteckt
    hug hugged - umarmen umarmt umarmt
    fix fixed - reparieren repariert repariert
    count counted - zählen zählt gezählt
    draw drew drawn zeichnen zeichnet gezeichnet
    translate translated - übersetzen übersetzt übersetzt
    dream dreamed - träumen träumt geträumt
    shout shouted - schreien schreit geschrien
    return returned - zurück|kommen kommt ist+zurückgekommen
    move moved - um|ziehen zieht ist+umgezogen
    fall fell fallen fallen fällt ist+gefallen
    feed fed - füttern füttert gefüttert
    watch3 watched - beobachten beobachtet beobachtet
    call_back called_back - zurück|rufen ruft zurückgerufen
    trust trusted - vertrauen vertraut vertraut
    enjoy enjoyed - genießen genießt genossen
    park parked - parken parkt geparkt
    turn turned - ab|biegen biegt ist+abgebogen
    prefer preferred - bevorzugen bevorzugt bevorzugt
"""

# Verb, English complement, German complement. The complement is fixed; in German it comes after "nicht".
ACTIVITY_TABLE = """
    go | home | nach Hause
    go | to bed | ins Bett
    go | to work | zur Arbeit
    go | to school | zur Schule
    go | to the cinema | ins Kino
    go | to the theatre | ins Theater
    go | to the doctor | zum Arzt
    go | to the dentist | zum Zahnarzt
    go | to the bank | zur Bank
    go | to the beach | an den Strand
    go | to the park | in den Park
    go | to church | in die Kirche
    go | to university | zur Universität
    go | out | aus
    go | swimming | schwimmen
    go | dancing | tanzen
    go | to the toilet | auf die Toilette
    go2 | to work by bus | mit dem Bus zur Arbeit
    go2 | to work by car | mit dem Auto zur Arbeit
    go2 | to school by bike | mit dem Fahrrad zur Schule
    go2 | to school by bus | mit dem Bus zur Schule
    go2 | by train | mit dem Zug
    go2 | by bus | mit dem Bus
    go2 | on holiday | in den Urlaub
    go_shopping | |
    go_for_a_walk | |
    come | home | nach Hause
    come | late | zu spät
    come | here | hierher
    come | with me | mit mir
    come | to the party | zur Party
    come | later | später
    come_back | |
    stay | at home | zu Hause
    stay | here | hier
    stay | in bed | im Bett
    stay | in a hotel | in einem Hotel
    live | here | hier
    live | alone | allein
    live | in a small house | in einem kleinen Haus
    live | in a big city | in einer großen Stadt
    live | with my parents | bei meinen Eltern
    live | next door | nebenan
    leave | |
    leave | early | früh
    arrive | |
    drive | too fast | zu schnell
    drive | to work | zur Arbeit
    walk | home | zu Fuß nach Hause
    walk | to school | zu Fuß zur Schule
    run | fast | schnell
    run | every morning | jeden Morgen
    swim | |
    swim | in the sea | im Meer
    swim | in the lake | im See
    jump | |
    dance | |
    dance | well | gut
    sing | |
    sing | well | gut
    sing | beautifully | schön
    laugh | |
    smile | |
    cry | |
    sleep | |
    sleep | well | gut
    sleep | badly | schlecht
    sleep | on the sofa | auf dem Sofa
    sleep | a lot | viel
    get_up | |
    get_up | early | früh
    get_up | late | spät
    wake_up | |
    wake_up | early | früh
    work | |
    work | a lot | viel
    work | hard | hart
    work | too much | zu viel
    work | here | hier
    work | at home | zu Hause
    work | in a bank | in einer Bank
    work | in a factory | in einer Fabrik
    work | in an office | in einem Büro
    work | in a restaurant | in einem Restaurant
    work | in a hospital | in einem Krankenhaus
    work | in a shop | in einem Laden
    work | as a teacher | als Lehrer
    work | as a waiter | als Kellner
    study | |
    study | in Berlin | in Berlin
    play | |
    play | football | Fußball
    play | tennis | Tennis
    play | basketball | Basketball
    play | cards | Karten
    play | chess | Schach
    play | the piano | Klavier
    play | the guitar | Gitarre
    play | the violin | Geige
    play | in the garden | im Garten
    play | outside | draußen
    play | with the children | mit den Kindern
    play | with the dog | mit dem Hund
    cook | |
    cook | well | gut
    cook | dinner | das Abendessen
    eat | |
    eat | too much | zu viel
    eat | at home | zu Hause
    eat | in a restaurant | in einem Restaurant
    eat | dinner | zu Abend
    eat | lunch | zu Mittag
    have_breakfast | |
    have_a_shower | |
    take_a_shower | |
    drink | too much | zu viel
    smoke | |
    smoke | a lot | viel
    wait | |
    wait | here | hier
    wait | outside | draußen
    wait | for me | auf mich
    wait | for you | auf dich
    wait | for him | auf ihn
    wait | for us | auf uns
    wait | for the bus | auf den Bus
    wait | for the train | auf den Zug
    sit | on the sofa | auf dem Sofa
    sit | in the garden | im Garten
    sit | at the table | am Tisch
    sit | here | hier
    stand | at the door | an der Tür
    stop | |
    start | |
    think | of you | an dich
    think | of me | an mich
    talk | too much | zu viel
    talk | to him | mit ihm
    talk | to her | mit ihr
    talk | about it | darüber
    talk | about the weather | über das Wetter
    speak | to the teacher | mit dem Lehrer
    speak | with my mother | mit meiner Mutter
    speak | slowly | langsam
    read | a lot | viel
    read | in bed | im Bett
    watch2 | TV | 
    watch2 | television | 
    listen_to | music | Musik
    listen_to | the radio | Radio
    make | breakfast | Frühstück
    do | sport | Sport
    do | nothing | nichts
    do | it | es
    ride | a horse | 
    fly | to London | nach London
    fly | to Berlin | nach Berlin
    fly | to America | nach Amerika
    travel | a lot | viel
    travel | to France | nach Frankreich
    travel | by train | mit dem Zug
    win | |
    pay | |
    help | in the kitchen | in der Küche
    grow_up | in Germany | in Deutschland
    grow_up | in a village | in einem Dorf
    ask | |
    answer | |
    go | to the market | zum Markt
    go | to the hairdresser | zum Friseur
    go | upstairs | nach oben
    go | outside | nach draußen
    go | there | dahin
    go | with him | mit ihm
    go | with her | mit ihr
    go | to my grandmother | zu meiner Großmutter
    come | from work | von der Arbeit
    come | from school | von der Schule
    come | alone | allein
    come_in | |
    come | to me | zu mir
    come | with us | mit uns
    stay | with me | bei mir
    stay | with us | bei uns
    stay | there | dort
    live | there | dort
    live | in the country | auf dem Land
    live | in a flat | in einer Wohnung
    live | in a village | in einem Dorf
    sleep | late | lange
    sleep | outside | draußen
    sleep | on the floor | auf dem Boden
    work | as a doctor | als Arzt
    work | at the weekend | am Wochenende
    work | from home | von zu Hause aus
    work | in a hotel | in einem Hotel
    work | in a school | in einer Schule
    work | with him | mit ihm
    work | with computers | mit Computern
    play | with me | mit mir
    play | with my brother | mit meinem Bruder
    play | volleyball | Volleyball
    play | computer games | Computerspiele
    wait | for an answer | auf eine Antwort
    wait | for her | auf sie
    wait | for them | auf sie
    talk | to me | mit mir
    talk | to my mother | mit meiner Mutter
    talk | about football | über Fußball
    talk | about politics | über Politik
    talk | a lot | viel
    speak | too fast | zu schnell
    speak | loudly | laut
    speak | to me | mit mir
    laugh | at me | über mich
    laugh | a lot | viel
    eat | something | etwas
    eat | nothing | nichts
    eat | a lot | viel
    drink | something | etwas
    drink | a lot | viel
    buy | something | etwas
    buy | nothing | nichts
    see | nothing | nichts
    see | something | etwas
    hear | nothing | nichts
    say | something | etwas
    say | nothing | nichts
    say | that | das
    know2 | that | das
    know2 | everything | alles
    know2 | nothing | nichts
    understand | everything | alles
    understand | nothing | nichts
    understand | that | das
    do | that | das
    do | something | etwas
    do | everything | alles
    do | my homework | meine Hausaufgaben
    do | too much | zu viel
    learn | a lot | viel
    learn | fast | schnell
    study | medicine | Medizin
    study | law | Jura
    forget | everything | alles
    pay | by card | mit Karte
    have | time | Zeit
    have | a lot of time | viel Zeit
    have | a lot of work | viel Arbeit
    have | fun | Spaß
    die | |
    fall_asleep | |
    drive | home | nach Hause
    drive | a car | Auto
    fly | to Spain | nach Spanien
    stand | in the garden | im Garten
    stand | here | hier
    run | in the park | im Park
    run | home | nach Hause
    dance | with me | mit mir
    dance | with her | mit ihr
    sing | a song | ein Lied
    sing | in the shower | unter der Dusche
    cook | for us | für uns
    cook | for my family | für meine Familie
    smoke | here | hier
    grow_up | in a city | in einer Stadt
    wake_up | late | spät
    arrive | late | spät
    arrive | at home | zu Hause
    leave | now | jetzt
    leave | without me | ohne mich
    dream | |
    dream | of you | von dir
    shout | |
    shout | loudly | laut
    return | |
    return | home | nach Hause
    move | to Berlin | nach Berlin
    fall | |
    fall | off the chair | vom Stuhl
    park | here | hier
    go | without me | ohne mich
"""

# Verb and kind of object: nouns. "acc" by default; the German verb may take the dative.
OBJECT_TABLE = """
    read book,newspaper,letter,story,map
    write letter,book,story,word,email,message,sentence,postcard,exam
    buy clothes,pair,small,device,furniture,vehicle,food,mass,drink,flower,house,flat
    sell vehicle,house,flat,bike,device,furniture,ring
    eat food,mass,sandwich,pizza,meat,chocolate
    drink drink
    make2 coffee,tea
    cook soup,rice,pasta,potato,egg,vegetables
    see moon,sun,sky,snow,kin,person,animal,film,sea,nature,castle,vehicle
    hear music,song,child,dog,bird
    find small,pair,dog,cat,job,flat,mistake,exit,hotel
    look_for small,pair,dog,cat,job,flat,hotel,bus_stop,exit,station,kin
    lose small,job,dog,money,glasses
    forget small,name,word,appointment,birthday,umbrella
    visit kin,kinpl,museum,castle,city
    meet kin,person,kinpl
    call kin,doctor,taxi,kinpl
    invite kin,kinpl,guest
    love snow,sun,sea,kin,kinpl,animal,music,city,film,life
    like snow,rain,colour,wind,weather,kin,person,animal,food,mass,drink,music,film,song,city,job,clothes,book
    hate job,city,music,film,vegetables,homework
    know truth,colour,secret,kin,person,city,song,film,book,hotel,word,restaurant,answer,way
    understand question,word,answer,problem,teacher,story
    miss kin,kinpl
    miss2 bus,train,plane
    need answer,email,address,number,light,small,pair,help,money,time,doctor,car,taxi,job,plan,water,food,friend,furniture
    want food,order,drink,dog,cat,car,bike,small,clothes,child,money
    have exam,secret,dream,animal,small,vehicle,house,flat,garden,question,problem,idea,time,money,job,appointment,family,pain,food,drink,friend,pair,plan,computer
    take bus,train,taxi,umbrella,bag,photo,key
    bring water,coffee,menu,newspaper,cake,letter
    open door,window,bottle,letter,present,bag,shop
    close door,window,bag,book,shop
    turn_on light,lamp,radio,television,computer
    turn_off light,lamp,radio,television,computer,phone
    wash car,shirt,hand,dog,plate,pair,apple
    clean home,window,floor,shower,shoes,table
    repair device,vehicle,watch,door
    wear clothes,pair,ring
    watch film,game
    use internet,pencil,dictionary,laptop,computer,phone,car,knife,washing_machine
    try_on clothes,pair
    order pizza,soup,coffee,beer,steak,salad,taxi,book
    make mistake,plan,cake,photo
    build house,boat,bridge
    paint picture,house,door,flower,wall
    carry bag,suitcase,child,box
    pick_up kin,child,letter
    bring_along friend,cake,dog,present,wine
    tidy_up room,kitchen,flat,desk
    break glass,cup,plate,window
    cut bread,cake,hair,meat
    answer2 question
    explain word,problem,plan,game,question
    repeat question,word,answer
    learn song,word
    rent flat,car,house,room,bike
    get letter,present,answer,job,email,message
    put_on clothes,pair
    take_off clothes,pair
    ask kin,teacher,doctor,person
    pay2 bill
    finish book,job,exam,sentence
    choose book,film,dress
    throw ball,stone
    catch ball,fish,mouse,thief
    steal money,car,bike,wallet,phone
    hide money,present,key,letter
    hug kin,person
    fix device,vehicle,watch,door
    count money,star,word
    draw picture,house,tree,animal,map
    translate sentence,word,letter,book
    feed animal,baby,child
    watch3 bird,star,child
    call_back kin
    enjoy life,holiday,music,food
    park car,motorbike
    listen_to song,music
    play2 game,song
    win game
"""
DATIVE_TABLE = """
    help kin,person,kinpl
    thank kin,person,kinpl
    answer kin,teacher
    follow dog,cat,person
    trust kin,person,doctor
    listen_to2 teacher,kin,child
"""
GIVE_TABLE = """
    give book,letter,key,flower,present,apple,money,photo,ball
    show photo,picture,house,city,room,way,letter,dress
    send letter,photo,present,flower,email,message,postcard
    bring coffee,tea,newspaper,water,cake
    lend book,car,umbrella,bike,pen,money
    tell story
"""
EXTRA_VERBS = """
    answer2 answered - beantworten beantwortet beantwortet
    pay2 paid - bezahlen bezahlt bezahlt
    play2 played - spielen spielt gespielt
"""

STATIVE = "live,love,like,hate,know,understand,need,want,have,miss,believe".split(",")
PRESENT_ONLY = "want,hate".split(",")
NUMBER_NAMES = (
    "one/eins two/zwei three/drei four/vier five/fünf six/sechs seven/sieben eight/acht nine/neun ten/zehn eleven/elf "
    "twelve/zwölf thirteen/dreizehn fourteen/vierzehn fifteen/fünfzehn sixteen/sechzehn seventeen/siebzehn "
    "eighteen/achtzehn nineteen/neunzehn twenty/zwanzig twenty-five/fünfundzwanzig thirty/dreißig "
    "thirty-five/fünfunddreißig forty/vierzig forty-five/fünfundvierzig fifty/fünfzig sixty/sechzig "
    "seventy/siebzig eighty/achtzig ninety/neunzig"
)
BIG_NAMES = "a_hundred/hundert two_hundred/zweihundert five_hundred/fünfhundert a_thousand/tausend"
DAYS = "Monday/Montag Tuesday/Dienstag Wednesday/Mittwoch Thursday/Donnerstag Friday/Freitag Saturday/Samstag Sunday/Sonntag"
MONTHS = (
    "January/Januar February/Februar March/März April/April May/Mai June/Juni July/Juli August/August "
    "September/September October/Oktober November/November December/Dezember"
)
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
ADVERBS = "often/oft always/immer never/nie sometimes/manchmal usually/normalerweise rarely/selten also/auch still/noch"


def split(table: str, separator: str | None = None):
    """ "one/eins two/zwei" -> (("one", "eins"), ("two", "zwei"))."""
    pairs = [word.partition("/") for word in table.replace(",", " ").split(separator)]
    return tuple((one.replace("_", " "), (two or one).replace("_", " ")) for one, _, two in pairs)


NOUNS: dict[str, list[Noun]] = {}
for group, table in NOUN_TABLE.items():
    for row in rows(table):
        en, en_plural, de, gender, de_plural = (
            column.replace("_", " ") for column in (row if len(row) == 5 else row[:1] + ["-"] + row[1:])
        )
        NOUNS.setdefault(group, []).append(Noun(en, en_plural, de, gender, de_plural, group))


def nouns(names: str, among: str = ""):
    """The nouns in a list of groups and words; a word is looked up in the first group that has it."""
    found = []
    for name in names.split(","):
        name = name.replace("_", " ")
        if name in NOUNS:
            found += NOUNS[name]
        else:
            found += [noun for group in NOUNS.values() for noun in group if name in (noun.en, noun.en_plural)][:1]
    return found


def pairs_of(text: str):
    return [tuple(item.strip().replace("_", " ").split(" ", 1)) for item in text.strip().split(",")]


def make_verb(line: list[str]):
    key, past, participle, de, third, perfect = line
    en = key.rstrip("0123456789").replace("_", " ")
    past = past.replace("_", " ")
    participle = past if participle == "-" else participle.replace("_", " ")
    prefix, _, infinitive = de.rpartition("|")
    auxiliary = "sein" if perfect.startswith("ist+") else "haben"
    return (
        key.replace("_", " "),
        Verb(en, past, infinitive, prefix, third, auxiliary, perfect.removeprefix("ist+"), "acc"),
        participle,
    )


VERBS: dict[str, Verb] = {}
PARTICIPLES: dict[str, str] = {"be": "been"}  # English base form -> past participle
for line in rows(VERB_TABLE) + rows(EXTRA_VERBS):
    key, verb_, participle_ = make_verb(line)
    VERBS[key], PARTICIPLES[verb_.en] = verb_, participle_
BE = Verb("be", "was", "sein", "", "ist", "sein", "gewesen", "state")
ADJECTIVES = {}
COMPARATIVES = {}
for row in rows(ADJECTIVE_TABLE):
    de_, _, stem_ = row[1].partition("/")
    fitting = nouns(row[3])
    ADJECTIVES[row[0]] = Adjective(row[0], de_, stem_ or de_, tuple(noun.en for noun in fitting))
    COMPARATIVES[row[0]] = row[2]
STATES = [(row[0].replace("_", " "), row[1].replace("_", " ")) for row in rows(STATE_TABLE)]

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
        "doctors/Ärzte teachers/Lehrer students/Studenten farmers/Bauern engineers/Ingenieure lawyers/Anwälte singers/Sänger "
        "actors/Schauspieler artists/Künstler musicians/Musiker soldiers/Soldaten waiters/Kellner tourists/Touristen "
        "cooks/Köche bakers/Bäcker pilots/Piloten police_officers/Polizisten nurses/Krankenpfleger"
    ),
    "playable": split(
        "football/Fußball tennis/Tennis basketball/Basketball cards/Karten chess/Schach the_piano/Klavier "
        "the_guitar/Gitarre the_violin/Geige volleyball/Volleyball golf/Golf"
    ),
    "quality": split(
        "good/gut bad/schlecht expensive/teuer cheap/billig easy/einfach difficult/schwierig important/wichtig interesting/interessant "
        "boring/langweilig strange/seltsam dangerous/gefährlich possible/möglich impossible/unmöglich wrong/falsch right/richtig "
        "funny/lustig beautiful/schön terrible/schrecklich new/neu old/alt normal/normal wonderful/wunderbar fantastic/fantastisch "
        "perfect/perfekt great/toll nice/schön big/groß small/klein loud/laut quiet/ruhig dirty/schmutzig clean/sauber far/weit "
        "early/früh late/spät clear/klar enough/genug simple/einfach true/wahr"
    ),
    "someone": split("someone/jemand somebody/jemand nobody/niemand everyone/jeder everybody/jeder no_one/niemand"),
    "feel": split(
        "tired/müde happy/glücklich sad/traurig sick/krank angry/wütend nervous/nervös lonely/einsam weak/schwach strong/stark "
        "excited/aufgeregt young/jung old/alt free/frei hungry/hungrig thirsty/durstig rich/reich poor/arm healthy/gesund"
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
    "fav": split("film/Lieblingsfilm/m book/Lieblingsbuch/n song/Lieblingslied/n food/Lieblingsessen/n city/Lieblingsstadt/f animal/Lieblingstier/n "
        "sport/Lieblingssport/m subject/Lieblingsfach/n restaurant/Lieblingsrestaurant/n drink/Lieblingsgetränk/n music/Lieblingsmusik/f "
        "singer/Lieblingssänger/m actor/Lieblingsschauspieler/m number/Lieblingszahl/f season/Lieblingsjahreszeit/f"),
    "favperson": split(
        "singer/Lieblingssänger/m actor/Lieblingsschauspieler/m teacher/Lieblingslehrer/m "
        "writer/Lieblingsschriftsteller/m"
    ),
    "ordinal": split("first/erst second/zweit third/dritt fourth/viert next/nächst"),
    "country": [(row[0], row[1]) for row in rows(COUNTRY_TABLE)],
    "language": sorted({(row[5], row[6]) for row in rows(COUNTRY_TABLE)}) + [("Arabic", "Arabisch"), ("Turkish", "Türkisch"), ("Dutch", "Niederländisch")],
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
    "Berlin/Germany Munich/Germany Hamburg/Germany Cologne/Germany Vienna/Austria London/England Paris/France Rome/Italy "
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
LISTS["digits"] = [(str(number), str(number)) for number in range(1, 100)]
LISTS["price"] = [(f"{whole}.{cents}", f"{whole},{cents}") for whole in range(1, 40) for cents in (20, 50, 90, 99)]
LISTS["year"] = [(str(year), str(year)) for year in range(1900, 2031)]
LISTS["time"] = [(f"{hour}:{minute}", f"{hour}:{minute}") for hour in range(1, 24) for minute in ("00", 10, 15, 20, 30, 40, 45, 50)]
LISTS["surname"] = [(name, name) for name in """
    Miller Smith Brown Jones Taylor Johnson Williams Davis Wilson Clark Lewis Walker Hall Young King Wright Scott Green
    Baker Adams Nelson Hill Campbell Mitchell Roberts Carter Phillips Evans Turner Parker Collins Edwards Stewart Morris
    Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Richter Klein Wolf Schröder Neumann
    Schwarz Zimmermann Braun Krüger Hartmann Lange Krause Lehmann Köhler Kaiser Fuchs Vogel Keller Winter Berger Roth
""".split()]
LISTS["rarename"] = [(name, name) for name in """
    Adam Agnes Alan Alba Albert Alex Alice Alina Amir Amy Andrea Andreas Angela Anita Anton Ariana Arthur Astrid Barbara
    Beate Bella Ben Benjamin Bernd Bettina Bill Björn Bob Boris Bruno Carla Carlos Caroline Charlie Charlotte Chloe Chris
    Christian Christine Clara Claudia Dennis Diana Diego Dieter Dora Doris Edgar Elena Elias Elisa Elisabeth Ella Emil
    Emily Erik Erika Ethan Eugen Fabian Fatima Fiona Florian Frank Franz Fred Frida George Georg Gerd Gina Gloria Grace
    Greta Hanna Hannah Hans Harald Harry Heidi Heinz Helen Helena Helga Henry Hugo Ian Ida Igor Ina Inga Ingrid Irene Iris
    Isabel Ivan Jack Jacob Jakob James Jana Jasmin Jean Jenny Jens Jessica Jim Joachim Johanna Jonas Jonathan Jörg Josef
    Judith Jürgen Kai Karen Karin Karl Katharina Katrin Kevin Kim Klaus Klara Konrad Kurt Lara Lars Laurin Lea Leo Leon
    Liam Lily Linda Lina Linus Louis Louise Luca Lucy Ludwig Luis Luisa Luke Lydia Magda Manuel Marcel Marco Marcus Margit
    Mario Marion Mark Marlene Marta Martha Martin Martina Mary Matthias Maya Mia Mike Mila Mohamed Monika Moritz Nadia
    Natalie Nele Niklas Nils Nina Noah Nora Norbert Olaf Oliver Olivia Omar Oscar Otto Pascal Patricia Patrick Paula Petra
    Philipp Pia Rachel Rainer Ralf Rebecca Regina Rita Robert Robin Roland Rosa Rudi Ruth Sabine Sam Samuel Sandra Sara
    Sebastian Silke Silvia Simon Sofia Sonja Stefan Stella Steve Susanne Sven Tanja Tim Theo Thea Till Tina Tobias Toni
    Udo Ulla Ulrich Ursula Uwe Vera Victor Viktoria Vincent Walter Werner Will Wolfgang Yara Yusuf Zoe
""".split()]
LISTS["place"] = [(name, name) for name in """
    Aachen Aberdeen Amsterdam Ankara Augsburg Baltimore Bamberg Barcelona Belfast Bergen Bern Bielefeld Birmingham Bochum
    Bologna Bonn Bordeaux Boston Bremen Bristol Budapest Cambridge Cardiff Casablanca Chicago Dallas Dakar Delhi Denver
    Dortmund Dresden Dublin Duisburg Düsseldorf Edinburgh Erfurt Essen Frankfurt Freiburg Glasgow Graz Göttingen Hamburg
    Heidelberg Helsinki Houston Innsbruck Istanbul Jena Jerusalem Karlsruhe Kassel Kiel Koblenz Leeds Leipzig Lima Linz
    Liverpool Lübeck Luzern Lyon Madrid Mainz Malmö Manchester Mannheim Marseille Melbourne Miami Montreal Mumbai Münster
    Nairobi Nottingham Oslo Oxford Paderborn Paris Philadelphia Porto Potsdam Quebec Regensburg Reykjavik Rostock Rotterdam
    Salzburg Seattle Sevilla Sheffield Singapur Stockholm Stuttgart Sydney Toledo Toronto Trier Tübingen Ulm Valencia
    Vancouver Verona Weimar Wiesbaden Wolfsburg Wuppertal Würzburg York
""".split() if name != "Singapur"]
LISTS["times"] = split("once/einmal twice/zweimal three_times/dreimal four_times/viermal five_times/fünfmal")
LISTS["days"] = [(f"{en}s", f"{de.lower()}s") for en, de in LISTS["day"]]
LISTS["today"] = split("today/heute now/jetzt this_morning/heute_Morgen")
LISTS["hairlength"] = split("long/lange short/kurze")
LISTS["haircolour"] = split("black/schwarze brown/braune blond/blonde grey/graue red/rote dark/dunkle")
LISTS["windadj"] = split("strong/stark cold/kalt warm/warm")
LISTS["sizeadj"] = split("big/groß small/klein long/lang short/kurz expensive/teuer old/alt")
LISTS["animaldoes"] = split("run/laufen swim/schwimmen sing/singen fly/fliegen jump/springen")
# Verbs that need no object: English base form, third person and -ing form; German first person, third person and plural
BARE_VERBS = """
    sing sings singing singe singt singen
    laugh laughs laughing lache lacht lachen
    cry cries crying weine weint weinen
    sleep sleeps sleeping schlafe schläft schlafen
    dance dances dancing tanze tanzt tanzen
    play plays playing spiele spielt spielen
    read reads reading lese liest lesen
    write writes writing schreibe schreibt schreiben
    cook cooks cooking koche kocht kochen
    eat eats eating esse isst essen
    drink drinks drinking trinke trinkt trinken
    run runs running laufe läuft laufen
    swim swims swimming schwimme schwimmt schwimmen
    work works working arbeite arbeitet arbeiten
    wait waits waiting warte wartet warten
    smile smiles smiling lächle lächelt lächeln
    jump jumps jumping springe springt springen
    learn learns learning lerne lernt lernen
    shout shouts shouting schreie schreit schreien
    paint paints painting male malt malen
    dream dreams dreaming träume träumt träumen
    smoke smokes smoking rauche raucht rauchen
    travel travels travelling reise reist reisen
    fall falls falling falle fällt fallen
    fly flies flying fliege fliegt fliegen
    come comes coming komme kommt kommen
    study studies studying studiere studiert studieren
    ask asks asking frage fragt fragen
    answer answers answering antworte antwortet antworten
    pray prays praying bete betet beten
    help helps helping helfe hilft helfen
    stay stays staying bleibe bleibt bleiben
    pay pays paying zahle zahlt zahlen
    go goes going gehe geht gehen
"""
for slot, en_form, de_form in (
    ("doI", 0, 3), ("does", 1, 4), ("do", 0, 5), ("doingI", 2, 3), ("doing", 2, 4), ("doingpl", 2, 5)
):  # fmt: skip
    LISTS[slot] = [(row[en_form], row[de_form]) for row in rows(BARE_VERBS)]
# Groups for the slots, of nouns in the tables above
SLOT_GROUPS = {
    "zutown": "station,airport,hotel,museum,hospital,post_office,pharmacy,bank,supermarket,church,bus_stop,university,"
    "library,castle,school,zoo,park,police_station,market,swimming_pool,cinema,beach",
    "intown": "restaurant,café,bar,cinema,theatre,museum,library,park,zoo,church,supermarket,hotel,office,swimming_pool,city",
    "attown": "station,airport,bus_stop",
    "doctorlike": "doctor,dentist",
    "table": "table,desk,bed,sofa,chair",
    "bag": "bag,suitcase,box,cupboard",
    "fridge": "fridge",
    "furn": "table,chair,bed,sofa,cupboard,desk,lamp,television,mirror,picture,computer",
    "colthing": "door,cup,bird,flower,cat,dog,ball,umbrella,house",
    "man": "father,brother,husband,son,uncle,friend,boss,cousin,grandfather,neighbour,dad",
    "lady": "mother,sister,wife,daughter,aunt,girlfriend,grandmother,mum",
    "nature": "city,town,village,country,street",
    "town": "hotel,restaurant,café,bar,cinema,theatre,museum,library,school,university,hospital,church,park,zoo,shop,"
    "supermarket,bakery,bank,pharmacy,swimming_pool,station,airport,post_office,bus_stop,toilet,market,castle,"
    "police_station,office,exit",
    "place": "hotel,restaurant,café,museum,school,hospital,park,shop,office,house,city,village",
    "media": "film,movie,book,song,story,game",
    "limb": "arm,leg,foot,hand,finger,nose",
    "transport": "bus,train,tram,ship,underground",
    "limbs": "arm,leg,foot,eye,ear,tooth,knee,hand",
    "corner": "corner,traffic_light,church,bridge,school",
    "plurals": "shoes,gloves,socks,boots",
    "food": "food",
    "street": "street,bridge",
    "room": "room,bathroom,garage,flat",
    "toilet": "toilet,bathroom",
    "door": "door,window",
    "gift": "book,ring,scarf,watch,toy,dress,bag,cake,present,hat",
    "party": "party,concert,exam,film,trip,wedding,meeting,game",
    "song": "song",
    "garden": "garden,park,zoo,house",
    "holiday": "holiday,trip,day,birthday",
    "message": "email,letter,message,postcard",
    "farm": "farm",
    "lesson": "lesson,concert,film,party,game",
    "book": "book,letter,newspaper,story",
    "picture": "picture,photo,lamp,mirror",
    "kitchenthing": "knife,fork,spoon,plate,cup,glass,bottle,lamp,chair",
    "question": "question,word,sentence,answer",
    "answer": "answer",
    "sea": "sea,castle,zoo,museum,city",
}
IT_IS = (
    ("it is important", "es ist wichtig"), ("it is nice", "es ist schön"), ("it is easy", "es ist einfach"),
    ("it is difficult", "es ist schwierig"), ("it is fun", "es macht Spaß"), ("it is not easy", "es ist nicht einfach"),
)  # fmt: skip
