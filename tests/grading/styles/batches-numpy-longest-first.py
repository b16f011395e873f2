"""Sorts with NumPy by the longer side, the longest first; the batches are slices of the array of indices."""

import numpy as np


def batches(pairs, batch_tokens, rng=None):
    lengths = np.array([[len(side) + 1 for side in pair] for pair in pairs]).reshape(-1, 2)
    order = np.arange(len(pairs)) if rng is None else rng.permutation(len(pairs))
    order = order[np.argsort(-lengths[order].max(axis=1), kind="stable")]
    ends = []
    while sum(map(len, ends)) < len(order):
        rest = order[sum(map(len, ends)) :]
        fitting = int((np.cumsum(lengths[rest], axis=0).max(axis=1) <= batch_tokens).sum())
        ends.append(rest[: max(fitting, 1)])
    return ends if rng is None else [ends[i] for i in rng.permutation(len(ends))]
