"""A synchronous grammar: every phrase has an English and a German form.

A clause is built once, from explicit choices, and then written in both languages. German word order follows the
model of topological fields: a *finite* verb, a *middle field* and a *right bracket*, which contains the rest of
the verb (prefix, participle or infinitive):

    main clause       subject or time | finite | (subject) middle | bracket      Heute ruft sie ihn an.
    question                            finite |  subject  middle | bracket      Ruft sie ihn an?
    subordinate       conjunction       subject  middle | bracket + finite       ..., weil sie ihn anruft.
"""

from dataclasses import dataclass

from toy_lexicon import (
    IRREGULAR_PRESENT,
    MODALS,
    NUMBERS,
    OWNER,
    POSSESSIVES,
    PRETERITE,
    PRONOUN_TABLE,
    WEAK_NOUNS,
    Adjective,
    Noun,
    Verb,
)

NOM, ACC, DAT = range(3)
FIRST, SECOND, THIRD, PLURAL = range(4)  # indices into the verb forms: ich, du, er, and wir or sie

# Endings by gender and case; "p" is the plural, which is the same for all genders.
STRONG = {"m": ("er", "en", "em"), "f": ("e", "e", "er"), "n": ("es", "es", "em"), "p": ("e", "e", "en")}
DEFINITE = {
    "m": ("der", "den", "dem"), "f": ("die", "die", "der"),
    "n": ("das", "das", "dem"), "p": ("die", "die", "den"),
}  # fmt: skip
DER_WORDS = {"this": "dies", "these": "dies", "every": "jed", "which": "welch"}
EIN_WORDS = {"a": "ein", "no": "kein", **POSSESSIVES}
CONTRACTIONS = {
    "in dem": "im", "in das": "ins", "an dem": "am", "an das": "ans", "zu dem": "zum", "zu der": "zur",
}  # fmt: skip
PEOPLE = ("adult", "kin", "young")  # groups of nouns
OPEN_PREPOSITIONS = ("for", "to")  # stay before the object, unlike particles: "looks for it", "picks it up"


def join(*parts: str | None):
    return " ".join(part for part in parts if part)


def german_determiner(word: str, gender: str, case: int):
    """The German form of a determiner, and whether its ending shows the case."""
    if word == "the":
        return DEFINITE[gender][case], True
    if word in DER_WORDS:
        return DER_WORDS[word] + STRONG[gender][case], True
    if word in EIN_WORDS:
        bare = (gender, case) in (("m", NOM), ("n", NOM), ("n", ACC))
        return EIN_WORDS[word] + ("" if bare else STRONG[gender][case]), not bare
    return NUMBERS.get(word, word), False


def adjective_ending(gender: str, case: int, case_shown: bool):
    """An adjective must show the case (strong ending) unless its determiner already did (weak ending)."""
    if not case_shown:
        return STRONG[gender][case]
    return "e" if gender != "p" and (case == NOM or case == ACC and gender != "m") else "en"


@dataclass(frozen=True)
class Pronoun:
    name: str  # a key of PRONOUN_TABLE
    adjective = relative = noun = gender = None
    definite = True

    @property
    def person(self):
        return PRONOUN_TABLE[self.name][5]

    def en(self, subject: bool = False):
        return PRONOUN_TABLE[self.name][0 if subject else 1]

    def de(self, case: int):
        return PRONOUN_TABLE[self.name][2 + case]


@dataclass(frozen=True)
class NounPhrase:
    noun: Noun
    determiner: str = "the"  # "the", "a", "this", a possessive, a number, or "" for none
    adjective: Adjective | None = None
    plural: bool = False
    relative: "Relative | None" = None

    @property
    def name(self):
        return self.noun.en

    @property
    def gender(self):
        return "p" if self.plural else self.noun.gender

    @property
    def person(self):
        return PLURAL if self.plural else THIRD

    @property
    def definite(self):
        return self.determiner not in ("a", "") or self.noun.group == "name"

    def en(self, subject: bool = False):
        words = [self.adjective.en] if self.adjective else []
        words.append(self.noun.en_plural if self.plural else self.noun.en)
        determiner = "an" if self.determiner == "a" and words[0][0] in "aeiou" else self.determiner
        return join(determiner, *words, self.relative and self.relative.en(self))

    def de(self, case: int, negated: bool = False):
        determiner, case_shown = german_determiner("no" if negated else self.determiner, self.gender, case)
        adjective = self.adjective and self.adjective.stem + adjective_ending(self.gender, case, case_shown)
        relative = self.relative and f", {self.relative.de(self)},"
        return join(determiner, adjective, german_noun(self.noun, self.plural, case), relative)


Phrase = NounPhrase | Pronoun


def german_noun(noun: Noun, plural: bool, case: int):
    if plural:
        return noun.de_plural + ("n" if case == DAT and noun.de_plural[-1] not in "ns" else "")
    return noun.de_plural if noun.de in WEAK_NOUNS and case != NOM else noun.de


def pronoun_for(phrase: Phrase):
    """The pronoun that replaces a phrase. In German it has the gender of the noun: "der Hund", "er"."""
    if isinstance(phrase, Pronoun):
        return phrase
    if phrase.plural:
        return Pronoun("they")
    if phrase.noun.group in (*PEOPLE, "name"):
        return Pronoun({"m": "he", "f": "she"}[phrase.noun.gender])
    return Pronoun("it " + phrase.noun.gender)


def be_form(person: int, past: bool):
    if past:
        return "was" if person in (FIRST, THIRD) else "were"
    return {FIRST: "am", THIRD: "is"}.get(person, "are")


def third_person(words: str):
    """Inflect the first word: "pick up" becomes "picks up"."""
    verb, _, particle = words.partition(" ")
    if verb == "have":
        verb = "has"
    elif verb[-1] == "y" and verb[-2] not in "aeou":
        verb = verb[:-1] + "ies"
    else:
        verb += "es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else "s"
    return join(verb, particle)


def present(verb: Verb, person: int):
    if verb.de in IRREGULAR_PRESENT:
        return IRREGULAR_PRESENT[verb.de][person]
    stem = verb.de_third[:-1]  # du and er share their stem: "du liest, er liest", "du gibst, er gibt"
    second = stem + ("t" if stem[-1] in "sßz" else "st")
    return (verb.de[:-1], second, verb.de_third, verb.de)[person]


def preterite(verb: Verb, person: int):
    form = PRETERITE[verb.de]
    return form + ("", "st", "", "n" if form.endswith("e") else "en")[person]


def possessive_for(owner: Phrase):
    return OWNER[pronoun_for(owner).name]


@dataclass(frozen=True)
class Prepositional:
    english: str
    german: str
    case: int
    phrase: Phrase

    def en(self):
        return f"{self.english} {self.phrase.en()}"

    def de(self):
        words = f"{self.german} {self.phrase.de(self.case)}"
        for long, short in CONTRACTIONS.items():
            if words.startswith(long + " "):
                return short + words[len(long) :]
        return words


@dataclass(frozen=True)
class Predicate:
    """What follows "to be": "very old", "two years old"."""

    english: str
    german: str
    adjective: Adjective | None = None

    def en(self):
        return self.english

    def de(self):
        return self.german


@dataclass(frozen=True)
class Clause:
    subject: Phrase
    verb: Verb
    object: Phrase | None = None
    recipient: Phrase | None = None
    goal: Prepositional | Predicate | None = None  # belongs to the verb: "to the park", "very old"
    place: Prepositional | None = None  # optional: "in the park"
    time: tuple[str, str] | None = None
    time_first: bool = False
    adverb: tuple[str, str] = ("", "")
    tense: str = "present"  # present, past or a key of MODALS
    negated: bool = False

    # English -----------------------------------------------------------------------------------------------

    def english_verb(self, question: bool):
        """The auxiliary, if there is one, and the main verb."""
        base, third = self.verb.en, self.subject.person == THIRD
        past = self.tense == "past"
        if base == "be":
            return be_form(self.subject.person, past), ""
        if self.tense in MODALS and self.tense != "want to":
            return self.tense, base
        main = f"want to {base}" if self.tense == "want to" else base
        if question or self.negated:
            return ("did" if past else "does" if third else "do"), main
        if past:
            return "", self.verb.en_past
        return "", third_person(main) if third else main

    def english(self, question: bool = False):
        """The auxiliary and everything after the subject."""
        auxiliary, main = self.english_verb(question)
        main, _, particle = main.rpartition(" ") if " " in self.verb.en else (main, "", "")
        before, after = (particle, "") if particle in OPEN_PREPOSITIONS else ("", particle)
        negation = "not" if self.negated else ""
        if auxiliary == "can" and negation and not question:
            auxiliary, negation = "cannot", ""
        parts = [negation, self.adverb[0], main, before]
        parts += [part and part.en() for part in (self.recipient, self.object)]
        parts += [after, *(part and part.en() for part in (self.goal, self.place))]
        time = self.time[0] if self.time and not self.time_first else ""
        return auxiliary, join(*parts, time)

    # German ------------------------------------------------------------------------------------------------

    def german_verb(self):
        """The finite verb and the right bracket."""
        verb, person = self.verb, self.subject.person
        infinitive = verb.prefix + verb.de
        if self.tense in MODALS:
            return MODALS[self.tense][person], infinitive
        if self.tense == "past":
            if verb.de in PRETERITE:
                return preterite(verb, person), ""
            return IRREGULAR_PRESENT[verb.auxiliary][person], verb.participle
        return present(verb, person), verb.prefix

    def middle_field(self):
        """The order is from known to new: pronouns and names, time, people, things, and last indefinite phrases."""
        object_case = DAT if self.verb.kind == "dat" else ACC
        no_object = self.negated and self.object is not None and not self.object.definite
        light, people, things, new = [], [], [], []
        for phrase, case in ((self.recipient, DAT), (self.object, object_case)):
            if isinstance(phrase, Pronoun) or phrase and phrase.noun.group == "name":
                light.append(phrase.de(case))
            elif phrase and phrase.definite:
                (people if phrase.noun.group in PEOPLE else things).append(phrase.de(case))
            elif phrase:
                new.append(phrase.de(case, negated=no_object))
        time = self.time[1] if self.time and not self.time_first else ""
        negation = "nicht" if self.negated and not no_object else ""
        place, goal = self.place and self.place.de(), self.goal and self.goal.de()
        return join(*light, time, *people, self.adverb[1], *things, negation, place, *new, goal)

    # Whole clauses in both languages -----------------------------------------------------------------------

    def main(self):
        """A statement. In German the verb is always second."""
        finite, bracket = self.german_verb()
        subject = self.subject.de(NOM)
        opening, front, inner = "", subject, ""
        if self.time and self.time_first:
            (opening, front), inner = self.time, subject
        english = join(opening, self.subject.en(subject=True), *self.english())
        return english, join(front, finite, inner, self.middle_field(), bracket)

    def inverted(self):
        """Verb first in German, as in a question or after a fronted subordinate clause."""
        auxiliary, rest = self.english(question=True)
        finite, bracket = self.german_verb()
        english = join(auxiliary, self.subject.en(subject=True), rest)
        return english, join(finite, self.subject.de(NOM), self.middle_field(), bracket)

    def subordinate(self, subject: bool = True):
        """Verb last in German. A relative clause can omit the subject, because the pronoun replaces it."""
        finite, bracket = self.german_verb()
        end = bracket + finite if bracket == self.verb.prefix else f"{bracket} {finite}"
        english = join(subject and self.subject.en(subject=True), *self.english())
        return english, join(subject and self.subject.de(NOM), self.middle_field(), end)

    # What a clause is made of ------------------------------------------------------------------------------

    def phrases(self):
        held = [part.phrase for part in (self.goal, self.place) if isinstance(part, Prepositional)]
        return [self.subject, *(part for part in (self.recipient, self.object, *held) if part)]

    def words(self):
        """The English dictionary forms of the content words, without names."""
        words = [self.verb.en]
        if isinstance(self.goal, Predicate) and self.goal.adjective:
            words.append(self.goal.adjective.en)
        for phrase in self.phrases():
            if phrase.noun and phrase.noun.group != "name":
                words.append(phrase.name)
            if phrase.adjective:
                words.append(phrase.adjective.en)
        return words

    def relations(self):
        """Pairs of English words in a grammatical relation: verb and noun, adjective and noun."""
        pairs = []
        for phrase in self.phrases():
            if phrase.noun and phrase.noun.group != "name":
                pairs.append((self.verb.en, phrase.name))
                if phrase.adjective:
                    pairs.append((phrase.adjective.en, phrase.name))
                if phrase is self.subject and isinstance(self.goal, Predicate) and self.goal.adjective:
                    pairs.append((self.goal.adjective.en, phrase.name))
        return pairs


@dataclass(frozen=True)
class Relative:
    """A relative clause about the subject, or about the omitted object, of the clause."""

    clause: Clause
    role: str  # "subject" or "object"

    def en(self, head: NounPhrase):
        person = head.noun.group in PEOPLE
        pronoun = {"subject": "who", "object": "whom"}[self.role] if person else "that"
        return join(pronoun, self.clause.subordinate(subject=self.role == "object")[0])

    def de(self, head: NounPhrase):
        case = NOM if self.role == "subject" else DAT if self.clause.verb.kind == "dat" else ACC
        pronoun = "denen" if (head.gender, case) == ("p", DAT) else DEFINITE[head.gender][case]
        return join(pronoun, self.clause.subordinate(subject=self.role == "object")[1])


# Sentences -----------------------------------------------------------------------------------------------

CONJUNCTIONS = {
    "because": "weil", "although": "obwohl", "that": "dass", "whether": "ob", "when": "wenn",
}  # fmt: skip


def sentence(english: str, german: str, end: str = "."):
    """Add the capital letter and the punctuation, which replaces the comma at the end of a relative clause."""
    german = (german + end).replace(" ,", ",")
    for double, single in ((",,", ","), (",.", "."), (",?", "?")):
        german = german.replace(double, single)
    english = english + end
    return english[0].upper() + english[1:], german[0].upper() + german[1:]


def statement(clause: Clause):
    return sentence(*clause.main())


def yes_no_question(clause: Clause):
    return sentence(*clause.inverted(), "?")


def who_question(clause: Clause):
    """The subject is "who", so the word order is that of a statement."""
    return sentence(*clause.main(), "?")


def w_question(english: str, german: str, clause: Clause):
    """A question word, or a whole phrase such as "which book", in front of an inverted clause."""
    inverted = clause.inverted()
    return sentence(f"{english} {inverted[0]}", f"{german} {inverted[1]}", "?")


def complex_sentence(main: Clause, conjunction: str, subordinate: Clause):
    (english, german), (sub_english, sub_german) = main.main(), subordinate.subordinate()
    german = f"{german}, {CONJUNCTIONS[conjunction]} {sub_german}"
    return sentence(f"{english} {conjunction} {sub_english}", german)


def fronted_sentence(main: Clause, conjunction: str, subordinate: Clause):
    """The subordinate clause comes first, so the German verb follows directly."""
    sub_english, sub_german = subordinate.subordinate()
    english = f"{conjunction} {sub_english}, {main.main()[0]}"
    return sentence(english, f"{CONJUNCTIONS[conjunction]} {sub_german}, {main.inverted()[1]}")


def but_sentence(first: Clause, second: Clause):
    (english, german), (english_two, german_two) = first.main(), second.main()
    return sentence(f"{english}, but {english_two}", f"{german}, aber {german_two}")
