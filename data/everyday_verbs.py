"""The verbs of an ordinary day, what they go with, and activities such as *go home*."""

from toy_lexicon import Verb, rows

# English base, past and participle ("-" repeats the past); German infinitive (prefix|verb), er-form and participle.
# A key with a number is another verb with the same English.
VERB_TABLE = """
    go went gone gehen geht ist+gegangen
    go2 went gone fahren fährt ist+gefahren
    come came come kommen kommt ist+gekommen
    go_out went_out gone_out aus|gehen geht ist+ausgegangen
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
    borrow2 borrowed - leihen leiht geliehen
    climb climbed - klettern klettert ist+geklettert
    celebrate celebrated - feiern feiert gefeiert
    change2 changed - ändern ändert geändert
    collect collected - sammeln sammelt gesammelt
    continue continued - weiter|machen macht weitergemacht
    comb combed - kämmen kämmt gekämmt
    decide decided - entscheiden entscheidet entschieden
    destroy destroyed - zerstören zerstört zerstört
    discover discovered - entdecken entdeckt entdeckt
    dry dried - trocknen trocknet getrocknet
    expect expected - erwarten erwartet erwartet
    fight fought - kämpfen kämpft gekämpft
    fill filled - füllen füllt gefüllt
    guess guessed - raten rät geraten
    hit hit hit schlagen schlägt geschlagen
    hold held - halten hält gehalten
    knock knocked - klopfen klopft geklopft
    kick kicked - schießen schießt geschossen
    pass passed - bestehen besteht bestanden
    practise practised - üben übt geübt
    print printed - drucken druckt gedruckt
    pull pulled - ziehen zieht gezogen
    push pushed - schieben schiebt geschoben
    receive received - bekommen bekommt bekommen
    relax relaxed - entspannen entspannt entspannt
    save saved - sparen spart gespart
    smell smelled - riechen riecht gerochen
    taste tasted - probieren probiert probiert
    spend spent - verbringen verbringt verbracht
    spend2 spent - aus|geben gibt ausgegeben
    touch touched - an|fassen fasst angefasst
    whisper whispered - flüstern flüstert geflüstert
    bake baked - backen backt gebacken
    burn burned - verbrennen verbrennt verbrannt
    cross crossed - überqueren überquert überquert
    describe described - beschreiben beschreibt beschrieben
    discuss discussed - besprechen bespricht besprochen
    enter entered - betreten betritt betreten
    pack packed - packen packt gepackt
    plant planted - pflanzen pflanzt gepflanzt
    prepare prepared - vor|bereiten bereitet vorbereitet
    sign signed - unterschreiben unterschreibt unterschrieben
    spell spelled - buchstabieren buchstabiert buchstabiert
    support supported - unterstützen unterstützt unterstützt
    surprise surprised - überraschen überrascht überrascht
    train trained - trainieren trainiert trainiert
    wrap wrapped - ein|packen packt eingepackt
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
    go_out | |
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
    climb | |
    climb | on a tree | auf einen Baum
    continue | |
    fight | |
    guess | |
    knock | at the door | an die Tür
    practise | |
    practise | every day | jeden Tag
    save | money | Geld
    spend2 | too much money | zu viel Geld
    spend | the weekend at home | das Wochenende zu Hause
    spend | the night in a hotel | die Nacht in einem Hotel
    whisper | |
    bake | |
    celebrate | |
    celebrate | with my friends | mit meinen Freunden
    train | |
    train | in the park | im Park
    pack | |
    walk | home | nach Hause
    walk | through the forest | durch den Wald
    run | through the park | durch den Park
    run | to the station | zum Bahnhof
    go | down the street | die Straße entlang
    swim | across the lake | durch den See
    drive | through the city | durch die Stadt
    play | inside | drinnen
    eat | outside | draußen
    live | in the north | im Norden
    live | in the south | im Süden
    live | somewhere else | woanders
    drink | something | etwas
    learn | quickly | schnell
    speak | quickly | schnell
    go | to the doctor | zum Arzt
    go | to the dentist | zum Zahnarzt
    go | to the pub | in die Kneipe
    watch2 | a film | einen Film
    stay | inside | drinnen
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
    need answer,email,address,number,small,pair,help,money,time,doctor,car,taxi,job,plan,water,food,friend,furniture
    want food,order,drink,dog,cat,car,bike,small,clothes,child,money
    have exam,secret,dream,animal,small,vehicle,house,flat,garden,question
    have problem,idea,time,money,job,appointment,family,pain,food,drink,friend,pair,plan,computer
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
    borrow2 book,bike,pen,umbrella,money
    celebrate birthday,wedding,party
    change2 plan,name,password,number,life
    collect stamp,coin,postcard,stone
    destroy house,bridge,car,letter
    discover island,secret,mistake,star
    dry hair,shirt,towel,plate
    expect answer,letter,guest,visit
    fill bottle,glass,cup,bowl
    hit ball,dog,table
    hold hand,baby,glass,ball,bag
    kick ball
    pass exam,test
    practise song,sentence,word
    print letter,text,photo,ticket
    pull table,chair,boat
    push car,bike,table
    receive letter,parcel,email,present,message
    smell flower,rose,coffee,fire
    taste soup,cake,cheese,sauce
    touch dog,door,hand,picture
    bake cake,bread,pizza,biscuit
    burn letter,paper,wood,photo
    cross street,river,bridge,square
    describe picture,house,man,problem,way
    discuss plan,problem,idea,question
    enter house,room,shop,church
    pack suitcase,bag,backpack
    plant tree,flower,rose,carrot
    sign letter,book,text
    spell word,name
    support team,kin
    surprise kin,teacher
    wrap present,book
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
NEVER_ORDERED = "hurt,arrive,leave,get,lose,find,die,do,see,fall asleep,grow up,win,break,meet,expect,pass".split(",")
NEVER_ORDERED += "discover,receive,enter,spend".split(",")

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
