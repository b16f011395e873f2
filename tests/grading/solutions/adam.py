import numpy as np


class Adam:
    def __init__(self, flat, beta1=0.9, beta2=0.98, epsilon=1e-9):
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon
        self.m = np.zeros_like(flat)
        self.v = np.zeros_like(flat)

    def update(self, flat, gradient, step, rate):
        self.m += (1 - self.beta1) * (gradient - self.m)
        self.v += (1 - self.beta2) * (gradient**2 - self.v)
        m_hat = self.m / (1 - self.beta1**step)
        v_hat = self.v / (1 - self.beta2**step)
        flat -= rate * m_hat / (np.sqrt(v_hat) + self.epsilon)
