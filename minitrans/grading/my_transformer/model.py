"""Chapter 8.  The parts become an encoder and a decoder (Figure 1 of the paper)."""

from math import inf

import numpy as np

from .dropout import dropout_backward, dropout_forward
from .embedding import embed_backward, embed_forward
from .heads import multi_head_backward, multi_head_forward
from .layer_norm import add_norm_backward, add_norm_forward
from .linear import feed_forward_backward, feed_forward_forward
from .softmax import cross_entropy_backward, cross_entropy_forward
from .tape import Tensor
from .words import PAD

DROPOUT, EMBED = (dropout_forward, dropout_backward), (embed_forward, embed_backward)
CROSS_ENTROPY = cross_entropy_forward, cross_entropy_backward


# Part: encoder_layer, chapter 8.  Ours, until you write it.
def encoder_layer_forward(x, *weights, heads, key_mask, p=0.0, seed=None):
    """x, rows [B * S, d] -> y, rows [B * S, d]: self-attention, then the feed-forward network

    Around each of the two stands LayerNorm(x + Dropout(sub-layer)).  The weights, in their order:
    wq, bq, wk, bk, wv, bv, wo, bo of the attention; gamma, beta of its norm; w1, b1, w2, b2; gamma, beta.
    key_mask [B, S]: False = padding.  p, seed: of the dropouts; their seeds are (*seed, 0) and (*seed, 1).
    """
    attention, norm, network, last_norm = weights[:8], weights[8:10], weights[10:14], weights[14:]
    seen, of_attention = multi_head_forward(x, x, *attention, heads=heads, key_mask=key_mask)
    x, of_norm = add_norm_forward(x, seen, *norm, p, seed and (*seed, 0))
    thought, of_network = feed_forward_forward(x, *network)
    y, of_last_norm = add_norm_forward(x, thought, *last_norm, p, seed and (*seed, 1))
    return y, (of_attention, of_norm, of_network, of_last_norm)


def encoder_layer_backward(dy, cache):
    """dy, rows [B * S, d] -> dx and the gradients of the 16 weights

    Backwards through the four steps.  Every x has several users, and its gradient is the sum of theirs: the sum
    around the sub-layer, and the sub-layer; in self-attention, once as queries and once as memory.
    """
    of_attention, of_norm, of_network, of_last_norm = cache
    dx, dthought, *last_norm = add_norm_backward(dy, of_last_norm)
    dx_network, *network = feed_forward_backward(dthought, of_network)
    dx, dseen, *norm = add_norm_backward(dx + dx_network, of_norm)
    dqueries, dmemory, *attention = multi_head_backward(dseen, of_attention)
    return dx + dqueries + dmemory, *attention, *norm, *network, *last_norm


# Part: decoder_layer, chapter 8.  Ours, until you write it.
def decoder_layer_forward(x, memory, *weights, heads, key_mask, memory_mask, p=0.0, seed=None):
    """x, rows [B * T, d], and memory, rows [B * S, d] -> y, rows [B * T, d]

    Causal self-attention; attention from x to the memory; the feed-forward network.  Around each stands
    LayerNorm(x + Dropout(sub-layer)).  The weights, in their order: wq, bq, wk, bk, wv, bv, wo, bo, gamma, beta of
    the first attention and its norm; the same ten of the second; w1, b1, w2, b2, gamma, beta.
    key_mask [B, T], memory_mask [B, S]: False = padding.  The seeds of the dropouts are (*seed, 0) to (*seed, 2).
    """
    own, cross, network = weights[:10], weights[10:20], weights[20:]
    seen, of_own = multi_head_forward(x, x, *own[:8], heads=heads, key_mask=key_mask, causal=True)
    x, of_norm = add_norm_forward(x, seen, *own[8:], p, seed and (*seed, 0))
    read, of_cross = multi_head_forward(x, memory, *cross[:8], heads=heads, key_mask=memory_mask)
    x, of_middle_norm = add_norm_forward(x, read, *cross[8:], p, seed and (*seed, 1))
    thought, of_network = feed_forward_forward(x, *network[:4])
    y, of_last_norm = add_norm_forward(x, thought, *network[4:], p, seed and (*seed, 2))
    return y, (of_own, of_norm, of_cross, of_middle_norm, of_network, of_last_norm)


def decoder_layer_backward(dy, cache):
    """dy, rows [B * T, d] -> dx, dmemory and the gradients of the 26 weights"""
    of_own, of_norm, of_cross, of_middle_norm, of_network, of_last_norm = cache
    dx, dthought, *last_norm = add_norm_backward(dy, of_last_norm)
    dx_network, *network = feed_forward_backward(dthought, of_network)
    dx, dread, *middle_norm = add_norm_backward(dx + dx_network, of_middle_norm)
    dqueries, dmemory, *cross = multi_head_backward(dread, of_cross)
    dx, dseen, *norm = add_norm_backward(dx + dqueries, of_norm)
    dqueries, dkeys, *own = multi_head_backward(dseen, of_own)
    return dx + dqueries + dkeys, dmemory, *own, *norm, *cross, *middle_norm, *network, *last_norm


# Part: pairs, chapter 8.  Ours, until you write it.
def logits_forward(x, table):
    """The logit of a word is x times its row in the table.  x, rows [n, d], table [V, d] -> [n, V]"""
    return x @ table.T, (x, table)


def logits_backward(dy, cache):
    x, table = cache
    return dy @ table, dy.T @ x


def apply(pair, *operands, **constants):
    """Run a forward on the arrays of the operands -> Tensor; its pull is the backward.  Constants have no gradient."""
    forward, backward = pair
    y, cache = forward(*(x.data for x in operands), **constants)
    return Tensor(y, True, operands, lambda dy: backward(dy, cache))


# Part: transformer, chapter 8.  Ours, until you write it.
ENCODER_LAYER = encoder_layer_forward, encoder_layer_backward
DECODER_LAYER = decoder_layer_forward, decoder_layer_backward
LOGITS = logits_forward, logits_backward


class Transformer:
    """weights: a list of Tensors in float32: the table [V, d_model]; the 16 of each encoder layer; the 26 of each
    decoder layer, see encoder_layer_forward and decoder_layer_forward.  d_model: a number.

    The table serves source, target and logits: a logit is x times the row of its word, without a bias.
    dropout: the probability, for embeddings plus positions and in the layers.  Without a seed there is no dropout.
    """

    longest, xp = inf, np  # beam_search asks for the longest sentence, and for the library of the arrays

    def __init__(self, vocabulary, d_model=128, d_ff=256, heads=4, layers=2, dropout=0.1, seed=1):
        rng = np.random.default_rng(seed)

        def linear(n, m, gain=1.0):
            limit = gain * (6 / (n + m)) ** 0.5  # keeps the size of x (Glorot and Bengio 2010)
            return [rng.uniform(-limit, limit, (n, m)), np.zeros(m)]

        def norm():
            return [np.ones(d_model), np.zeros(d_model)]

        def attention():  # with larger weights, the decoder may ignore the source for thousands of steps
            return [
                *(each for _ in "qkv" for each in linear(d_model, d_model, 0.7)),
                *linear(d_model, d_model),
                *norm(),
            ]

        def network():
            return [*linear(d_model, d_ff), *linear(d_ff, d_model), *norm()]

        def tensors(arrays):
            return [Tensor(each.astype(np.float32)) for each in arrays]

        self.d_model, self.heads, self.dropout = d_model, heads, dropout
        (self.table,) = tensors([rng.normal(0, d_model**-0.5, (vocabulary, d_model))])
        self.encoder = [tensors(attention() + network()) for _ in range(layers)]
        self.decoder = [tensors(attention() + attention() + network()) for _ in range(layers)]
        self.weights = [self.table, *sum(self.encoder + self.decoder, [])]

    def embed(self, ids, seed=None):
        return apply(DROPOUT, apply(EMBED, self.table, ids=ids), p=self.dropout, seed=seed)

    def encode(self, source, seed=None):
        """ids [B, S] -> memory, a Tensor of rows [B * S, d_model]"""
        x = self.embed(source, seed and (*seed, 0, 0))
        for i, weights in enumerate(self.encoder, 1):
            constants = dict(heads=self.heads, key_mask=source != PAD, p=self.dropout, seed=seed and (*seed, 0, i))
            x = apply(ENCODER_LAYER, x, *weights, **constants)
        return x

    def decode(self, target, memory, memory_mask, seed=None):
        """ids [B, T], from BOS on; memory_mask [B, S], False = padding -> logits [B * T, V] of the words after them"""
        y = self.embed(target, seed and (*seed, 1, 0))
        for i, weights in enumerate(self.decoder, 1):
            constants = dict(heads=self.heads, key_mask=target != PAD, p=self.dropout, seed=seed and (*seed, 1, i))
            y = apply(DECODER_LAYER, y, memory, *weights, memory_mask=memory_mask, **constants)
        return apply(LOGITS, y, self.table)

    def loss(self, source, target_in, target_out, smoothing=0.0, seed=None):
        """ids [B, S], [B, T], [B, T] -> the sum of the cross entropies of all words of target_out, a Tensor"""
        logits = self.decode(target_in, self.encode(source, seed), source != PAD, seed)
        return apply(CROSS_ENTROPY, logits, targets=target_out.ravel(), smoothing=smoothing)

    def start(self, source):
        """ids [B, S] -> the State in which beam_search begins, with one hypothesis per sentence"""
        memory = self.encode(source).data.reshape(*source.shape, -1)
        return State(memory, source != PAD, np.empty((len(source), 0), int))

    def step(self, words, state):
        """The newest word of each hypothesis, ids [N] -> logits [N, V] of the next"""
        state.target = np.column_stack([state.target, words])
        memory = Tensor(state.memory.reshape(-1, self.d_model))
        # Cross-attention takes all hypotheses of a sentence for one long target.
        logits = self.decode(state.target, memory, state.mask).data
        return logits.reshape(*state.target.shape, -1)[:, -1]


class State:
    """Of B sentences: memory [B, S, d] and its mask [B, S].  Of N hypotheses: their words, target [N, T]."""

    def __init__(self, memory, mask, target):
        self.memory, self.mask, self.target = memory, mask, target

    def select(self, hypotheses, sentences):
        self.memory, self.mask, self.target = self.memory[sentences], self.mask[sentences], self.target[hypotheses]
