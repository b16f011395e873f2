"""Sentences with slots, one a line, English | German.

A slot is {determiner noun-group}, such as {my kin} or {the town}, or the name of a list, such as {country}. A number at
its end tells two slots of a kind apart. In German a slot may ask for a case: {the town:acc}; nominative is the default.
"""

TEMPLATES = """
    This is {my kin}. | Das ist {my kin}.
    This is {my small}. | Das ist {my small}.
    This is {a small}. | Das ist {a small}.
    That is {my vehicle}. | Das ist {my vehicle}.
    That is {a adj}. | Das ist {a adj}.
    That is not {my small}. | Das ist nicht {my small}.
    This is not {my vehicle}. | Das ist nicht {my vehicle}.
    Is this {your small}? | Ist das {your small}?
    Is that {your kin}? | Ist das {your kin}?
    These are {my kinpl}. | Das sind {my kinpl}.
    Those are {my kinpl}. | Das sind {my kinpl}.
    These are {my plurals}. | Das sind {my plurals}.
    Are these {your plurals}? | Sind das {your plurals}?
    Whose {small:bare} is this? | Wessen {small} ist das?
    Whose {vehicle:bare} is that? | Wessen {vehicle} ist das?
    This is {name}'s {small:bare}. | Das ist {name:gen} {small}.
    This is {name}'s {kin:bare}. | Das ist {name:gen} {kin}.
    {my kin} is here. | {my kin} ist hier.
    {my kin} is not here. | {my kin} ist nicht hier.
    Is {your kin} here? | Ist {your kin} hier?
    Is {your kin} at home? | Ist {your kin} zu Hause?
    Where is {your kin}? | Wo ist {your kin}?
    Where is {the town}? | Wo ist {the town}?
    Where is {my small}? | Wo ist {my small}?
    Where is {your vehicle}? | Wo ist {your vehicle}?
    Where is {the home}? | Wo ist {the home}?
    Where are {my plurals}? | Wo sind {my plurals}?
    Where are {your kinpl}? | Wo sind {your kinpl}?
    Where are {the dish.pl}? | Wo sind {the dish.pl}?
    Where are {my small.pl}? | Wo sind {my small.pl}?
    Excuse me, where is {the town}? | Entschuldigung, wo ist {the town}?
    Excuse me, where is {the town}, please? | Entschuldigung, wo ist bitte {the town}?
    Where can I find {a town}? | Wo kann ich {a town:acc} finden?
    Where can I buy {a small}? | Wo kann ich {a small:acc} kaufen?
    Where can I buy {- mass}? | Wo kann ich {- mass:acc} kaufen?
    How do I get to {the zutown}? | Wie komme ich {to zutown}?
    Excuse me, how do I get to {the zutown}? | Entschuldigung, wie komme ich {to zutown}?
    How far is it to {the zutown}? | Wie weit ist es bis {to zutown}?
    Can you show me the way to {the zutown}? | Kannst du mir den Weg {to zutown} zeigen?
    Can you tell me where {the town} is? | Kannst du mir sagen, wo {the town} ist?
    I am looking for {the town}. | Ich suche {the town:acc}.
    We are looking for {a town}. | Wir suchen {a town:acc}.
    Is there {a town} near here? | Gibt es hier in der Nähe {a town:acc}?
    Is there {a town} nearby? | Gibt es hier in der Nähe {a town:acc}?
    Is there {a town} here? | Gibt es hier {a town:acc}?
    There is {a town} near here. | Hier in der Nähe gibt es {a town:acc}.
    There is no {town:bare} here. | Hier gibt es {no town:acc}.
    There is {a town} in {this nature}. | In {this nature:dat} gibt es {a town:acc}.
    {the town} is next to {the town2}. | {the town} ist neben {the town2:dat}.
    {the town} is opposite {the town2}. | {the town} ist gegenüber {the town2:dat}.
    {the town} is behind {the town2}. | {the town} ist hinter {the town2:dat}.
    {the town} is in front of {the town2}. | {the town} ist vor {the town2:dat}.
    {the town} is near {the town2}. | {the town} ist in der Nähe {the town2:gen}.
    {the town} is on the left. | {the town} ist auf der linken Seite.
    {the town} is on the right. | {the town} ist auf der rechten Seite.
    {the town} is closed today. | {the town} ist heute geschlossen.
    {the town} is closed on {day}. | {the town} ist am {day} geschlossen.
    {the town} is open. | {the town} ist geöffnet.
    Is {the town} open today? | Ist {the town} heute geöffnet?
    When does {the town} open? | Wann öffnet {the town}?
    When does {the town} close? | Wann schließt {the town}?
    Turn left at {the town}. | Bieg an {the town:dat} links ab.
    Turn right at {the town}. | Bieg an {the town:dat} rechts ab.
    Turn left at {the corner}. | Bieg an {the corner:dat} links ab.
    Turn right at {the corner}. | Bieg an {the corner:dat} rechts ab.
    Go straight ahead to {the zutown}. | Geh geradeaus bis {to zutown}.
    Take the {ordinal} street on the left. | Nimm die {ordinal:e} Straße links.
    Take the {ordinal} street on the right. | Nimm die {ordinal:e} Straße rechts.
    When does {the transport} leave? | Wann fährt {the transport} ab?
    When does {the transport} arrive? | Wann kommt {the transport} an?
    When does the next {transport:bare} leave? | Wann fährt {next transport} ab?
    When is the next {transport:bare}? | Wann kommt {next transport}?
    {the transport} leaves at {clock}. | {the transport} fährt um {clock} ab.
    {the transport} arrives at {clock}. | {the transport} kommt um {clock} an.
    {the transport} is late. | {the transport} hat Verspätung.
    {the transport} to {city} leaves at {clock}. | {the transport} nach {city} fährt um {clock} ab.
    Does this {transport:bare} go to {city}? | Fährt {this transport} nach {city}?
    I would like a ticket to {city}, please. | Ich möchte bitte eine Fahrkarte nach {city}.
    One ticket to {city}, please. | Eine Fahrkarte nach {city}, bitte.
    I go to work by {transport:bare}. | Ich fahre mit {the transport:dat} zur Arbeit.
    {I} {go I} to school by {transport:bare}. | {I} {fahren I} mit {the transport:dat} zur Schule.
    {I} {go I} home by {vehicle:bare}. | {I} {fahren I} mit {the vehicle:dat} nach Hause.
    We are going to {city} by {transport:bare}. | Wir fahren mit {the transport:dat} nach {city}.
    I would like {a order}, please. | Ich möchte bitte {a order:acc}.
    I would like {a order}. | Ich möchte {a order:acc}.
    I'd like {a order}, please. | Ich möchte bitte {a order:acc}.
    I would like {a food}, please. | Ich möchte bitte {a food:acc}.
    We would like {a order}, please. | Wir möchten bitte {a order:acc}.
    Would you like {a order}? | Möchtest du {a order:acc}?
    Would you like {a food}? | Möchtest du {a food:acc}?
    Would you like some {drink:bare}? | Möchtest du etwas {drink}?
    Would you like some {mass:bare}? | Möchtest du etwas {mass}?
    Do you want some {drink:bare}? | Willst du etwas {drink}?
    Do you want {a food}? | Willst du {a food:acc}?
    {a order}, please. | {a order:acc}, bitte.
    Two {order.pl:bare}, please. | Zwei {- order.pl}, bitte.
    {a food}, please. | {a food:acc}, bitte.
    Can I have {a order}, please? | Kann ich bitte {a order:acc} haben?
    Can I have {the order}, please? | Kann ich bitte {the order:acc} haben?
    Can I have some {mass:bare}, please? | Kann ich bitte etwas {mass} haben?
    I will have {a food}. | Ich nehme {a food:acc}.
    I take {the food}. | Ich nehme {the food:acc}.
    Do you have {- mass}? | Hast du {- mass:acc}?
    Do you have {a small}? | Hast du {a small:acc}?
    Do you have {a animal}? | Hast du {a animal:acc}?
    What would you like to eat? | Was möchtest du essen?
    What would you like to drink? | Was möchtest du trinken?
    What do you want to drink? | Was willst du trinken?
    What do you want to eat? | Was willst du essen?
    How much does {the small} cost? | Wie viel kostet {the small}?
    How much does {this clothes} cost? | Wie viel kostet {this clothes}?
    How much does {this vehicle} cost? | Wie viel kostet {this vehicle}?
    How much is {this clothes}? | Wie viel kostet {this clothes}?
    How much is {the small}? | Wie viel kostet {the small}?
    How much is {a order}? | Wie viel kostet {a order}?
    How much are {the plurals}? | Wie viel kosten {the plurals}?
    How much do {these food.pl} cost? | Wie viel kosten {these food.pl}?
    {the small} costs {num} euros. | {the small} kostet {num} Euro.
    {this clothes} costs {num} euros. | {this clothes} kostet {num} Euro.
    It costs {num} euros. | Es kostet {num} Euro.
    That is {num} euros. | Das macht {num} Euro.
    I paid {num} euros for {the small}. | Ich habe {num} Euro für {the small:acc} bezahlt.
    {the vehicle} costs {big} euros. | {the vehicle} kostet {big} Euro.
    For breakfast I eat {- mass} and {- mass2}. | Zum Frühstück esse ich {- mass:acc} und {- mass2:acc}.
    I eat {- mass} for breakfast. | Ich esse {- mass:acc} zum Frühstück.
    {I} {have I} {- mass} for dinner. | {I} {haben I} {- mass:acc} zum Abendessen.
    We had {- mass} for lunch. | Wir hatten {- mass:acc} zum Mittagessen.
    {I} {drink I} {- drink} in the morning. | {I} {trinken I} am Morgen {- drink:acc}.
    I drink {- drink} with {- drink2}. | Ich trinke {- drink:acc} mit {- drink2}.
    I eat {- mass} with {- mass2}. | Ich esse {- mass:acc} mit {- mass2}.
    Coffee or tea? | Kaffee oder Tee?
    {drink} or {drink2:bare}? | {drink} oder {drink2}?
    I like {- mass} and {- mass2}. | Ich mag {- mass:acc} und {- mass2:acc}.
    I like {- food.pl} and {- food2.pl}. | Ich mag {- food.pl:acc} und {- food2.pl:acc}.
    I need {- mass}, {- mass2} and {- mass3}. | Ich brauche {- mass:acc}, {- mass2:acc} und {- mass3:acc}.
    We have no {mass:bare}. | Wir haben {no mass:acc}.
    We have no more {mass:bare}. | Wir haben {no mass:acc} mehr.
    {the food} tastes good. | {the food} schmeckt gut.
    {the mass} tastes good. | {the mass} schmeckt gut.
    {the mass} is delicious. | {the mass} ist lecker.
    {the mass} is too {foodadj}. | {the mass} ist zu {foodadj}.
    {the drink} is too {drinkadj}. | {the drink} ist zu {drinkadj}.
    {the drink} is {drinkadj}. | {the drink} ist {drinkadj}.
    My favourite food is {- mass}. | Mein Lieblingsessen ist {- mass}.
    My favourite {favperson} is {name}. | {favperson:my} ist {name}.
    What is your favourite {fav}? | Was ist {fav:your}?
    My favourite colour is {colour}. | Meine Lieblingsfarbe ist {colour:cap}.
    What is your favourite colour? | Was ist deine Lieblingsfarbe?
    My favourite animal is {the animal}. | Mein Lieblingstier ist {the animal}.
    My favourite subject is {subject:bare}. | Mein Lieblingsfach ist {subject}.
    I study {subject:bare}. | Ich studiere {subject}.
    {I} {study I} {subject:bare} in {city}. | {I} {studieren I} {subject} in {city}.
    What colour is {your vehicle}? | Welche Farbe hat {your vehicle}?
    What colour is {the clothes}? | Welche Farbe hat {the clothes}?
    {the clothes} is {colour}. | {the clothes} ist {colour}.
    {my vehicle} is {colour}. | {my vehicle} ist {colour}.
    {the colthing} is {colour}. | {the colthing} ist {colour}.
    The sky is blue. | Der Himmel ist blau.
    The grass is green. | Das Gras ist grün.
    {he} has {hair} hair. | {he} hat {hair} Haare.
    {I} {have I} {eye} eyes. | {I} {haben I} {eye} Augen.
    {I} {have I} {hair} hair and {eye} eyes. | {I} {haben I} {hair} Haare und {eye} Augen.
    {he} has {eye} eyes. | {he} hat {eye} Augen.
    My name is {name}. | Ich heiße {name}.
    My name is {name} and I am {num} years old. | Ich heiße {name} und ich bin {num} Jahre alt.
    My name is {name} and I am from {country}. | Ich heiße {name} und ich komme aus {country}.
    I am {name} and this is {name2}. | Ich bin {name} und das ist {name2}.
    This is {my man} {boy}. | Das ist {my man} {boy}.
    This is {my lady} {girl}. | Das ist {my lady} {girl}.
    {my man}'s name is {boy}. | {my man} heißt {boy}.
    {my lady}'s name is {girl}. | {my lady} heißt {girl}.
    {my man} is called {boy}. | {my man} heißt {boy}.
    {my lady} is called {girl}. | {my lady} heißt {girl}.
    What is {your kin}'s name? | Wie heißt {your kin}?
    What is the name of {your animal}? | Wie heißt {your animal}?
    {I} {be I} {num} years old. | {I} {sein I} {num} Jahre alt.
    {my kin} is {num} years old. | {my kin} ist {num} Jahre alt.
    {name} is {num} years old. | {name} ist {num} Jahre alt.
    {he} is {num}. | {he} ist {num}.
    I am {num}. | Ich bin {num}.
    How old is {your kin}? | Wie alt ist {your kin}?
    How old are {your kinpl}? | Wie alt sind {your kinpl}?
    How old is {your animal}? | Wie alt ist {your animal}?
    How is {your kin}? | Wie geht es {your kin:dat}?
    How are {your kinpl}? | Wie geht es {your kinpl:dat}?
    {my kin} is fine. | {my kin:dat} geht es gut.
    When is your birthday? | Wann hast du Geburtstag?
    My birthday is in {month}. | Ich habe im {month} Geburtstag.
    My birthday is on {day}. | Ich habe am {day} Geburtstag.
    Today is {my kin}'s birthday. | Heute hat {my kin} Geburtstag.
    I am from {country}. | Ich komme aus {country}.
    I'm from {country}. | Ich komme aus {country}.
    {I} {be I} from {country}. | {I} {kommen I} aus {country}.
    {I} {come I} from {country}. | {I} {kommen I} aus {country}.
    {I} {be I} from {city}. | {I} {kommen I} aus {city}.
    {my kin} is from {country}. | {my kin} kommt aus {country}.
    {my kin} comes from {country}. | {my kin} kommt aus {country}.
    {name} is from {country}. | {name} kommt aus {country}.
    I am from {special}. | Ich komme {special:from}.
    {he} is from {special}. | {he} kommt {special:from}.
    I live in {special}. | Ich wohne {special:in}.
    We are flying to {special}. | Wir fliegen {special:to}.
    Are you from {country}? | Kommst du aus {country}?
    Do you come from {country}? | Kommst du aus {country}?
    Where does {your kin} come from? | Woher kommt {your kin}?
    Where is {your kin} from? | Woher kommt {your kin}?
    Where does {your kin} live? | Wo wohnt {your kin}?
    Where do {your kinpl} live? | Wo wohnen {your kinpl}?
    Where does {your kin} work? | Wo arbeitet {your kin}?
    Where does {name} live? | Wo wohnt {name}?
    {I} {live I} in {city}. | {I} {wohnen I} in {city}.
    {I} {live I} in {country}. | {I} {wohnen I} in {country}.
    {my kin} lives in {city}. | {my kin} wohnt in {city}.
    {my kinpl} live in {city}. | {my kinpl} wohnen in {city}.
    {name} lives in {city}. | {name} wohnt in {city}.
    I live in {city} with {my kinpl}. | Ich wohne mit {my kinpl:dat} in {city}.
    I live with {my kin}. | Ich wohne bei {my kin:dat}.
    I used to live in {city}. | Ich habe früher in {city} gewohnt.
    I am going to {city}. | Ich fahre nach {city}.
    I am going to {country}. | Ich fahre nach {country}.
    I want to go to {country}. | Ich will nach {country} fahren.
    I would like to go to {country}. | Ich möchte nach {country} fahren.
    {I} {want I} to travel to {country}. | {I} {wollen I} nach {country} reisen.
    {I} {be I} going to {city} tomorrow. | {I} {fahren I} morgen nach {city}.
    We went to {country} last year. | Wir sind letztes Jahr nach {country} gefahren.
    Have you ever been to {country}? | Warst du schon einmal in {country}?
    Have you ever been to {city}? | Warst du schon einmal in {city}?
    I have never been to {city}. | Ich war noch nie in {city}.
    I have been to {country}. | Ich war in {country}.
    I was in {city} {past}. | Ich war {past} in {city}.
    {fact}. | {fact}.
    {city} is a beautiful city. | {city} ist eine schöne Stadt.
    {capital}. | {capital}.
    I like {city}. | Ich mag {city}.
    {country} is a beautiful country. | {country} ist ein schönes Land.
    {I} {speak I} {language}. | {I} {sprechen I} {language}.
    {I} {speak I} {language} and {language2}. | {I} {sprechen I} {language} und {language2}.
    {I} {speak I} a little {language}. | {I} {sprechen I} ein bisschen {language}.
    {I} {speak I} {language} very well. | {I} {sprechen I} sehr gut {language}.
    {my kin} speaks {language}. | {my kin} spricht {language}.
    {name} speaks {language}. | {name} spricht {language}.
    I do not speak {language}. | Ich spreche kein {language}.
    {he} does not speak {language}. | {he} spricht kein {language}.
    Do you speak {language}? | Sprichst du {language}?
    Does {your kin} speak {language}? | Spricht {your kin} {language}?
    Can you speak {language}? | Kannst du {language} sprechen?
    I cannot speak {language}. | Ich kann kein {language} sprechen.
    {I} {be I} learning {language}. | {I} {lernen I} {language}.
    I am learning {language} at school. | Ich lerne in der Schule {language}.
    {I} {want I} to learn {language}. | {I} {wollen I} {language} lernen.
    I would like to learn {language}. | Ich möchte {language} lernen.
    I learn {language} because I want to work in {country}. | Ich lerne {language}, weil ich in {country} arbeiten will.
    {language} is difficult. | {language} ist schwierig.
    {language} is easy. | {language} ist einfach.
    {language} is a beautiful language. | {language} ist eine schöne Sprache.
    I am {nation}. | Ich bin {nation:m}.
    He is {nation}. | Er ist {nation:m}.
    She is {nation}. | Sie ist {nation:f}.
    {my man} is {nation}. | {my man} ist {nation:m}.
    {my lady} is {nation}. | {my lady} ist {nation:f}.
    Are you {nation}? | Bist du {nation:m}?
    I am {a job}. | Ich bin {job:m}.
    He is {a job}. | Er ist {job:m}.
    She is {a job}. | Sie ist {job:f}.
    {my man} is {a job}. | {my man} ist {job:m}.
    {my lady} is {a job}. | {my lady} ist {job:f}.
    {boy} is {a job}. | {boy} ist {job:m}.
    {girl} is {a job}. | {girl} ist {job:f}.
    I am not {a job}. | Ich bin kein {job:m}.
    He is not {a job}. | Er ist kein {job:m}.
    {my man} is not {a job}. | {my man} ist kein {job:m}.
    {my lady} is not {a job}. | {my lady} ist keine {job:f}.
    {my man} was {a job}. | {my man} war {job:m}.
    {my lady} was {a job}. | {my lady} war {job:f}.
    Are you {a job}? | Bist du {job:m}?
    Is he {a job}? | Ist er {job:m}?
    Is she {a job}? | Ist sie {job:f}?
    Is {your man} {a job}? | Ist {your man} {job:m}?
    I want to be {a job}. | Ich will {job:m} werden.
    I want to become {a job}. | Ich will {job:m} werden.
    {he} wants to be {a job}. | {he} will {job:m} werden.
    {my man} works as {a job}. | {my man} arbeitet als {job:m}.
    {my lady} works as {a job}. | {my lady} arbeitet als {job:f}.
    {my man} is {a job} and {my lady} is {a job2}. | {my man} ist {job:m} und {my lady} ist {job2:f}.
    What does {your kin} do? | Was macht {your kin} beruflich?
    {I} {work I} in {a town}. | {I} {arbeiten I} in {a town:dat}.
    {my kin} works in {a town}. | {my kin} arbeitet in {a town:dat}.
    I have {a kin}. | Ich habe {a kin:acc}.
    I have {small number} {kin.pl:bare}. | Ich habe {small number} {kin.pl}.
    {I} {have I} {small number} {kinpl:bare}. | {I} {haben I} {small number} {kinpl}.
    I have {a kin} and {a kin2}. | Ich habe {a kin:acc} und {a kin2:acc}.
    I have {small number} {kinpl:bare} and {a kin}. | Ich habe {small number} {kinpl} und {a kin:acc}.
    {I} {have I} {a animal} and {a animal2}. | {I} {haben I} {a animal:acc} und {a animal2:acc}.
    {I} {have I} {small number} {animal.pl:bare}. | {I} {haben I} {small number} {animal.pl}.
    I do not have {any kinpl}. | Ich habe {no kinpl:acc}.
    I have no {kinpl:bare}. | Ich habe {no kinpl:acc}.
    I have no {small:bare}. | Ich habe {no small:acc}.
    {he} has no {uncountable:bare}. | {he} hat {no uncountable:acc}.
    Do you have {a kin}? | Hast du {a kin:acc}?
    How many {kinpl:bare} do you have? | Wie viele {kinpl} hast du?
    How many {animal.pl:bare} do you have? | Wie viele {animal.pl} hast du?
    How many {food.pl:bare} do you want? | Wie viele {food.pl} willst du?
    How many {small.pl:bare} do you have? | Wie viele {small.pl} hast du?
    How much {mass:bare} do you need? | Wie viel {mass} brauchst du?
    I have many {kinpl:bare}. | Ich habe viele {kinpl}.
    I have a lot of {small.pl:bare}. | Ich habe viele {small.pl}.
    I have {a pain}. | Ich habe {a pain:acc}.
    {he} has {a pain}. | {he} hat {a pain:acc}.
    My {body:bare} hurts. | {my1 body} tut weh.
    My {limbs.pl:bare} hurt. | {my1 limbs.pl} tun weh.
    Does your {body:bare} hurt? | Tut {your1 body} weh?
    He broke {his limb}. | Er hat sich {the limb:acc} gebrochen.
    I have to go to {the doctorlike}. | Ich muss {to doctorlike} gehen.
    You should go to {the doctorlike}. | Du solltest {to doctorlike} gehen.
    There is {a animal} in {the home}. | In {the home:dat} ist {a animal}.
    There is {a furn} in {the home}. | In {the home:dat} ist {a furn}.
    There are {small number} {furn.pl:bare} in {the home}. | In {the home:dat} sind {small number} {furn.pl}.
    There are {small number} {person.pl:bare} in {the town}. | In {the town:dat} sind {small number} {person.pl}.
    There are many {town.pl:bare} in {this nature}. | In {this nature:dat} gibt es viele {town.pl}.
    There is {a small} on {the table}. | Auf {the table:dat} ist {a small}.
    There is {a dish} on {the table}. | Auf {the table:dat} ist {a dish}.
    There is no {drink:bare}. | Es gibt {no drink:acc}.
    There is no {mass:bare} in {the fridge}. | In {the fridge:dat} ist {no mass}.
    Is there any {mass:bare}? | Gibt es {mass}?
    Is there {a animal} in {the home}? | Ist {a animal} in {the home:dat}?
    {the small} is on {the table}. | {the small} ist auf {the table:dat}.
    {the small} is in {the bag}. | {the small} ist in {the bag:dat}.
    {my small} is in {my bag}. | {my small} ist in {my bag:dat}.
    {the animal} is under {the table}. | {the animal} ist unter {the table:dat}.
    {the animal} is in {the home}. | {the animal} ist in {the home:dat}.
    {the animal} is sleeping on {the table}. | {the animal} schläft auf {the table:dat}.
    {my kin} is in {the home}. | {my kin} ist in {the home:dat}.
    {my kin} is in {the town}. | {my kin} ist in {the town:dat}.
    {I} {be I} in {the home}. | {I} {sein I} in {the home:dat}.
    {I} {be I} in {the town}. | {I} {sein I} in {the town:dat}.
    {I} {be I} at {the attown}. | {I} {sein I} an {the attown:dat}.
    {my kinpl} are in {the home}. | {my kinpl} sind in {the home:dat}.
    {I} {go I} to {the intown}. | {I} {gehen I} in {the intown:acc}.
    {I} {be I} going to {the intown}. | {I} {gehen I} in {the intown:acc}.
    {my kin} is going to {the intown}. | {my kin} geht in {the intown:acc}.
    We went to {the intown} yesterday. | Wir sind gestern in {the intown:acc} gegangen.
    {I} {have to I} go to {the zutown}. | {I} {müssen I} {to zutown} gehen.
    {I} {be I} going to {the zutown}. | {I} {gehen I} {to zutown}.
    Let's go to {the intown}. | Lass uns in {the intown:acc} gehen.
    Do you want to go to {the intown}? | Willst du in {the intown:acc} gehen?
    Do you want to go to {the intown} with me? | Willst du mit mir in {the intown:acc} gehen?
    It is {weather}. | Es ist {weather}.
    It's {weather} today. | Heute ist es {weather}.
    It is very {weather} today. | Heute ist es sehr {weather}.
    It is {weather} today. | Heute ist es {weather}.
    It is too {weather}. | Es ist zu {weather}.
    It was {weather} yesterday. | Gestern war es {weather}.
    It was very {weather} {past}. | {past:cap} war es sehr {weather}.
    It will be {weather} tomorrow. | Morgen wird es {weather}.
    Tomorrow it will be {weather}. | Morgen wird es {weather}.
    Is it {weather}? | Ist es {weather}?
    Is it {weather} outside? | Ist es draußen {weather}?
    It is not {weather}. | Es ist nicht {weather}.
    It is {weather} and {weather2}. | Es ist {weather} und {weather2}.
    It is {weather} in {season}. | Im {season} ist es {weather}.
    In {season} it is {weather}. | Im {season} ist es {weather}.
    In {country} it is {weather}. | In {country} ist es {weather}.
    The weather is {weathery}. | Das Wetter ist {weathery}.
    The weather is {weathery} today. | Das Wetter ist heute {weathery}.
    The weather was {weathery} yesterday. | Das Wetter war gestern {weathery}.
    The water is {weather}. | Das Wasser ist {weather}.
    It is raining today. | Heute regnet es.
    It's raining outside. | Draußen regnet es.
    It rains a lot in {season}. | Im {season} regnet es viel.
    It often rains in {country}. | In {country} regnet es oft.
    It is raining in {city}. | In {city} regnet es.
    It will rain {future}. | {future:cap} wird es regnen.
    It rained {past}. | {past:cap} hat es geregnet.
    It snowed {past}. | {past:cap} hat es geschneit.
    It will snow {future}. | {future:cap} wird es schneien.
    It is going to rain. | Es wird regnen.
    Is it raining? | Regnet es?
    Is it snowing? | Schneit es?
    Will it rain {future}? | Wird es {future} regnen?
    It is not raining. | Es regnet nicht.
    I like {season}. | Ich mag den {season}.
    My birthday is in {season}. | Ich habe im {season} Geburtstag.
    It is {clock}. | Es ist {clock}.
    It is almost {clock}. | Es ist fast {clock}.
    It's {clock}. | Es ist {clock}.
    At {clock}. | Um {clock}.
    It is {clock} now. | Es ist jetzt {clock}.
    Is it already {clock}? | Ist es schon {clock}?
    I get up at {clock} every day. | Ich stehe jeden Tag um {clock} auf.
    {my kin} gets up at {clock}. | {my kin} steht um {clock} auf.
    {I} {work I} until {clock}. | {I} {arbeiten I} bis {clock}.
    I will be home at {clock}. | Ich bin um {clock} zu Hause.
    I eat dinner at {clock}. | Ich esse um {clock} zu Abend.
    {the town} opens at {clock}. | {the town} öffnet um {clock}.
    {the town} closes at {clock}. | {the town} schließt um {clock}.
    Can you come at {clock}? | Kannst du um {clock} kommen?
    Wake me up at {clock}. | Weck mich um {clock}.
    The film starts at {clock}. | Der Film fängt um {clock} an.
    The film ends at {clock}. | Der Film endet um {clock}.
    The party starts at {clock}. | Die Party fängt um {clock} an.
    School starts at {clock}. | Die Schule fängt um {clock} an.
    When does {the beginning} start? | Wann fängt {the beginning} an?
    When does {the beginning} begin? | Wann beginnt {the beginning}?
    I get up at {clock}. | Ich stehe um {clock} auf.
    I go to bed at {clock}. | Ich gehe um {clock} ins Bett.
    {I} {come I} home at {clock}. | {I} {kommen I} um {clock} nach Hause.
    I work from {clock} to {clock2}. | Ich arbeite von {clock} bis {clock2}.
    We eat at {clock}. | Wir essen um {clock}.
    We meet at {clock}. | Wir treffen uns um {clock}.
    Let's meet at {clock}. | Treffen wir uns um {clock}.
    See you at {clock}! | Bis {clock}!
    See you on {day}! | Bis {day}!
    What time do you get up? | Wann stehst du auf?
    What time do you go to bed? | Wann gehst du ins Bett?
    Today is {day}. | Heute ist {day}.
    Tomorrow is {day}. | Morgen ist {day}.
    Yesterday was {day}. | Gestern war {day}.
    It is {day}. | Es ist {day}.
    It is {day} today. | Heute ist {day}.
    On {day} I go to {the intown}. | Am {day} gehe ich in {the intown:acc}.
    On {day} we visit {our kinpl}. | Am {day} besuchen wir {our kinpl:acc}.
    I have an appointment on {day}. | Ich habe am {day} einen Termin.
    {my kin} is at the {doctorlike:bare}. | {my kin} ist beim {doctorlike}.
    {my kin} has been sick since {day}. | {my kin} ist seit {day} krank.
    I have been sick since {day}. | Ich bin seit {day} krank.
    I have been learning {language} for {number} years. | Ich lerne seit {number} Jahren {language}.
    {I} {work I} here. | {I} {arbeiten I} hier.
    You must not smoke here. | Du darfst hier nicht rauchen.
    You must not park here. | Du darfst hier nicht parken.
    You must not swim here. | Du darfst hier nicht schwimmen.
    Can I park here? | Kann ich hier parken?
    Many people live in {city}. | In {city} wohnen viele Menschen.
    How many people live in {city}? | Wie viele Menschen wohnen in {city}?
    How many people live in {country}? | Wie viele Menschen wohnen in {country}?
    How many people work in {this town}? | Wie viele Menschen arbeiten in {this town:dat}?
    How many {furn.pl:bare} are in {the home}? | Wie viele {furn.pl} sind in {the home:dat}?
    {I} {be I} going to the beach. | {I} {gehen I} an den Strand.
    I like the sea. | Ich mag das Meer.
    The sea is blue. | Das Meer ist blau.
    The sun is shining today. | Heute scheint die Sonne.
    The sun is hot. | Die Sonne ist heiß.
    The moon is beautiful. | Der Mond ist schön.
    The weather is too {weathery}. | Das Wetter ist zu {weathery}.
    The weather will be {weathery} tomorrow. | Das Wetter wird morgen {weathery}.
    I think you are right. | Ich glaube, du hast recht.
    I think that you are right. | Ich glaube, dass du recht hast.
    I think he is wrong. | Ich glaube, dass er unrecht hat.
    I am sure that {he} is right. | Ich bin sicher, dass {he} recht hat.
    I have no time on {day}. | Ich habe am {day} keine Zeit.
    I am free on {day}. | Ich habe am {day} frei.
    What are you doing on {day}? | Was machst du am {day}?
    What are you doing {future}? | Was machst du {future}?
    What did you do {past}? | Was hast du {past} gemacht?
    Where were you {past}? | Wo warst du {past}?
    I was at home {past}. | Ich war {past} zu Hause.
    {I} {was I} tired {past}. | {I} {war I} {past} müde.
    {I} {was I} here {past}. | {I} {war I} {past} hier.
    {my kin} was sick {past}. | {my kin} war {past} krank.
    In {month} we are going to {country}. | Im {month} fahren wir nach {country}.
    {month} is cold. | Der {month} ist kalt.
    A week has seven days. | Eine Woche hat sieben Tage.
    A year has twelve months. | Ein Jahr hat zwölf Monate.
    Two plus two is four. | Zwei plus zwei ist vier.
    Five plus five is ten. | Fünf plus fünf ist zehn.
    One, two, three. | Eins, zwei, drei.
    {num} minutes. | {num} Minuten.
    I have been waiting for {num} minutes. | Ich warte seit {num} Minuten.
    I have lived here for {num} years. | Ich wohne seit {num} Jahren hier.
    Wait {num} minutes. | Warte {num} Minuten.
    In {num} minutes. | In {num} Minuten.
    {I} {like I} {hobby}. | {I} {hobby:verb I} gern.
    {I} {like I} to {hobby:inf}. | {I} {hobby:verb I} gern.
    I do not like {hobby}. | Ich {hobby:verb1} nicht gern.
    Do you like {hobby}? | {hobby:verb2} du gern?
    Do you like to {hobby:inf}? | {hobby:verb2} du gern?
    {my kin} likes to {hobby:inf}. | {my kin} {hobby:verb3} gern.
    {my kin} likes {hobby}. | {my kin} {hobby:verb3} gern.
    {my kin} can {hobby:inf} very well. | {my kin} kann sehr gut {hobby:inf}.
    Can you {hobby:inf}? | Kannst du {hobby:inf}?
    I can {hobby:inf}. | Ich kann {hobby:inf}.
    I cannot {hobby:inf}. | Ich kann nicht {hobby:inf}.
    I like to {hobby:inf}. | Ich {hobby:verb1} gern.
    {I} {like I} to {hobby:inf} with {my kinpl}. | {I} {hobby:verb I} gern mit {my kinpl:dat}.
    I would like to {hobby:inf}. | Ich möchte {hobby:inf}.
    I want to {hobby:inf}. | Ich will {hobby:inf}.
    {name} likes to {hobby:inf}. | {name} {hobby:verb3} gern.
    I like to play {playable}. | Ich spiele gern {playable}.
    {my kin} likes to play {playable}. | {my kin} spielt gern {playable}.
    Do you like to play {playable}? | Spielst du gern {playable}?
    Can you play {playable}? | Kannst du {playable} spielen?
    {my kinpl} are playing {playable}. | {my kinpl} spielen {playable}.
    {I} {play I} {playable} in {the intown}. | {I} {spielen I} in {the intown:dat} {playable}.
    {my kin} plays {playable} on {day}. | {my kin} spielt am {day} {playable}.
    I like to drink {- drink}. | Ich trinke gern {- drink:acc}.
    I like to eat {- mass}. | Ich esse gern {- mass:acc}.
    My hobbies are {hobby} and {hobby2}. | Meine Hobbys sind {hobby:noun} und {hobby2:noun}.
    {hobby} is fun. | {hobby:noun} macht Spaß.
    {hobby} is healthy. | {hobby:noun} ist gesund.
    I am good at {subject:bare}. | Ich bin gut in {subject}.
    I am interested in {subject:bare}. | Ich interessiere mich für {subject}.
    I am afraid of {- animal.pl}. | Ich habe Angst vor {- animal.pl:dat}.
    {he} is afraid of {- animal.pl}. | {he} hat Angst vor {- animal.pl:dat}.
    I am proud of {my kin}. | Ich bin stolz auf {my kin:acc}.
    I am waiting for {my kin}. | Ich warte auf {my kin:acc}.
    I am angry with {my kin}. | Ich bin wütend auf {my kin:acc}.
    I often think of {my kin}. | Ich denke oft an {my kin:acc}.
    I talked to {my kin}. | Ich habe mit {my kin:dat} gesprochen.
    {I} {play I} with {my kinpl}. | {I} {spielen I} mit {my kinpl:dat}.
    I am going to the cinema with {my kin}. | Ich gehe mit {my kin:dat} ins Kino.
    I am going with {my kin}. | Ich gehe mit {my kin:dat}.
    I am here with {my kin}. | Ich bin mit {my kin:dat} hier.
    Come to {the zutown} with me. | Komm mit mir {to zutown}.
    This present is for {my kin}. | Dieses Geschenk ist für {my kin:acc}.
    This is for you. | Das ist für dich.
    I bought {a small} for {my kin}. | Ich habe {a small:acc} für {my kin:acc} gekauft.
    I have {a small} for you. | Ich habe {a small:acc} für dich.
    {my kin} and {my kin2} are here. | {my kin} und {my kin2} sind hier.
    {my kin} and I are at home. | {my kin} und ich sind zu Hause.
    {name} and {name2} are friends. | {name} und {name2} sind Freunde.
    {name} and I are friends. | {name} und ich sind Freunde.
    {name} and {name2} are here. | {name} und {name2} sind hier.
    {name} loves {name2}. | {name} liebt {name2}.
    {boy} is {my man}. | {boy} ist {my man}.
    {girl} is {my lady}. | {girl} ist {my lady}.
    {boy} is my best friend. | {boy} ist mein bester Freund.
    {girl} is my best friend. | {girl} ist meine beste Freundin.
    You are {my kin}. | Du bist {my kin}.
    You are my best friend. | Du bist mein bester Freund.
    Do you know {my kin}? | Kennst du {my kin:acc}?
    Do you know {name}? | Kennst du {name}?
    Do you know where {the town} is? | Weißt du, wo {the town} ist?
    Do you know where {my small} is? | Weißt du, wo {my small} ist?
    I do not know where {the town} is. | Ich weiß nicht, wo {the town} ist.
    I do not know where {my small} is. | Ich weiß nicht, wo {my small} ist.
    I do not know who that is. | Ich weiß nicht, wer das ist.
    Do you know who that is? | Weißt du, wer das ist?
    Do you know what time it is? | Weißt du, wie spät es ist?
    I do not know what that means. | Ich weiß nicht, was das bedeutet.
    I do not know what to do. | Ich weiß nicht, was ich tun soll.
    I can't find {my small}. | Ich kann {my small:acc} nicht finden.
    I have lost {my small}. | Ich habe {my small:acc} verloren.
    I left {my small} at home. | Ich habe {my small:acc} zu Hause gelassen.
    Which {small:bare} is yours? | {which small} gehört dir?
    Which {food:bare} would you like? | {which food:acc} möchtest du?
    Which {media:bare} do you like? | {which media:acc} magst du?
    Which {clothes:bare} should I buy? | {which clothes:acc} soll ich kaufen?
    What kind of {media:bare} do you like? | Was für {a media:acc} magst du?
    It is a secret. | Es ist ein Geheimnis.
    It is {my small}. | Es ist {my small}.
    It is not {my small}. | Es ist nicht {my small}.
    It is {a adj}. | Es ist {a adj}.
    What {a adj}! | Was für {a adj}!
    {my kin}'s {body:bare} hurts. | {my kin:dat} tut {the body} weh.
    I broke my {limb:bare}. | Ich habe mir {the limb:acc} gebrochen.
    What is wrong with your {body:bare}? | Was ist mit {your1 body:dat} los?
    My {body:bare} is cold. | {my1 body} ist kalt.
    Wash your hands. | Wasch dir die Hände.
    Brush your teeth. | Putz dir die Zähne.
    I brush my teeth. | Ich putze mir die Zähne.
    I feel {feel}. | Ich fühle mich {feel}.
    Do you feel {feel}? | Fühlst du dich {feel}?
    You look {feel}. | Du siehst {feel} aus.
    You look {feel} today. | Du siehst heute {feel} aus.
    {he} looks {feel}. | {he} sieht {feel} aus.
    Why are you so {feel}? | Warum bist du so {feel}?
    Why is {he} {feel}? | Warum ist {he} {feel}?
    I am {feel} today. | Ich bin heute {feel}.
    I'm so {feel}! | Ich bin so {feel}!
    I am {feel} but {feel2}. | Ich bin {feel}, aber {feel2}.
    I am {feel} and {feel2}. | Ich bin {feel} und {feel2}.
    Are you {feel} or {feel2}? | Bist du {feel} oder {feel2}?
    Don't be {feel}. | Sei nicht {feel}.
    I like it very much. | Es gefällt mir sehr.
    I like {my kin} very much. | Ich mag {my kin:acc} sehr.
    I love {my kin} very much. | Ich liebe {my kin:acc} sehr.
    I like {that clothes}. | Ich mag {that clothes:acc}.
    I like {your clothes}. | Ich mag {your clothes:acc}.
    I love {- food.pl}. | Ich liebe {- food.pl:acc}.
    I love {- mass}. | Ich liebe {- mass:acc}.
    I hate {- mass}. | Ich hasse {- mass:acc}.
    I like {- drink}, but I do not like {- drink2}. | Ich mag {- drink:acc}, aber ich mag {no drink2:acc}.
    I do not eat {- mass}. | Ich esse {no mass:acc}.
    I do not drink {- drink}. | Ich trinke {no drink:acc}.
    {my kin} does not eat {- mass}. | {my kin} isst {no mass:acc}.
    {my kin} does not drink {- drink}. | {my kin} trinkt {no drink:acc}.
    Do you like {- mass}? | Magst du {- mass:acc}?
    Do you like {- food.pl}? | Magst du {- food.pl:acc}?
    Do you eat {- mass}? | Isst du {- mass:acc}?
    Do you drink {- drink}? | Trinkst du {- drink:acc}?
    What do you eat for breakfast? | Was isst du zum Frühstück?
    We need {- mass} and {- food.pl}. | Wir brauchen {- mass:acc} und {- food.pl:acc}.
    {food.pl:bare} are cheap. | {- food.pl} sind billig.
    {animal.pl:bare} are beautiful. | {- animal.pl} sind schön.
    {animal.pl:bare} like {- mass}. | {- animal.pl} mögen {- mass:acc}.
    {my kin} has {eye} eyes and {hair} hair. | {my kin} hat {eye} Augen und {hair} Haare.
    {my kin} has {hair} hair. | {my kin} hat {hair} Haare.
    {name} has {a animal}. | {name} hat {a animal:acc}.
    {name} is at home. | {name} ist zu Hause.
    {name} is {feel}. | {name} ist {feel}.
    {my kinpl} are {feel}. | {my kinpl} sind {feel}.
    What is {he} doing? | Was macht {he}?
    What is {name} doing? | Was macht {name}?
    What is {your kin} doing? | Was macht {your kin}?
    What are {your kinpl} doing? | Was machen {your kinpl}?
    Who is {your kin}? | Wer ist {your kin}?
    Who is that {person:bare}? | Wer ist {that person}?
    Who are those {person.pl:bare}? | Wer sind {those person.pl}?
    The sun shines in {country}. | In {country} scheint die Sonne.
    In {season} the sun shines. | Im {season} scheint die Sonne.
    Is there snow in {city}? | Gibt es in {city} Schnee?
    June has thirty days. | Der Juni hat dreißig Tage.
    In {month} it is {weather}. | Im {month} ist es {weather}.
    It is {month}. | Es ist {month}.
    I was born in {month}. | Ich bin im {month} geboren.
    I was born in {city}. | Ich bin in {city} geboren.
    I was born in {country}. | Ich bin in {country} geboren.
    Is {city} in {country}? | Liegt {city} in {country}?
    Do you know {city}? | Kennst du {city}?
    How is the weather in {city}? | Wie ist das Wetter in {city}?
    {num} euros, please. | {num} Euro, bitte.
    I have {num} euros. | Ich habe {num} Euro.
    The ticket costs {num} euros. | Die Fahrkarte kostet {num} Euro.
    My number is {num}. | Meine Nummer ist {num}.
    My house has {number} rooms. | Mein Haus hat {number} Zimmer.
    I have {number} {food.pl:bare}. | Ich habe {number} {- food.pl}.
    I need {number} {dish.pl:bare}. | Ich brauche {number} {- dish.pl}.
    I need {a dish}. | Ich brauche {a dish:acc}.
    Give me {the dish}, please. | Gib mir bitte {the dish:acc}.
    Give me {your small}. | Gib mir {your small:acc}.
    Give me {that small}, please. | Gib mir bitte {that small:acc}.
    Show me {your small}. | Zeig mir {your small:acc}.
    Can you give me {the small}, please? | Kannst du mir bitte {the small:acc} geben?
    Can you show me {the home}? | Kannst du mir {the home:acc} zeigen?
    Can I use {your device}? | Kann ich {your device:acc} benutzen?
    Can I have {your small}? | Kann ich {your small:acc} haben?
    Could I have {a order}, please? | Könnte ich bitte {a order:acc} haben?
    {my device} does not work. | {my device} funktioniert nicht.
    {the device} is broken. | {the device} ist kaputt.
    {my vehicle} is broken. | {my vehicle} ist kaputt.
    {the part} is {colour}. | {the part} ist {colour}.
    {the animal} is on {the part}. | {the animal} ist auf {the part:dat}.
    {a animal} is sitting on {the part}. | {a animal} sitzt auf {the part:dat}.
    {the small} is {colour}. | {the small} ist {colour}.
    Is {your vehicle} {colour}? | Ist {your vehicle} {colour}?
    I like the colour {colour}. | Ich mag die Farbe {colour:cap}.
    {the home} is {homeadj}. | {the home} ist {homeadj}.
    {our home} is very {homeadj}. | {our home} ist sehr {homeadj}.
    That is {quality}. | Das ist {quality}.
    That's {quality}! | Das ist {quality}!
    This is {quality}. | Das ist {quality}.
    It is {quality}. | Es ist {quality}.
    It is not {quality}. | Es ist nicht {quality}.
    That is not {quality}. | Das ist nicht {quality}.
    It was {quality}. | Es war {quality}.
    That was {quality}. | Das war {quality}.
    That was very {quality}. | Das war sehr {quality}.
    That is too {quality}. | Das ist zu {quality}.
    It is very {quality}. | Es ist sehr {quality}.
    It is too {quality}. | Es ist zu {quality}.
    Is it {quality}? | Ist es {quality}?
    Is that {quality}? | Ist das {quality}?
    Was it {quality}? | War es {quality}?
    It will be {quality}. | Es wird {quality}.
    Everything is {quality}. | Alles ist {quality}.
    I think it is {quality}. | Ich glaube, es ist {quality}.
    I think that it is {quality}. | Ich glaube, dass es {quality} ist.
    Life is {quality}. | Das Leben ist {quality}.
    {the animal} is {quality}. | {the animal} ist {quality}.
    {the mass} was {quality}. | {the mass} war {quality}.
    {the town} is {quality}. | {the town} ist {quality}.
    Do you want {- drink} or {- drink2}? | Willst du {- drink:acc} oder {- drink2:acc}?
    Would you like {- drink} or {- drink2}? | Möchtest du {- drink:acc} oder {- drink2:acc}?
    Do you have {a animal} or {a animal2}? | Hast du {a animal:acc} oder {a animal2:acc}?
    {name} or {name2}? | {name} oder {name2}?
    Is it {my kin} or {my kin2}? | Ist es {my kin} oder {my kin2}?
    Who is at the door? | Wer ist an der Tür?
    {someone} is here. | {someone} ist hier.
    {someone} is at home. | {someone} ist zu Hause.
    {someone} is {feel}. | {someone} ist {feel}.
    {someone} speaks {language}. | {someone} spricht {language}.
    {someone} loves me. | {someone} liebt mich.
    {someone} likes {- mass}. | {someone} mag {- mass:acc}.
    {someone} has {my small}. | {someone} hat {my small:acc}.
    {someone} knows that. | {someone} weiß das.
    {someone} called me. | {someone} hat mich angerufen.
    I have never seen {a animal}. | Ich habe noch nie {a animal:acc} gesehen.
    I have never seen {the sea}. | Ich habe noch nie {the sea:acc} gesehen.
    I have never eaten {- mass}. | Ich habe noch nie {- mass:acc} gegessen.
    I have never drunk {- drink}. | Ich habe noch nie {- drink:acc} getrunken.
    Have you ever seen {a animal}? | Hast du schon einmal {a animal:acc} gesehen?
    Have you ever eaten {- mass}? | Hast du schon einmal {- mass:acc} gegessen?
    I have not eaten yet. | Ich habe noch nicht gegessen.
    {I} {have I} already eaten. | {I} {haben I} schon gegessen.
    {my kin} has just arrived. | {my kin} ist gerade angekommen.
    {my kin} has not arrived yet. | {my kin} ist noch nicht angekommen.
    {the transport} has not arrived yet. | {the transport} ist noch nicht angekommen.
    I missed {the transport}. | Ich habe {the transport:acc} verpasst.
    {I} {be I} waiting for {the transport}. | {I} {warten I} auf {the transport:acc}.
    I go to {city} every {season}. | Ich fahre jeden {season} nach {city}.
    {the person} with {the clothes} is {my kin}. | {the person} mit {the clothes:dat} ist {my kin}.
    {my kin} has {a clothes} and {a clothes2}. | {my kin} hat {a clothes:acc} und {a clothes2:acc}.
    {my kin} is wearing {a clothes}. | {my kin} trägt {a clothes:acc}.
    {I} {be I} wearing {a clothes}. | {I} {tragen I} {a clothes:acc}.
    {my man} is older than {my lady}. | {my man} ist älter als {my lady}.
    {my lady} is younger than {my man}. | {my lady} ist jünger als {my man}.
    {name} is taller than {name2}. | {name} ist größer als {name2}.
    {he} is taller than {my kin}. | {he} ist größer als {my kin}.
    {he} runs faster than me. | {he} läuft schneller als ich.
    Both are {quality}. | Beide sind {quality}.
    All {kinpl:bare} are {feel}. | Alle {kinpl} sind {feel}.
    All {animal.pl:bare} are {quality}. | Alle {- animal.pl} sind {quality}.
    {my kin} and {my kin2} are {feel}. | {my kin} und {my kin2} sind {feel}.
    {my kin} and {my kin2} live in {city}. | {my kin} und {my kin2} wohnen in {city}.
    {name} and {name2} live in {country}. | {name} und {name2} wohnen in {country}.
    {my kin} is coming {future}. | {my kin} kommt {future}.
    I am coming {future}. | Ich komme {future}.
    I will call you {future}. | Ich rufe dich {future} an.
    I'll call you {future}. | Ich rufe dich {future} an.
    I will help you {future}. | Ich helfe dir {future}.
    I will come {future}. | Ich komme {future}.
    I will do it {future}. | Ich mache es {future}.
    We will see. | Wir werden sehen.
    If it rains, I will stay at home. | Wenn es regnet, bleibe ich zu Hause.
    If it is {weather}, we will stay at home. | Wenn es {weather} ist, bleiben wir zu Hause.
    If it is {weather}, we will go to {the intown}. | Wenn es {weather} ist, gehen wir in {the intown:acc}.
    If it snows, I will stay in bed. | Wenn es schneit, bleibe ich im Bett.
    I stay at home because it is {weather}. | Ich bleibe zu Hause, weil es {weather} ist.
    I am {feel} because it is {weather}. | Ich bin {feel}, weil es {weather} ist.
    I am {feel} because {my kin} is {feel2}. | Ich bin {feel}, weil {my kin} {feel2} ist.
    I am {feel} because I have {a pain}. | Ich bin {feel}, weil ich {a pain:acc} habe.
    {he} is {feel} because the sun is shining. | {he} ist {feel}, weil die Sonne scheint.
    I cannot come because I am {feel}. | Ich kann nicht kommen, weil ich {feel} bin.
    I am learning {language} because I live in {country}. | Ich lerne {language}, weil ich in {country} wohne.
    I am happy when the sun is shining. | Ich bin glücklich, wenn die Sonne scheint.
    I am {feel} when it is {weather}. | Ich bin {feel}, wenn es {weather} ist.
    {my kinpl} are {jobs}. | {my kinpl} sind {jobs}.
    We are {jobs}. | Wir sind {jobs}.
    They are {jobs}. | Sie sind {jobs}.
    Are they {jobs}? | Sind sie {jobs}?
    Both of my {kinpl:bare} are {jobs}. | Meine beiden {kinpl} sind {jobs}.
    {name} and {name2} are {jobs}. | {name} und {name2} sind {jobs}.
    We met in {city}. | Wir haben uns in {city} getroffen.
    We met {past}. | Wir haben uns {past} getroffen.
    It is {weather} outside. | Draußen ist es {weather}.
    It's {weather} outside. | Draußen ist es {weather}.
    It is {weather} in here. | Hier drin ist es {weather}.
    It is {weather} and {weather2} outside. | Draußen ist es {weather} und {weather2}.
    It was {weather} in {city}. | In {city} war es {weather}.
    {the person} with {the adj} is {my kin}. | {the person} mit {the adj:dat} ist {my kin}.
    Do you see {the person} with {the adj}? | Siehst du {the person:acc} mit {the adj:dat}?
    I see {a adj}. | Ich sehe {a adj:acc}.
    I have {a adj}. | Ich habe {a adj:acc}.
    I need {a adj}. | Ich brauche {a adj:acc}.
    I would like {a adj}. | Ich möchte {a adj:acc}.
    {I} {want I} to buy {a adj}. | {I} {wollen I} {a adj:acc} kaufen.
    {he} has {a adj}. | {he} hat {a adj:acc}.
    What is the weather like in {city}? | Wie ist das Wetter in {city}?
    How is the weather in {country}? | Wie ist das Wetter in {country}?
    How tall are you? | Wie groß bist du?
    How tall is {your kin}? | Wie groß ist {your kin}?
    How much time do you have? | Wie viel Zeit hast du?
    How much money do you have? | Wie viel Geld hast du?
    How many languages do you speak? | Wie viele Sprachen sprichst du?
    How many hours do you work? | Wie viele Stunden arbeitest du?
    How many days are you staying? | Wie viele Tage bleibst du?
    How long are you staying? | Wie lange bleibst du?
    How long have you lived in {city}? | Wie lange wohnst du schon in {city}?
    How long have you been learning {language}? | Wie lange lernst du schon {language}?
    What language do you speak? | Welche Sprache sprichst du?
    Which languages do you speak? | Welche Sprachen sprichst du?
    What music do you like? | Welche Musik magst du?
    What is your {kin:bare} doing {future}? | Was macht {your1 kin} {future}?
    What is in {your bag}? | Was ist in {your bag:dat}?
    What is on {the table}? | Was ist auf {the table:dat}?
    Who lives in {this home}? | Wer wohnt in {this home:dat}?
    Who lives here? | Wer wohnt hier?
    When are you coming home? | Wann kommst du nach Hause?
    When are you coming? | Wann kommst du?
    When are we leaving? | Wann gehen wir?
    When will you be home? | Wann bist du zu Hause?
    When do we eat? | Wann essen wir?
    When is {the beginning}? | Wann ist {the beginning}?
    Why are you late? | Warum bist du spät dran?
    Why are you here? | Warum bist du hier?
    Why are you sad? | Warum bist du traurig?
    Why do you ask? | Warum fragst du?
    Why do you learn {language}? | Warum lernst du {language}?
    Why are you learning {language}? | Warum lernst du {language}?
    Why don't we go to {the intown}? | Warum gehen wir nicht in {the intown:acc}?
    What are we eating {future}? | Was essen wir {future}?
    What are you reading? | Was liest du?
    What are you looking for? | Was suchst du?
    What are you waiting for? | Worauf wartest du?
    What are you thinking about? | Woran denkst du?
    What are you talking about? | Worüber redest du?
    Who are you waiting for? | Auf wen wartest du?
    {number} years. | {number} Jahre.
    {number} days ago. | Vor {number} Tagen.
    In {number} days. | In {number} Tagen.
    I am coming in {number} minutes. | Ich komme in {number} Minuten.
    I was in {country} {number} years ago. | Ich war vor {number} Jahren in {country}.
    {my kin} died {number} years ago. | {my kin} ist vor {number} Jahren gestorben.
    I stayed for {number} days. | Ich bin {number} Tage geblieben.
    It takes {number} hours. | Es dauert {number} Stunden.
    It takes {num} minutes. | Es dauert {num} Minuten.
    I sleep {number} hours. | Ich schlafe {number} Stunden.
    {the animal} and {the animal2} are {feel}. | {the animal} und {the animal2} sind {feel}.
    {the animal} is {feel} and {the animal2} is {feel2}. | {the animal} ist {feel} und {the animal2} ist {feel2}.
    {the animal} is sleeping. | {the animal} schläft.
    {the animal} sleeps in {the home}. | {the animal} schläft in {the home:dat}.
    {my animal} is called {name}. | {my animal} heißt {name}.
    {I} {be I} not {feel}. | {I} {sein I} nicht {feel}.
    My {home:bare} is {homeadj}. | {my1 home} ist {homeadj}.
    {I} {be I} allergic to {- food.pl}. | {I} {sein I} allergisch gegen {- food.pl:acc}.
    {I} {live I} near {the town}. | {I} {wohnen I} in der Nähe {the town:gen}.
    I like living in {city}. | Ich wohne gern in {city}.
    I like working here. | Ich arbeite gern hier.
    I like to travel. | Ich reise gern.
    Are there {- town.pl} here? | Gibt es hier {- town.pl:acc}?
    There are no {town.pl:bare} here. | Hier gibt es {no town.pl:acc}.
    There are {number} {person.pl:bare} here. | Hier sind {number} {- person.pl}.
    There is a problem. | Es gibt ein Problem.
    Is there a problem? | Gibt es ein Problem?
    There is no problem. | Es gibt kein Problem.
    There is someone at the door. | Jemand ist an der Tür.
    I am {digits} years old. | Ich bin {digits} Jahre alt.
    I'm {digits}. | Ich bin {digits}.
    {he} is {digits} years old. | {he} ist {digits} Jahre alt.
    {my kin} is {digits} years old. | {my kin} ist {digits} Jahre alt.
    {name} is {digits}. | {name} ist {digits}.
    {my kinpl} are {digits} and {digits2} years old. | {my kinpl} sind {digits} und {digits2} Jahre alt.
    It costs {digits} euros. | Es kostet {digits} Euro.
    That's {digits} euros, please. | Das macht {digits} Euro, bitte.
    {the small} costs {digits} euros. | {the small} kostet {digits} Euro.
    {this clothes} costs {price} euros. | {this clothes} kostet {price} Euro.
    The menu costs {price} euros. | Das Menü kostet {price} Euro.
    There are {digits} {person.pl:bare} in {the town}. | In {the town:dat} sind {digits} {person.pl}.
    We need {digits} {dish.pl:bare}. | Wir brauchen {digits} {- dish.pl:acc}.
    I bought {digits} {food.pl:bare}. | Ich habe {digits} {- food.pl:acc} gekauft.
    I was born in {year}. | Ich bin {year} geboren.
    {my kin} was born in {year}. | {my kin} ist {year} geboren.
    {name} was born in {year} in {city}. | {name} ist {year} in {city} geboren.
    {he} died in {year}. | {he} ist {year} gestorben.
    In {year} I lived in {city}. | {year} habe ich in {city} gewohnt.
    In {year} we moved to {city}. | {year} sind wir nach {city} gezogen.
    This house is from {year}. | Dieses Haus ist von {year}.
    It is {time}. | Es ist {time} Uhr.
    {the transport} leaves at {time}. | {the transport} fährt um {time} Uhr ab.
    {the transport} to {city} arrives at {time}. | {the transport} nach {city} kommt um {time} Uhr an.
    {the beginning} starts at {time}. | {the beginning} fängt um {time} Uhr an.
    See you at {time}! | Bis {time} Uhr!
    I will call you at {time}. | Ich rufe dich um {time} Uhr an.
    My room is number {digits}. | Mein Zimmer hat die Nummer {digits}.
    Room {digits}, please. | Zimmer {digits}, bitte.
    Open the book at page {digits}. | Öffne das Buch auf Seite {digits}.
    Take bus number {digits}. | Nimm den Bus Nummer {digits}.
    Wait {digits} minutes. | Warte {digits} Minuten.
    It takes {digits} minutes. | Es dauert {digits} Minuten.
    I live {digits} kilometres from here. | Ich wohne {digits} Kilometer von hier.
    {city} is {digits} kilometres away. | {city} ist {digits} Kilometer entfernt.
    {digits} percent. | {digits} Prozent.
    I have been to {city} {times}. | Ich war {times} in {city}.
    {he} has been to {country} {times}. | {he} war {times} in {country}.
    {I} {eat I} {times} a day. | {I} {essen I} {times} am Tag.
    I go there {times} a week. | Ich gehe {times} in der Woche dahin.
    {my kin} calls me {times} a week. | {my kin} ruft mich {times} in der Woche an.
    Take this {times} a day. | Nimm das {times} am Tag.
    {I} {work I} as {a job} in {city}. | {I} {arbeiten I} als {job:m} in {city}.
    {my man} works as {a job} in {country}. | {my man} arbeitet als {job:m} in {country}.
    {my lady} works as {a job} in {city}. | {my lady} arbeitet als {job:f} in {city}.
    {my man} is {a job} in {city}. | {my man} ist {job:m} in {city}.
    I worked as {a job} for {number} years. | Ich habe {number} Jahre als {job:m} gearbeitet.
    I saw {a adj} yesterday. | Ich habe gestern {a adj:acc} gesehen.
    I am happy with {my adj}. | Ich bin mit {my adj:dat} zufrieden.
    {I} {come I} with {my kinpl}. | {I} {kommen I} mit {my kinpl:dat}.
    {I} {speak I} with {my kinpl}. | {I} {sprechen I} mit {my kinpl:dat}.
    I went to {city} with {my kinpl}. | Ich bin mit {my kinpl:dat} nach {city} gefahren.
    I went to {the intown} with {my kinpl} {past}. | Ich bin {past} mit {my kinpl:dat} in {the intown:acc} gegangen.
    We went to {the intown} with {name}. | Wir sind mit {name} in {the intown:acc} gegangen.
    I am on holiday with {my kinpl}. | Ich bin mit {my kinpl:dat} im Urlaub.
    {I} {live I} with {my kinpl}. | {I} {wohnen I} bei {my kinpl:dat}.
    {name} lives with {name2}. | {name} wohnt mit {name2} zusammen.
    He is playing with {his kinpl}. | Er spielt mit {his kinpl:dat}.
    I got a letter from {my kinpl}. | Ich habe einen Brief von {my kinpl:dat} bekommen.
    This is from {my kinpl}. | Das ist von {my kinpl:dat}.
    I got {a small} from {my kin}. | Ich habe {a small:acc} von {my kin:dat} bekommen.
    Who is {the person} with {the adjclothes}? | Wer ist {the person} mit {the adjclothes:dat}?
    Who is {the person} with {the clothes}? | Wer ist {the person} mit {the clothes:dat}?
    Who is {the person} next to {name}? | Wer ist {the person} neben {name}?
    {the person} in {the clothes} is {my kin}. | {the person} in {the clothes:dat} ist {my kin}.
    {the person} next to {my kin} is {name}. | {the person} neben {my kin:dat} ist {name}.
    {I} {go I} to {city} in {a adjvehicle}. | {I} {fahren I} mit {a adjvehicle:dat} nach {city}.
    {my kin} lives in {a adjhome}. | {my kin} wohnt in {a adjhome:dat}.
    {I} {live I} in {a adjhome}. | {I} {wohnen I} in {a adjhome:dat}.
    {name} lives in {a adjhome} in {city}. | {name} wohnt in {a adjhome:dat} in {city}.
    We are looking for {a adjtown}. | Wir suchen {a adjtown:acc}.
    Is there {a adjtown} near here? | Gibt es hier in der Nähe {a adjtown:acc}?
    {I} {work I} in {a adjtown}. | {I} {arbeiten I} in {a adjtown:dat}.
    {my kin} is wearing {a adjclothes}. | {my kin} trägt {a adjclothes:acc}.
    {he} is wearing {a adjclothes}. | {he} trägt {a adjclothes:acc}.
    {he} wants to buy {a adjclothes}. | {he} will {a adjclothes:acc} kaufen.
    I like your {adjclothes:bare}. | Ich mag {your1 adjclothes:acc}.
    I bought {a adjclothes} {past}. | Ich habe {past} {a adjclothes:acc} gekauft.
    I have {a adjanimal}. | Ich habe {a adjanimal:acc}.
    {my kin} has {a adjanimal}. | {my kin} hat {a adjanimal:acc}.
    There is {a adjanimal} in {the home}. | In {the home:dat} ist {a adjanimal}.
    We saw {a adjanimal}. | Wir haben {a adjanimal:acc} gesehen.
    The {adjanimal:bare} is sleeping. | {the adjanimal} schläft.
    I put {the small} on {the table}. | Ich habe {the small:acc} auf {the table:acc} gelegt.
    Put {the small} on {the table}. | Leg {the small:acc} auf {the table:acc}.
    Put {the small} in {the bag}. | Leg {the small:acc} in {the bag:acc}.
    {I} {come I} from {the town}. | {I} {kommen I} aus {the town:dat}.
    Turn left at {the corner} and then right. | Bieg an {the corner:dat} links ab und dann rechts.
    Turn right at {the corner} and then left. | Bieg an {the corner:dat} rechts ab und dann links.
    Turn right at {the town} and then go straight ahead. | Bieg an {the town:dat} rechts ab und geh dann geradeaus.
    Turn left at {the corner} and then go straight ahead. | Bieg an {the corner:dat} links ab und geh dann geradeaus.
    Turn left after {the corner}. | Bieg nach {the corner:dat} links ab.
    Turn right after {the town}. | Bieg nach {the town:dat} rechts ab.
    Go straight ahead and then turn left. | Geh geradeaus und bieg dann links ab.
    Go straight ahead and turn right at {the corner}. | Geh geradeaus und bieg an {the corner:dat} rechts ab.
    Go past {the town}. | Geh an {the town:dat} vorbei.
    Cross {the street}. | Geh über {the street:acc}.
    {the town} is on the other side of {the street}. | {the town} ist auf der anderen Seite {the street:gen}.
    {the town} is behind {the corner}. | {the town} ist hinter {the corner:dat}.
    {the town} is between {the town2} and {the town3}. | {the town} ist zwischen {the town2:dat} und {the town3:dat}.
    {the town} is far away. | {the town} ist weit weg.
    How far is {the town}? | Wie weit ist {the town}?
    Is {the town} far from here? | Ist {the town} weit von hier?
    Is {the town} open on {day}? | Ist {the town} am {day} geöffnet?
    {the town} is closed on {days}. | {the town} ist {days} geschlossen.
    {I} {work I} on {days}. | {I} {arbeiten I} {days}.
    On {days} we eat {- mass}. | {days:cap} essen wir {- mass:acc}.
    I play {playable} on {days}. | Ich spiele {days} {playable}.
    On {days} I get up late. | {days:cap} stehe ich spät auf.
    If you are hungry, eat {a food}. | Wenn du Hunger hast, iss {a food:acc}.
    If you are thirsty, drink some {drink:bare}. | Wenn du Durst hast, trink etwas {drink}.
    If you are tired, go to bed. | Wenn du müde bist, geh ins Bett.
    If you are {feel}, stay at home. | Wenn du {feel} bist, bleib zu Hause.
    If you are {feel}, call me. | Wenn du {feel} bist, ruf mich an.
    If it is {weather}, close the window. | Wenn es {weather} ist, schließ das Fenster.
    If it rains, take an umbrella. | Wenn es regnet, nimm einen Regenschirm.
    If you have time, call me. | Wenn du Zeit hast, ruf mich an.
    If you have time, come to {the zutown}. | Wenn du Zeit hast, komm {to zutown}.
    If you see {name}, call me. | Wenn du {name} siehst, ruf mich an.
    If you want, I can help you. | Wenn du willst, kann ich dir helfen.
    If you want, we can go to {the intown}. | Wenn du willst, können wir in {the intown:acc} gehen.
    If you want, I will call {my kin}. | Wenn du willst, rufe ich {my kin:acc} an.
    If I have time, I will visit {my kin}. | Wenn ich Zeit habe, besuche ich {my kin:acc}.
    If I have money, I will buy {a vehicle}. | Wenn ich Geld habe, kaufe ich {a vehicle:acc}.
    If {he} comes, I will go. | Wenn {he} kommt, gehe ich.
    Call me when you are at home. | Ruf mich an, wenn du zu Hause bist.
    Call me when you arrive. | Ruf mich an, wenn du ankommst.
    Tell me if you need help. | Sag mir, wenn du Hilfe brauchst.
    When I was a child, I lived in {city}. | Als ich ein Kind war, habe ich in {city} gewohnt.
    When I was a child, I had {a animal}. | Als ich ein Kind war, hatte ich {a animal:acc}.
    When I was young, I was {feel}. | Als ich jung war, war ich {feel}.
    At the age of {number} I lived in {country}. | Mit {number} habe ich in {country} gewohnt.
    When I came home, {my kin} was in {the home}. | Als ich nach Hause kam, war {my kin} in {the home:dat}.
    When we were in {city}, it was {weather}. | Als wir in {city} waren, war es {weather}.
    I want this one. | Ich will dieses hier.
    Is this {small:bare} yours? | Gehört {this small} dir?
    This {small:bare} is mine. | {this small} gehört mir.
    Whose {small.pl:bare} are these? | Wessen {small.pl} sind das?
    Is this {name}'s {small:bare}? | Ist das {name:gen} {small}?
    {name}'s {kin:bare} is {feel}. | {name:gen} {kin} ist {feel}.
    {name}'s {vehicle:bare} is {colour}. | {name:gen} {vehicle} ist {colour}.
    {my kin}'s {vehicle:bare} is {colour}. | {the vehicle} von {my kin:dat} ist {colour}.
    {my kin}'s {home:bare} is {homeadj}. | {the home} von {my kin:dat} ist {homeadj}.
    I know {my kin}'s {kin2:bare}. | Ich kenne {the kin2:acc} von {my kin:dat}.
    {my lady}'s name is {girl} and {my man}'s name is {boy}. | {my lady} heißt {girl} und {my man} heißt {boy}.
    I have dinner at {clock}. | Ich esse um {clock} zu Abend.
    We are having dinner. | Wir essen gerade zu Abend.
    We're having lunch. | Wir essen gerade zu Mittag.
    {he} is having breakfast. | {he} frühstückt gerade.
    We have breakfast at {clock}. | Wir frühstücken um {clock}.
    What did you have for breakfast? | Was hast du zum Frühstück gegessen?
    What did you have for dinner? | Was hast du zum Abendessen gegessen?
    What are we having for lunch? | Was essen wir zu Mittag?
    I had {- mass} for breakfast. | Ich hatte {- mass:acc} zum Frühstück.
    {I} {eat I} {a food} for breakfast. | {I} {essen I} {a food:acc} zum Frühstück.
    {I} {drink I} {- drink} for breakfast. | {I} {trinken I} {- drink:acc} zum Frühstück.
    I never eat {- mass}. | Ich esse nie {- mass:acc}.
    {he} never drinks {- drink}. | {he} trinkt nie {- drink:acc}.
    {he} never eats {- mass}. | {he} isst nie {- mass:acc}.
    {I} {eat I} {- mass} every day. | {I} {essen I} jeden Tag {- mass:acc}.
    We should eat more {mass:bare}. | Wir sollten mehr {mass} essen.
    You should drink more {drink:bare}. | Du solltest mehr {drink} trinken.
    You should eat less {mass:bare}. | Du solltest weniger {mass} essen.
    I should eat less {mass:bare}. | Ich sollte weniger {mass} essen.
    We should {hobby:inf} more. | Wir sollten mehr {hobby:inf}.
    You should {hobby:inf} more. | Du solltest mehr {hobby:inf}.
    I should work less. | Ich sollte weniger arbeiten.
    You should sleep more. | Du solltest mehr schlafen.
    {he} should sleep more. | {he} sollte mehr schlafen.
    You should learn more {language}. | Du solltest mehr {language} lernen.
    We should go now. | Wir sollten jetzt gehen.
    We should go to {the zutown}. | Wir sollten {to zutown} gehen.
    You should visit {my kin}. | Du solltest {my kin:acc} besuchen.
    {he} should be here. | {he} sollte hier sein.
    There should be {a town} here. | Hier sollte {a town} sein.
    Is this chair free? | Ist dieser Stuhl frei?
    Is this place free? | Ist dieser Platz frei?
    Are there any free rooms? | Gibt es freie Zimmer?
    Do you have a free room? | Haben Sie ein freies Zimmer?
    I would like a room for {number} nights. | Ich möchte ein Zimmer für {number} Nächte.
    We would like a table for {number} people. | Wir möchten einen Tisch für {number} Personen.
    A table for {number}, please. | Einen Tisch für {number}, bitte.
    Two tickets to {city}, please. | Zwei Fahrkarten nach {city}, bitte.
    {number:cap} {order.pl:bare}, please. | {number:cap} {- order.pl}, bitte.
    {a order} and {a food}, please. | {a order:acc} und {a food:acc}, bitte.
    I'll have {the mass}. | Ich nehme {the mass:acc}.
    I'll have {a food} and {a order}. | Ich nehme {a food:acc} und {a order:acc}.
    Do you have {- food.pl}? | Hast du {- food.pl:acc}?
    Can I try {the mass}? | Kann ich {the mass:acc} probieren?
    Can I try on {this clothes}? | Kann ich {this clothes:acc} anprobieren?
    {this clothes} is too {sizeadj}. | {this clothes} ist zu {sizeadj}.
    {this clothes} is very {sizeadj}. | {this clothes} ist sehr {sizeadj}.
    I'm looking for {a clothes}. | Ich suche {a clothes:acc}.
    I am looking for {a gift} for {my kin}. | Ich suche {a gift:acc} für {my kin:acc}.
    I am buying {a gift} for {my kin}. | Ich kaufe {a gift:acc} für {my kin:acc}.
    I have {a gift} for {your kin}. | Ich habe {a gift:acc} für {your kin:acc}.
    {the gift} is for {name}. | {the gift} ist für {name}.
    I lost {my small}. | Ich habe {my small:acc} verloren.
    {he} lost {his small}. | {he} hat {his small:acc} verloren.
    {he} has lost {his small}. | {he} hat {his small:acc} verloren.
    {my kin} has lost {the small}. | {my kin} hat {the small:acc} verloren.
    I found {a small} in {the street}. | Ich habe {a small:acc} auf {the street:dat} gefunden.
    I can't find {the town}. | Ich kann {the town:acc} nicht finden.
    We couldn't find {the town}. | Wir konnten {the town:acc} nicht finden.
    {he} couldn't find {the small}. | {he} konnte {the small:acc} nicht finden.
    I couldn't sleep. | Ich konnte nicht schlafen.
    {he} couldn't come. | {he} konnte nicht kommen.
    I couldn't hear you. | Ich konnte dich nicht hören.
    I can't see {the small}. | Ich kann {the small:acc} nicht sehen.
    Did you find {your small}? | Hast du {your small:acc} gefunden?
    Did you see {name}? | Hast du {name} gesehen?
    Did you see {the media}? | Hast du {the media:acc} gesehen?
    Did you like {the media}? | Hat dir {the media} gefallen?
    Did you call {your kin}? | Hast du {your kin:acc} angerufen?
    Did you buy {- mass}? | Hast du {- mass:acc} gekauft?
    Did {he} come? | Ist {he} gekommen?
    Did you understand that? | Hast du das verstanden?
    Did it rain {past}? | Hat es {past} geregnet?
    Where did you buy {that clothes}? | Wo hast du {that clothes:acc} gekauft?
    Where did you find {the small}? | Wo hast du {the small:acc} gefunden?
    Where did you learn {language}? | Wo hast du {language} gelernt?
    Where did you meet {name}? | Wo hast du {name} getroffen?
    Where did you sleep? | Wo hast du geschlafen?
    Where did he go? | Wohin ist er gegangen?
    When did you arrive? | Wann bist du angekommen?
    When did you get up? | Wann bist du aufgestanden?
    When did you come home? | Wann bist du nach Hause gekommen?
    When did {he} call? | Wann hat {he} angerufen?
    Why did you do that? | Warum hast du das gemacht?
    Why did you come late? | Warum bist du zu spät gekommen?
    Why didn't you call me? | Warum hast du mich nicht angerufen?
    Why didn't you come? | Warum bist du nicht gekommen?
    What did you say? | Was hast du gesagt?
    What did {he} say? | Was hat {he} gesagt?
    What did you eat {past}? | Was hast du {past} gegessen?
    What did you buy? | Was hast du gekauft?
    What did you see? | Was hast du gesehen?
    Who did you meet? | Wen hast du getroffen?
    Who told you that? | Wer hat dir das gesagt?
    Who gave you {that small}? | Wer hat dir {that small:acc} gegeben?
    Who bought {the mass}? | Wer hat {the mass:acc} gekauft?
    Who wrote this book? | Wer hat dieses Buch geschrieben?
    Who ate {my food}? | Wer hat {my food:acc} gegessen?
    Who has {my small}? | Wer hat {my small:acc}?
    Who wants {- mass}? | Wer will {- mass:acc}?
    Who speaks {language}? | Wer spricht {language}?
    Does anyone speak {language}? | Spricht jemand {language}?
    Does anyone here speak {language}? | Spricht hier jemand {language}?
    Does anybody have {a small}? | Hat jemand {a small:acc}?
    Is anyone at home? | Ist jemand zu Hause?
    {my kin} gave me {a small}. | {my kin} hat mir {a small:acc} gegeben.
    {my kin} sent me {a small}. | {my kin} hat mir {a small:acc} geschickt.
    {my kin} showed me {the home}. | {my kin} hat mir {the home:acc} gezeigt.
    {I} gave {my kin} {a small}. | {I} {haben I} {my kin:dat} {a small:acc} gegeben.
    {he} gave {his kin} {a small}. | {he} hat {his kin:dat} {a small:acc} gegeben.
    {he} told us a story. | {he} hat uns eine Geschichte erzählt.
    {he} told me the truth. | {he} hat mir die Wahrheit gesagt.
    Tell me the truth. | Sag mir die Wahrheit.
    Can you lend me {your small}? | Kannst du mir {your small:acc} leihen?
    Can you bring me {a order}? | Kannst du mir {a order:acc} bringen?
    Bring me {the small}, please. | Bring mir bitte {the small:acc}.
    Send me {a small}. | Schick mir {a small:acc}.
    May I use {your device}? | Darf ich {your device:acc} benutzen?
    May I use your phone? | Darf ich dein Handy benutzen?
    May I open the window? | Darf ich das Fenster öffnen?
    May I have {a order}? | Darf ich {a order:acc} haben?
    May I smoke here? | Darf ich hier rauchen?
    Can we sit here? | Können wir hier sitzen?
    Can we eat here? | Können wir hier essen?
    Can we meet at {clock}? | Können wir uns um {clock} treffen?
    We can meet {future}. | Wir können uns {future} treffen.
    We meet {future}. | Wir treffen uns {future}.
    Could you open {the door}, please? | Könntest du bitte {the door:acc} öffnen?
    Could you close {the door}, please? | Könntest du bitte {the door:acc} schließen?
    Could you give me {the small}, please? | Könntest du mir bitte {the small:acc} geben?
    Could you please help me? | Könntest du mir bitte helfen?
    Could you tell me where {the town} is? | Könntest du mir sagen, wo {the town} ist?
    Can you turn off {the device}? | Kannst du {the device:acc} ausschalten?
    Turn off {the device}. | Schalte {the device:acc} aus.
    Turn on {the device}, please. | Schalte bitte {the device:acc} ein.
    Turn off the light. | Mach das Licht aus.
    Turn on the light. | Mach das Licht an.
    Turn down the music. | Mach die Musik leiser.
    Turn up the radio. | Mach das Radio lauter.
    Open {the door}. | Öffne {the door:acc}.
    Open {the door}! | Öffne {the door:acc}!
    Please close {the door}. | Bitte schließ {the door:acc}.
    Don't forget {your small}. | Vergiss {your small:acc} nicht.
    Don't forget {your small}! | Vergiss {your small:acc} nicht!
    Don't touch {the small}. | Fass {the small:acc} nicht an.
    Don't touch {the animal}! | Fass {the animal:acc} nicht an!
    Don't open {the door}. | Öffne {the door:acc} nicht.
    Don't be afraid of {the animal}. | Hab keine Angst vor {the animal:dat}.
    Don't eat {that food}! | Iss {that food:acc} nicht!
    Don't talk so loudly. | Sprich nicht so laut.
    Don't drive so fast. | Fahr nicht so schnell.
    You shouldn't drink so much. | Du solltest nicht so viel trinken.
    You shouldn't eat so much {mass:bare}. | Du solltest nicht so viel {mass} essen.
    You shouldn't work so much. | Du solltest nicht so viel arbeiten.
    You don't have to come. | Du musst nicht kommen.
    You don't have to pay. | Du musst nicht zahlen.
    I don't have to work {future}. | Ich muss {future} nicht arbeiten.
    We don't have to cook. | Wir müssen nicht kochen.
    {he} doesn't have to go to school. | {he} muss nicht zur Schule gehen.
    I can't come {future}. | Ich kann {future} nicht kommen.
    I can come {future}. | Ich kann {future} kommen.
    We can't go {future}. | Wir können {future} nicht gehen.
    We can go by {transport:bare}. | Wir können mit {the transport:dat} fahren.
    {I} {go I} to {city} by {transport:bare}. | {I} {fahren I} mit {the transport:dat} nach {city}.
    {my kin} goes to work by {vehicle:bare}. | {my kin} fährt mit {the vehicle:dat} zur Arbeit.
    {name} goes to school by {transport:bare}. | {name} fährt mit {the transport:dat} zur Schule.
    {he} flew to {country} {past}. | {he} ist {past} nach {country} geflogen.
    {he} flew to {city}. | {he} ist nach {city} geflogen.
    We drove to {city} {past}. | Wir sind {past} nach {city} gefahren.
    {past:cap} we were in {country}. | {past:cap} waren wir in {country}.
    {past:cap} I was in {city}. | {past:cap} war ich in {city}.
    {future:cap} we are going to {country}. | {future:cap} fahren wir nach {country}.
    {future:cap} I am going to {city}. | {future:cap} fahre ich nach {city}.
    {future:cap} I will visit {my kin}. | {future:cap} besuche ich {my kin:acc}.
    {past:cap} I saw {a animal}. | {past:cap} habe ich {a animal:acc} gesehen.
    {past:cap} I met {name}. | {past:cap} habe ich {name} getroffen.
    We arrive on {day}. | Wir kommen am {day} an.
    {name} arrives {future}. | {name} kommt {future} an.
    I will be back in {number} days. | Ich bin in {number} Tagen zurück.
    I will be back in {num} minutes. | Ich bin in {num} Minuten zurück.
    I'll be there in {number} minutes. | Ich bin in {number} Minuten da.
    I'll be back at {clock}. | Ich bin um {clock} zurück.
    I will write you {a message}. | Ich schreibe dir {a message:acc}.
    I'll send you {a message}. | Ich schicke dir {a message:acc}.
    I will write {name} {a message}. | Ich schreibe {name} {a message:acc}.
    {my kin} wrote me {a message}. | {my kin} hat mir {a message:acc} geschrieben.
    I got {a message} from {name}. | Ich habe {a message:acc} von {name} bekommen.
    I hope you are well. | Ich hoffe, es geht dir gut.
    I hope that you are well. | Ich hoffe, dass es dir gut geht.
    I hope that {my kin} is well. | Ich hoffe, dass es {my kin:dat} gut geht.
    I hope to see you soon. | Ich hoffe, dich bald zu sehen.
    I feel better. | Mir geht es besser.
    I feel better {today}. | Mir geht es {today} besser.
    {my kin} feels better. | {my kin:dat} geht es besser.
    {my kin} is not well. | {my kin:dat} geht es nicht gut.
    I am cold. | Mir ist kalt.
    I'm so cold. | Mir ist so kalt.
    {my kin} is cold. | {my kin:dat} ist kalt.
    I was very cold. | Mir war sehr kalt.
    {he} was hungry. | {he} hatte Hunger.
    They were not hungry. | Sie hatten keinen Hunger.
    We were very thirsty. | Wir hatten großen Durst.
    I think {he} is {feel}. | Ich glaube, {he} ist {feel}.
    I think {he} is right. | Ich glaube, {he} hat recht.
    I think that {he} is right. | Ich glaube, dass {he} recht hat.
    I think {my kin} is at home. | Ich glaube, {my kin} ist zu Hause.
    I know that {my kin} is {feel}. | Ich weiß, dass {my kin} {feel} ist.
    {he} thinks that {my kin} is {feel}. | {he} glaubt, dass {my kin} {feel} ist.
    Do you know where {name} is? | Weißt du, wo {name} ist?
    Do you know where {name} lives? | Weißt du, wo {name} wohnt?
    Do you know where {he} lives? | Weißt du, wo {he} wohnt?
    Do you know where {he} works? | Weißt du, wo {he} arbeitet?
    Do you know when {the transport} leaves? | Weißt du, wann {the transport} abfährt?
    Do you know when {he} is coming? | Weißt du, wann {he} kommt?
    Do you know what {he} wants? | Weißt du, was {he} will?
    I don't know what {he} wants. | Ich weiß nicht, was {he} will.
    I don't know what {he} said. | Ich weiß nicht, was {he} gesagt hat.
    I don't know why {he} is {feel}. | Ich weiß nicht, warum {he} {feel} ist.
    I don't know when {he} is coming. | Ich weiß nicht, wann {he} kommt.
    I don't know how to get to {the zutown}. | Ich weiß nicht, wie ich {to zutown} komme.
    I don't know if {he} is at home. | Ich weiß nicht, ob {he} zu Hause ist.
    I don't know if {he} is coming. | Ich weiß nicht, ob {he} kommt.
    I forgot where {my small} is. | Ich habe vergessen, wo {my small} ist.
    I am late because I missed {the transport}. | Ich bin spät dran, weil ich {the transport:acc} verpasst habe.
    I came late because I missed the bus. | Ich bin zu spät gekommen, weil ich den Bus verpasst habe.
    {he} missed {the transport}. | {he} hat {the transport:acc} verpasst.
    We missed {the transport} to {city}. | Wir haben {the transport:acc} nach {city} verpasst.
    We stayed at home because it was {weather}. | Wir sind zu Hause geblieben, weil es {weather} war.
    We stayed at home because it rained. | Wir sind zu Hause geblieben, weil es geregnet hat.
    We stayed at home because it was raining. | Wir sind zu Hause geblieben, weil es geregnet hat.
    It was raining {past}. | {past:cap} hat es geregnet.
    It was snowing. | Es hat geschneit.
    It was snowing in {city}. | In {city} hat es geschneit.
    {he} is {feel}, so {he} can't come. | {he} ist {feel}, also kann {he} nicht kommen.
    I am {feel}, so I am staying at home. | Ich bin {feel}, also bleibe ich zu Hause.
    It is {weather}, so we are staying at home. | Es ist {weather}, also bleiben wir zu Hause.
    {the home} is {homeadj} but {homeadj2}. | {the home} ist {homeadj}, aber {homeadj2}.
    It is {quality} but {quality2}. | Es ist {quality}, aber {quality2}.
    It is {quality} but very {quality2}. | Es ist {quality}, aber sehr {quality2}.
    {the person} {does} and {the person2} {does2}. | {the person} {does} und {the person2} {does2}.
    {my kin} {does} and {my kin2} {does2}. | {my kin} {does} und {my kin2} {does2}.
    {my kin} {does} but {my kin2} {does2}. | {my kin} {does}, aber {my kin2} {does2}.
    {name} {does} and {name2} {does2}. | {name} {does} und {name2} {does2}.
    {the animal} {does} and {the animal2} {does2}. | {the animal} {does} und {the animal2} {does2}.
    {the person} {does}. | {the person} {does}.
    The {person:bare} {does}. | {the person} {does}.
    {the animal} {does}. | {the animal} {does}.
    {my kin} {does}. | {my kin} {does}.
    {name} {does}. | {name} {does}.
    {the person} {does} in {the home}. | {the person} {does} in {the home:dat}.
    {my kin} {does} in {the home}. | {my kin} {does} in {the home:dat}.
    {the person} {does} because {the animal} {does2}. | {the person} {does}, weil {the animal} {does2}.
    {my kin} {does} when it rains. | {my kin} {does}, wenn es regnet.
    {the person} is {doing}. | {the person} {doing}.
    {the animal} is {doing}. | {the animal} {doing}.
    {my kin} is {doing}. | {my kin} {doing}.
    {name} is {doing}. | {name} {doing}.
    {he} is {doing} in {the home}. | {he} {doing} in {the home:dat}.
    Why is {the person} {doing}? | Warum {doing} {the person}?
    Why is {he} {doing}? | Warum {doing} {he}?
    Is {the person} {doing}? | {doing} {the person}?
    Who is {doing}? | Wer {doing}?
    {someone} is {doing}. | {someone} {doing}.
    The {person.pl:bare} are {feel}. | {the person.pl} sind {feel}.
    The {person.pl:bare} are in {the home}. | {the person.pl} sind in {the home:dat}.
    The {animal.pl:bare} are in {the garden}. | {the animal.pl} sind in {the garden:dat}.
    The {person.pl:bare} are playing {playable}. | {the person.pl} spielen {playable}.
    {animal.pl:bare} can {animaldoes}. | {- animal.pl} können {animaldoes}.
    Where do {your kinpl} work? | Wo arbeiten {your kinpl}?
    How old is {the town}? | Wie alt ist {the town}?
    How big is {your home}? | Wie groß ist {your home}?
    How many {home.pl:bare} are there? | Wie viele {home.pl} gibt es?
    How was {the media}? | Wie war {the media}?
    How was {your holiday}? | Wie war {your holiday}?
    How was the {party:bare}? | Wie war {the party}?
    {the media} was {quality}. | {the media} war {quality}.
    {the party} was {quality}. | {the party} war {quality}.
    {the media} is {quality}. | {the media} ist {quality}.
    I have seen {this media} before. | Ich habe {this media:acc} schon gesehen.
    You must see {this media}. | Du musst {this media:acc} sehen.
    I like the {song:bare} that you sang. | Ich mag {the song:acc}, {rel song:acc} du gesungen hast.
    I like the {small:bare} that you bought. | Ich mag {the small:acc}, {rel small:acc} du gekauft hast.
    This is the {small:bare} that I lost. | Das ist {the small}, {rel small:acc} ich verloren habe.
    Where is the {small:bare} that I bought? | Wo ist {the small}, {rel small:acc} ich gekauft habe?
    {the person} who lives here is {feel}. | {the person}, {rel person} hier wohnt, ist {feel}.
    {the person} who lives here is {my kin}. | {the person}, {rel person} hier wohnt, ist {my kin}.
    I know the {person:bare} who lives there. | Ich kenne {the person:acc}, {rel person} dort wohnt.
    The woman who lives here is {a job}. | Die Frau, die hier wohnt, ist {job:f}.
    The man who lives here is {a job}. | Der Mann, der hier wohnt, ist {job:m}.
    The woman who is standing there is {my lady}. | Die Frau, die dort steht, ist {my lady}.
    The man who is sitting there is {my man}. | Der Mann, der dort sitzt, ist {my man}.
    The woman with {the clothes} is {a job}. | Die Frau mit {the clothes:dat} ist {job:f}.
    The man with {the adjclothes} is {my man}. | Der Mann mit {the adjclothes:dat} ist {my man}.
    {my kin} lives near {the town}. | {my kin} wohnt in der Nähe {the town:gen}.
    {name} is standing behind {my kin}. | {name} steht hinter {my kin:dat}.
    {name} is standing next to {name2}. | {name} steht neben {name2}.
    {I} {stand I} in front of {the town}. | {I} {stehen I} vor {the town:dat}.
    {he} is sitting next to me. | {he} sitzt neben mir.
    {the furn} is next to {the furn2}. | {the furn} ist neben {the furn2:dat}.
    The picture is above {the table}. | Das Bild hängt über {the table:dat}.
    The lamp is above {the table}. | Die Lampe ist über {the table:dat}.
    There are {number} {small.pl:bare} on {the table}. | Auf {the table:dat} sind {number} {small.pl}.
    There are {number} {dish.pl:bare} on {the table}. | Auf {the table:dat} sind {number} {dish.pl}.
    There are {number} {animal.pl:bare} in {the garden}. | In {the garden:dat} sind {number} {animal.pl}.
    There are a lot of {person.pl:bare} in {the street}. | Auf {the street:dat} sind viele {person.pl}.
    There is a lot of snow. | Es gibt viel Schnee.
    There is a lot of work. | Es gibt viel Arbeit.
    There is no {drink:bare} in {the fridge}. | In {the fridge:dat} ist {no drink}.
    {the drink} is in {the fridge}. | {the drink} ist in {the fridge:dat}.
    {the mass} is on {the table}. | {the mass} ist auf {the table:dat}.
    Is there any {drink:bare}? | Gibt es {drink}?
    There isn't any {mass:bare}. | Es gibt {no mass:acc}.
    It is {weather} {today}. | {today:cap} ist es {weather}.
    It gets dark early in {season}. | Im {season} wird es früh dunkel.
    In {season} it gets {weather}. | Im {season} wird es {weather}.
    It is getting {weather}. | Es wird {weather}.
    It is getting late. | Es wird spät.
    The wind is {windadj}. | Der Wind ist {windadj}.
    I went to {the doctorlike} {past}. | Ich bin {past} {to doctorlike} gegangen.
    I was at the {doctorlike:bare} {past}. | Ich war {past} beim {doctorlike}.
    {my kin} works in {the town}. | {my kin} arbeitet in {the town:dat}.
    {my kin} is very {feel}. | {my kin} ist sehr {feel}.
    {our kinpl} are very {feel}. | {our kinpl} sind sehr {feel}.
    I have {number} {kinpl:bare} and {number2} {animal.pl:bare}. | Ich habe {number} {kinpl} und {number2} {animal.pl}.
    They have {number} {kinpl:bare}. | Sie haben {number} {kinpl}.
    {he} speaks {number} languages. | {he} spricht {number} Sprachen.
    Your {language} is very good. | Dein {language} ist sehr gut.
    {my kin} is learning {language}. | {my kin} lernt {language}.
    {name} is learning {language} and {language2}. | {name} lernt {language} und {language2}.
    We speak {language} at home. | Zu Hause sprechen wir {language}.
    I don't understand {the question}. | Ich verstehe {the question:acc} nicht.
    I don't know {the answer}. | Ich weiß {the answer:acc} nicht.
    Can you explain {the question}? | Kannst du {the question:acc} erklären?
    This is {quality}, that is {quality2}. | Dies ist {quality}, das ist {quality2}.
    Those {small.pl:bare} are {quality}. | {those small.pl} sind {quality}.
    These {food.pl:bare} are {quality}. | {these food.pl} sind {quality}.
    Those are {my small.pl}. | Das sind {my small.pl}.
    These are {my kinpl} {name} and {name2}. | Das sind {my kinpl} {name} und {name2}.
    This is my friend {boy}. | Das ist mein Freund {boy}.
    This is my friend {girl}. | Das ist meine Freundin {girl}.
    I would like to buy {a small}. | Ich möchte {a small:acc} kaufen.
    I would like to see {the home}. | Ich möchte {the home:acc} sehen.
    I want to see {the sea}. | Ich will {the sea:acc} sehen.
    I want to eat {- mass}. | Ich will {- mass:acc} essen.
    I want to drink {- drink}. | Ich will {- drink:acc} trinken.
    {he} wants to go to bed. | {he} will ins Bett gehen.
    They want to buy {a home}. | Sie wollen {a home:acc} kaufen.
    {he} wants to visit {my kin}. | {he} will {my kin:acc} besuchen.
    I need to buy {- mass} and {- food.pl}. | Ich muss {- mass:acc} und {- food.pl:acc} kaufen.
    I have to buy {- mass}. | Ich muss {- mass:acc} kaufen.
    I have to help {my kin}. | Ich muss {my kin:dat} helfen.
    I need {a small} and {a small2}. | Ich brauche {a small:acc} und {a small2:acc}.
    We need {a adj}. | Wir brauchen {a adj:acc}.
    {I} {love I} {- mass}. | {I} {lieben I} {- mass:acc}.
    {my kinpl} love {- mass}. | {my kinpl} lieben {- mass:acc}.
    I love to {hobby:inf}. | Ich {hobby:verb1} sehr gern.
    {he} loves {hobby}. | {he} {hobby:verb3} sehr gern.
    {boy} wants to be {a job}. | {boy} will {job:m} werden.
    {girl} wants to be {a job}. | {girl} will {job:f} werden.
    {my man} is {a job} and works in {the town}. | {my man} ist {job:m} und arbeitet in {the town:dat}.
    {my lady} is {a job} and works in {the town}. | {my lady} ist {job:f} und arbeitet in {the town:dat}.
    Is this {furn:bare} free? | Ist {this furn} frei?
    Is {this room} free? | Ist {this room} frei?
    Is {the toilet} free? | Ist {the toilet} frei?
    I am Mr {surname}. | Ich bin Herr {surname}.
    Mrs {surname} is not here. | Frau {surname} ist nicht hier.
    Mr {surname} is at home. | Herr {surname} ist zu Hause.
    Good morning, Mrs {surname}. | Guten Morgen, Frau {surname}.
    My teacher's name is Mr {surname}. | Mein Lehrer heißt Herr {surname}.
    {name} {surname} lives in {place}. | {name} {surname} wohnt in {place}.
    My name is {name} {surname}. | Ich heiße {name} {surname}.
    {rarename} is my friend. | {rarename} ist mein Freund.
    {rarename} and {rarename2} are here. | {rarename} und {rarename2} sind hier.
    I know {rarename}. | Ich kenne {rarename}.
    I saw {rarename} {past}. | Ich habe {rarename} {past} gesehen.
    {rarename} lives in {place}. | {rarename} wohnt in {place}.
    {rarename} is {feel}. | {rarename} ist {feel}.
    {rarename} {does}. | {rarename} {does}.
    Where is {rarename}? | Wo ist {rarename}?
    Do you know {rarename}? | Kennst du {rarename}?
    Hello, I'm {rarename}. | Hallo, ich bin {rarename}.
    My name is {rarename}. | Ich heiße {rarename}.
    My dog is called {rarename}. | Mein Hund heißt {rarename}.
    I live in {place}. | Ich wohne in {place}.
    We are from {place}. | Wir kommen aus {place}.
    I am going to {place} {future}. | Ich fahre {future} nach {place}.
    I was in {place} {past}. | Ich war {past} in {place}.
    The train to {place} leaves at {clock}. | Der Zug nach {place} fährt um {clock} ab.
    Have you ever been to {place}? | Warst du schon einmal in {place}?
    {place} is a big city. | {place} ist eine große Stadt.
    A ticket to {place}, please. | Eine Fahrkarte nach {place}, bitte.
    {place} is {digits} kilometres from {place2}. | {place} ist {digits} Kilometer von {place2} entfernt.
    {person.pl:bare} {do}. | {- person.pl} {do}.
    The {person.pl:bare} {do}. | {the person.pl} {do}.
    {animal.pl:bare} {do}. | {- animal.pl} {do}.
    The {animal.pl:bare} {do}. | {the animal.pl} {do}.
    {my kinpl} {do}. | {my kinpl} {do}.
    {my kinpl} are {doingpl}. | {my kinpl} {doingpl}.
    They are {doingpl}. | Sie {doingpl}.
    We are {doingpl}. | Wir {doingpl}.
    Are they {doingpl}? | {doingpl:cap} sie?
    Why are they {doingpl}? | Warum {doingpl} sie?
    {the person.pl} are {doingpl}. | {the person.pl} {doingpl}.
    {name} and {name2} are {doingpl}. | {name} und {name2} {doingpl}.
    I am {doingI}. | Ich {doingI}.
    I'm {doingI}. | Ich {doingI}.
    I am not {doingI}. | Ich {doingI} nicht.
    I {doI}. | Ich {doI}.
    I {doI} and {he} {does}. | Ich {doI} und {he} {does}.
    {he} {does} and I {doI}. | {he} {does} und ich {doI}.
    {he} {does}. | {he} {does}.
    {he} {does} every day. | {he} {does} jeden Tag.
    {a person} {does}. | {a person} {does}.
    {a animal} {does} in {the garden}. | In {the garden:dat} {does} {a animal}.
    The dog barks. | Der Hund bellt.
    The dog is barking. | Der Hund bellt.
    The dogs bark all night. | Die Hunde bellen die ganze Nacht.
    {my animal} barks when {someone} comes. | {my animal} bellt, wenn {someone} kommt.
    The dog barks at {the person}. | Der Hund bellt {the person:acc} an.
    {he} slept all day. | {he} hat den ganzen Tag geschlafen.
    {he} worked all night. | {he} hat die ganze Nacht gearbeitet.
    {my kin} waited all day. | {my kin} hat den ganzen Tag gewartet.
    I read all day. | Ich lese den ganzen Tag.
    It rained all night. | Es hat die ganze Nacht geregnet.
    It has been raining all day. | Es regnet den ganzen Tag.
    {he} is washing {the vehicle}. | {he} wäscht {the vehicle:acc}.
    {my kin} is washing {the dish.pl}. | {my kin} wäscht {the dish.pl:acc}.
    {my kin} is cleaning {the home}. | {my kin} putzt {the home:acc}.
    {he} is opening {the door}. | {he} öffnet {the door:acc}.
    {he} is reading {a book}. | {he} liest {a book:acc}.
    {I} {read I} {a book}. | {I} {lesen I} {a book:acc}.
    Read {this book}. | Lies {this book:acc}.
    Write {a message}. | Schreib {a message:acc}.
    Eat {the food}. | Iss {the food:acc}.
    Drink {the drink}. | Trink {the drink:acc}.
    Take {the small}. | Nimm {the small:acc}.
    Take {your small} with you. | Nimm {your small:acc} mit.
    Buy {- mass}, please. | Kauf bitte {- mass:acc}.
    Buy me {a small}. | Kauf mir {a small:acc}.
    Look at {the animal}. | Schau dir {the animal:acc} an.
    Look at {this media}! | Schau dir {this media:acc} an!
    Help {my kin}, please. | Hilf bitte {my kin:dat}.
    Speak {language}, please. | Sprich bitte {language}.
    Say it in {language}. | Sag es auf {language}.
    Close your eyes. | Schließ die Augen.
    Open your mouth. | Öffne den Mund.
    Come to my party. | Komm zu meiner Party.
    Come to {city}. | Komm nach {city}.
    Stay here. | Bleib hier.
    Sleep well, {name}. | Schlaf gut, {name}.
    Let's eat {- mass}. | Lass uns {- mass:acc} essen.
    Let's drink {- drink}. | Lass uns {- drink:acc} trinken.
    Let's play {playable}. | Lass uns {playable} spielen.
    Let's buy {a small}. | Lass uns {a small:acc} kaufen.
    Let's go to {city}. | Lass uns nach {city} fahren.
    Let's speak {language}. | Lass uns {language} sprechen.
    Let's visit {my kin}. | Lass uns {my kin:acc} besuchen.
    Let me help you. | Lass mich dir helfen.
    Let me think. | Lass mich nachdenken.
    Let me sleep. | Lass mich schlafen.
    {the door} is open. | {the door} ist offen.
    {the door} is closed. | {the door} ist zu.
    Why is {the door} open? | Warum ist {the door} offen?
    Is {the door} open? | Ist {the door} offen?
    Is {the town} open? | Ist {the town} geöffnet?
    Is the shop open? | Ist der Laden geöffnet?
    {the town} is open until {clock}. | {the town} ist bis {clock} geöffnet.
    {the town} closes at {number}. | {the town} schließt um {number}.
    How does {the device} work? | Wie funktioniert {the device}?
    How does that work? | Wie funktioniert das?
    How does it work? | Wie funktioniert es?
    It doesn't work. | Es funktioniert nicht.
    {my device} isn't working. | {my device} funktioniert nicht.
    Which {transport:bare} goes to {the zutown}? | {which transport} fährt {to zutown}?
    Which {transport:bare} goes to {city}? | {which transport} fährt nach {city}?
    Which {person:bare} do you mean? | {which person:acc} meinst du?
    Which way do I have to go? | Welchen Weg muss ich gehen?
    Which colour do you like? | Welche Farbe magst du?
    Which day is today? | Welcher Tag ist heute?
    Whose {small:bare} is that? | Wessen {small} ist das?
    Whose {small.pl:bare} are those? | Wessen {small.pl} sind das?
    Whose {kin:bare} is that? | Wessen {kin} ist das?
    Whose idea was that? | Wessen Idee war das?
    {the lesson} begins at {clock}. | {the lesson} beginnt um {clock}.
    {the beginning} begins at {clock}. | {the beginning} beginnt um {clock}.
    {the beginning} begins {future}. | {the beginning} beginnt {future}.
    {the lesson} ends at {clock}. | {the lesson} endet um {clock}.
    School begins in {month}. | Die Schule beginnt im {month}.
    {my kin} has {a farm}. | {my kin} hat {a farm:acc}.
    {my kin} lives on a farm. | {my kin} lebt auf einem Bauernhof.
    We live on {a farm}. | Wir leben auf {a farm:dat}.
    {the person} with the beard is {my man}. | {the person} mit dem Bart ist {my man}.
    {my man} has a beard. | {my man} hat einen Bart.
    The man with {the clothes} is {my man}. | Der Mann mit {the clothes:dat} ist {my man}.
    The girl with {the adjclothes} is {my lady}. | Das Mädchen mit {the adjclothes:dat} ist {my lady}.
    {the small} is on the kitchen table. | {the small} ist auf dem Küchentisch.
    {the kitchenthing} is in {the home}. | {the kitchenthing} ist in {the home:dat}.
    Where is {the kitchenthing}? | Wo ist {the kitchenthing}?
    I need {a kitchenthing}. | Ich brauche {a kitchenthing:acc}.
    {the picture} hangs on the wall. | {the picture} hängt an der Wand.
    {the picture} is hanging above {the table}. | {the picture} hängt über {the table:dat}.
    {the animal} is in the tree. | {the animal} ist im Baum.
    {the animal} is sitting in the tree. | {the animal} sitzt im Baum.
    I saw {a animal} in {the garden}. | Ich habe in {the garden:dat} {a animal:acc} gesehen.
    We saw {a adjanimal} in {the garden}. | Wir haben in {the garden:dat} {a adjanimal:acc} gesehen.
    We saw {a animal} {past}. | Wir haben {past} {a animal:acc} gesehen.
    {he} is standing behind {him}. | {he} steht hinter {him:dat}.
    {he} is standing in front of {him}. | {he} steht vor {him:dat}.
    {he} is sitting next to {him}. | {he} sitzt neben {him:dat}.
    {my kin} is with {him}. | {my kin} ist bei {him:dat}.
    {he} is talking to {him}. | {he} redet mit {him:dat}.
    {he} lives with {him}. | {he} wohnt bei {him:dat}.
    {he} is coming with {him}. | {he} kommt mit {him:dat}.
    I am going with {him}. | Ich gehe mit {him:dat}.
    {he} is waiting for {him}. | {he} wartet auf {him:acc}.
    I am waiting for {him}. | Ich warte auf {him:acc}.
    This is for {him}. | Das ist für {him:acc}.
    {the gift} is for {him}. | {the gift} ist für {him:acc}.
    I bought {a gift} for {him}. | Ich habe {a gift:acc} für {him:acc} gekauft.
    I often think of {him}. | Ich denke oft an {him:acc}.
    {he} is angry with {him}. | {he} ist wütend auf {him:acc}.
    Do you want to come with {him}? | Willst du mit {him:dat} kommen?
    Give {him} {the small}. | Gib {him:dat} {the small:acc}.
    Give it to {him}. | Gib es {him:dat}.
    Tell {him} the truth. | Sag {him:dat} die Wahrheit.
    I gave {him} {a small}. | Ich habe {him:dat} {a small:acc} gegeben.
    I can't help {him}. | Ich kann {him:dat} nicht helfen.
    {my kin} loves {him}. | {my kin} liebt {him:acc}.
    {my kin} knows {him}. | {my kin} kennt {him:acc}.
    Do you know {him}? | Kennst du {him:acc}?
    Can you see {him}? | Kannst du {him:acc} sehen?
    I saw {him} {past}. | Ich habe {him:acc} {past} gesehen.
    {name} called {him}. | {name} hat {him:acc} angerufen.
    {he} came home late. | {he} ist spät nach Hause gekommen.
    {he} comes home late. | {he} kommt spät nach Hause.
    {my kin} came home at {clock}. | {my kin} ist um {clock} nach Hause gekommen.
    {my lady} is going to have a baby. | {my lady} bekommt ein Baby.
    {my lady} has a baby. | {my lady} hat ein Baby.
    He is going to be {a job}. | Er wird {job:m}.
    She is going to be {a job}. | Sie wird {job:f}.
    {he} is going to {hobby:inf}. | {he} wird {hobby:inf}.
    I am going to buy {a vehicle}. | Ich werde {a vehicle:acc} kaufen.
    I am going to visit {my kin}. | Ich werde {my kin:acc} besuchen.
    It is {quality}, but very {quality2}. | Es ist {quality}, aber sehr {quality2}.
    {the home} is {homeadj} and {homeadj2}. | {the home} ist {homeadj} und {homeadj2}.
    {the media} is {quality} but {quality2}. | {the media} ist {quality}, aber {quality2}.
    {mass} or {mass2:bare}? | {mass} oder {mass2}?
    Do you want {- mass} or {- mass2}? | Willst du {- mass:acc} oder {- mass2:acc}?
    Do you want {- mass} or {- food.pl}? | Willst du {- mass:acc} oder {- food.pl:acc}?
    Would you like {- mass} or {- food.pl}? | Möchtest du {- mass:acc} oder {- food.pl:acc}?
    {a small} or {a small2}? | {a small} oder {a small2}?
    Today or tomorrow? | Heute oder morgen?
    {number:cap} {order.pl:bare} and {a food}, please. | {number:cap} {- order.pl} und {a food:acc}, bitte.
    Two coffees, please. | Zwei Kaffee, bitte.
    {number:cap} coffees and {a order}, please. | {number:cap} Kaffee und {a order:acc}, bitte.
    {number:cap} beers and {a food}, please. | {number:cap} Bier und {a food:acc}, bitte.
    Is {your lady} {a job}? | Ist {your lady} {job:f}?
    Is {boy} {a job}? | Ist {boy} {job:m}?
    {my lady} is a good {job:bare}. | {my lady} ist eine gute {job:f}.
    {my man} is a good {job:bare}. | {my man} ist ein guter {job:m}.
    {my man} wants to be {a job}. | {my man} will {job:m} werden.
    {my lady} wants to be {a job}. | {my lady} will {job:f} werden.
    {my lady} is {a job} and {my man} is {a job2}. | {my lady} ist {job:f} und {my man} ist {job2:m}.
    {my man} is not {a job}, he is {a job2}. | {my man} ist kein {job:m}, er ist {job2:m}.
    Her husband is {a job}. | Ihr Mann ist {job:m}.
    His wife is {a job}. | Seine Frau ist {job:f}.
    Her husband works in {a town}. | Ihr Mann arbeitet in {a town:dat}.
    His wife works in {a town}. | Seine Frau arbeitet in {a town:dat}.
    Her {kin:bare} is {num} years old. | Ihr {kin} ist {num} Jahre alt.
    There was {a animal} in {the home}. | In {the home:dat} war {a animal}.
    There was no {mass:bare}. | Es gab {no mass:acc}.
    There was a lot of snow. | Es gab viel Schnee.
    There were many {person.pl:bare} in {the town}. | In {the town:dat} waren viele {person.pl}.
    There were no {town.pl:bare}. | Es gab {no town.pl:acc}.
    There isn't {a town} here. | Hier gibt es {no town:acc}.
    There aren't any {food.pl:bare}. | Es gibt {no food.pl:acc}.
    There are {number} {book.pl:bare} on the desk. | Auf dem Schreibtisch sind {number} {book.pl}.
    There are {number} {food.pl:bare} on {the table}. | Auf {the table:dat} sind {number} {food.pl}.
    A summer day is long. | Ein Sommertag ist lang.
    A winter day is short. | Ein Wintertag ist kurz.
    A winter night is longer than a summer night. | Eine Winternacht ist länger als eine Sommernacht.
    {a vehicle} is faster than {a vehicle2}. | {a vehicle} ist schneller als {a vehicle2}.
    {a animal} is bigger than {a animal2}. | {a animal} ist größer als {a animal2}.
    {the animal} is bigger than {the animal2}. | {the animal} ist größer als {the animal2}.
    {animal.pl:bare} are bigger than {animal2.pl:bare}. | {- animal.pl} sind größer als {- animal2.pl}.
    My car is faster than yours. | Mein Auto ist schneller als deins.
    My house is bigger than yours. | Mein Haus ist größer als deins.
    My bike is newer than yours. | Mein Fahrrad ist neuer als deins.
    My flat is smaller than yours. | Meine Wohnung ist kleiner als deine.
    My bag is heavier than yours. | Meine Tasche ist schwerer als deine.
    My dog is older than yours. | Mein Hund ist älter als deiner.
    Your garden is prettier than mine. | Dein Garten ist schöner als meiner.
    Your book is better than mine. | Dein Buch ist besser als meins.
    Your idea is better than mine. | Deine Idee ist besser als meine.
    That is mine. | Das ist meins.
    Is that yours? | Ist das deins?
    {the person} is older than {the person2}. | {the person} ist älter als {the person2}.
    {boy} is the tallest in the class. | {boy} ist der Größte in der Klasse.
    He is the best {job:bare} in {city}. | Er ist der beste {job:m} in {city}.
    She is the best {job:bare} in {city}. | Sie ist die beste {job:f} in {city}.
    Can you turn down the music, please? | Kannst du bitte die Musik leiser machen?
    Can you turn off the light? | Kannst du das Licht ausmachen?
    Can you turn on the light, please? | Kannst du bitte das Licht anmachen?
    Can you turn up the radio? | Kannst du das Radio lauter machen?
    {he} turned off the light. | {he} hat das Licht ausgemacht.
    Don't turn off the light. | Mach das Licht nicht aus.
    Don't touch it! | Fass es nicht an!
    Don't touch me! | Fass mich nicht an!
    You shouldn't touch {the animal}. | Du solltest {the animal:acc} nicht anfassen.
    Can I touch {the animal}? | Darf ich {the animal:acc} anfassen?
    Don't forget {my birthday}. | Vergiss {my birthday:acc} nicht.
    Don't forget to call {my kin}. | Vergiss nicht, {my kin:acc} anzurufen.
    Don't forget to buy {- mass}. | Vergiss nicht, {- mass:acc} zu kaufen.
    I forgot {my small}. | Ich habe {my small:acc} vergessen.
    {he} forgot {the small} at home. | {he} hat {the small:acc} zu Hause vergessen.
    {he} couldn't {hobby:inf}. | {he} konnte nicht {hobby:inf}.
    I couldn't find {my small}. | Ich konnte {my small:acc} nicht finden.
    I couldn't understand {him}. | Ich konnte {him:acc} nicht verstehen.
    {he} couldn't open {the door}. | {he} konnte {the door:acc} nicht öffnen.
    {he} could {hobby:inf} when {he} was {number} years old. | {he} konnte {hobby:inf}, als {he} {number} Jahre alt war.
    When I was {number}, I could {hobby:inf}. | Als ich {number} war, konnte ich {hobby:inf}.
    When {he} was young, {he} lived in {city}. | Als {he} jung war, hat {he} in {city} gewohnt.
    When {he} was a child, {he} had {a animal}. | Als {he} ein Kind war, hatte {he} {a animal:acc}.
    When I came home, it was {weather}. | Als ich nach Hause kam, war es {weather}.
    As a child I had {a animal}. | Als Kind hatte ich {a animal:acc}.
    If I have time, I will call {him}. | Wenn ich Zeit habe, rufe ich {him:acc} an.
    If I have time, I'll help {him}. | Wenn ich Zeit habe, helfe ich {him:dat}.
    If you need help, call me. | Wenn du Hilfe brauchst, ruf mich an.
    If you don't have time, we can meet {future}. | Wenn du keine Zeit hast, können wir uns {future} treffen.
    If you want, we can {hobby:inf}. | Wenn du willst, können wir {hobby:inf}.
    If you want, we can play {playable}. | Wenn du willst, können wir {playable} spielen.
    If you come {future}, I will cook. | Wenn du {future} kommst, koche ich.
    If the weather is good, we will go to the beach. | Wenn das Wetter gut ist, gehen wir an den Strand.
    If the sun shines, we will go to the park. | Wenn die Sonne scheint, gehen wir in den Park.
    When the sun shines, I am {feel}. | Wenn die Sonne scheint, bin ich {feel}.
    {he} is {feel} because {he} missed {the transport}. | {he} ist {feel}, weil {he} {the transport:acc} verpasst hat.
    {he} is {feel} because {he} lost {the small}. | {he} ist {feel}, weil {he} {the small:acc} verloren hat.
    I am {feel} because I slept badly. | Ich bin {feel}, weil ich schlecht geschlafen habe.
    {he} is {feel} because {he} has {a pain}. | {he} ist {feel}, weil {he} {a pain:acc} hat.
    {he} can't come because {he} is {feel}. | {he} kann nicht kommen, weil {he} {feel} ist.
    {he} is not here because {he} has to work. | {he} ist nicht hier, weil {he} arbeiten muss.
    I am at home because I am {feel}. | Ich bin zu Hause, weil ich {feel} bin.
    We often eat {- mass}. | Wir essen oft {- mass:acc}.
    We often eat {- mass} on {days}. | {days:cap} essen wir oft {- mass:acc}.
    I often drink {- drink}. | Ich trinke oft {- drink:acc}.
    I usually get up at {clock}. | Ich stehe normalerweise um {clock} auf.
    {he} usually works on {days}. | {he} arbeitet normalerweise {days}.
    I always eat {- mass} for breakfast. | Zum Frühstück esse ich immer {- mass:acc}.
    Sometimes I {doI}. | Manchmal {doI} ich.
    Sometimes {he} {does}. | Manchmal {does} {he}.
    Sometimes we go to {the intown}. | Manchmal gehen wir in {the intown:acc}.
    Sometimes I go to school by {transport:bare}. | Manchmal fahre ich mit {the transport:dat} zur Schule.
    Every day I {doI}. | Jeden Tag {doI} ich.
    Every {day:bare} we go to {the intown}. | Jeden {day} gehen wir in {the intown:acc}.
    Every {season:bare} we go to {country}. | Jeden {season} fahren wir nach {country}.
    Every child likes {- food.pl}. | Jedes Kind mag {- food.pl:acc}.
    I love {hobby}. | Ich {hobby:verb1} sehr gern.
    {he} loves to {hobby:inf}. | {he} {hobby:verb3} sehr gern.
    We love to {hobby:inf}. | Wir {hobby:inf} sehr gern.
    {name} and {name2} love each other. | {name} und {name2} lieben sich.
    We know each other. | Wir kennen uns.
    They don't like each other. | Sie mögen sich nicht.
    {my small} is under {the table}. | {my small} ist unter {the table:dat}.
    {the animal} is behind {the table}. | {the animal} ist hinter {the table:dat}.
    {the vehicle} is in front of {the town}. | {the vehicle} steht vor {the town:dat}.
    {my kin} is sitting in {the garden}. | {my kin} sitzt in {the garden:dat}.
    {my kin} is sitting on {the table}. | {my kin} sitzt auf {the table:dat}.
    {he} is sitting at the window. | {he} sitzt am Fenster.
    {he} sleeps in {my home}. | {he} schläft in {my home:dat}.
    Who is in {the home}? | Wer ist in {the home:dat}?
    Who lives in {that home}? | Wer wohnt in {that home:dat}?
    Who is sleeping in {my home}? | Wer schläft in {my home:dat}?
    What is under {the table}? | Was ist unter {the table:dat}?
    I found {my small} under {the table}. | Ich habe {my small:acc} unter {the table:dat} gefunden.
    {the book} was written by {name}. | {the book} wurde von {name} geschrieben.
    {the home} was built in {year}. | {the home} wurde {year} gebaut.
    {my small} was stolen. | {my small} wurde gestohlen.
    {the vehicle} is being repaired. | {the vehicle} wird repariert.
    {language} is spoken here. | Hier wird {language} gesprochen.
    Smoking is not allowed here. | Rauchen ist hier nicht erlaubt.
    {he} is old enough. | {he} ist alt genug.
    That is not enough {mass:bare}. | Das ist nicht genug {mass}.
    I don't have enough {uncountable:bare}. | Ich habe nicht genug {uncountable}.
    We have enough {mass:bare}. | Wir haben genug {mass}.
    That is too much {mass:bare}. | Das ist zu viel {mass}.
    I ate too much {mass:bare}. | Ich habe zu viel {mass} gegessen.
    {he} drinks too much {drink:bare}. | {he} trinkt zu viel {drink}.
    You have too many {clothes.pl:bare}. | Du hast zu viele {- clothes.pl}.
    Only {number} {person.pl:bare} came. | Nur {number} {- person.pl} sind gekommen.
    I only have {number} euros. | Ich habe nur {number} Euro.
    I live alone. | Ich wohne allein.
    {my kin} lives alone. | {my kin} wohnt allein.
    {the person} lives alone. | {the person} lebt allein.
    {the adjperson} lives alone. | {the adjperson} lebt allein.
    {the adjperson} {does}. | {the adjperson} {does}.
    {the adjperson} has {a adjvehicle}. | {the adjperson} hat {a adjvehicle:acc}.
    {the adjperson} is {my kin}. | {the adjperson} ist {my kin}.
    {the adjanimal} {does}. | {the adjanimal} {does}.
    {the adjanimal} is in {the home}. | {the adjanimal} ist in {the home:dat}.
    {the adjvehicle} is {name}'s. | {the adjvehicle} gehört {name}.
    {the adjhome} is {quality}. | {the adjhome} ist {quality}.
    Where is {the adjclothes}? | Wo ist {the adjclothes}?
    {I} {want I} {a adjvehicle}. | {I} {wollen I} {a adjvehicle:acc}.
    {I} {need I} {a adjclothes}. | {I} {brauchen I} {a adjclothes:acc}.
    {I} {have I} {a adjfurniture}. | {I} {haben I} {a adjfurniture:acc}.
    {I} {have I} {a adjvehicle}. | {I} {haben I} {a adjvehicle:acc}.
    {my kin} bought {a adjvehicle}. | {my kin} hat {a adjvehicle:acc} gekauft.
    I bought {a adjfurniture}. | Ich habe {a adjfurniture:acc} gekauft.
    {he} sold {his vehicle} {past}. | {he} hat {past} {his vehicle:acc} verkauft.
    {he} bought {a clothes} and {a clothes2}. | {he} hat {a clothes:acc} und {a clothes2:acc} gekauft.
    {he} has {hairlength} {haircolour} hair. | {he} hat {hairlength} {haircolour} Haare.
    {my kin} has {hairlength} {haircolour} hair. | {my kin} hat {hairlength} {haircolour} Haare.
    {the party} was {quality} and {quality2}. | {the party} war {quality} und {quality2}.
    The exam was {quality}. | Die Prüfung war {quality}.
    I have an exam {future}. | Ich habe {future} eine Prüfung.
    {he} passed the exam. | {he} hat die Prüfung bestanden.
    I hope {he} comes. | Ich hoffe, {he} kommt.
    I hope that {he} comes {future}. | Ich hoffe, dass {he} {future} kommt.
    I hope that it doesn't rain. | Ich hoffe, dass es nicht regnet.
    I hope {my kin} is {feel}. | Ich hoffe, {my kin} ist {feel}.
    I am sure. | Ich bin sicher.
    I'm not sure. | Ich bin nicht sicher.
    I am sorry that I am late. | Es tut mir leid, dass ich spät dran bin.
    I'm sorry, but I can't come. | Es tut mir leid, aber ich kann nicht kommen.
    Excuse me, is this seat free? | Entschuldigung, ist dieser Platz frei?
    Excuse me, do you speak {language}? | Entschuldigung, sprichst du {language}?
    Excuse me, which {transport:bare} goes to {city}? | Entschuldigung, {which transport} fährt nach {city}?
    Excuse me, what time is it? | Entschuldigung, wie spät ist es?
    Excuse me, how much is {the small}? | Entschuldigung, wie viel kostet {the small}?
    Another {order:bare}, please. | Noch {a order:acc}, bitte.
    I would like another {order:bare}. | Ich möchte noch {a order:acc}.
    I need another {small:bare}. | Ich brauche noch {a small:acc}.
    We have the same name. | Wir haben den gleichen Namen.
    You have the same {eye} eyes. | Du hast die gleichen {eye} Augen.
    They are the same. | Sie sind gleich.
    They are different. | Sie sind verschieden.
    That is something different. | Das ist etwas anderes.
    Every country is different. | Jedes Land ist anders.
    I am different. | Ich bin anders.
    {he} is very different. | {he} ist ganz anders.
    I have seen {my small} somewhere. | Ich habe {my small:acc} irgendwo gesehen.
    I looked everywhere. | Ich habe überall gesucht.
    There are {animal.pl:bare} everywhere. | Überall sind {- animal.pl}.
    I cannot find it anywhere. | Ich kann es nirgends finden.
    I live somewhere else. | Ich wohne woanders.
    Somebody else is here. | Jemand anders ist hier.
    Do you want something else? | Willst du noch etwas anderes?
    Nobody else knows that. | Sonst weiß das niemand.
    My whole family is here. | Meine ganze Familie ist hier.
    I was at home the whole day. | Ich war den ganzen Tag zu Hause.
    It was cold the whole week. | Es war die ganze Woche kalt.
    {he} slept the whole day. | {he} hat den ganzen Tag geschlafen.
    I walked through {the nature}. | Ich bin durch {the nature:acc} gegangen.
    We walked through {the garden}. | Wir sind durch {the garden:acc} gegangen.
    {the animal} is running through {the garden}. | {the animal} läuft durch {the garden:acc}.
    {my kin} drove through {the nature}. | {my kin} ist durch {the nature:acc} gefahren.
    I cannot live without {- drink}. | Ich kann ohne {- drink:acc} nicht leben.
    I cannot live without {him}. | Ich kann ohne {him:acc} nicht leben.
    A {order:bare} without {mass:bare}, please. | {a order:acc} ohne {mass}, bitte.
    I drink coffee without {mass:bare}. | Ich trinke Kaffee ohne {mass}.
    I drink tea with {mass:bare}. | Ich trinke Tee mit {mass}.
    {he} went without {him}. | {he} ist ohne {him:acc} gegangen.
    {he} went home without {his small}. | {he} ist ohne {his small:acc} nach Hause gegangen.
    We are playing against {boy}. | Wir spielen gegen {boy}.
    I am against it. | Ich bin dagegen.
    I am for it. | Ich bin dafür.
    {the animal} jumped over {the part}. | {the animal} ist über {the part:acc} gesprungen.
    It is almost ready. | Es ist fast fertig.
    I am almost ready. | Ich bin fast fertig.
    I nearly forgot {my small}. | Ich habe fast {my small:acc} vergessen.
    It is nearly {clock}. | Es ist fast {clock}.
    It is midnight. | Es ist Mitternacht.
    It is noon. | Es ist Mittag.
    {he} came home at midnight. | {he} ist um Mitternacht nach Hause gekommen.
    We eat at noon. | Wir essen am Mittag.
    {he} is probably at home. | {he} ist wahrscheinlich zu Hause.
    It will probably rain. | Es wird wahrscheinlich regnen.
    {my kin} is probably {feel}. | {my kin} ist wahrscheinlich {feel}.
    Maybe {he} is {feel}. | Vielleicht ist {he} {feel}.
    Maybe you are right. | Vielleicht hast du recht.
    Maybe {future}. | Vielleicht {future}.
    Maybe it will snow {future}. | Vielleicht wird es {future} schneien.
    That is quite {quality}. | Das ist ziemlich {quality}.
    It is quite {weather} today. | Heute ist es ziemlich {weather}.
    {he} is quite {feel}. | {he} ist ziemlich {feel}.
    I am really {feel}. | Ich bin wirklich {feel}.
    That is really {quality}. | Das ist wirklich {quality}.
    Do you really want that? | Willst du das wirklich?
    I really like {your clothes}. | Ich mag {your clothes:acc} wirklich.
    I did it myself. | Ich habe es selbst gemacht.
    Help yourself! | Bedien dich!
    Take care of yourself. | Pass auf dich auf.
    I made {the food} myself. | Ich habe {the food:acc} selbst gemacht.
    I have {a adj}, too. | Ich habe auch {a adj:acc}.
    Instead of {drink:bare} I drink {- drink2}. | Statt {drink} trinke ich {- drink2:acc}.
    We are inside. | Wir sind drinnen.
    It is warm inside. | Drinnen ist es warm.
    {the animal} is inside {the bag}. | {the animal} ist in {the bag:dat}.
    Let's eat outside. | Lass uns draußen essen.
    {my kin} is outside. | {my kin} ist draußen.
    I was the first. | Ich war der Erste.
    It is my first time here. | Ich bin zum ersten Mal hier.
    It is the first time. | Es ist das erste Mal.
    Monday is the first day of the week. | Montag ist der erste Tag der Woche.
    January is the first month. | Der Januar ist der erste Monat.
    {he} lives on the {ordinal} floor. | {he} wohnt im {ordinal:e}n Stock.
    My office is on the {ordinal} floor. | Mein Büro ist im {ordinal:e}n Stock.
    This is the {ordinal} house. | Das ist das {ordinal:e} Haus.
    {my kin} is washing the clothes. | {my kin} wäscht die Kleider.
    I need new clothes. | Ich brauche neue Kleider.
    {he} bought clothes. | {he} hat Kleider gekauft.
    I like your clothes. | Ich mag deine Kleider.
    My clothes are wet. | Meine Kleider sind nass.
    Put on your clothes. | Zieh deine Kleider an.
    {num} kilometres. | {num} Kilometer.
    It is {num} kilometres to {city}. | Es sind {num} Kilometer bis {city}.
    A kilo of {food.pl:bare}, please. | Ein Kilo {- food.pl}, bitte.
    I need a kilo of {food.pl:bare}. | Ich brauche ein Kilo {- food.pl}.
    I need a litre of {drink:bare}. | Ich brauche einen Liter {drink}.
    A million people live in {city}. | In {city} wohnen eine Million Menschen.
    {he} has a million euros. | {he} hat eine Million Euro.
    It costs a hundred dollars. | Es kostet hundert Dollar.
    It costs {num} dollars. | Es kostet {num} Dollar.
    Ninety cents. | Neunzig Cent.
    {he} has several {animal.pl:bare}. | {he} hat mehrere {animal.pl}.
    There are several {town.pl:bare} here. | Hier gibt es mehrere {town.pl}.
    Most {person.pl:bare} are {quality}. | Die meisten {person.pl} sind {quality}.
    Most people like {- mass}. | Die meisten Menschen mögen {- mass:acc}.
    Some people don't like {- mass}. | Manche Menschen mögen {no mass:acc}.
    Many people speak {language}. | Viele Menschen sprechen {language}.
    Few people speak {language}. | Wenige Menschen sprechen {language}.
    People are {quality}. | Menschen sind {quality}.
    Each {person:bare} has {a small}. | {every person} hat {a small:acc}.
    Every {person:bare} needs {- mass}. | {every person} braucht {- mass:acc}.
    I like both. | Ich mag beide.
    I want neither. | Ich will keins von beiden.
    {the person} who won is {my kin}. | {the person}, {rel person} gewonnen hat, ist {my kin}.
    {I} {have I} won. | {I} {haben I} gewonnen.
    We lost. | Wir haben verloren.
    {I} {be I} going away. | {I} {gehen I} weg.
    {he} went away. | {he} ist weggegangen.
    {the animal} ran away. | {the animal} ist weggelaufen.
    {my small} is gone. | {my small} ist weg.
    My {small.pl:bare} are gone. | Meine {small.pl} sind weg.
    {he} is back. | {he} ist zurück.
    I am back. | Ich bin zurück.
    When will {he} be back? | Wann ist {he} zurück?
    I'll be right back. | Ich bin gleich zurück.
    The light is off. | Das Licht ist aus.
    The radio is on. | Das Radio ist an.
    {the beginning} is over. | {the beginning} ist vorbei.
    The summer is over. | Der Sommer ist vorbei.
    It is over. | Es ist vorbei.
    {city} is far away. | {city} ist weit weg.
    How far away is {city}? | Wie weit weg ist {city}?
    What is the difference? | Was ist der Unterschied?
    What is the price? | Was ist der Preis?
    What size do you need? | Welche Größe brauchst du?
    It is a matter of time. | Es ist eine Frage der Zeit.
    There was an accident. | Es gab einen Unfall.
    {my kin} had an accident. | {my kin} hatte einen Unfall.
    Call an ambulance! | Ruf einen Krankenwagen!
    The ambulance is coming. | Der Krankenwagen kommt.
    My house is on fire. | Mein Haus brennt.
    The house is on fire! | Das Haus brennt!
    Fire! | Feuer!
    I have to catch {the transport}. | Ich muss {the transport:acc} erreichen.
    I am allergic to {- food.pl}. | Ich bin allergisch gegen {- food.pl:acc}.
    {he} is allergic to {- animal.pl}. | {he} ist allergisch gegen {- animal.pl:acc}.
    I am used to it. | Ich bin daran gewöhnt.
    I am looking forward to {the party}. | Ich freue mich auf {the party:acc}.
    I look forward to {season}. | Ich freue mich auf den {season}.
    I'm looking forward to it. | Ich freue mich darauf.
    I remember {him}. | Ich erinnere mich an {him:acc}.
    Do you remember {name}? | Erinnerst du dich an {name}?
    I can't remember. | Ich kann mich nicht erinnern.
    I am getting {feel}. | Ich werde {feel}.
    {he} is getting {feel}. | {he} wird {feel}.
    It is getting dark. | Es wird dunkel.
    {he} got {feel}. | {he} ist {feel} geworden.
    {my man} became {a job}. | {my man} ist {job:m} geworden.
    {he} made me {mood}. | {he} hat mich {mood} gemacht.
    That makes me {mood}. | Das macht mich {mood}.
    You make me {mood}. | Du machst mich {mood}.
    Keep {the door} open. | Lass {the door:acc} offen.
    Leave {the door} open, please. | Lass bitte {the door:acc} offen.
    Let {the animal} out. | Lass {the animal:acc} hinaus.
    Let me go! | Lass mich gehen!
    Let me see {the small}. | Lass mich {the small:acc} sehen.
    What does your {kin:bare} look like? | Wie sieht {your1 kin} aus?
    What does {he} look like? | Wie sieht {he} aus?
    {he} looks like {my kin}. | {he} sieht aus wie {my kin}.
    It looks {quality}. | Es sieht {quality} aus.
    It smells {smell}. | Es riecht {smell}.
    {the mass} smells {smell}. | {the mass} riecht {smell}.
    It sounds {quality}. | Es klingt {quality}.
    That sounds {quality}. | Das klingt {quality}.
    It tastes {smell}. | Es schmeckt {smell}.
    {the mass} tastes {smell}. | {the mass} schmeckt {smell}.
    {the food} tastes {smell}. | {the food} schmeckt {smell}.
    {the mass} doesn't taste good. | {the mass} schmeckt nicht gut.
    How does {the mass} taste? | Wie schmeckt {the mass}?
    This {device:bare} doesn't work. | {this device} funktioniert nicht.
    This {device:bare} is broken. | {this device} ist kaputt.
    This {furn:bare} is free. | {this furn} ist frei.
    Is this {room:bare} free? | Ist {this room} frei?
    Is this {transport:bare} late? | Hat {this transport} Verspätung?
    Is that your {kin:bare}? | Ist das {your1 kin}?
    We should {do} more. | Wir sollten mehr {do}.
    You should {do} more. | Du solltest mehr {do}.
    {he} should {do} more. | {he} sollte mehr {do}.
    I should {do}. | Ich sollte {do}.
    You shouldn't {do} so much. | Du solltest nicht so viel {do}.
    {he} must {do}. | {he} muss {do}.
    They must {do} now. | Sie müssen jetzt {do}.
    Do we have to {do}? | Müssen wir {do}?
    I don't want to {do}. | Ich will nicht {do}.
    They don't want to {do}. | Sie wollen nicht {do}.
    We want to {do}. | Wir wollen {do}.
    Why do you want to {do}? | Warum willst du {do}?
    Would you like to {do}? | Möchtest du {do}?
    I would rather {do}. | Ich würde lieber {do}.
    I could {do} all day. | Ich könnte den ganzen Tag {do}.
    It's time to {do}. | Es ist Zeit zu {do}.
    I am going to {do}. | Ich werde {do}.
    Are you going to {do}? | Wirst du {do}?
    You can {do} here. | Du kannst hier {do}.
    Can I {do} here? | Kann ich hier {do}?
    You may {do} now. | Du darfst jetzt {do}.
    You mustn't {do} here. | Du darfst hier nicht {do}.
    Don't {do}! | Nicht {do}!
    Stop {doingpl}! | Hör auf zu {doingpl}!
    I can't stop {doingpl}. | Ich kann nicht aufhören zu {doingpl}.
    I hate {doingpl}. | Ich hasse es zu {doingpl}.
    The girls are {doingpl}. | Die Mädchen {doingpl}.
    The boys are {doingpl}. | Die Jungen {doingpl}.
    The children are {doingpl} outside. | Die Kinder {doingpl} draußen.
    My parents are {doingpl}. | Meine Eltern {doingpl}.
    The girl {does} and the boy {does2}. | Das Mädchen {does} und der Junge {does2}.
    The man {does} and the woman {does2}. | Der Mann {does} und die Frau {does2}.
    {name} {does}, but {name2} {does2}. | {name} {does}, aber {name2} {does2}.
    The {animal:bare} {does}. | {the animal} {does}.
    The {kin:bare} {does}. | {the kin} {does}.
    {my kin} often {does}. | {my kin} {does} oft.
    {my kin} never {does}. | {my kin} {does} nie.
    {he} {does} because {he} is {feel}. | {he} {does}, weil {he} {feel} ist.
    The baby {does}. | Das Baby {does}.
    The baby is crying because it is {feel}. | Das Baby weint, weil es {feel} ist.
    {the person} {does} in {the town}. | {the person} {does} in {the town:dat}.
    My {body:bare} hurts a lot. | {my1 body} tut sehr weh.
    I hurt my {limb:bare}. | Ich habe mir {the limb:acc} verletzt.
    {my kin} broke {his limb}. | {my kin} hat sich {the limb:acc} gebrochen.
    My leg is broken. | Mein Bein ist gebrochen.
    I feel {feel} today. | Ich fühle mich heute {feel}.
    What is on the television? | Was läuft im Fernsehen?
    What is on the table? | Was ist auf dem Tisch?
    There is nothing in {the bag}. | In {the bag:dat} ist nichts.
    There is nothing to eat. | Es gibt nichts zu essen.
    I have nothing to do. | Ich habe nichts zu tun.
    I have a lot to do. | Ich habe viel zu tun.
    {he} has something to say. | {he} hat etwas zu sagen.
    I have something for you. | Ich habe etwas für dich.
    I ate too much. | Ich habe zu viel gegessen.
    {he} talks too much. | {he} redet zu viel.
    I drank a little {drink:bare}. | Ich habe ein bisschen {drink} getrunken.
    A little {mass:bare}, please. | Ein bisschen {mass}, bitte.
    Only a little. | Nur ein bisschen.
    A little bit. | Ein bisschen.
    I only have {num} euros. | Ich habe nur {num} Euro.
    I only drink {- drink}. | Ich trinke nur {- drink:acc}.
    {he} is only {num} years old. | {he} ist nur {num} Jahre alt.
    I am just {doingI}. | Ich {doingI} gerade.
    I have just arrived. | Ich bin gerade angekommen.
    Have you finished? | Bist du fertig?
    I have finished. | Ich bin fertig.
    I am done. | Ich bin fertig.
    Are you done? | Bist du fertig?
    Ready? | Fertig?
    {my kin} died {past}. | {my kin} ist {past} gestorben.
    {my animal} died. | {my animal} ist gestorben.
    We got married {past}. | Wir haben {past} geheiratet.
    {name} and {name2} are getting married {future}. | {name} und {name2} heiraten {future}.
    I grew up in {city}. | Ich bin in {city} aufgewachsen.
    I moved to {city} {past}. | Ich bin {past} nach {city} gezogen.
    We are on holiday in {country}. | Wir sind in {country} im Urlaub.
    I am on holiday. | Ich bin im Urlaub.
    {he} is at work. | {he} ist bei der Arbeit.
    {he} is at school. | {he} ist in der Schule.
    {my kin} is in hospital. | {my kin} ist im Krankenhaus.
    {my kin} is in prison. | {my kin} ist im Gefängnis.
    I am in bed. | Ich bin im Bett.
    I am on the bus. | Ich bin im Bus.
    I am on the phone. | Ich bin am Telefon.
    There is no internet here. | Hier gibt es kein Internet.
    What is your email address? | Wie ist deine E-Mail-Adresse?
    Do you have {a device}? | Hast du {a device:acc}?
    My battery is empty. | Mein Akku ist leer.
    Cash or card? | Bar oder mit Karte?
    Keep the change. | Stimmt so.
    One way or return? | Einfach oder hin und zurück?
    Is breakfast included? | Ist das Frühstück inbegriffen?
    What time is breakfast? | Wann gibt es Frühstück?
    When is {meal}? | Wann gibt es {meal}?
    What's for {meal}? | Was gibt es zum {meal}?
    {my kin} is making {meal}. | {my kin} macht {meal}.
    {meal} is ready. | Das {meal} ist fertig.
    Thank you for {the gift}. | Danke für {the gift:acc}.
    Thank you for calling. | Danke für deinen Anruf.
    Thank you for coming. | Danke, dass du gekommen bist.
    Thanks for {the party}. | Danke für {the party:acc}.
    Sorry for {the party}. | Entschuldigung für {the party:acc}.
    I am sorry for you. | Du tust mir leid.
    Good night, {kin:bare}! | Gute Nacht, {kin}!
    Good morning, {kin:bare}! | Guten Morgen, {kin}!
    Hello, my friend! | Hallo, mein Freund!
    The first day was {quality}. | Der erste Tag war {quality}.
    I have read several books. | Ich habe mehrere Bücher gelesen.
    The light is on. | Das Licht ist an.
    The flowers smell {smell}. | Die Blumen riechen {smell}.
    Good luck with the exam! | Viel Glück bei der Prüfung!
    I don't remember your name. | Ich erinnere mich nicht an deinen Namen.
    Happy birthday, {kin:bare}! | Alles Gute zum Geburtstag, {kin}!
    We have lunch at {clock}. | Wir essen um {clock} zu Mittag.
    Good morning, my friend! | Guten Morgen, mein Freund!
    Thank you, my friend! | Danke, mein Freund!
    I don't like {dayspl}. | Ich mag keine {dayspl}.
    {he} has been to {city} twice. | {he} war zweimal in {city}.
    I'm from the United States. | Ich komme aus den Vereinigten Staaten.
    {he} never drinks alcohol. | {he} trinkt nie Alkohol.
    I lost {my clothes}. | Ich habe {my clothes:acc} verloren.
    I have forgotten {my small}. | Ich habe {my small:acc} vergessen.
    Have you seen {my small}? | Hast du {my small:acc} gesehen?
    Somebody stole {my vehicle}. | Jemand hat {my vehicle:acc} gestohlen.
    Where did I put {my small}? | Wo habe ich {my small:acc} hingelegt?
    Is the {food:bare} good? | Ist {the food} gut?
    The {mass:bare} is on {the table}. | {the mass} ist auf {the table:dat}.
    We {do} together. | Wir {do} zusammen.
    They {do} together. | Sie {do} zusammen.
    {my kinpl} {do} together. | {my kinpl} {do} zusammen.
    Let's {do} together. | Lass uns zusammen {do}.
    {he} plays with {him}. | {he} spielt mit {him:dat}.
    All together now! | Jetzt alle zusammen!
    I have a pain in my {body:bare}. | Ich habe Schmerzen in {my1 body:dat}.
    Show me your {body:bare}. | Zeig mir {your1 body:acc}.
    Open your {mouth:bare}. | Öffne {your1 mouth:acc}.
    Close your {mouth:bare}. | Schließ {your1 mouth:acc}.
    I have two {limbs.pl:bare}. | Ich habe zwei {limbs.pl}.
    A dog has four legs. | Ein Hund hat vier Beine.
    {the animal} has small {limbs.pl:bare}. | {the animal} hat kleine {limbs.pl}.
    {the animal} has big {limbs.pl:bare}. | {the animal} hat große {limbs.pl}.
    Your {limbs.pl:bare} are dirty. | {your1 limbs.pl} sind schmutzig.
    Your {limbs.pl:bare} are cold. | {your1 limbs.pl} sind kalt.
    Wash your {limbs.pl:bare}. | Wasch dir die {limbs.pl}.
    I have to wash my {limbs.pl:bare}. | Ich muss mir die {limbs.pl} waschen.
    {my kin} has blue eyes. | {my kin} hat blaue Augen.
    I have something in my {body:bare}. | Ich habe etwas in {my1 body:dat}.
    There is something in my {shoe:bare}. | In {my1 shoe:dat} ist etwas.
    My {body:bare} is red. | {my1 body} ist rot.
    My {body:bare} does not hurt. | {my1 body} tut nicht weh.
    The dog bit me in the {limb:bare}. | Der Hund hat mich in {the limb:acc} gebissen.
    Look at my {body:bare}. | Schau dir {my1 body:acc} an.
    I am a thousand years old. | Ich bin tausend Jahre alt.
    A thousand thanks! | Tausend Dank!
    Two thousand people live here. | Hier wohnen zweitausend Menschen.
    The temperature is low. | Die Temperatur ist niedrig.
    The sun rises in the east. | Die Sonne geht im Osten auf.
    We are in the middle of {the nature}. | Wir sind in der Mitte {the nature:gen}.
    Below {the table} is {a animal}. | Unter {the table:dat} ist {a animal}.
    The toilets are at the end of the hall. | Die Toiletten sind am Ende des Flurs.
    I share my {home:bare} with {my kin2}. | Ich teile {my1 home:acc} mit {my kin2:dat}.
    {my kin} and I share {a home}. | {my kin} und ich teilen {a home:acc}.
    I am awake. | Ich bin wach.
    Are you awake? | Bist du wach?
    {he} is still alive. | {he} lebt noch.
    I am glad. | Ich bin froh.
    I'm glad that you are here. | Ich bin froh, dass du hier bist.
    I am frightened. | Ich habe Angst.
    {he} is not able to come. | {he} kann nicht kommen.
    I teach {subject:bare}. | Ich unterrichte {subject}.
    {my kin} teaches {language}. | {my kin} unterrichtet {language}.
    Have a seat, please. | Nehmen Sie bitte Platz.
    Turn around. | Dreh dich um.
    {the transport} to {city} leaves from platform {number}. | {the transport} nach {city} fährt von Gleis {number} ab.
    The information is wrong. | Die Information ist falsch.
    Put the rubbish outside. | Bring den Müll hinaus.
    {he} wears sunglasses. | {he} trägt eine Sonnenbrille.
    I need scissors. | Ich brauche eine Schere.
    I have an idea. | Ich habe eine Idee.
    What a day! | Was für ein Tag!
    Do you have any advice for me? | Hast du einen Rat für mich?
    Thank you for your advice. | Danke für deinen Rat.
    The plane is landing. | Das Flugzeug landet.
    The airplane is late. | Das Flugzeug hat Verspätung.
    The bathroom is free. | Das Bad ist frei.
    The lesson is over. | Der Unterricht ist vorbei.
    I play in a band. | Ich spiele in einer Band.
    Our team won the game. | Unsere Mannschaft hat das Spiel gewonnen.
    The score is two to one. | Es steht zwei zu eins.
    Do not lie to me. | Lüg mich nicht an.
    {he} is lying. | {he} lügt.
    It is a fact. | Das ist eine Tatsache.
    In fact, I am {feel}. | Tatsächlich bin ich {feel}.
    For example. | Zum Beispiel.
    Give me an example. | Gib mir ein Beispiel.
    Are you certain? | Bist du sicher?
    There is a hole in my {clothes:bare}. | In {my1 clothes:dat} ist ein Loch.
    Watch your step. | Pass auf, wo du hintrittst.
    We often eat {- mass} on {days}. | Wir essen {days} oft {- mass:acc}.
    {I} often {play I} {playable} on {days}. | {I} {spielen I} {days} oft {playable}.
    Sometimes I walk to {the zutown}. | Manchmal gehe ich zu Fuß {to zutown}.
    I walk to school. | Ich gehe zu Fuß zur Schule.
    {my kin} walks to work every day. | {my kin} geht jeden Tag zu Fuß zur Arbeit.
    {he} came home early. | {he} ist früh nach Hause gekommen.
    {my kin} came home late {past}. | {my kin} ist {past} spät nach Hause gekommen.
    I hope that you are {feel}. | Ich hoffe, dass du {feel} bist.
    I hope you are well. | Ich hoffe, es geht dir gut.
    {my lady} is a teacher. | {my lady} ist Lehrerin.
    {girl} is a teacher. | {girl} ist Lehrerin.
    The woman who {does} is {a job}. | Die Frau, die {does}, ist {job:f}.
    The woman who lives there is {a job}. | Die Frau, die dort wohnt, ist {job:f}.
    Turn off {the device}. | Schalte {the device:acc} aus.
    Turn on the radio. | Mach das Radio an.
    Turn off the music. | Mach die Musik aus.
    {my man} drives {a adjvehicle}. | {my man} fährt {a adjvehicle:acc}.
    {my lady} drives {a adjvehicle}. | {my lady} fährt {a adjvehicle:acc}.
    I stayed at home because it was {weather}. | Ich bin zu Hause geblieben, weil es {weather} war.
    {he} did not come because it was raining. | {he} ist nicht gekommen, weil es geregnet hat.
    If you want, we can meet {future}. | Wenn du willst, können wir uns {future} treffen.
    The {corner:bare} is far. | {the corner} ist weit.
    I like the song that {he} wrote. | Ich mag das Lied, das {he} geschrieben hat.
    I like the film that we saw. | Ich mag den Film, den wir gesehen haben.
    This is the book that I bought. | Das ist das Buch, das ich gekauft habe.
"""
