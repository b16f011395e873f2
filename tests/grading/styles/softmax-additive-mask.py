import numpy as np


def softmax_forward(x, mask=None):
    """An additive mask of -1e9.  A row that is all masked would be uniform, so it is set to zero."""
    if mask is None:
        mask = np.ones(x.shape, bool)
    scores = x + np.where(mask, 0, -1e9).astype(x.dtype)
    scores -= scores.max(axis=-1, keepdims=True)
    e = np.exp(scores)
    y = e / e.sum(axis=-1, keepdims=True) * mask.any(axis=-1, keepdims=True)
    return y, dict(y=y)


def softmax_backward(dy, cache):
    y = cache["y"]
    jacobian = np.eye(y.shape[-1], dtype=y.dtype) * y[..., None] - y[..., :, None] * y[..., None, :]
    return [np.einsum("...i,...ij->...j", dy, jacobian)]
