import numpy as np


def embedding_forward(table, ids):
    return table[ids], (table, ids)


def embedding_backward(dy, cache, out=None):
    table, ids = cache
    if out is None:
        out = np.zeros_like(table)
    np.add.at(out, ids, dy)
    return (out,)
