"""Sentences of two: joined clauses, comparisons, two subjects or objects."""

from dataclasses import replace

import everyday_adjectives as adjectives
import everyday_lists as lists
import everyday_verbs as verbs
from everyday_adjectives import ADJECTIVES, COMPARATIVES
from everyday_clauses import OBJECTS
from everyday_nouns import NOUNS, fitting_nouns
from everyday_slots import Templates
from everyday_verbs import BE, VERBS
from toy_grammar import ACC, NOM, THIRD, Clause, NounPhrase, Predicate, Pronoun, join, present, sentence, third_person
from toy_lexicon import IRREGULAR_PRESENT, Adjective, Noun

LIKED = ("like", "love", "hate", "want", "need", "miss", "die")  # nobody tries to like somebody
JOINED_OBJECTS = "buy eat drink like need have see visit sell wear order invite know want".split()
MANY_OBJECTS = "buy eat drink need have see know want read".split()
SAYING = (
    ("think", "glaube", "glaubt"), ("know", "weiß", "weiß"), ("hope", "hoffe", "hofft"),
    ("believe", "glaube", "glaubt"), ("say", "sage", "sagt"),
)  # fmt: skip
TRYING = (("forgot", "vergessen"), ("tried", "versucht"), ("began", "angefangen"), ("hope", ""))
NOWHERE = ("", "")
SOMEWHERE = (
    NOWHERE, NOWHERE, ("in the world", "der Welt"), ("in the city", "der Stadt"), ("in Germany", "in Deutschland"),
    ("in the village", "im Dorf"),
)  # fmt: skip
POSITIVES = {name: adjective.de for name, adjective in ADJECTIVES.items()} | dict(adjectives.STATES)
MARK = NounPhrase(Noun("QQ", "-", "QQ", "m", "-", "name"), "")  # stands for two objects until a clause is written


class Joined(Templates):
    """Writes sentences of two clauses, and of two things."""

    # Two clauses ---------------------------------------------------------------------------------------

    def part(self, subject=None):
        """A clause for a sentence of two."""
        if self.chance(0.4):
            return self.be(subject or self.person())
        return self.clause(subject, tenses=("present", "past", "can", "want to", "have to"), plain=True)

    def joined(self):
        """Two clauses: and, but, because, if, when, so."""
        first = self.part()
        second = self.part(self.same(first.subject) if self.chance(0.6) else None)
        if second.tense == "past" or first.tense == "past":
            both = "present" if "read" in (first.verb.en, second.verb.en) else "past"
            first, second = replace(first, tense=both), replace(second, tense=both)
        if self.chance(0.15):
            second = self.negative(second)
        draw = self.random()
        if 0.62 < draw < 0.85:
            return self.conditional(first, second)
        (en, de), (en2, de2), (en_last, de_last) = first.main(), second.main(), second.subordinate()
        if draw < 0.25:
            return sentence(f"{en} and {en2}", f"{de} und {de2}"), first, second
        if draw < 0.42:
            comma = self.choose((",", ""))
            return sentence(f"{en}{comma} but {en2}", f"{de}, aber {de2}"), first, second
        if draw < 0.46:
            word = self.choose((("before", "bevor"), ("while", "während"), ("although", "obwohl")))
            return sentence(f"{en} {word[0]} {en_last}", f"{de}, {word[1]} {de_last}"), first, second
        if draw < 0.62:
            return sentence(f"{en} because {en_last}", f"{de}, weil {de_last}"), first, second
        return sentence(f"{en}, so {en2}", f"{de}, also {second.inverted()[1]}"), first, second

    def conditional(self, act: Clause, condition: Clause):
        """ "If it rains, I will stay." """
        word = self.choose(("if", "if", "when"))
        moving = act.verb.en != "be" and act.verb.en not in verbs.STATIVE
        act = replace(act, tense=self.choose(("present", "will", "can")) if moving else "present")
        if self.chance(0.25):
            condition = Clause(Pronoun("it n"), self.choose((VERBS["rain"], VERBS["snow"])))
        if condition.tense == "past":
            condition = replace(condition, tense="present")
        (en, de), (en_last, de_last) = act.main(), condition.subordinate()
        if self.chance(0.6):
            return sentence(f"{word} {en_last}, {en}", f"wenn {de_last}, {act.inverted()[1]}"), act, condition
        return sentence(f"{en} {word} {en_last}", f"{de}, wenn {de_last}"), act, condition

    def same(self, subject):
        """A pronoun for the subject of the first clause."""
        if isinstance(subject, Pronoun):
            return subject
        if subject.plural:
            return Pronoun("they")
        if subject.noun.gender == "n" or subject.noun.group == "animal":
            return None
        return Pronoun("he" if subject.noun.gender == "m" else "she")

    def to_do(self):
        """ "I forgot to call him.", "Ich habe vergessen, ihn anzurufen." """
        person = Pronoun(self.choose(("I", "I", "you", "he", "she", "we")))
        act = replace(self.clause(person, tenses=("present",), plain=True), adverb=("", ""), tense="will")
        english_act = act.english()[1]
        infinitive = f"{act.verb.prefix}zu{act.verb.de}" if act.verb.prefix else f"zu {act.verb.de}"
        german_act = join(act.middle_field(), infinitive)
        about_me = act.object == Pronoun("I") or "self" in english_act
        if act.verb.en in LIKED:
            return self.to_do()
        if self.chance(0.4) and not about_me:
            en, de = self.choose(lists.IT_IS)
            return sentence(f"{en} to {english_act}", f"{de}, {german_act}"), act
        en, participle = self.choose(TRYING)
        if en == "hope":
            en = third_person("hope") if person.person == THIRD else "hope"
            de = present(VERBS["hope"], person.person)
        else:
            de = join(IRREGULAR_PRESENT["haben"][person.person], participle)
        return sentence(f"{person.en(subject=True)} {en} to {english_act}", f"{person.de(NOM)} {de}, {german_act}"), act

    def think(self):
        """ "I think that he is here.", "He said it is cold." """
        told = self.be(self.person())
        if self.chance(0.5):
            told = self.clause(tenses=("present", "past", "can", "will"), plain=True)
        link = "that " if self.chance(0.55) else ""
        if self.chance(0.2) and told.verb.en != "read":
            told, who = replace(told, tense="past"), Pronoun(self.choose(("I", "he", "she")))
            english, german = "said", join(IRREGULAR_PRESENT["haben"][who.person], "gesagt")
        else:
            verb, first, third = self.choose(SAYING)
            who = Pronoun("I" if self.chance(0.6) and verb != "say" else self.choose(("he", "she")))
            english, german = (verb, first) if who.name == "I" else (third_person(verb), third)
        en, de = told.subordinate()
        return sentence(f"{who.en(subject=True)} {english} {link}{en}", f"{who.de(NOM)} {german}, dass {de}"), told

    # Comparison ----------------------------------------------------------------------------------------

    def compare(self):
        """ "He is taller than me.", "This house is as big as that house." """
        if self.chance(0.5):
            one, two = self.person(), self.person()
            en, longer = self.choose(adjectives.COMPARED)
        else:
            en = self.choose([name for name, de in COMPARATIVES.items() if de != "-"])
            longer = COMPARATIVES[en]
            nouns = fitting_nouns(ADJECTIVES[en], but=("kin",))
            one = NounPhrase(self.rare(nouns), self.choose(("the", "this", "my")))
            two = NounPhrase(self.rare(nouns), self.choose(("the", "your", "that")))
        if one.person == two.person and one.en() == two.en():
            return self.compare()
        goal = Predicate(f"{comparative(en)} than {two.en()}", f"{longer} als {two.de(NOM)}")
        if self.chance(0.2):
            other = two.en(subject=not isinstance(two, Pronoun))
            goal = Predicate(f"as {en} as {other}", f"so {POSITIVES[en]} wie {two.de(NOM)}")
        clause = Clause(one, BE, goal=goal)
        if self.chance(0.15):
            return sentence(*clause.inverted(), "?"), clause
        return sentence(*clause.main()), clause

    def superlative(self):
        """ "This is the best film.", "the biggest city in Germany"."""
        base, en, de = self.choose(adjectives.SUPERLATIVES)
        noun = self.choose(fitting_nouns(ADJECTIVES[base], but=("mass", "drink", "kin")))
        phrase = NounPhrase(noun, self.choose(("the", "the", "my")), Adjective(en, de, de, ()))
        where = NOWHERE if phrase.determiner == "my" else self.choose(SOMEWHERE)
        subject = self.choose((("this", "das"), ("that", "das"), ("it", "es")))
        english, german = join(phrase.en(), where[0]), join(phrase.de(NOM), where[1])
        return sentence(f"{subject[0]} is {english}", f"{subject[1]} ist {german}"), Clause(phrase, BE)

    # Two of them, many, who ----------------------------------------------------------------------------

    def two(self):
        return self.two_subjects() if self.chance(0.5) else self.two_objects()

    def two_subjects(self):
        """ "My father and my mother sing." """
        one, two = (self.name() if self.chance(0.4) else NounPhrase(self.rare(NOUNS["kin"]), "my") for _ in range(2))
        if one == two:
            return self.two_subjects()
        clause = self.clause(Pronoun("they"), tenses=("present", "past", "can", "will"), plain=True)
        en, de = clause.main()
        en = en.replace("they", f"{one.en()} and {two.en()}", 1)
        return sentence(en, de.replace("sie", f"{one.de(NOM)} und {two.de(NOM)}", 1)), clause

    def two_objects(self):
        """ "I buy the bread and a cake." """
        verb, objects = self.choose([row for row in OBJECTS if row[0].en in JOINED_OBJECTS])
        subject = self.person()
        owner = self.owner(subject)
        one, two = (replace(self.thing(self.rare(objects), owner, verb.en == "like"), adjective=None) for _ in range(2))
        if one.noun == two.noun:
            return self.two_objects()
        clause = self.tensed(Clause(subject, verb, MARK), ("present", "past", "want to", "will"), plain=True)
        en, de = clause.main()
        en = en.replace("QQ", f"{one.en()} and {two.en()}")
        return sentence(en, de.replace("QQ", f"{one.de(ACC)} und {two.de(ACC)}")), replace(clause, object=one)

    def quantity(self):
        """ "I have a lot of work", "many friends"."""
        verb, objects = self.choose([row for row in OBJECTS if row[0].en in MANY_OBJECTS])
        noun = self.rare(objects)
        pair = noun.gender == "p" and noun.group == "pair" or noun.group == "kinpl"
        if noun.group in ("kin", "pain", "body", "order") or noun.en in ("sea", "life", "breakfast", "internet"):
            return self.quantity()
        if noun.en_plural in ("parents", "grandparents"):
            return self.quantity()
        if "p" == noun.gender and not pair or noun.group == "pair" and not pair:
            return self.quantity()
        mass = noun.en_plural == "-" and noun.en != "-"
        word = self.choose(("a lot of", "a lot of", "some", "no", "many"))
        if word == "many" and mass:
            word = "a lot of"
        phrase = NounPhrase(noun, word, plural=not mass)
        clause = self.tensed(Clause(self.person(), verb, phrase), ("present", "past", "want to"), plain=True)
        return sentence(*clause.main()), clause


def comparative(en: str):
    irregular = {"good": "better", "bad": "worse", "far": "further"}
    if en in irregular:
        return irregular[en]
    if en in ("big", "hot", "sad", "wet", "slim"):
        return en + en[-1] + "er"
    if en.endswith("y") and len(en) <= 6 and en != "angry":
        return en[:-1] + "ier"
    if len(en) > 6 or en in ("modern", "famous", "polite", "honest", "boring"):
        return "more " + en
    return en + ("r" if en.endswith("e") else "er")
