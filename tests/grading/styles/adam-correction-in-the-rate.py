"""Both bias corrections are one factor of the learning rate, with a matching epsilon; the moments are in a dict."""

import math

import numpy as np


class Adam:
    def __init__(self, flat, beta1=0.9, beta2=0.98, epsilon=1e-9):
        self.betas, self.epsilon, self.moments = (beta1, beta2), epsilon, {}

    def update(self, flat, gradient, step, rate):
        for power, beta in enumerate(self.betas, 1):
            before = self.moments.get(power, np.zeros_like(flat))
            self.moments[power] = beta * before + (1 - beta) * gradient**power
        c1, c2 = (1 - beta**step for beta in self.betas)
        epsilon = self.epsilon * math.sqrt(c2)
        flat[:] = flat - rate * math.sqrt(c2) / c1 * self.moments[1] / (np.sqrt(self.moments[2]) + epsilon)
