"""The residual connection x + Dropout(Sublayer(x)) (Sections 3.1 and 5.4)."""

from ..backend import Array
from .dropout import dropout_backward, dropout_forward


def residual_forward(
    x: Array, sublayer: Array, p: float = 0.0, seed: tuple | None = None
) -> tuple[Array, tuple | None]:
    """y = x + dropout(sublayer).  x, sublayer [..., d] -> y [..., d]"""
    dropped, cache = dropout_forward(sublayer, p, seed)
    return x + dropped, cache


def residual_backward(dy: Array, cache: tuple | None) -> tuple[Array, Array]:
    """dy -> dx, dsublayer.  A sum passes dy on to both terms; dx = dy counters vanishing gradients in deep models."""
    return dy, *dropout_backward(dy, cache)
