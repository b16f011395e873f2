"""Floating point operations of a training step, counted from the shapes of its matrix products (Section 6.1).

A product of [n, k] and [k, m] is n m sums of k products: 2 n k m operations.  Every product is counted as it is
computed, useful or not: padding like words (but the logits leave it out), and scores that a mask hides.  Work that is
only proportional to the size of an array is not: softmax, dropout, LayerNorm, Adam, and sums and means, though some of
these are written as products with a vector.  Nor is validation.
"""

import numpy as np

from ..ops.restricted_attention import layout


def training_flops(config, batch):
    """Operations of the forward and the backward of a Batch, an integer.

    The backward of y = a b is da = dy b^T and db = a^T dy, two products of as many operations as the forward's.
    """
    products = weight_products(config, batch) + attention_products(config, batch)
    return 3 * sum(2 * n * k * m for n, k, m in products)


def packed_training_flops(config, pairs, rows):
    """The same of a packed batch (cuda/packed.py): `rows` rows in each product, and attention without padding."""
    source, target = (np.array([len(side) + 1 for side in sides]) for sides in zip(*pairs, strict=True))
    seen = scores(source, config.attention_radius) + source * target  # in one layer, of one head
    seen += (scores(target, config.attention_radius) + target) // 2  # causal: half of them and the diagonal
    attention = 2 * config.layers * config.heads * sum(config.head_widths) * int(seen.sum())
    return 3 * (sum(2 * n * k * m for n, k, m in row_products(config, rows, rows, rows)) + attention)


def scores(n, radius):
    """Pairs of a query and a key among n words, no further apart than the radius."""
    r = n - 1 if radius is None else np.minimum(radius, n - 1)
    return n * (2 * r + 1) - r * (r + 1)


def weight_products(config, batch):
    """The products (n, k, m) of rows [n, k] and weights [k, m] in the forward of a training step.

    Each has two more in the backward: [n, m] by [m, k] for the input and [k, n] by [n, m] for the weights.
    """
    return row_products(config, batch.source.ids.size, batch.target_in.ids.size, batch.tokens)


def row_products(config, source, target, words):
    """The same from numbers of rows: of either side, and of those whose next word is predicted."""
    d, (d_k, d_v) = config.d_model, config.head_widths

    def attention(queries, keys):
        inner_k, inner_v = config.heads * d_k, config.heads * d_v
        return [(queries, d, inner_k), (keys, d, inner_k), (keys, d, inner_v), (queries, inner_v, d)]

    def feed_forward(rows):
        return [(rows, d, config.d_ff), (rows, config.d_ff, d)]

    encoder = attention(source, source) + feed_forward(source)
    decoder = attention(target, target) + attention(target, source) + feed_forward(target)
    return config.layers * (encoder + decoder) + [(words, d, config.vocabulary)]


def attention_products(config, batch):
    """The products Q K^T and A V of all attentions in the forward; those of all heads and sentences as one, with
    their queries below each other.  With attention_radius they are those of blocks and their windows."""
    (d_k, d_v), source, target = config.head_widths, batch.source.ids.shape, batch.target_in.ids.shape

    def attention(sentences, queries, keys):
        rows = config.heads * sentences * queries
        return [(rows, d_k, keys), (rows, keys, d_v)]

    def to_itself(sentences, length, causal):
        if config.attention_radius is None:
            return attention(sentences, length, length)
        block, _, window = layout(length, config.attention_radius, causal)
        return attention(sentences, -(-length // block) * block, window)

    return config.layers * (to_itself(*source, False) + to_itself(*target, True) + attention(*target, source[1]))
