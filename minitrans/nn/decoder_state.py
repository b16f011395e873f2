"""The KV cache of decoding: each step computes one new position instead of the whole sentence."""

from ..backend import array_module
from ..tensor import Tensor

ROOM = 8  # words that fit into a KeyValueCache before it is copied to a larger one; `select` copies this room too


class KeyValueCache:
    """Keys and values of the words so far in one decoder layer, for N hypotheses: arrays [N, length, width].

    They are the beginning of larger arrays, so the next word needs no copy of all words before it.  With a radius
    (restricted attention), `arrays` has only the newest radius + 1 words.
    """

    def __init__(self, keys, values, radius=None):
        self.buffers, self.length, self.radius = [keys, values], keys.shape[1], radius

    @property
    def arrays(self):
        first = 0 if self.radius is None else max(0, self.length - self.radius - 1)
        return [x[:, first : self.length] for x in self.buffers]

    def extend(self, keys_values):
        """Append the rows [N, width] of the newest word -> all keys and values, Tensors [N, length + 1, width]"""
        if self.length == self.buffers[0].shape[1]:
            self.buffers = [with_room(x) for x in self.arrays]
            self.length = self.buffers[0].shape[1] - ROOM
        for buffer, new in zip(self.buffers, keys_values, strict=True):
            buffer[:, self.length] = new.data
        self.length += 1
        xp = array_module(self.buffers[0])
        return [Tensor(xp.ascontiguousarray(x), False) for x in self.arrays]  # GPU kernels read arrays without gaps

    def select(self, hypotheses):
        self.buffers = [x[hypotheses] for x in self.buffers]


def with_room(x):
    """A copy of x [N, length, width] with ROOM more words, which are not set yet"""
    xp = array_module(x)
    return xp.concatenate([x, xp.empty((len(x), ROOM, x.shape[2]), x.dtype)], axis=1)


class DecoderState:
    """The state of decoding B sentences with N hypotheses, equally many for each sentence.

    memory: for each layer the keys and values of the encoder's output, Tensors [B, S, width].  All hypotheses of a
        sentence share them.  key_mask [B, S]: True = a word, False = padding.
    table [d_model, V]: the softmax matrix; its columns are the pieces.
    caches: for each layer a KeyValueCache.  length: the number of words of each hypothesis.
    """

    def __init__(self, projected, key_mask, table, radius=None):
        """projected: for each layer the keys and values of the encoder's output, rows [B * S, width]"""
        xp, batch = array_module(key_mask), len(key_mask)
        self.key_mask, self.table, self.length, self.radius = key_mask, table, 0, radius
        self.memory = [[Tensor(t.data.reshape(batch, -1, t.data.shape[1]), False) for t in pair] for pair in projected]
        empty = [[xp.empty((batch, 0, t.data.shape[1]), t.data.dtype) for t in pair] for pair in projected]
        self.caches = [KeyValueCache(*pair, radius) for pair in empty]

    def mask(self, hypotheses):
        """The mask of self-attention: the newest word attends to itself and to all words in the caches."""
        length = self.length if self.radius is None else min(self.length, self.radius)
        return dict(key_mask=array_module(self.key_mask).ones((hypotheses, length + 1), bool))

    @property
    def memory_mask(self):
        """The mask of cross-attention.  The hypotheses of a sentence are consecutive rows, like T target words."""
        return dict(key_mask=self.key_mask)

    def select(self, hypotheses, sentences):
        """Keep these hypotheses (indices < N, in their new order) and these sentences (indices < B)."""
        if list(sentences) != list(range(len(self.key_mask))):  # otherwise there is nothing to copy
            self.key_mask = self.key_mask[sentences]
            self.memory = [[Tensor(t.data[sentences], False) for t in pair] for pair in self.memory]
        for cache in self.caches:
            cache.select(hypotheses)
