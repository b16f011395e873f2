"""Small exercises of chapter 4."""

import numpy as np

from .answer import expect, small


@small("04/1", "a function of dx [n, d] that tells how far its rows are from summing to 0, the largest |sum|")
def row_sums(answer):
    dx = np.array([[1.0, -3.0, 0.5], [2.0, -2.0, 0.25]])
    expect(answer(dx), 1.5, "sum each row, take the absolute value of each sum, then the largest")
