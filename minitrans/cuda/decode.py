"""Beam search on the GPU: each step is one CUDA graph, and the host reads one number, whether to continue.

The result is that of `decoding.beam_search`.  All sentences stay in the batch until the last one is finished.
"""

from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ..data.batching import Padded, pad
from ..data.ids import BOS, EOS, UNK
from ..decoding import Hypothesis, length_penalty
from ..tensor import Tensor, apply, no_grad
from .fused import Ancestors, project
from .graphs import graphs_of
from .kernels import THREADS, blocks, launch
from .packed import Spans
from .step import lowered

FIRST = UNK + 1  # the first id of a word


def beam_search(model, sentences, *, beam=4, alpha=0.6, max_extra=50, nbest=1):
    """Beam search with the signature and the result of `decoding.beam_search`."""
    worker = current(model)
    graphs = graphs_of(model.xp)
    with no_grad(), graphs.stream:
        return Search(worker, sentences, beam, alpha, max_extra, nbest).run(graphs.run)


COPIES = WeakKeyDictionary()  # {model: result of `lowered`}


def current(model):
    """The model, or its copy in bfloat16 with the current weights."""
    if model.config.dtype != "bfloat16":
        return model
    if model not in COPIES:
        COPIES[model] = lowered(model)
    worker, copy = COPIES[model]
    copy[...] = model.flat
    return worker


class Finished(NamedTuple):
    """The `nbest` best finished hypotheses of each sentence, arrays [sentences, nbest], best first."""

    score: np.ndarray
    log_probability: np.ndarray
    length: np.ndarray
    row: np.ndarray  # the row of the hypothesis when EOS was its newest word


class KernelCache:
    """The KV cache of a layer, arrays [longest, hypotheses, width]; `Ancestors` says whose entries these are."""

    def __init__(self, keys, values, length, constants):
        self.arrays, self.length, self.constants = (keys, values), length, constants

    def extend(self, keys_values):
        """Append the keys and values of the newest words -> all keys and values, Tensors"""
        for new, array in zip(keys_values, self.arrays, strict=True):
            arguments = new.data, array, self.length, new.data.size
            launch("decode", "append", blocks(new.data.size // 4), THREADS, *arguments, **self.constants)
        return [Tensor(array, False) for array in self.arrays]


class Search:
    """The state of a search, all on the device: `beam` consecutive rows for each sentence."""

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
        # The constants with which decode.cu is compiled.
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
        self.parents, self.chosen = xp.zeros(shape, np.int32), xp.zeros(shape, np.int32)
        self.scores = xp.full((count, beam), -np.inf)
        self.scores[:, 0] = 0  # at first one hypothesis per sentence, without words
        self.limits, self.live = xp.asarray(limits), xp.ones(count, np.int32)
        self.longest_penalty = xp.asarray(length_penalty(limits.astype(float), alpha))
        self.finished_count = xp.zeros(count, np.int32)
        places = count, nbest
        integers = xp.zeros(places, np.int32), xp.zeros(places, np.int32)
        self.finished = Finished(xp.full(places, -np.inf), xp.zeros(places), *integers)
        near = self.longest if config.attention_radius is None else config.attention_radius
        self.mask = dict(ancestors=Ancestors(self.ancestors, self.length, near))

    def run(self, step):
        """-> for each sentence a list of its best Hypothesis, best first"""
        while True:
            step(self.step)
            if not int(self.waiting[0]):
                return self.collect()

    def step(self):
        """Add a word to each hypothesis: one graph."""
        model = self.model
        self.places[...] = self.length
        y = apply("embed", model.target_embedding, self.positions, ids=self.words, places=self.places)
        for layer, memory, cache in zip(model.decoder, self.memory, self.caches, strict=True):
            y = layer(y, self.mask, memory, self.memory_mask, cache)
        y = model.decoder_norm(y) if model.config.norm == "pre" else y
        bias = None if model.logits_bias is None else model.logits_bias.data
        self.choose(project(y.data, model.softmax_embedding.data, bias), len(model.softmax_embedding.data))

    def choose(self, logits, vocabulary):
        """logits [n, V rounded up], overwritten"""
        xp, n, beam = self.model.xp, len(logits), self.beam
        log_p, ids = xp.empty((n, beam)), xp.empty((n, beam), np.int32)
        arguments = logits, self.length, self.limits, log_p, ids, vocabulary, logits.shape[1], beam
        launch("decode", "best_words", n, 512, *arguments, **self.constants)
        arguments = log_p, ids, self.length, self.longest_penalty, self.scores, self.words, self.parents, self.chosen
        numbers = self.count, beam, self.nbest, np.float64(self.alpha)
        arguments = *arguments, self.finished_count, *self.finished, self.live, *numbers
        launch("decode", "grow", blocks(self.count, 32), 32, *arguments, **self.constants)
        arguments = self.before, self.ancestors, self.parents, self.length, n, self.longest
        launch("decode", "inherit", blocks(n * self.longest), THREADS, *arguments, **self.constants)
        self.before[...] = self.ancestors
        arguments = self.length, self.live, self.waiting, self.count
        launch("decode", "count", 1, THREADS, *arguments, **self.constants)

    def collect(self):
        finished = Finished(*(x.tolist() for x in self.finished))
        parents, chosen = self.parents.tolist(), self.chosen.tolist()

        def words(length, row):
            ids = []
            for step in reversed(range(length)):
                ids.append(chosen[step][row])
                row = parents[step][row]
            return ids[:0:-1]  # first word first, without EOS

        return [
            [Hypothesis(s, p, words(n, row)) for s, p, n, row in zip(*each, strict=True) if n]
            for each in zip(*finished, strict=True)
        ]
