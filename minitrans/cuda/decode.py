"""Decoding as one CUDA graph per step of a search, because a step has some 500 short kernels.

A graph has fixed shapes and addresses.  So a Room has rows for all hypotheses of a batch, and places for all words of a
hypothesis.  Rows that have no hypothesis any more are computed too, and nobody looks at them.
"""

from typing import NamedTuple

import numpy as np

from ..backend import array_module, synchronize
from ..nn import Transformer
from ..tensor import Tensor, no_grad
from .graphs import graphs_of
from .ops.products import project
from .packed import Packed, Spans

PLACES = 32  # words of a hypothesis, to begin with


def decoder(model):
    """-> the Decoder of a Transformer; other models, such as an Ensemble, as they are"""
    return Decoder(model) if isinstance(model, Transformer) else model


class Decoder:
    """A model with `start` and `step` for `decoding.beam_search`.  Its room serves all batches that fit into it."""

    def __init__(self, model):
        self.model, self.room = model, None

    def __getattr__(self, name):
        return getattr(self.model, name)

    def start(self, source):
        return Beams(self, self.model.start(source))

    def step(self, words, state):
        return state.step(words)

    def room_for(self, *sizes):
        """-> a room of at least these sizes; the last one if it is large enough"""
        if self.room is None or any(have < need for have, need in zip(self.room.sizes, sizes, strict=True)):
            self.room = None  # its memory may be needed
            self.room = Room(self.model, *sizes)
        return self.room


class Beams:
    """The state of a search, as `nn.DecoderState`: at first one, with one hypothesis for each sentence, then a room.

    order: the rows of the last step that go on.  owner: their sentences.  length: the words of each hypothesis
    """

    def __init__(self, decoder, first):
        self.decoder, self.first, self.length = decoder, first, 0

    def step(self, words):
        self.length += 1
        if self.first:
            return self.decoder.model.step(words, self.first)
        if self.length > self.decoder.room.sizes[-1]:
            self.decoder.room = self.decoder.room.longer()
        return self.decoder.room.step(words, self.order, self.owner, self.length)

    def select(self, hypotheses, sentences):
        if not self.first:
            self.order, self.owner = hypotheses, self.owner[hypotheses]
        elif len(hypotheses):
            self.owner = np.repeat(sentences, len(hypotheses) // len(sentences))
            self.order = np.arange(len(hypotheses))
            room = self.decoder.room_for(len(hypotheses), *self.first.key_mask.shape, PLACES)
            room.move_in(self.first, hypotheses)
            self.first = None


def of_layer(arrays, i):
    """Arrays [layers, .., width] -> rows [.., width] of layer i"""
    return [Tensor(x[i].reshape(-1, x.shape[-1]), False) for x in arrays]


class Room:
    """Arrays of hypotheses, and the graph of a step.  sizes: the most hypotheses, sentences, their words, and places"""

    def __init__(self, model, *sizes):
        xp, config = model.xp, model.config
        self.model, self.sizes = model, sizes
        rows, sentences, source, places = sizes
        widths = [config.heads * width for width in config.head_widths]
        # Keys and values of the words so far, and of the encoder's output
        self.past, self.memory = (
            [xp.zeros((len(model.decoder), *shape, width), np.float32) for width in widths]
            for shape in ((rows, places), (sentences, source))
        )
        self.lengths = xp.zeros(sentences, np.int32)
        self.numbers = xp.zeros((4, rows), np.int32)  # of each hypothesis: newest word, row before, sentence, place
        self.graphs = graphs_of(xp)

    def move_in(self, state, hypotheses):
        """Take over a DecoderState after its first step, with the rows `hypotheses` of it"""
        sentences, source = state.key_mask.shape
        hypotheses = array_module(state.key_mask).asarray(hypotheses)
        self.lengths[:sentences] = state.key_mask.sum(axis=1)
        for i, (memory, cache) in enumerate(zip(state.memory, state.caches, strict=True)):
            for into, of_memory, past, of_past in zip(self.memory, memory, self.past, cache.arrays, strict=True):
                into[i, :sentences, :source] = of_memory.data
                past[i, : len(hypotheses), :1] = of_past[hypotheses]

    def longer(self):
        """-> a room with twice as many places, and the same hypotheses in it"""
        *others, places = self.sizes
        room = Room(self.model, *others, 2 * places)
        room.memory, room.lengths = self.memory, self.lengths
        for old, new in zip(self.past, room.past, strict=True):
            new[:, :, :places] = old
        return room

    def step(self, words, order, owner, length):
        """The newest word of each hypothesis, ids [N] -> logits [N, V]; see Beams"""
        n, xp = len(words), array_module(self.numbers)
        with self.graphs.synchronized():
            self.numbers[0, :n] = words
            self.numbers[1:, :n] = xp.asarray(np.array([order, owner, np.full(n, length - 1)], np.int32))
            self.graphs.run(self.next_words)
        synchronize(xp)
        return self.logits[:n, : self.model.config.vocabulary]

    def next_words(self):
        """The graph: put the rows of the caches in their new order, and compute the logits of all rows."""
        model, config, xp = self.model, self.model.config, array_module(self.numbers)
        rows, _, source, places = self.sizes
        words, order, owner, place = self.numbers
        for past in (layer for pasts in self.past for layer in pasts):  # one by one, as each needs a copy
            past[...] = past[order]
        first = xp.arange(rows, dtype=np.int32) * np.int32(places)
        here, radius = first + place, config.attention_radius
        start = first if radius is None else xp.maximum(first, here - np.int32(radius))
        mask = dict(spans=Spans(start, here + np.int32(1), None, None, places))
        start = owner * np.int32(source)
        memory_mask = dict(spans=Spans(start, start + self.lengths[owner], None, None, source))
        newest = Packed(words, place, None, None, None, None, min(places, model.longest))
        with no_grad():
            y = model.embed(model.target_embedding, newest, model.target_site)
            for i, layer in enumerate(model.decoder):
                y = layer(y, mask, of_layer(self.memory, i), memory_mask, Cache(of_layer(self.past, i), here))
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
