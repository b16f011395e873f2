"""The chain rule step by step, through variance and mean; the cache is a dict, the gradients a list."""

import numpy as np


def layer_norm_forward(x, gamma, beta, eps=1e-6):
    centred = x - np.mean(x, axis=-1, keepdims=True)
    var = np.sum(np.square(centred), axis=-1, keepdims=True) / x.shape[-1]
    factor = (var + eps) ** -0.5
    return beta + gamma * centred * factor, {"centred": centred, "factor": factor, "gamma": gamma}


def layer_norm_backward(dy, cache):
    centred, factor, gamma = cache["centred"], cache["factor"], cache["gamma"]
    d = dy.shape[-1]
    x_hat = centred * factor
    dx_hat = dy * gamma
    dfactor = np.sum(dx_hat * centred, axis=-1, keepdims=True)
    dvar = dfactor * -0.5 * factor**3
    dcentred = dx_hat * factor + dvar * 2 * centred / d
    dmean = -np.sum(dcentred, axis=-1, keepdims=True)
    flat = dy.reshape(-1, d)
    return [dcentred + dmean / d, np.sum(flat * x_hat.reshape(-1, d), axis=0), np.sum(flat, axis=0)]
