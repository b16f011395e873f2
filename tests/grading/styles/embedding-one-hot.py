import numpy as np


def embedding_forward(table, ids):
    onehot = (ids[..., None] == np.arange(len(table))).astype(table.dtype)
    return onehot @ table, onehot


def embedding_backward(dy, onehot):
    vocabulary, d = onehot.shape[-1], dy.shape[-1]
    return [onehot.reshape(-1, vocabulary).T @ dy.reshape(-1, d)]
