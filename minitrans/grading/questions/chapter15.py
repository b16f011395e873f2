"""Small exercises of chapter 15."""

import numpy as np

from ..exercises.exercise import assert_close, short_repr
from .answer import expect, numbers, small


@small("15/1", "operations per byte in the product of two 512 x 512 float32 matrices, each matrix moved once, a number")
def intensity(answer):
    expect(
        answer,
        512 / 6,
        "how many operations does one entry of the product take, and how many bytes have three matrices?",
        "it is n / 6 operations per byte in part 1 of the chapter, for other n; give three digits",
        digits=3,
        mistakes={
            "this is per number; a float32 has 4 bytes": 512 * 2 / 3,
            "it is half of what it should be: a product and a sum are two operations, and a float32 has 4 bytes": 512
            / 12,
            "the result has to be moved, too": 512 / 4,
            "these are bytes per operation": 6 / 512,
            "this is for a sum of two matrices": 1 / 12,
        },
    )


@small("15/2", "the sum 1 + 1 + ... + 1 of 1000 ones, added one by one in bfloat16, a number")
def ones_in_bfloat16(answer):
    expect(
        answer,
        256,
        "try it: from some number on, nothing changes any more",
        "bfloat16 has 8 significant bits; from which whole number on can it not hold the next one?",
        mistakes={
            "bfloat16 cannot hold every whole number up to 1000": 1000,
            "the leading bit is not stored, so there is one significant bit more than bits of mantissa": 128,
            "from this number on the spacing is 4; the sum gets stuck before": 512,
            "bfloat16 cannot hold this number": 257,
        },
    )


@small("15/3", "a function of m1, s1, m2, s2 that combines (max, sum of exp(x - max)) of two parts into (m, s) of both")
def join(answer):
    for a, b in (([0.0, 1.0], [2.0, -3.0]), ([5.0, 4.0, 3.0], [1.0]), ([1000.0, 999.0], [-1000.0])):
        parts = [(max(x), float(np.exp(np.array(x) - max(x)).sum())) for x in (a, b)]
        actual = answer(*parts[0], *parts[1])
        if not isinstance(actual, tuple | list) or len(actual) != 2:
            raise AssertionError(f"return two numbers, the maximum and the sum, not {short_repr(actual)}")
        whole = np.array(a + b)
        right = np.exp(whole - whole.max()).sum()
        if np.allclose(numbers(actual), [right, whole.max()]):
            raise AssertionError("return the maximum first, then the sum")
        expect(actual[0], whole.max(), "when two halves are joined, which number is the largest of all?")
        expect(
            actual[1],
            right,
            "each sum is relative to its own maximum: bring both to the same one before you add them",
            "if the maximum rises from m1 to m, all terms of s1 change by the same factor; which one?",
            mistakes={
                "exp overflows for large numbers: take exp only of differences that are not positive": np.nan,
                "the sums are added although they are relative to different maxima": parts[0][1] + parts[1][1],
            },
        )


@small(
    "15/4",
    "a function of gradients [k, p] and tokens [k]: the mean over all tokens, [p]; each row is a mean over its own",
)
def mean_of_shards(answer):
    rng = np.random.default_rng(4)
    gradients, tokens = rng.standard_normal((3, 5)), np.array([10, 40, 7])
    right = tokens @ gradients / tokens.sum()
    mistakes = {
        "a mean of means: a shard with more tokens must have more weight": gradients.mean(axis=0),
        "the sum of the means: weight each by its tokens, then divide by all tokens": gradients.sum(axis=0),
        "the sum over all tokens: divide by their number": tokens @ gradients,
    }
    assert_close("the gradient", numbers(answer(gradients.copy(), tokens.copy())), right, 1e-9, mistakes)


@small("15/5", "a function of x, a float32 array, that gives x rounded to bfloat16, to nearest even, as float32")
def round_to_bfloat16(answer):
    x = np.array(
        [1.0, -1.0, 1.00390625, 1.01171875, 1.005, -3.14159274, 1e-3, 255.5, 257.0, 1e30, 0.0, -0.0, 2.0**-60],
        np.float32,
    )
    right = np.array(
        [1, -1, 1, 1.015625, 1.0078125, -3.140625, 0.00099945068359375, 256, 256, 0, 0, -0.0, 2.0**-60], np.float32
    )
    right[9] = 202 * 2.0**92  # next to 1e30
    actual = np.asarray(answer(x.copy()))
    if actual.shape != x.shape:
        raise AssertionError(f"return an array of shape {x.shape}, not {short_repr(actual)}")
    if actual.dtype != np.float32:
        raise AssertionError(f"its entries are {actual.dtype}, not float32")
    if (actual.view(np.uint32) & 0xFFFF).any():
        raise AssertionError("bfloat16 keeps the upper 16 bits of a float32; the lower 16 must be 0")
    cut = (x.view(np.uint32) & np.uint32(0xFFFF0000)).view(np.float32)
    away = ((x.view(np.uint32) + np.uint32(0x8000)) & np.uint32(0xFFFF0000)).view(np.float32)
    if not (actual == right).all() and (actual == cut).all():
        raise AssertionError("it cuts off the lower 16 bits; round to the nearest number instead")
    down = ((x.view(np.uint32) + np.uint32(0x7FFF)) & np.uint32(0xFFFF0000)).view(np.float32)
    if not (actual == right).all() and ((actual == away).all() or (actual == down).all()):
        raise AssertionError("a number half way between two must be rounded to the one whose last bit is 0")
    if (wrong := actual.view(np.uint32) != right.view(np.uint32)).any():  # as bits, because 0 == -0
        i = int(np.argmax(wrong))
        raise AssertionError(f"{x[i]:.9g} gives {actual[i]:.9g}, not {right[i]:.9g}")


@small("15/6", "a function of start, wait and clock that measures work which start puts into a queue, in seconds")
def measured_with_a_queue(answer):
    now, queue = 0.0, 5.0  # seconds; work of somebody else is in the queue

    def start():
        nonlocal now, queue
        now, queue = now + 0.25, queue + 2

    def wait():
        nonlocal now, queue
        now, queue = now + queue, 0.0

    taken = numbers(answer(start, wait, lambda: now))
    before = "the work that was in the queue before is counted, too"
    mistakes = {
        "this is the time to put the work into the queue; the work is not done yet": 0.25,
        before: 7.25,
        f"{before}, and yours is not": 5.25,
        "the clock is read after the start, so the time of the start itself is missing": 2,
        "the sign: the later time minus the earlier one": -2.25,
    }
    expect(
        taken,
        2.25,
        "what has been done when the clock is read for the first time, and what when it is read again?",
        "the queue must be empty at both times",
        mistakes=mistakes,
    )
