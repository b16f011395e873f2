"""Beam search with the paper's length penalty (Section 6.1); greedy search is a beam of 1."""

from concurrent.futures import CancelledError
from functools import partial
from threading import Event
from typing import NamedTuple

import numpy as np

from .backend import array_module, cores, in_threads, to_numpy
from .data.batching import pad
from .data.ids import BOS, EOS, PAD, UNK
from .errors import UserError
from .ops.sums import row_sum

LONGEST = 4096  # pieces of a sentence: what attention takes, time and memory, grows with its square
BATCH_TOKENS = 4096  # source tokens: a few long sentences can need more memory than many short ones


class Hypothesis(NamedTuple):
    """A finished translation.  score = log_probability / length_penalty(length), the end counted."""

    score: float
    log_probability: float
    ids: list


def most_pieces(model):
    """How long a sentence may be: LONGEST, or as long as those that the model was trained on where these are longer
    or positions are learned."""
    return min(model.longest - 1, max(LONGEST, model.config.max_length))  # its end is a piece too


def length_penalty(length, alpha):
    """((5 + length) / 6)^alpha (Wu et al. 2016): without it a sum of logarithms favours short sentences."""
    return ((5 + length) / 6) ** alpha


def beam_search(model, sentences, *, beam=4, alpha=0.6, max_extra=50, nbest=1):
    """Translate a batch of id lists (without EOS) -> for each, its `nbest` best Hypothesis, best first.

    At each step the `beam` likeliest continuations of each sentence are kept, over all its live hypotheses.  One that
    ends keeps its place: after k have ended beam - k are kept, and a `beam` of 1 is greedy search.  PAD, BOS and UNK
    (0, 1, 3) are never picked, but have their share of the softmax.  A Hypothesis is (score, log_probability, ids):
    ids without BOS and EOS, score = log_probability / ((5 + length) / 6)^alpha, EOS (2) counted in both.  A sentence
    has at most min(source length + max_extra, model.longest) pieces, EOS counted: the last can only be EOS.  It is
    over earlier when no live hypothesis can still overtake the n best finished ones: a live score only falls, and no
    later division is by more than the penalty of the longest length.

    state = model.start(source): source [B, S] of model.xp, each row ended with EOS, then padded with PAD; at first
        each sentence has one hypothesis, N = B
    logits = model.step(words, state): the newest word of each hypothesis [N], BOS first -> logits [N, V] of the next,
        which the search may overwrite; rows of the same sentence are neighbours
    state.select(hypotheses, sentences): the rows (below N) and sentences (below B) that go on, in any new order: all
        rows of the first sentence, then of the next, as many for each; a row may go on more than once
    """
    limits = np.minimum([len(sentence) + max_extra for sentence in sentences], model.longest)
    longest_penalty = length_penalty(limits, alpha)
    finished = [[] for _ in sentences]
    live = np.arange(len(sentences))  # sentences still in the batch
    scores = np.zeros((len(live), 1))  # of each hypothesis; at first there is one, without words
    histories = np.zeros((len(live), 1, 0), np.int64)
    state = model.start(model.xp.asarray(pad([[*sentence, EOS] for sentence in sentences])))
    words = np.full(len(live), BOS)
    length = 0
    while len(live):
        length += 1
        rows = scores.shape[1]  # hypotheses of a sentence: 1, then beam
        logits = model.step(model.xp.asarray(words), state)
        log_p, ids = best_words(logits, beam, only_end=np.repeat(limits[live] == length, rows))
        width = ids.shape[1]  # beam, or less if the vocabulary is smaller
        candidates = (scores[:, :, None] + log_p.reshape(len(live), rows, width)).reshape(len(live), -1)
        order = np.argsort(-candidates, axis=1, kind="stable")[:, :beam]
        parents = order // width
        words = np.take_along_axis(ids.reshape(len(live), -1), order, axis=1)
        scores = np.take_along_axis(candidates, order, axis=1)
        taken = np.array([len(finished[i]) for i in live])
        scores[np.arange(order.shape[1]) >= beam - taken[:, None]] = -np.inf
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
        hypotheses = (stay[:, None] * rows + parents[stay]).ravel()
        state.select(hypotheses, stay)
        live, scores, histories, words = live[stay], scores[stay], histories[stay], words[stay].ravel()
    return [sorted(each, key=lambda h: -h.score)[:nbest] for each in finished]


def search_in_threads(model, sentences, search=beam_search, size=32, threads=None, **options):
    """`beam_search`, or a function like it, on any number of sentences -> a list of Hypothesis for each of them

    Sentences of similar length are searched together, at most `size` of them, and `threads` (default: as many as
    there are cores) share these batches.  A single batch has no thread to share with; BLAS then splits its products.
    """
    threads = threads or cores()
    size = min(size, -(-len(sentences) // threads))
    groups = []
    for i in sorted(range(len(sentences)), key=lambda i: len(sentences[i])):
        if not groups or len(groups[-1]) == size or (len(groups[-1]) + 1) * (len(sentences[i]) + 1) > BATCH_TOKENS:
            groups.append([])
        groups[-1].append(i)
    found = [None] * len(sentences)

    def run(group, model=model):
        for i, hypotheses in zip(group, search(model, [sentences[i] for i in group], **options), strict=True):
            found[i] = hypotheses

    if len(groups) == 1 or threads == 1:
        for group in groups:
            run(group)
    else:
        stoppable = Stoppable(model)
        try:
            in_threads(partial(run, model=stoppable), groups, threads)
        finally:
            stoppable.stopped.set()
    if not all(found):  # a hypothesis without a finite score never ends
        raise UserError("the model's logits are not finite: it has diverged; train again with a smaller --rate")
    return found


class Stoppable:
    """The model, for searches in other threads than the main one, which alone is told of Ctrl-C."""

    def __init__(self, model):
        self.model, self.stopped = model, Event()

    def __getattr__(self, name):
        return getattr(self.model, name)

    def step(self, words, state):
        if self.stopped.is_set():
            raise CancelledError
        return self.model.step(words, state)


def nth_best(hypotheses, n):
    """The score that a live hypothesis has to beat; any will do while fewer than n are finished."""
    return sorted((h.score for h in hypotheses), reverse=True)[n - 1] if len(hypotheses) >= n else -np.inf


def best_words(logits, count, only_end):
    """The `count` likeliest next words of each row: (log probabilities, ids), [N, count], the best first.

    only_end [N]: rows that must end now; they get EOS alone.  PAD, BOS and UNK are never words of a
    translation.  The logits are overwritten: a maximum at a time is found and taken out, which costs a
    tenth of sorting them.
    """
    xp = array_module(logits)
    top = logits.max(axis=1, keepdims=True)
    log_total = top + xp.log(row_sum(xp.exp(logits - top)))[:, None]
    end = logits[:, [EOS]] - log_total
    logits[:, [PAD, BOS, UNK]] = -xp.inf
    best = []
    for _ in range(min(count, logits.shape[1])):
        ids = logits.argmax(axis=1)[:, None]
        best.append((xp.take_along_axis(logits, ids, axis=1) - log_total, ids))
        xp.put_along_axis(logits, ids, -xp.inf, axis=1)
    log_p, ids = (to_numpy(xp.concatenate(columns, axis=1)) for columns in zip(*best, strict=True))
    log_p = log_p.astype(np.float64)
    log_p[only_end], ids[only_end] = -np.inf, EOS
    log_p[only_end, 0] = to_numpy(end)[only_end, 0]
    return log_p, ids
