"""The KV cache of decoding: each new word costs one position and not the whole sentence again."""

from ..backend import array_module
from ..tensor import Tensor


class KeyValueCache:
    """Keys and values of the words so far in one decoder layer, for N hypotheses: arrays [N, length, width].

    With a radius it keeps only the words that the next word sees.
    """

    def __init__(self, keys, values, radius=None):
        self.arrays, self.near = [keys, values], slice(-radius if radius else None, None)

    def extend(self, keys_values):
        """Append the rows [N, width] of the newest word -> all keys and values, Tensors [N, length + 1, width]"""
        xp = array_module(self.arrays[0])
        self.arrays = [
            xp.concatenate([past[:, self.near], new.data[:, None]], axis=1)
            for past, new in zip(self.arrays, keys_values, strict=True)
        ]
        return [Tensor(x, False) for x in self.arrays]

    def select(self, hypotheses):
        self.arrays = [x[hypotheses] for x in self.arrays]


class DecoderState:
    """What decoding remembers of B sentences and their N hypotheses, as many for each sentence.

    memory: for each layer the keys and values of the encoder's output, Tensors [B, S, width], which all hypotheses of
        a sentence share.  key_mask [B, S]: which of them are words.
    caches: for each layer a KeyValueCache.  length: how many words each hypothesis has.
    """

    def __init__(self, projected, key_mask, radius=None):
        """projected: for each layer the keys and values of the encoder's output, rows [B * S, width]"""
        xp, batch = array_module(key_mask), len(key_mask)
        self.key_mask, self.length, self.radius = key_mask, 0, radius
        self.memory = [[Tensor(t.data.reshape(batch, -1, t.data.shape[1]), False) for t in pair] for pair in projected]
        none = [[xp.empty((batch, 0, t.data.shape[1]), t.data.dtype) for t in pair] for pair in projected]
        self.caches = [KeyValueCache(*pair, radius) for pair in none]

    def mask(self, hypotheses):
        """What the newest words see of their own hypotheses: every word that the caches keep, and themselves."""
        length = self.length if self.radius is None else min(self.length, self.radius)
        return dict(key_mask=array_module(self.key_mask).ones((hypotheses, length + 1), bool))

    @property
    def memory_mask(self):
        """What they see of the source.  To attention the hypotheses of a sentence are neighbouring words of it."""
        return dict(key_mask=self.key_mask)

    def select(self, hypotheses, sentences):
        """Keep these hypotheses (indices below N, in their new order) of these sentences (below B)."""
        if list(sentences) != list(range(len(self.key_mask))):  # otherwise nothing moves, and nothing is copied
            self.key_mask = self.key_mask[sentences]
            self.memory = [[Tensor(t.data[sentences], False) for t in pair] for pair in self.memory]
        for cache in self.caches:
            cache.select(hypotheses)
