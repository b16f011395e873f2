"""The floor under a step: its matrix products, counted by formula and counted while a step runs."""

import numpy as np
import pytest

from minitrans import ops
from minitrans.commands.measure.profiling import GemmReplay, timed_operations
from minitrans.config import Config
from minitrans.data.batching import make_batch
from minitrans.nn import Transformer
from minitrans.parallel.flops import weight_products

from ...conftest import PAIRS

CONFIG = dict(layers=2, d_model=12, d_ff=20, heads=2, vocabulary=11, batch_tokens=50)
WIDTHS = [{}, dict(d_k=5, d_v=7)]


def products_of_a_step(config, batch):
    """(n, k, m) of each product with weights in the forward, read off the arrays that the operations are given."""
    seen = []

    def watch(name, forward):
        def run(*arrays, **constants):
            x, *weights = arrays
            if name == "linear":
                seen.append((len(x), *weights[0].shape))
            if name == "feed_forward":
                seen.extend([(len(x), *weights[0].shape), (len(x), *weights[2].shape)])
            if name == "project_loss":
                seen.append((int((constants["targets"] != 0).sum()), *weights[0].shape[::-1]))
            return forward(*arrays, **constants)

        return run

    model = Transformer(Config(**config))
    before = dict(ops.TABLE)
    try:
        for name, operation in before.items():
            ops.use(name, watch(name, operation.forward), operation.backward)
        model.loss(batch)
    finally:
        ops.TABLE.update(before)
    return seen


@pytest.mark.parametrize("widths", WIDTHS, ids=["usual", "own d_k and d_v"])
def test_weight_products_are_those_of_a_step(widths):
    config, batch = CONFIG | widths, make_batch(PAIRS)
    assert sorted(weight_products(Config(**config), batch)) == sorted(products_of_a_step(config, batch))


def test_replay_runs_every_product_three_times(monkeypatch):
    """Forward, and two in the backward; the same number of multiplications each."""
    config, batch, done = Config(**CONFIG), make_batch(PAIRS), []
    replay = GemmReplay(config, [[batch], [batch, batch]])
    multiply = np.matmul

    def counted(a, b, out):
        done.append(a.shape[0] * a.shape[1] * b.shape[1])
        return multiply(a, b, out=out)

    monkeypatch.setattr(np, "matmul", counted)
    replay.step(1)
    assert sum(done) == 2 * 3 * sum(n * k * m for n, k, m in weight_products(config, batch))


def test_timed_operations_change_nothing_and_are_taken_away():
    model, batch, before = Transformer(Config(**CONFIG)), make_batch(PAIRS), dict(ops.TABLE)

    def gradient():
        model.flat_grad[:] = 0
        model.loss(batch, seed=(1, 1, 0, 0)).backward()
        return model.flat_grad.copy()

    expected = gradient()
    with timed_operations() as seconds:
        np.testing.assert_array_equal(gradient(), expected)
    assert dict(ops.TABLE) == before
    rows = {"embed", "linear", "attention", "add_norm", "feed_forward", "project_loss"}
    assert set(seconds) == {(name, direction) for name in rows for direction in ("forward", "backward")}
    assert all(taken > 0 for taken in seconds.values())
