"""Beam search with the paper's length penalty (Section 6.1); greedy search is a beam of 1."""

from typing import NamedTuple

import numpy as np

from .backend import array_module, to_numpy
from .data.batching import pad
from .data.tokenizer import BOS, EOS, PAD, UNK


class Hypothesis(NamedTuple):
    """A finished translation.  score = log_probability / length_penalty(length), the end counted."""

    score: float
    log_probability: float
    ids: list


def length_penalty(length, alpha):
    """((5 + length) / 6)^alpha (Wu et al. 2016): without it a sum of logarithms favours short sentences."""
    return ((5 + length) / 6) ** alpha


def beam_search(model, sentences, *, beam=4, alpha=0.6, max_extra=50, nbest=1):
    """Translate a batch of id lists (without EOS) -> for each, its `nbest` best Hypothesis, best first.

    `beam` continuations of each sentence are kept; one that ends takes up its place, so `beam` of 1 is
    greedy search.  A sentence ends at the latest with its (source length + max_extra)-th piece, and
    before that as soon as no live hypothesis can still overtake the n best finished ones: a live score
    only falls, and no later division is by more than the penalty of the longest length.
    """
    limits = np.minimum([len(sentence) + max_extra for sentence in sentences], model.longest)
    longest_penalty = length_penalty(limits, alpha)
    finished = [[] for _ in sentences]
    live = np.arange(len(sentences))  # sentences still in the batch
    scores = np.full((len(live), beam), -np.inf)
    scores[:, 0] = 0
    histories = np.zeros((len(live), beam, 0), np.int64)
    state = model.start(model.xp.asarray(pad([[*sentence, EOS] for sentence in sentences])), beam)
    words = np.full(len(live) * beam, BOS)
    length = 0
    while len(live):
        length += 1
        logits = model.step(model.xp.asarray(words), state)
        log_p, ids = best_words(logits, beam, only_end=np.repeat(limits[live] == length, beam))
        width = ids.shape[1]  # beam, or less if the vocabulary is smaller
        candidates = (scores[:, :, None] + log_p.reshape(len(live), beam, width)).reshape(len(live), -1)
        order = np.argsort(-candidates, axis=1, kind="stable")[:, :beam]
        parents = order // width
        words = np.take_along_axis(ids.reshape(len(live), -1), order, axis=1)
        scores = np.take_along_axis(candidates, order, axis=1)
        taken = np.array([len(finished[i]) for i in live])
        scores[np.arange(beam) >= beam - taken[:, None]] = -np.inf
        histories = np.take_along_axis(histories, parents[:, :, None], axis=1)
        histories = np.concatenate([histories, words[:, :, None]], axis=2)

        for row, slot in np.argwhere((words == EOS) & np.isfinite(scores)):
            log_probability = float(scores[row, slot])
            score = log_probability / length_penalty(length, alpha)
            finished[live[row]].append(Hypothesis(score, log_probability, histories[row, slot, :-1].tolist()))
            scores[row, slot] = -np.inf
        hope = scores.max(axis=1) / longest_penalty[live]
        mark = np.array([nth_best(finished[i], nbest) for i in live])
        stay = np.flatnonzero(hope > mark)
        hypotheses = (stay[:, None] * beam + parents[stay]).ravel()
        state.select(hypotheses, stay)
        live, scores, histories, words = live[stay], scores[stay], histories[stay], words[stay].ravel()
    return [sorted(each, key=lambda h: -h.score)[:nbest] for each in finished]


def nth_best(hypotheses, n):
    """The score that a live hypothesis has to beat; any will do while fewer than n are finished."""
    return sorted((h.score for h in hypotheses), reverse=True)[n - 1] if len(hypotheses) >= n else -np.inf


def best_words(logits, count, only_end):
    """The `count` likeliest next words of each row: (log probabilities, ids), [N, count], in no order.

    only_end [N]: rows that must end now; they get EOS alone.  PAD, BOS and UNK are never words of a
    translation.  argpartition finds the best without sorting the vocabulary.
    """
    xp = array_module(logits)
    top = logits.max(axis=1, keepdims=True)
    log_total = top[:, 0] + xp.log(xp.exp(logits - top).sum(axis=1))
    end = logits[:, EOS].copy()
    logits[:, [PAD, BOS, UNK]] = -xp.inf
    count = min(count, logits.shape[1])
    ids = xp.argpartition(logits, -count, axis=1)[:, -count:]
    log_p = xp.take_along_axis(logits, ids, axis=1) - log_total[:, None]
    log_p, ids = to_numpy(log_p).astype(np.float64), to_numpy(ids)
    log_p[only_end], ids[only_end] = -np.inf, EOS
    log_p[only_end, 0] = to_numpy(end - log_total)[only_end]
    return log_p, ids
