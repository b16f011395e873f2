"""A model for tests of beam search: a function gives its logits, so all its translations can be listed."""

import math
from functools import cache
from typing import NamedTuple

import numpy as np

from ...backend import to_numpy
from ...data.ids import BOS, EOS
from .exercise import short_repr
from .finding import Finding


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

    def mixtures(self, sentence, ids):
        """Log probabilities of ids whose steps come from any rows of the same length: the results of mixed-up rows."""
        sums = {0.0}
        for length, word in enumerate([*ids, EOS], 1):
            rows = [words for own, words in self.asked if own == sentence and len(words) == length]
            steps = {log_softmax(self.logits_of(sentence, words[1:]))[word] for words in rows}
            if len(sums) * len(steps) > 300_000:
                return sums
            sums = {total + step for total in sums for step in steps}
        return sums


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


def every_translation(logits_of, sentence, limit, alpha):
    """The ids of all translations of at most `limit` pieces, where EOS counts as a piece; the best comes first."""
    translations = []

    def extend(ids, log_probability):
        steps = log_softmax(logits_of(sentence, ids))
        translations.append(((log_probability + steps[EOS]) / penalty(len(ids) + 1, alpha), ids))
        if len(ids) + 1 < limit:
            for word in range(4, len(steps)):
                extend((*ids, word), log_probability + steps[word])

    extend((), 0.0)
    return [ids for _, ids in sorted(translations, reverse=True)]


def penalty(length, alpha):
    """The length penalty of section 6.1 and Wu et al. (2016).  length: number of pieces with EOS."""
    return ((5 + length) / 6) ** alpha


def log_softmax(row):
    top = max(row)
    log_total = top + math.log(math.fsum(math.exp(logit - top) for logit in row))
    return [logit - log_total for logit in row]


EARLY = (
    "does the search end too early, or is a hypothesis dropped? A live hypothesis can still win as long as its log "
    "probability, divided by the penalty of the longest length, is above the n-th best score"
)


class Script(NamedTuple):
    """A model in which a search of the sentence (4,) must find the translations `right` first.

    what: a description for messages
    probabilities: {words so far: {next word: probability}};  rest: {next word: probability} after other words
    options: those of the search;  hint: the probable cause if it finds something else
    """

    what: str
    probabilities: dict
    rest: dict
    options: dict
    right: list
    hint: str = EARLY


NOWHERE = {4: 0.28, 5: 0.26, 6: 0.24, 7: 0.22}
SURE = "an end that is likely at once, though going on is better"
LONG = {(): {EOS: 0.55, 5: 0.45}, (5,): {5: 0.98}, (5, 5): {5: 0.98}, (5, 5, 5): {EOS: 0.98}}
SCRIPTS = [
    Script(
        "a word that is likely at first, but leads nowhere",
        {(): {4: 0.6, 5: 0.4}, (5,): {EOS: 0.99}},
        NOWHERE,
        dict(beam=2, max_extra=3, nbest=2),
        [(5,)],
        "are the `beam` likeliest of all continuations of all hypotheses kept?",
    ),
    Script(SURE, LONG, {EOS: 0.9}, dict(beam=2, alpha=1.5, max_extra=9, nbest=2), [(5, 5, 5), ()]),
    Script(SURE, LONG, {EOS: 0.9}, dict(beam=2, alpha=1.5, max_extra=9), [(5, 5, 5)]),
    Script(SURE, LONG, {EOS: 0.9}, dict(beam=2, alpha=0.0, max_extra=9, nbest=2), [(), (5, 5, 5)]),
    Script(
        "a second translation that ends later than two others",
        {(): {EOS: 0.6, 4: 0.22, 5: 0.18}, (4,): {EOS: 0.55, 6: 0.45}, (5,): {7: 0.98}},
        {EOS: 0.98},
        dict(beam=3, alpha=0.0, max_extra=9, nbest=2),
        [(), (5, 7)],
    ),
]
PLACE = "a hypothesis that has ended keeps its place: after k have ended, beam - k live ones remain"
PLACES = Script(
    "a beam of 3 in which two have ended",
    {(): {EOS: 0.3, 4: 0.29, 5: 0.28}, (4,): {EOS: 0.9}, (5,): {6: 0.9}, (5, 6): {6: 0.52, 7: 0.48}}
    | {(5, 6, *[7] * n): {7: 0.99} for n in range(1, 4)}
    | {(5, 6, 7, 7, 7, 7): {EOS: 0.99}},
    NOWHERE,
    dict(beam=3, alpha=1.5, max_extra=6),
    [(4,)],
    f"{PLACE}, whatever nbest is",
)
