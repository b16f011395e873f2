"""Small exercises of chapter 7."""

import math

from .answer import expect, small


@small("07/1", "the wavelength in positions of the first sinusoid, i = 0, a number")
def wavelength(answer):
    expect(answer, 2 * math.pi, "sin(pos / 10000^0) repeats when pos has grown by 2 pi")
