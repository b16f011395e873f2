"""What decoding remembers, so that each word costs one position and not the whole sentence again."""

from ..backend import array_module
from ..tensor import Tensor


class DecoderState:
    """Keys and values of every decoder layer, for N hypotheses, as many for each of B sentences.

    memory: of the encoder's output, [B, S, width], shared by the hypotheses of a sentence.
    past:   of the words so far, [N, length, width]; with a radius only of those that the next word sees, and itself.
    """

    def __init__(self, projected, key_mask, radius=None):
        xp = array_module(key_mask)
        batch = len(key_mask)
        self.key_mask, self.length = key_mask, 0
        self.near = slice(-radius if radius else None, None)  # of the past, what the next word sees
        self.memory = [[t.data.reshape(batch, -1, t.data.shape[1]) for t in pair] for pair in projected]
        self.past = [[xp.empty((batch, 0, t.data.shape[1]), t.data.dtype) for t in pair] for pair in projected]

    def extend(self, layer, keys_values):
        """Append the newest word's rows [N, width]; return what self-attention looks at."""
        xp = array_module(self.key_mask)
        past = self.past[layer]
        for i, new in enumerate(keys_values):
            past[i] = xp.concatenate([past[i][:, self.near], new.data[:, None]], axis=1)
        return [Tensor(x, False) for x in past], xp.ones(past[0].shape[:2], bool), False

    def memory_of(self, layer):
        """Keys and values of the encoder's output, and which of them are words.

        The N newest words are the queries: to attention the hypotheses of a sentence are neighbouring words of it.
        """
        return [Tensor(x, False) for x in self.memory[layer]], self.key_mask

    def select(self, hypotheses, sentences):
        """Keep these hypotheses (indices below N, in their new order) of these sentences (below B)."""
        if list(sentences) != list(range(len(self.key_mask))):  # else there is nothing to move, so nothing is copied
            self.key_mask = self.key_mask[sentences]
            self.memory = [[x[sentences] for x in pair] for pair in self.memory]
        self.past = [[x[hypotheses] for x in pair] for pair in self.past]
