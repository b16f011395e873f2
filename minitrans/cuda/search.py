"""The state of a beam search on the GPU, and its two graphs: the start, which encodes the sentences, and a step."""

from typing import NamedTuple

import numpy as np

from ..data.ids import BOS, EOS, UNK
from ..decoding import Hypothesis, length_penalty
from ..tensor import Tensor, apply
from .fused import Ancestors, project
from .graphs import graphs_of
from .kernels import THREADS, blocks, launch
from .packed import Packed, Spans, bounds, layout

FIRST = UNK + 1  # the first id of a word


class Shape(NamedTuple):
    """All numbers that a captured search depends on; the rows and the longest have some room for other sentences."""

    sentences: int
    rows: int  # of the packed source sentences
    longest: int  # the most words of a sentence, of the source or a translation
    beam: int
    alpha: float
    nbest: int


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
    """The state of a search, all on the device: `beam` consecutive rows for each sentence.

    Its arrays stay where they are, so the graphs that its first sentences captured serve all later ones.
    """

    def __init__(self, model, shape):
        xp, config, count = model.xp, model.config, shape.sentences
        self.xp, self.shape = xp, shape
        n, dtype = count * shape.beam, model.softmax_embedding.data.dtype
        self.longest = min(shape.longest, model.longest)
        self.positions = model.position_table(self.longest)
        d_k, d_v = config.head_widths
        widths = config.heads * d_k, config.heads * d_v
        # The constants with which decode.cu is compiled.
        kind = "float" if dtype == np.float32 else "bf16"
        self.constants = dict(REAL=kind, D_K=d_k, D_V=d_v, BEAM=shape.beam, EOS=EOS, FIRST=FIRST)

        def room(*shape):
            return [tuple(xp.empty((*shape, width), dtype) for width in widths) for _ in model.decoder]

        # What the host writes.
        self.source = xp.zeros((4, shape.rows), np.int32)  # ids, places, and where the sentence begins and ends
        self.memory_rows = xp.zeros((2, n), np.int32)
        self.limits, self.longest_penalty = xp.zeros(count, np.int32), xp.zeros(count)
        # The rest.
        self.memory = [[Tensor(x, False) for x in each] for each in room(shape.rows)]
        self.memory_mask = dict(spans=Spans(*self.memory_rows, *self.memory_rows, shape.rows))
        self.length, self.waiting = xp.zeros(1, np.int32), xp.zeros(1, np.int32)
        self.caches = [KernelCache(*each, self.length, self.constants) for each in room(shape.longest, n)]
        self.ancestors, self.before = (xp.zeros((n, shape.longest), np.int32) for _ in range(2))
        self.words, self.places = xp.zeros(n, np.int32), xp.zeros(n, np.int32)
        self.parents, self.chosen = (xp.zeros((shape.longest, n), np.int32) for _ in range(2))
        self.scores, self.live = xp.zeros((count, shape.beam)), xp.zeros(count, np.int32)
        self.finished_count, places = xp.zeros(count, np.int32), (count, shape.nbest)
        integers = xp.zeros(places, np.int32), xp.zeros(places, np.int32)
        self.finished = Finished(xp.zeros(places), xp.zeros(places), *integers)
        near = shape.longest if config.attention_radius is None else config.attention_radius
        self.mask = dict(ancestors=Ancestors(self.ancestors, self.length, near))
        self.graphs = graphs_of(xp)

    def run(self, model, sentences, limits):
        """limits: the most words of each translation -> for each sentence a list of its best Hypothesis, best first"""

        def begin():
            self.begin(model)

        def step():
            self.step(model)

        self.write(sentences, limits)
        self.graphs.run(begin)
        while True:
            self.graphs.run(step)
            if not int(self.waiting[0]):
                return self.collect()

    def write(self, sentences, limits):
        """Everything that depends on the sentences."""
        sources = [[*sentence, EOS] for sentence in sentences]
        ids, places, number = layout(sources, self.shape.rows)
        of_sentence = np.array(bounds(sources))
        penalty = length_penalty(limits.astype(float), self.shape.alpha)
        memory_rows = np.repeat(of_sentence[:, :-1], self.shape.beam, axis=1)
        for array, values in (
            (self.source, np.array([ids, places, *of_sentence[:, number]], np.int32)),
            (self.memory_rows, memory_rows.astype(np.int32)),
            (self.limits, limits),
            (self.longest_penalty, penalty),
        ):
            array[...] = self.xp.asarray(values)

    def begin(self, model):
        """Encode the sentences; then one hypothesis per sentence, without words: one graph."""
        ids, places, first, end = self.source
        spans = Spans(first, end, first, end, self.shape.rows)
        memory, _ = model.encode(Packed(ids, places, None, None, spans, None, self.longest))
        for layer, kept in zip(model.decoder, self.memory, strict=True):
            for array, new in zip(kept, layer.cross_attention.project(memory), strict=True):
                array.data[...] = new.data
        for array in (self.length, self.places, self.finished_count, *self.finished[1:]):
            array[...] = 0
        self.ancestors[:, 0] = self.before[:, 0] = self.xp.arange(len(self.words), dtype=np.int32)
        self.words[...], self.live[...] = BOS, 1
        self.scores[...] = self.finished.score[...] = -np.inf
        self.scores[:, 0] = 0

    def step(self, model):
        """Add a word to each hypothesis: one graph."""
        self.places[...] = self.length
        y = apply("embed", model.target_embedding, self.positions, ids=self.words, places=self.places)
        for layer, memory, cache in zip(model.decoder, self.memory, self.caches, strict=True):
            y = layer(y, self.mask, memory, self.memory_mask, cache)
        y = model.decoder_norm(y) if model.config.norm == "pre" else y
        bias = None if model.logits_bias is None else model.logits_bias.data
        self.choose(project(y.data, model.softmax_embedding.data, bias), len(model.softmax_embedding.data))

    def choose(self, logits, vocabulary):
        """logits [n, V rounded up], overwritten"""
        xp, n, (count, _, longest, beam, alpha, nbest) = self.xp, len(logits), self.shape
        log_p, ids = xp.empty((n, beam)), xp.empty((n, beam), np.int32)
        arguments = logits, self.length, self.limits, log_p, ids, vocabulary, logits.shape[1], beam
        launch("decode", "best_words", n, 512, *arguments, **self.constants)
        arguments = log_p, ids, self.length, self.longest_penalty, self.scores, self.words, self.parents, self.chosen
        numbers = count, beam, nbest, np.float64(alpha)
        arguments = *arguments, self.finished_count, *self.finished, self.live, *numbers
        launch("decode", "grow", blocks(count, 32), 32, *arguments, **self.constants)
        arguments = self.before, self.ancestors, self.parents, self.length, n, longest
        launch("decode", "inherit", blocks(n * longest), THREADS, *arguments, **self.constants)
        self.before[...] = self.ancestors
        arguments = self.length, self.live, self.waiting, count
        launch("decode", "count", 1, THREADS, *arguments, **self.constants)

    def collect(self):
        finished = Finished(*(x.tolist() for x in self.finished))
        steps = int(self.length[0])
        parents, chosen = self.parents[:steps].tolist(), self.chosen[:steps].tolist()

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
