"""The page of the small model, in a browser: every array and every gradient is that of Python."""

import math

import numpy as np
import pytest

from minitrans import ops
from minitrans.data.batching import make_batch
from minitrans.data.ids import BOS, EOS
from minitrans.nn.position import sinusoids
from minitrans.tensor import Tensor, apply
from minitrans.views.numbers_page import SENTENCES

pytestmark = pytest.mark.slow

ARRAYS = """(text) => {
  const all = greedily({ text, change: UNCHANGED }).make();
  const rows = (matrix) => matrix.rows.map((_, i) => [...matrix.row(i)]);
  const both = (matrix) => [rows(matrix), matrix.grad ? rows(matrix.grad) : null];
  return Object.fromEntries([...all].map(([name, matrix]) => [name, both(matrix)]));
}"""


def found_of(page, number):
    return page.evaluate(ARRAYS, SENTENCES[number][0])


def test_the_model_translates_its_sentences(small_numbers):
    model, _, pairs = small_numbers
    for source, target in pairs:
        written = [BOS]
        while written[-1] != EOS and len(written) < 20:
            written.append(int(model.logits(np.array([[*source, EOS]]), np.array([written]))[0, -1].argmax()))
        assert written == [BOS, *target, EOS]


def same(found, expected, name):
    """The gradient of the bias of the keys is 0 (softmax ignores what all scores share), so it is rounding alone."""
    expected = np.atleast_2d(expected)
    finite = abs(expected[np.isfinite(expected)])
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9 * finite.max() + 1e-15, err_msg=name)


class Walk:
    """Figure 1 with the operations of the library, one by one.  A zero is added to each array: its gradient is that of
    the array.

    found: {name: (array, the zero or None)}
    """

    def __init__(self, model, source, target):
        self.model, self.config, self.found = model, model.config, {}
        model.flat_grad[:] = 0
        for name, tensor in model.parameters().items():
            self.found[name] = np.atleast_2d(tensor.data), tensor
        encoder, decoder = model.encoder[0], model.decoder[0]
        x = self.embed("source", [*source, EOS])
        x = self.layer("encoder.0.attention_residual", encoder, x, self.attention("encoder.0.self_attention", x, x))
        memory = self.layer("encoder.0.feed_forward_residual", encoder, x, self.feed_forward("encoder.0", encoder, x))
        y = self.embed("target", [BOS, *target])
        seen = self.attention("decoder.0.self_attention", y, y, np.tri(len(target) + 1, dtype=bool))
        y = self.layer("decoder.0.self_residual", decoder, y, seen)
        y = self.layer("decoder.0.cross_residual", decoder, y, self.attention("decoder.0.cross_attention", y, memory))
        y = self.layer("decoder.0.feed_forward_residual", decoder, y, self.feed_forward("decoder.0", decoder, y))
        logits = self.keep("logits", y @ apply("transpose", model.target_embedding))
        targets, smoothing = np.array([*target, EOS]), self.config.label_smoothing
        loss = apply("cross_entropy", logits, targets=targets, smoothing=smoothing)
        loss.backward()
        V = len(logits.data[0])
        losses = [
            ops.TABLE["cross_entropy"].forward(row[None], targets[i : i + 1], smoothing=smoothing)[0]
            for i, row in enumerate(logits.data)
        ]
        self.constant("probabilities", ops.TABLE["softmax"].forward(logits.data)[0])
        self.constant("targets", (1 - smoothing) * np.eye(V)[targets] + smoothing / V)
        for name, array in dict(losses=np.array(losses)[:, None], loss=loss.data.reshape(1, 1)).items():
            one = Tensor(array)
            one.grad = np.ones_like(array)
            self.found[name] = array, one

    def keep(self, name, tensor):
        zero = Tensor(np.zeros_like(tensor.data))
        self.found[name] = tensor.data, zero
        return tensor + zero

    def constant(self, name, array):
        self.found[name] = array, None

    def embed(self, name, ids):
        table, positions = self.model.source_embedding, sinusoids(len(ids), self.config.d_model)
        self.constant(f"{name}.positions", positions)
        zeros = Tensor(np.zeros_like(positions), False)
        looked = self.keep(f"{name}.lookup", apply("embed", table, zeros, ids=np.array([ids]), learned=False))
        return self.keep(f"{name}.x", looked + Tensor(positions, False))

    def attention(self, name, x, memory, mask=None):
        side, _, part = name.split(".")
        module, heads = getattr(getattr(self.model, side)[0], part), self.config.heads
        rows = dict(query=x, key=memory, value=memory)
        q, k, v = (self.keep(f"{name}.{kind}", getattr(module, kind)(rows[kind])) for kind in rows)
        d_k, merged = self.config.d_model // heads, 0
        for h in range(heads):
            columns = np.eye(self.config.d_model)[:, h * d_k : (h + 1) * d_k]  # picks those of this head
            scores = q @ columns @ apply("transpose", k @ columns) * (1 / math.sqrt(d_k))
            scores = self.keep(f"{name}.scores.{h}", scores)
            weights = apply("softmax", scores, mask=mask)
            if mask is not None:  # what it hides has no score
                self.found[f"{name}.scores.{h}"] = (
                    np.where(mask, scores.data, -np.inf),
                    self.found[f"{name}.scores.{h}"][1],
                )
                weights = self.keep(f"{name}.weights.{h}", weights) * Tensor(mask.astype(float), False)
            else:
                weights = self.keep(f"{name}.weights.{h}", weights)
            merged = weights @ (v @ columns) @ columns.T + merged
        return self.keep(f"{name}.output", module.output(self.keep(f"{name}.mixed", merged)))

    def feed_forward(self, name, layer, x):
        ff, name = layer.feed_forward, f"{name}.feed_forward"
        before = self.keep(f"{name}.before", apply("linear", x, ff.w1, ff.b1))
        hidden = self.keep(f"{name}.hidden", apply("relu", before))
        return self.keep(name, apply("linear", hidden, ff.w2, ff.b2))

    def layer(self, name, layer, x, sublayer):
        norm, total = getattr(layer, name.split(".")[-1]).norm, self.keep(f"{name}.sum", x + sublayer)
        self.constant(f"{name}.mean", total.data.mean(1, keepdims=True))
        self.constant(f"{name}.inverse_std", 1 / np.sqrt(total.data.var(1, keepdims=True) + norm.eps))
        one, zero = (Tensor(fill(self.config.d_model), False) for fill in (np.ones, np.zeros))
        x_hat = self.keep(f"{name}.x_hat", apply("layer_norm", total, one, zero, eps=norm.eps))
        return self.keep(f"{name}.norm", x_hat * norm.gamma + norm.beta)


@pytest.mark.parametrize("number", range(len(SENTENCES)))
def test_every_array_and_every_gradient_is_that_of_python(numbers, small_numbers, monkeypatch, number):
    monkeypatch.setitem(ops.TABLE, "transpose", ops.Op(lambda x: (x.T, None), lambda dy, _: (dy.T,)))
    model, _, pairs = small_numbers
    found, expected = found_of(numbers, number), Walk(model, *pairs[number]).found
    assert found.keys() == expected.keys()
    for name, (array, leaf) in expected.items():
        data, grad = found[name]
        same(data, array, name)
        assert (grad is None) == (leaf is None), name
        if leaf is not None:
            same(grad, leaf.grad, name)


def test_the_loss_and_the_gradient_of_training(numbers, small_numbers):
    model, _, pairs = small_numbers
    for number, pair in enumerate(pairs):
        found = found_of(numbers, number)
        model.flat_grad[:] = 0
        loss = model.loss(make_batch([pair]))
        loss.backward()
        same(found["loss"][0], loss.data, "loss")
        for name, tensor in model.parameters().items():
            same(found[name][1], tensor.grad, name)
