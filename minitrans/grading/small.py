"""The small exercises of the chapters: a value or a function, named by chapter and number."""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from .exercise import assert_close, shown

SMALL = {}


class Small(NamedTuple):
    """wants: what to answer with, for people;  check(answer) raises AssertionError with a hint"""

    wants: str
    check: Callable


def small(name, wants):
    """Register the decorated check."""

    def register(check):
        SMALL[name] = Small(wants, check)
        return check

    return register


def expect(answer, right, hint):
    """A number or an array, right to six digits."""
    try:
        answer = np.asarray(answer, np.float64)
    except (TypeError, ValueError):
        raise AssertionError(f"a number or an array of numbers is wanted, not {shown(answer)}") from None
    right = np.asarray(right, np.float64)
    if answer.shape != right.shape or not np.allclose(answer, right, rtol=1e-6, atol=1e-9):
        raise AssertionError(hint)


@small("01/1", "the derivative of x * x + x at x = 3, a number")
def diamond(answer):
    expect(answer, 7, "x is used three times; add up what each use contributes")


@small("02/1", "softmax of [0, log 2, log 5], an array of 3")
def softmax_by_hand(answer):
    expect(answer, [1 / 8, 2 / 8, 5 / 8], "exp of the three is 1, 2, 5; divide by their sum")


@small("02/2", "a function of logits [n] and a temperature that gives softmax(logits / temperature), [n]")
def temperature(answer):
    logits = np.array([1.0, -2.0, 0.5, 3.0])
    for t in (0.5, 1.0, 4.0):
        right = [1 / math.fsum(math.exp((b - a) / t) for b in logits) for a in logits]
        assert_close(f"at temperature {t}", np.asarray(answer(logits, t)), np.array(right), 1e-9)
    assert_close("at temperature 0.001", np.asarray(answer(logits, 0.001)), np.array([0.0, 0, 0, 1]), 1e-9)


@small("04/1", "a function of dx [n, d] that tells how far its rows are from summing to 0, the largest |sum|")
def row_sums(answer):
    dx = np.array([[1.0, -3.0, 0.5], [2.0, -2.0, 0.25]])
    expect(answer(dx), 1.5, "sum each row, take the absolute value of each sum, then the largest")


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


@small("07/1", "the wavelength in positions of the first sinusoid, i = 0, a number")
def wavelength(answer):
    expect(answer, 2 * math.pi, "sin(pos / 10000^0) repeats when pos has grown by 2 pi")


@small("10/1", "the step at which the learning rate is largest, with a warm-up of 4000, a number")
def peak(answer):
    expect(answer, 4000, "where step^-0.5 and step * warmup^-1.5 are equal")


@small("11/1", "the length penalty of a translation of 7 pieces with alpha = 1, a number")
def penalty(answer):
    expect(answer, 2, "((5 + length) / 6)^alpha")
