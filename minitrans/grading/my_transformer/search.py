"""Chapter 11.  A model of probabilities writes: keep the likeliest beginnings, and extend them."""

import numpy as np

from .words import BOS, EOS, PAD, UNK


# Part: beam_search, chapter 11.  Ours, until you write it.
def beam_search(model, sentences, *, beam=4, alpha=0.6, max_extra=50, nbest=1):
    """Lists of ids -> for each the `nbest` best (score, log probability, ids).  A beam of 1 is greedy search."""
    return [search(model, sentence, beam, alpha, max_extra, nbest) for sentence in sentences]


def search(model, sentence, beam, alpha, max_extra, nbest):
    limit = min(len(sentence) + max_extra, model.longest)
    state = model.start(model.xp.asarray([[*sentence, EOS]]))
    live, ended = [(0.0, [BOS])], []  # (log probability, ids)
    for length in range(1, limit + 1):
        log_p = log_softmax(model.step(model.xp.asarray([ids[-1] for _, ids in live]), state))
        log_p[:, [PAD, BOS, UNK]] = -np.inf
        if length == limit:
            log_p[:, UNK:] = -np.inf  # only the end is left
        totals = log_p + [[total] for total, _ in live]
        places = np.argsort(-totals, axis=None)[: beam - len(ended)]  # what has ended keeps its place in the beam
        best = [(float(totals.flat[i]), *divmod(int(i), log_p.shape[1])) for i in places if totals.flat[i] > -np.inf]
        # A sum of logarithms falls with every word, so that short sentences would win.  The penalty divides it.
        ended += [(total / penalty(length, alpha), total, live[row][1][1:]) for total, row, word in best if word == EOS]
        ended.sort(key=lambda each: -each[0])
        best = [each for each in best if each[2] != EOS]
        live = [(total, [*live[row][1], word]) for total, row, word in best]
        if not live or len(ended) >= nbest and ended[nbest - 1][0] >= live[0][0] / penalty(limit, alpha):
            break  # none of those that live can get into the nbest
        state.select([row for _, row, _ in best], [0])
    return ended[:nbest]


def penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def log_softmax(logits):
    z = np.asarray(logits, np.float64) - logits.max(axis=1, keepdims=True)
    return z - np.log(np.exp(z).sum(axis=1, keepdims=True))
