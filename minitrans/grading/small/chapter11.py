"""Small exercises of chapter 11."""

from .answer import expect, small


@small("11/1", "the length penalty of a translation of 7 pieces with alpha = 1, a number")
def penalty(answer):
    expect(answer, 2, "((5 + length) / 6)^alpha")
