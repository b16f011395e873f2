"""`ops.add_norm`, `ops.layer_norm` and `ops.residual` as kernels, and what others need: dropout, sums of columns."""

import numpy as np

from ...backend import array_module
from ..kernels import THREADS, WARP, blocks, launch, real

PARTIALS = 792  # blocks that sum rows, at most, each a part of them: six for each multiprocessor of an H200


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
    parts, widths = min(PARTIALS, blocks(n * WARP)), dict(WIDTH=width, REAL=real(x))
    partial = xp.empty((parts, 2, width), np.float32)
    arguments = dy, x, sublayer, gamma, mean, rstd, dx, dsublayer, partial, n, *drop
    launch("add_norm", "add_norm_backward", parts, THREADS, *arguments, **widths)
    dgamma, dbeta = (xp.empty(width, np.float32) if total is None else total for total in out[2:])
    arguments = partial, dgamma, dbeta, parts, *(int(total is not None) for total in out[2:])
    launch("add_norm", "add_norm_sums", blocks(2 * width, WARP), WARP * WARP, *arguments, **widths)
    return dx, dsublayer, dgamma, dbeta


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


def column_sum(*arrays, out=None, kernel="column_sum"):
    """x [n, d] -> [d] float32, added to `out` if it is given.  kernel: one of rows.cu, which may take more arrays."""
    xp, (n, width) = array_module(arrays[0]), arrays[0].shape
    parts = min(blocks(PARTIALS, 8), blocks(n, WARP))  # so few, because the last block adds them up
    partial, total = xp.empty((parts, width), np.float32), xp.empty(width, np.float32) if out is None else out
    arguments = *arrays, partial, total, n, width, int(out is not None)
    launch("rows", kernel, (blocks(width, 4 * WARP), parts), THREADS, *arguments, REAL=real(arrays[0]))
    return total
