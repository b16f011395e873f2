"""Beam search that stays on the GPU: a step is one graph, and one number tells the host whether to go on.

The search is that of `decoding.beam_search`.  All sentences stay in the batch until the last one is done.
"""

from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ..data.batching import Padded, pad
from ..data.ids import BOS, EOS, UNK
from ..decoding import Hypothesis, length_penalty
from ..tensor import Tensor, apply, no_grad
from .fused import Ancestors
from .graphs import graphs_of
from .kernels import THREADS, blocks, launch
from .matmul import matmul
from .packed import Spans
from .step import lowered

FIRST = UNK + 1  # of the ids that are words


def beam_search(model, sentences, *, beam=4, alpha=0.6, max_extra=50, nbest=1):
    """The signature and the result of `decoding.beam_search`."""
    worker = current(model)
    graphs = graphs_of(model.xp)
    with no_grad(), graphs.stream:
        return Search(worker, sentences, beam, alpha, max_extra, nbest).run(graphs.run)


COPIES = WeakKeyDictionary()  # model: what `lowered` made of it


def current(model):
    """The model, or its copy in lower precision with the weights of now."""
    if model.config.dtype != "bfloat16":
        return model
    if model not in COPIES:
        COPIES[model] = lowered(model)
    worker, copy = COPIES[model]
    copy[...] = model.flat
    return worker


class Ended(NamedTuple):
    """The `nbest` best hypotheses of each sentence that have ended, arrays [sentences, nbest], best first."""

    score: np.ndarray
    log_probability: np.ndarray
    length: np.ndarray
    row: np.ndarray  # that had the end as its newest word


class KernelCache:
    """The KV cache of a layer, arrays [longest, hypotheses, width]; see `Ancestors` for whose each entry is."""

    def __init__(self, keys, values, length, constants):
        self.arrays, self.length, self.constants = (keys, values), length, constants

    def extend(self, keys_values):
        """Write down the newest keys and values -> all of them, Tensors"""
        for new, array in zip(keys_values, self.arrays, strict=True):
            arguments = new.data, array, self.length, new.data.size
            launch("decode", "append", blocks(new.data.size // 4), THREADS, *arguments, **self.constants)
        return [Tensor(array, False) for array in self.arrays]


class Search:
    """What a search remembers, all of it on the device: `beam` rows for each sentence, side by side."""

    def __init__(self, model, sentences, beam, alpha, max_extra, nbest):
        xp, config, count = model.xp, model.config, len(sentences)
        self.model, self.beam, self.alpha, self.nbest, self.count = model, beam, alpha, nbest, count
        limits = np.minimum([len(sentence) + max_extra for sentence in sentences], model.longest).astype(np.int32)
        self.longest, self.rows = int(limits.max()), count * beam
        self.positions = model.position_table(self.longest)
        source = xp.asarray(pad([[*sentence, EOS] for sentence in sentences]))
        memory, _ = model.encode(Padded(source))
        self.memory = [layer.cross_attention.project(memory) for layer in model.decoder]
        first = np.repeat(np.arange(count) * source.shape[1], beam)
        end = first + np.repeat([len(sentence) + 1 for sentence in sentences], beam)
        first, end = (xp.asarray(x, np.int32) for x in (first, end))
        self.memory_mask = dict(spans=Spans(first, end, first, end, source.shape[1]))
        shape, dtype = (self.longest, self.rows), self.memory[0][0].data.dtype
        widths = [x.data.shape[1] for x in self.memory[0]]
        # What decode.cu is compiled for.
        d_k, d_v = (width // config.heads for width in widths)
        kind = "float" if dtype == np.float32 else "bf16"
        self.constants = dict(REAL=kind, D_K=d_k, D_V=d_v, BEAM=beam, EOS=EOS, FIRST=FIRST)
        self.length, self.waiting = xp.zeros(1, np.int32), xp.zeros(1, np.int32)
        self.caches = [
            KernelCache(*(xp.empty((*shape, width), dtype) for width in widths), self.length, self.constants)
            for _ in model.decoder
        ]
        self.ancestors = xp.zeros((self.rows, self.longest), np.int32)
        self.ancestors[:, 0] = xp.arange(self.rows)
        self.before = self.ancestors.copy()
        self.words, self.places = xp.full(self.rows, BOS, np.int32), xp.zeros(self.rows, np.int32)
        self.parents, self.found = xp.zeros(shape, np.int32), xp.zeros(shape, np.int32)
        self.scores = xp.full((count, beam), -np.inf)
        self.scores[:, 0] = 0  # at first there is one hypothesis, without words
        self.limits, self.live = xp.asarray(limits), xp.ones(count, np.int32)
        self.longest_penalty = xp.asarray(length_penalty(limits.astype(float), alpha))
        self.taken = xp.zeros(count, np.int32)
        places = count, nbest
        integers = xp.zeros(places, np.int32), xp.zeros(places, np.int32)
        self.ended = Ended(xp.full(places, -np.inf), xp.zeros(places), *integers)
        near = self.longest if config.attention_radius is None else config.attention_radius
        self.mask = dict(ancestors=Ancestors(self.ancestors, self.length, near))

    def run(self, step):
        """-> for each sentence its best Hypothesis, best first"""
        while True:
            step(self.step)
            if not int(self.waiting[0]):
                return self.collect()

    def step(self):
        """Add a word to each hypothesis."""
        model = self.model
        self.places[...] = self.length
        y = apply("embed", model.target_embedding, self.positions, ids=self.words, places=self.places)
        for layer, memory, cache in zip(model.decoder, self.memory, self.caches, strict=True):
            y = layer(y, self.mask, memory, self.memory_mask, cache)
        y = model.decoder_norm(y) if model.config.norm == "pre" else y
        self.choose(y.data, model.softmax_embedding.data)

    def choose(self, y, table):
        xp, (n, vocabulary), beam = self.model.xp, (len(y), len(table)), self.beam
        logits = xp.empty((n, -(-vocabulary // 8) * 8), y.dtype)
        matmul(y, table.T, out=logits[:, :vocabulary])
        log_p, ids = xp.empty((n, beam)), xp.empty((n, beam), np.int32)
        arguments = logits, self.length, self.limits, log_p, ids, vocabulary, logits.shape[1], beam
        launch("decode", "best_words", n, 512, *arguments, **self.constants)
        arguments = log_p, ids, self.length, self.longest_penalty, self.scores, self.words, self.parents, self.found
        numbers = self.count, beam, self.nbest, np.float64(self.alpha)
        arguments = *arguments, self.taken, *self.ended, self.live, *numbers
        launch("decode", "grow", blocks(self.count, 32), 32, *arguments, **self.constants)
        arguments = self.before, self.ancestors, self.parents, self.length, n, self.longest
        launch("decode", "inherit", blocks(n * self.longest), THREADS, *arguments, **self.constants)
        self.before[...] = self.ancestors
        arguments = self.length, self.live, self.waiting, self.count
        launch("decode", "count", 1, THREADS, *arguments, **self.constants)

    def collect(self):
        ended = Ended(*(x.tolist() for x in self.ended))
        parents, found = self.parents.tolist(), self.found.tolist()

        def words(length, row):
            ids = []
            for step in reversed(range(length)):
                ids.append(found[step][row])
                row = parents[step][row]
            return ids[:0:-1]  # from the first, without the end

        return [
            [Hypothesis(s, p, words(n, row)) for s, p, n, row in zip(*each, strict=True) if n]
            for each in zip(*ended, strict=True)
        ]
