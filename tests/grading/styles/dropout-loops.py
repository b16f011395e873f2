"""A loop over the entries, with the generator of the standard library; the cache is a dict."""

import random

import numpy as np


def dropout_forward(x, p=0.0, seed=None):
    cache = {"p": p if seed is not None else 0, "dropped": []}
    y = np.array(x)
    if seed is not None:
        chance = random.Random("-".join(map(str, seed)))
        for place in np.ndindex(x.shape):
            if chance.random() < p:
                cache["dropped"].append(place)
                y[place] = 0
    y /= 1 - cache["p"]
    return y, cache


def dropout_backward(dy, cache):
    dx = dy / (1 - cache["p"])
    for place in cache["dropped"]:
        dx[place] = 0
    return (dx,)
