"""The layers of Figure 1 except attention: linear projections, feed-forward network, and "Add & Norm"."""

from collections.abc import Callable

import numpy as np

from ..backend import Array
from ..tensor import Tensor, apply
from .module import Module


class Zeros:
    """Stands in for the random generator of a model that will load its weights: its zeros are one broadcast number."""

    def normal(self, mean: float, deviation: float, shape: tuple) -> Array:
        return np.broadcast_to(np.float32(0), shape)

    uniform = normal


Random = np.random.Generator | Zeros  # what draws the first weights


def glorot(rng: Random, n_in: int, n_out: int, fan_out: int | None = None) -> Array:
    """-> [n_in, n_out], uniform with variance 2 / (n_in + n_out) (Glorot and Bengio 2010).  With this variance neither
    activations nor gradients grow or vanish much from layer to layer.

    fan_out: if this matrix is part of a larger one, the columns of the larger one, which give the variance.
    """
    limit = np.sqrt(6 / (n_in + (fan_out or n_out)))
    return rng.uniform(-limit, limit, (n_in, n_out))


class Linear(Module):
    """y = x W + b.  weight [n_in, n_out] by `glorot`, bias [n_out] zero."""

    def __init__(self, rng: Random, n_in: int, n_out: int, fan_out: int | None = None):
        self.weight = Tensor(glorot(rng, n_in, n_out, fan_out))
        self.bias = Tensor(np.zeros(n_out))

    def __call__(self, x: Tensor) -> Tensor:
        return apply("linear", x, self.weight, self.bias)


class LayerNorm(Module):
    """Layer normalisation.  gamma [d] starts at one, beta [d] at zero."""

    def __init__(self, d: int, eps: float = 1e-6):
        self.gamma, self.beta, self.eps = Tensor(np.ones(d)), Tensor(np.zeros(d)), eps

    def __call__(self, x: Tensor) -> Tensor:
        return apply("layer_norm", x, self.gamma, self.beta, eps=self.eps)


class FeedForward(Module):
    """max(0, x W1 + b1) W2 + b2 (Section 3.3), or with activation="swish" the same with swish."""

    def __init__(self, rng: Random, d_model: int, d_ff: int, activation: str = "relu"):
        self.operation = "feed_forward" if activation == "relu" else f"feed_forward_{activation}"
        self.w1, self.b1 = Tensor(glorot(rng, d_model, d_ff)), Tensor(np.zeros(d_ff))
        self.w2, self.b2 = Tensor(glorot(rng, d_ff, d_model)), Tensor(np.zeros(d_model))

    def __call__(self, x: Tensor) -> Tensor:
        return apply(self.operation, x, self.w1, self.b1, self.w2, self.b2)


class Residual(Module):
    """A residual connection around a sub-layer, with layer normalisation and dropout.

    norm="post" (the paper, Section 3.1): LayerNorm(x + Dropout(sublayer(x)))
    norm="pre":                           x + Dropout(sublayer(LayerNorm(x)))
    """

    def __init__(self, d_model: int, norm: str, dropout: float, site: int, eps: float = 1e-6):
        self.norm, self.pre, self.dropout, self.site = LayerNorm(d_model, eps), norm == "pre", dropout, site

    def __call__(self, x: Tensor, sublayer: Callable[[Tensor], Tensor], seed: tuple | None) -> Tensor:
        """x rows [n, d]; sublayer: a function of rows; seed: None in evaluation."""
        draw = dict(p=self.dropout, seed=site_seed(seed, self.site))
        if self.pre:
            return apply("residual", x, sublayer(self.norm(x)), **draw)
        return apply("add_norm", x, sublayer(x), self.norm.gamma, self.norm.beta, eps=self.norm.eps, **draw)


def site_seed(seed: tuple | None, site: int) -> tuple | None:
    """The seed of one dropout.  Each dropout in the model has its own site number, so no two share a mask."""
    return None if seed is None else (*seed, site)
