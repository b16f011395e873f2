"""`ops.linear`, `ops.feed_forward` and `ops.project_loss`: products of cublasLt and kernels of rows.cu."""

import numpy as np

from ...backend import array_module
from ...data.ids import PAD
from ..kernels import THREADS, blocks, launch, real
from ..matmul import matmul
from .rows import column_sum


def input_gradient(dy, weight, out):
    """dy weight^T, the gradient of rows, added to `out` by the product if it is given"""
    return matmul(dy, weight.T, out=out, add=out is not None)


def weight_gradient(x, dy, out):
    """x^T dy, the gradient of a weight in float32, added to `out` by the product if it is given"""
    return matmul(x.T, dy, out=out, dtype=np.float32, add=out is not None)


def linear_forward(x, weight, bias):
    """x [n, i], weight [i, o], bias [o] -> y [n, o]"""
    return matmul(x, weight, bias=bias), (x, weight)


def linear_backward(dy, cache, out=(None,) * 3):
    """dy [n, o] -> dx [n, i], dweight [i, o], dbias [o]"""
    x, weight = cache
    return input_gradient(dy, weight, out[0]), weight_gradient(x, dy, out[1]), column_sum(dy, out=out[2])


def feed_forward_forward(x, w1, b1, w2, b2):
    """x [n, d_model] -> y [n, d_model]; bias and ReLU are part of the kernel of the product"""
    hidden = matmul(x, w1, bias=b1, relu=True)
    return matmul(hidden, w2, bias=b2), (x, w1, hidden, w2)


def feed_forward_backward(dy, cache, out=(None,) * 5):
    """dy [n, d_model] -> dx, dw1, db1, dw2, db2"""
    x, w1, hidden, w2 = cache
    return two_layers_backward("relu_backward", dy, x, w1, hidden, hidden, w2, out)


def two_layers_backward(activation, dy, x, w1, z, hidden, w2, out):
    """activation: the kernel that makes the gradient of its input out of that of its output, in place; it reads z"""
    dz = matmul(dy, w2.T)
    db1 = column_sum(dz, z, out=out[2], kernel=activation)
    first = input_gradient(dz, w1, out[0]), weight_gradient(x, dz, out[1]), db1
    return *first, weight_gradient(hidden, dy, out[3]), column_sum(dy, out=out[4])


def feed_forward_swish_forward(x, w1, b1, w2, b2):
    """x [n, d_model] -> y [n, d_model]"""
    z = matmul(x, w1, bias=b1)
    hidden = array_module(x).empty_like(z)
    launch("rows", "swish", blocks(z.size // 4), THREADS, z, hidden, np.int64(z.size), REAL=real(z))
    return matmul(hidden, w2, bias=b2), (x, w1, z, hidden, w2)


def feed_forward_swish_backward(dy, cache, out=(None,) * 5):
    """dy [n, d_model] -> dx, dw1, db1, dw2, db2"""
    return two_layers_backward("swish_backward", dy, *cache, out)


def project(x, table, bias):
    """x [n, d], table [V, d], bias [V] or None -> logits [n, V rounded up], so that rows start at aligned addresses"""
    n, vocabulary = len(x), len(table)
    logits = array_module(x).empty((n, -(-vocabulary // 8) * 8), x.dtype)
    matmul(x, table.T, out=logits[:, :vocabulary])
    if bias is not None:
        arguments = logits, bias, n, vocabulary, logits.shape[1]
        launch("rows", "add_bias", blocks(n * vocabulary), THREADS, *arguments, REAL=real(x))
    return logits


def project_loss_forward(x, table, bias=None, *, targets, smoothing=0.0, pad=PAD):
    """x [n, d], table [V, d], bias [V] or none, targets [n] -> loss [], the sum over all rows except padding"""
    xp, n, vocabulary = array_module(x), len(x), len(table)
    logits, loss = project(x, table, bias), xp.empty(n, np.float32)
    targets = xp.asarray(targets, np.int32)  # those of a padded batch are on the host
    arguments = logits, targets, loss, vocabulary, logits.shape[1], smoothing, pad
    launch("cross_entropy", "cross_entropy", n, 1024, *arguments, REAL=real(x))
    return loss.sum(), (x, table, bias is not None, logits)


def project_loss_backward(dloss, cache, out=(None,) * 3):
    """dloss [] -> dx [n, d], dtable [V, d]; with a bias, dbias [V]"""
    x, table, biased, padded = cache
    dlogits, dloss = padded[:, : len(table)], dloss.astype(np.float32).reshape(1)
    dx, dtable = scaled(matmul(dlogits, table), dloss), weight_gradient(dlogits, scaled(x.copy(), dloss), out[1])
    if not biased:
        return dx, dtable
    return dx, dtable, scaled(column_sum(padded), dloss)[: len(table)]  # the columns beyond V are zero


def scaled(x, factor):
    """x *= factor, an array [1] -> x"""
    launch("rows", "scale", blocks(x.size // 4), THREADS, x, factor, np.int64(x.size), REAL=real(x))
    return x
