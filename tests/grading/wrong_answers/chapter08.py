"""Wrong answers to the exercises of chapter 8."""

import numpy as np


def count(layers, d, d_ff, vocabulary, biases=1, table=1, heads=4, decoder=1):
    attention, forward = heads * (d * d + biases * d), 2 * d * d_ff + biases * (d_ff + d)
    return table * vocabulary * d + layers * ((1 + 2 * decoder) * attention + (1 + decoder) * forward + 10 * d)


def causal(ids):
    return np.tri(ids.shape[1], dtype=bool)


def leaks(positions, change=lambda ids: 4 + (ids - 3) % 8, rows=lambda j: slice(0, j)):
    def test(f, ids):
        before = f(ids)
        for j in range(ids.shape[1])[positions]:
            changed = ids.copy()
            changed[:, j] = change(changed[:, j])
            if (f(changed) != before)[:, rows(j)].any():
                return True
        return False

    return test


def whole_future(f, ids):
    """Changes all words but the first at once, and looks at the first row."""
    changed = ids.copy()
    changed[:, 1:] = 4
    return bool((f(changed) != f(ids))[:, 0].any())


def last_words(f, ids):
    """Cuts off the last word, so that only it is tested."""
    return bool((f(ids[:, :-1]) != f(ids)[:, :-1]).any())


def short(f, ids):
    """Tests the sentence of its first word alone."""
    return bool((f(ids[:, :1]) != f(ids)[:, :1]).any())


WRONG = [
    ("08/1", "two attentions", 3152384 + 4 * 512 * 513),
    ("08/1", "one LayerNorm without beta", 3152384 - 512),
    ("08/1", "a square feed-forward network", 4 * 512 * 513 + 2 * 512 * 513 + 2048),
    ("08/2", "without the batch", (17, 8000)),
    ("08/2", "the axes of words and pieces exchanged", (32, 8000, 17)),
    ("08/2", "one word more, for EOS", (32, 18, 8000)),
    ("08/3", "BOS and EOS are exchanged", lambda target: ([2, *target], [*target, 1])),
    ("08/3", "both have BOS and EOS", lambda target: ([1, *target, 2], [1, *target, 2])),
    ("08/3", "the input lacks the last word", lambda target: ([1, *target[:-1]], [*target, 2])),
    ("08/3", "the words are in reverse order", lambda target: ([1, *target[::-1]], [*target[::-1], 2])),
    ("08/4", "the word itself is hidden", lambda ids: (ids != 0)[:, None] & np.tri(ids.shape[1], k=-1, dtype=bool)),
    ("08/4", "BOS is taken for padding", lambda ids: (ids > 1)[:, None] & causal(ids)),
    ("08/4", "`or` in place of `and`", lambda ids: (ids != 0)[:, None] | causal(ids)),
    ("08/4", "the words of the first sentence for all", lambda ids: np.stack([(ids[0] != 0) & causal(ids)] * len(ids))),
    ("08/5", "without biases", lambda *a: count(*a, biases=0)),
    ("08/5", "two tables", lambda *a: count(*a, table=2)),
    ("08/5", "without the output projection of attention", lambda *a: count(*a, heads=3)),
    ("08/5", "a bias for the softmax as well", lambda *a: count(*a) + a[3]),
    ("08/5", "right for one layer only", lambda layers, *a: layers * count(1, *a)),
    ("08/6", "leaves the last word out", last_words),
    ("08/6", "compares the first row with that of the first word alone", short),
    ("08/6", "compares the row of the changed word too", leaks(slice(1, None), rows=lambda j: slice(0, j + 1))),
    ("08/6", "compares the row just before it only", leaks(slice(1, None), rows=lambda j: slice(j - 1, j))),
    ("08/6", "adds 1 to a word, which may be beyond the vocabulary", leaks(slice(1, None), lambda ids: ids + 1)),
    ("08/6", "does not test the second word", leaks(slice(2, None))),
    ("08/6", "does not test the last word", leaks(slice(1, -1))),
    ("08/7", "one per layer and the word itself", 7),
    ("08/7", "doubled with each layer", 64),
    ("08/7", "all words", np.inf),
    ("08/8", "the median", lambda losses, ids: np.median(losses[ids > 0])),
    ("08/8", "without EOS", lambda losses, ids: losses[ids > 2].mean() if (ids > 2).any() else 0.0),
    (
        "08/8",
        "the mean of the means of positions",
        lambda losses, ids: np.mean([losses[ids[:, t] > 0, t].mean() for t in range(4) if (ids[:, t] > 0).any()]),
    ),
    ("08/8", "divided by the number of sentences", lambda losses, ids: losses[ids > 0].sum() / len(ids)),
    ("08/8", "as an array of one number", lambda losses, ids: losses[ids > 0].mean(keepdims=True)),
]
MENDED = [  # answers that were once taken as right
    ("08/3", "the words are sorted", lambda target: ([1, *sorted(target)], [*sorted(target), 2])),
    ("08/6", "changes all words but the first at once", whole_future),
]
