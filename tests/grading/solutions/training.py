import numpy as np

from .training import Adam, learning_rate
from .words import arrays, batches


def training_step(model, optimizer, batch, step, rate, smoothing=0.1, seed=None):
    source, target_in, target_out = batch
    words = int((target_out != 0).sum())
    for w in model.weights:
        w.grad = 0 * w.data
    loss = model.loss(source, target_in, target_out, smoothing, seed)
    loss.backward(np.ones_like(loss.data))
    gradient = np.hstack([w.grad.flat for w in model.weights]) / words
    gradient = gradient.astype(model.weights[0].data.dtype)
    flat = np.hstack([w.data.flat for w in model.weights])
    optimizer.update(flat, gradient, step, rate)
    for w in model.weights:
        w.data, flat = flat[: w.data.size].reshape(w.data.shape).copy(), flat[w.data.size :]
    return float(loss.data / words)


def training_loop(model, pairs, steps, batch_tokens=640, warmup=400, smoothing=0.1, seed=1):
    rng = np.random.default_rng(seed)
    optimizer, step = Adam(np.hstack([w.data.flat for w in model.weights])), 0
    while True:
        for group in reversed(list(batches(pairs, batch_tokens, rng))):
            step += 1
            if step > steps:
                return
            batch = arrays([pairs[i] for i in group])
            rate = learning_rate(step, model.d_model, warmup)
            yield step, training_step(model, optimizer, batch, step, rate, smoothing, (seed, step))
