"""Wrong answers to the exercises of chapter 4."""

import numpy as np


def norms(dx, x_hat):
    return dx.sum(axis=1), (dx * x_hat).sum(axis=1)


def depths(v, c, rounding=np.ceil, post=2, pre=2):
    return [rounding(post * np.log(1 / c) / np.log(1 + v)), rounding((1 / c**pre - 1) / v)]


def rms_norm(dy, x, over=np.mean, axis=1):
    rms = np.sqrt(np.mean(x**2, axis=axis, keepdims=True))
    y = x / rms
    return (dy - y * over(dy * y, axis=axis, keepdims=True)) / rms


WRONG = [
    ("04/1", "the mean of the rows in place of the sum", lambda dx, h: abs(np.array(norms(dx, h)) / dx.shape[1]).max()),
    ("04/1", "the two added", lambda dx, h: abs(norms(dx, h)[0]).max() + abs(norms(dx, h)[1]).max()),
    ("04/1", "the smaller of the two", lambda dx, h: min(abs(each).max() for each in norms(dx, h))),
    ("04/1", "without absolute values", lambda dx, h: np.max(norms(dx, h))),
    ("04/1", "of the first row only", lambda dx, h: abs(np.array(norms(dx, h))[:, 0]).max()),
    ("04/1", "of the last row only", lambda dx, h: abs(np.array(norms(dx, h))[:, -1]).max()),
    ("04/2", "the other sign", [2 / 3, -2 / 3, 0, 0]),
    ("04/2", "the variance divided by 3 in place of 4", np.array([-2, 2, 0, 0]) / 12**0.5),
    ("04/2", "in the wrong entries", [0, 0, -2 / 3, 2 / 3]),
    ("04/3", "rounded down", lambda v, c: depths(v, c, np.floor)),
    ("04/3", "rounded to the nearest", lambda v, c: depths(v, c, np.round)),
    ("04/3", "post with the variance, not its root", lambda v, c: depths(v, c, post=1)),
    ("04/3", "pre without the square", lambda v, c: depths(v, c, pre=1)),
    ("04/3", "one more than needed", lambda v, c: depths(v, c, lambda x: np.floor(x) + 2)),
    ("04/4", "a sum in place of the mean", lambda dy, x: rms_norm(dy, x, np.sum)),
    ("04/4", "over the columns", lambda dy, x: rms_norm(dy, x, axis=0)),
    (
        "04/4",
        "the second term with the other sign",
        lambda dy, x: 2 * rms_norm(dy, x, lambda a, **k: 0) - rms_norm(dy, x),
    ),
    ("04/5", "the root of 10", 10**-0.5),
    ("04/5", "1/100", 0.01),
    ("04/5", "the other sign", -0.1),
    ("04/6", "the sub-layer twice", lambda x, sublayer, norm: x + 2 * sublayer(norm(x))),
    ("04/6", "the residual is subtracted", lambda x, sublayer, norm: sublayer(norm(x)) - x),
    ("04/6", "a norm at the end as well", lambda x, sublayer, norm: norm(x + sublayer(norm(x)))),
    ("04/6", "half of the sum", lambda x, sublayer, norm: (x + sublayer(norm(x))) / 2),
]
MENDED = [  # answers that were once taken as right
    ("04/1", "the lowest, with a minus", lambda dx, h: -np.min(norms(dx, h))),
    ("04/1", "sums over columns too", lambda dx, h: max(abs(np.array(norms(dx, h))).max(), abs(dx.sum(axis=0)).max())),
]
