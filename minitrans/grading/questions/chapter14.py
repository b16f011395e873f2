"""Small exercises of chapter 14."""

import numpy as np

from ..exercises.exercise import assert_close
from .answer import booleans, expect, numbers, small


@small(
    "14/1",
    "multiplications of a recurrent layer, 2 n d^2, over those of attention, 2 n^2 d, for n = 50, d = 512, a number",
)
def recurrent_over_attention(answer):
    expect(
        answer,
        10.24,
        "write both as products of 2, n and d; what cancels?",
        "one n and one d are left; which of them belongs to the recurrent layer? Give three digits",
        digits=3,
        mistakes={"this is the attention over the recurrent layer": 50 / 512},
    )


@small(
    "14/2",
    "the number of layers with centred kernels of 5 that connect the first of 41 positions to the last, a number",
)
def layers_of_convolution(answer):
    expect(
        answer,
        20,
        "how far does one layer reach to one side?",
        "how many steps is it from position 1 to position 41?",
        mistakes={
            "half of a centred kernel lies on the side of the later positions and does not help": 10,
            "the kernels of neighbouring positions overlap, so a layer adds less than its kernel's width": 8,
            "a layer reaches farther than one position": 40,
            "count the steps between the two positions, not the positions": 20.5,
            "it is one layer less: count the steps between the two positions, not the positions": 21,
            "the logarithm is for dilated convolutions": np.log(41) / np.log(5),
        },
    )


@small("14/3", "a function of n and r that gives the mask [n, n] of restricted attention, True where |t - s| <= r")
def restricted_mask(answer):
    for n, r in ((6, 2), (6, 0), (5, 9), (1, 0)):
        right = np.array([[abs(t - s) <= r for s in range(n)] for t in range(n)])
        mask = booleans(answer(n, r), right.shape, f"n = {n}")
        if (mask == ~right).all():
            raise AssertionError("True and False are swapped: True is for pairs that may attend")
        if (mask == np.tril(right)).all() and not (mask == right).all():
            raise AssertionError("this mask allows only earlier positions; the neighbourhood reaches r to both sides")
        if mask[right].all() and not right.all() and not (mask == right).all():
            raise AssertionError(
                f"for n = {n}, r = {r} it allows pairs that are more than r apart; a band has two edges"
            )
        if not (mask == right).all():
            raise AssertionError(f"for n = {n}, r = {r} it must be True where t and s are at most r apart")


@small(
    "14/4", "a function of dilations and an odd kernel k that gives how many inputs one output of the stack depends on"
)
def receptive_field(answer):
    for dilations, kernel in (([1, 2, 4], 5), ([1], 3), ([1, 1, 1], 3), ([1, 3, 9, 27], 3), ([1, 5], 1)):
        right = 1 + sum((kernel - 1) * dilation for dilation in dilations)
        case = f"for the dilations {dilations} and k = {kernel}"
        expect(
            answer(list(dilations), kernel),
            right,
            f"{case}: begin with one position; what does each layer add?",
            f"{case} it is {right}: how far do the outermost taps of a layer lie?",
            mistakes={
                "the position itself belongs to the field": right - 1,
                "a layer adds positions on both sides": 1 + (right - 1) / 2,
                "the layers add to the field, they do not multiply it": 1 + (kernel - 1) * np.prod(dilations),
                "the dilations are left out": 1 + (kernel - 1) * len(dilations),
                "a kernel of k taps with dilation 1 has k - 1 gaps between its taps, not k": 1
                + kernel * sum(dilations),
                "layers whose kernels overlap do not multiply the field": kernel ** len(dilations),
            },
        )


@small("14/5", "a function of dh [d], h [n, d], w_h [d, d] that gives |dz_t| for the states h_1 .. h_n, an array [n]")
def back_through_time(answer):
    rng = np.random.default_rng(5)
    for n, d in ((6, 4), (1, 3)):
        dh, h, w_h = rng.standard_normal(d), np.tanh(rng.standard_normal((n, d))), rng.standard_normal((d, d))
        right, transposed, without, early, carry, other, plain = [], [], [], [], dh, dh, dh
        for state in h[::-1]:
            dz, dz_other = carry * (1 - state**2), other * (1 - state**2)
            right, transposed = [np.linalg.norm(dz), *right], [np.linalg.norm(dz_other), *transposed]
            without = [np.linalg.norm(plain), *without]
            early = [np.linalg.norm(carry), *early]
            carry, other, plain = w_h @ dz, w_h.T @ dz_other, w_h @ plain
        alone = np.linalg.norm(dh * (1 - h**2), axis=1)
        mistakes = {
            "nothing is carried from one step to the step before it": alone,
            "a transpose is missing: the forward is h @ w_h, so the backward is dz @ w_h.T": np.array(transposed),
            "the factor 1 - h_t^2 of tanh is left out": np.array(without),
            "this is the length of dh_t, before the factor 1 - h_t^2": np.array(early),
            "the order is reversed: entry 0 belongs to h_1, the oldest state": np.array(right)[::-1],
        }
        actual = numbers(answer(dh.copy(), h.copy(), w_h.copy()))
        assert_close("the array of norms", actual, np.array(right), 1e-9, mistakes)


@small("14/6", "the factor by which a multi-head layer of d = 512 grows from n = 512 to 1,024: 2, 8/3, 3 or 4")
def growth_with_length(answer):
    expect(
        answer,
        16 / 6,
        "only a part of the layer grows with the square of n; write both parts at n = d and at n = 2 d",
        "in units of d^3, the layer takes 2 + 4 before; give three digits, or a fraction",
        digits=3,
        mistakes={
            "this is the growth of the attention itself; the projections grow less": 4,
            "this is the growth of the projections; the attention itself grows more": 2,
            "this is the middle between 2 and 4, but the two parts are not equally large at n = d": 3,
        },
    )


@small(
    "14/7",
    "a function of dy [n, d] and w [k, d, d] that gives dx [n, d] of the causal convolution y_t = sum_j x_{t-j} W_j",
)
def causal_convolution_dx(answer):
    rng = np.random.default_rng(7)
    for n, k in ((6, 3), (4, 1), (3, 3)):
        dy, w = rng.standard_normal((n, 2)), rng.standard_normal((k, 2, 2))
        right, faulty, untransposed, overwritten, turned = np.zeros((5, n, 2))
        for s in range(n):
            for j in range(k):
                if s + j < n:
                    right[s] += w[j] @ dy[s + j]
                    untransposed[s] += w[j].T @ dy[s + j]
                    overwritten[s] = w[j] @ dy[s + j]
                    turned[s] += w[k - 1 - j] @ dy[s + j]
                if s - j >= 0:
                    faulty[s] += w[j] @ dy[s - j]
        mistakes = {
            "gradients still flow to later positions; x_s was used by y_s, y_{s+1} and so on": faulty,
            "a transpose is missing: the forward is x @ W_j, so the backward is dy @ W_j.T": untransposed,
            "each tap overwrites what the taps before it have given": overwritten,
            "the taps are in the reverse order": turned,
        }
        assert_close(f"dx for n = {n}, k = {k}", numbers(answer(dy.copy(), w.copy())), right, 1e-9, mistakes)
