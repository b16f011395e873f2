"""Small exercises of chapter 19."""

import numpy as np

from ..exercises.exercise import assert_close
from .answer import expect, numbers, small


@small("19/1", "a function of d_in, d_out and rank that gives the number of numbers in an adapter")
def size_of_adapter(answer):
    for d_in, d_out, rank in ((128, 128, 4), (128, 512, 4), (10, 3, 1)):
        a, b = np.empty((d_in, rank)), np.empty((rank, d_out))
        mistakes = {
            "this is the size of the whole matrix": d_in * d_out,
            "these are the numbers of A alone; B learns, too": a.size,
            "the two matrices are not multiplied: add their sizes": a.size * b.size,
        }
        where = f"for {d_in} rows, {d_out} columns and rank {rank}"
        hint = f"wrong {where}: what are the shapes of A and B?"
        expect(answer(d_in, d_out, rank), a.size + b.size, hint, mistakes=mistakes)


@small("19/2", "a function of dy [n, d_out], x [n, d_in], a [d_in, r], b [r, d_out] that gives da and db of (x a) b")
def adapter_backward(answer):
    rng = np.random.default_rng(19)
    for n, d_in, r, d_out in ((3, 5, 2, 4), (1, 3, 1, 3), (4, 4, 4, 4)):
        dy, x, a, b = (rng.standard_normal(shape) for shape in ((n, d_out), (n, d_in), (d_in, r), (r, d_out)))
        da, db = np.zeros_like(a), np.zeros_like(b)
        for row, i, j, k in np.ndindex(n, d_in, r, d_out):  # y_k = ... + x_i a_ij b_jk
            da[i, j] += dy[row, k] * x[row, i] * b[j, k]
            db[j, k] += dy[row, k] * x[row, i] * a[i, j]
        try:
            mine_a, mine_b = answer(dy.copy(), x.copy(), a.copy(), b.copy())
        except (TypeError, ValueError):
            raise AssertionError("the function must return two arrays: da and db") from None
        where = f"for n = {n}, d_in = {d_in}, r = {r}, d_out = {d_out}"
        assert_close(f"da {where}", numbers(mine_a), da, 1e-9, {"this is the gradient of b": db})
        assert_close(f"db {where}", numbers(mine_b), db, 1e-9, {"this is the gradient of a": da})


@small("19/3", "a function of better, worse, old_better, old_worse, beta that gives the gradient of DPO, by `better`")
def push(answer):
    def loss(better, worse, old_better, old_worse, beta):
        return np.log(1 + np.exp(-beta * ((better - old_better) - (worse - old_worse))))

    for case in ((-3.0, -5.0, -4.0, -4.0, 0.5), (-2.0, -2.0, -2.0, -2.0, 0.1), (-9.0, -1.0, -3.0, -2.0, 0.3)):
        better, *others = case
        right = (loss(better + 1e-5, *others) - loss(better - 1e-5, *others)) / 2e-5
        beta = case[-1]
        mistakes = {
            "the sign is wrong: a step must make the better one more probable": -right,
            "beta is missing": right / beta,
            "turn the sign of u: a pair that is learned already must push less": -beta - right,
        }
        hint = "u is the difference of the changes, times beta"
        expect(answer(*case), right, f"wrong for {case}: {hint}", mistakes=mistakes)
