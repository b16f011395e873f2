"""The KV cache of decoding: each step computes one new position instead of the whole sentence."""

from collections.abc import Iterable

from ..backend import Array, array_module
from ..tensor import Tensor


class KeyValueCache:
    """Keys and values of the words so far in one decoder layer, for N hypotheses: arrays [N, length, width].

    With a radius (restricted attention) it keeps only the positions that the next word may attend to.
    """

    def __init__(self, keys: Array, values: Array, radius: int | None = None):
        self.arrays, self.visible = [keys, values], slice(-radius if radius else None, None)

    def extend(self, keys_values: Iterable[Tensor]) -> list[Tensor]:
        """Append the rows [N, width] of the newest word -> all keys and values, Tensors [N, length + 1, width]"""
        xp = array_module(self.arrays[0])
        self.arrays = [
            xp.concatenate([past[:, self.visible], new.data[:, None]], axis=1)
            for past, new in zip(self.arrays, keys_values, strict=True)
        ]
        return [Tensor(x, False) for x in self.arrays]

    def select(self, hypotheses: Array) -> None:
        self.arrays = [x[hypotheses] for x in self.arrays]


class DecoderState:
    """The state of decoding B sentences with N hypotheses, equally many for each sentence.

    memory: for each layer the keys and values of the encoder's output, Tensors [B, S, width].  All hypotheses of a
        sentence share them.  key_mask [B, S]: True = a word, False = padding.
    table [d_model, V]: the softmax matrix; its columns are the pieces.
    caches: for each layer a KeyValueCache.  length: the number of words of each hypothesis.
    """

    def __init__(self, projected: list, key_mask: Array, table: Array, radius: int | None = None):
        """projected: for each layer the keys and values of the encoder's output, rows [B * S, width]"""
        batch = len(key_mask)
        self.key_mask, self.table, self.length, self.radius = key_mask, table, 0, radius
        self.memory = [[Tensor(t.data.reshape(batch, -1, t.data.shape[1]), False) for t in pair] for pair in projected]
        self.caches = [KeyValueCache(k.data[:, :0], v.data[:, :0], radius) for k, v in self.memory]

    def mask(self, hypotheses: int) -> dict:
        """The mask of self-attention: the newest word attends to itself and to all words in the caches."""
        length = self.length if self.radius is None else min(self.length, self.radius)
        return dict(key_mask=array_module(self.key_mask).ones((hypotheses, length + 1), bool))

    @property
    def memory_mask(self) -> dict:
        """The mask of cross-attention.  The hypotheses of a sentence are consecutive rows, like T target words."""
        return dict(key_mask=self.key_mask)

    def select(self, hypotheses: Array, sentences: Array) -> None:
        """Keep these hypotheses (indices < N, in their new order) and these sentences (indices < B)."""
        if list(sentences) != list(range(len(self.key_mask))):  # otherwise there is nothing to copy
            self.key_mask = self.key_mask[sentences]
            self.memory = [[Tensor(t.data[sentences], False) for t in pair] for pair in self.memory]
        for cache in self.caches:
            cache.select(hypotheses)
