"""The Transformer: encoder, decoder, and the embeddings around them (Figure 1)."""

import threading
from functools import partial
from itertools import count
from math import inf

import numpy as np

from ..backend import array_module
from ..data.ids import PAD
from ..errors import UserError
from ..tensor import Tensor, apply, no_grad
from .attention import MultiHeadAttention, RestrictedAttention
from .decoder_state import DecoderState
from .layers import FeedForward, LayerNorm, Residual, site_seed
from .module import Module
from .position import sinusoids

EXTENDING = threading.Lock()  # one thread at a time may extend the positions of a model


class EncoderLayer(Module):
    """Self-attention, then the feed-forward network (left half of Figure 1)."""

    def __init__(self, rng, config, sites):
        self.self_attention = attention(rng, config, sites, config.attention_radius)
        self.attention_residual = residual(config, sites)
        self.feed_forward = FeedForward(rng, config.d_model, config.d_ff)
        self.feed_forward_residual = residual(config, sites)

    def __call__(self, x, key_mask, seed=None):
        """x rows [B * S, d_model], key_mask [B, S] -> rows [B * S, d_model]"""
        attend, project = self.self_attention.attend, self.self_attention.project
        x = self.attention_residual(x, lambda x: attend(x, project(x), key_mask, seed=seed), seed)
        return self.feed_forward_residual(x, self.feed_forward, seed)


class DecoderLayer(Module):
    """Masked self-attention, attention to the encoder's output, feed-forward (right half of Figure 1)."""

    def __init__(self, rng, config, sites):
        self.self_attention = attention(rng, config, sites, config.attention_radius)
        self.self_residual = residual(config, sites)
        self.cross_attention = attention(rng, config, sites)
        self.cross_residual = residual(config, sites)
        self.feed_forward = FeedForward(rng, config.d_model, config.d_ff)
        self.feed_forward_residual = residual(config, sites)

    def __call__(self, y, own, memory, seed=None):
        """y rows [B * T, d_model] -> rows [B * T, d_model]

        own: a function of the keys and values of y that gives what self-attention looks at, (keys and values,
        key_mask, causal): all the words at once in training, a cache of the words so far in decoding.
        memory: keys and values of the encoder's output, and its key_mask.
        """
        attend, project = self.self_attention.attend, self.self_attention.project
        y = self.self_residual(y, lambda y: attend(y, *own(project(y)), seed=seed), seed)
        y = self.cross_residual(y, lambda y: self.cross_attention.attend(y, *memory, seed=seed), seed)
        return self.feed_forward_residual(y, self.feed_forward, seed)


def attention(rng, config, sites, radius=None):
    plan = rng, config.d_model, config.heads, *config.head_widths, config.attention_dropout, next(sites)
    return MultiHeadAttention(*plan) if radius is None else RestrictedAttention(*plan, radius=radius)


def residual(config, sites):
    return Residual(config.d_model, config.norm, config.dropout, next(sites))


def sight(ids):
    """What attention may see of padded ids: where the words are.  Packed sentences know it themselves (cuda/packed.py).

    -> (for attention of these words to themselves, for attention of others to them)
    """
    return (ids.itself, ids.across) if hasattr(ids, "itself") else (ids != PAD,) * 2


class Transformer(Module):
    """The model of the paper and of its Table 3, as `config` says.

    Initialisation: projections by `glorot`, biases zero, LayerNorm at gamma 1 and beta 0,
    embeddings normal with variance 1 / d_model.  Times sqrt(d_model) an embedding then has entries of
    unit variance, of the size of the sinusoids added to it, and as the softmax matrix it starts with logits of
    unit variance.
    """

    def __init__(self, config, xp=np):
        rng = np.random.default_rng(config.seed)
        sites = count()  # every dropout in the model has a number of its own
        self.config = config
        shape = config.vocabulary, config.d_model

        def table():
            return Tensor(rng.normal(0, config.d_model**-0.5, shape))

        self.source_embedding = table()
        shared = config.share_embeddings
        self.target_embedding = self.source_embedding if shared else table()
        self.softmax_embedding = self.source_embedding if shared else table()
        self.positions = Tensor(sinusoids(config.max_length, config.d_model), requires_grad=False)
        if config.positions == "learned":
            self.positions = Tensor(rng.normal(0, config.d_model**-0.5, self.positions.data.shape))
        self.source_site, self.target_site = next(sites), next(sites)
        self.encoder = [EncoderLayer(rng, config, sites) for _ in range(config.layers)]
        self.decoder = [DecoderLayer(rng, config, sites) for _ in range(config.layers)]
        if config.norm == "pre":  # where no LayerNorm stands behind the last sum
            self.encoder_norm, self.decoder_norm = LayerNorm(config.d_model), LayerNorm(config.d_model)
        for tensor in [*self.parameters().values(), self.positions]:
            tensor.data = xp.asarray(tensor.data, config.weights_dtype)
        self.flatten()

    @property
    def xp(self):
        """The array library the model lives in."""
        return array_module(self.flat)

    @property
    def longest(self):
        """The longest sentence the model can take: learned positions end where training ended."""
        return self.config.max_length if self.config.positions == "learned" else inf

    def embed(self, table, ids, site, start=0, seed=None):
        """ids [B, T] -> rows [B * T, d_model]"""
        end = start + ids.shape[1]
        with EXTENDING:  # or another thread could put a shorter table in the place of the one made here
            if end > len(self.positions.data):
                self.extend_positions(end)
        draw = dict(p=self.config.dropout, seed=site_seed(seed, site))
        return apply("embed", table, self.positions, ids=ids, start=start, **draw)

    def extend_positions(self, length):
        """Sinusoids go on for ever."""
        if length > self.longest:
            raise UserError(
                f"a sentence needs {length} positions, but this model has learned {self.config.max_length}; "
                "split the sentence, or train with a larger --max-length"
            )
        table = sinusoids(2 * length, self.config.d_model)
        self.positions.data = self.xp.asarray(table, self.config.weights_dtype)

    def encode(self, source, seed=None):
        """source ids [B, S], padded with PAD -> memory rows [B * S, d_model], key_mask [B, S]"""
        itself, across = sight(source)
        x = self.embed(self.source_embedding, source, self.source_site, seed=seed)
        for layer in self.encoder:
            x = layer(x, itself, seed)
        return (self.encoder_norm(x) if self.config.norm == "pre" else x), across

    def decode(self, target, memory, key_mask, seed=None):
        """Teacher forcing: target ids [B, T], starting with BOS -> rows [B * T, d_model]"""
        y = self.embed(self.target_embedding, target, self.target_site, seed=seed)
        target_mask, _ = sight(target)
        for layer in self.decoder:
            keys_values = layer.cross_attention.project(memory)
            y = layer(y, lambda pair: (pair, target_mask, True), (keys_values, key_mask), seed)
        return self.decoder_norm(y) if self.config.norm == "pre" else y

    def loss(self, batch, seed=None, smoothing=None):
        """Cross entropy summed over the target tokens of the batch, a scalar Tensor.

        seed: (run seed, step, micro-batch, shard) in training, None for evaluation without dropout.
        """
        y = self.decode(batch.target_in, *self.encode(batch.source, seed), seed)
        smoothing = self.config.label_smoothing if smoothing is None else smoothing
        constants = dict(targets=batch.target_out.ravel(), smoothing=smoothing, pad=PAD)
        return apply("project_loss", y, self.softmax_embedding, **constants)

    def logits(self, source, target):
        """source [B, S], target [B, T] ids -> array [B, T, V] of next-token logits, without dropout."""
        with no_grad():
            y = self.decode(target, *self.encode(source))
        return (y.data @ self.softmax_embedding.data.T).reshape(*target.shape, -1)

    def start(self, source):
        """Encode source [B, S] for word-by-word decoding, one hypothesis a sentence at first -> DecoderState"""
        with no_grad():
            memory, key_mask = self.encode(source)
            projected = [layer.cross_attention.project(memory) for layer in self.decoder]
        return DecoderState(projected, key_mask, self.config.attention_radius)

    def step(self, words, state):
        """Add a word to each hypothesis: ids [N] -> array [N, V] of next-token logits.

        It equals the last row of `logits` on the hypotheses so far, at the cost of one position.
        """
        with no_grad():
            y = self.embed(self.target_embedding, words[:, None], self.target_site, start=state.length)
            for i, layer in enumerate(self.decoder):
                y = layer(y, partial(state.extend, i), state.memory_of(i))
            y = self.decoder_norm(y) if self.config.norm == "pre" else y
        state.length += 1
        y, table = y.data, self.softmax_embedding.data
        # As table y^T BLAS takes few rows up to three times as fast, but the result has to be turned.
        return y @ table.T if len(y) > 32 else self.xp.ascontiguousarray((table @ y.T).T)
