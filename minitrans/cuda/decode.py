"""Beam search on the GPU: each step is one CUDA graph, and the host reads one number, whether to continue.

The result is that of `decoding.beam_search`.  All sentences stay in the batch until the last one is finished.
"""

from weakref import WeakKeyDictionary

import numpy as np

from ..tensor import no_grad
from .search import Search, Shape
from .step import lowered

KEPT = 6  # searches, with their graphs and KV caches, for sentences of the same shape later


def beam_search(model, sentences, *, beam=4, alpha=0.6, max_extra=50, nbest=1):
    """Beam search with the signature and the result of `decoding.beam_search`."""
    lengths = np.array([len(sentence) + 1 for sentence in sentences])  # EOS counts
    model.position_table(lengths.max())  # UserError if there are too few
    limits = np.minimum(lengths - 1 + max_extra, model.longest).astype(np.int32)
    longest = max(lengths.max(), limits.max())
    shape = Shape(len(lengths), len(lengths) * up(lengths.mean(), 8), up(longest, 32), beam, alpha, nbest)
    worker, copy = worker_of(model)
    search = search_of(worker, shape)
    with no_grad(), search.graphs.synchronized():
        if copy is not None:
            copy[...] = model.flat
        return search.run(worker, sentences, limits)


COPIES = WeakKeyDictionary()  # {model: result of `lowered`}


def worker_of(model):
    """-> (the model with weights of config.dtype, their flat array if it is a copy)"""
    if model.config.dtype != "bfloat16":
        return model, None
    if model not in COPIES:
        COPIES[model] = lowered(model)
    return COPIES[model]


def up(number, multiple):
    """The least multiple that is not below the number."""
    return -int(-number // multiple) * multiple


SEARCHES = WeakKeyDictionary()  # {model: {shape: Search}}, the newest last


def search_of(model, shape):
    """A Search that is kept, or a new one in place of the one that was not used for longest."""
    kept = SEARCHES.setdefault(model, {})
    kept[shape] = kept.pop(shape, None) or Search(model, shape)
    if len(kept) > KEPT:
        del kept[next(iter(kept))]
    return kept[shape]
