"""Dropout: the published random number generator, the same in NumPy, and the masks of the kernels."""

import numpy as np
import pytest

from minitrans import ops
from minitrans.backend import to_numpy
from minitrans.cuda.ops import OPERATIONS, attention, rows

pytestmark = [pytest.mark.usefixtures("kernels_on_cpu"), pytest.mark.slow]
SEED = (7, 3, 0, 1, 12)  # run seed, step, micro-batch, shard, site
P = 0.3


def philox(counter, key, rounds=7):
    """Philox4x32 on arrays: counter [4, n], key (2) -> words [4, n]  (Salmon et al. 2011, Section 3.3)"""
    c, (k0, k1) = [np.asarray(word, np.uint64) for word in counter], key
    low = np.uint64(0xFFFFFFFF)
    for _ in range(rounds):
        product0, product1 = c[0] * np.uint64(0xD2511F53), c[2] * np.uint64(0xCD9E8D57)
        high0, high1 = product0 >> np.uint64(32), product1 >> np.uint64(32)
        c = [high1 ^ c[1] ^ np.uint64(k0), product1 & low, high0 ^ c[3] ^ np.uint64(k1), product0 & low]
        k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
    return np.array(c, np.uint32)


def keep(size, p, seed):
    """The factors with which dropout multiplies the entries of an array: 0 or 1 / (1 - p), [size]"""
    run, step, micro, shard, site = seed
    count = -(-size // 4)
    ones = np.ones(count, np.uint64)
    words = philox([np.arange(count), step * ones, micro * ones, shard * ones], (run, site))
    return np.where(words.T.ravel()[:size] < round(p * 2**32), 0, 1 / (1 - p))


def test_the_generator_is_the_published_one():
    """The test vectors of its authors, for seven rounds."""
    assert [f"{word:08x}" for word in philox([[0]] * 4, (0, 0))[:, 0]] == "5f6fb709 0d893f64 4f121f81 4f730a48".split()
    ones = [[0xFFFFFFFF]] * 4
    found = [f"{word:08x}" for word in philox(ones, (0xFFFFFFFF, 0xFFFFFFFF))[:, 0]]
    assert found == "5207ddc2 45165e59 4d8ee751 8c52f662".split()


def test_rows_are_dropped_where_the_generator_says(xp):
    x, sublayer = np.random.default_rng(0).normal(size=(2, 9, 40)).astype(np.float32)
    mask = keep(x.size, P, SEED).reshape(x.shape)
    y, drop = rows.residual_forward(xp.asarray(x), xp.asarray(sublayer), P, SEED)
    np.testing.assert_allclose(to_numpy(y), x + sublayer * mask, atol=1e-6)
    dy, dsublayer = rows.residual_backward(xp.asarray(x), drop)
    np.testing.assert_array_equal(to_numpy(dy), x)
    np.testing.assert_allclose(to_numpy(dsublayer), x * mask, atol=1e-6)


def test_add_norm_and_embed_draw_the_same(xp, monkeypatch):
    """The operations on NumPy, with the masks of this generator, equal the fused ones."""
    monkeypatch.setattr(
        "minitrans.ops.dropout.keep_mask",
        lambda xp, shape, p, seed: keep(int(np.prod(shape)), p, seed).reshape(shape) > 0,
    )
    rng = np.random.default_rng(1)
    x, sublayer, dy = rng.normal(size=(3, 10, 24))
    gamma, beta = rng.normal(size=(2, 24))
    ids = np.array([[3, 4, 5, 3, 2], [4, 2, 1, 6, 0]])
    for name, arrays, constants in (
        ("add_norm", (x, sublayer, gamma, beta), {}),
        ("embed", (rng.normal(size=(7, 24)), rng.normal(size=(9, 24))), dict(ids=ids)),
    ):
        dropout = dict(p=P, seed=SEED)
        expected, cache = ops.TABLE[name].forward(*arrays, **constants, **dropout)
        forward, backward, _ = OPERATIONS[name]
        on_device = {constant: xp.asarray(value) for constant, value in constants.items()}
        y, fused_cache = forward(*(xp.asarray(a, np.float32) for a in arrays), **on_device, **dropout)
        np.testing.assert_allclose(to_numpy(y), expected, atol=2e-5)
        gradients = backward(xp.asarray(dy, np.float32), fused_cache)
        for gradient, right in zip(gradients, ops.TABLE[name].backward(dy, cache), strict=True):
            np.testing.assert_allclose(to_numpy(gradient), right, atol=5e-5)


def test_weights_of_attention_are_dropped_alike_forwards_and_backwards(xp):
    """The gradients equal finite differences, so the backward uses the mask of the forward."""
    rng = np.random.default_rng(2)
    q, k, v, dy = rng.normal(size=(4, 2 * 36, 8)).astype(np.float32)
    constants = dict(heads=2, key_mask=xp.ones((2, 36), bool), p=P, seed=SEED)

    def forward(*arrays, **changes):
        y, cache = attention.attention_forward(*map(xp.asarray, arrays), **constants | changes)
        return to_numpy(y), cache

    y, cache = forward(q, k, v)
    assert abs(y - forward(q, k, v, p=0.0)[0]).max() > 0.1
    dq, dk, dv = map(to_numpy, attention.attention_backward(xp.asarray(dy), cache))
    for x, gradient in ((q, dq), (k, dk), (v, dv)):
        for at in [(0, 0), (5, 3), (71, 7)]:
            losses = []
            for sign in (1, -1):
                changed = x.copy()
                changed[at] += sign * 1e-2
                given = [changed if other is x else other for other in (q, k, v)]
                losses.append((forward(*given)[0].astype(np.float64) * dy).sum())
            assert gradient[at] == pytest.approx((losses[0] - losses[1]) / 2e-2, abs=2e-2)
