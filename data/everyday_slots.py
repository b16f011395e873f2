"""Fills the slots of everyday_templates.py with nouns, pronouns and their verbs, and entries of lists."""

import re
from dataclasses import dataclass, replace

import everyday_templates
from everyday_adjectives import ADJECTIVES
from everyday_clauses import MINE, NAMES, PRONOUNS, SUBJECTS, Clauses, EverydayPair
from everyday_lists import LISTS
from everyday_nouns import NOUNS, SLOT_GROUPS, nouns
from everyday_people import GIRLS
from everyday_phrases import PHRASES, lines
from everyday_verbs import VERBS
from toy_grammar import (
    ACC,
    CONTRACTIONS,
    DAT,
    NOM,
    THIRD,
    NounPhrase,
    Pronoun,
    be_form,
    german_determiner,
    present,
    third_person,
)  # fmt: skip
from toy_lexicon import IRREGULAR_PRESENT, MODALS, Adjective, Noun

CASES = {"": NOM, "nom": NOM, "acc": ACC, "dat": DAT}
TEMPLATES = lines(everyday_templates.TEMPLATES)
OPENINGS = [(en, de) for en, de in lines(PHRASES)[:110] if en[-1] in ".!?" and de[-1] in ".!?"]
SHORT = CONTRACTIONS | {"von dem": "vom"}
WAR = ("war", "warst", "war", "waren")
NAMES_OF = {"name": NAMES, "girl": NAMES[: len(GIRLS)], "boy": NAMES[len(GIRLS) :]}
BARE_IN_GERMAN = ("fever", "cough")  # "a fever" is "Fieber"
NEXT = Adjective("next", "nächst", "nächst", ())


@dataclass
class Slot:
    """What a slot contains: a noun (with an adjective), a pronoun, or an entry of a list."""

    noun: Noun | None = None
    adjective: Adjective | None = None
    plural: bool = False
    mine: str = "my"  # what "my" becomes
    entry: tuple[str, ...] | None = None
    pronoun: Pronoun | None = None

    def word(self):
        """The English word that counts as used, or "" """
        if self.entry:
            return self.entry[0]
        return self.noun.en if self.noun and self.noun.group != "name" else ""


def english_verb(verb: str, person: int):
    if verb in ("be", "was"):
        return be_form(person, verb == "was")
    return third_person(verb) if person == THIRD else verb


def german_verb(verb: str, person: int):
    """The present of the templates' verbs, and "war"."""
    if verb == "war":
        return WAR[person]
    if verb == "müssen":
        return MODALS["must"][person]
    if verb in IRREGULAR_PRESENT:
        return IRREGULAR_PRESENT[verb][person]
    return present(next(entry for entry in VERBS.values() if entry.de == verb and not entry.prefix), person)


def capital(text: str):
    return text[0].upper() + text[1:]


def contract(text: str):
    """ "In dem Haus" becomes "im Haus"."""
    for long, short in SHORT.items():
        for one, two in ((long, short), (capital(long), capital(short))):
            text = re.sub(rf"\b{one}\b(?! ist)", two, text)
    return text


class Templates(Clauses):
    """Writes sentences from the templates."""

    def template(self):
        if self.chance(0.03):
            return self.greeted()
        en, de = self.rare(TEMPLATES)
        slots: dict[str, Slot] = {}
        for text in (en, de):
            for body in re.findall(r"\{([^}]*)\}", text):
                key = body.partition(":")[0].split(" ")[-1]
                if key not in slots:
                    slots[key] = self.new_slot(key, slots, en)
        english, german = (
            re.sub(r"\{([^}]*)\}", lambda match, language=language: language(match[1], slots), text)
            for text, language in ((en, fill_english), (de, fill_german))
        )
        words = tuple(slot.word() for slot in slots.values() if slot.word())
        return EverydayPair(capital(english), capital(contract(german)), (), en, words)

    def greeted(self):
        """A fixed phrase and a sentence."""
        (en, de), pair = self.choose(OPENINGS), self.template()
        if len(pair.en.split()) > 9:
            return pair
        return replace(pair, en=f"{en} {pair.en}", de=f"{de} {pair.de}")

    def new_slot(self, key: str, slots: dict[str, Slot], template: str):
        """Choose what a slot contains; nothing stands in two slots."""
        plural = key.endswith(".pl")
        base = key.removesuffix(".pl").rstrip("0123456789")
        used = [slot.word() for slot in slots.values()]
        if base == "I":
            return Slot(pronoun=Pronoun(self.choose(PRONOUNS)))
        if base == "he":
            return Slot(pronoun=Pronoun(self.choose(("he", "she"))))
        if base == "him":
            return Slot(pronoun=self.other_person(slots, template))
        if base in NAMES_OF:
            taken = [slot.noun for slot in slots.values()]
            return Slot(noun=self.choose([noun for noun in NAMES_OF[base] if noun not in taken]))
        if base in LISTS:
            return Slot(entry=self.rare([entry for entry in LISTS[base] if entry[0] not in used]))
        if base.startswith("adj"):
            return self.described_noun(base.removeprefix("adj"))
        pool = nouns(SLOT_GROUPS.get(key, SLOT_GROUPS.get(base, base)))
        if plural:
            pool = [noun for noun in pool if noun.en_plural != "-" and noun.de_plural != "-"]
        pool = [noun for noun in pool if noun.en not in used or noun.en == "-"]
        if base not in ("plurals", "kinpl") and not plural:
            pool = [noun for noun in pool if noun.en != "-"]
        assert pool, key
        noun = self.rare(pool)
        return Slot(noun=noun, plural=plural or noun.en == "-", mine=self.choose(MINE))

    def other_person(self, slots: dict[str, Slot], template: str):
        """Somebody who is not yet in the sentence."""
        taken = [slot.pronoun.name for slot in slots.values() if slot.pronoun]
        words = re.split(r"\W+", template.lower())
        taken += ["I", "we"] * ("i" in words) + ["you"] * ("you" in words or words[0] in ("give", "tell"))
        return Pronoun(self.choose([name for name in ("I", *SUBJECTS) if name not in taken]))

    def described_noun(self, group: str):
        """An adjective, and a noun of the group (of any group if it is "") that it fits."""
        among = NOUNS[group] if group else [noun for some in NOUNS.values() for noun in some]
        while True:
            adjective = self.rare(list(ADJECTIVES.values()))
            if fitting := [noun for noun in among if noun.en in adjective.nouns]:
                noun = self.rare(fitting)
                if noun.group not in ("kin", "mass", "drink") and noun.en != "-" and noun.en != "music":
                    return Slot(noun, adjective)


def parts(text: str, slots: dict[str, Slot]):
    """ "my kin:dat" -> the slot "kin", its key, "my" and "dat" """
    body, _, mod = text.partition(":")
    determiner, _, key = body.rpartition(" ")
    slot = slots[key]
    if determiner == "my":
        determiner = slot.mine
    determiner = "" if determiner in ("-", "small") or mod == "bare" else determiner.rstrip("1")
    return slot, key.rstrip("0123456789"), determiner, mod


def fill_english(text: str, slots: dict[str, Slot]):
    slot, key, determiner, mod = parts(text, slots)
    if slot.pronoun:
        if determiner:
            return english_verb(determiner, slot.pronoun.person)
        return slot.pronoun.en(subject=key != "him")
    if slot.entry:
        if key == "hobby":
            return slot.entry[1] if mod == "inf" else slot.entry[0]
        if key == "job" and determiner == "a":
            return ("an " if slot.entry[0][0] in "aeiou" else "a ") + slot.entry[0]
        return slot.entry[0]
    if slot.noun.group == "name":
        return slot.noun.en
    return NounPhrase(slot.noun, determiner, slot.adjective, slot.plural).en()


def fill_german(text: str, slots: dict[str, Slot]):
    slot, key, determiner, mod = parts(text, slots)
    if slot.pronoun:
        if determiner:
            return german_verb(determiner, slot.pronoun.person)
        return slot.pronoun.de(CASES[mod])
    if slot.entry:
        return german_entry(slot.entry, key, mod, slots)
    noun = slot.noun
    if noun.group == "name":
        return noun.de if mod != "gen" else noun.de + ("'" if noun.de[-1] in "sx" else "s")
    if determiner == "rel":
        return {"m": "den" if mod == "acc" else "der", "f": "die", "n": "das"}[noun.gender]
    if determiner == "to":
        return f"zu {NounPhrase(noun, 'the').de(DAT)}"
    if determiner == "next":
        return NounPhrase(noun, "the", NEXT).de(NOM)
    if determiner == "a" and noun.en in BARE_IN_GERMAN:
        determiner = ""
    phrase = NounPhrase(noun, determiner, slot.adjective, slot.plural)
    if mod == "gen":
        return f"von {phrase.de(DAT)}"
    if determiner in ("no", "any"):
        return replace(phrase, determiner="").de(CASES[mod], negated=True)
    if noun.group == "order" and determiner == "" and slot.plural:
        return noun.de_plural
    return phrase.de(CASES.get(mod, NOM))


def german_entry(entry: tuple[str, ...], key: str, mod: str, slots: dict[str, Slot]):
    """The German of an entry of a list, in the form that the slot asks for."""
    if key == "hobby":
        return german_hobby(entry[2], mod, slots)
    if key in ("job", "nation"):
        return entry[2] if mod == "f" else entry[1]
    if key == "special":
        return entry[{"from": 1, "in": 2, "to": 3}[mod]]
    if key.startswith("fav"):
        de, gender = entry[1].split("/")
        return german_determiner(mod, gender, NOM)[0] + " " + de
    if key == "ordinal":
        return entry[1] + "e"
    return capital(entry[1]) if mod == "cap" else entry[1]


def german_hobby(infinitive: str, mod: str, slots: dict[str, Slot]):
    """Schwimmen, schwimmen, or the verb of a person: schwimme, schwimmst, schwimmt"""
    if mod == "noun":
        return infinitive.capitalize()
    if mod == "inf":
        return infinitive
    person = {"verb1": 0, "verb2": 1, "verb3": 2}.get(mod)
    return german_verb(infinitive, slots["I"].pronoun.person if person is None else person)
