"""Substitutes stand in place of the library's own operations in one context, and nowhere else."""

from functools import partial

import numpy as np
import pytest

from minitrans.data.batching import make_batch
from minitrans.grading.exercises.compose import COMPOSED, compose
from minitrans.nn.position import sinusoids
from minitrans.ops import TABLE
from minitrans.optim import CHUNK, Adam, chunks
from minitrans.training.substitutes import Chunked, Substitutes

from ..grading.solved import solution

SMALL = "softmax linear layer_norm embedding dropout cross_entropy".split()


def test_composed_of_small_operations_the_model_is_the_same(small_model, variant, pairs, loss_and_gradient):
    """All coarse operations, on small ones of the library: NumPy draws the same masks of dropout."""
    model = small_model(variant, dropout=0.3, attention_dropout=0.2, label_smoothing=0.1)
    before, (rows, _) = dict(TABLE), compose({name: TABLE[name][:2] for name in SMALL})
    assert set(COMPOSED) <= set(rows)
    loss, gradient = loss_and_gradient(model, make_batch(pairs), seed=(1, 2, 3, 4))
    with Substitutes(rows).in_place(model):
        assert TABLE["attention"].forward is rows["attention"][0]
        own_loss, own_gradient = loss_and_gradient(model, make_batch(pairs), seed=(1, 2, 3, 4))
    assert TABLE == before
    assert own_loss == pytest.approx(loss, rel=1e-12)
    np.testing.assert_allclose(own_gradient, gradient, rtol=1e-9, atol=1e-12)


def test_what_is_composed_of_whom():
    assert compose({"softmax": solution("softmax")})[1] == {
        name: ["softmax"] for name in ("softmax", "scaled_dot_product_attention", "attention")
    }
    both = {name: solution(name) for name in ("softmax", "attention")}
    assert compose(both)[1]["attention"] == ["attention"]
    many = compose({name: solution(name) for name in ("dropout", "layer_norm", "linear")})
    assert many[1]["add_norm"] == ["dropout", "layer_norm"] and many[1]["feed_forward"] == ["linear"]
    assert "project_loss" not in many[0]


def test_the_table_is_as_before_after_an_error(small_model):
    before, model = dict(TABLE), small_model()
    with pytest.raises(ZeroDivisionError), Substitutes({"softmax": solution("softmax")}).in_place(model):
        assert TABLE != before
        1 / 0  # noqa: B018
    assert TABLE == before


def test_own_positions_are_those_of_the_model_and_of_its_replicas(small_model):
    model = small_model()
    with Substitutes(sinusoids=lambda length, d_model: 2 * sinusoids(length, d_model)).in_place(model):
        for length in (1, 5, 40):
            for each in (model, model.replica()):
                table = each.position_table(length).data
                np.testing.assert_array_equal(table[:length], 2 * sinusoids(length, 8))
    np.testing.assert_array_equal(model.position_table(5).data[:5], sinusoids(5, 8))


def test_learned_positions_stay(small_model):
    model = small_model("learned positions")
    with Substitutes(sinusoids=sinusoids).in_place(model):
        assert model.position_table(3) is model.positions


@pytest.mark.parametrize("in_place", [True, False])
def test_adam_in_chunks_is_adam_on_the_whole(rng, in_place):
    """Threads update some chunks each; the moments can be read and set, whether the student changes them in place."""
    (own,) = solution("adam")

    class Rebinding(own):
        def update(self, flat, gradient, step, rate):
            self.m, self.v = self.m.copy(), self.v.copy()
            super().update(flat, gradient, step, rate)

    start = rng.standard_normal(CHUNK + 3)
    make = partial(Chunked, own if in_place else Rebinding)
    flat, expected = start.copy(), start.copy()
    ours, theirs = Adam(expected), make(flat)
    for step in (1, 2, 3):
        if step == 3:  # as if resumed from a checkpoint
            before, theirs = theirs, make(flat)
            theirs.m[...], theirs.v[...] = before.m, before.v
        gradient = rng.standard_normal(start.shape)
        ours.update(expected, gradient, step, 0.1)
        for part in chunks(flat)[::-1]:
            theirs.update(flat, gradient, step, 0.1, [part])
    np.testing.assert_allclose(flat, expected, rtol=1e-10)
    np.testing.assert_allclose(theirs.v, ours.v, rtol=1e-10)
