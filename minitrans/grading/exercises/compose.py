"""The operations of the model, composed of smaller ones, some of which a student has written.

Each function here does what the library's operation of that name does, but it is given its parts.  A part is a pair
(forward, backward), and so is the result.
"""

from math import sqrt

from ...backend import array_module
from ...ops import TABLE
from ...ops.attention import merge_heads, split_heads


def compose(own):
    """Put the pairs of a student into the operations that use them.

    own: {exercise: (forward, backward)} -> ({row of ops.TABLE: (forward, backward)}, {row: the exercises in it})
    """
    rows, exercises = dict(own), {name: [name] for name in own}
    for name in rows.keys() & WITHOUT_DROPOUT.keys():
        rows[name] = WITHOUT_DROPOUT[name](*rows[name])
    for name, (build, *parts) in COMPOSED.items():
        if name not in rows and not rows.keys().isdisjoint(parts):
            exercises[name] = [each for part in parts for each in exercises.get(part, [])]
            rows[name] = build(*(rows[part] if part in rows else TABLE[part][:2] for part in parts))
            rows[name][1].__name__ = f"{name}_backward"  # the tape names it in messages
    return rows, exercises


def one_head_without_dropout(forward, backward):
    def without(q, k, v, mask=None, *, p=0.0, seed=None):
        return forward(q, k, v, mask)

    return without, backward


def attention_without_dropout(forward, backward):
    def without(q, k, v, *, p=0.0, seed=None, **constants):
        k, v = (x.reshape(-1, x.shape[-1]) for x in (k, v))  # in a search they have an axis for the sentences
        return forward(q, k, v, **constants)

    return without, backward


def scaled_dot_product_attention(softmax, dropout):
    def forward(q, k, v, mask=None, *, p=0.0, seed=None):
        scale = q.shape[-1] ** -0.5
        weights, of_softmax = softmax[0](q @ k.swapaxes(-1, -2) * scale, mask)
        dropped, of_dropout = dropout[0](weights, p, seed)
        return dropped @ v, (q, k, v, scale, dropped, of_softmax, of_dropout)

    def backward(dy, cache):
        q, k, v, scale, dropped, of_softmax, of_dropout = cache
        (dweights,) = dropout[1](dy @ v.swapaxes(-1, -2), of_dropout)
        (dscores,) = softmax[1](dweights, of_softmax)
        dscores = dscores * scale
        return dscores @ k, dscores.swapaxes(-1, -2) @ q, dropped.swapaxes(-1, -2) @ dy

    return forward, backward


def attention(one_head):
    def forward(q, k, v, *, heads, key_mask, causal=False, **dropout):
        mask = key_mask[:, None, None, :]
        q, k, v = (split_heads(x, len(key_mask), heads) for x in (q, k, v))
        if causal:
            mask = mask & array_module(q).tri(q.shape[2], k.shape[2], dtype=bool)
        y, cache = one_head[0](q, k, v, mask, **dropout)
        return merge_heads(y), (cache, len(key_mask), heads)

    def backward(dy, cache):
        cache, batch, heads = cache
        return tuple(merge_heads(dx) for dx in one_head[1](split_heads(dy, batch, heads), cache))

    return forward, backward


def feed_forward(linear, relu):
    def forward(x, w1, b1, w2, b2):
        before, first = linear[0](x, w1, b1)
        hidden, middle = relu[0](before)
        y, last = linear[0](hidden, w2, b2)
        return y, (first, middle, last)

    def backward(dy, cache):
        first, middle, last = cache
        dhidden, dw2, db2 = linear[1](dy, last)
        (dbefore,) = relu[1](dhidden, middle)
        return *linear[1](dbefore, first), dw2, db2

    return forward, backward


def residual(dropout):
    def forward(x, sublayer, p=0.0, seed=None):
        dropped, cache = dropout[0](sublayer, p, seed)
        return x + dropped, cache

    def backward(dy, cache):
        return dy, *dropout[1](dy, cache)

    return forward, backward


def add_norm(residual, layer_norm):
    def forward(x, sublayer, gamma, beta, *, eps=1e-6, p=0.0, seed=None):
        total, of_residual = residual[0](x, sublayer, p, seed)
        y, of_norm = layer_norm[0](total, gamma, beta, eps)
        return y, (of_residual, of_norm)

    def backward(dy, cache):
        of_residual, of_norm = cache
        dtotal, dgamma, dbeta = layer_norm[1](dy, of_norm)
        return *residual[1](dtotal, of_residual), dgamma, dbeta

    return forward, backward


def embed(embedding, dropout):
    def forward(table, positions, ids, *, start=0, learned=True, p=0.0, seed=None):
        (batch, length), d = ids.shape, table.shape[1]
        x, of_embedding = embedding[0](table, ids)
        x = x * sqrt(d) + positions[start : start + length]
        y, of_dropout = dropout[0](x.reshape(batch * length, d), p, seed)
        return y, (of_embedding, of_dropout, batch, start, positions)

    def backward(dy, cache):
        of_embedding, of_dropout, batch, start, positions = cache
        (dx,) = dropout[1](dy, of_dropout)
        dx = dx.reshape(batch, -1, dy.shape[1])
        dpositions = array_module(dy).zeros_like(positions)
        dpositions[start : start + dx.shape[1]] = dx.sum(axis=0)
        return *embedding[1](dx * sqrt(dy.shape[1]), of_embedding), dpositions

    return forward, backward


def project_loss(cross_entropy):
    def forward(x, table, *bias, targets, **constants):
        loss, cache = cross_entropy[0](sum(bias, start=x @ table.T), targets, **constants)
        return loss, (x, table, bias, cache)

    def backward(dloss, cache):
        x, table, bias, cache = cache
        (dlogits,) = cross_entropy[1](dloss, cache)
        return dlogits @ table, dlogits.T @ x, *(dlogits.sum(axis=0) for _ in bias)

    return forward, backward


# The exercises that do not ask for dropout of the weights, so that p and seed must be left out.
WITHOUT_DROPOUT = {
    "scaled_dot_product_attention": one_head_without_dropout,
    "attention": attention_without_dropout,
}

# {operation: (function above, its parts)}; an operation comes after those that are parts of it.
COMPOSED = {
    "scaled_dot_product_attention": (scaled_dot_product_attention, "softmax", "dropout"),
    "attention": (attention, "scaled_dot_product_attention"),
    "feed_forward": (feed_forward, "linear", "relu"),
    "residual": (residual, "dropout"),
    "add_norm": (add_norm, "residual", "layer_norm"),
    "embed": (embed, "embedding", "dropout"),
    "project_loss": (project_loss, "cross_entropy"),
}
