"""Small exercises of chapter 10."""

from .answer import expect, small


@small("10/1", "the step at which the learning rate is largest, with a warm-up of 4000, a number")
def peak(answer):
    expect(answer, 4000, "where step^-0.5 and step * warmup^-1.5 are equal")
