"""Chapters 2 and 2b.  Scores become probabilities, and probabilities a loss."""

import numpy as np


# Part: softmax, chapter 2.  Ours, until you write it.
def softmax_forward(x, mask=None):
    """y_i = exp(x_i) / sum_j exp(x_j) over the last axis, and 0 where the mask is False

    x [..., n] -> y [..., n]
    """
    if mask is not None:
        x = np.where(mask, x, np.finfo(x.dtype).min)
    y = np.exp(x - x.max(axis=-1, keepdims=True))  # without the maximum exp might overflow; it cancels
    if mask is not None:
        y *= mask
    total = y.sum(axis=-1, keepdims=True)
    y /= np.where(total == 0, 1, total)  # a row in which nothing is allowed stays 0
    return y, y


def softmax_backward(dy, cache):
    """dy [..., n] -> dx [..., n]

    The slope of y_i by x_j is y_i (1[i = j] - y_j), hence dx_j = y_j (dy_j - sum_i dy_i y_i).
    """
    y = cache
    return (y * (dy - (dy * y).sum(axis=-1, keepdims=True)),)


# Part: cross_entropy, chapter 2b.  Ours, until you write it.
def cross_entropy_forward(logits, targets, *, smoothing=0.0, pad=0):
    """loss = - sum over rows and words of q log softmax(logits).  logits [n, V], targets [n] -> a number

    q is 1 - smoothing for the right word, plus smoothing / V for every word.
    Rows of padding count as 0, and their id `pad` may be no word, such as -100.
    """
    counts = targets != pad
    q = np.full_like(logits, smoothing / logits.shape[1])
    q[counts, targets[counts]] += 1 - smoothing
    z = logits - logits.max(axis=1, keepdims=True)
    log_y = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    return -(q * log_y)[counts].sum(), (np.exp(log_y) - q) * counts[:, None]


def cross_entropy_backward(dloss, cache):
    """dloss, a number -> dlogits [n, V]

    A row's loss is log sum_u exp(z_u) - sum_v q_v z_v, as its q sum to 1.  So dz_v = softmax(z)_v - q_v.
    """
    return (dloss * cache,)
