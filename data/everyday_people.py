"""Jobs, countries, cities and names."""

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

# Names that are the same in both languages; with many of them a model learns to copy one that it has never seen.
SURNAMES = """
    Miller Smith Brown Jones Taylor Johnson Williams Davis Wilson Clark Lewis Walker Hall Young King Wright Scott
    Green Baker Adams Nelson Hill Campbell Mitchell Roberts Carter Phillips Evans Turner Parker Collins Edwards
    Stewart Morris Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Richter Klein
    Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hartmann Lange Krause Lehmann Köhler Kaiser Fuchs Vogel
    Keller Winter Berger Roth
""".split()
RARE_NAMES = """
    Adam Agnes Alan Alba Albert Alex Alice Alina Amir Amy Andrea Andreas Angela Anita Anton Ariana Arthur Astrid
    Barbara Beate Bella Ben Benjamin Bernd Bettina Bill Björn Bob Boris Bruno Carla Carlos Caroline Charlie
    Charlotte Chloe Chris Christian Christine Clara Claudia Dennis Diana Diego Dieter Dora Doris Edgar Elena Elias
    Elisa Elisabeth Ella Emil Emily Erik Erika Ethan Eugen Fabian Fatima Fiona Florian Frank Franz Fred Frida George
    Georg Gerd Gina Gloria Grace Greta Hanna Hannah Hans Harald Harry Heidi Heinz Helen Helena Helga Henry Hugo Ian
    Ida Igor Ina Inga Ingrid Irene Iris Isabel Ivan Jack Jacob Jakob James Jana Jasmin Jean Jenny Jens Jessica Jim
    Joachim Johanna Jonas Jonathan Jörg Josef Judith Jürgen Kai Karen Karin Karl Katharina Katrin Kevin Kim Klaus
    Klara Konrad Kurt Lara Lars Laurin Lea Leo Leon Liam Lily Linda Lina Linus Louis Louise Luca Lucy Ludwig Luis
    Luisa Luke Lydia Magda Manuel Marcel Marco Marcus Margit Mario Marion Mark Marlene Marta Martha Martin Martina
    Mary Matthias Maya Mia Mike Mila Mohamed Monika Moritz Nadia Natalie Nele Niklas Nils Nina Noah Nora Norbert
    Olaf Oliver Olivia Omar Oscar Otto Pascal Patricia Patrick Paula Petra Philipp Pia Rachel Rainer Ralf Rebecca
    Regina Rita Robert Robin Roland Rosa Rudi Ruth Sabine Sam Samuel Sandra Sara Sebastian Silke Silvia Simon Sofia
    Sonja Stefan Stella Steve Susanne Sven Tanja Tim Theo Thea Till Tina Tobias Toni Udo Ulla Ulrich Ursula Uwe Vera
    Victor Viktoria Vincent Walter Werner Will Wolfgang Yara Yusuf Zoe
""".split()
PLACES = """
    Aachen Aberdeen Amsterdam Ankara Augsburg Baltimore Bamberg Barcelona Belfast Bergen Bern Bielefeld Birmingham
    Bochum Bologna Bonn Bordeaux Boston Bremen Bristol Budapest Cambridge Cardiff Casablanca Chicago Dallas Dakar
    Delhi Denver Dortmund Dresden Dublin Duisburg Düsseldorf Edinburgh Erfurt Essen Frankfurt Freiburg Glasgow Graz
    Göttingen Hamburg Heidelberg Helsinki Houston Innsbruck Istanbul Jena Jerusalem Karlsruhe Kassel Kiel Koblenz
    Leeds Leipzig Lima Linz Liverpool Lübeck Luzern Lyon Madrid Mainz Malmö Manchester Mannheim Marseille Melbourne
    Miami Montreal Mumbai Münster Nairobi Nottingham Oslo Oxford Paderborn Paris Philadelphia Porto Potsdam Quebec
    Regensburg Reykjavik Rostock Rotterdam Salzburg Seattle Sevilla Sheffield Stockholm Stuttgart Sydney Toledo
    Toronto Trier Tübingen Ulm Valencia Vancouver Verona Weimar Wiesbaden Wolfsburg Wuppertal Würzburg York
""".split()
