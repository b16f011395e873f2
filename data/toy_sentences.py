"""Random sentences: one short method for each construction of the corpus.

All random choices use ``random.Random.random``, whose values are the same in every version of Python.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

import toy_lexicon as lexicon
from toy_grammar import (
    ACC,
    DAT,
    THIRD,
    Clause,
    NounPhrase,
    Phrase,
    Predicate,
    Prepositional,
    Pronoun,
    Relative,
    but_sentence,
    complex_sentence,
    fronted_sentence,
    join,
    possessive_for,
    pronoun_for,
    statement,
    w_question,
    who_question,
    yes_no_question,
)
from toy_lexicon import ACTIONS, ADJECTIVES, BE, NOUNS, VERBS, Verb, members

PERSONS = members("person")
NAMES = members("name")
DESCRIBABLE = [name for name in NOUNS if any(name in adjective.nouns for adjective in ADJECTIVES.values())]
THINGS = tuple(name for name in DESCRIBABLE if name not in PERSONS)
NEUTER_PERSONS = ("girl", "child")  # excluded from pronouns: "das Mädchen" could be "es" or "sie"
# Nouns without a possessive: "his woman" would be odd.
UNOWNED = members("man,woman,student,farmer,baker,singer,boy,girl,ball,transport,lake,city,museum")
LYING, STANDING = members(lexicon.LYING), members(lexicon.STANDING)
PREPOSITIONS = [english for english, _, _ in lexicon.SPOTS]

DEEDS = [verb for verb in ACTIONS if verb.en not in lexicon.STATES]
HUMAN_DEEDS = [verb for verb in ACTIONS if verb.subjects[0] in PERSONS]
OBJECT_VERBS = [verb for verb in ACTIONS if verb.kind in ("acc", "dat")]
ACCUSATIVE_VERBS = [verb for verb in ACTIONS if verb.kind == "acc"]
PLACE_VERBS = [verb for verb in ACTIONS if verb.kind == "goal" or verb.kind == "rest" and verb.places]
PLAIN_VERBS = ("be", "put", "cost", "rain", "snow")  # used in special constructions only, never held out

PRONOUNS = ("I", "you", "he", "she", "we", "they")
UNCERTAIN = ("a", "every", *lexicon.NUMBERS)
ANY_TENSE = ("present",) * 4 + ("past",) * 4 + ("will", "can", "must", "want to", "should")
# Conjunction, whether the action is negated, and whether the quality is a reason for the action.
LINKS = (
    ("because", False, True), ("because", True, False), ("although", False, False),
    ("but", True, True), ("but", False, False),
)  # fmt: skip


class Argument(NamedTuple):
    """The connection between an action and a quality: "he reads it because it is good"."""

    link: str
    denied: bool
    qualities: str
    too: bool  # whether "too" may precede: "too old" can only be a reason against the action


@dataclass(frozen=True)
class Pair:
    """A sentence in both languages, and its clauses."""

    en: str
    de: str
    clauses: tuple[Clause, ...]

    def words(self):
        """The English dictionary forms of all content words, in alphabetical order."""
        return sorted({word for clause in self.clauses for word in clause.words()} - set(PLAIN_VERBS))

    def relations(self):
        """Pairs of content words in a grammatical relation: verb and noun, adjective and noun."""
        pairs = [pair for clause in self.clauses for pair in clause.relations()]
        return [pair for pair in pairs if pair[0] not in PLAIN_VERBS]


def definite(phrase: Phrase):
    return phrase if phrase.definite else replace(phrase, determiner="the")


def certain(phrase: Phrase):
    """The phrase with "the" in place of "a", "every" or a number."""
    return replace(phrase, determiner="the") if phrase.noun and phrase.determiner in UNCERTAIN else phrase


def askable(phrase: Phrase):
    """The subject of a question: not "I", and nothing uncertain."""
    return Pronoun("you") if phrase == Pronoun("I") else certain(phrase)


def bare(phrase: Phrase):
    """The phrase without its adjective."""
    return replace(phrase, adjective=None) if phrase.noun else phrase


def describable(phrase: Phrase):
    """Whether a relative clause may restrict the noun: "the man who", but not "my mother who"."""
    return bool(phrase.noun) and phrase.noun.en in DESCRIBABLE and phrase.noun.group != "kin"


class Writer:
    """Writes random sentences. Call ``sentence()``; the other methods write phrases, clauses and constructions."""

    def __init__(self, seed: int):
        self.random = Random(seed).random
        shares = (
            (6, (self.plain, self.negative)),
            (3, (self.object_reason, self.reported, self.when, self.yes_no)),
            (2, (self.subject_reason, self.wish)),
            (2, (self.relative_subject, self.relative_object, self.relative_last)),
            (1, (self.described, self.put, self.lie_or_stand, self.pets, self.counted, self.price, self.age)),
            (1, (self.who, self.whom_or_what, self.which_or_how_many, self.where, self.when_or_why)),
        )
        self.constructions = [method for share, methods in shares for method in methods * share]

    def sentence(self):
        (english, german), *clauses = self.choose(self.constructions)()
        return Pair(english, german, tuple(clauses))

    def chance(self, probability: float):
        return self.random() < probability

    def choose(self, options):
        return options[int(self.random() * len(options))]

    # Phrases -------------------------------------------------------------------------------------------

    def adjective(self, noun: str, among: str = ""):
        fitting = [adjective for adjective in ADJECTIVES.values() if noun in adjective.nouns]
        if among:
            fitting = [adjective for adjective in fitting if adjective.en in among.split(",")]
        return self.choose(fitting) if fitting else None

    def perhaps_adjective(self, noun: str, probability: float = 0.2):
        return self.adjective(noun) if self.chance(probability) else None

    def noun_phrase(self, name: str, owner: str | None = None):
        """A phrase with this noun. If an owner is given, it may have a possessive: "his", "her" and so on."""
        noun = NOUNS[name]
        if noun.group == "name":
            return NounPhrase(noun, "")
        plural = noun.en_plural != "-" and self.chance(0.25)
        if noun.group == "kin":
            determiners = [owner] if owner else ["my", "my", "your", "our", "his", "her"]
        elif noun.group == "mass":
            determiners = ["", "", "the"]
        else:
            some = ("" if name in THINGS else "these") if plural else "a"
            determiners = ["the", "the", some, "these" if plural else "this"]
            if owner and name not in UNOWNED:
                determiners += [owner, some]
        return NounPhrase(noun, self.choose(determiners), self.perhaps_adjective(name), plural)

    def subject(self, names: tuple[str, ...]):
        """Somebody or something. A person may also be a name or a pronoun."""
        if names[0] in PERSONS and self.chance(0.3):
            if self.chance(0.6):
                return Pronoun(self.choose(PRONOUNS))
            names = NAMES
        phrase = self.noun_phrase(self.choose(names))
        if phrase.plural and phrase.determiner in ("", "these") and self.chance(0.3):
            return replace(phrase, determiner=self.choose(lexicon.SMALL_NUMBERS[:3]))
        if phrase.determiner == "this" and names[0] in PERSONS and self.chance(0.4):
            return replace(phrase, determiner="every", adjective=None)
        # Without a determiner it would be generic: "dogs sleep".
        return phrase if phrase.determiner == "a" else definite(phrase)

    def known_subject(self, names: tuple[str, ...]):
        """A subject that a pronoun can replace later."""
        return bare(certain(self.subject(tuple(name for name in names if name not in NEUTER_PERSONS))))

    def object(self, names: tuple[str, ...], subject: Phrase):
        """Somebody or something other than the subject."""
        if names[0] in PERSONS and self.chance(0.25):
            if self.chance(0.5):
                same = ("I", "we") if subject in (Pronoun("I"), Pronoun("we")) else (subject.name,)
                return Pronoun(self.choose([name for name in PRONOUNS if name not in same]))
            names = NAMES
        names = tuple(name for name in names if name != subject.name)
        return self.noun_phrase(self.choose(names), self.owner(subject))

    def owner(self, subject: Phrase):
        """The possessive that goes with the subject: "his", "their". None for a thing."""
        if subject == Pronoun("who") or subject.name in NEUTER_PERSONS and not subject.plural:
            return self.choose(("my", "your", "our"))
        if isinstance(subject, Pronoun) or subject.plural or subject.name in PERSONS + NAMES:
            return possessive_for(subject)
        return None

    def place(self, name: str, going: bool = False):
        here, german_here, there, german_there = lexicon.PLACES.get(name, lexicon.USUAL_PLACE)
        adjective = self.perhaps_adjective(name)
        phrase = NounPhrase(NOUNS[name], "a" if adjective and self.chance(0.4) else "the", adjective)
        if going:
            return Prepositional(there, german_there, DAT if german_there == "zu" else ACC, phrase)
        return Prepositional(here, german_here, DAT, phrase)

    def spot(self, case: int, prepositions: list[str], but: str = ""):
        """On, under or behind a piece of furniture: dative for a place, accusative for a direction."""
        english, german, furniture = self.choose([spot for spot in lexicon.SPOTS if spot[0] in prepositions])
        name = self.choose([name for name in members(furniture) if name != but])
        phrase = NounPhrase(NOUNS[name], "the", self.perhaps_adjective(name))
        return Prepositional(english, german, case, phrase)

    def time(self, tense: str):
        return self.choose(lexicon.TIMES.get(tense, lexicon.TIMES["must"]))

    # Clauses -------------------------------------------------------------------------------------------

    def tense(self, verb: Verb, tenses: tuple[str, ...]):
        tense = self.choose(tenses)
        unfit = tense in ("can", "must", "want to", "should") and verb.en in lexicon.NO_MODAL
        return "present" if unfit or tense == "will" and verb.en in lexicon.STATES else tense

    def action(self, verb: Verb | None = None, subject: Phrase | None = None, tenses=ANY_TENSE):
        """A clause with this verb. Subject, tense and the rest are random unless they are given."""
        verb = verb or self.choose(ACTIONS)
        if verb.en == "read":  # "they read" could be either tense
            tenses = tuple(tense for tense in tenses if tense != "past") or ("present",)
        subject = subject or self.subject(verb.subjects)
        subject = certain(subject) if verb.en in ("belong to", "live") else subject
        clause = Clause(subject, verb, tense=self.tense(verb, tenses))
        if verb.kind in ("acc", "dat"):
            thing = self.object(verb.objects, subject)
            clause = replace(clause, object=definite(thing) if verb.en == "love" else thing)
        elif verb.kind == "give":
            thing = self.noun_phrase(self.choose(verb.objects), self.owner(subject))
            clause = replace(clause, recipient=definite(self.object(PERSONS, subject)), object=thing)
        elif verb.kind == "goal":
            clause = replace(clause, goal=self.place(self.choose(verb.objects), going=True))
        elif verb.kind == "wait":
            awaited = definite(self.object(verb.objects, subject))
            clause = replace(clause, goal=Prepositional("for", "auf", ACC, awaited))
        wanted = {"live": 1.0}.get(verb.en, 0.7 if verb.kind == "rest" else 0.2)
        if verb.places and self.chance(wanted):
            clause = replace(clause, place=self.place(self.choose(verb.places)))
        return clause

    def action_with(self, fits: Callable[[Clause], bool], verbs: list[Verb] = ACTIONS):
        while not fits(clause := self.action(self.choose(verbs))):
            pass
        return clause

    def question(self, verb: Verb | None = None):
        clause = self.action(verb)
        return replace(clause, subject=askable(clause.subject))

    def dated(self, clause: Clause):
        """Add a time that fits the tense, or an adverb such as "often"."""
        if clause.verb.en in lexicon.STATES:
            return clause
        if clause.tense == "present" and clause.verb.kind != "give" and self.chance(0.3):
            return replace(clause, adverb=self.choose(lexicon.ADVERBS))
        return replace(clause, time=self.time(clause.tense), time_first=self.chance(0.5))

    def negated(self, clause: Clause):
        """The negated clause. Things may be indefinite ("no apple"), but "not every" and "not a man" are avoided."""
        tense = "can" if clause.tense in ("must", "should") else clause.tense
        thing = clause.object
        if thing and thing.name in PERSONS:
            thing = definite(thing)
        return replace(clause, negated=True, tense=tense, subject=certain(clause.subject), object=thing)

    def quality(self, subject: Phrase, among: str = "", tense: str = "present", too: bool = True):
        """A clause about a quality of the subject: "it is very old"."""
        anybody = subject.name in PRONOUNS + NAMES
        adjective = self.adjective("singer" if anybody else subject.name, among or lexicon.MOODS * anybody)
        degrees = lexicon.DEGREES if too else lexicon.DEGREES[:1]
        fitting = [degree for degree, adjectives in degrees if adjective.en in adjectives]
        degree = self.choose(fitting) if fitting and self.chance(0.3) else ("", "")
        predicate = Predicate(join(degree[0], adjective.en), join(degree[1], adjective.de), adjective)
        return Clause(subject, BE, goal=predicate, tense=tense)

    # Constructions: each returns the sentence in both languages, and its clauses -------------------------

    def plain(self):
        clause = self.dated(self.action())
        return statement(clause), clause

    def negative(self):
        clause = self.negated(self.action())
        if clause.verb.en not in lexicon.STATES and self.chance(0.3):
            tense = "denied" if clause.tense == "present" else clause.tense
            clause = replace(clause, time=self.time(tense), time_first=True)
        return statement(clause), clause

    def described(self):
        subject = bare(definite(certain(self.subject(self.choose((PERSONS, THINGS))))))
        clause = self.quality(subject, tense=self.choose(("present", "past")))
        clause = self.negated(clause) if self.chance(0.3) else clause
        return (yes_no_question if self.chance(0.3) else statement)(clause), clause

    def put(self):
        """ "Put" is legen or stellen, depending on the thing."""
        names, verb, places = self.choose((
            (LYING, lexicon.LAY, PREPOSITIONS),
            (STANDING, lexicon.STAND, PREPOSITIONS[:-1]),
        ))  # fmt: skip
        subject, name = self.subject(PERSONS), self.choose(names)
        present = "present" if subject.person == THIRD else "will"  # "they put" could be either tense
        tense = self.choose((present, present, "can", "must", "should"))
        thing = self.noun_phrase(name, self.owner(subject))
        clause = Clause(subject, verb, thing, goal=self.spot(ACC, places, but=name), tense=tense)
        return statement(clause), clause

    def lie_or_stand(self):
        """ "Is" is liegt or steht, depending on the thing."""
        names, verb, places = self.choose((
            (LYING, lexicon.BE_LYING, PREPOSITIONS),
            (STANDING, lexicon.BE_STANDING, PREPOSITIONS[:-1]),
        ))  # fmt: skip
        name = self.choose(names)
        clause = Clause(self.subject((name,)), verb, goal=self.spot(DAT, places, but=name))
        clause = self.negated(clause) if self.chance(0.2) else clause
        return statement(clause), clause

    def pets(self):
        """The same preposition takes the dative for a place and the accusative for a direction."""
        verb, spot = self.choose((
            (VERBS["sleep"], self.spot(DAT, ["on", "under", "next to", "behind"])),
            (VERBS["run"], self.spot(ACC, ["under", "behind"])),
            (lexicon.JUMP, replace(self.spot(ACC, ["on"]), english="onto")),
        ))  # fmt: skip
        clause = Clause(self.subject(members("pet")), verb, goal=spot, tense=self.choose(("present", "past")))
        clause = self.dated(clause) if self.chance(0.4) else clause
        return statement(clause), clause

    def counted(self):
        clause = self.action(VERBS[self.choose(lexicon.COUNTING)])
        things = [name for name in clause.verb.objects if name in THINGS and NOUNS[name].en_plural != "-"]
        name, number = self.choose(things), self.choose(lexicon.SMALL_NUMBERS)
        thing = NounPhrase(NOUNS[name], number, self.perhaps_adjective(name), plural=True)
        clause = replace(clause, object=thing)
        return statement(clause), clause

    def price(self):
        number = self.choose(lexicon.BIG_NUMBERS)
        predicate = Predicate(f"{number} euros", f"{lexicon.NUMBERS[number]} Euro")
        clause = Clause(self.subject(members("goods")), lexicon.COST, goal=predicate)
        return statement(clause), clause

    def age(self):
        name = self.choose(PERSONS)
        young, old = name in members("young"), name in ("grandmother", "grandfather")
        grown_up = lexicon.BIG_NUMBERS[4:] if old else lexicon.BIG_NUMBERS[1:4]
        number = self.choose(lexicon.SMALL_NUMBERS if young else grown_up)
        predicate = Predicate(f"{number} years old", f"{lexicon.NUMBERS[number]} Jahre alt")
        clause = Clause(bare(self.noun_phrase(name)), BE, goal=predicate)
        clause = replace(clause, subject=definite(clause.subject))
        return statement(clause), clause

    def argument(self, table):
        """A verb, its connection to a quality, and the qualities that fit this connection."""
        name, reasons, counter_reasons = self.choose(table)
        link, denied, in_favour = self.choose(LINKS)
        qualities = reasons if in_favour else counter_reasons
        return VERBS[name], Argument(link, denied, qualities, too=not in_favour)

    def argued(self, about: Phrase, act: Clause, act_again: Clause, argument: Argument):
        """Join an action and a quality. The second clause has a pronoun for the phrase that both share."""
        quality = self.quality(about, argument.qualities, act.tense, argument.too)
        if argument.link == "but":
            return but_sentence(quality, act_again), act, quality
        short = replace(quality, subject=pronoun_for(about))
        return complex_sentence(act, argument.link, short), act, quality

    def object_reason(self):
        """The pronoun replaces the object; in German it has the gender of that noun."""
        verb, argument = self.argument(lexicon.OBJECT_REASONS)
        act = self.action(verb, bare(self.subject(verb.subjects)), ("present", "past"))
        names = [name for name in verb.objects if name not in NEUTER_PERSONS]
        names = [name for name in names if self.adjective(name, argument.qualities)]
        thing = bare(definite(self.object(tuple(names), act.subject)))
        act = replace(act, object=thing, place=None)
        act = self.negated(act) if argument.denied else act
        return self.argued(thing, act, replace(act, object=pronoun_for(thing)), argument)

    def subject_reason(self):
        """The pronoun replaces the subject."""
        verb, argument = self.argument(lexicon.SUBJECT_REASONS)
        names = [name for name in verb.subjects if self.adjective(name, argument.qualities)]
        who = self.known_subject(tuple(names))
        act = self.action(verb, who, ("present", "past"))
        act = self.negated(act) if argument.denied else act
        return self.argued(who, act, replace(act, subject=pronoun_for(who)), argument)

    def wish(self):
        """Two pronouns, one for the subject and one for the object."""
        name, wish, denied = self.choose(lexicon.WISHES)
        verb, wanting = VERBS[name], VERBS[wish]
        act = self.action(verb, self.known_subject(verb.subjects), ("present", "past"))
        things = [noun for noun in verb.objects if noun in wanting.objects and noun not in NEUTER_PERSONS]
        thing = bare(definite(self.object(tuple(things), act.subject)))
        act = replace(act, object=thing, place=None)
        reason = Clause(act.subject, wanting, thing, tense=act.tense, negated=denied)
        short = replace(reason, subject=pronoun_for(act.subject), object=pronoun_for(thing))
        return complex_sentence(act, "because", short), act, reason

    def reported(self):
        """ "That" and "whether"."""
        verb = self.choose((lexicon.SAY, lexicon.BELIEVE, lexicon.HOPE, lexicon.KNOW, lexicon.ASK))
        main = Clause(self.subject(PERSONS), verb)
        link = "whether" if verb is lexicon.ASK else "that"
        if verb is lexicon.KNOW and self.chance(0.5):
            main, link = self.negated(main), "whether"
        hopeful = ("present", "past", "past", "will", "can")
        told = self.action(tenses=hopeful if verb is lexicon.HOPE else ANY_TENSE)
        return complex_sentence(main, link, told), main, told

    def when(self):
        if self.chance(0.4):
            event = Clause(Pronoun("it n"), self.choose((lexicon.RAIN, lexicon.SNOW)))
        else:
            event = self.action(VERBS[self.choose(lexicon.EVENTS)], tenses=("present",))
            event = replace(event, subject=certain(event.subject))
        act = self.action(self.choose(DEEDS), tenses=("present",))
        join_clauses = fronted_sentence if self.chance(0.6) else complex_sentence
        return join_clauses(act, "when", event), event, act

    def relative_subject(self):
        """ "The man who sings is old." """
        act = self.action_with(lambda clause: describable(clause.subject))
        who = replace(act.subject, determiner="the", adjective=None)
        act = replace(act, subject=who)
        quality = self.quality(replace(who, relative=Relative(act, "subject")), too=False)
        return statement(quality), quality, act

    def relative_object(self):
        """ "The man whom she helps is old." """
        act = self.action_with(lambda clause: describable(clause.object), OBJECT_VERBS)
        what = replace(act.object, determiner="the", adjective=None)
        relative = Relative(replace(act, object=None), "object")
        quality = self.quality(replace(what, relative=relative))
        return statement(quality), quality, replace(act, object=what)

    def relative_last(self):
        """ "She knows the man who sings." """
        act = self.action_with(lambda clause: describable(clause.subject) and clause.subject.name in PERSONS)
        who = replace(act.subject, determiner="the")
        act = replace(act, subject=who)
        verb = VERBS[self.choose(lexicon.ENCOUNTERS)]
        others = tuple(name for name in PERSONS if name != who.name)
        main = Clause(self.subject(others), verb, replace(who, relative=Relative(act, "subject")))
        return statement(main), main, act

    def yes_no(self):
        clause = self.question()
        clause = self.negated(clause) if self.chance(0.15) else clause
        return yes_no_question(clause), clause

    def who(self):
        clause = self.action(self.choose(HUMAN_DEEDS), Pronoun("who"))
        return who_question(clause), clause

    def whom_or_what(self):
        """ "Whom" is wen or wem, depending on the verb."""
        clause = self.question(self.choose(OBJECT_VERBS))
        asked = "what", "was"
        if clause.verb.objects[0] in PERSONS:
            asked = "whom", Pronoun("who").de(DAT if clause.verb.kind == "dat" else ACC)
        clause = replace(clause, object=None)
        return w_question(*asked, clause), clause

    def which_or_how_many(self):
        clause = self.action_with(lambda clause: describable(clause.object), ACCUSATIVE_VERBS)
        clause = replace(clause, subject=askable(clause.subject))
        thing, rest = replace(clause.object, determiner="which"), replace(clause, object=None)
        if thing.plural and self.chance(0.7):
            thing = replace(thing, determiner="")
            return w_question(f"how many {thing.en()}", f"wie viele {thing.de(ACC)}", rest), clause
        return w_question(thing.en(), thing.de(ACC), rest), clause

    def where(self):
        """ "Where" is wo for a place and wohin for a direction."""
        clause = self.question(self.choose(PLACE_VERBS))
        clause = replace(clause, goal=None, place=None)
        return w_question("where", "wohin" if clause.verb.kind == "goal" else "wo", clause), clause

    def when_or_why(self):
        clause = self.question()
        if clause.verb.en in lexicon.STATES or self.chance(0.5):
            return w_question("why", "warum", clause), clause
        return w_question("when", "wann", clause), clause
