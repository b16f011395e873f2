"""Small exercises of chapter 17."""

import numpy as np

from ..exercises.exercise import assert_close
from .answer import expect, numbers, small


@small("17/1", "the perplexity of a uniform model over 50,257 pieces, a number")
def perplexity_of_uniform(answer):
    if np.allclose(numbers(answer), np.log(50257), rtol=1e-3):
        raise AssertionError("this is the loss; the perplexity is its exponential")
    expect(answer, 50257, "what is the loss of a piece of probability 1 / V, and what is its exponential?")


@small("17/2", "a function of dy [n, d], x [n, d], gamma [d] that gives dx [n, d] and dgamma [d] of RMSNorm, eps = 0")
def rms_norm_backward(answer):
    rng = np.random.default_rng(17)
    for n, d in ((3, 5), (1, 4), (4, 4)):
        x, dy, gamma = rng.standard_normal((n, d)), rng.standard_normal((n, d)), rng.standard_normal(d)
        dx, plain, layer_norm = np.zeros((3, n, d))
        for i in range(n):
            r = np.sqrt(sum(each * each for each in x[i]) / d)
            hat, g = x[i] / r, dy[i] * gamma
            dx[i] = [(g[j] - hat[j] * sum(g * hat) / d) / r for j in range(d)]
            plain[i], layer_norm[i] = g / r, (g - g.mean() - hat * (g * hat).mean()) / r
        roots = np.sqrt((x * x).mean(axis=1, keepdims=True))
        try:
            mine, mine_gamma = answer(dy.copy(), x.copy(), gamma.copy())
        except (TypeError, ValueError):
            raise AssertionError("the function must return two arrays: dx and dgamma") from None
        where = f"for n = {n}, d = {d}"
        mistakes = {
            "r was treated as a constant, but it depends on every entry of the row": plain,
            "the mean of g is subtracted, as in LayerNorm; RMSNorm subtracts no mean": layer_norm,
            "gamma is left out of dx": (dy - x / roots * (dy * x / roots).mean(axis=1, keepdims=True)) / roots,
        }
        assert_close(f"dx {where}", numbers(mine), dx, 1e-9, mistakes)
        right = np.array([sum(dy[i, j] * x[i, j] / roots[i, 0] for i in range(n)) for j in range(d)])
        mistakes = {"x must be divided by r": (dy * x).sum(axis=0), "gamma does not belong into dgamma": right * gamma}
        assert_close(f"dgamma {where}", numbers(mine_gamma), right, 1e-9, mistakes)


@small("17/3", "a function of probabilities q [V] and p that gives the probabilities of nucleus sampling, [V]")
def nucleus(answer):
    cases = [
        ([0.1, 0.5, 0.15, 0.25], 0.8, [0, 5 / 9, 1.5 / 9, 2.5 / 9]),
        ([0.1, 0.5, 0.15, 0.25], 0.7, [0, 2 / 3, 0, 1 / 3]),
        ([0.1, 0.5, 0.15, 0.25], 0.3, [0, 1, 0, 0]),
        ([0.25, 0.25, 0.5], 1.0, [0.25, 0.25, 0.5]),
    ]
    for q, p, right in cases:
        got = numbers(answer(np.array(q), p))
        where = f"q = {q}, p = {p}"
        if got.shape != (len(q),):
            raise AssertionError(f"for {where} its shape is {got.shape}, not {(len(q),)}")
        if not np.isfinite(got).all():
            raise AssertionError(f"for {where} nothing is kept; the most probable piece always stays")
        if np.allclose(np.sort(got), np.sort(right)) and not np.allclose(got, right):
            raise AssertionError(f"for {where} the probabilities are in another order than q")
        if not np.isclose(got.sum(), 1):
            raise AssertionError(f"for {where} they sum to {got.sum():.3g}: divide by the sum of what is kept")
        fewer, more = (got > 0).sum() < np.count_nonzero(right), (got > 0).sum() > np.count_nonzero(right)
        if fewer:
            raise AssertionError(f"for {where} too few are kept: their sum must be at least p")
        if more:
            raise AssertionError(f"for {where} too many are kept: a piece goes if those before it reach p already")
        expect(got, right, f"wrong for {where}")


@small("17/4", "bytes of a KV cache: 32 layers, 8 heads of keys and values, width 128, 8192 pieces, bfloat16, a number")
def bytes_of_a_cache(answer):
    right = 2 * 32 * 8 * 128 * 8192 * 2
    for factor, hint in {
        0.5: "either the values or the two bytes of a number are missing",
        4: "these are the query heads; only the heads of keys and values are in the cache",
        2: "a number of bfloat16 has two bytes",
    }.items():
        if np.allclose(numbers(answer), right * factor):
            raise AssertionError(hint)
    expect(answer, right, "multiply: two arrays, layers, heads of keys and values, width, pieces, bytes per number")


@small("17/5", "a function of x [1, d] and length that rotates x as the row at position `length`")
def rotate_new(answer):
    for length, d in ((0, 4), (1, 4), (7, 4), (2, 6)):
        x = np.array([[1.0, 0.0, 2.0, -1.0, 0.5, 3.0]])[:, :d]
        angles = [length * 10000 ** (-2 * i / d) for i in range(d // 2)]
        right = []
        for (a, b), angle in zip(x.reshape(-1, 2), angles, strict=True):
            right += [a * np.cos(angle) - b * np.sin(angle), a * np.sin(angle) + b * np.cos(angle)]
        got = numbers(answer(x.copy(), length))
        if length and np.allclose(got, x):
            raise AssertionError(f"at position {length} it is not rotated at all, as if it were the first piece")
        expect(got, np.array([right]), f"wrong for d = {d} at position {length}: turn pair i by length * theta_i")


@small("17/6", "parameters and training operations of GPT-3 by the rules of the chapter, a list of two numbers")
def cost_of_gpt_3(answer):
    parameters = 12 * 96 * 12288**2
    got = numbers(answer)
    if got.shape != (2,):
        raise AssertionError("give a list of two numbers: parameters, and operations")
    expect(got[0], parameters, "attention has 4 d^2 weights per layer, and the feed-forward network?", digits=2)
    if np.isclose(got[1], 2 * parameters * 300e9, rtol=0.01):
        raise AssertionError("this is the forward alone; how much does the backward take?")
    expect(got[1], 6 * parameters * 300e9, "operations: forward and backward, per parameter and piece", digits=2)
