"""Small exercises of chapter 14."""

import numpy as np

from .question import ask

RNG = np.random.default_rng(5)


def apart(n):
    return np.subtract.outer(np.arange(n), np.arange(n))


def carried(dh, h, w_h, slope=lambda h: 1 - h**2, early=False, carry=lambda dz, w_h: dz @ w_h.T):
    lengths = []
    for state in h[::-1]:
        dz = dh * slope(state)
        lengths.append(np.linalg.norm(dh if early else dz))
        dh = carry(dz, w_h)
    return np.array(lengths[::-1])


def convolution(dy, w, keep=1):
    """keep: which part of what the taps before have given is kept"""
    dx = np.zeros_like(dy)
    for j, tap in enumerate(w):
        dx[: len(dy) - j] = keep * dx[: len(dy) - j] + dy[j:] @ tap.T
    return dx


ask(
    "14/1",
    "multiplications of a recurrent layer, 2 n d^2, over those of attention, 2 n^2 d, for n = 50, d = 512, a number",
    10.24,
    wrong={"this is the attention over the recurrent layer": 50 / 512},
    hints=(
        "write both as products of 2, n and d; what cancels?",
        "one n and one d are left; which of them belongs to the recurrent layer? Give three digits",
    ),
    digits=3,
)

ask(
    "14/2",
    "the number of layers with centred kernels of 5 that connect the first of 41 positions to the last, a number",
    20,
    wrong={
        "half of a centred kernel lies on the side of the later positions and does not help": 10,
        "the kernels of neighbouring positions overlap, so a layer adds less than its kernel's width": 8,
        "a layer reaches farther than one position": 40,
        "count the steps between the two positions, not the positions": 20.5,
        "it is one layer less: count the steps between the two positions, not the positions": 21,
        "the logarithm is for dilated convolutions": np.log(41) / np.log(5),
    },
    hints=("how far does one layer reach to one side?", "how many steps is it from position 1 to position 41?"),
)

ask(
    "14/3",
    "a function of n and r that gives the mask [n, n] of restricted attention, True where |t - s| <= r",
    lambda n, r: abs(apart(n)) <= r,
    tries=[(6, 2), (6, 0), (5, 9), (1, 0)],
    wrong={
        "True and False are swapped: True is for pairs that may attend": lambda n, r: abs(apart(n)) > r,
        "this mask allows only earlier positions; the neighbourhood reaches r to both sides": (
            lambda n, r: (apart(n) >= 0) & (apart(n) <= r)
        ),
        "it allows pairs that are more than r apart; a band has two edges": (
            lambda n, r: apart(n) <= r,
            lambda n, r: -apart(n) <= r,
            lambda n, r: np.minimum(abs(apart(n)), n - abs(apart(n))) <= r,
            lambda n, r: abs(apart(n)) <= (r or n),
        ),
    },
    hints=("it must be True where t and s are at most r apart",),
)

ask(
    "14/4",
    "a function of dilations and an odd kernel k that gives how many inputs one output of the stack depends on",
    lambda dilations, k: 1 + (k - 1) * sum(dilations),
    tries=[([1, 2, 4], 5), ([1], 3), ([1, 1, 1], 3), ([1, 3, 9, 27], 3), ([1, 5], 1)],
    wrong={
        "the position itself belongs to the field": lambda dilations, k: (k - 1) * sum(dilations),
        "a layer adds positions on both sides": lambda dilations, k: 1 + k // 2 * sum(dilations),
        "the layers add to the field, they do not multiply it": lambda dilations, k: 1 + (k - 1) * np.prod(dilations),
        "the dilations are left out": lambda dilations, k: 1 + (k - 1) * len(dilations),
        "a kernel of k taps with dilation 1 has k - 1 gaps between its taps, not k": (
            lambda dilations, k: 1 + k * sum(dilations)
        ),
        "layers whose kernels overlap do not multiply the field": lambda dilations, k: k ** len(dilations),
    },
    hints=(
        "begin with one position; what does each layer add?",
        "how far do the outermost taps of a layer lie?",
    ),
)

ask(
    "14/5",
    "a function of dh [d], h [n, d], w_h [d, d] that gives |dz_t| for the states h_1 .. h_n, an array [n]",
    carried,
    tries=[
        (RNG.standard_normal(d), np.tanh(RNG.standard_normal((n, d))), RNG.standard_normal((d, d)))
        for n, d in ((6, 4), (1, 3))
    ],
    wrong={
        "nothing is carried from one step to the step before it": (
            lambda dh, h, w_h: np.linalg.norm(dh * (1 - h**2), axis=1)
        ),
        "a transpose is missing: the forward is h @ w_h, so the backward is dz @ w_h.T": (
            lambda *given: carried(*given, carry=lambda dz, w_h: dz @ w_h)
        ),
        "the factor 1 - h_t^2 of tanh is left out": lambda *given: carried(*given, slope=lambda h: 1),
        "this is the length of dh_t, before the factor 1 - h_t^2": lambda *given: carried(*given, early=True),
        "the order is reversed: entry 0 belongs to h_1, the oldest state": lambda *given: carried(*given)[::-1],
    },
    digits=9,
)

ask(
    "14/6",
    "the factor by which a multi-head layer of d = 512 grows from n = 512 to 1,024: 2, 8/3, 3 or 4",
    16 / 6,
    wrong={
        "this is the growth of the attention itself; the projections grow less": 4,
        "this is the growth of the projections; the attention itself grows more": 2,
        "this is the middle between 2 and 4, but the two parts are not equally large at n = d": 3,
    },
    hints=(
        "only a part of the layer grows with the square of n; write both parts at n = d and at n = 2 d",
        "in units of d^3, the layer takes 2 + 4 before; give three digits, or a fraction",
    ),
    digits=3,
)

ask(
    "14/7",
    "a function of dy [n, d] and w [k, d, d] that gives dx [n, d] of the causal convolution y_t = sum_j x_{t-j} W_j",
    convolution,
    tries=[(RNG.standard_normal((n, 2)), RNG.standard_normal((k, 2, 2))) for n, k in ((6, 3), (4, 1), (3, 3))],
    wrong={
        "gradients still flow to later positions; x_s was used by y_s, y_{s+1} and so on": (
            lambda dy, w: convolution(dy[::-1], w)[::-1]
        ),
        "a transpose is missing: the forward is x @ W_j, so the backward is dy @ W_j.T": (
            lambda dy, w: convolution(dy, w.swapaxes(1, 2))
        ),
        "each tap overwrites what the taps before it have given": lambda dy, w: convolution(dy, w, keep=0),
        "the taps are in the reverse order": lambda dy, w: convolution(dy, w[::-1]),
    },
    digits=9,
)
