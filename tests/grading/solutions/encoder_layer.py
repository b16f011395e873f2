"""With the names of a folder: in it, every import finds the reader's parts."""

from .dropout import dropout_backward, dropout_forward
from .heads import attention_backward, attention_forward
from .layer_norm import layer_norm_backward, layer_norm_forward
from .linear import feed_forward_backward, feed_forward_forward, linear_backward, linear_forward


def encoder_layer_forward(x, *weights, heads, key_mask, p=0.0, seed=None):
    wq, bq, wk, bk, wv, bv, wo, bo, gamma1, beta1, w1, b1, w2, b2, gamma2, beta2 = weights
    caches = {}
    q, caches["q"] = linear_forward(x, wq, bq)
    k, caches["k"] = linear_forward(x, wk, bk)
    v, caches["v"] = linear_forward(x, wv, bv)
    y, caches["heads"] = attention_forward(q, k, v, heads=heads, key_mask=key_mask)
    y, caches["o"] = linear_forward(y, wo, bo)
    y, caches["drop1"] = dropout_forward(y, p, None if seed is None else (*seed, 0))
    x, caches["norm1"] = layer_norm_forward(x + y, gamma1, beta1)
    y, caches["network"] = feed_forward_forward(x, w1, b1, w2, b2)
    y, caches["drop2"] = dropout_forward(y, p, None if seed is None else (*seed, 1))
    y, caches["norm2"] = layer_norm_forward(x + y, gamma2, beta2)
    return y, caches


def encoder_layer_backward(dy, cache):
    dsum, dgamma2, dbeta2 = layer_norm_backward(dy, cache["norm2"])
    (dbranch,) = dropout_backward(dsum, cache["drop2"])
    dx, dw1, db1, dw2, db2 = feed_forward_backward(dbranch, cache["network"])
    dx = dx + dsum
    dsum, dgamma1, dbeta1 = layer_norm_backward(dx, cache["norm1"])
    (dbranch,) = dropout_backward(dsum, cache["drop1"])
    dheads, dwo, dbo = linear_backward(dbranch, cache["o"])
    dq, dk, dv = attention_backward(dheads, cache["heads"])
    dx_q, dwq, dbq = linear_backward(dq, cache["q"])
    dx_k, dwk, dbk = linear_backward(dk, cache["k"])
    dx_v, dwv, dbv = linear_backward(dv, cache["v"])
    dx = dsum + dx_q + dx_k + dx_v
    return dx, dwq, dbq, dwk, dbk, dwv, dbv, dwo, dbo, dgamma1, dbeta1, dw1, db1, dw2, db2, dgamma2, dbeta2
