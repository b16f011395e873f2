import math

import numpy as np
import pytest


def rounded(x, add):
    """bfloat16 by adding to the bits and cutting off; add: a function of the last bit that is kept."""
    bits = x.view(np.uint32)
    return ((bits + add(bits >> np.uint32(16) & np.uint32(1))) & np.uint32(0xFFFF0000)).view(np.float32)


def join(m1, s1, m2, s2):
    m = max(m1, m2)
    return [m, s1 * math.exp(m1 - m) + s2 * math.exp(m2 - m)]


def run(order):
    """A measurement that calls clock, start and wait in this order, by their first letters."""

    def answer(start, wait, clock):
        times = []
        for each in order:
            if each == "c":
                times.append(clock())
            else:
                {"s": start, "w": wait}[each]()
        return times[1] - times[0]

    return answer


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("15/1", 85.3),
        ("15/1", 512 / 6),
        ("15/2", np.float32(256)),
        ("15/3", join),
        ("15/4", lambda gradients, tokens: np.average(gradients, axis=0, weights=tokens)),
        ("15/5", lambda x: rounded(x, lambda last: np.uint32(0x7FFF) + last)),
        ("15/6", run("wcswc")),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("15/1", 512 * 2 / 3, "a float32 has 4 bytes"),
        ("15/1", 128, "the result has to be moved"),
        ("15/1", 6 / 512, "bytes per operation"),
        ("15/2", 1000, "every whole number"),
        ("15/2", 512, "gets stuck before"),
        ("15/3", lambda m1, s1, m2, s2: (max(m1, m2), s1 + s2), "relative to different maxima"),
        ("15/3", lambda *two: join(*two)[::-1], "the maximum first"),
        ("15/3", lambda *two: (join(*two)[0], math.nan), "exp overflows"),
        ("15/4", lambda gradients, tokens: gradients.mean(axis=0), "a mean of means"),
        ("15/5", lambda x: rounded(x, lambda last: np.uint32(0x7FFF)), "half way"),
        ("15/5", lambda x: x.astype(np.float16).astype(np.float32), "the lower 16 must be 0"),
        ("15/6", run("csc"), "not done yet"),
        ("15/6", run("cswc"), "in the queue before"),
        ("15/6", run("wscwc"), "the start itself is missing"),
    ],
)
@pytest.mark.filterwarnings("ignore:overflow encountered in cast")
def test_wrong_answers_get_the_hint_that_fits(verdict, name, answer, hint):
    said = verdict(name, answer)
    assert "not yet" in said and hint in said, said
