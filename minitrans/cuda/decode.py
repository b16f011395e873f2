"""Decoding as one CUDA graph per step of a search, because a step has some 500 short kernels.

A graph has fixed shapes and addresses.  So a Decoder has rows for all hypotheses of a batch, and places for all words
of a hypothesis.  Rows that have no hypothesis any more are computed too, and nobody looks at them.

No key or value moves: a hypothesis has a table of the rows that hold those of its words, and only the tables get a new
order.  Row r of place p is written at step p, for the hypothesis that is then in row r, and not again in this search.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..backend import array_module, synchronize
from ..nn import Transformer
from ..tensor import Tensor, no_grad
from .graphs import graphs_of
from .ops.products import project
from .packed import Packed, Spans

PLACES = 32  # words of a hypothesis, to begin with


@lru_cache(1)  # so that its arrays and its graph serve all searches
def decoder(model):
    """-> the Decoder of a Transformer; other models, such as an Ensemble, as they are"""
    return Decoder(model) if isinstance(model, Transformer) else model


class Decoder:
    """A model with `start` and `step` for `decoding.beam_search`, with the arrays of a search and the graph of a step.

    sizes: the most hypotheses, sentences, their words, and places, so far
    """

    def __init__(self, model):
        self.model, self.sizes = model, (0, 0, 0, 0)

    def __getattr__(self, name):
        return getattr(self.model, name)

    def start(self, source):
        return Beams(self, self.model.start(source))

    def step(self, words, state):
        return state.step(words)

    def make_room(self, *sizes):
        """Have arrays of at least these sizes; a new size makes all of them anew, and none smaller."""
        sizes = tuple(map(max, sizes, self.sizes))
        if sizes != self.sizes or not self.graphs:  # or the memory was not enough last time
            self.past = self.memory = self.graphs = None  # their memory may be needed
            rows, sentences, source, places = sizes
            xp, config = self.model.xp, self.model.config
            # Keys and values of the words so far, and of the encoder's output
            self.past, self.memory = (
                [xp.zeros((config.depths[1], *shape, config.heads * d), np.float32) for d in config.head_widths]
                for shape in ((places, rows), (sentences, source))
            )
            self.table = xp.zeros((rows, places), np.int32)  # of each hypothesis, the rows of `past` with its words
            self.lengths = xp.zeros(sentences, np.int32)
            self.numbers = xp.zeros((4, rows), np.int32)  # of each: newest word, row before, sentence, place
            self.sizes, self.graphs = sizes, graphs_of(xp)

    def move_in(self, state, hypotheses):
        """Take over a DecoderState after its first step, with the rows `hypotheses` of it"""
        sentences, source = state.key_mask.shape
        hypotheses = array_module(state.key_mask).asarray(hypotheses)
        self.lengths[:sentences] = state.key_mask.sum(axis=1)
        for i, (memory, cache) in enumerate(zip(state.memory, state.caches, strict=True)):
            for into, of_memory, past, of_past in zip(self.memory, memory, self.past, cache.arrays, strict=True):
                into[i, :sentences, :source] = of_memory.data
                past[i, 0, : len(hypotheses)] = of_past[hypotheses, 0]
        self.table[:, 0] = self.xp.arange(len(self.table), dtype=np.int32)

    def lengthen(self):
        """Twice as many places.  What is in them does not move."""
        *self.past, self.table = (self.xp.concatenate([x, x], axis=1) for x in (*self.past, self.table))
        self.sizes, self.graphs = (*self.sizes[:3], self.table.shape[1]), graphs_of(self.xp)

    def next_logits(self, words, order, owner, length):
        """The newest word of each hypothesis, ids [N] -> logits [N, V]; see Beams"""
        n, xp = len(words), self.xp
        with self.graphs.synchronized():
            self.numbers[0, :n] = words
            self.numbers[1:3, :n] = xp.asarray(np.array([order, owner], np.int32))
            self.numbers[3] = length - 1  # of all rows, or one without a hypothesis would write to an earlier place
            self.graphs.run(self.next_words)
        synchronize(xp)
        return self.logits[:n, : self.config.vocabulary]

    def next_words(self):
        """The graph: put the tables in their new order, and compute the logits of all rows."""
        model, config, xp = self.model, self.model.config, self.xp
        rows, _, source, places = self.sizes
        words, order, owner, place = self.numbers
        row = xp.arange(rows, dtype=np.int32)
        first, here = row * places, place * rows + row
        newest, radius = first + place, config.attention_radius
        self.table[...] = self.table[order]
        self.table.reshape(-1)[newest] = here
        start = first if radius is None else xp.maximum(first, newest - radius)
        mask = dict(spans=Spans(start, newest + 1, None, None, places, self.table))
        start = owner * source
        memory_mask = dict(spans=Spans(start, start + self.lengths[owner], None, None, source))
        words = Packed(words, place, None, None, None, None, min(places, model.longest))
        with no_grad():
            y = model.embed(model.target_embedding, words, model.target_site)
            for i, layer in enumerate(model.decoder):
                y = layer(y, mask, of_layer(self.memory, i), memory_mask, Cache(of_layer(self.past, i), here))
            y = model.decoder_norm(y) if config.norm == "pre" else y
        bias = None if model.logits_bias is None else model.logits_bias.data
        self.logits = project(y.data, model.softmax_embedding.data, bias)


class Beams:
    """The state of a search, as `nn.DecoderState`: at first one, with one hypothesis for each sentence.

    order: the rows of the last step that go on.  owner: their sentences.  length: the words of each hypothesis
    """

    def __init__(self, decoder, first):
        self.decoder, self.first, self.length = decoder, first, 0

    def step(self, words):
        self.length += 1
        if self.first:
            return self.decoder.model.step(words, self.first)
        if self.length > self.decoder.sizes[3]:
            self.decoder.lengthen()
        return self.decoder.next_logits(words, self.order, self.owner, self.length)

    def select(self, hypotheses, sentences):
        if not self.first:
            self.order, self.owner = hypotheses, self.owner[hypotheses]
        elif len(hypotheses):
            self.owner = np.repeat(sentences, len(hypotheses) // len(sentences))
            self.order = np.arange(len(hypotheses))
            self.decoder.make_room(len(hypotheses), *self.first.key_mask.shape, PLACES)
            self.decoder.move_in(self.first, hypotheses)
            self.first = None


def of_layer(arrays, i):
    """Arrays [layers, .., width] -> rows [.., width] of layer i"""
    return [Tensor(x[i].reshape(-1, x.shape[-1]), False) for x in arrays]


class Cache(NamedTuple):
    """The KV cache of a layer: the rows `here` are those of the newest words."""

    past: list
    here: np.ndarray

    def extend(self, keys_values):
        for past, new in zip(self.past, keys_values, strict=True):
            past.data[self.here] = new.data
        return self.past
