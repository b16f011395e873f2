"""Beam search as in `transformers`, for models that were published with its settings.

It differs from the search of `decoding.py` as follows:

- `beam` hypotheses go on, however many have finished.
- score = log probability / length^alpha
- A sentence is done when `beam` hypotheses have finished and no live one would beat any of them if it ended now.
- At the longest length EOS is forced, with log probability 0.
- A translation and its EOS have fewer than config.max_length pieces, because `transformers` counts the start too.
"""

import numpy as np

from ..data.batching import pad
from ..data.ids import BOS, EOS
from ..decoding import Hypothesis, best_words, nth_best


def full_beam_search(model, sentences, *, beam=4, alpha=1.0, max_extra=50, nbest=1, early=False):
    """Translate a batch of id lists; parameters, model and result as for `decoding.beam_search`.

    early: a sentence is done as soon as `beam` hypotheses have finished
    """
    limits = np.minimum([len(sentence) + max_extra for sentence in sentences], model.config.max_length - 1)
    finished = [[] for _ in sentences]
    live = np.arange(len(sentences))  # sentences still in the batch
    scores = np.zeros((len(live), 1))  # log probabilities; at first one hypothesis per sentence, without words
    histories = np.zeros((len(live), 1, 0), np.int64)
    state = model.start(model.xp.asarray(pad([[*sentence, EOS] for sentence in sentences])))
    words = np.full(len(live), BOS)
    length = 0
    while len(live):
        # Extend each hypothesis by its likeliest words, and keep the 2 * beam likeliest of all.
        length += 1
        rows = scores.shape[1]  # hypotheses per sentence: 1, then beam
        last = np.repeat(limits[live] == length, rows)
        choose = getattr(model, "best_words", best_words)  # a GPU has a kernel for it
        log_p, ids = choose(model.step(model.xp.asarray(words), state), beam + 1, only_end=last)
        log_p[last, 0] = 0
        width = ids.shape[1]  # one more than beam, so that beam of them are not EOS
        candidates = (scores[:, :, None] + log_p.reshape(len(live), rows, width)).reshape(len(live), -1)
        order = np.argsort(-candidates, axis=1, kind="stable")[:, : 2 * beam]
        words, scores = (np.take_along_axis(x, order, 1) for x in (ids.reshape(len(live), -1), candidates))

        # Of the `beam` best, those that chose EOS have finished.
        for row, place in np.argwhere((words[:, :beam] == EOS) & np.isfinite(scores[:, :beam])):
            ids_before, log_probability = histories[row, order[row, place] // width].tolist(), float(scores[row, place])
            finished[live[row]].append(Hypothesis(log_probability / length**alpha, log_probability, ids_before))

        # The `beam` best of the others go on.
        scores[words == EOS] = -np.inf
        go_on = np.argsort(-scores, axis=1, kind="stable")[:, :beam]
        parents, words, scores = (np.take_along_axis(x, go_on, 1) for x in (order // width, words, scores))
        before = np.take_along_axis(histories, parents[:, :, None], 1)
        histories = np.concatenate([before, words[:, :, None]], axis=2)
        # A sentence stays while its best live hypothesis, if it ended now, would be among its `beam` best.
        for i in live:
            finished[i] = sorted(finished[i], key=lambda h: -h.score)[: max(beam, nbest)]
        to_beat = np.array([nth_best(finished[i], beam) for i in live])
        to_beat[early & np.isfinite(to_beat)] = np.inf
        stay = np.flatnonzero((scores[:, 0] / length**alpha > to_beat) & (limits[live] > length))
        state.select((stay[:, None] * rows + parents[stay]).ravel(), stay)
        live, scores, histories, words = live[stay], scores[stay], histories[stay], words[stay].ravel()
    return [each[:nbest] for each in finished]
