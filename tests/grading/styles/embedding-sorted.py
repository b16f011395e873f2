import numpy as np


def embedding_forward(table, ids):
    return table[ids], (table.shape, ids)


def embedding_backward(dy, cache, out=None):
    """Sorts the gradients by id, then takes one sum per id."""
    shape, ids = cache
    order = np.argsort(ids, axis=None, kind="stable")
    picked, first = np.unique(ids.ravel()[order], return_index=True)
    sums = np.add.reduceat(dy.reshape(-1, shape[1])[order], first, axis=0)
    dtable = np.zeros(shape, dy.dtype) if out is None else out
    dtable[picked] += sums
    return (dtable,)
