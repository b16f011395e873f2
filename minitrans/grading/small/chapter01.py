"""Small exercises of chapter 1."""

from .answer import expect, small


@small("01/1", "the derivative of x * x + x at x = 3, a number")
def diamond(answer):
    expect(answer, 7, "x is used three times; add up what each use contributes")
