"""Fixed phrases that no grammar explains: greetings, thanks, the way, the café, the clock, small talk."""

PHRASES = """
    Hello! | Hallo!
    Hello. | Hallo.
    Hello | Hallo
    Hi! | Hallo!
    Hi. | Hallo.
    Hey! | Hey!
    Good morning! | Guten Morgen!
    Good day! | Guten Tag!
    Good afternoon! | Guten Tag!
    Good evening! | Guten Abend!
    Good night! | Gute Nacht!
    Goodbye! | Auf Wiedersehen!
    Bye! | Tschüss!
    Bye bye! | Tschüss!
    See you! | Bis dann!
    See you later! | Bis später!
    See you soon! | Bis bald!
    See you tomorrow! | Bis morgen!
    See you tonight! | Bis heute Abend!
    See you next week! | Bis nächste Woche!
    See you on Monday! | Bis Montag!
    See you on Friday! | Bis Freitag!
    Take care! | Pass auf dich auf!
    Welcome! | Willkommen!
    Welcome to Germany! | Willkommen in Deutschland!
    Welcome home! | Willkommen zu Hause!
    How are you? | Wie geht es dir?
    How are you today? | Wie geht es dir heute?
    How are you doing? | Wie geht es dir?
    How is it going? | Wie geht's?
    How do you do? | Guten Tag!
    Hello, how are you? | Hallo, wie geht es dir?
    Hi, how are you? | Hallo, wie geht es dir?
    Good morning, how are you? | Guten Morgen, wie geht es dir?
    I am fine. | Mir geht es gut.
    I am well. | Mir geht es gut.
    I am fine, thank you. | Mir geht es gut, danke.
    I am fine, thanks. | Mir geht es gut, danke.
    I am good. | Mir geht es gut.
    I am okay. | Mir geht es gut.
    Fine, thanks. | Gut, danke.
    Very well, thank you. | Sehr gut, danke.
    Not bad. | Nicht schlecht.
    And you? | Und dir?
    How are you feeling? | Wie fühlst du dich?
    I feel good. | Ich fühle mich gut.
    I feel bad. | Ich fühle mich schlecht.
    I feel sick. | Mir ist schlecht.
    I do not feel well. | Ich fühle mich nicht gut.
    I feel better. | Ich fühle mich besser.
    What is up? | Was gibt's?
    What is new? | Was gibt es Neues?
    Nothing new. | Nichts Neues.
    Nice to meet you. | Freut mich, dich kennenzulernen.
    Nice to see you. | Schön, dich zu sehen.
    Pleased to meet you. | Freut mich, dich kennenzulernen.
    Good to see you. | Schön, dich zu sehen.
    Long time no see! | Lange nicht gesehen!
    Thank you. | Danke.
    Thank you! | Danke!
    Thanks. | Danke.
    Thanks! | Danke!
    Thanks a lot. | Vielen Dank.
    Many thanks. | Vielen Dank.
    Thank you very much. | Vielen Dank.
    Thank you so much! | Vielen Dank!
    Thank you for your help. | Danke für deine Hilfe.
    Thanks for your help. | Danke für deine Hilfe.
    Thank you for the present. | Danke für das Geschenk.
    Thank you for everything. | Danke für alles.
    No, thank you. | Nein, danke.
    No, thanks. | Nein, danke.
    Yes, please. | Ja, bitte.
    You are welcome. | Gern geschehen.
    You are welcome! | Gern geschehen!
    No problem. | Kein Problem.
    Do not mention it. | Keine Ursache.
    Not at all. | Gar nicht.
    Please. | Bitte.
    Here you are. | Bitte schön.
    Here you go. | Bitte schön.
    I am sorry. | Es tut mir leid.
    Sorry. | Entschuldigung.
    Sorry! | Entschuldigung!
    I am so sorry. | Es tut mir so leid.
    I am very sorry. | Es tut mir sehr leid.
    Sorry, I am late. | Entschuldigung, ich bin spät dran.
    Sorry, I do not understand. | Entschuldigung, ich verstehe das nicht.
    Excuse me. | Entschuldigung.
    Excuse me! | Entschuldigung!
    Excuse me, please. | Entschuldigung, bitte.
    Pardon? | Wie bitte?
    It does not matter. | Das macht nichts.
    That does not matter. | Das macht nichts.
    Never mind. | Macht nichts.
    It is not your fault. | Es ist nicht deine Schuld.
    It was my fault. | Es war meine Schuld.
    Do not worry. | Mach dir keine Sorgen.
    Do not worry! | Mach dir keine Sorgen!
    Yes. | Ja.
    No. | Nein.
    Yes | Ja
    No | Nein
    Maybe. | Vielleicht.
    Perhaps. | Vielleicht.
    Okay. | Okay.
    OK. | Okay.
    Of course. | Natürlich.
    Of course not. | Natürlich nicht.
    Sure. | Klar.
    Certainly. | Sicher.
    Exactly. | Genau.
    Really? | Wirklich?
    Why? | Warum?
    Why not? | Warum nicht?
    When? | Wann?
    Where? | Wo?
    Who? | Wer?
    What? | Was?
    How? | Wie?
    How much? | Wie viel?
    How many? | Wie viele?
    Which one? | Welcher?
    Me too. | Ich auch.
    Me neither. | Ich auch nicht.
    So do I. | Ich auch.
    I think so. | Ich glaube schon.
    I do not think so. | Ich glaube nicht.
    I hope so. | Ich hoffe es.
    I hope not. | Ich hoffe nicht.
    I know. | Ich weiß.
    I do not know. | Ich weiß es nicht.
    I don't know. | Ich weiß es nicht.
    I did not know that. | Das wusste ich nicht.
    I understand. | Ich verstehe.
    I do not understand. | Ich verstehe nicht.
    I don't understand. | Ich verstehe nicht.
    I do not understand you. | Ich verstehe dich nicht.
    I do not understand that. | Das verstehe ich nicht.
    Do you understand? | Verstehst du?
    Do you understand me? | Verstehst du mich?
    I see. | Ich verstehe.
    I do not care. | Das ist mir egal.
    I agree. | Ich stimme zu.
    You are right. | Du hast recht.
    You are wrong. | Du hast unrecht.
    I am right. | Ich habe recht.
    He is right. | Er hat recht.
    She is right. | Sie hat recht.
    That is right. | Das stimmt.
    That is true. | Das stimmt.
    That is not true. | Das stimmt nicht.
    That is wrong. | Das ist falsch.
    That is good. | Das ist gut.
    That is great! | Das ist toll!
    Great! | Toll!
    Very good! | Sehr gut!
    Wonderful! | Wunderbar!
    Well done! | Gut gemacht!
    Perfect! | Perfekt!
    Cool! | Cool!
    Good idea! | Gute Idee!
    That is a good idea. | Das ist eine gute Idee.
    That is enough. | Das reicht.
    That is all. | Das ist alles.
    That is nice. | Das ist nett.
    That is impossible. | Das ist unmöglich.
    That is possible. | Das ist möglich.
    That is terrible. | Das ist schrecklich.
    What a pity! | Wie schade!
    What a beautiful day! | Was für ein schöner Tag!
    It depends. | Es kommt darauf an.
    I have no idea. | Ich habe keine Ahnung.
    I have no time. | Ich habe keine Zeit.
    I do not have time. | Ich habe keine Zeit.
    I have no money. | Ich habe kein Geld.
    It is okay. | Es ist in Ordnung.
    It is all right. | Es ist in Ordnung.
    Is everything okay? | Ist alles in Ordnung?
    Everything is fine. | Alles ist gut.
    What is the matter? | Was ist los?
    What is wrong? | Was ist los?
    What happened? | Was ist passiert?
    What is happening? | Was passiert?
    What is your name? | Wie heißt du?
    What's your name? | Wie heißt du?
    What is his name? | Wie heißt er?
    What is her name? | Wie heißt sie?
    Who are you? | Wer bist du?
    Who is that? | Wer ist das?
    Who is this? | Wer ist das?
    Who is he? | Wer ist er?
    Who is she? | Wer ist sie?
    What is that? | Was ist das?
    What is this? | Was ist das?
    What is it? | Was ist es?
    Where are you from? | Woher kommst du?
    Where do you come from? | Woher kommst du?
    Where is he from? | Woher kommt er?
    Where is she from? | Woher kommt sie?
    Where do you live? | Wo wohnst du?
    Where are you? | Wo bist du?
    Where are you going? | Wohin gehst du?
    Where is he? | Wo ist er?
    Where is she? | Wo ist sie?
    Where are they? | Wo sind sie?
    How old are you? | Wie alt bist du?
    How old is he? | Wie alt ist er?
    How old is she? | Wie alt ist sie?
    What do you do? | Was machst du beruflich?
    What does he do? | Was macht er beruflich?
    What is your job? | Was bist du von Beruf?
    What are you doing? | Was machst du?
    What are you doing today? | Was machst du heute?
    What are you doing tonight? | Was machst du heute Abend?
    What is he doing? | Was macht er?
    What is she doing? | Was macht sie?
    What are they doing? | Was machen sie?
    What did you do? | Was hast du gemacht?
    What did you do yesterday? | Was hast du gestern gemacht?
    What do you want? | Was willst du?
    What do you mean? | Was meinst du?
    What do you think? | Was denkst du?
    What do you need? | Was brauchst du?
    What can I do? | Was kann ich tun?
    What should I do? | Was soll ich tun?
    What is there to eat? | Was gibt es zu essen?
    What is for dinner? | Was gibt es zum Abendessen?
    Do you speak English? | Sprichst du Englisch?
    Do you speak German? | Sprichst du Deutsch?
    I do not speak German. | Ich spreche kein Deutsch.
    I speak a little German. | Ich spreche ein bisschen Deutsch.
    I speak a little English. | Ich spreche ein bisschen Englisch.
    How do you say that in German? | Wie sagt man das auf Deutsch?
    What does that mean? | Was bedeutet das?
    What does this word mean? | Was bedeutet dieses Wort?
    Can you repeat that, please? | Kannst du das bitte wiederholen?
    Please repeat that. | Bitte wiederhole das.
    Please speak slowly. | Bitte sprich langsam.
    Can you speak more slowly, please? | Kannst du bitte langsamer sprechen?
    Can you help me? | Kannst du mir helfen?
    Can you help me, please? | Kannst du mir bitte helfen?
    Could you help me, please? | Könntest du mir bitte helfen?
    Can I help you? | Kann ich dir helfen?
    How can I help you? | Wie kann ich dir helfen?
    Help! | Hilfe!
    Help me! | Hilf mir!
    Please help me. | Bitte hilf mir.
    Stop! | Halt!
    Stop it! | Hör auf!
    Wait! | Warte!
    Wait a moment. | Warte einen Moment.
    Wait for me! | Warte auf mich!
    Just a moment, please. | Einen Moment, bitte.
    One moment, please. | Einen Moment, bitte.
    Come here! | Komm her!
    Come in! | Komm herein!
    Come with me. | Komm mit mir.
    Come on! | Komm schon!
    Come back! | Komm zurück!
    Go away! | Geh weg!
    Go home! | Geh nach Hause!
    Look! | Schau!
    Look at me! | Schau mich an!
    Listen! | Hör zu!
    Be quiet! | Sei ruhig!
    Be careful! | Sei vorsichtig!
    Be careful. | Sei vorsichtig.
    Be happy! | Sei glücklich!
    Do not be sad. | Sei nicht traurig.
    Do not be afraid. | Hab keine Angst.
    Do not be late. | Komm nicht zu spät.
    Hurry up! | Beeil dich!
    Sit down! | Setz dich!
    Sit down, please. | Setz dich, bitte.
    Please sit down. | Bitte setz dich.
    Stand up! | Steh auf!
    Get up! | Steh auf!
    Wake up! | Wach auf!
    Watch out! | Pass auf!
    Let me see. | Lass mich sehen.
    Let's go! | Los geht's!
    Let us go. | Gehen wir.
    Leave me alone! | Lass mich in Ruhe!
    Forget it! | Vergiss es!
    Try it! | Versuch es!
    Try again. | Versuch es noch einmal.
    Tell me. | Erzähl es mir.
    Call me. | Ruf mich an.
    Call me tomorrow. | Ruf mich morgen an.
    Call the police! | Ruf die Polizei!
    Call a doctor! | Ruf einen Arzt!
    Believe me. | Glaub mir.
    Trust me. | Vertrau mir.
    Follow me. | Folge mir.
    Kiss me. | Küss mich.
    I love you. | Ich liebe dich.
    I love you too. | Ich liebe dich auch.
    I miss you. | Ich vermisse dich.
    I need you. | Ich brauche dich.
    I hate you. | Ich hasse dich.
    I like you. | Ich mag dich.
    I like it. | Es gefällt mir.
    I do not like it. | Es gefällt mir nicht.
    Do you like it? | Gefällt es dir?
    I want to go home. | Ich will nach Hause gehen.
    I have to go. | Ich muss gehen.
    I have to go now. | Ich muss jetzt gehen.
    I must go. | Ich muss gehen.
    I am coming. | Ich komme.
    I am coming! | Ich komme!
    I am ready. | Ich bin fertig.
    Are you ready? | Bist du fertig?
    I am hungry. | Ich habe Hunger.
    I'm hungry. | Ich habe Hunger.
    I am thirsty. | Ich habe Durst.
    Are you hungry? | Hast du Hunger?
    Are you thirsty? | Hast du Durst?
    I am not hungry. | Ich habe keinen Hunger.
    I am very hungry. | Ich habe großen Hunger.
    I am cold. | Mir ist kalt.
    I am hot. | Mir ist heiß.
    I am warm. | Mir ist warm.
    Are you cold? | Ist dir kalt?
    I am afraid. | Ich habe Angst.
    I am scared. | Ich habe Angst.
    I am afraid of dogs. | Ich habe Angst vor Hunden.
    Are you afraid? | Hast du Angst?
    I am bored. | Mir ist langweilig.
    I am lucky. | Ich habe Glück.
    I am lost. | Ich habe mich verlaufen.
    I am in a hurry. | Ich habe es eilig.
    I am an only child. | Ich bin ein Einzelkind.
    Good luck! | Viel Glück!
    Have fun! | Viel Spaß!
    Have a nice day! | Einen schönen Tag!
    Have a good day! | Einen schönen Tag!
    Have a nice evening! | Einen schönen Abend!
    Have a nice weekend! | Ein schönes Wochenende!
    Have a good trip! | Gute Reise!
    Enjoy your meal! | Guten Appetit!
    Cheers! | Prost!
    Bless you! | Gesundheit!
    Get well soon! | Gute Besserung!
    Sleep well! | Schlaf gut!
    Sweet dreams! | Süße Träume!
    Congratulations! | Herzlichen Glückwunsch!
    Happy birthday! | Alles Gute zum Geburtstag!
    Merry Christmas! | Frohe Weihnachten!
    Happy New Year! | Frohes neues Jahr!
    Happy Easter! | Frohe Ostern!
    What time is it? | Wie spät ist es?
    What's the time? | Wie spät ist es?
    What is the time? | Wie spät ist es?
    What day is it today? | Welcher Tag ist heute?
    What day is today? | Welcher Tag ist heute?
    What is the date today? | Welches Datum ist heute?
    It is late. | Es ist spät.
    It is early. | Es ist früh.
    It is too late. | Es ist zu spät.
    It is time to go. | Es ist Zeit zu gehen.
    I am late. | Ich bin spät dran.
    How is the weather? | Wie ist das Wetter?
    How is the weather today? | Wie ist das Wetter heute?
    What is the weather like? | Wie ist das Wetter?
    What is the weather like today? | Wie ist das Wetter heute?
    The sun is shining. | Die Sonne scheint.
    It is raining. | Es regnet.
    It is snowing. | Es schneit.
    The bill, please. | Die Rechnung, bitte.
    The menu, please. | Die Speisekarte, bitte.
    Can I have the bill, please? | Kann ich bitte die Rechnung haben?
    Can I pay by card? | Kann ich mit Karte zahlen?
    I would like to pay. | Ich möchte bezahlen.
    I would like to order. | Ich möchte bestellen.
    A table for two, please. | Einen Tisch für zwei, bitte.
    How much is it? | Wie viel kostet es?
    How much is that? | Wie viel kostet das?
    How much is this? | Wie viel kostet das?
    How much does it cost? | Wie viel kostet es?
    How much does this cost? | Wie viel kostet das?
    That is too expensive. | Das ist zu teuer.
    It is too expensive. | Es ist zu teuer.
    I will take it. | Ich nehme es.
    Anything else? | Sonst noch etwas?
    I am just looking. | Ich schaue nur.
    It tastes good. | Es schmeckt gut.
    It was delicious. | Es war lecker.
    I am full. | Ich bin satt.
    I am a vegetarian. | Ich bin Vegetarier.
    I have a reservation. | Ich habe eine Reservierung.
    Turn left. | Bieg links ab.
    Turn right. | Bieg rechts ab.
    Go left. | Geh nach links.
    Go right. | Geh nach rechts.
    Go straight ahead. | Geh geradeaus.
    Go straight on. | Geh geradeaus.
    On the left. | Auf der linken Seite.
    On the right. | Auf der rechten Seite.
    Is it far? | Ist es weit?
    Is it far from here? | Ist es weit von hier?
    It is not far. | Es ist nicht weit.
    It is very far. | Es ist sehr weit.
    It is near here. | Es ist hier in der Nähe.
    I am a stranger here. | Ich bin fremd hier.
    Can I ask you a question? | Kann ich dir eine Frage stellen?
    May I ask a question? | Darf ich eine Frage stellen?
    May I come in? | Darf ich hereinkommen?
    Can I come in? | Kann ich hereinkommen?
    May I sit here? | Darf ich hier sitzen?
    Is this seat free? | Ist dieser Platz frei?
    Did you sleep well? | Hast du gut geschlafen?
    I slept well. | Ich habe gut geschlafen.
    Do you have a minute? | Hast du einen Moment Zeit?
    Do you have time? | Hast du Zeit?
    Do you have children? | Hast du Kinder?
    Do you have any questions? | Hast du Fragen?
    Do you have brothers and sisters? | Hast du Geschwister?
    Are you married? | Bist du verheiratet?
    Do you love me? | Liebst du mich?
    Will you marry me? | Willst du mich heiraten?
    Are you sure? | Bist du sicher?
    Are you serious? | Ist das dein Ernst?
    Are you kidding? | Machst du Witze?
    I was joking. | Ich habe einen Witz gemacht.
    Do you remember me? | Erinnerst du dich an mich?
    I do not remember. | Ich erinnere mich nicht.
    I forgot. | Ich habe es vergessen.
    I am tired and I want to sleep. | Ich bin müde und ich will schlafen.
    Can I have a glass of water, please? | Kann ich bitte ein Glas Wasser haben?
    What is your phone number? | Wie ist deine Telefonnummer?
    What is your address? | Wie ist deine Adresse?
    Ladies and gentlemen! | Meine Damen und Herren!
    That is life. | So ist das Leben.
    Better late than never. | Besser spät als nie.
    All good things come in threes. | Aller guten Dinge sind drei.
    Time is money. | Zeit ist Geld.
    Life is beautiful. | Das Leben ist schön.
    Love is blind. | Liebe macht blind.
    I was born in Germany. | Ich bin in Deutschland geboren.
    I work from home. | Ich arbeite von zu Hause aus.
    I live with my family. | Ich wohne bei meiner Familie.
    I can not find it. | Ich kann es nicht finden.
    I did it. | Ich habe es gemacht.
    It works. | Es funktioniert.
    It does not work. | Es funktioniert nicht.
    Whose is this? | Wem gehört das?
    It is mine. | Es ist meins.
    It belongs to me. | Es gehört mir.
    Once upon a time. | Es war einmal.
    Hello world! | Hallo Welt!
    Hello, world! | Hallo, Welt!
    Attention is all you need. | Aufmerksamkeit ist alles, was du brauchst.
    Yes, I am. | Ja, das bin ich.
    No, I am not. | Nein, das bin ich nicht.
    Yes, I do. | Ja.
    No, I do not. | Nein.
    Yes, of course. | Ja, natürlich.
    No, not yet. | Nein, noch nicht.
    Not yet. | Noch nicht.
    Not today. | Heute nicht.
    Not now. | Nicht jetzt.
    Right now. | Jetzt gleich.
    Here it is. | Hier ist es.
    Here I am. | Hier bin ich.
    There it is. | Da ist es.
    It is me. | Ich bin es.
    It is you. | Du bist es.
    Where is it? | Wo ist es?
    When is it? | Wann ist es?
    Who knows? | Wer weiß?
    Who did that? | Wer hat das gemacht?
    Who is there? | Wer ist da?
    What now? | Was jetzt?
    What for? | Wozu?
    What else? | Was noch?
    How come? | Wieso?
    How far is it? | Wie weit ist es?
    How long does it take? | Wie lange dauert es?
    How do you know that? | Woher weißt du das?
    How was your day? | Wie war dein Tag?
    How was your weekend? | Wie war dein Wochenende?
    How was it? | Wie war es?
    Why did you do that? | Warum hast du das gemacht?
    Do you want to dance? | Willst du tanzen?
    Do you want to come? | Willst du mitkommen?
    Are you coming? | Kommst du?
    Are you okay? | Geht es dir gut?
    Are you all right? | Geht es dir gut?
    Are you sick? | Bist du krank?
    Are you there? | Bist du da?
    Is it true? | Stimmt das?
    Is that true? | Stimmt das?
    Is that all? | Ist das alles?
    I am here. | Ich bin hier.
    I am at home. | Ich bin zu Hause.
    I am working. | Ich arbeite.
    I am leaving. | Ich gehe.
    I am trying. | Ich versuche es.
    I cannot come. | Ich kann nicht kommen.
    I cannot hear you. | Ich kann dich nicht hören.
    I cannot sleep. | Ich kann nicht schlafen.
    I can do it. | Ich kann es machen.
    I believe you. | Ich glaube dir.
    I trust you. | Ich vertraue dir.
    I promise. | Ich verspreche es.
    I will be back. | Ich komme wieder.
    I will be back soon. | Ich bin bald zurück.
    I will try. | Ich werde es versuchen.
    I want this. | Ich will das.
    I want it. | Ich will es.
    I like that. | Das gefällt mir.
    I love it. | Ich liebe es.
    I hate it. | Ich hasse es.
    I remember you. | Ich erinnere mich an dich.
    I am from here. | Ich bin von hier.
    You are beautiful. | Du bist schön.
    You are my friend. | Du bist mein Freund.
    You are the best. | Du bist der Beste.
    You are crazy. | Du bist verrückt.
    You are late. | Du bist spät dran.
    He is my friend. | Er ist mein Freund.
    She is my friend. | Sie ist meine Freundin.
    We are friends. | Wir sind Freunde.
    We are here. | Wir sind hier.
    We are late. | Wir sind spät dran.
    They are here. | Sie sind hier.
    It hurts. | Es tut weh.
    It is important. | Es ist wichtig.
    It is easy. | Es ist einfach.
    It is difficult. | Es ist schwierig.
    It is not easy. | Es ist nicht einfach.
    It is a long story. | Das ist eine lange Geschichte.
    It was nice. | Es war schön.
    It was fun. | Es hat Spaß gemacht.
    That was good. | Das war gut.
    That is my problem. | Das ist mein Problem.
    That is not my problem. | Das ist nicht mein Problem.
    Nobody knows. | Niemand weiß es.
    Nobody is here. | Niemand ist hier.
    Everybody is here. | Alle sind hier.
    Someone is at the door. | Jemand ist an der Tür.
    Something is wrong. | Etwas stimmt nicht.
    Everything is okay. | Alles ist in Ordnung.
    Say hello to your mother. | Grüß deine Mutter.
    Keep calm. | Bleib ruhig.
    Do it! | Mach es!
    Do not do that! | Mach das nicht!
    Do not forget me. | Vergiss mich nicht.
    Do not cry. | Weine nicht.
    Do not go. | Geh nicht.
    Run! | Lauf!
    Eat! | Iss!
    Drink! | Trink!
    Sleep! | Schlaf!
    Thank you, I am fine. | Danke, mir geht es gut.
    Thanks, I am fine. | Danke, mir geht es gut.
    Thanks, and you? | Danke, und dir?
    I am fine, and you? | Mir geht es gut, und dir?
    Good, thanks. And you? | Gut, danke. Und dir?
    My mother is fine. | Meiner Mutter geht es gut.
    Are you hungry or thirsty? | Hast du Hunger oder Durst?
    I am hungry and thirsty. | Ich habe Hunger und Durst.
    Where is the toilet, please? | Wo ist die Toilette, bitte?
    Can you call me a taxi? | Kannst du mir ein Taxi rufen?
    I need help. | Ich brauche Hilfe.
    I need your help. | Ich brauche deine Hilfe.
    Is anybody here? | Ist jemand hier?
    Nothing. | Nichts.
    Everything. | Alles.
    Always. | Immer.
    Never. | Nie.
    Today. | Heute.
    Tomorrow. | Morgen.
    Yesterday. | Gestern.
    Now. | Jetzt.
    Here. | Hier.
    There. | Dort.
    Left. | Links.
    Right. | Rechts.
    Again, please. | Noch einmal, bitte.
    Once again, please. | Noch einmal, bitte.
    Slowly, please. | Langsam, bitte.
    All you need is love. | Alles, was du brauchst, ist Liebe.
"""

# The slot {name} is a first name.
GREETINGS = """
    Hello, {name}! | Hallo, {name}!
    Hello {name} | Hallo {name}
    Hi {name}! | Hallo {name}!
    Good morning, {name}! | Guten Morgen, {name}!
    Good evening, {name}. | Guten Abend, {name}.
    Good night, {name}! | Gute Nacht, {name}!
    Goodbye, {name}! | Auf Wiedersehen, {name}!
    Bye, {name}! | Tschüss, {name}!
    Thank you, {name}. | Danke, {name}.
    Thanks, {name}! | Danke, {name}!
    Happy birthday, {name}! | Alles Gute zum Geburtstag, {name}!
    How are you, {name}? | Wie geht es dir, {name}?
    Where are you, {name}? | Wo bist du, {name}?
    I love you, {name}. | Ich liebe dich, {name}.
    Come here, {name}! | Komm her, {name}!
    My name is {name}. | Ich heiße {name}.
    Hello, my name is {name}. | Hallo, ich heiße {name}.
    Hi, I am {name}. | Hallo, ich bin {name}.
    I am {name}. | Ich bin {name}.
    Are you {name}? | Bist du {name}?
    This is {name}. | Das ist {name}.
    That is {name}. | Das ist {name}.
    Who is {name}? | Wer ist {name}?
    Where is {name}? | Wo ist {name}?
    How is {name}? | Wie geht es {name}?
    His name is {name}. | Er heißt {name}.
    Her name is {name}. | Sie heißt {name}.
    Welcome, {name}! | Willkommen, {name}!
    See you tomorrow, {name}! | Bis morgen, {name}!
    Please help me, {name}! | Bitte hilf mir, {name}!
"""


def lines(table: str):
    return [tuple(part.strip() for part in line.split("|")) for line in table.strip().splitlines()]
