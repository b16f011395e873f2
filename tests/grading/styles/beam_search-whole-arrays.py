from types import SimpleNamespace

import numpy as np


def beam_search(model, sentences, *, beam=4, alpha=0.6, max_extra=50, nbest=1):
    """All sentences stay in shared arrays until none has a live hypothesis, and change their places at each step."""
    count = len(sentences)
    source = np.zeros((count, 1 + max(map(len, sentences))), int)
    for row, sentence in zip(source, sentences, strict=True):
        row[: len(sentence)] = sentence
        row[len(sentence)] = 2
    limits = np.minimum([len(sentence) + max_extra for sentence in sentences], model.longest)
    state = model.start(model.xp.asarray(source))
    state.select(np.repeat(np.arange(count), beam), np.arange(count))

    log_p = np.full((count, beam), -np.inf)
    log_p[:, 0] = 0
    words = np.ones((count, beam), int)
    history = words[:, :, None]
    order, places = np.arange(count), np.full(count, beam)  # those that no ended hypothesis takes up
    results = [[] for _ in sentences]
    for length in range(1, int(limits.max()) + 1):
        logits = model.step(model.xp.asarray(words.ravel()), state)
        logits = np.array(logits.tolist()).reshape(count, beam, -1)
        steps = logits - np.logaddexp.reduce(logits, axis=2, keepdims=True)
        steps[:, :, [0, 1, 3]] = -np.inf
        steps[limits <= length, :, 4:] = -np.inf

        totals = (log_p[:, :, None] + steps).reshape(count, -1)
        best = np.argsort(-totals, axis=1)[:, :beam]
        vocabulary = steps.shape[2]
        slots, words = best // vocabulary, best % vocabulary
        log_p = np.take_along_axis(totals, best, axis=1)
        log_p = np.where(np.arange(beam) < places[:, None], log_p, -np.inf)
        history = np.take_along_axis(history, slots[:, :, None], axis=1)
        history = np.concatenate([history, words[:, :, None]], axis=2)
        for i, slot in zip(*np.nonzero((words == 2) & (log_p > -np.inf)), strict=True):
            total, ids = log_p[i, slot], history[i, slot, 1:-1]
            score = total * (6 / (5 + length)) ** alpha
            results[order[i]].append(SimpleNamespace(score=score, log_probability=total, ids=ids))
            places[i] -= 1
        log_p[words == 2] = -np.inf
        if not np.isfinite(log_p).any():
            break
        turn = np.roll(np.arange(count), 1)
        state.select((np.arange(count)[:, None] * beam + slots)[turn].ravel(), turn)
        log_p, words, history, places, limits, order = (x[turn] for x in (log_p, words, history, places, limits, order))
    return [sorted(each, key=lambda h: h.score, reverse=True)[:nbest] for each in results]
