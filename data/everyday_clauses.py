"""Random everyday clauses: who does what, in which tense, or how somebody is."""

from collections import Counter
from dataclasses import dataclass, replace

import everyday_adjectives as adjectives
import everyday_lists as lists
import everyday_verbs as verbs
from everyday_adjectives import ADJECTIVES
from everyday_lists import LISTS, split
from everyday_nouns import NOUNS, nouns
from everyday_people import BOYS, GIRLS
from everyday_phrases import lines
from everyday_verbs import BE, PARTICIPLES, VERBS
from toy_grammar import THIRD, Clause, NounPhrase, Predicate, Pronoun, join, possessive_for
from toy_lexicon import NUMBERS, Adjective, Noun, rows
from toy_sentences import Pair, Writer

MINE = ("my",) * 8 + ("your", "your", "his", "her", "our", "their")
PRONOUNS = ("I",) * 6 + ("you",) * 3 + ("he", "he", "she", "she", "we", "we", "they")
SUBJECTS = ("I", "you", "he", "she", "we", "they")
ACTIVITIES = [(VERBS[a.replace("_", " ")], b, c) for a, b, c in lines(verbs.ACTIVITY_TABLE)]


def object_table(table: str):
    """Rows of a verb and its objects; a verb with many objects stands there several times."""
    found = [(VERBS[row[0].replace("_", " ")], nouns(row[1])) for row in rows(table)]
    return [row for row in found for _ in range(1 + min(len(row[1]) // 6, 6))]


OBJECTS, DATIVES, GIVEN = map(object_table, (verbs.OBJECT_TABLE, verbs.DATIVE_TABLE, verbs.GIVE_TABLE))
STATES = [(en, de, Adjective(en, de, de, ())) for en, de in adjectives.STATES]
NAMES = [Noun(name, "-", name, "f", "-", "name") for name in GIRLS]
NAMES += [Noun(name, "-", name, "m", "-", "name") for name in BOYS]
TIMES = {tense: split(table) for tense, table in lists.TIMES.items()}
ADVERBS = split(lists.ADVERBS)
PERFECT_ADVERBS = split("already/schon never/noch_nie just/gerade")
DEGREES = split("very/sehr very/sehr too/zu so/so a_little/ein_bisschen")

TENSES = ("present",) * 6 + ("past",) * 4 + ("perfect", "progressive", "progressive", "going to", "will", "can")
TENSES += ("must", "have to", "want to", "should", "would like to", "need to", "may", "could", "want to", "have to")


@dataclass(frozen=True)
class EverydayPair(Pair):
    """A sentence from a template: the template counts as a word, and is related to the words in its slots."""

    template: str = ""
    slots: tuple[str, ...] = ()

    def words(self):
        return sorted({*super().words(), *self.slots, *([self.template] if self.template else [])})

    def relations(self):
        return super().relations() + [(self.template, slot) for slot in self.slots]


class Clauses(Writer):
    """Writes phrases and clauses."""

    def __init__(self, seed: int):
        super().__init__(seed)
        self.used: Counter[str] = Counter()

    def rare(self, options):
        """A random choice that prefers what was seldom chosen: the rarest of three."""
        three = [self.choose(options) for _ in range(3)]
        best = min(three, key=lambda option: self.used[str(option)])
        self.used[str(best)] += 1
        return best

    # Phrases -------------------------------------------------------------------------------------------

    def person(self, question: bool = False):
        """The subject of an everyday clause."""
        draw = self.random()
        if draw < (0.75 if question else 0.66):
            return Pronoun(self.choose(("you",) * 5 + SUBJECTS[2:] if question else PRONOUNS))
        if draw < 0.76:
            return self.name()
        if draw < 0.92:
            if self.chance(0.2):
                return NounPhrase(self.choose(NOUNS["kinpl"]), self.choose(MINE[:-3]), plural=True)
            return NounPhrase(self.rare(NOUNS["kin"]), self.choose(MINE))
        if self.chance(0.15):
            return NounPhrase(self.choose(nouns("dog,cat")), self.choose(("the", "my")))
        plural = self.chance(0.25)
        return NounPhrase(self.rare(NOUNS["person"]), "the", plural=plural)

    def name(self):
        return NounPhrase(self.choose(NAMES), "")

    def fitting(self, noun: Noun):
        return [adjective for adjective in ADJECTIVES.values() if noun.en in adjective.nouns]

    def thing(self, noun: Noun, owner: str = "my", general: bool = False):
        """An object. ``general`` is for "I like": plural or definite, never "a"."""
        adjective = None
        if self.fitting(noun) and self.chance(0.22):
            adjective = self.choose(self.fitting(noun))
        if noun.group in ("kin", "kinpl"):
            return NounPhrase(noun, owner if self.chance(0.7) else self.choose(MINE), plural=noun.en == "-")
        if noun.group in ("mass", "drink", "uncountable", "subject") or noun.en in ("music", "life", "hair"):
            some = "some" if noun.group in ("mass", "drink") and not general else ""
            return NounPhrase(noun, self.choose(("", "", "", "", "the", some)), adjective)
        if noun.group == "pain":
            return NounPhrase(noun, "a" if noun.en in ("headache", "cold") else "")
        if noun.group == "person":
            plural = self.chance(0.3)
            return NounPhrase(noun, "the" if plural else self.choose(("the", "the", "this", "a")), adjective, plural)
        if noun.en == "-":
            return NounPhrase(noun, self.choose((owner, owner, "the", "")), plural=True)
        if noun.en in ("sea",):
            return NounPhrase(noun, "the")
        if noun.group == "body":
            return NounPhrase(noun, owner, plural=self.chance(0.2) and noun.en_plural != "-")
        plural = noun.en_plural != "-" and self.chance(0.7 if general else 0.2)
        if plural:
            determiner = self.choose(("", "", "the", "these", owner, "some", "many"))
            if general:
                determiner = self.choose(("", "", "", "these", owner))
            if self.chance(0.12) and not general:
                determiner = self.choose(("two", "three", "four", "five"))
            return NounPhrase(noun, determiner, adjective, plural=True)
        determiners = ("the", "this", "that", owner)
        if not general:
            determiners = ("a", "a", "a", "the", "the", "this", "that", owner, owner)
        return NounPhrase(noun, self.choose(determiners), adjective)

    # Clauses -------------------------------------------------------------------------------------------

    def clause(self, subject=None, question: bool = False, tenses: tuple[str, ...] = (), plain: bool = False):
        """Somebody does something: a random verb, its object or complement, and a tense."""
        subject = subject or self.person(question)
        owner = self.owner(subject)
        kind = self.random()
        if kind < 0.42:
            verb, en, de = self.rare(ACTIVITIES)
            clause = Clause(subject, verb, goal=Predicate(en, de) if en else None)
        elif kind < 0.85:
            verb, objects = self.rare(OBJECTS)
            noun = self.rare(objects)
            general = verb.en in ("like", "love", "hate")
            if noun.group in ("kin", "person", "kinpl") and verb.en != "have" and self.chance(0.5):
                return self.tensed(Clause(subject, verb, self.somebody(subject)), tenses, plain)
            thing = self.thing(noun, owner, general)
            if verb.en == "have" and thing.determiner in ("the", "these", "this", "that"):
                thing = replace(thing, determiner="a" if not thing.plural else "")
            if self.chance(0.07) and noun.group not in ("kin", "person", "kinpl", "pain") and verb.en != "have":
                thing = Pronoun("they" if thing.plural else "it n")
            first = self.chance(0.5) and isinstance(thing, NounPhrase)
            clause = Clause(subject, verb, thing, particle_first=first)
        elif kind < 0.92:
            verb, _ = self.choose(DATIVES)
            clause = Clause(subject, verb._replace(kind="dat"), self.somebody(subject))
        else:
            verb, objects = self.choose(GIVEN)
            clause = Clause(subject, verb, self.thing(self.rare(objects), owner), self.somebody(subject))
        return self.tensed(clause, tenses, plain)

    def owner(self, subject):
        if subject == Pronoun("who") or subject.noun and subject.noun.gender == "n" and not subject.plural:
            return "your"
        if subject.noun and subject.noun.group == "animal":
            return "the"
        return possessive_for(subject)

    def somebody(self, subject):
        if self.chance(0.55):
            same = ("I", "we") if subject in (Pronoun("I"), Pronoun("we")) else (subject.name,)
            return Pronoun(self.choose([name for name in ("I", *SUBJECTS) if name not in same]))
        if self.chance(0.35):
            return self.name()
        return NounPhrase(self.choose([noun for noun in NOUNS["kin"] if noun.en != subject.name]), self.owner(subject))

    def tensed(self, clause: Clause, tenses: tuple[str, ...] = (), plain: bool = False):
        verb = clause.verb
        stative = verb.en in verbs.STATIVE
        usual = TENSES
        if stative:
            usual = ("present",) * 8 + ("past",) * 2
            if verb.en in ("live", "have", "understand"):
                usual += ("will", "want to", "can" if verb.en != "have" else "present")
        tense = self.choose([tense for tense in usual if not tenses or tense in tenses] or ["present"])
        if verb.en == "read" and tense == "past":
            tense = "perfect"
        if verb.en in ("cut", "put on", "hurt") and tense in ("present", "past") and clause.subject.person != THIRD:
            tense = "will"
        clause = replace(clause, tense=tense, english_participle=PARTICIPLES[verb.en])
        if plain or stative:
            return clause
        return self.dated(clause)

    def dated(self, clause: Clause):
        """Add a time that fits the tense, or an adverb such as "often"."""
        if self.chance(0.3) and "every" not in (clause.goal.english if clause.goal else ""):
            times = {"present": "present", "past": "past", "progressive": "now", "perfect": ""}
            kind = times.get(clause.tense, "future")
            if not kind:
                return clause
            time = self.choose(TIMES[kind])
            if self.chance(0.12):
                day = self.choose(LISTS["day"])
                time = f"on {day[0]}", f"am {day[1]}"
            return replace(clause, time=time, time_first=self.chance(0.3))
        if clause.tense == "present" and self.chance(0.12):
            return replace(clause, adverb=self.choose(ADVERBS))
        if clause.tense == "perfect" and self.chance(0.5):
            return replace(clause, adverb=self.choose(PERFECT_ADVERBS))
        return clause

    def negative(self, clause: Clause):
        thing = clause.object
        if isinstance(thing, NounPhrase):
            plain = "any" if self.chance(0.4) and thing.determiner in ("", "some", "many") else ""
            if thing.determiner in ("some", "many", "") and thing.noun.group != "kinpl":
                thing = replace(thing, determiner=plain)
            if thing.determiner in NUMBERS:
                thing = replace(thing, determiner="")
        return replace(clause, negated=True, adverb=("", ""), object=thing)

    def be(self, subject, question: bool = False):
        """Somebody is tired, very tired, or tired and hungry."""
        en, de, adjective = self.rare(STATES)
        if en in adjectives.GRADED and self.chance(0.3):
            degree = self.choose(DEGREES)
            en, de = join(degree[0], en), join(degree[1], de)
        elif self.chance(0.08):
            other = self.choose(STATES[:20])
            en, de = f"{en} and {other[0]}", f"{de} und {other[1]}"
        tense = self.choose(("present",) * 7 + ("past",) * 3)
        return Clause(subject, BE, goal=Predicate(en, de, adjective), tense=tense)

    def describe(self):
        """The house is very big."""
        adjective = self.rare(list(ADJECTIVES.values()))
        noun = self.rare([noun for group in NOUNS.values() for noun in group if noun.en in adjective.nouns])
        plural = noun.en_plural != "-" and self.chance(0.2)
        owned = ("my", "your", "his", "our")
        determiner = self.choose(owned if noun.group == "kin" else ("the", "the", "this", "my", "your", "that"))
        if plural:
            determiner = {"this": "these", "that": "those"}.get(determiner, determiner)
        degree = self.choose((("", ""), ("", ""), ("", ""), ("very", "sehr"), ("too", "zu")))
        if adjective.en in ("broken", "right", "wrong", "open", "delicious"):
            degree = ("", "")
        predicate = Predicate(join(degree[0], adjective.en), join(degree[1], adjective.de), adjective)
        tense = self.choose(("present",) * 4 + ("past",))
        return Clause(NounPhrase(noun, determiner, plural=plural), BE, goal=predicate, tense=tense)
