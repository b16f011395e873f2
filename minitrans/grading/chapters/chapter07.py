"""Small exercises of chapter 7."""

import math

import numpy as np

from ..exercise import assert_close
from .answer import expect, numbers, small


@small("07/1", "the wavelength in positions of the first sinusoid, i = 0, a number")
def wavelength(answer):
    expect(answer, 2 * math.pi, "sin(pos / 10000^0) repeats when pos grows by 2 pi")


@small(
    "07/2",
    "the gradient of row 1 of a table for ids [1, 3, 1, 1] and dy [[1, 2], [3, 4], [5, 6], [7, 8]], an array of 2",
)
def collected(answer):
    expect(answer, [13, 16], "row 1 was selected at positions 0, 2 and 3; add these three rows of dy")


@small("07/3", "the wavelength in positions of the last sinusoid, i = 255, for d_model = 512, a number")
def longest_wavelength(answer):
    hint = "the angle is pos / 10000^(2i / d_model) with 2i = 510; in one wavelength it grows by 2 pi"
    expect(answer, 2 * math.pi * 10000 ** (510 / 512), hint)


@small("07/4", "the standard deviation of a logit h . e, where h and e have 256 entries of variance 1, a number")
def spread_of_logits(answer):
    expect(answer, 16, "a logit is a sum of 256 products of variance 1; the variances add; take the root of the sum")


@small("07/5", "a function of k and d_model that gives the matrix M [d, d] with M @ PE(pos) = PE(pos + k)")
def turn(answer):
    for k, d in ((1, 4), (3, 8), (-2, 6)):
        angles = k / 10000 ** (np.arange(0, d, 2) / d)
        right = np.zeros((d, d))
        for i, angle in enumerate(angles):
            cosine, sine = math.cos(angle), math.sin(angle)
            right[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[cosine, sine], [-sine, cosine]]
        matrix = numbers(answer(k, d))
        mistakes = {"this is the transpose, which rotates backwards and gives PE(pos - k)": right.T}
        assert_close(f"for k = {k} and d_model = {d} the matrix", matrix, right, 1e-9, mistakes)


@small("07/6", "a function of k and d_model that gives the dot product of PE(pos) and PE(pos + k), a number")
def dot_product(answer):
    for k, d in ((0, 8), (1, 4), (5, 64), (-5, 64)):
        right = math.fsum(math.cos(k / 10000 ** (2 * i / d)) for i in range(d // 2))
        actual = numbers(answer(k, d))
        assert_close(f"for k = {k} and d_model = {d} the result", actual, np.array(right), 1e-9)


@small(
    "07/7", "a function of (ids, dx, h, dlogits) that gives dtable for x = table[ids] * sqrt(d) and logits = h table^T"
)
def tied(answer):
    rng = np.random.default_rng(7)
    for length, vocabulary, d in ((4, 5, 9), (6, 3, 4)):
        ids = rng.integers(0, vocabulary, length)
        ids[-1] = ids[0]
        dx, h = rng.standard_normal((2, length, d))
        dlogits = rng.standard_normal((length, vocabulary))
        selected, last, unscaled = np.zeros((3, vocabulary, d))
        for t, word in enumerate(ids):
            selected[word] += dx[t] * math.sqrt(d)
            unscaled[word] += dx[t]
            last[word] = dx[t] * math.sqrt(d)
        dense = dlogits.T @ h
        mistakes = {
            "the gradient from the logits is missing": selected,
            "the gradient from the embedding is missing": dense,
            "the factor sqrt(d) is missing in the backward": unscaled + dense,
            "a row that is selected twice must get both gradients: use np.add.at": last + dense,
        }
        actual = numbers(answer(ids, dx, h, dlogits))
        assert_close("dtable", actual, selected + dense, 1e-9, mistakes)
