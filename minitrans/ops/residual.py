"""The residual connection x + Dropout(Sublayer(x)) (Sections 3.1 and 5.4)."""

from ..backend import Array
from .dropout import dropout_backward, keep_and_scale, scaled


def residual_forward(
    x: Array, sublayer: Array, p: float = 0.0, seed: tuple | None = None
) -> tuple[Array, tuple | None]:
    """y = x + dropout(sublayer).  x, sublayer [..., d] -> y [..., d]"""
    cache = keep_and_scale(sublayer, p, seed)
    return x + (sublayer if cache is None else scaled(sublayer, *cache)), cache


def residual_backward(dy: Array, cache: tuple | None) -> tuple[Array, Array]:
    """dy -> dx, dsublayer.  A sum passes dy on to both terms; dx = dy counters vanishing gradients in deep models."""
    return dy, *dropout_backward(dy, cache)
