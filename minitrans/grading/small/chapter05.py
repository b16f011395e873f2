"""Small exercises of chapter 5."""

import numpy as np

from .answer import expect, small


@small("05/1", "the standard deviation of q . k for d_k = 64 independent entries of mean 0 and variance 1, a number")
def spread_of_scores(answer):
    expect(answer, 8, "each product has variance 1, and variances of independent terms add up: the root of their sum")


@small("05/2", "a function of a length T that gives the causal mask [T, T], True = may attend")
def causal_mask(answer):
    for length in (1, 4):
        mask = np.asarray(answer(length))
        right = np.array([[s <= t for s in range(length)] for t in range(length)])
        if mask.shape != right.shape:
            raise AssertionError(f"for T = {length} its shape is {mask.shape}, not {right.shape}")
        if mask.dtype != bool:
            raise AssertionError(f"its entries are {mask.dtype}, not True or False")
        if (mask == ~right).all() or (length > 1 and (mask == right.T).all()):
            raise AssertionError("this lets a position see the future: row t may attend to 0 .. t")
        if not (mask == right).all():
            raise AssertionError("row t may attend to the positions 0 .. t, itself among them, and no others")
