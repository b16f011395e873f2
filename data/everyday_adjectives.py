"""How things and people are."""

from everyday_lists import split
from everyday_nouns import nouns
from toy_lexicon import Adjective, rows

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
    good gut besser film,book,song,game,idea,friend,teacher,doctor,restaurant,hotel,question,answer,day,food,mass,drink
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
    high hoch/hoh höher mountain,wall,tower,tree,price
    deep tief tiefer river,lake,sea
    wide breit breiter street,river,door,bridge
    narrow eng enger street,room,path
    thick dick dicker book,wall,soup,coat,blanket
    thin dünn dünner book,coat,man,blanket
    fat dick dicker man,cat,pig,dog
    soft weich weicher bed,pillow,blanket,towel,sofa
    hard hart härter bread,bed,test
    sharp scharf schärfer knife,sauce
    sour sauer/saur saurer lemon,apple,milk,grape
    dry trocken/trocken trockener towel,bread,wood,shirt
    wet nass nasser towel,shirt,dog,street,hair
    bright hell heller room,lamp,light,kitchen,star
    dark dunkel/dunkl dunkler room,street,forest,cellar
    safe sicher sicherer city,street,place,bridge
    useful nützlich nützlicher book,present,device,information,animal
    exciting spannend spannender film,book,story,game,trip,race
    terrible schrecklich schrecklicher film,day,accident,story,mistake,storm
    wonderful wunderbar wunderbarer film,day,idea,present,song,trip
    lovely schön schöner day,place,garden,song
    excellent ausgezeichnet - wine,idea,restaurant,teacher,food
    comfortable bequem bequemer chair,sofa,bed,shoe,car
    noisy laut lauter street,city,room,machine
    wild wild wilder animal,sea,horse
    huge riesig riesiger house,ship,dog,tree,city,cake
    tiny winzig winziger mouse,island,flat,kitchen
    foreign fremd fremder country,city,language,man
    simple einfach einfacher question,word,exercise,plan
    round rund runder table,window,ball,mirror
    rich reich reicher man,country,lady,uncle
    poor arm ärmer man,country,village
    sad traurig trauriger film,song,story,child,man
    happy glücklich glücklicher child,man,woman,life,day,family
    sick krank kränker child,dog,man,tree
    tired müde müder child,man,teacher,dog
    hungry hungrig hungriger dog,child,guest,lion
    angry wütend wütender man,boss,dog,neighbour
    clever klug klüger child,dog,student,idea,fox
    lazy faul fauler cat,student,dog,boy
    brave mutig mutiger soldier,girl,boy,dog
    polite höflich höflicher child,waiter,guest,man
    strong stark stärker man,horse,wind,coffee
    weak schwach schwächer man,heart,coffee,team
    quick schnell schneller answer,visit
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
COMPARED = split(
    """
    old/älter young/jünger tall/größer small/kleiner rich/reicher poor/ärmer strong/stärker weak/schwächer
    clever/klüger smart/klüger intelligent/intelligenter nice/netter friendly/freundlicher funny/lustiger
    happy/glücklicher beautiful/schöner fast/schneller lazy/fauler brave/mutiger slim/schlanker famous/berühmter
    polite/höflicher good/besser sad/trauriger
    """
)
SUPERLATIVE_TABLE = """
    old oldest ältest
    young youngest jüngst
    big biggest größt
    small smallest kleinst
    good best best
    beautiful most_beautiful schönst
    expensive most_expensive teuerst
    cheap cheapest billigst
    interesting most_interesting interessantest
    long longest längst
    bad worst schlechtest
    famous most_famous berühmtest
    important most_important wichtigst
    modern most_modern modernst
"""
SUPERLATIVES = [[part.replace("_", " ") for part in row] for row in rows(SUPERLATIVE_TABLE)]

ADJECTIVES = {}
COMPARATIVES = {}
for row in rows(ADJECTIVE_TABLE):
    de_, _, stem_ = row[1].partition("/")
    fitting = nouns(row[3])
    ADJECTIVES[row[0]] = Adjective(row[0], de_, stem_ or de_, tuple(noun.en for noun in fitting))
    COMPARATIVES[row[0]] = row[2]
STATES = [(row[0].replace("_", " "), row[1].replace("_", " ")) for row in rows(STATE_TABLE)]
