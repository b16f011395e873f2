"""The operations of the model as fused kernels: the signatures of `minitrans.ops`, in float32 or bfloat16.

`cuda.on_kernels` puts each pair into `ops.TABLE`.  The derivation of a backward is in the file of `ops` with the same
name.  Gradients of weights are float32, and sums are taken in a fixed order.  Dropout stores no mask: the backward
computes it again from the seed.  Masks are those of Padded (key_mask, causal), of Packed (spans), or Ancestors.
"""

from typing import NamedTuple

import numpy as np

from ..backend import array_module
from ..data.ids import PAD
from .kernels import THREADS, WARP, blocks, launch, real
from .matmul import matmul
from .packed import spans_of_mask

TILE, WIDEST_TILE = 16, 64  # of attention_tiles.cu: rows of a tile, and the widest head
PARTIALS = 264  # blocks that sum rows, each a part of them: two for each multiprocessor of an H200


def dropout(xp, p, seed):
    """-> (seed, site, threshold, scale), the last arguments of every kernel with dropout

    seed: (run seed, step, micro-batch, shard, site).  A captured CUDA graph reads its seed from device memory, so there
    it is (array, site), where the uint32 array on the device holds the first four numbers.
    """
    if seed is None or p == 0:
        return None, np.uint32(0), np.uint32(0), 1.0
    *numbers, site = seed
    on_device = numbers[0] if len(numbers) == 1 else xp.asarray(numbers, np.uint32)
    return on_device, np.uint32(site), np.uint32(round(p * 2**32)), 1 / (1 - p)


# Embedding


def embed_forward(
    table, positions, ids, *, start=0, places=None, by_id=None, by_place=None, learned=True, p=0.0, seed=None
):
    """table [V, d], positions [longest, d] -> y [rows, d]

    Padded: ids [B, T], the first at position `start`.  Packed: ids [rows], with places, by_id and by_place of Packed.
    """
    xp, width, skipped = array_module(table), table.shape[1], PAD  # packed rows after the last word get no gradient
    if places is None:
        length, skipped = ids.shape[1], -1
        ids = ids.ravel().astype(np.int32)
        places = start + xp.arange(ids.size, dtype=np.int32) % np.int32(length)
        by_id, by_place = (xp.argsort(x).astype(np.int32) for x in (ids, places))
    y, drop = xp.empty((len(ids), width), table.dtype), dropout(xp, p, seed)
    arguments = table, positions.astype(np.float32, copy=False), ids, places, y, len(ids), *drop
    launch("embed", "embed_forward", blocks(y.size // 4), THREADS, *arguments, WIDTH=width, REAL=real(y))
    return y, (ids, places, by_id, by_place, skipped, table.shape, positions.shape if learned else None, drop)


def embed_backward(dy, cache, out=(None, None)):
    """dy [rows, d] -> dtable [V, d], dpositions [longest, d] or None, both added to the arrays in `out`"""
    xp = array_module(dy)
    words, places, by_id, by_place, skipped_word, of_table, of_positions, drop = cache
    shapes = of_table, of_positions
    dtable, dpositions = (
        xp.zeros(shape, np.float32) if array is None and shape else array
        for array, shape in zip(out, shapes, strict=True)
    )
    width = of_table[1]
    tables = [(words, by_id, dtable, skipped_word, width**0.5)]
    if of_positions:
        tables.append((places, by_place, dpositions, -1, 1.0))
    for ids, rows, sums, skipped, factor in tables:
        arguments = dy, ids, rows, sums, len(ids), skipped, factor, *drop
        launch("embed", "embed_backward", len(ids), width, *arguments, WIDTH=width, REAL=real(dy))
    return dtable, dpositions


# Attention


def attention_forward(
    q, k, v, *, heads, key_mask=None, causal=False, radius=None, spans=None, ancestors=None, p=0.0, seed=None
):
    """q rows [n, h * d_k], k rows [m, h * d_k], v rows [m, h * d_v] -> y rows [n, h * d_v]

    key_mask, causal, radius: for padded sentences; spans: for packed ones; ancestors: for decoding, without a backward
    """
    if ancestors:
        return attend_to_ancestors(q, k, v, heads, ancestors), None
    xp, n = array_module(q), len(q)
    k, v = (x.reshape(-1, x.shape[-1]) for x in (k, v))
    if spans is None:
        spans = spans_of_mask(key_mask, n, causal)
        spans = spans if radius is None else spans.within(radius)
    widths = dict(D_K=k.shape[1] // heads, D_V=v.shape[1] // heads, REAL=real(q))
    y, lse = xp.empty((n, v.shape[1]), q.dtype), xp.empty((n, heads), np.float32)
    common = heads, widths["D_K"] ** -0.5, spans.longest, *dropout(xp, p, seed)
    arguments = q, k, v, spans.first, spans.end, y, lse, n, *common
    launch_attention("attention_forward", n, arguments, heads, widths)
    return y, (q, k, v, y, lse, spans, common, widths)


def launch_attention(kernel, rows, arguments, heads, widths):
    """One warp for each row and head, or on tensor cores, if the widths allow it, for sixteen rows and a head."""
    fits = all(widths[of] % TILE == 0 and widths[of] <= WIDEST_TILE for of in ("D_K", "D_V"))
    tiles = fits and widths["REAL"] == "bf16"
    file, warps = ("attention_tiles", blocks(rows, TILE)) if tiles else ("attention", rows)
    launch(file, kernel, blocks(warps * heads * WARP), THREADS, *arguments, **widths)


class Ancestors(NamedTuple):
    """In decoding, the row that wrote each word of each hypothesis; see decode.cu."""

    rows: np.ndarray  # [hypotheses, longest]
    length: np.ndarray  # [1]
    near: int  # the number of words before the newest that it may attend to


def attend_to_ancestors(q, keys, values, heads, ancestors):
    """q rows [n, h * d_k], keys [longest, n, h * d_k], values [longest, n, h * d_v] -> y rows [n, h * d_v]"""
    longest, n, width = values.shape
    y = array_module(q).empty((n, width), q.dtype)
    widths = dict(D_K=q.shape[1] // heads, D_V=width // heads, REAL=real(q))
    rows, length, near = ancestors
    arguments = q, keys, values, rows, length, y, n, heads, widths["D_K"] ** -0.5, longest, near
    launch("attention", "attend_to_ancestors", blocks(n * heads * WARP), THREADS, *arguments, **widths)
    return y


def attention_backward(dy, cache):
    """dy rows [n, h * d_v] -> dq, dk, dv, rows like q, k, v"""
    q, k, v, y, lse, spans, common, widths = cache
    xp, (n, heads), m = array_module(dy), lse.shape, len(k)
    dq, dk, dv, delta = *map(xp.empty_like, (q, k, v)), xp.empty_like(lse)
    arguments = dy, q, k, v, y, lse, spans.first, spans.end, dq, delta, n, *common
    launch_attention("attention_backward_queries", n, arguments, heads, widths)
    arguments = dy, q, k, v, lse, delta, *spans[:4], dk, dv, m, *common
    launch_attention("attention_backward_keys", m, arguments, heads, widths)
    return dq, dk, dv


# Rows


def add_norm_forward(x, sublayer, gamma, beta, *, eps=1e-6, p=0.0, seed=None):
    """x, sublayer [n, d], gamma, beta [d] -> y [n, d]"""
    xp, (n, width) = array_module(x), x.shape
    y, mean, rstd = xp.empty_like(x), xp.empty(n, np.float32), xp.empty(n, np.float32)
    drop = dropout(xp, p, seed)
    arguments = x, sublayer, gamma, beta, y, mean, rstd, n, eps, *drop
    launch("add_norm", "add_norm_forward", blocks(n * WARP), THREADS, *arguments, WIDTH=width, REAL=real(x))
    return y, (x, sublayer, gamma, mean, rstd, drop)


def add_norm_backward(dy, cache, out=(None,) * 4):
    """dy [n, d] -> dx, dsublayer [n, d], dgamma, dbeta [d]"""
    x, sublayer, gamma, mean, rstd, drop = cache
    xp, (n, width) = array_module(dy), dy.shape
    dx, dsublayer = xp.empty_like(x), None if sublayer is None else xp.empty_like(x)
    partial = xp.empty((2, PARTIALS * THREADS // WARP, width), np.float32)
    arguments = dy, x, sublayer, gamma, mean, rstd, dx, dsublayer, partial, n, *drop
    launch("add_norm", "add_norm_backward", PARTIALS, THREADS, *arguments, WIDTH=width, REAL=real(x))
    return dx, dsublayer, column_sum(partial[0], out[2]), column_sum(partial[1], out[3])


def layer_norm_forward(x, gamma, beta, eps=1e-6):
    """x [n, d] -> y [n, d]"""
    return add_norm_forward(x, None, gamma, beta, eps=eps)


def layer_norm_backward(dy, cache, out=(None,) * 3):
    """dy [n, d] -> dx [n, d], dgamma, dbeta [d]"""
    dx, _, dgamma, dbeta = add_norm_backward(dy, cache, (None, *out))
    return dx, dgamma, dbeta


def residual_forward(x, sublayer, p=0.0, seed=None):
    """y = x + dropout(sublayer)"""
    drop = dropout(array_module(x), p, seed)
    return dropout_add(x, sublayer, drop), drop


def residual_backward(dy, drop):
    return dy, dropout_add(None, dy, drop)


def dropout_add(x, sublayer, drop):
    y = array_module(sublayer).empty_like(sublayer)
    arguments = x, sublayer, y, np.int64(y.size), *drop
    launch("rows", "dropout_add", blocks(y.size // 4), THREADS, *arguments, REAL=real(y))
    return y


def column_sum(x, out=None):
    """x [n, d] -> [d] float32, added to `out` if it is given"""
    return launch_column_sum("column_sum", (x,), out)


def launch_column_sum(kernel, arrays, out):
    """Run a kernel of rows.cu that sums columns of arrays [n, d] -> [d] float32, added to `out` if it is given."""
    xp, (n, width) = array_module(arrays[0]), arrays[0].shape
    parts = min(PARTIALS, -(-n // WARP))
    partial, total = xp.empty((parts, width), np.float32), xp.empty(width, np.float32) if out is None else out
    arguments = *arrays, partial, total, n, width, int(out is not None)
    launch("rows", kernel, (blocks(width, 4 * WARP), parts), THREADS, *arguments, REAL=real(arrays[0]))
    return total


# Products


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
    return input_gradient(dy, weight, out[0]), weight_gradient(x, dy, out[1]), column_sum(dy, out[2])


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
    db1 = launch_column_sum(activation, (dz, z), out[2])
    first = input_gradient(dz, w1, out[0]), weight_gradient(x, dz, out[1]), db1
    return *first, weight_gradient(hidden, dy, out[3]), column_sum(dy, out[4])


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
    arguments = logits, targets.astype(np.int32, copy=False), loss, vocabulary, logits.shape[1], smoothing, pad
    launch("cross_entropy", "cross_entropy", n, 512, *arguments, REAL=real(x))
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
