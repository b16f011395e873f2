"""Random everyday sentences: short clauses, filled templates and fixed phrases."""

import re
from collections import Counter
from dataclasses import dataclass, replace

import everyday_adjectives as adjectives
import everyday_lists as lists
import everyday_templates
import everyday_verbs as verbs
from everyday_adjectives import ADJECTIVES, COMPARATIVES
from everyday_lists import LISTS, split
from everyday_nouns import NOUNS, SLOT_GROUPS, nouns
from everyday_people import BOYS, GIRLS
from everyday_phrases import GREETINGS, PHRASES, lines
from everyday_verbs import BE, PARTICIPLES, VERBS
from toy_grammar import (
    ACC,
    DAT,
    NOM,
    THIRD,
    Clause,
    NounPhrase,
    Predicate,
    Pronoun,
    be_form,
    german_determiner,
    join,
    possessive_for,
    present,
    sentence,
    third_person,
)  # fmt: skip
from toy_lexicon import IRREGULAR_PRESENT, MODALS, NUMBERS, Adjective, Noun, rows
from toy_sentences import Pair, Writer

CASES = {"": NOM, "nom": NOM, "acc": ACC, "dat": DAT}
MINE = ("my",) * 8 + ("your", "your", "his", "her", "our", "their")
PRONOUNS = ("I",) * 6 + ("you",) * 3 + ("he", "he", "she", "she", "we", "we", "they")
SUBJECTS = ("I", "you", "he", "she", "we", "they")
OPENINGS = [(en, de) for en, de in lines(PHRASES)[:110] if en[-1] in ".!?" and de[-1] in ".!?"]
TEMPLATES = lines(everyday_templates.TEMPLATES)
ACTIVITIES = [(VERBS[a.replace("_", " ")], b, c) for a, b, c in lines(verbs.ACTIVITY_TABLE)]


def object_table(table: str):
    found = [(VERBS[row[0].replace("_", " ")], nouns(row[1])) for row in rows(table)]
    return [row for row in found for _ in range(1 + min(len(row[1]) // 6, 6))]


OBJECTS, DATIVES, GIVEN = map(object_table, (verbs.OBJECT_TABLE, verbs.DATIVE_TABLE, verbs.GIVE_TABLE))
STATES = [(en, de, Adjective(en, de, de, ())) for en, de in adjectives.STATES]
NAMES = [Noun(name, "-", name, "f", "-", "name") for name in GIRLS]
NAMES += [Noun(name, "-", name, "m", "-", "name") for name in BOYS]
FORMS = {"war": ("war", "warst", "war", "waren")} | {verb.de: None for verb in VERBS.values()}
TIMES = {tense: split(table) for tense, table in lists.TIMES.items()}
ADVERBS = split(lists.ADVERBS)
LONG = {
    "in dem": "im",
    "in das": "ins",
    "an dem": "am",
    "an das": "ans",
    "zu dem": "zum",
    "zu der": "zur",
    "von dem": "vom",
}
AMERICAN = split("avourite/avorite olour/olor eighbour/eighbor mum/mom Mum/Mom ravell/ravel heatre/heater")
NEGATIONS = "do does did is are was were have has could should would must".split()


@dataclass(frozen=True)
class EverydayPair(Pair):
    """A sentence from a template: the template counts as a word, and is related to the words in its slots."""

    template: str = ""
    slots: tuple[str, ...] = ()

    def words(self):
        return sorted({*super().words(), *self.slots, *([self.template] if self.template else [])})

    def relations(self):
        return super().relations() + [(self.template, slot) for slot in self.slots]


def german(verb: str, person: int):
    """The present of the templates' verbs, and "war"."""
    if verb == "war":
        return FORMS["war"][person]
    if verb == "müssen":
        return MODALS["must"][person]
    if verb in IRREGULAR_PRESENT:
        return IRREGULAR_PRESENT[verb][person]
    return present(next(entry for entry in VERBS.values() if entry.de == verb and not entry.prefix), person)


def english(verb: str, person: int):
    if verb == "be":
        return be_form(person, False)
    if verb == "was":
        return be_form(person, True)
    return third_person(verb) if person == THIRD else verb


class Slot:
    """The content of a slot: a noun, a pronoun or an entry of a list."""

    def __init__(self, noun=None, plural=False, mine="my", entry=None, pronoun=None):
        self.noun, self.plural, self.mine, self.entry, self.pronoun = noun, plural, mine, entry, pronoun

    def word(self):
        return self.noun.en if self.noun and self.noun.group != "name" else self.entry[0] if self.entry else ""


class Everyday(Writer):
    """Writes everyday sentences. Call ``sentence()``."""

    def __init__(self, seed: int):
        super().__init__(seed)
        self.used: Counter[str] = Counter()
        shares = (
            (12, (self.do,)),
            (3, (self.do_not, self.ask, self.ask_w)),
            (4, (self.state,)),
            (2, (self.thing_is, self.order, self.joined)),
            (1, (self.compare, self.superlative, self.think, self.two, self.quantity, self.who_does, self.to_do)),
            (26, (self.template,)),
        )
        self.constructions = [method for share, methods in shares for method in methods * share]

    def rare(self, options):
        """A random choice that prefers what was seldom chosen: the rarest of three."""
        three = [self.choose(options) for _ in range(3)]
        best = min(three, key=lambda option: self.used[str(option)])
        self.used[str(best)] += 1
        return best

    def sentence(self):
        made = self.choose(self.constructions)()
        pair = made if isinstance(made, EverydayPair) else EverydayPair(*made[0], tuple(made[1:]))
        return replace(pair, **dict(zip(("en", "de"), self.varied(pair.en, pair.de), strict=True)))

    # Spelling as people type ----------------------------------------------------------------------------

    def contracted(self, text: str):
        first = self.chance(0.5)
        for be in (True, False) if first else (False, True):
            if be:
                text = re.sub(r"\bI am\b", "I'm", text)
                text = re.sub(
                    r"\b([Yy]ou|[Ww]e|[Tt]hey) are\b(?! not)" if not first else r"\b([Yy]ou|[Ww]e|[Tt]hey) are\b",
                    r"\1're",
                    text,
                )
                text = re.sub(r"\b([Hh]e|[Ss]he|[Ii]t|[Tt]hat|[Ww]hat|[Ww]here|[Ww]ho|[Tt]here) is\b", r"\1's", text)
                text = re.sub(r"\b(I|[Yy]ou|[Ww]e|[Tt]hey|[Hh]e|[Ss]he|[Ii]t) will\b(?! not)", r"\1'll", text)
                text = re.sub(r"\b(I|[Yy]ou|[Ww]e|[Tt]hey|[Hh]e|[Ss]he) would like\b", r"\1'd like", text)
            else:
                text = re.sub(
                    r"\b(" + "|".join(NEGATIONS) + r")( (?:I|you|he|she|it|we|they))? not\b",
                    r"\1n't\2",
                    text,
                    flags=re.I,
                )
                text = re.sub(r"\b([Cc])an( (?:I|you|he|she|it|we|they))? ?not\b", r"\1an't\2", text)
                text = re.sub(r"\b([Ww])ill not\b", r"\1on't", text)
        return text

    def varied(self, en: str, de: str, phrase: bool = False):
        """Contractions, and sometimes no full stop, no capital or an exclamation mark."""
        if self.chance(0.5):
            en = self.contracted(en)
        if self.chance(0.35):
            for british, american in AMERICAN:
                en = en.replace(british, american)
        draw = self.random()
        if draw < 0.09:
            en, de = en.rstrip(".!?"), de.rstrip(".!?")
            if draw < 0.06:
                en = en.lower() if draw < 0.04 else en[0].lower() + en[1:]
        elif draw < 0.13:
            en = en.lower() if draw < 0.11 else en[0].lower() + en[1:]
        elif draw < 0.15 and en.endswith("."):
            en, de = en[:-1] + "!", de[:-1] + "!"
        return en, de

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
            determiner = self.choose(
                ("", "", "", "", "the", "some" if noun.group in ("mass", "drink") and not general else "")
            )
            return NounPhrase(noun, determiner, adjective)
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
        some = (
            ("the", "this", "that", owner) if general else ("a", "a", "a", "the", "the", "this", "that", owner, owner)
        )
        return NounPhrase(noun, self.choose(some), adjective)

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
        usual = ("present",) * 6 + ("past",) * 4 + ("perfect", "progressive", "progressive", "going to", "will", "can")
        usual += (
            "must",
            "have to",
            "want to",
            "should",
            "would like to",
            "need to",
            "may",
            "could",
            "want to",
            "have to",
        )
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
        if self.chance(0.3) and "every" not in (clause.goal.english if clause.goal else ""):
            times = {"present": "present", "past": "past", "progressive": "now", "perfect": ""}.get(tense, "future")
            if times:
                time = self.choose(TIMES[times])
                if self.chance(0.12):
                    time = tuple(
                        f"{word} {self_}" for word, self_ in zip(("on", "am"), self.choose(LISTS["day"]), strict=True)
                    )
                clause = replace(clause, time=time, time_first=self.chance(0.3))
        elif tense == "present" and self.chance(0.12):
            clause = replace(clause, adverb=self.choose(ADVERBS))
        elif tense == "perfect" and self.chance(0.5):
            clause = replace(
                clause, adverb=self.choose((("already", "schon"), ("never", "noch nie"), ("just", "gerade")))
            )
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

    # Constructions -------------------------------------------------------------------------------------

    def do(self):
        clause = self.clause()
        english_text, german_text = clause.main()
        if self.chance(0.05):
            opening = self.choose((("yes,", "ja,"), ("no,", "nein,"), ("and", "und"), ("but", "aber")))
            english_text, german_text = join(opening[0], english_text), join(opening[1], german_text)
        elif self.chance(0.03) and not clause.adverb[0]:
            english_text = f"{english_text} too"
            german_text = replace(clause, adverb=("", "auch")).main()[1]
        if clause.tense == "perfect" and self.chance(0.5):
            english_text = re.sub(r"^(I|you|we|they) have ", r"\1've ", english_text)
        if clause.tense in ("have to", "would like to") and self.chance(0.1):
            english_text, german_text = f"{english_text}, please", f"{german_text}, bitte"
        return sentence(english_text, german_text), clause

    def do_not(self):
        clause = self.negative(
            self.clause(tenses=("present", "past", "can", "want to", "will", "must", "progressive", "perfect"))
        )
        return sentence(*clause.main()), clause

    def ask(self):
        tenses = ("present", "past", "can", "want to", "progressive", "perfect", "may", "could", "have to")
        clause = self.clause(question=True, tenses=tenses)
        clause = replace(clause, adverb=("", ""), time_first=False)
        if clause.tense == "may" or clause.tense == "can" and self.chance(0.3):
            clause = replace(clause, subject=Pronoun("I"))
        if clause.tense in ("can", "could", "may") and self.chance(0.4):
            english_text, german_text = clause.inverted()
            please = replace(clause, adverb=("", "bitte")).inverted()[1]
            return sentence(f"{english_text}, please", please, "?"), clause
        if self.chance(0.1):
            clause = self.negative(clause)
        return sentence(*clause.inverted(), "?"), clause

    def ask_w(self):
        clause = self.clause(
            question=True, tenses=("present", "past", "can", "want to", "progressive", "have to", "should")
        )
        clause = replace(clause, time=None, adverb=("", ""), time_first=False)
        words = [("why", "warum"), ("when", "wann")]
        draw = self.random()
        if clause.object is not None and draw < 0.5:
            kind = clause.object
            clause = replace(clause, object=None, particle_first=False)
            if kind.noun and kind.noun.group in ("kin", "kinpl", "person") or isinstance(kind, Pronoun):
                words = [("who", "wem" if clause.verb.kind == "dat" else "wen")]
            elif draw < 0.35:
                words = [("what", "was")]
            elif kind.plural and kind.noun.gender != "p" and kind.noun.de_plural != "-":
                words = [(f"how many {kind.noun.en_plural}", f"wie viele {kind.noun.de_plural}")]
            elif kind.noun.en != "-" and not kind.plural:
                which = replace(kind, determiner="which", adjective=None)
                words = [(which.en(), which.de(ACC))]
        elif clause.goal and draw < 0.5 and clause.verb.de not in ("gehen", "fahren"):
            words += [("where", "wo"), ("how often", "wie oft"), ("how long", "wie lange")]
            clause = replace(clause, goal=None)
        elif clause.goal and draw < 0.5:
            words = [("where", "wohin")]
            clause = replace(clause, goal=None)
        en, de = self.choose(words)
        inverted = clause.inverted()
        return sentence(f"{en} {inverted[0]}", f"{de} {inverted[1]}", "?"), clause

    def be(self, subject, question: bool = False):
        en, de, adjective = self.rare(STATES)
        if en in adjectives.GRADED and self.chance(0.3):
            degree = self.choose(
                (("very", "sehr"), ("very", "sehr"), ("too", "zu"), ("so", "so"), ("a little", "ein bisschen"))
            )
            en, de = join(degree[0], en), join(degree[1], de)
        elif self.chance(0.08):
            en, de = f"{en} and {self.choose(STATES[:20])[0]}", None
        if de is None:
            one, _, two = en.partition(" and ")
            forms = {state[0]: state[1] for state in STATES}
            de = f"{forms[one]} und {forms[two]}"
        tense = self.choose(("present",) * 7 + ("past",) * 3)
        return Clause(subject, BE, goal=Predicate(en, de, adjective), tense=tense)

    def state(self):
        question = self.chance(0.2)
        clause = self.be(self.person(question))
        if self.chance(0.15):
            adverbs = ADVERBS[:4] + (("already", "schon"), ("still", "noch"))
            adverb = self.choose(adverbs)
            predicate = clause.goal
            clause = replace(
                clause,
                goal=Predicate(
                    f"{adverb[0]} {predicate.english}", f"{adverb[1]} {predicate.german}", predicate.adjective
                ),
            )
        elif self.chance(0.05) and not question:
            return sentence(f"{clause.main()[0]} too", replace(clause, adverb=("", "auch")).main()[1]), clause
        elif self.chance(0.2):
            clause = replace(clause, negated=True)
        elif self.chance(0.15):
            time = self.choose((("today", "heute"), ("now", "jetzt")) if clause.tense == "present" else TIMES["past"])
            clause = replace(clause, time=time)
        if question:
            if self.chance(0.25):
                inverted = clause.inverted()
                return sentence(f"why {inverted[0]}", f"warum {inverted[1]}", "?"), clause
            return sentence(*clause.inverted(), "?"), clause
        return sentence(*clause.main()), clause

    def describe(self):
        """ "The house is very big." """
        adjective = self.rare(list(ADJECTIVES.values()))
        noun = self.rare([noun for group in NOUNS.values() for noun in group if noun.en in adjective.nouns])
        plural = noun.en_plural != "-" and self.chance(0.2)
        determiner = (
            self.choose(("my", "your", "his", "our"))
            if noun.group == "kin"
            else self.choose(("the", "the", "this", "my", "your", "that"))
        )
        if plural and determiner in ("this", "that"):
            determiner = {"this": "these", "that": "those"}[determiner]
        degree = self.choose((("", ""), ("", ""), ("", ""), ("very", "sehr"), ("too", "zu")))
        if adjective.en in ("broken", "right", "wrong", "open", "delicious"):
            degree = ("", "")
        predicate = Predicate(join(degree[0], adjective.en), join(degree[1], adjective.de), adjective)
        return Clause(
            NounPhrase(noun, determiner, plural=plural),
            BE,
            goal=predicate,
            tense=self.choose(("present",) * 4 + ("past",)),
        )

    def thing_is(self):
        clause = self.describe()
        if self.chance(0.15):
            clause = replace(clause, negated=True)
        draw = self.random()
        if draw < 0.2:
            return sentence(*clause.inverted(), "?"), clause
        if draw < 0.3 and not clause.negated:
            phrase = clause.subject
            how = clause.goal.adjective
            question = replace(clause, goal=None).inverted()
            return sentence(f"how {how.en} {question[0]}", f"wie {how.de} {question[1]}", "?"), clause
        if draw < 0.6 and clause.subject.determiner not in ("the", "my", "your", "his", "our") or draw > 0.9:
            noun = clause.subject.noun
            phrase = NounPhrase(noun, "a", clause.goal.adjective)
            if noun.en != "-" and noun.group not in ("mass", "drink") and clause.subject.noun.group != "kin":
                en, de = f"{self.choose(('that', 'this', 'it'))} is {phrase.en()}", phrase.de(NOM)
                first = "es" if en.startswith("it") else "das"
                return sentence(en, f"{first} ist {de}"), clause
        return sentence(*clause.main()), clause

    def order(self):
        """Imperatives, with and without "please", and "let's"."""
        clause = self.clause(Pronoun("you"), tenses=("present",))
        while clause.verb.en in (
            *verbs.STATIVE,
            "hurt",
            "arrive",
            "leave",
            "get",
            "lose",
            "find",
            "miss",
            "die",
            "do",
            "see",
            "fall asleep",
            "grow up",
            "win",
            "break",
            "meet",
        ):
            clause = self.clause(Pronoun("you"), tenses=("present",))
        clause = replace(
            clause, adverb=("", ""), time=None if self.chance(0.8) else clause.time, time_first=False, tense="present"
        )
        draw = self.random()
        if draw < 0.15:
            together = replace(clause, subject=Pronoun("we"), tense="will")
            if together.object == Pronoun("we") or together.recipient == Pronoun("we"):
                return self.order()
            en, de = together.infinitive()
            return sentence(f"let's {en}", f"lass uns {de}"), clause
        if draw < 0.32:
            clause = self.negative(clause)
        en, de = clause.imperative(please=self.chance(0.25) and not clause.negated)
        if not en.startswith("please") and self.chance(0.15):
            en, de = f"{en}, please", f"{de}, bitte"
        return sentence(en, de, "!" if self.chance(0.15) else "."), clause

    def joined(self):
        """Two clauses: and, but, or, because, if, when, that."""
        draw = self.random()

        def make(subject=None):
            if self.chance(0.4):
                return self.be(subject or self.person())
            return self.clause(subject, tenses=("present", "past", "can", "want to", "have to"), plain=True)

        first = make()
        second = make(self.same(first.subject) if self.chance(0.6) else None)
        if second.tense == "past" or first.tense == "past":
            first, second = replace(first, tense="past"), replace(second, tense="past")
            if "read" in (first.verb.en, second.verb.en):
                first, second = replace(first, tense="present"), replace(second, tense="present")
        if self.chance(0.15):
            second = self.negative(second)
        (en, de), (en2, de2) = first.main(), second.main()
        if draw < 0.25:
            return sentence(f"{en} and {en2}", f"{de} und {de2}"), first, second
        if draw < 0.42:
            comma = self.choose((",", ""))
            return sentence(f"{en}{comma} but {en2}", f"{de}, aber {de2}"), first, second
        if draw < 0.46:
            word = self.choose((("before", "bevor"), ("while", "während"), ("although", "obwohl")))
            sub = second.subordinate()
            return sentence(f"{en} {word[0]} {sub[0]}", f"{de}, {word[1]} {sub[1]}"), first, second
        if draw < 0.62:
            sub = second.subordinate()
            return sentence(f"{en} because {sub[0]}", f"{de}, weil {sub[1]}"), first, second
        if draw < 0.85:
            word = self.choose(("if", "if", "when"))
            second = replace(second, tense="present") if second.tense in ("past",) else second
            first = replace(
                first,
                tense=self.choose(("present", "will", "can"))
                if first.verb.en != "be" and first.verb.en not in verbs.STATIVE
                else "present",
            )
            weather = Clause(Pronoun("it n"), self.choose((VERBS["rain"], VERBS["snow"])))
            second = weather if self.chance(0.25) else second
            sub = second.subordinate()
            if self.chance(0.6):
                return (
                    sentence(f"{word} {sub[0]}, {first.main()[0]}", f"wenn {sub[1]}, {first.inverted()[1]}"),
                    first,
                    second,
                )
            return sentence(f"{first.main()[0]} {word} {sub[0]}", f"{first.main()[1]}, wenn {sub[1]}"), first, second
        return sentence(f"{en}, so {en2}", f"{de}, also {second.inverted()[1]}"), first, second

    def to_do(self):
        """ "I forgot to call him.", "Ich habe vergessen, ihn anzurufen." """
        person = self.choose((Pronoun("I"), Pronoun("I"), Pronoun("you"), Pronoun("he"), Pronoun("she"), Pronoun("we")))
        act = replace(self.clause(person, tenses=("present",), plain=True), adverb=("", ""), tense="will")
        if act.verb.en in ("like", "love", "hate", "want", "need", "miss", "die"):
            return self.to_do()
        english_act = act.english()[1]
        infinitive = f"{act.verb.prefix}zu{act.verb.de}" if act.verb.prefix else f"zu {act.verb.de}"
        german_act = join(act.middle_field(), infinitive)
        if self.chance(0.4):
            en, de = self.choose(lists.IT_IS)
            if act.object == Pronoun("I") or "self" in english_act:
                return self.to_do()
            return sentence(f"{en} to {english_act}", f"{de}, {german_act}"), act
        verb, participle, en = self.choose(
            (
                ("forget", "vergessen", "forgot"),
                ("try", "versucht", "tried"),
                ("begin", "angefangen", "began"),
                ("hope", "", ""),
            )
        )
        if verb == "hope":
            main_verb = VERBS["hope"]
            en = third_person("hope") if person.person == THIRD else "hope"
            return sentence(
                f"{person.en(subject=True)} {en} to {english_act}",
                f"{person.de(NOM)} {present(main_verb, person.person)}, {german_act}",
            ), act
        have = IRREGULAR_PRESENT["haben"][person.person]
        return sentence(
            f"{person.en(subject=True)} {en} to {english_act}", f"{person.de(NOM)} {have} {participle}, {german_act}"
        ), act

    def same(self, subject):
        """A pronoun for the subject of the first clause."""
        if isinstance(subject, Pronoun):
            return subject
        if subject.plural:
            return Pronoun("they")
        if subject.noun.gender == "n" or subject.noun.group == "animal":
            return None
        return Pronoun("he" if subject.noun.gender == "m" else "she")

    def think(self):
        """ "I think that", with and without "that"."""
        told = (
            self.be(self.person())
            if self.chance(0.5)
            else self.clause(tenses=("present", "past", "can", "will"), plain=True)
        )
        verb = self.choose(
            (
                ("think", "glaube", "glaubt"),
                ("know", "weiß", "weiß"),
                ("hope", "hoffe", "hofft"),
                ("believe", "glaube", "glaubt"),
                ("say", "sage", "sagt"),
            )
        )
        sub = told.subordinate()
        link = "that " if self.chance(0.55) else ""
        if self.chance(0.2):
            past = replace(told, tense="past")
            if past.verb.en != "read":
                who = self.choose(("I", "he", "she"))
                finite = IRREGULAR_PRESENT["haben"][Pronoun(who).person]
                sub = past.subordinate()
                return sentence(
                    f"{who} said {link}{sub[0]}", f"{Pronoun(who).de(NOM)} {finite} gesagt, dass {sub[1]}"
                ), past
        if self.chance(0.6) and verb[0] != "say":
            return sentence(f"I {verb[0]} {link}{sub[0]}", f"ich {verb[1]}, dass {sub[1]}"), told
        who = self.choose(("he", "she"))
        return sentence(
            f"{who} {third_person(verb[0])} {link}{sub[0]}", f"{Pronoun(who).de(NOM)} {verb[2]}, dass {sub[1]}"
        ), told

    def compare(self):
        """ "He is taller than me." """
        if self.chance(0.5):
            one, two = self.person(), self.person()
            names = [tuple(item.split()) for item in adjectives.COMPARED.replace("\n", " ").split(",")]
            en, de = self.choose(names)
        else:
            names = [name for name, de in COMPARATIVES.items() if de != "-"]
            en = self.choose(names)
            de = COMPARATIVES[en]
            fitting = [
                noun
                for group in NOUNS.values()
                for noun in group
                if noun.en in ADJECTIVES[en].nouns and noun.en != "-" and noun.group != "kin"
            ]
            one, two = (
                NounPhrase(self.rare(fitting), self.choose(("the", "this", "my"))),
                NounPhrase(self.rare(fitting), self.choose(("the", "your", "that"))),
            )
        if one.person == two.person and one.en() == two.en():
            return self.compare()
        if self.chance(0.2):
            clause = Clause(
                one,
                BE,
                goal=Predicate(
                    f"as {en} as {two.en(subject=not isinstance(two, Pronoun))}",
                    f"so {dict((s[0], s[1]) for s in STATES).get(en) or ADJECTIVES[en].de} wie {two.de(NOM)}",
                ),
            )
        else:
            clause = Clause(one, BE, goal=Predicate(f"{comparative(en)} than {two.en()}", f"{de} als {two.de(NOM)}"))
        if self.chance(0.15):
            return sentence(*clause.inverted(), "?"), clause
        return sentence(*clause.main()), clause

    def superlative(self):
        """ "This is the best film.", "the biggest city in Germany"."""
        base, en, de = [
            part.replace("_", " ")
            for part in self.choose([item.split() for item in adjectives.SUPERLATIVES.split(",")])
        ]
        fitting = [
            noun
            for group in NOUNS.values()
            for noun in group
            if noun.en in ADJECTIVES[base].nouns and noun.en != "-" and noun.group not in ("mass", "drink", "kin")
        ]
        noun = self.choose(fitting)
        form = Adjective(en, de, de, ())
        phrase = NounPhrase(noun, self.choose(("the", "the", "my")), form)
        where = self.choose(
            (
                ("", ""),
                ("", ""),
                ("in the world", "der Welt"),
                ("in the city", "der Stadt"),
                ("in Germany", "in Deutschland"),
                ("in the village", "im Dorf"),
            )
        )
        subject = self.choose((("this", "das"), ("that", "das"), ("it", "es")))
        clause = Clause(phrase, BE)
        if phrase.determiner == "my":
            where = ("", "")
        return sentence(
            f"{subject[0]} is {join(phrase.en(), where[0])}", f"{subject[1]} ist {join(phrase.de(NOM), where[1])}"
        ), clause

    def two(self):
        """ "My father and my mother" as a subject, and two objects."""
        if self.chance(0.5):
            one, two = (
                self.name() if self.chance(0.4) else NounPhrase(self.rare(NOUNS["kin"]), "my"),
                self.name() if self.chance(0.4) else NounPhrase(self.rare(NOUNS["kin"]), "my"),
            )
            if one == two:
                return self.two()
            clause = self.clause(Pronoun("they"), tenses=("present", "past", "can", "will"), plain=True)
            en, de = clause.main()
            return sentence(
                re.sub("^they", f"{one.en()} and {two.en()}", en),
                re.sub("^sie", f"{one.de(NOM)} und {two.de(NOM)}", de),
            ), clause
        verb, objects = self.choose(
            [
                row
                for row in OBJECTS
                if row[0].en
                in (
                    "buy",
                    "eat",
                    "drink",
                    "like",
                    "need",
                    "have",
                    "see",
                    "visit",
                    "sell",
                    "wear",
                    "order",
                    "invite",
                    "know",
                    "want",
                )
            ]
        )
        subject = self.person()
        owner = self.owner(subject)
        one, two = (self.thing(self.rare(objects), owner, verb.en == "like") for _ in range(2))
        one, two = (replace(phrase, adjective=None) for phrase in (one, two))
        if one == two or one.noun.en == two.noun.en:
            return self.two()
        marker = NounPhrase(Noun("QQ", "-", "QQ", "m", "-", "name"), "")
        clause = self.tensed(Clause(subject, verb, marker), tenses=("present", "past", "want to", "will"), plain=True)
        en, de = clause.main()
        both = replace(clause, object=one)
        return sentence(
            en.replace("QQ", f"{one.en()} and {two.en()}"), de.replace("QQ", f"{one.de(ACC)} und {two.de(ACC)}")
        ), both

    def quantity(self):
        """ "I have a lot of work", "many friends"."""
        verb, objects = self.choose(
            [
                row
                for row in OBJECTS
                if row[0].en in ("buy", "eat", "drink", "need", "have", "see", "know", "want", "read")
            ]
        )
        noun = self.rare(objects)
        if noun.group in ("kin", "pain", "body", "order"):
            return self.quantity()
        word = self.choose(("a lot of", "a lot of", "some", "no", "many"))
        mass = noun.en_plural == "-" and noun.en != "-"
        if word == "many" and mass:
            word = "a lot of"
        if (
            noun.en in ("sea", "life", "breakfast")
            or noun.gender == "p"
            and noun.group != "kinpl"
            and noun.group != "pair"
        ):
            return self.quantity()
        if noun.group == "pair" and noun.gender != "p":
            return self.quantity()
        phrase = NounPhrase(noun, word, plural=not mass)
        clause = self.tensed(Clause(self.person(), verb, phrase), tenses=("present", "past", "want to"), plain=True)
        return sentence(*clause.main()), clause

    def who_does(self):
        """The subject is "who"."""
        clause = self.clause(Pronoun("who"), tenses=("present", "past", "can", "want to", "will"), plain=True)
        return sentence(*clause.main(), "?"), clause

    # Templates -----------------------------------------------------------------------------------------

    def template(self):
        if self.chance(0.03):
            return self.greeted()
        en, de = self.rare(TEMPLATES)
        self.english_template = en
        self.slots: dict[str, Slot] = {}
        english_text = re.sub(r"\{([^}]*)\}", lambda match: self.fill(match[1], False), en)
        german_text = re.sub(r"\{([^}]*)\}", lambda match: self.fill(match[1], True), de)
        for long, short in LONG.items():
            for one, two in ((long, short), (long.capitalize(), short.capitalize())):
                german_text = re.sub(rf"\b{one}\b(?! ist)", two, german_text)
        words = tuple(slot.word() for slot in self.slots.values() if slot.word())
        text = english_text[0].upper() + english_text[1:], german_text[0].upper() + german_text[1:]
        return EverydayPair(*text, (), en, words)

    def greeted(self):
        """A fixed phrase and a sentence."""
        (en, de), pair = self.choose(OPENINGS), self.template()
        if len(pair.en.split()) > 9:
            return pair
        return replace(pair, en=f"{en} {pair.en}", de=f"{de} {pair.de}")

    def new_slot(self, key: str):
        plural = key.endswith(".pl")
        base = key.removesuffix(".pl").rstrip("0123456789")
        used = [slot.word() for slot in self.slots.values()]
        if base == "I":
            return Slot(pronoun=self.choose(PRONOUNS))
        if base == "he":
            return Slot(pronoun=self.choose(("he", "she")))
        if base == "him":
            taken = [slot.pronoun for slot in self.slots.values() if slot.pronoun]
            words = re.split(r"\W+", self.english_template.lower())
            taken += ["I", "we"] * ("i" in words) + ["you"] * ("you" in words or words[0] in ("give", "tell"))
            return Slot(pronoun=self.choose([name for name in ("I", *SUBJECTS) if name not in taken]))
        if base in ("name", "boy", "girl"):
            pool = {"name": NAMES, "girl": NAMES[: len(GIRLS)], "boy": NAMES[len(GIRLS) :]}[base]
            pool = [noun for noun in pool if noun not in [slot.noun for slot in self.slots.values()]]
            return Slot(noun=self.choose(pool))
        if base in LISTS:
            return Slot(entry=self.rare([entry for entry in LISTS[base] if entry[0] not in used]))
        if base.startswith("adj"):
            group = base.removeprefix("adj")
            among = NOUNS[group] if group else [noun for group in NOUNS.values() for noun in group]
            while True:
                adjective = self.rare(list(ADJECTIVES.values()))
                fitting = [noun for noun in among if noun.en in adjective.nouns]
                if not fitting:
                    continue
                noun = self.rare(fitting)
                if noun.group not in ("kin", "mass", "drink") and noun.en != "-" and noun.en != "music":
                    return Slot(noun=noun, entry=(adjective.en, adjective))
        pool = nouns(SLOT_GROUPS.get(key, SLOT_GROUPS.get(base, base)))
        if plural:
            pool = [noun for noun in pool if noun.en_plural != "-" and noun.de_plural != "-"]
        pool = [noun for noun in pool if noun.en not in used or noun.en == "-"]
        if base not in ("plurals",) and not plural and base != "kinpl":
            pool = [noun for noun in pool if noun.en != "-"]
        assert pool, key
        noun = self.rare(pool)
        return Slot(noun=noun, plural=plural or noun.en == "-", mine=self.choose(MINE))

    def fill(self, text: str, in_german: bool):
        body, _, mod = text.partition(":")
        *before, key = body.split(" ")
        if key not in self.slots:
            group = next((known for known in self.slots if known == key), None)
            self.slots[key] = self.slots[group] if group else self.new_slot(key)
        slot, det = self.slots[key], " ".join(before)
        if slot.pronoun:
            pronoun = Pronoun(slot.pronoun)
            if key == "him":
                return pronoun.de(CASES[mod]) if in_german else pronoun.en()
            if mod.startswith("verb") or not det:
                return pronoun.de(NOM) if in_german else pronoun.en(subject=True)
            return german(det, pronoun.person) if in_german else english(det, pronoun.person)
        if slot.entry and key.startswith("adj"):
            det = slot.mine if det == "my" else det.rstrip("1")
            phrase = NounPhrase(slot.noun, det, slot.entry[1])
            return phrase.de(CASES[mod]) if in_german else phrase.en()
        if in_german and det == "a" and noun_is_bare(slot):
            det = ""
        if slot.entry and not slot.noun:
            return self.listed(slot, key.rstrip("0123456789"), det, mod, in_german)
        noun = slot.noun
        if noun.group == "name":
            if mod == "gen" and in_german:
                return noun.de + ("'" if noun.de[-1] in "sx" else "s")
            return noun.de if in_german else noun.en
        if det in ("my", "your", "our", "his", "my1", "your1"):
            det = slot.mine if det == "my" else det.rstrip("1")
        if mod == "bare" or det == "-":
            det = ""
        if det == "rel":
            return {"m": "den" if mod == "acc" else "der", "f": "die", "n": "das"}[noun.gender]
        if in_german and det in ("to", "next"):
            if det == "to":
                return f"zu {NounPhrase(noun, 'the').de(DAT)}"
            return NounPhrase(noun, "the", Adjective("next", "nächst", "nächst", ())).de(NOM)
        if det.startswith("small number"):
            det = ""
        phrase = NounPhrase(noun, det, plural=slot.plural)
        if not in_german:
            return phrase.en()
        if mod == "gen":
            return f"von {phrase.de(DAT)}"
        if det in ("no", "any"):
            return replace(phrase, determiner="").de(CASES[mod], negated=True)
        if noun.group == "order" and det == "" and slot.plural:
            return noun.de_plural
        return phrase.de(CASES.get(mod, NOM))

    def listed(self, slot: Slot, key: str, det: str, mod: str, in_german: bool):
        entry = slot.entry
        if key == "hobby":
            ing, base, infinitive = entry
            if not in_german:
                return base if mod == "inf" else ing
            if mod == "noun":
                return infinitive.capitalize()
            if mod == "inf":
                return infinitive
            person = {"verb1": 0, "verb2": 1, "verb3": 2}.get(mod)
            if person is None:
                person = Pronoun(self.slots["I"].pronoun).person
            return german(infinitive, person)
        if not in_german:
            if key == "job" and det == "a":
                return ("an " if entry[0][0] in "aeiou" else "a ") + entry[0]
            return entry[0]
        if key in ("job", "nation"):
            return entry[2] if mod == "f" else entry[1]
        if key == "special":
            return entry[{"from": 1, "in": 2, "to": 3}[mod]]
        if key.startswith("fav"):
            de, gender = entry[1].split("/")
            return german_determiner(mod, gender, NOM)[0] + " " + de
        if key == "ordinal":
            return entry[1] + "e"
        return entry[1][0].upper() + entry[1][1:] if mod == "cap" else entry[1]


def noun_is_bare(slot: Slot):
    """ "A fever" is "Fieber"."""
    return slot.noun and slot.noun.en in ("fever", "cough")


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


def fixed_phrases(writer: Everyday, repeats: int):
    """Every phrase several times, as people type it, and greetings with names."""
    pairs = []
    for en, de in lines(PHRASES):
        pairs += [(en, de), (en, de), (writer.contracted(en), de), (writer.contracted(en), de)]
        pairs += [writer.varied(en, de) for _ in range(repeats - 4)]
    for en, de in lines(GREETINGS):
        for _ in range(repeats):
            name = writer.choose(NAMES).en
            pairs.append(writer.varied(en.replace("{name}", name), de.replace("{name}", name)))
    return pairs
