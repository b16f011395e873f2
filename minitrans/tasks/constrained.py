"""Rules for translations: a model whose next pieces obey them, so that any search can use it unchanged."""

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from ..backend import Array, array_module, to_numpy
from ..data.ids import EOS, PAD, UNK
from ..data.unicode import LETTER, normalized

UNOBEYED = "no translation obeys --prefix, --forbid, --no-repeat and --min-length together; leave out one of them"

Rule = Callable[[list, int], Any]  # rule(pieces so far, number of the sentence) -> index of the ids that may not follow


class Constrained:
    """A model that gives probability 0 to what the rules forbid.  All other pieces keep the probability they had.

    So log probabilities stay those of the model.  Padding, which a search never chooses, gets the rest; with
    `renormalize` the allowed pieces share it.
    """

    def __init__(
        self, model: Any, rules: list[Rule], sentences: list[int], renormalize: bool = False, first: int | None = None
    ):
        """sentences: the numbers, for the rules, of the sentences of a batch
        first: the piece that each translation begins with, at no cost
        """
        self.model, self.rules, self.sentences = model, rules, sentences
        self.renormalize, self.first = renormalize, first

    def __getattr__(self, name: str) -> Any:
        return getattr(self.model, name)

    def start(self, source: Array) -> "ConstrainedState":
        return ConstrainedState(self.model.start(source), np.array(self.sentences))

    def step(self, words: Array, state: "ConstrainedState") -> Array:
        """As `Transformer.step`, with -inf for what is forbidden"""
        logits = self.model.step(words, state.inner)
        state.histories = np.concatenate([state.histories, to_numpy(words)[:, None]], axis=1)
        if self.first is not None and state.histories.shape[1] == 1:
            logits[:] = -np.inf
            logits[:, self.first] = 0
            return logits
        never = np.zeros(logits.shape, bool)
        for row, history, sentence in zip(never, state.histories[:, 1:].tolist(), state.sentences, strict=True):
            for rule in self.rules:
                row[rule(history, sentence)] = True
        if not never.any():
            return logits
        xp = array_module(logits)
        never = xp.asarray(never)
        kept = xp.where(never, -xp.inf, logits)
        if self.renormalize:  # where everything is forbidden, padding gets all
            kept[:, PAD] = xp.where(never.all(axis=1), 0, kept[:, PAD])
            return kept
        return padded(kept, logits, never)


def padded(kept: Array, logits: Array, never: Array) -> Array:
    """`kept`, with the probabilities of `never` for padding"""
    xp = array_module(logits)
    top = logits.max(axis=1, keepdims=True)
    probabilities = xp.exp(logits - top)
    taken = probabilities[:, PAD] * ~never[:, PAD] + (probabilities * never).sum(axis=1)
    kept[:, PAD] = xp.log(xp.maximum(taken, xp.finfo(logits.dtype).tiny)) + top[:, 0]
    return kept


class ConstrainedState:
    """The state of the model; of each row the number of its sentence, and its pieces from BOS on."""

    def __init__(self, inner: Any, sentences: np.ndarray):
        self.inner, self.sentences, self.histories = inner, sentences, np.zeros((len(sentences), 0), int)

    def select(self, hypotheses: Array, sentences: Array) -> None:
        self.inner.select(hypotheses, sentences)
        self.sentences, self.histories = self.sentences[hypotheses], self.histories[hypotheses]


def begins_with(prefixes: list[list[int]], vocabulary: int) -> Rule:
    """Translation i begins with the pieces prefixes[i]."""

    def rule(history, sentence):
        place, prefix = len(history), prefixes[sentence]
        return np.arange(vocabulary) != prefix[place] if place < len(prefix) else []

    return rule


def at_least(lengths: list[int]) -> Rule:
    """Translation i has lengths[i] pieces or more, EOS not counted."""
    return lambda history, sentence: [EOS] if len(history) < lengths[sentence] else []


def no_repeated(n: int) -> Rule:
    """No n pieces in a row occur twice in a translation."""

    def rule(history, sentence):
        newest = history[len(history) - n + 1 :]
        return [history[i + n - 1] for i in range(len(history) - n + 1) if history[i : i + n - 1] == newest]

    return rule


def without_phrases(phrases: list[list[int]]) -> Rule:
    """None of these lists of pieces occurs in a translation."""
    return lambda history, sentence: [last for *first, last in phrases if history[len(history) - len(first) :] == first]


def without_words(texts: list[str], pieces: list[str], limits: list[int]) -> Rule:
    """None of these texts occurs in a translation as whole words, however its pieces spell them.

    pieces: those of the vocabulary;  limits: the longest length of each translation, with EOS
    A word ends where a blank, a sign or the end of the translation follows.  So after `▁ein` the rule for "ein" forbids
    all pieces except those that continue the word, such as `er`.
    """
    texts = [" ".join(normalized(text).split()) for text in texts]
    longest, lasts = 2 + max(map(len, texts)), {text[-1] for text in texts}
    added = ["" if i <= UNK else piece.replace("▁", " ") for i, piece in enumerate(pieces)]
    ending = np.array([not re.match(LETTER, piece) for piece in added])
    closing = {  # the pieces in which a text can end, if a letter follows and if EOS must follow
        end: [i for i, piece in enumerate(added) if any(a in lasts and apart(a, b) for a, b in pairwise(piece + end))]
        for end in ("x", " ")
    }

    @lru_cache(1 << 16)
    def never(written, end):
        found = ending & occurs(texts, written + " ")
        found[[i for i in closing[end] if occurs(texts, written + added[i] + end)]] = True
        return np.flatnonzero(found)

    def rule(history, sentence):
        written = single_blanks(" " + "".join(added[i] for i in history))
        return never(written[-longest:], " " if len(history) == limits[sentence] - 2 else "x")

    return rule


def occurs(texts, written):
    """Whether one of the texts stands in `written` as whole words, after its first character"""
    written = single_blanks(written)
    return any(
        apart(written[at - 1], text[0]) and apart(text[-1], written[at + len(text) :][:1] or "x")
        for text in texts
        for at in range(1, len(written))
        if written.startswith(text, at)
    )


def apart(one, other):
    """Whether these neighbours belong to different words"""
    return not (re.match(LETTER, one) and re.match(LETTER, other))


def single_blanks(text):
    return normalized(text).replace("  ", " ")


class Constraints(NamedTuple):
    """What all translations have in common.

    min_length: pieces, unless the longest length is less;  no_repeat: no sequence of this length occurs twice (0: any)
    phrases: lists of pieces that do not occur;  not_first: pieces that no translation begins with
    first: the piece that each begins with
    words: `without_words` of texts and pieces: limits -> Rule
    renormalize: the probabilities of what is allowed sum to 1
    """

    min_length: int = 0
    no_repeat: int = 0
    phrases: tuple = ()
    not_first: tuple = ()
    first: int | None = None
    words: Callable | None = None
    renormalize: bool = False

    def rules(self, limits: list[int]) -> list[Rule]:
        """limits: the longest length of each translation, with EOS"""
        rules = [at_least([min(self.min_length, limit - 1) for limit in limits])] if self.min_length else []
        rules += [no_repeated(self.no_repeat)] if self.no_repeat else []
        rules += [without_phrases(list(self.phrases))] if self.phrases else []
        rules += [lambda history, sentence: [] if history else list(self.not_first)] if self.not_first else []
        return [*rules, self.words(limits)] if self.words else rules


FREE = Constraints()
