"""The Adam optimiser and the learning rate schedule of the paper (Section 5.3), on flat buffers."""

import numpy as np

from .backend import Array, array_module

# Small, so that all arrays of an update fit into the processor's cache together.  But not smaller, because a thread
# waits for Python's lock (GIL) after each operation.
CHUNK = 1 << 18


def learning_rate(step: float, d_model: int, warmup: int, rate: float = 1.0) -> float:
    """rate * d_model^-0.5 * min(step^-0.5, step * warmup^-1.5), equation 3.  The first step is 1.

    It grows linearly for `warmup` steps, then decays like 1 / sqrt(step).
    """
    return rate * d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def trapezoid(step: float, warmup: int, steps: int | None, cooldown: float) -> float:
    """The share of the highest rate at a step: it rises for `warmup` steps, holds, and falls at the end to nearly 0
    (Hägele et al. 2024).  The first step is 1.

    steps: the last step, or None while it is unknown;  cooldown: the share of all steps in which the rate falls
    """
    falling = 1 if steps is None else (steps + 1 - step) / (cooldown * steps)
    return min(1, step / warmup, falling)


class Adam:
    """Adam (Kingma and Ba 2015) with the paper's beta1 = 0.9, beta2 = 0.98, epsilon = 1e-9.

    It stores only the two moments.  The caller passes step and rate, so there is only one counter of steps.
    """

    def __init__(self, flat: Array, beta1: float = 0.9, beta2: float = 0.98, epsilon: float = 1e-9):
        xp = array_module(flat)
        self.m, self.v = xp.zeros_like(flat), xp.zeros_like(flat)
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon

    def update(self, flat: Array, gradient: Array, step: int, rate: float, parts: list[slice] | None = None) -> None:
        """Change the parameters `flat` [n] in place, but not their gradient g [n].  The first step is 1.

            m = beta1 m + (1 - beta1) g          v = beta2 v + (1 - beta2) g^2
            flat -= rate * m_hat / (sqrt(v_hat) + epsilon)

        m and v start at zero, so they are too small by a factor 1 - beta^step.  m_hat and v_hat divide by it.
        parts: slices of `flat`, if only these are to be updated, such as some of its `chunks`.
        """
        for part in chunks(flat) if parts is None else parts:
            p, g, m, v = flat[part], gradient[part], self.m[part], self.v[part]
            m *= self.beta1
            m += (1 - self.beta1) * g
            v *= self.beta2
            v += (1 - self.beta2) * g * g
            divisor = array_module(v).sqrt(v)
            divisor *= (1 - self.beta2**step) ** -0.5
            divisor += self.epsilon
            p -= rate / (1 - self.beta1**step) * m / divisor


def chunks(flat: Array) -> list[slice]:
    """-> slices of a flat array, of CHUNK entries each; on CuPy a single one, because each operation is a launch"""
    size = CHUNK if array_module(flat) is np else flat.size
    return [slice(start, start + size) for start in range(0, flat.size, size)]


def clip(gradient: Array, norm: float, limit: float) -> None:
    """Gradient clipping: scale the gradient, of norm `norm`, in place to a norm of at most `limit`; 0 = no limit."""
    if limit and norm > limit:
        gradient *= gradient.dtype.type(limit / norm)
