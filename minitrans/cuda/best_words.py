"""The choice of words of a search as one kernel, see best_words.cu."""

import numpy as np

from ..backend import array_module, to_numpy
from .kernels import launch


def best_words(logits, count, only_end):
    """`decoding.best_words` in one kernel.  It always gives `count` words, with -inf where the vocabulary has no more.

    Only when these are read does a step wait for the GPU.
    """
    xp, (n, vocabulary) = array_module(logits), logits.shape
    chosen = xp.empty((n, 2, count), np.float32)
    arguments = logits, xp.asarray(only_end, np.int32), chosen, vocabulary, logits.strides[0] // 4, count
    launch("best_words", "best_words", n, 1024, *arguments)
    log_p, ids = to_numpy(chosen).astype(float).swapaxes(0, 1)
    return log_p, ids.astype(int)
