from math import inf, sqrt

import numpy as np

from .dropout import dropout_backward, dropout_forward
from .embedding import embedding_backward, embedding_forward, sinusoids
from .model import decoder_layer_backward, decoder_layer_forward, encoder_layer_backward, encoder_layer_forward
from .softmax import cross_entropy_backward, cross_entropy_forward
from .tape import Tensor


def recorded(forward, backward, *tensors, **constants):
    y, cache = forward(*[t.data for t in tensors], **constants)
    return Tensor(y, True, tensors, lambda dy: backward(dy, cache))


def longer(seed, *numbers):
    return None if seed is None else (*seed, *numbers)


class Transformer:
    xp = np
    longest = inf

    def __init__(self, vocabulary, d_model=128, d_ff=256, heads=4, layers=2, dropout=0.1, seed=1):
        self.d_model, self.heads, self.layers, self.dropout = d_model, heads, layers, dropout
        rng = np.random.default_rng(seed)
        arrays = [rng.normal(0, 1 / sqrt(d_model), (vocabulary, d_model))]

        def matrix(n, m, gain=1.0):
            limit = gain * sqrt(6 / (n + m))
            arrays.extend([rng.uniform(-limit, limit, (n, m)), np.zeros(m)])

        def layer(attentions):
            for _ in range(attentions):
                for gain in (0.7, 0.7, 0.7, 1.0):
                    matrix(d_model, d_model, gain)
                arrays.extend([np.ones(d_model), np.zeros(d_model)])
            matrix(d_model, d_ff)
            matrix(d_ff, d_model)
            arrays.extend([np.ones(d_model), np.zeros(d_model)])

        for attentions in [1] * layers + [2] * layers:
            layer(attentions)
        self.weights = [Tensor(array.astype(np.float32)) for array in arrays]

    def embedded(self, ids, seed):
        batch, length = ids.shape

        def forward(table):
            words, cache = embedding_forward(table, ids)
            positions = sinusoids(length, self.d_model).astype(table.dtype)
            return (words * sqrt(self.d_model) + positions).reshape(batch * length, -1), cache

        def backward(dy, cache):
            return embedding_backward(dy.reshape(batch, length, -1) * sqrt(self.d_model), cache)

        x = recorded(forward, backward, self.weights[0])
        return recorded(dropout_forward, dropout_backward, x, p=self.dropout, seed=seed)

    def encode(self, source, seed=None):
        x = self.embedded(source, longer(seed, 0, 0))
        for i in range(self.layers):
            weights = self.weights[1 + 16 * i : 17 + 16 * i]
            constants = dict(heads=self.heads, key_mask=source != 0, p=self.dropout, seed=longer(seed, 0, i + 1))
            x = recorded(encoder_layer_forward, encoder_layer_backward, x, *weights, **constants)
        return x

    def decode(self, target, memory, memory_mask, seed=None):
        y, start = self.embedded(target, longer(seed, 1, 0)), 1 + 16 * self.layers
        for i in range(self.layers):
            weights = self.weights[start + 26 * i : start + 26 * (i + 1)]
            constants = dict(heads=self.heads, key_mask=target != 0, memory_mask=memory_mask)
            constants |= dict(p=self.dropout, seed=longer(seed, 1, i + 1))
            y = recorded(decoder_layer_forward, decoder_layer_backward, y, memory, *weights, **constants)

        def forward(y, table):
            return y @ table.T, (y, table)

        def backward(dz, cache):
            y, table = cache
            return dz @ table, dz.T @ y

        return recorded(forward, backward, y, self.weights[0])

    def loss(self, source, target_in, target_out, smoothing=0.0, seed=None):
        logits = self.decode(target_in, self.encode(source, seed), source != 0, seed)
        targets = target_out.reshape(-1)
        return recorded(cross_entropy_forward, cross_entropy_backward, logits, targets=targets, smoothing=smoothing)

    def start(self, source):
        memory = self.encode(source).data.reshape(*source.shape, self.d_model)
        return Hypotheses(memory, source != 0, [[] for _ in source])

    def step(self, words, state):
        for hypothesis, word in zip(state.ids, words, strict=True):
            hypothesis.append(int(word))
        each = len(state.ids) // len(state.memory)
        memory = Tensor(state.memory.repeat(each, axis=0).reshape(-1, self.d_model))
        logits = self.decode(np.array(state.ids), memory, state.mask.repeat(each, axis=0)).data
        return logits.reshape(len(state.ids), -1, logits.shape[1])[:, -1]


class Hypotheses:
    def __init__(self, memory, mask, ids):
        self.memory, self.mask, self.ids = memory, mask, ids

    def select(self, hypotheses, sentences):
        self.memory, self.mask = self.memory[sentences], self.mask[sentences]
        self.ids = [list(self.ids[i]) for i in hypotheses]
