"""Floating point operations of a training step, counted from the shapes of its matrix products (Section 6.1).

A product of [n, k] and [k, m] has n m entries, each a sum of k products: 2 n k m operations.  We count every matrix
product as it is computed, also for padding (except in the logits) and for scores that a mask hides.  We do not count
work proportional to the size of an array: softmax, dropout, LayerNorm, Adam, sums and means, though some of these are
written as products with a vector.  We do not count validation.
"""

from ..ops.restricted_attention import layout


def training_flops(config, batch):
    """The number of operations in the forward and the backward of a Batch.

    The backward of y = a b is da = dy b^T and db = a^T dy: two products, each with as many operations as the forward.
    """
    return 3 * sum(2 * n * k * m for n, k, m in weight_products(config, batch) + attention_products(config, batch))


def weight_products(config, batch):
    """The products (n, k, m) of rows [n, k] and weights [k, m] in the forward of a training step.

    Each has two in the backward: [n, m] by [m, k] for the input, and [k, n] by [n, m] for the weights.
    """
    return row_products(config, batch.source.ids.size, batch.target_in.ids.size, batch.tokens)


def row_products(config, source, target, words):
    """The same from numbers of rows: of the source, of the target, and of those with a predicted word."""
    d, (d_k, d_v) = config.d_model, config.head_widths

    def attention(queries, keys):
        inner_k, inner_v = config.heads * d_k, config.heads * d_v
        return [(queries, d, inner_k), (keys, d, inner_k), (keys, d, inner_v), (queries, inner_v, d)]

    def feed_forward(rows):
        return [(rows, d, config.d_ff), (rows, config.d_ff, d)]

    encoder = attention(source, source) + feed_forward(source)
    decoder = attention(target, target) + attention(target, source) + feed_forward(target)
    return config.depths[0] * encoder + config.depths[1] * decoder + [(words, d, config.vocabulary)]


def attention_products(config, batch):
    """The products Q K^T and A V of all attentions in the forward.  Those of all heads and sentences count as one
    product of all their queries.  With attention_radius these are the products of blocks with their windows."""
    (d_k, d_v), source, target = config.head_widths, batch.source.ids.shape, batch.target_in.ids.shape

    def attention(sentences, queries, keys):
        rows = config.heads * sentences * queries
        return [(rows, d_k, keys), (rows, keys, d_v)]

    def attend_self(sentences, length, causal):
        if config.attention_radius is None:
            return attention(sentences, length, length)
        block, _, window = layout(length, config.attention_radius, causal)
        return attention(sentences, -(-length // block) * block, window)

    encoder, decoder = config.depths
    of_target = attend_self(*target, True) + attention(*target, source[1])
    return encoder * attend_self(*source, False) + decoder * of_target
