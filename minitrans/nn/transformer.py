"""The Transformer: embeddings, encoder, decoder and softmax projection (Figure 1)."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import count
from math import inf
from types import ModuleType
from typing import Any

import numpy as np

from ..backend import Array, array_module
from ..data.batching import Batch, Padded
from ..data.ids import PAD
from ..system.errors import UserError
from ..tensor import Tensor, apply, no_grad
from .attention import MultiHeadAttention
from .decoder_state import DecoderState, KeyValueCache
from .layers import FeedForward, LayerNorm, Random, Residual, site_seed
from .module import Module
from .position import sinusoids


class EncoderLayer(Module):
    """Self-attention, then the feed-forward network (left half of Figure 1)."""

    def __init__(self, rng: Random, config: Any, sites: Iterator[int]):
        self.self_attention = attention(rng, config, sites)
        self.attention_residual = residual(config, sites)
        self.feed_forward = FeedForward(rng, config.d_model, config.d_ff, config.activation)
        self.feed_forward_residual = residual(config, sites)

    def __call__(self, x: Tensor, mask: dict, seed: tuple | None = None) -> Tensor:
        """x rows [B * S, d_model], mask of self-attention (`Padded.mask`) -> rows [B * S, d_model]"""
        attend, project = self.self_attention.attend, self.self_attention.project
        x = self.attention_residual(x, lambda x: attend(x, project(x), mask, seed), seed)
        return self.feed_forward_residual(x, self.feed_forward, seed)


class DecoderLayer(Module):
    """Masked self-attention, cross-attention to the encoder's output, feed-forward (right half of Figure 1)."""

    def __init__(self, rng: Random, config: Any, sites: Iterator[int]):
        self.self_attention = attention(rng, config, sites)
        self.self_residual = residual(config, sites)
        self.cross_attention = attention(rng, config, sites)
        self.cross_residual = residual(config, sites)
        self.feed_forward = FeedForward(rng, config.d_model, config.d_ff, config.activation)
        self.feed_forward_residual = residual(config, sites)

    def __call__(
        self,
        y: Tensor,
        mask: dict,
        memory: Iterable[Tensor],
        memory_mask: dict,
        cache: KeyValueCache | None = None,
        seed: tuple | None = None,
    ) -> Tensor:
        """y rows [B * T, d_model] -> rows [B * T, d_model]

        mask, memory_mask: masks of self-attention and of cross-attention (`Padded.mask`, `Padded.memory_mask`)
        memory: keys and values of the encoder's output
        cache: in decoding, where y has only the newest words, the KV cache of the words before them
        """

        def attend_to_target(y):
            keys_values = self.self_attention.project(y)
            return self.self_attention.attend(y, cache.extend(keys_values) if cache else keys_values, mask, seed)

        y = self.self_residual(y, attend_to_target, seed)
        y = self.cross_residual(y, lambda y: self.cross_attention.attend(y, memory, memory_mask, seed), seed)
        return self.feed_forward_residual(y, self.feed_forward, seed)


def attention(rng, config, sites):
    d_k, d_v = config.head_widths
    return MultiHeadAttention(rng, config.d_model, config.heads, d_k, d_v, config.attention_dropout, next(sites))


def residual(config, sites):
    return Residual(config.d_model, config.norm, config.dropout, next(sites), config.eps)


@lru_cache(maxsize=16)
def longer_sinusoids(xp, length, d_model, dtype):
    return Tensor(xp.asarray(sinusoids(length, d_model), dtype), requires_grad=False)


class Transformer(Module):
    """The model of the paper, and the variations of its Table 3; `config` chooses.

    Initialisation: projections by `glorot`, biases 0, gamma 1 and beta 0 in LayerNorm, embeddings normal with variance
    1 / d_model.  Times sqrt(d_model) the entries of an embedding have variance 1, about that of the sinusoids added to
    it.  If it is also the softmax matrix (weight tying, Section 3.4), the logits start with variance 1 too.
    """

    def __init__(self, config: Any, xp: ModuleType = np, rng: Random | None = None):
        """rng: draws the weights; by default a random generator with the seed of the configuration"""
        rng = rng or np.random.default_rng(config.seed)
        sites = count()  # each dropout in the model gets its own number, see `site_seed`
        self.config = config

        def embedding(pieces):
            return Tensor(rng.normal(0, config.d_model**-0.5, (pieces, config.d_model)))

        of_source, of_target = config.vocabularies
        self.source_embedding = embedding(of_source)
        self.target_embedding = embedding(of_target) if config.own_source else self.source_embedding
        self.softmax_embedding = self.target_embedding if config.share_embeddings else embedding(of_target)
        self.logits_bias = Tensor(np.zeros(config.vocabulary)) if config.logits_bias else None
        self.positions = Tensor(sinusoids(config.max_length, config.d_model), requires_grad=False)
        if config.positions == "learned":
            self.positions = Tensor(rng.normal(0, config.d_model**-0.5, self.positions.data.shape))
        self.source_site, self.target_site = next(sites), next(sites)
        self.encoder = [EncoderLayer(rng, config, sites) for _ in range(config.depths[0])]
        self.decoder = [DecoderLayer(rng, config, sites) for _ in range(config.depths[1])]
        if config.norm == "pre":  # here the last residual sum is not normalised yet
            self.encoder_norm, self.decoder_norm = (LayerNorm(config.d_model, config.eps) for _ in range(2))
        for tensor in [*self.parameters().values(), self.positions]:
            tensor.data = xp.asarray(tensor.data, config.weights_dtype)
        self.flatten()

    @property
    def xp(self) -> ModuleType:
        """The array library of the weights."""
        return array_module(self.flat)

    @property
    def longest(self) -> float:
        """The longest sentence that the model can read; only learned positions have a limit."""
        return self.config.max_length if self.config.positions == "learned" else inf

    def embed(self, table: Tensor, sentences: Padded, site: int, seed: tuple | None = None) -> Tensor:
        """Padded or Packed sentences -> rows [B * T, d_model]"""
        constants = dict(p=self.config.dropout, seed=site_seed(seed, site), learned=self.positions.requires_grad)
        return apply("embed", table, self.position_table(sentences.longest), **sentences.words, **constants)

    def position_table(self, length: int) -> Tensor:
        """Positions [at least length, d_model].  UserError if they are learned and `length` exceeds max_length."""
        if length <= len(self.positions.data):
            return self.positions
        if length > self.longest:
            raise UserError(
                f"a sentence needs {length} positions, but this model has learned {self.config.max_length}; "
                "split the sentence, or train with a larger --max-length"
            )
        power_of_two = 1 << (length - 1).bit_length()  # so a growing sentence needs few tables
        return longer_sinusoids(self.xp, power_of_two, self.config.d_model, self.config.weights_dtype)

    def encode(self, source: Padded, seed: tuple | None = None) -> tuple[Tensor, dict]:
        """Padded or Packed source sentences -> memory rows [B * S, d_model], and the mask of cross-attention to them"""
        x = self.embed(self.source_embedding, source, self.source_site, seed)
        mask = source.mask(self.config.attention_radius)
        for layer in self.encoder:
            x = layer(x, mask, seed)
        return (self.encoder_norm(x) if self.config.norm == "pre" else x), source.memory_mask

    def decode(self, target: Padded, memory: Tensor, memory_mask: dict, seed: tuple | None = None) -> Tensor:
        """Target sentences that start with BOS, with a causal mask (teacher forcing) -> rows [B * T, d_model]"""
        y = self.embed(self.target_embedding, target, self.target_site, seed)
        mask = target.mask(self.config.attention_radius)
        for layer in self.decoder:
            y = layer(y, mask, layer.cross_attention.project(memory), memory_mask, seed=seed)
        return self.decoder_norm(y) if self.config.norm == "pre" else y

    def loss(self, batch: Batch, seed: tuple | None = None, smoothing: float | None = None) -> Tensor:
        """The sum of the cross entropies of all target tokens of a Batch or PackedBatch, a scalar Tensor.

        seed: (run seed, step, micro-batch, shard) in training; None in evaluation, without dropout.
        smoothing: of labels (Section 5.4), by default that of the configuration.
        """
        y = self.decode(batch.target_in, *self.encode(batch.source, seed), seed)
        smoothing = self.config.label_smoothing if smoothing is None else smoothing
        constants = dict(targets=batch.target_out.ravel(), smoothing=smoothing, pad=PAD)
        bias = () if self.logits_bias is None else (self.logits_bias,)
        return apply("project_loss", y, self.softmax_embedding, *bias, **constants)

    def logits(self, source: Array, target: Array) -> Array:
        """ids source [B, S], target [B, T] -> array [B, T, V] of next-token logits, without dropout"""
        with no_grad():
            y = self.decode(Padded(target, causal=True), *self.encode(Padded(source)))
        return self.with_bias(y.data @ self.softmax_embedding.data.T).reshape(*target.shape, -1)

    def start(self, source: Array) -> DecoderState:
        """Encode source ids [B, S], to decode word by word -> DecoderState, with one hypothesis per sentence"""
        with no_grad():
            memory, mask = self.encode(Padded(source))
            projected = [layer.cross_attention.project(memory) for layer in self.decoder]
        # On some processors, a product with this copy is twice as fast as one with the transposed view.
        table = self.xp.ascontiguousarray(self.softmax_embedding.data.T)
        return DecoderState(projected, mask["key_mask"], table, self.config.attention_radius)

    def step(self, words: Array, state: DecoderState) -> Array:
        """Add a word to each hypothesis: ids [N] -> array [N, V] of next-token logits

        The result is the last row of `logits` for each hypothesis, but only one position is computed.
        """
        with no_grad():
            y = self.embed(self.target_embedding, Padded(words[:, None], start=state.length), self.target_site)
            mask = state.mask(len(words))
            for layer, memory, cache in zip(self.decoder, state.memory, state.caches, strict=True):
                y = layer(y, mask, memory, state.memory_mask, cache)
            y = self.decoder_norm(y) if self.config.norm == "pre" else y
        state.length += 1
        return self.with_bias(y.data @ state.table)

    def with_bias(self, logits: Array) -> Array:
        """Add the bias of the logits, if the model has one, in place."""
        if self.logits_bias is not None:
            logits += self.logits_bias.data
        return logits
