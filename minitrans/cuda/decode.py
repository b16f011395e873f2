"""Decoding as one CUDA graph per step of a search: launching its kernels one by one takes longer than running them.

A graph has fixed shapes and addresses.  So a Decoder has rows for all hypotheses of a batch, and places for all words
of a hypothesis.  Rows that no longer have a hypothesis are still computed, and their results are ignored.

Keys and values never move.  A hypothesis has a table of the rows that hold those of its words, and only the tables are
reordered.  Row r of place p is written once in a search: at step p, for the hypothesis that is then in row r.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..nn import Transformer
from ..tensor import Tensor, no_grad
from .best_words import best_words
from .graphs import Graphs
from .ops.products import project
from .packed import Packed, Spans

PLACES = 32  # words of a hypothesis, to begin with


@lru_cache(1)  # so that its arrays and its graph serve all searches
def decoder(model):
    """-> the Decoder of a Transformer; other models, such as an Ensemble, as they are"""
    return Decoder(model) if isinstance(model, Transformer) else model


class Decoder:
    """A model for `decoding.beam_search`, and the state of its search: one at a time, with its arrays and its graph.

    The model itself takes the first step, with one hypothesis for each sentence.
    sizes: the largest numbers so far of hypotheses, sentences, words in a sentence, and places
    length: the words of each hypothesis.  order: the rows of the last step that continue.  owner: their sentences
    """

    def __init__(self, model):
        self.model, self.sizes, self.best_words = model, (0, 0, 0, 0), best_words

    def __getattr__(self, name):
        return getattr(self.model, name)

    def start(self, source):
        self.first, self.length = self.model.start(source), 0
        return self

    def step(self, words, state):
        """The newest word of each hypothesis, ids [N] -> logits [N, V]"""
        self.length += 1
        if self.first:
            return self.model.step(words, self.first)
        if self.length > self.sizes[3]:
            self.lengthen()
        n, of_rows = len(words), self.xp.asarray([self.order, self.owner], np.int32)
        with self.graphs.in_order():
            self.numbers[0, :n] = words
            self.numbers[1:3, :n] = of_rows
            self.numbers[3] = self.length - 1  # of all: a row without a hypothesis must not write to earlier places
            self.graphs.run(self.next_words)
        return self.logits[:n, : self.config.vocabulary]

    def select(self, hypotheses, sentences):
        if not self.first:
            self.order, self.owner = hypotheses, self.owner[hypotheses]
        elif len(hypotheses):
            self.owner = np.repeat(sentences, len(hypotheses) // len(sentences))
            self.order = np.arange(len(hypotheses))
            self.make_room(len(hypotheses), *self.first.key_mask.shape, PLACES)
            self.move_in(self.xp.asarray(hypotheses))

    def make_room(self, *sizes):
        """Make arrays of at least these sizes.  If a size grows, all arrays are made anew, and none gets smaller."""
        sizes = tuple(map(max, sizes, self.sizes))
        if sizes != self.sizes or not self.graphs:  # or there was not enough memory last time
            self.past = self.memory = self.graphs = None  # their memory may be needed
            rows, sentences, source, places = sizes
            xp, config, layers = self.model.xp, self.model.config, self.model.decoder
            widths = [config.heads * d for d in config.head_widths]
            # Of each layer: keys and values of the words so far, and of the encoder's output
            self.past, self.memory = (
                [[Tensor(xp.zeros((n, width), np.float32), False) for width in widths] for _ in layers]
                for n in (places * rows, sentences * source)
            )
            self.table = xp.zeros((rows, places), np.int32)  # of each hypothesis, the rows of `past` with its words
            self.lengths = xp.zeros(sentences, np.int32)
            self.numbers = xp.zeros((4, rows), np.int32)  # of each: newest word, row before, sentence, place
            self.sizes, self.graphs = sizes, Graphs(xp)

    def move_in(self, hypotheses):
        """Copy these rows of the model's state, after its first step."""
        state, self.first = self.first, None
        sentences, source = state.key_mask.shape
        self.lengths[:sentences] = state.key_mask.sum(axis=1)
        for memory, past, of_memory, cache in zip(self.memory, self.past, state.memory, state.caches, strict=True):
            for kept, of_source, newest, of_word in zip(memory, of_memory, past, cache.arrays, strict=True):
                kept.data.reshape(*self.sizes[1:3], -1)[:sentences, :source] = of_source.data
                newest.data[: len(hypotheses)] = of_word[hypotheses, 0]
        self.table[:, 0] = self.xp.arange(len(self.table), dtype=np.int32)

    def lengthen(self):
        """Double the number of places.  Their contents do not move."""
        for x in sum(self.past, []):
            x.data = self.xp.concatenate([x.data] * 2)
        self.table = self.xp.concatenate([self.table] * 2, axis=1)
        self.sizes, self.graphs = (*self.sizes[:3], self.table.shape[1]), Graphs(self.xp)

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
            for layer, memory, past in zip(model.decoder, self.memory, self.past, strict=True):
                y = layer(y, mask, memory, memory_mask, Cache(past, here))
            y = model.decoder_norm(y) if config.norm == "pre" else y
        bias = None if model.logits_bias is None else model.logits_bias.data
        self.logits = project(y.data, model.softmax_embedding.data, bias)


class Cache(NamedTuple):
    """The KV cache of a layer: the rows `here` are those of the newest words."""

    past: list
    here: np.ndarray

    def extend(self, keys_values):
        for past, new in zip(self.past, keys_values, strict=True):
            past.data[self.here] = new.data
        return self.past
