from typing import NamedTuple

import numpy as np

PAD, BOS, EOS, UNK = 0, 1, 2, 3


class Hypothesis(NamedTuple):
    score: float
    log_probability: float
    ids: list


def penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def log_softmax(logits):
    logits = logits - logits.max(axis=1, keepdims=True)
    return logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))


def beam_search(model, sentences, *, beam=4, alpha=0.6, max_extra=50, nbest=1):
    width = max(len(sentence) for sentence in sentences) + 1
    source = np.array([[*sentence, EOS] + [PAD] * (width - 1 - len(sentence)) for sentence in sentences])
    state = model.start(model.xp.asarray(source))
    limits = [min(len(sentence) + max_extra, model.longest) for sentence in sentences]
    ended = [[] for _ in sentences]
    live = [[(0.0, [])] for _ in sentences]  # at first a single hypothesis, without words
    running = list(range(len(sentences)))
    words, each = [BOS] * len(sentences), 1  # `each`: rows of a sentence
    length = 0
    while running:
        length += 1
        log_p = log_softmax(np.array(model.step(model.xp.asarray(words), state).tolist()))
        rows, words, stay = [], [], []
        for place, i in enumerate(running):
            candidates = []
            for slot, (total, ids) in enumerate(live[i]):
                row = place * each + slot
                for word in range(log_p.shape[1]):
                    if word == EOS or (word not in (PAD, BOS, UNK) and length < limits[i]):
                        candidates.append((total + log_p[row, word], row, word, ids))
            candidates.sort(key=lambda candidate: -candidate[0])
            live[i], parents = [], []
            for total, row, word, ids in candidates[: beam - len(ended[i])]:
                if word == EOS:
                    ended[i].append(Hypothesis(total / penalty(length, alpha), total, ids))
                else:
                    live[i].append((total, [*ids, word]))
                    parents.append(row)
            ended[i].sort(key=lambda hypothesis: -hypothesis.score)
            if not live[i]:
                continue
            best_hope = live[i][0][0] / penalty(limits[i], alpha)
            if len(ended[i]) >= nbest and ended[i][nbest - 1].score >= best_hope:
                continue
            # Empty places are filled with the first hypothesis, and never looked at.
            empty = beam - len(live[i])
            rows += parents + [parents[0]] * empty
            words += [ids[-1] for _, ids in live[i]] + [EOS] * empty
            stay.append(place)
        order = sorted(range(len(stay)), key=lambda place: -live[running[stay[place]]][0][0])
        rows, words = (sum((each[place * beam :][:beam] for place in order), []) for each in (rows, words))
        stay = [stay[place] for place in order]
        state.select(rows, stay)
        each = beam
        running = [running[place] for place in stay]
    return [hypotheses[:nbest] for hypotheses in ended]
