"""Chapters 10 and 10b.  Many little steps, each a bit down the gradient of the loss."""

import numpy as np

from .words import PAD, batch_arrays, batches


# Part: adam, chapter 10.  Ours, until you write it.
class Adam:
    """Steps whose length depends on how sure the gradient is."""

    def __init__(self, flat, beta1=0.9, beta2=0.98, epsilon=1e-9):
        self.m, self.v = np.zeros_like(flat), np.zeros_like(flat)  # means of the gradient and of its square
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon

    def update(self, flat, gradient, step, rate):
        """Change the weights `flat` in place, by -rate m' / (sqrt(v') + epsilon).  The first step is 1.

        m = beta1 m + (1 - beta1) gradient      m' = m / (1 - beta1^step)
        v = beta2 v + (1 - beta2) gradient^2    v' = v / (1 - beta2^step)
        """
        self.m = self.beta1 * self.m + (1 - self.beta1) * gradient
        self.v = self.beta2 * self.v + (1 - self.beta2) * gradient**2
        m = self.m / (1 - self.beta1**step)  # m and v start at 0, which pulls them down at first
        v = self.v / (1 - self.beta2**step)
        flat -= rate * m / (np.sqrt(v) + self.epsilon)


# Part: learning_rate, chapter 10.  Ours, until you write it.
def learning_rate(step, d_model, warmup, rate=1.0):
    """rate d_model^-0.5 min(step^-0.5, step warmup^-1.5), where the first step is 1

    The rate rises for `warmup` steps, then falls with the root of the step.
    """
    return rate * d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


# Part: training, chapter 10b.  Ours, until you write it.
def training_step(model, optimizer, batch, step, rate, smoothing=0.1, seed=None):
    """Forward, backward, and a small change of all weights -> the mean loss of a word before the change, a float

    model.weights: a list of Tensors.  batch: source, target_in, target_out.  PAD = 0 in target_out is no word.
    model.loss(*batch, smoothing, seed) -> a Tensor, the sum over all words.  The gradient is that of the mean.
    optimizer.update(flat, gradient, step, rate) changes `flat`, one array of all weights, in place.
    """
    words = int(np.count_nonzero(batch[-1] != PAD))
    for w in model.weights:
        w.grad = np.zeros_like(w.data)  # backward adds to it
    loss = model.loss(*batch, smoothing, seed)
    loss.backward(np.asarray(1 / words, loss.data.dtype))
    flat, gradient = (np.concatenate([each.ravel() for each in arrays]) for arrays in data_and_grad(model.weights))
    optimizer.update(flat, gradient, step, rate)
    ends = np.cumsum([w.data.size for w in model.weights])
    for w, new in zip(model.weights, np.split(flat, ends[:-1]), strict=True):
        w.data = new.reshape(w.data.shape)
    return float(loss.data) / words


def data_and_grad(weights):
    return [w.data for w in weights], [w.grad for w in weights]


def training_loop(model, pairs, steps, batch_tokens=640, warmup=400, smoothing=0.1, seed=1):
    """Yield (step, mean loss) of each training_step, 1 to steps, with Adam and learning_rate

    pairs: (source ids, target ids), without BOS and EOS.  When all batches have had their turn, they are made anew.
    Step n has the seed (seed, n), so that no two have the same dropout.
    """
    rng, groups = np.random.default_rng(seed), []
    optimizer = Adam(np.concatenate([w.data.ravel() for w in model.weights]))
    for step in range(1, steps + 1):
        groups = groups or list(batches(pairs, batch_tokens, rng))
        batch, rate = batch_arrays([pairs[i] for i in groups.pop()]), learning_rate(step, model.d_model, warmup)
        yield step, training_step(model, optimizer, batch, step, rate, smoothing, (seed, step))
