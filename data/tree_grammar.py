"""Random noun phrases and verb phrases of the treebank: one short method for each kind.

A tree is a string in the brackets of the Penn Treebank, "(NP (DT the) (NN dog))", and is built from the inside
out. `room` limits what a phrase may contain: 0 = words only, 1 = also prepositional phrases, 2 = also clauses.
Words after a clause would seem to belong to it, so only the last phrase of a sentence gets room 2. Together with
the lexicon, these rules give each sentence exactly one tree.
"""

from random import Random
from typing import NamedTuple

import tree_lexicon as lexicon
from toy_grammar import third_person
from toy_lexicon import NOUNS, Verb
from tree_lexicon import ADULTS, NAMES, PERSONS, PLURALS


class Phrase(NamedTuple):
    tree: str
    plural: bool = False  # whether the verb is plural: "two dogs", but also "you"


def node(label: str, *children: str):
    """A tree from its label and children; a child "" is omitted."""
    return f"({label} {' '.join(child for child in children if child)})"


def participle(verb: Verb):
    return lexicon.PARTICIPLES.get(verb.en, verb.en_past.split()[0])


def among(nouns: tuple[str, ...]):
    return tuple(noun for noun in nouns if noun in PLURALS)


def kind(noun: str):
    """The kind of a noun; "and" joins only nouns of one kind: "the man with [the hat and the coat]"."""
    if noun in PERSONS:
        return "person"
    return NOUNS[noun].group if noun in NOUNS else "tool"


class Phrases:
    """Random phrases. All random choices use ``Random.random``, the same in every version of Python."""

    def __init__(self, seed: int):
        self.random = Random(seed).random

    def choose(self, options):
        return options[int(self.random() * len(options))]

    def chance(self, probability: float):
        return self.random() < probability

    # Noun phrases -----------------------------------------------------------------------------------------

    def subject(self, names: tuple[str, ...], room: int = 0):
        if names[0] in PERSONS and self.chance(0.4):
            name = self.choose(tuple(lexicon.SUBJECT_PRONOUNS))
            return Phrase(f"(NP (PRP {name}))", lexicon.SUBJECT_PRONOUNS[name])
        if room and names[0] in PERSONS and self.chance(0.05):
            return Phrase(f"(NP (NP (NNP {self.choose(NAMES)})) (, ,) {self.base('a', self.choose(ADULTS))} (, ,))")
        return self.noun_phrase(names, room)

    def object(self, names: tuple[str, ...], room: int = 0, taken: tuple[str, ...] = ()):
        if names[0] in PERSONS and self.chance(0.15):
            return f"(NP (PRP {self.choose(lexicon.OBJECT_PRONOUNS)}))"
        return self.noun_phrase(names, room, taken).tree

    def noun_phrase(self, names: tuple[str, ...], room: int = 0, taken: tuple[str, ...] = ()):
        """`taken`: prepositions and nouns that may not occur, because their phrase would attach to the verb."""
        if names[0] in PERSONS and self.chance(0.15):
            return Phrase(f"(NP (NNP {self.choose(NAMES)}))")
        noun = self.choose(names)
        plural = PLURALS[noun] != "-" and self.chance(0.2)
        phrase, inner = self.base(self.determiner(plural), noun, plural), ""
        if room and self.chance(0.3):
            phrase, inner = self.modified(phrase, noun, room, taken)
        elif room > 1 and noun in lexicon.DESCRIBABLE and self.chance(0.3):
            return Phrase(node("NP", phrase, self.relative_clause(noun, plural)), plural)
        alike = [name for name in names if kind(name) == kind(noun) and name != noun]
        if room and alike and kind(noun) != (inner and kind(inner)) and self.chance(0.12):
            second, third = self.choose(alike), self.choose(alike)
            more = ["(, ,)", self.base("the", third)] if second != third and self.chance(0.2) else []
            return Phrase(node("NP", phrase, *more, "(CC and)", self.base("the", second)), True)
        return Phrase(phrase, plural)

    def determiner(self, plural: bool):
        return self.choose(("the", "the", "two", "some", "") if plural else ("the", "the", "a", "a", "this"))

    def base(self, determiner: str, noun: str, plural: bool = False):
        """ "The old man", without attached phrases. Kin always has a possessive ("my mother"), "tea" no article."""
        if noun in lexicon.KIN:
            determiner = self.choose(lexicon.POSSESSIVES)
        if noun in lexicon.BARE:
            determiner = ""
        tag = "PRP$" if determiner in lexicon.POSSESSIVES else "CD" if determiner == "two" else "DT"
        fitting = [name for name, nouns in lexicon.ADJECTIVES.items() if noun in nouns]
        adjective = f"(JJ {self.choose(fitting)})" if fitting and self.chance(0.2) else ""
        if adjective and determiner in ("the", "a") and self.chance(0.15):
            adjective = node("ADJP", "(RB very)", adjective)
        plural = plural or noun in lexicon.TOPPINGS
        word = f"(NNS {PLURALS[noun]})" if plural else f"(NN {noun})"
        return node("NP", determiner and f"({tag} {determiner})", adjective, word)

    def modified(self, phrase: str, noun: str, room: int, taken: tuple[str, ...]):
        """The phrase with a prepositional phrase attached, and the noun of the latter."""
        options = [
            (preposition, inner, [name for name in objects if kind(name) == kind(inner) and name not in taken])
            for nouns, preposition, objects in lexicon.MODIFIERS
            if noun in nouns and preposition not in taken
            for inner in objects
            if inner not in taken
        ]
        if not options:
            return phrase, ""
        preposition, inner, alike = self.choose(options)
        deeper = room > 1 and kind(inner) != kind(noun)
        if kind(inner) == "food":
            inside = self.base("", inner, plural=True)
        else:
            inside = self.noun_phrase(alike, int(deeper), taken).tree
        return node("NP", phrase, node("PP", f"(IN {preposition})", inside)), inner

    def relative_clause(self, noun: str, plural: bool):
        word = "(WP who)" if noun in PERSONS else self.choose(("(WDT that)", "(WDT which)"))
        undergone = [verb for verb in lexicon.TRANSITIVE if noun in verb.objects]
        done = [verb for verb in lexicon.ACTIONS if noun in verb.subjects]
        if not undergone or self.chance(0.5):
            did = self.deed(self.choose(done), plural) if done else self.state(noun, plural)
            return node("SBAR", node("WHNP", word), node("S", did))
        verb = self.choose(undergone)
        if self.chance(0.2):
            return node("VP", f"(VBN {participle(verb)})", self.agent(verb))
        who = self.subject(among(verb.subjects))
        link = node("WHNP", "(WDT that)" if noun in PERSONS else word)
        did = self.finite(verb, who.plural, self.tense(verb))
        return node("SBAR", "" if self.chance(0.3) else link, node("S", who.tree, did))

    def agent(self, verb: Verb):
        return node("PP", "(IN by)", self.noun_phrase(among(verb.subjects)).tree)

    # Verb phrases -----------------------------------------------------------------------------------------

    def tense(self, verb: Verb):
        tenses = ("past",) * 6 + ("will", "can", "must", "denied", "perfect")
        return self.choose(tenses + ("present",) * 6 * (verb.en in lexicon.HABITS))

    def finite(self, verb: Verb, plural: bool, tense: str, *rest: str):
        head = verb.en.split()[0]
        if tense == "past":
            return node("VP", f"(VBD {verb.en_past.split()[0]})", *rest)
        if tense == "present":
            return node("VP", f"(VBP {head})" if plural else f"(VBZ {third_person(head)})", *rest)
        if tense == "perfect":
            return node("VP", "(VBD had)", node("VP", f"(VBN {participle(verb)})", *rest))
        auxiliary = "(VBD did) (RB not)" if tense == "denied" else f"(MD {tense})"
        return node("VP", auxiliary, node("VP", f"(VB {head})", *rest))

    def deed(self, verb: Verb, plural: bool, room: int = 0, tense: str = ""):
        tense = tense or self.tense(verb)
        return self.finite(verb, plural, tense, *self.rest(verb, room, tense))

    def infinitive(self, verb: Verb, room: int):
        return node("VP", f"(VB {verb.en.split()[0]})", *self.rest(verb, room, "can"))

    def rest(self, verb: Verb, room: int, tense: str):
        """What follows the verb: its complements, then its adjuncts."""
        tail = self.tail(verb, tense, room)
        return self.complements(verb, min(room, 1) if tail else room) + tail

    def complements(self, verb: Verb, room: int):
        taken = lexicon.INSTRUMENTS.get(verb.en, ()) + ("in", "near") * bool(verb.places)
        taken += ("for",) * (verb.en in lexicon.BENEFITS)
        names, particle = among(verb.objects), verb.en.partition(" ")[2]
        if verb.kind == "rest":
            return []
        if verb.kind == "goal":
            return [node("PP", "(TO to)", self.noun_phrase(names, room, taken).tree)]
        if verb.kind == "wait" or particle == "for":
            return [node("PP", "(IN for)", self.object(names, room, taken))]
        if verb.kind == "give":
            thing, person = self.noun_phrase(names, room, taken).tree, self.object(PERSONS)
            if self.chance(0.5):
                return [person, thing]
            return [self.noun_phrase(names).tree, node("PP", "(TO to)", person)]
        if verb.kind == "put":
            preposition, spots = self.choose(lexicon.SPOTS)
            thing = self.noun_phrase(names, min(room, 1), ("on", "under", "in")).tree
            return [thing, node("PP", f"(IN {preposition})", self.noun_phrase(spots, min(room, 1)).tree)]
        if particle:
            if self.chance(0.5):
                return [self.object(names), f"(PRT (RP {particle}))"]
            return [f"(PRT (RP {particle}))", self.noun_phrase(names, room, taken).tree]
        return [self.object(names, room, taken)]

    def tail(self, verb: Verb, tense: str, room: int = 0):
        told = []
        if verb.en in lexicon.INSTRUMENTS and self.chance(0.3):
            told.append(node("PP", "(IN with)", self.noun_phrase(lexicon.INSTRUMENTS[verb.en]).tree))
        elif verb.en in lexicon.BENEFITS and self.chance(0.3):
            told.append(node("PP", "(IN for)", self.object(PERSONS)))
        elif among(verb.places) and self.chance(0.3):
            told.append(node("PP", "(IN in)", self.noun_phrase(among(verb.places), int(room > 1), ("in",)).tree))
        if verb.en not in lexicon.STATES:
            if self.chance(0.12):
                told.append(f"(ADVP (RB {self.choose(lexicon.MANNERS)}))")
            if self.chance(0.2):
                told.append(self.choose(lexicon.TIMES.get(tense, lexicon.ANY_TIMES)))
        return told

    # "Was" ------------------------------------------------------------------------------------------------

    def was(self, plural: bool):
        return "(VBD were)" if plural else "(VBD was)"

    def state(self, noun: str, plural: bool):
        if noun in lexicon.PORTABLE and self.chance(0.5):
            preposition, spots = self.choose(lexicon.SPOTS)
            return node("VP", self.was(plural), node("PP", f"(IN {preposition})", self.noun_phrase(spots, 1).tree))
        return node("VP", self.was(plural), self.quality(noun))

    def quality(self, noun: str):
        """ "(Very) tired", "old but happy", "afraid of the dog"."""
        if noun in PERSONS and self.chance(0.2):
            return node("ADJP", f"(JJ {self.choose(lexicon.FEELINGS)})", node("PP", "(IN of)", self.object(PERSONS)))
        fitting = [name for name, nouns in lexicon.ADJECTIVES.items() if noun in nouns]
        first, second = self.choose(fitting), self.choose(fitting)
        if first != second and self.chance(0.2):
            return node("ADJP", f"(JJ {first}) {self.choose(('(CC and)', '(CC but)'))} (JJ {second})")
        return node("ADJP", "(RB very)" if self.chance(0.3) else "", f"(JJ {first})")
