"""Wrong answers to the exercises of chapter 20."""

import numpy as np


def token(dy):
    return dy[:, 0].sum(axis=0)


def into(dy, order):
    """Right only where the order is its own inverse"""
    y = np.empty_like(dy)
    y[np.arange(len(order))] = dy[order]
    return y


WRONG = [
    ("20/1", "the patches of one row", lambda side, size, c: (side // size, size * size * c)),
    ("20/1", "no channels", lambda side, size, c: ((side // size) ** 2, size * size)),
    ("20/1", "patches for each channel", lambda side, size, c: (c * (side // size) ** 2, size * size)),
    ("20/1", "channels twice", lambda side, size, c: (c * (side // size) ** 2, size * size * c)),
    ("20/1", "swapped", lambda side, size, c: (size * size * c, (side // size) ** 2)),
    ("20/1", "one patch at every pixel", lambda side, size, c: ((side - size + 1) ** 2, size * size * c)),
    ("20/1", "one more, for a class token", lambda side, size, c: ((side // size) ** 2 + 1, size * size * c)),
    ("20/1", "the side of a patch, not its square", lambda side, size, c: ((side // size) ** 2, size * c)),
    ("20/1", "pixels over the side", lambda side, size, c: (side * side // size, size * size * c)),
    ("20/1", "three channels for every picture", lambda side, size, c: ((side // size) ** 2, 3 * size * size)),
    ("20/1", "squared channels", lambda side, size, c: ((side // size) ** 2, (size * c) ** 2)),
    ("20/1", "their product", lambda side, size, c: side * side * c),
    ("20/2", "shuffled once more", lambda dy, order: dy[order]),
    ("20/2", "dy as it is", lambda dy, order: dy),
    ("20/2", "backwards", lambda dy, order: dy[::-1]),
    ("20/2", "once more, through an empty array", into),
    ("20/2", "sorted", lambda dy, order: np.sort(dy, axis=0)),
    ("20/2", "order from its end", lambda dy, order: dy[order[::-1]]),
    ("20/2", "sorts the wrong way round", lambda dy, order: dy[np.argsort(-order)]),
    ("20/2", "counts from 1", lambda dy, order: dy[order - 1]),
    ("20/2", "two times the order", lambda dy, order: dy[order[order]]),
    ("20/2", "divided by the rows", lambda dy, order: dy[np.argsort(order)] / len(order)),
    ("20/2", "inverse, then once more", lambda dy, order: dy[np.argsort(order)][np.argsort(order)]),
    ("20/2", "columns, too", lambda dy, order: dy[np.argsort(order)][:, ::-1]),
    ("20/3", "the token last", lambda dy: (dy[:, :-1], dy[:, -1].sum(axis=0))),
    ("20/3", "the mean over pictures", lambda dy: (dy[:, 1:], dy[:, 0].mean(axis=0))),
    ("20/3", "a token for each picture", lambda dy: (dy[:, 1:], dy[:, 0])),
    ("20/3", "the first picture only", lambda dy: (dy[:, 1:], dy[0, 0])),
    ("20/3", "the last picture only", lambda dy: (dy[:, 1:], dy[-1, 0])),
    ("20/3", "all rows for the token", lambda dy: (dy[:, 1:], dy.sum(axis=(0, 1)))),
    ("20/3", "the patches for the token", lambda dy: (dy[:, 1:], dy[:, 1:].sum(axis=(0, 1)))),
    ("20/3", "dx with the row of the token", lambda dy: (dy, token(dy))),
    ("20/3", "dx with zeros for the token", lambda dy: (dy * (np.arange(dy.shape[1]) > 0)[:, None], token(dy))),
    ("20/3", "the token's gradient spread over the patches", lambda dy: (dy[:, 1:] + dy[:, :1], token(dy))),
    ("20/3", "swapped", lambda dy: (token(dy), dy[:, 1:])),
    ("20/3", "divided by the rows", lambda dy: (dy[:, 1:] / dy.shape[1], token(dy) / dy.shape[1])),
    ("20/3", "one number", lambda dy: (dy[:, 1:], dy[:, 0].sum())),
]
