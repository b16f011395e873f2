"""A model for tests of beam search: a function gives its logits."""

import math
from functools import cache

import numpy as np

from ...backend import to_numpy
from ...data.ids import BOS, EOS
from .exercise import short_repr
from .finding import Finding

TOGETHER = "do the state and the hypotheses belong together? Give state.select the rows that are continued"


class Scripted:
    """A model whose logits for the next word are logits_of(sentence, words so far); both arguments are tuples.

    It raises Finding for calls that a Transformer could not answer, or would misunderstand.
    """

    def __init__(self, xp, logits_of, longest=math.inf):
        self.xp, self.logits_of, self.longest = xp, cache(logits_of), longest
        self.selected = self.mixed = False
        self.asked = set()  # the rows of all steps so far: (sentence, BOS and words)

    def start(self, source):
        rows = to_numpy(source).tolist()
        if any(EOS not in row or any(row[row.index(EOS) + 1 :]) for row in rows):
            raise Finding("model.start: each row of source must end with EOS = 2, followed only by PAD = 0")
        return Rows(self, [tuple(row[: row.index(EOS)]) for row in rows])

    def step(self, words, state):
        count = len(state.rows)
        if getattr(words, "shape", None) != (count,) or words.dtype.kind not in "iu":
            never = "" if self.selected else "; call state.select first: it says which rows are continued"
            raise Finding(f"model.step: words must be an array of {count} ids, not {short_repr(words)}{never}")
        words = words.tolist()
        if not state.rows[0][1] and BOS not in words:
            raise Finding(f"model.step: each hypothesis must start with BOS = 1, not {short_repr(words)}")
        if len(state.rows[0][1]) > 99:
            raise Finding("the search does not end: a translation has at most len(sentence) + max_extra pieces")
        state.rows = [(own, (*before, word)) for (own, before), word in zip(state.rows, words, strict=True)]
        self.asked.update(state.rows)
        each = count // len(state.sentences)
        logits = [self.logits_of(state.sentences[i // each], words[1:]) for i, (_, words) in enumerate(state.rows)]
        return self.xp.asarray(np.array(logits))

    def cause(self, sentences, translations):
        """Why the log probabilities of these translations are wrong, if the calls of the model show it"""
        if self.mixed:
            return "state.select has mixed up sentences: number hypotheses over the whole batch, sentence * beam + slot"
        for sentence, best in zip(sentences, translations, strict=True):
            if any((tuple(sentence), (BOS, *ids)) not in self.asked for *_, ids in best):
                return TOGETHER
        return ""


class Rows:
    """The state of a Scripted model: for each hypothesis its sentence, and BOS with the words so far."""

    def __init__(self, model, sentences):
        self.model, self.sentences = model, sentences
        self.rows = [(sentence, ()) for sentence in sentences]

    def select(self, hypotheses, sentences):
        hypotheses, sentences = ([int(i) for i in indices] for indices in (hypotheses, sentences))
        if hypotheses and not 0 <= min(hypotheses) <= max(hypotheses) < len(self.rows):
            raise Finding(
                f"state.select: hypotheses must be numbers below {len(self.rows)}, not {short_repr(hypotheses)}"
            )
        if len(hypotheses) % max(len(sentences), 1):
            raise Finding("state.select: each sentence must have the same number of hypotheses")
        self.sentences = [self.sentences[i] for i in sentences]
        self.rows = [self.rows[i] for i in hypotheses]
        own = [sentence for sentence in self.sentences for _ in range(len(hypotheses) // len(sentences))]
        self.model.selected |= bool(hypotheses)
        self.model.mixed |= own != [sentence for sentence, _ in self.rows]


def random_logits(seed, vocabulary=7, end=lambda sentence, words: -1.5, scale=2):
    """A function that gives random logits, which are not normalised.  `end` is added to the logit of EOS."""

    def logits(sentence, words):
        rng = np.random.default_rng((seed, len(sentence), *sentence, *words))
        row = scale * (rng.standard_normal(vocabulary) + 3 * rng.standard_normal())
        row[EOS] += end(sentence, words)
        return row

    return logits


def logarithms(probabilities):
    """Logits for a vocabulary of 8, from {id: probability}; other ids are too improbable to be chosen."""
    return np.log([probabilities.get(word, 1e-9) for word in range(8)])


# {words so far: {next word: probability}}
LONG = {(): {6: 0.9, 5: 0.08}, (6,): {EOS: 0.55, 5: 0.45}, (6, 5): {5: 0.98}, (6, 5, 5): {EOS: 0.98}}
NOWHERE = {(): {4: 0.6, 5: 0.4}, (5,): {EOS: 0.99}}
LATER = {(): {EOS: 0.6, 4: 0.22, 5: 0.18}, (4,): {EOS: 0.55, 6: 0.45}, (5,): {7: 0.98}}
PLACES = {
    (): {EOS: 0.3, 4: 0.29, 5: 0.28},
    (4,): {EOS: 0.9},
    (5,): {6: 0.9},
    (5, 6): {6: 0.52, 7: 0.48},
    **{(5, 6, *[7] * n): {7: 0.99} for n in (1, 2, 3)},
    (5, 6, 7, 7, 7, 7): {EOS: 0.99},
}
REST = {4: 0.28, 5: 0.26, 6: 0.24, 7: 0.22}  # after other words
