"""Small exercises of chapter 8b."""

import numpy as np

from .question import ask


def mean(losses, targets, per=None, padding=False):
    """The loss per word: of all words, or the mean of those of each batch or sentence"""
    if per == "sentence":
        losses, targets = ([row for batch in each for row in batch] for each in (losses, targets))
    counted = [
        loss[np.ones_like(ids, bool) if padding else ids != 0] for loss, ids in zip(losses, targets, strict=True)
    ]
    return np.mean([each.mean() for each in counted]) if per else np.concatenate(counted).mean()


def mistake(**options):
    return lambda losses, targets: mean(losses, targets, **options)


LOSSES = np.array([[1.0, 2, 3, 4], [6, 8, 5, 7]]), np.array([[2.0, 9, 7]])
TARGETS = np.array([[5, 6, 7, 2], [8, 2, 0, 0]]), np.array([[4, 2, 0]])

ask(
    "08b/1",
    "a function of two lists, of the losses [B, T] and targets [B, T] of each batch, that gives the mean loss per word",
    mean,
    tries=[(list(LOSSES), list(TARGETS)), ([LOSSES[0]], [TARGETS[0]]), ([LOSSES[1]], [TARGETS[1]])],
    wrong={
        "padding still counts, in the sum and in the number by which it is divided": (
            mistake(padding=True),
            mistake(per="batch", padding=True),
        ),
        "padding is still counted in the number by which the sum is divided": lambda losses, targets: (
            sum(loss[ids != 0].sum() for loss, ids in zip(losses, targets, strict=True)) / sum(i.size for i in targets)
        ),
        "every batch has the same weight now; every word should have": mistake(per="batch"),
        "every sentence has the same weight now; every word should have": mistake(per="sentence"),
    },
    hints=("divide the sum of the losses of all words by the number of all words",),
)

RNG = np.random.default_rng(8)
TABLE = RNG.standard_normal((12, 5))
IDS = RNG.integers(4, 12, (2, 6))


def past(ids):
    return np.cumsum(TABLE[ids], axis=1)


def present(ids):
    return TABLE[ids] * 2


def next_word(ids):
    y = past(ids)
    y[:, :-1] += TABLE[ids[:, 1:]]
    return y


def adds(rows, words, factor=1.0):
    """A model of the past in which these rows use these words too, as far as a sentence has them."""

    def model(ids):
        y = past(ids)
        y[:, rows] += factor * TABLE[ids[:, words]].sum(axis=1, keepdims=True)
        return y

    return model


SAFE = {"a sum over the words so far": past, "a model that uses one word per position": present}
LEAKS = {
    "a mean over all words": adds(slice(None), slice(None), 1 / 6),
    "a model that uses the next word": next_word,
    "a model whose first row uses the second word": adds(slice(1), slice(1, 2)),
    "a model whose first row depends slightly on the last word": adds(slice(1), slice(-1, None), 1e-9),
    "a model whose fourth row uses the sixth word": adds(slice(3, 4), slice(5, 6)),
}


def leak_test(answer):
    for name, f in (SAFE | LEAKS).items():
        verdict = answer(f, IDS.copy())
        if not isinstance(verdict, bool | np.bool_):
            raise AssertionError("return True or False")
        if verdict and name in SAFE:
            raise AssertionError(f"it returns True for {name}, which uses no later word")
        if not verdict and name in LEAKS:
            advice = "change one position at a time, and compare all rows before it"
            raise AssertionError(f"it returns False for {name}; {advice}")


def looks(tolerance=0.0, positions=slice(1, None)):
    def leaks(f, ids):
        for j in range(ids.shape[1])[positions]:
            changed = ids.copy()
            changed[:, j] = 4 + (ids[:, j] - 3) % 8
            if (abs(f(changed) - f(ids))[:, :j] > tolerance).any():
                return True
        return False

    return leaks


def all_at_once(f, ids):
    changed = ids.copy()
    changed[:, 1:] = 4
    return bool((f(changed) != f(ids))[:, 0].any())


ask(
    "08b/2",
    "a function of (f, ids) that says whether f: ids [B, T] -> [B, T, V] leaks the future, True or False",
    looks(),
    wrong={
        "it returns False for a mean over all words": lambda f, ids: False,
        "whose first row uses the second word": looks(positions=slice(2, None)),
        "whose first row depends slightly on the last word; change one position at a time": (
            looks(tolerance=1e-6),
            looks(positions=slice(1, -1)),
        ),
        "whose fourth row uses the sixth word": all_at_once,
        "which uses no later word": lambda f, ids: True,
        "return True or False": lambda f, ids: 1,
    },
    judge=leak_test,
)

ask(
    "08b/3",
    "how many words ahead a mask that is off by one leaks with 6 layers, a number",
    6,
    hints=(
        "two layers leak two words ahead; what does the third layer see of the second?",
        "each layer lets a row see one row further of the layer below",
    ),
)
