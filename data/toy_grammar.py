"""A synchronous grammar: every phrase has an English and a German form.

A clause is built once, from explicit choices, and then written in both languages. German word order follows the
model of topological fields: a *finite* verb, a *middle field* and a *right bracket*, which contains the rest of
the verb (prefix, participle or infinitive):

    main clause       subject or time | finite | (subject) middle | bracket      Heute ruft sie ihn an.
    question                            finite |  subject  middle | bracket      Ruft sie ihn an?
    subordinate       conjunction       subject  middle | bracket + finite       ..., weil sie ihn anruft.
"""

from dataclasses import dataclass, replace

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
DER_WORDS = {
    "this": "dies", "these": "dies", "that": "dies", "those": "dies", "every": "jed", "which": "welch", "all": "all",
    "all the": "all",
}  # fmt: skip
EIN_WORDS = {"a": "ein", "no": "kein", **POSSESSIVES}
CONTRACTIONS = {
    "in dem": "im", "in das": "ins", "an dem": "am", "an das": "ans", "zu dem": "zum", "zu der": "zur",
}  # fmt: skip
PEOPLE = ("adult", "kin", "young", "kinpl", "person")  # groups of nouns
INDEFINITE = ("a", "", "any", "some", "many", "a lot of")
OPEN_PREPOSITIONS = ("for", "to")  # stay before the object, unlike particles: "looks for it", "picks it up"


DOUBLED = (
    "run",
    "swim",
    "sit",
    "stop",
    "begin",
    "cut",
    "get",
    "win",
    "put",
    "plan",
    "forget",
    "travel",
    "hit",
    "hug",
    "wrap",
)
WITH_DO = ("want to", "have to", "need to")  # English modals that need "do" in questions and negations


def join(*parts: str | None):
    return " ".join(part for part in parts if part)


def german_determiner(word: str, gender: str, case: int):
    """The German form of a determiner, and whether its ending shows the case."""
    if word == "the":
        return DEFINITE[gender][case], True
    if word in ("many", "a lot of"):
        return "viel" + STRONG[gender][case] if gender == "p" else "viel", False
    if word in ("some", "any"):
        return ("ein paar" if gender == "p" else "etwas") if word == "some" else "", False
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
        return "p" if self.plural and self.noun.de_plural != "-" else self.noun.gender

    @property
    def person(self):
        return PLURAL if self.plural else THIRD

    @property
    def definite(self):
        return self.determiner not in INDEFINITE or self.noun.group == "name"

    def en(self, subject: bool = False):
        words = [self.adjective.en] if self.adjective else []
        words.append(self.noun.en_plural if self.plural else self.noun.en)
        vowel = words[0][0] in "aeiou" and not words[0].startswith("uni")
        determiner = "an" if self.determiner == "a" and vowel else self.determiner
        return join(determiner, *words, self.relative and self.relative.en(self))

    def de(self, case: int, negated: bool = False):
        word = "no" if negated else "" if self.determiner == "a" and self.gender == "p" else self.determiner
        determiner, case_shown = german_determiner(word, self.gender, case)
        adjective = self.adjective and self.adjective.stem + adjective_ending(self.gender, case, case_shown)
        relative = self.relative and f", {self.relative.de(self)},"
        return join(determiner, adjective, german_noun(self.noun, self.gender == "p", case), relative)


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


def imperative(verb: Verb):
    """For du: "lies", "nimm", but "fahr" and "warte"."""
    stem = verb.de[:-2] if verb.de.endswith("en") else verb.de[:-1]
    if "i" in verb.de_third[:3] and "i" not in verb.de[:3]:
        return verb.de_third[:-1]
    return stem + ("e" if stem.endswith(("t", "d", "fn", "chn", "ig")) else "")


def participle_ing(words: str):
    """Inflect the first word: "get up" becomes "getting up"."""
    verb, _, particle = words.partition(" ")
    if verb in DOUBLED:
        verb += verb[-1]
    elif verb.endswith("ie"):
        verb = verb[:-2] + "y"
    elif verb.endswith("e") and not verb.endswith("ee"):
        verb = verb[:-1]
    return join(verb + "ing", particle)


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
    tense: str = "present"  # present, past, progressive, perfect, going to or a key of MODALS
    negated: bool = False
    particle_first: bool = False  # "turn on the lamp", not "turn the lamp on"
    english_participle: str = ""  # for the perfect

    # English -----------------------------------------------------------------------------------------------

    def english_verb(self, question: bool):
        """The auxiliary, if there is one, and the main verb."""
        base, third = self.verb.en, self.subject.person == THIRD
        past = self.tense == "past"
        if self.tense == "perfect":
            return "has" if third else "have", self.english_participle
        if self.tense in ("progressive", "going to"):
            ing = participle_ing(base) if self.tense == "progressive" else f"going to {base}"
            return be_form(self.subject.person, False), ing
        if base == "be" and self.tense in ("present", "past"):
            return be_form(self.subject.person, past), ""
        if self.tense in MODALS and self.tense not in WITH_DO:
            auxiliary, _, infinitive = self.tense.partition(" ")
            return auxiliary, join(infinitive, base)
        main = f"{self.tense} {base}" if self.tense in WITH_DO else base
        if question or self.negated:
            return ("did" if past else "does" if third else "do"), main
        if past:
            return "", self.verb.en_past
        return "", third_person(main) if third else main

    def english(self, question: bool = False):
        """The auxiliary and everything after the subject."""
        auxiliary, main = self.english_verb(question)
        main, _, particle = main.rpartition(" ") if " " in self.verb.en else (main, "", "")
        first = particle in OPEN_PREPOSITIONS or self.particle_first
        before, after = (particle, "") if first else ("", particle)
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
        if self.tense == "must" and self.negated:
            return MODALS["may"][person], infinitive
        if self.tense in MODALS:
            return MODALS[self.tense][person], infinitive
        if self.tense == "perfect":
            return IRREGULAR_PRESENT[verb.auxiliary][person], verb.participle
        if self.tense == "past":
            if verb.de in PRETERITE:
                return preterite(verb, person), ""
            return IRREGULAR_PRESENT[verb.auxiliary][person], verb.participle
        if self.tense == "going to":
            return MODALS["will"][person], infinitive
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

    def imperative(self, please: bool = False):
        """An order to one friend: "Close the door.", "Mach die Tür zu." """
        rest = replace(self, tense="will", subject=Pronoun("you")).english()[1]
        english = rest.replace("not ", "do not ", 1) if self.negated else rest
        german = join(please and "bitte", imperative(self.verb), self.middle_field(), self.verb.prefix)
        return join(please and "please", english), german

    def infinitive(self):
        """ "to close the door", "die Tür zu schließen"."""
        english = replace(self, tense="will").english()[1]
        return english, join(self.middle_field(), self.verb.prefix + self.verb.de)

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
    "because": "weil", "although": "obwohl", "that": "dass", "whether": "ob", "when": "wenn", "if": "wenn",
}  # fmt: skip


def sentence(english: str, german: str, end: str = "."):
    """Add the capital letter and the punctuation, which replaces the comma at the end of a relative clause."""
    german = (german + end).replace(" ,", ",")
    for double, single in ((",,", ","), (",.", "."), (",?", "?"), (",!", "!")):
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
