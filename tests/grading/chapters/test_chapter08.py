import numpy as np
import pytest


def count(attentions=3, norms=5, tables=1, layers_of=1.0):
    def parameters_of(layers, d, d_ff, vocabulary):
        attention, forward = 4 * (d * d + d), 2 * d * d_ff + d_ff + d
        return tables * vocabulary * d + layers * (attentions * attention + 2 * forward + norms * 2 * d)

    return parameters_of


def encoder_alone(layers, d, d_ff, vocabulary):
    return vocabulary * d + layers * (4 * (d * d + d) + 2 * d * d_ff + d_ff + d + 4 * d)


def leaks(tolerance=0.0, positions=slice(1, None)):
    def test(f, ids):
        before = f(ids)
        for j in range(ids.shape[1])[positions]:
            changed = ids.copy()
            changed[:, j] = 4 + (ids[:, j] - 3) % 8
            if (abs(f(changed) - before)[:, :j] > tolerance).any():
                return True
        return False

    return test


def causal(ids):
    return np.tri(ids.shape[1], dtype=bool)


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("08/1", 3152384),
        ("08/1", 3152384.0),
        ("08/2", (32, 17, 8000)),
        ("08/2", [32, 17, 8000]),
        ("08/3", lambda target: ([1, *target], [*target, 2])),
        ("08/3", lambda target: [np.array([1, *target]), np.array([*target, 2])]),
        ("08/4", lambda ids: (ids != 0)[:, None] & causal(ids)),
        ("08/5", count()),
        ("08/6", leaks()),
        ("08/6", lambda f, ids: any((f(ids[:, :t]) != f(ids)[:, :t]).any() for t in range(1, ids.shape[1]))),
        ("08/7", 6),
        ("08/8", lambda losses, ids: losses[ids > 0].mean()),
        ("08/8", lambda losses, ids: np.average(losses, weights=ids != 0)),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("08/1", 4 * 512**2 + 2 * 512 * 2048, "the matrices alone"),
        ("08/1", 3152384 - 2048, "LayerNorms are missing"),
        ("08/1", 3152384 - 1024, "gamma and beta"),
        ("08/1", 10, "list the parts"),
        ("08/2", (32, 20, 8000), "the source"),
        ("08/2", (544, 8000), "two axes"),
        ("08/3", lambda target: ([*target, 2], [1, *target]), "swapped"),
        ("08/3", lambda target: (target, target), "BOS, then the target"),
        ("08/4", lambda ids: causal(ids) & (ids == ids)[:, None], "words attend to padding"),
        ("08/4", lambda ids: (ids != 0)[:, None] & np.ones((ids.shape[1], 1), bool), "attends to later ones"),
        ("08/4", lambda ids: (ids != 0)[:, :, None] & causal(ids), "not as a query"),
        ("08/5", count(attentions=2, norms=4), "two attentions"),
        ("08/5", count(norms=0), "LayerNorms are missing"),
        ("08/5", count(tables=3), "count it once"),
        ("08/5", encoder_alone, "and in the decoder"),
        ("08/6", leaks(tolerance=1e-6), "depends slightly"),
        ("08/6", leaks(positions=slice(5, None)), "returns False"),
        ("08/6", lambda f, ids: True, "uses no later word"),
        ("08/7", 2, "third layer"),
        ("08/8", lambda losses, ids: (losses * (ids != 0)).mean(axis=1).mean(), "padding is still counted"),
        ("08/8", lambda losses, ids: losses.mean(), "at padding are counted"),
        ("08/8", lambda losses, ids: np.mean([a[b > 0].mean() for a, b in zip(losses, ids)]), "every sentence"),  # noqa: B905
        ("08/8", lambda losses, ids: (losses * (ids != 0)).sum(), "the sum"),
        ("08/8", lambda losses, ids: losses * (ids != 0), "one number"),
    ],
)
def test_wrong_answers_get_the_hint_that_fits(verdict, name, answer, hint):
    said = verdict(name, answer)
    assert "not yet" in said and hint in said, said
