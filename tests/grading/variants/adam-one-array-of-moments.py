"""m and v are the two rows of one array."""

import numpy as np


class Adam:
    __slots__ = ("moments", "betas", "epsilon")

    def __init__(self, flat, beta1=0.9, beta2=0.98, epsilon=1e-9):
        self.moments = np.zeros_like(flat, shape=(2, flat.size))
        self.betas = np.array([[beta1], [beta2]], flat.dtype)
        self.epsilon = epsilon

    def update(self, flat, gradient, step, rate):
        self.moments *= self.betas
        self.moments += (1 - self.betas) * np.stack([gradient, gradient * gradient])
        m_hat, v_hat = self.moments / (1 - self.betas**step)
        np.subtract(flat, rate * m_hat / (v_hat**0.5 + self.epsilon), out=flat)
