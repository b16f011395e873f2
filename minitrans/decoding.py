"""Beam search with the length penalty of the paper (Section 6.1); greedy search is a beam of 1."""

from typing import Any, NamedTuple

import numpy as np

from .backend import Array, array_module, to_numpy
from .data.batching import pad
from .data.ids import BOS, EOS, PAD, UNK
from .ops.sums import row_sum

LONGEST = 4096  # pieces of a sentence: the time and memory of attention grow with the square of its length


class Hypothesis(NamedTuple):
    """A finished translation.  score = log_probability / length_penalty(length), where EOS counts; ids without EOS."""

    score: float
    log_probability: float
    ids: list


def most_pieces(model: Any) -> int:
    """The most pieces that a sentence may have: LONGEST, or config.max_length if that is larger.  With learned
    positions it is config.max_length - 1."""
    return min(model.longest - 1, max(LONGEST, model.config.max_length))  # - 1, because EOS is a piece too


def length_penalty(length: Any, alpha: float) -> Any:
    """((5 + length) / 6)^alpha (Wu et al. 2016).  A sum of log probabilities alone would favour short sentences."""
    return ((5 + length) / 6) ** alpha


def beam_search(
    model: Any, sentences: list[list[int]], *, beam: int = 4, alpha: float = 0.6, max_extra: int = 50, nbest: int = 1
) -> list[list[Hypothesis]]:
    """Translate a batch of id lists (without EOS) -> for each, a list of its `nbest` best Hypothesis, best first.

    Each step keeps the `beam` most probable continuations of all live hypotheses of a sentence.  A finished hypothesis
    keeps its place in the beam: after k have finished, beam - k continue.  So a `beam` of 1 is greedy search.  PAD, BOS
    and UNK (0, 1, 3) are never chosen, but count in the softmax.

    A Hypothesis is (score, log_probability, ids): ids without BOS and EOS, score = log_probability /
    ((5 + length) / 6)^alpha.  EOS (2) counts in log_probability and in length.

    A translation has at most min(source length + max_extra, model.longest) pieces, and EOS is one of them; at that
    length only EOS is allowed.  The search of a sentence also ends when no live hypothesis can still enter the `nbest`
    best: its log probability can only fall, and the largest length penalty is that of the longest length.

    state = model.start(source): source [B, S] is an array of model.xp; each row ends with EOS, then PAD follows.
        At first each sentence has one hypothesis: N = B.
    logits = model.step(words, state): words [N] is the newest word of each hypothesis, at first BOS -> logits [N, V] of
        the next word, which the search may overwrite.  The rows of a sentence are consecutive.
    state.select(hypotheses, sentences): indices of the rows (< N) and sentences (< B) that continue, in any new order:
        all rows of the first sentence, then of the next, equally many for each.  A row may occur more than once.
    """
    limits = np.minimum([len(sentence) + max_extra for sentence in sentences], model.longest)
    longest_penalty = length_penalty(limits, alpha)
    finished: list[list[Hypothesis]] = [[] for _ in sentences]
    live = np.arange(len(sentences))  # sentences still in the batch
    scores = np.zeros((len(live), 1))  # log probabilities; at first one hypothesis per sentence, without words
    histories = np.zeros((len(live), 1, 0), np.int64)
    state = model.start(model.xp.asarray(pad([[*sentence, EOS] for sentence in sentences])))
    words = np.full(len(live), BOS)
    length = 0
    while len(live):
        length += 1
        rows = scores.shape[1]  # hypotheses per sentence: 1, then beam
        logits = model.step(model.xp.asarray(words), state)
        choose = getattr(model, "best_words", best_words)  # a GPU has a kernel for it
        log_p, ids = choose(logits, beam, only_end=np.repeat(limits[live] == length, rows))
        width = ids.shape[1]  # beam, or less if the vocabulary is smaller

        # Extend each live hypothesis by its likeliest words, and keep the likeliest of all: [live, beam], best first.
        candidates = (scores[:, :, None] + log_p.reshape(len(live), rows, width)).reshape(len(live), -1)
        order = np.argsort(-candidates, axis=1, kind="stable")[:, :beam]
        parents = order // width
        sentence = np.arange(len(live))[:, None]
        words, scores = ids.reshape(len(live), -1)[sentence, order], candidates[sentence, order]
        histories = np.concatenate([histories[sentence, parents], words[:, :, None]], axis=2)

        # Each finished hypothesis keeps a place of the beam, so only the first `beam - ended` may live.
        ended = np.array([len(finished[i]) for i in live])
        scores[np.arange(order.shape[1]) >= beam - ended[:, None]] = -np.inf

        # Those that chose EOS are finished, and leave the beam.
        for row, slot in np.argwhere((words == EOS) & np.isfinite(scores)):
            log_probability = float(scores[row, slot])
            score = log_probability / length_penalty(length, alpha)
            finished[live[row]].append(Hypothesis(score, log_probability, histories[row, slot, :-1].tolist()))
            scores[row, slot] = -np.inf

        # A sentence goes on while its best live hypothesis could still enter the n best.
        to_beat = np.array([nth_best(finished[i], nbest) for i in live])
        stay = np.flatnonzero(scores.max(axis=1) / longest_penalty[live] > to_beat)

        # Keep the rows of these sentences in the KV cache, in their new order.
        hypotheses = (stay[:, None] * rows + parents[stay]).ravel()
        state.select(hypotheses, stay)
        live, scores, histories, words = live[stay], scores[stay], histories[stay], words[stay].ravel()
    return [sorted(each, key=lambda h: -h.score)[:nbest] for each in finished]


def nth_best(hypotheses: list[Hypothesis], n: int) -> float:
    """The score that a live hypothesis has to beat: that of the n-th best finished one, or -inf if there are fewer."""
    return sorted((h.score for h in hypotheses), reverse=True)[n - 1] if len(hypotheses) >= n else -np.inf


def best_words(logits: Array, count: int, only_end: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The `count` most probable next words of each row: (log probabilities, ids), each [N, count], best first.

    only_end [N]: True for rows that must end now; they get only EOS.  PAD, BOS and UNK are never chosen.
    The logits are overwritten: taking one maximum after the other out of them needs a tenth of the time of sorting.
    """
    xp = array_module(logits)
    top = logits.max(axis=1, keepdims=True)
    shifted = logits - top
    log_total = top + xp.log(row_sum(xp.exp(shifted, out=shifted)))[:, None]
    end = logits[:, EOS] - log_total[:, 0]
    logits[:, PAD] = logits[:, BOS] = logits[:, UNK] = -xp.inf
    rows, best = xp.arange(len(logits))[:, None], []
    for _ in range(min(count, logits.shape[1])):
        ids = logits.argmax(axis=1)[:, None]
        best.append((logits[rows, ids], ids))
        logits[rows, ids] = -xp.inf
    values, ids = map(xp.hstack, zip(*best, strict=True))
    log_p, ids = to_numpy(values - log_total).astype(np.float64), to_numpy(ids)
    log_p[only_end], ids[only_end] = -np.inf, EOS
    log_p[only_end, 0] = to_numpy(end)[only_end]
    return log_p, ids
