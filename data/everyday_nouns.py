"""The nouns of everyday sentences, in groups, and the groups from which a slot of a template takes its noun."""

from toy_lexicon import Adjective, Noun, rows

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
        colleague colleagues Kollege m Kollegen
        boyfriend boyfriends Freund m Freunde
        niece nieces Nichte f Nichten
        nephew nephews Neffe m Neffen
        partner partners Partner m Partner""",
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
        actor actors Schauspieler m Schauspieler
        lady ladies Dame f Damen
        guide guides Führer m Führer
        player players Spieler m Spieler
        visitor visitors Besucher m Besucher
        worker workers Arbeiter m Arbeiter
        waitress waitresses Kellnerin f Kellnerinnen
        prince princes Prinz m Prinzen
        princess princesses Prinzessin f Prinzessinnen
        president presidents Präsident m Präsidenten
        postman postmen Briefträger m Briefträger
        customer customers Kunde m Kunden
        writer writers Schriftsteller m Schriftsteller
        soldier soldiers Soldat m Soldaten
        passenger passengers Fahrgast m Fahrgäste
        twin twins Zwilling m Zwillinge
        pupil pupils Schüler m Schüler""",
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
        bee bees Biene f Bienen
        fox foxes Fuchs m Füchse
        frog frogs Frosch m Frösche
        wolf wolves Wolf m Wölfe
        tiger tigers Tiger m Tiger
        hen hens Huhn n Hühner
        kitten kittens Kätzchen n Kätzchen
        turtle turtles Schildkröte f Schildkröten
        parrot parrots Papagei m Papageien
        squirrel squirrels Eichhörnchen n Eichhörnchen
        insect insects Insekt n Insekten
        ghost ghosts Gespenst n Gespenster
        pet pets Haustier n Haustiere""",
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
        melon melons Melone f Melonen
        grape grapes Traube f Trauben
        snack snacks Snack m Snacks
        dessert desserts Nachtisch m Nachtische
        hot_dog hot_dogs Hotdog m Hotdogs""",
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
        spinach - Spinat m -
        toast - Toast m -
        beef - Rindfleisch n -
        pork - Schweinefleisch n -
        mustard - Senf m -
        sauce - Soße f -
        yogurt - Joghurt m -""",
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
        blouse blouses Bluse f Blusen
        sweater sweaters Pullover m Pullover
        raincoat raincoats Regenmantel m Regenmäntel
        uniform uniforms Uniform f Uniformen
        handbag handbags Handtasche f Handtaschen
        backpack backpacks Rucksack m Rucksäcke""",
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
        stone stones Stein m Steine
        magazine magazines Zeitschrift f Zeitschriften
        purse purses Geldbörse f Geldbörsen
        basket baskets Korb m Körbe
        hammer hammers Hammer m Hämmer
        flag flags Fahne f Fahnen
        coin coins Münze f Münzen
        envelope envelopes Umschlag m Umschläge
        parcel parcels Paket n Pakete
        prize prizes Preis m Preise
        tent tents Zelt n Zelte
        doll dolls Puppe f Puppen
        toothbrush toothbrushes Zahnbürste f Zahnbürsten
        diary diaries Tagebuch n Tagebücher
        comb combs Kamm m Kämme
        shoe shoes Schuh m Schuhe
        glove gloves Handschuh m Handschuhe
        pot pots Topf m Töpfe
        bowl bowls Schüssel f Schüsseln""",
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
        washing_machine washing_machines Waschmaschine f Waschmaschinen
        machine machines Maschine f Maschinen
        engine engines Motor m Motoren
        heater heaters Heizung f Heizungen
        refrigerator refrigerators Kühlschrank m Kühlschränke""",
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
        oven ovens Ofen m Öfen
        wardrobe wardrobes Kleiderschrank m Kleiderschränke
        curtain curtains Vorhang m Vorhänge
        drawer drawers Schublade f Schubladen
        bath baths Badewanne f Badewannen""",
    "vehicle": """
        car cars Auto n Autos
        bike bikes Fahrrad n Fahrräder
        bicycle bicycles Fahrrad n Fahrräder
        motorbike motorbikes Motorrad n Motorräder
        boat boats Boot n Boote
        truck trucks Lastwagen m Lastwagen
        helicopter helicopters Hubschrauber m Hubschrauber
        van vans Lieferwagen m Lieferwagen
        tractor tractors Traktor m Traktoren""",
    "transport": """
        bus buses Bus m Busse
        train trains Zug m Züge
        plane planes Flugzeug n Flugzeuge
        taxi taxis Taxi n Taxis
        tram trams Straßenbahn f Straßenbahnen
        ship ships Schiff n Schiffe
        underground - U-Bahn f -
        ferry ferries Fähre f Fähren""",
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
        cellar cellars Keller m Keller
        balcony balconies Balkon m Balkone
        classroom classrooms Klassenzimmer n Klassenzimmer
        dining_room dining_rooms Esszimmer n Esszimmer
        hall halls Flur m Flure
        yard yards Hof m Höfe""",
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
        internet - Internet n -
        storm - Sturm m -
        fog - Nebel m -
        air - Luft f -
        fire - Feuer n -
        grass - Gras n -
        nature - Natur f -
        future - Zukunft f -""",
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
        tower towers Turm m Türme
        palace palaces Palast m Paläste
        prison prisons Gefängnis n Gefängnisse
        pub pubs Kneipe f Kneipen
        square squares Platz m Plätze
        opera operas Oper f Opern
        lift lifts Aufzug m Aufzüge
        kiosk kiosks Kiosk m Kioske
        gate gates Tor n Tore
        company companies Firma f Firmen
        building buildings Gebäude n Gebäude""",
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
        field fields Feld n Felder
        rose roses Rose f Rosen
        leaf leaves Blatt n Blätter
        rainbow rainbows Regenbogen m Regenbögen
        wave waves Welle f Wellen
        desert deserts Wüste f Wüsten
        rock rocks Felsen m Felsen""",
    "media": """
        film films Film m Filme
        movie movies Film m Filme
        book books Buch n Bücher
        song songs Lied n Lieder
        story stories Geschichte f Geschichten
        game games Spiel n Spiele
        party parties Party f Partys
        photo photos Foto n Fotos
        music - Musik f -
        programme programmes Sendung f Sendungen
        poem poems Gedicht n Gedichte
        text texts Text m Texte""",
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
        year years Jahr n Jahre
        test tests Test m Tests
        exercise exercises Übung f Übungen
        reply replies Antwort f Antworten
        thing things Ding n Dinge
        place places Ort m Orte
        part parts Teil m Teile
        price prices Preis m Preise
        size sizes Größe f Größen
        group groups Gruppe f Gruppen
        course courses Kurs m Kurse
        rule rules Regel f Regeln
        voice voices Stimme f Stimmen
        accident accidents Unfall m Unfälle
        season seasons Jahreszeit f Jahreszeiten
        second seconds Sekunde f Sekunden
        century centuries Jahrhundert n Jahrhunderte
        goal goals Ziel n Ziele
        race races Rennen n Rennen
        difference differences Unterschied m Unterschiede
        chance chances Chance f Chancen
        decision decisions Entscheidung f Entscheidungen
        conversation conversations Gespräch n Gespräche
        competition competitions Wettbewerb m Wettbewerbe
        picnic picnics Picknick n Picknicks
        visit visits Besuch m Besuche""",
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
        news - Nachrichten p Nachrichten
        advice - Rat m -
        information - Information f -
        luggage - Gepäck n -
        health - Gesundheit f -
        rubbish - Müll m -
        noise - Lärm m -
        traffic - Verkehr m -
        electricity - Strom m -
        experience - Erfahrung f -
        fun - Spaß m -
        pleasure - Vergnügen n -
        oil - Öl n -
        soap - Seife f -
        wood - Holz n -
        gold - Gold n -
        sand - Sand m -
        paper - Papier n -""",
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
        hair - Haar n -
        toe toes Zeh m Zehen
        shoulder shoulders Schulter f Schultern
        tongue - Zunge f -
        skin - Haut f -
        heart - Herz n -
        chest - Brust f -
        thumb thumbs Daumen m Daumen""",
    "subject": """
        mathematics - Mathematik f -
        history - Geschichte f -
        biology - Biologie f -
        music - Musik f -
        art - Kunst f -
        sport - Sport m -
        chemistry - Chemie f -
        physics - Physik f -
        science - Naturwissenschaft f -
        geography - Erdkunde f -
        medicine - Medizin f -
        law - Jura n -""",
}

# Groups for the slots, of nouns in the tables above
SLOT_GROUPS = {
    "zutown": "station,airport,hotel,museum,hospital,post_office,pharmacy,bank,supermarket,church,bus_stop,university,"
    "library,castle,school,zoo,park,police_station,market,swimming_pool,cinema,beach",
    "intown": "restaurant,café,bar,cinema,theatre,museum,library,park,zoo,church,supermarket,hotel,office,"
    "swimming_pool,city",
    "attown": "station,airport,bus_stop",
    "doctorlike": "doctor,dentist",
    "table": "table,desk,bed,sofa,chair",
    "bag": "bag,suitcase,box,cupboard",
    "fridge": "fridge",
    "furn": "table,chair,bed,sofa,cupboard,desk,lamp,television,mirror,picture,computer",
    "colthing": "door,cup,bird,flower,cat,dog,ball,umbrella,house",
    "man": "father,brother,husband,son,uncle,friend,boss,cousin,grandfather,neighbour,dad",
    "lady": "mother,sister,wife,daughter,aunt,girlfriend,grandmother,mum",
    "nature": "city,village,country,street,forest,park",
    "town": "hotel,restaurant,café,bar,cinema,theatre,museum,library,school,university,hospital,church,park,zoo,shop,"
    "supermarket,bakery,bank,pharmacy,swimming_pool,station,airport,post_office,bus_stop,toilet,market,castle,"
    "police_station,office,exit",
    "place": "hotel,restaurant,café,museum,school,hospital,park,shop,office,house,city,village",
    "media": "film,movie,book,song,story,game",
    "limb": "arm,leg,foot,hand,finger,nose",
    "transport": "bus,train,tram,ship,underground",
    "limbs": "arm,leg,foot,eye,ear,tooth,knee,hand",
    "mouth": "mouth,eye,hand",
    "shoe": "shoe",
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

NOUNS: dict[str, list[Noun]] = {}
for group, table in NOUN_TABLE.items():
    for row in rows(table):
        columns = row if len(row) == 5 else [row[0], "-", *row[1:]]
        en, en_plural, de, gender, de_plural = (column.replace("_", " ") for column in columns)
        NOUNS.setdefault(group, []).append(Noun(en, en_plural, de, gender, de_plural, group))


def nouns(names: str):
    """The nouns in a list of groups and words; a word is looked up in the first group that has it."""
    found = []
    for name in names.split(","):
        name = name.replace("_", " ")
        if name in NOUNS:
            found += NOUNS[name]
        else:
            found += [noun for group in NOUNS.values() for noun in group if name in (noun.en, noun.en_plural)][:1]
    return found


def fitting_nouns(adjective: Adjective, but: tuple[str, ...]):
    """The nouns with a singular that the adjective fits, but for some groups."""
    all_nouns = [noun for group in NOUNS.values() for noun in group]
    return [noun for noun in all_nouns if noun.en in adjective.nouns and noun.en != "-" and noun.group not in but]
