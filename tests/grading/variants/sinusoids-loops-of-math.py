"""Loops with the math module; rows are lists of Python floats."""

import math

import numpy as np


def row(position, d_model):
    for column in range(d_model):
        angle = position * 10000 ** (-(column & ~1) / d_model)
        yield (math.sin, math.cos)[column & 1](angle)


def sinusoids(length, d_model):
    return np.array([list(row(position, d_model)) for position in range(length)])
