"""The whole paper in one file: "Attention Is All You Need" (Vaswani et al. 2017), in NumPy.

    python examples/transformer.py    learns to translate English to German in about three minutes

Order and section numbers are those of the paper.  A batch has B sentences of S words in English
and T in German, with padding.  Its words are the rows of one matrix: only attention mixes them.
"""

import re
from collections import Counter
from functools import partial
from itertools import zip_longest
from pathlib import Path

import numpy as np
import sacrebleu

DATA = Path(__file__).parents[1] / "data" / "toy"
PAD, BOS, EOS, UNK = 0, 1, 2, 3  # padding, begin of sentence, end of sentence, unknown word
rng = np.random.default_rng(1)


# Backpropagation, which the paper takes for granted -----------------------------------------------
class Tensor:
    """An array made from its parents.  backward turns its gradient into those of the parents."""

    def __init__(self, data, parents=(), backward=lambda dy: ()):
        self.data, self.parents, self.backward = data, parents, backward
        self.grad = self.m = self.v = 0  # m and v of a weight: see Section 5.3

    def __add__(self, other):
        y, is_bias = self.data + other.data, other.data.ndim == 1  # a bias is added to each row
        return Tensor(y, (self, other), lambda dy: (dy, dy.sum(axis=0) if is_bias else dy))

    def __matmul__(self, other):
        # y_ij = sum_k x_ik w_kj, so dx_ik = sum_j dy_ij w_kj and dw_kj = sum_i x_ik dy_ij.
        x, w = self.data, other.data
        return Tensor(x @ w, (self, other), lambda dy: (dy @ w.T, x.T @ dy))

    def relu(self):  # the derivative of max(0, x) is 1 where x > 0, and 0 elsewhere
        return Tensor(np.maximum(self.data, 0), (self,), lambda dy: (dy * (self.data > 0),))

    @property
    def T(self):
        return Tensor(self.data.T, (self,), lambda dy: (dy.T,))


def backpropagate(loss):
    """The chain rule: add the gradient of the loss to the grad of each tensor -> the weights."""
    order = []

    def visit(x):  # puts x into `order`, after all tensors that it was computed from
        if x not in order:
            for parent in x.parents:
                visit(parent)
            order.append(x)

    visit(loss)
    loss.grad = 1
    for x in reversed(order):
        for parent, gradient in zip(x.parents, x.backward(x.grad), strict=True):
            parent.grad = parent.grad + gradient  # a sum, because a tensor may have several uses
    return [x for x in order if not x.parents]


# 3.1  Encoder and decoder stacks (Figure 1) -------------------------------------------------------
class Transformer:
    def __init__(self, V, N=2, d_model=128, d_ff=256, h=4):
        attention = partial(MultiHeadAttention, d_model, h)
        feed_forward = partial(FeedForward, d_model, d_ff)
        self.embedding = Tensor(rng.normal(0, d_model**-0.5, (V, d_model)).astype(np.float32))
        self.encoder = [(attention(), feed_forward()) for _ in range(N)]
        self.decoder = [(attention(), attention(), feed_forward()) for _ in range(N)]

    def encode(self, source, p=0.0):
        """ids source [B, S] -> memory [B * S, d_model], and its mask.  p: see dropout."""
        x = dropout(embed(self.embedding, source), p)
        mask = (source != PAD)[:, None, None, :]  # False for padding, to which no word may attend
        for self_attention, feed_forward in self.encoder:
            x = feed_forward(self_attention(x, x, mask, p), p)
        return x, mask

    def decode(self, target, memory, memory_mask, p=0.0):
        """ids target [B, T], from BOS on -> logits [B * T, V] of the word after each of them."""
        y = dropout(embed(self.embedding, target), p)
        not_later = np.tri(target.shape[1], dtype=bool)  # 3.2.3: True on and below the diagonal
        mask = (target != PAD)[:, None, None, :] & not_later
        for self_attention, cross_attention, feed_forward in self.decoder:
            y = self_attention(y, y, mask, p)
            y = cross_attention(y, memory, memory_mask, p)
            y = feed_forward(y, p)
        return y @ self.embedding.T


class AddNorm:
    # LayerNorm(x + Dropout(sublayer)), where LayerNorm(s) = (s - mean) / std * gamma + beta
    def __init__(self, d):
        self.gamma, self.beta = Tensor(np.ones(d, np.float32)), Tensor(np.zeros(d, np.float32))

    def __call__(self, x, sublayer, p, eps=1e-6):
        s = x + dropout(sublayer, p)
        centered = s.data - s.data.mean(axis=1, keepdims=True)
        std = np.sqrt((centered**2).mean(axis=1, keepdims=True) + eps)
        s_hat, gamma = centered / std, self.gamma.data

        def backward(dy):
            # g = dy * gamma is the gradient of s_hat.  An entry s_j changes s_hat directly, through
            # the mean (dmean/ds_j = 1 / d) and through std (dstd/ds_j = s_hat_j / d).  Together:
            #     ds_j = (g_j - mean_i(g_i) - s_hat_j mean_i(g_i s_hat_i)) / std
            g = dy * gamma
            mean_g, mean_gs = (x.mean(axis=1, keepdims=True) for x in (g, g * s_hat))
            return (g - mean_g - s_hat * mean_gs) / std, (dy * s_hat).sum(axis=0), dy.sum(axis=0)

        return Tensor(s_hat * gamma + self.beta.data, (s, self.gamma, self.beta), backward)


def glorot(n_in, n_out, gain=1.0):
    limit = gain * (6 / (n_in + n_out)) ** 0.5  # keeps the size of x (Glorot and Bengio 2010)
    return Tensor(rng.uniform(-limit, limit, (n_in, n_out)).astype(np.float32))


# 3.2  Attention -----------------------------------------------------------------------------------
def attention(query, key, value, mask, h):
    """3.2.1: softmax(Q K^T / sqrt(d_k)) V in each of h heads; each head has its own d_k columns.

    query [B * T, h * d_k], key and value [B * S, h * d_k], mask [B, 1, T or 1, S] -> like query
    """

    def split(x):  # [B * T, h * d_k] -> [B, h, T, d_k]
        return x.reshape(len(mask), -1, h, x.shape[1] // h).swapaxes(1, 2)

    def merge(x):  # [B, h, T, d_k] -> [B * T, h * d_k]
        return x.swapaxes(1, 2).reshape(-1, query.data.shape[1])

    Q, K, V = split(query.data), split(key.data), split(value.data)
    scale = Q.shape[-1] ** -0.5
    Z = np.where(mask, Q @ K.swapaxes(2, 3) * scale, -1e9)  # [B, h, T, S]
    A = np.exp(log_softmax(Z))  # the attention weights: those of a query sum to 1

    def backward(dy):
        # Y = A V, so dA = dY V^T and dV = A^T dY.
        # A = softmax(Z): dA_i/dZ_j = A_i (1[i = j] - A_j), so dZ_j = A_j (dA_j - sum_i A_i dA_i).
        # Z = Q K^T / sqrt(d_k), so dQ = dZ K / sqrt(d_k) and dK = dZ^T Q / sqrt(d_k).
        dY = split(dy)
        dA, dV = dY @ V.swapaxes(2, 3), A.swapaxes(2, 3) @ dY
        dZ = A * (dA - (A * dA).sum(axis=-1, keepdims=True)) * scale
        return merge(dZ @ K), merge(dZ.swapaxes(2, 3) @ Q), merge(dV)

    return Tensor(merge(A @ V), (query, key, value), backward)


def log_softmax(z):
    z = z - z.max(axis=-1, keepdims=True)  # does not change the result, but exp cannot overflow
    return z - np.log(np.exp(z).sum(axis=-1, keepdims=True))


class MultiHeadAttention:
    # 3.2.2: W_Q holds the matrices W_i^Q of all heads, side by side.  W_K and W_V do the same.
    def __init__(self, d_model, h):
        # With larger values the decoder may ignore the source for thousands of steps.
        self.W_Q, self.W_K, self.W_V = (glorot(d_model, d_model, gain=0.7) for _ in range(3))
        self.W_O, self.add_norm, self.h = glorot(d_model, d_model), AddNorm(d_model), h

    def __call__(self, x, memory, mask, p):
        heads = attention(x @ self.W_Q, memory @ self.W_K, memory @ self.W_V, mask, self.h)
        return self.add_norm(x, heads @ self.W_O, p)


# 3.3  Position-wise feed-forward networks ---------------------------------------------------------
class FeedForward:
    def __init__(self, d_model, d_ff):
        self.W1, self.b1 = glorot(d_model, d_ff), Tensor(np.zeros(d_ff, np.float32))
        self.W2, self.b2 = glorot(d_ff, d_model), Tensor(np.zeros(d_model, np.float32))
        self.add_norm = AddNorm(d_model)

    def __call__(self, x, p):
        return self.add_norm(x, (x @ self.W1 + self.b1).relu() @ self.W2 + self.b2, p)


# 3.4  Embeddings and softmax: one matrix for source, target and logits ----------------------------
def embed(table, ids):
    """table [V, d], ids [B, T] -> [B * T, d]: rows of the table, times sqrt(d), plus positions"""
    scale = table.data.shape[1] ** 0.5
    y = table.data[ids] * scale
    y += sinusoids(*y.shape[1:])

    def backward(dy):
        dtable = np.zeros_like(table.data)
        np.add.at(dtable, ids.ravel(), dy * scale)  # a word in several places gets their sum
        return (dtable,)

    return Tensor(y.reshape(ids.size, -1), (table,), backward)


# 3.5  Positional encoding -------------------------------------------------------------------------
def sinusoids(T, d):
    """PE(t, 2i) = sin(t / 10000^(2i / d)), PE(t, 2i + 1) = cos of the same angle -> [T, d]"""
    angles = np.arange(T)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(T, d)


# 5.1  Training data and batching ------------------------------------------------------------------
def read(name):
    """-> pairs of sentences in English and German: lists of words, with the blanks before them"""
    sides = [(DATA / f"{name}.{side}").read_text("utf-8").splitlines() for side in ("en", "de")]
    cut = re.compile(r" ?\w+|[^\w\s]").findall
    return [[cut(" " + line) for line in pair] for pair in zip(*sides, strict=True)]


def batches(pairs, size):
    """Endless batches of `size` pairs.  Pairs of similar length are together: little padding."""
    while True:
        rng.shuffle(pairs)
        pairs.sort(key=lambda pair: (len(pair[1]), len(pair[0])))
        for start in rng.permutation(range(0, len(pairs), size)):
            sides = zip(*pairs[start : start + size], strict=True)
            # zip_longest pads, but gives the first words of all sentences, then the second, ...: .T
            yield [np.array(list(zip_longest(*side, fillvalue=PAD))).T for side in sides]


# 5.3  Optimizer -----------------------------------------------------------------------------------
def adam(weights, step, d_model=128, warmup=400, beta1=0.9, beta2=0.98, epsilon=1e-9):
    rate = d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)
    for w in weights:
        w.m = beta1 * w.m + (1 - beta1) * w.grad
        w.v = beta2 * w.v + (1 - beta2) * w.grad**2
        m_hat, v_hat = w.m / (1 - beta1**step), w.v / (1 - beta2**step)  # as m and v start at 0
        w.data = w.data - rate * m_hat / (np.sqrt(v_hat) + epsilon)
        w.grad = 0


# 5.4  Regularization ------------------------------------------------------------------------------
def dropout(x, p):
    """Set each entry to 0 with probability p, divide the others by 1 - p.  To translate, p = 0."""
    if p == 0:
        return x
    factor = (rng.random(x.data.shape, np.float32) >= p).astype(x.data.dtype) / (1 - p)
    return Tensor(x.data * factor, (x,), lambda dy: (dy * factor,))


def cross_entropy(logits, targets, smoothing=0.1):
    """-sum_v q_v log p_v, p = softmax(logits), mean over all words: logits [n, V], targets [n]"""
    (n, V), log_p = logits.data.shape, log_softmax(logits.data)
    q = np.full_like(log_p, smoothing / V)  # label smoothing: every word gets this much,
    q[np.arange(n), targets] += 1 - smoothing  # and the right one gets the rest
    mean = (targets != PAD)[:, None] / np.sum(targets != PAD, dtype=log_p.dtype)  # 0 for padding
    loss = -(q * log_p * mean).sum()
    # log p_v = z_v - log sum_u exp(z_u), and the q_v sum to 1, so dloss/dz_v = p_v - q_v.
    return Tensor(loss, (logits,), lambda dloss: (dloss * (np.exp(log_p) - q) * mean,))


# 6.1  Beam search ---------------------------------------------------------------------------------
def translate(model, source, beam=4, alpha=0.6, extra=50):
    """ids of a sentence, with EOS -> ids of its translation.  With beam = 1: greedy search."""
    memory, mask = model.encode(np.array([source]))
    live, finished = [(0.0, [BOS])], []  # hypotheses: (log probability, ids)
    while live:
        # Cross-attention takes all hypotheses for one long target, as `mask` is of one sentence.
        target = np.array([ids for _, ids in live])
        logits = model.decode(target, memory, mask).data.reshape(*target.shape, -1)
        log_p, length = log_softmax(logits[:, -1]), target.shape[1]
        log_p[:, [PAD, BOS, UNK]] = -np.inf
        if length == len(source) - 1 + extra:
            log_p[:, UNK:] = -np.inf  # only EOS is left
        candidates = []
        for (total, ids), row in zip(live, log_p, strict=True):
            candidates += [(total + row[word], [*ids, word]) for word in np.argsort(-row)[:beam]]
        best = sorted(candidates, reverse=True)[: beam - len(finished)]  # finished keep their place
        penalty = ((5 + length) / 6) ** alpha
        finished += [(total / penalty, ids[1:-1]) for total, ids in best if ids[-1] == EOS]
        live = [(total, ids) for total, ids in best if ids[-1] != EOS and total > -np.inf]
    return max(finished)[1]


if __name__ == "__main__":
    train, test = read("train"), read("test")
    known = dict(Counter(word for english, _ in train for word in english).most_common(600))
    train, test = ([pair for pair in each if known.keys() >= {*pair[0]}] for each in (train, test))
    words = sorted({word for pair in train for sentence in pair for word in sentence})
    number = {word: i for i, word in enumerate(words, UNK + 1)}

    def encode(sentence):
        return [*(number.get(word, UNK) for word in sentence), EOS]

    def translated(sentence):
        return "".join(words[i - UNK - 1] for i in translate(model, encode(sentence)))

    pairs = [(encode(english), [BOS, *encode(german)]) for english, german in train]
    model, checkpoints = Transformer(len(words) + 4), []
    for step, (source, target) in zip(range(1, 1501), batches(pairs, size=64), strict=False):
        # Teacher forcing: word t + 1 of the target is predicted from the right words 0 .. t.
        logits = model.decode(target[:, :-1], *model.encode(source, p=0.1), p=0.1)
        loss = cross_entropy(logits, target[:, 1:].ravel())
        adam(weights := backpropagate(loss), step)
        if step % 100 == 0:
            checkpoints.append([w.data for w in weights])
            print(f"step {step}  loss {loss.data:.2f}  {translated(test[1][0])}", flush=True)
    for w, *arrays in zip(weights, *checkpoints[-5:], strict=True):
        w.data = sum(arrays) / 5  # 6.1: the average of the last 5 checkpoints translates better
    print(sacrebleu.corpus_bleu([translated(s) for s, _ in test], [["".join(t) for _, t in test]]))
