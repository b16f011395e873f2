"""Small exercises of chapter 20."""

import numpy as np

from .question import ask

RNG = np.random.default_rng(20)

ask(
    "20/1",
    "a function of side, size and channels that gives the number of patches and the numbers in a patch",
    lambda side, size, channels: ((side // size) ** 2, size * size * channels),
    tries=[(224, 16, 3), (8, 2, 1), (32, 4, 3), (12, 6, 5)],
    wrong={
        "these are the patches in one row; a picture has as many rows of them": (
            lambda side, size, channels: (side // size, size * size * channels)
        ),
        "each pixel has a number for every channel": lambda side, size, channels: ((side // size) ** 2, size * size),
        "the channels are in the patches; there are no patches for each of them": (
            lambda side, size, channels: ((side // size) ** 2 * channels, size * size * channels)
        ),
        "the order is: the number of patches, then the numbers in one": (
            lambda side, size, channels: (size * size * channels, (side // size) ** 2)
        ),
    },
    hints=("count on paper",),
)

ask(
    "20/2",
    "a function of dy [P, d] and order [P] that gives the gradient of x [P, d] in y = x[order]",
    lambda dy, order: dy[np.argsort(order)],
    tries=[
        (RNG.standard_normal((len(order), 3)), np.array(order))
        for order in ([1, 2, 0], [2, 0, 3, 1], [0], [4, 0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 0, 4, 1, 5])
    ],
    wrong={
        "this shuffles dy once more; each gradient has to go back to where its row came from": (
            lambda dy, order: dy[order]
        ),
        "dy is in the order of y, not of x": lambda dy, order: dy,
    },
    digits=9,
)

ask(
    "20/3",
    "a function of dy [B, P + 1, d] that gives dx [B, P, d] and dtoken [d]",
    lambda dy: (dy[:, 1:], dy[:, 0].sum(axis=0)),
    tries=[(RNG.standard_normal(shape),) for shape in ((3, 5, 5), (1, 3, 3), (4, 2, 4), (2, 3, 2))],
    wrong={
        "the token comes first, the patches after it": (
            lambda dy: (dy[:, :-1], dy[:, -1].sum(axis=0)),
            lambda dy: (dy[:, :-1], dy[:, 0].sum(axis=0)),
            lambda dy: (dy[:, 1:], dy[:, -1].sum(axis=0)),
        ),
        "all pictures share the token: sum over them, do not take the mean": (
            lambda dy: (dy[:, 1:], dy[:, 0].mean(axis=0))
        ),
        "the token is the first row only; the others are patches": lambda dy: (dy[:, 1:], dy.sum(axis=(0, 1))),
    },
    digits=9,
)
