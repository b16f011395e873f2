"""Random sentences as trees: one short method for each construction of the treebank."""

import re

import tree_lexicon as lexicon
from toy_lexicon import Verb
from tree_grammar import Phrases, among, node, participle
from tree_lexicon import PERSONS


def finished(tree: str):
    """ "A" or "an", and the capital letter of the first word."""
    tree = re.sub(r"\(DT a\)(?=(?: \([A-Z]+)+ [aeiou])", "(DT an)", tree)
    return re.sub(r" [A-Za-z](?=[a-z]*\))", lambda letter: letter[0].upper(), tree, count=1)


class Writer(Phrases):
    """Writes random trees. Call ``tree()``; the other methods write clauses and constructions."""

    def __init__(self, seed: int):
        super().__init__(seed)
        shares = (
            (12, (self.plain,)),
            (3, (self.dated, self.reasoned, self.fronted, self.two_deeds, self.two_sentences)),
            (2, (self.yes_no, self.what, self.where, self.quoted, self.exists)),
        )
        self.constructions = [method for share, methods in shares for method in methods * share]

    def tree(self):
        return finished(self.choose(self.constructions)())

    # Clauses: subject and verb phrase, side by side -------------------------------------------------------

    def clause(self, room: int = 1):
        kinds = (self.action,) * 7 + (self.described, self.passive)
        return self.choose(kinds + (self.reported, self.wish, self.told) * (room > 1))(room)

    def action(self, room: int = 1):
        verb = self.choose((*lexicon.ACTIONS, lexicon.PUT))
        who = self.subject(among(verb.subjects), room)
        if self.chance(0.1):
            adverb = f"(ADVP (RB {self.choose(lexicon.FREQUENCIES)}))"
            return f"{who.tree} {adverb} {self.deed(verb, who.plural, room, 'past')}"
        return f"{who.tree} {self.deed(verb, who.plural, room)}"

    def described(self, room: int = 1):
        noun = self.choose(lexicon.DESCRIBABLE)
        who = self.subject((noun,), room)
        return f"{who.tree} {self.state(noun, who.plural)}"

    def passive(self, room: int = 1):
        verb = self.choose(lexicon.TRANSITIVE)
        what = self.noun_phrase(among(verb.objects), room)
        time = self.choose(lexicon.TIMES["past"]) if verb.en not in lexicon.STATES and self.chance(0.3) else ""
        done = node("VP", f"(VBN {participle(verb)})", self.agent(verb) if self.chance(0.6) else "", time)
        return f"{what.tree} {node('VP', self.was(what.plural), done)}"

    def reported(self, room: int):
        """ "She said (that) it rained." """
        verb = self.choose((lexicon.SAY, lexicon.SAY, lexicon.BELIEVE, lexicon.HOPE, lexicon.KNOW, lexicon.ASK))
        who = self.subject(PERSONS)
        link = "(IN whether)" if verb is lexicon.ASK else self.choose(("(IN that)", "(IN that)", ""))
        told = node("SBAR", link, node("S", self.clause(room - 1)))
        return f"{who.tree} {self.finite(verb, who.plural, self.choose(('past', self.tense(verb))), told)}"

    def wish(self, room: int):
        """ "She wanted (him) to sleep": "him" is the subject of the infinitive."""
        verb = self.choose((lexicon.WANT, lexicon.WANT, lexicon.TRY))
        who, whom = self.subject(PERSONS), ""
        if verb is lexicon.WANT and self.chance(0.4):
            whom = self.object(PERSONS)
        return f"{who.tree} {self.finite(verb, who.plural, self.tense(verb), node('S', whom, self.to_do(room)))}"

    def told(self, room: int):
        """ "She told him to sleep": "him" is the object of "told"."""
        verb = self.choose((lexicon.ASK, lexicon.TELL))
        who, whom = self.subject(PERSONS), self.object(PERSONS)
        return f"{who.tree} {self.finite(verb, who.plural, self.tense(verb), whom, node('S', self.to_do(room)))}"

    def to_do(self, room: int):
        return node("VP", "(TO to)", self.infinitive(self.choose(lexicon.DEEDS), room))

    # Constructions ----------------------------------------------------------------------------------------

    def plain(self):
        return node("S", self.clause(3 if self.chance(0.1) else 2), "(. .)")

    def dated(self):
        tense = self.choose(("past", "past", "will"))
        time, verb = self.choose(lexicon.TIMES[tense]), self.choose(lexicon.DEEDS)
        who = self.subject(among(verb.subjects), 2)
        did = self.finite(verb, who.plural, tense, *self.complements(verb, 2))
        return node("S", time, "(, ,)", who.tree, did, "(. .)")

    def reason(self):
        if self.chance(0.3):
            return node("SBAR", "(WHADVP (WRB when))", node("S", self.clause()))
        return node("SBAR", f"(IN {self.choose(lexicon.CONJUNCTIONS)})", node("S", self.clause()))

    def reasoned(self):
        verb = self.choose(lexicon.DEEDS)
        who, tense = self.subject(among(verb.subjects), 2), self.tense(verb)
        did = self.finite(verb, who.plural, tense, *self.rest(verb, 1, tense), self.reason())
        return node("S", who.tree, did, "(. .)")

    def fronted(self):
        return node("S", self.reason(), "(, ,)", self.clause(2), "(. .)")

    def two_deeds(self):
        first, second = self.choose(lexicon.DEEDS), self.choose(lexicon.DEEDS)
        who = self.subject(PERSONS, 2)
        deeds = self.deed(first, False, 1, "past"), self.deed(second, False, 2, "past")
        return node("S", who.tree, node("VP", deeds[0], self.choose(("(CC and)", "(CC or)")), deeds[1]), "(. .)")

    def two_sentences(self):
        """Without a comma, "and" seems to join two nouns at first: "She saw the man and the woman laughed"."""
        link = self.choose(("(CC and)", "(, ,) (CC and)", "(, ,) (CC but)"))
        return node("S", node("S", self.action()), link, node("S", self.action()), "(. .)")

    def quoted(self):
        """ "..., she said", but "..., said the man"."""
        quote = f"(`` ``) {node('S', self.clause())} (, ,) ('' '')"
        who, said = self.subject(PERSONS).tree, f"(VP (VBD {self.choose(('said', 'asked'))}))"
        return node("S", quote, who, said, "(. .)") if "(PRP " in who else node("SINV", quote, said, who, "(. .)")

    def exists(self):
        """ "There was a key on the table." """
        noun = self.choose(lexicon.PORTABLE)
        plural = self.chance(0.2)
        preposition, spots = self.choose(lexicon.SPOTS)
        where = node("PP", f"(IN {preposition})", self.noun_phrase(spots, 1).tree)
        what = self.base("two" if plural else "a", noun, plural)
        return node("S", "(NP (EX there))", node("VP", self.was(plural), what, where), "(. .)")

    def question(self, verb: Verb, *rest: str):
        who = self.subject(among(verb.subjects)).tree
        auxiliary = self.choose(("(VBD did)", "(VBD did)", "(MD can)", "(MD will)"))
        return f"{auxiliary} {who} {node('VP', f'(VB {verb.en.split()[0]})', *rest)}"

    def yes_no(self):
        if self.chance(0.2):
            noun = self.choose(lexicon.DESCRIBABLE)
            who = self.subject((noun,), 1)
            return node("SQ", self.was(who.plural), who.tree, self.quality(noun), "(. ?)")
        verb = self.choose(lexicon.DEEDS)
        return node("SQ", self.question(verb, *self.rest(verb, 2, "can")), "(. ?)")

    def what(self):
        if self.chance(0.4):
            verb = self.choose([verb for verb in lexicon.DEEDS if verb.subjects[0] in PERSONS])
            asked, question = "(WP who)", self.deed(verb, False, 2)
        else:
            verb = self.choose(lexicon.TRANSITIVE)
            noun = self.choose(among(verb.objects))
            asked = self.choose((f"(WDT which) (NN {noun})", "(WP who)" if noun in PERSONS else "(WP what)"))
            question = self.question(verb, *self.tail(verb, "can"))
        return node("SBARQ", node("WHNP", asked), node("SQ", question), "(. ?)")

    def where(self):
        verb, asked = self.choose(lexicon.DEEDS), self.choose(("where", "when", "why"))
        question = self.question(verb, *self.complements(verb, 2))
        return node("SBARQ", f"(WHADVP (WRB {asked}))", node("SQ", question), "(. ?)")
