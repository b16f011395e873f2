"""Random everyday sentences: statements, questions and commands."""

import re
from dataclasses import replace

import everyday_verbs as verbs
from everyday_clauses import ADVERBS, NAMES, TIMES, EverydayPair
from everyday_joined import Joined
from everyday_phrases import GREETINGS, PHRASES, lines
from everyday_spelling import contracted, varied
from toy_grammar import ACC, NOM, NounPhrase, Predicate, Pronoun, join, sentence

ASKED = ("present", "past", "can", "want to", "progressive", "perfect", "may", "could", "have to")
ASKED_WHY = ("present", "past", "can", "want to", "progressive", "have to", "should")
DENIED = ("present", "past", "can", "want to", "will", "must", "progressive", "perfect")
NEVER_ORDERED = verbs.STATIVE + verbs.NEVER_ORDERED


class Everyday(Joined):
    """Writes everyday sentences. Call ``sentence()``."""

    def __init__(self, seed: int):
        super().__init__(seed)
        shares = (
            (12, (self.do,)),
            (3, (self.do_not, self.ask, self.ask_w)),
            (4, (self.state,)),
            (2, (self.thing_is, self.order, self.joined)),
            (1, (self.compare, self.superlative, self.think, self.two, self.quantity, self.who_does, self.to_do)),
            (26, (self.template,)),
        )
        self.constructions = [method for share, methods in shares for method in methods * share]

    def sentence(self):
        made = self.choose(self.constructions)()
        return made if isinstance(made, EverydayPair) else EverydayPair(*made[0], tuple(made[1:]))

    def typed(self, pair: EverydayPair):
        """The pair as somebody may type it."""
        en, de = varied(pair.en, pair.de, self.random)
        return replace(pair, en=en, de=de)

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
        clause = self.negative(self.clause(tenses=DENIED))
        return sentence(*clause.main()), clause

    def ask(self):
        clause = self.clause(question=True, tenses=ASKED)
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
        clause = self.clause(question=True, tenses=ASKED_WHY)
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

    def state(self):
        question = self.chance(0.2)
        clause = self.be(self.person(question))
        if self.chance(0.15):
            adverbs = ADVERBS[:4] + (("already", "schon"), ("still", "noch"))
            adverb = self.choose(adverbs)
            english, german, adjective = clause.goal.english, clause.goal.german, clause.goal.adjective
            goal = Predicate(f"{adverb[0]} {english}", f"{adverb[1]} {german}", adjective)
            clause = replace(clause, goal=goal)
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
        while clause.verb.en in NEVER_ORDERED:
            clause = self.clause(Pronoun("you"), tenses=("present",))
        time = None if self.chance(0.8) else clause.time
        clause = replace(clause, adverb=("", ""), time=time, time_first=False, tense="present")
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

    def who_does(self):
        """The subject is "who"."""
        clause = self.clause(Pronoun("who"), tenses=("present", "past", "can", "want to", "will"), plain=True)
        return sentence(*clause.main(), "?"), clause


def fixed_phrases(writer: Everyday, repeats: int):
    """Every phrase several times, as people type it, and greetings with names."""
    pairs = []
    for en, de in lines(PHRASES):
        pairs += [(en, de), (en, de)]
        pairs += [(contracted(en, verbs_first), de) for verbs_first in (True, False)]
        pairs += [varied(en, de, writer.random) for _ in range(repeats - 4)]
    for en, de in lines(GREETINGS):
        for _ in range(repeats):
            name = writer.choose(NAMES).en
            pairs.append(varied(en.replace("{name}", name), de.replace("{name}", name), writer.random))
    return pairs
