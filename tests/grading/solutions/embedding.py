import numpy as np


def embedding_forward(table, ids):
    y = np.take(table, ids, axis=0)
    return y, (table.shape, ids)


def embedding_backward(dy, cache, out=None):
    shape, ids = cache
    dtable = np.zeros(shape, dy.dtype) if out is None else out
    for where, row in np.ndenumerate(ids):
        dtable[row] += dy[where]
    return (dtable,)
