import numpy as np


def feed_forward_forward(x, w1, b1, w2, b2):
    before = x @ w1 + b1
    hidden = np.where(before > 0, before, 0)
    y = hidden @ w2 + b2
    return y, (x, w1, w2, before, hidden)


def feed_forward_backward(dy, cache):
    x, w1, w2, before, hidden = cache
    db2 = dy.sum(axis=0)
    dw2 = hidden.T @ dy
    dhidden = dy @ w2.T
    dbefore = np.where(before > 0, dhidden, 0)
    db1 = dbefore.sum(axis=0)
    dw1 = x.T @ dbefore
    dx = dbefore @ w1.T
    return dx, dw1, db1, dw2, db2
