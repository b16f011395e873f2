"""The paper in one file computes what the library computes, and learns to translate in a few minutes."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from minitrans.data.batching import make_batch
from minitrans.decoding import beam_search
from minitrans.gradcheck import check
from minitrans.optim import Adam, learning_rate


@pytest.fixture(scope="module")
def paper(example):
    return example("transformer")


def weights(model):
    """All weights of the example, in the order of the library's `parameters`."""
    yield model.embedding
    for *attentions, feed_forward in model.encoder + model.decoder:
        for part in attentions:
            yield from (part.W_Q, part.W_K, part.W_V, part.W_O, part.add_norm.gamma, part.add_norm.beta)
        part = feed_forward
        yield from (part.W1, part.b1, part.W2, part.b2, part.add_norm.gamma, part.add_norm.beta)


@pytest.fixture
def both(paper, small_model):
    """Models of the example and of the library with the same weights, in float64.  In the example, as in the paper, the
    projections of attention have no biases."""
    theirs = small_model(label_smoothing=0.1)
    same = []
    for name, tensor in theirs.parameters().items():
        if name.endswith(".bias"):
            tensor.data[...] = 0
        else:
            same.append(tensor)
    ours = paper.Transformer(V=12, N=2, d_model=8, d_ff=12, h=2)
    for own, tensor in zip(weights(ours), same, strict=True):
        own.data = tensor.data.copy()
    return ours, theirs, same


def loss_of(paper, model, batch, p=0.0):
    logits = model.decode(batch.target_in.ids, *model.encode(batch.source.ids, p), p)
    return paper.cross_entropy(logits, batch.target_out.ravel())


def test_loss_and_gradient(paper, both, pairs):
    ours, theirs, same = both
    batch = make_batch(pairs)
    loss, expected = loss_of(paper, ours, batch), theirs.loss(batch)
    expected.backward(1 / batch.tokens)
    assert loss.data == pytest.approx(float(expected.data) / batch.tokens, rel=1e-10)
    found = paper.backpropagate(loss)
    assert set(found) == set(weights(ours))
    for own, tensor in zip(weights(ours), same, strict=True):
        np.testing.assert_allclose(own.grad, tensor.grad, rtol=1e-10, atol=1e-10 * abs(tensor.grad).max())


def test_gradient_with_dropout(paper, both, pairs, monkeypatch):
    """Along random directions, compared with finite differences."""
    model, batch = both[0], make_batch(pairs)

    flat = np.concatenate([own.data.ravel() for own in weights(model)])

    def forward(flat):
        monkeypatch.setattr(paper, "rng", np.random.default_rng(3))  # the same entries are dropped each time
        for own in weights(model):
            own.data, flat, own.grad = flat[: own.data.size].reshape(own.data.shape), flat[own.data.size :], 0
        loss = loss_of(paper, model, batch, p=0.3)
        return loss.data, loss

    def backward(dy, loss):
        paper.backpropagate(loss)
        return (np.concatenate([own.grad.ravel() for own in weights(model)]) * dy,)

    check(forward, backward, [flat], directions=12)


def test_training_stays_in_float32(paper, pairs):
    model, batch = paper.Transformer(V=12, d_model=8, d_ff=12), make_batch(pairs)
    loss = loss_of(paper, model, batch, p=0.1)
    paper.adam(paper.backpropagate(loss), step=1)
    assert loss.data.dtype == np.float32
    assert {own.data.dtype for own in weights(model)} == {own.m.dtype for own in weights(model)} == {loss.data.dtype}


def test_adam(paper, rng):
    w = paper.Tensor(rng.standard_normal(9))
    flat = w.data.copy()
    adam = Adam(flat)
    for step in (1, 2, 3):
        w.grad = gradient = rng.standard_normal(9)
        paper.adam([w], step, d_model=16, warmup=2)
        adam.update(flat, gradient, step, learning_rate(step, 16, 2))
        np.testing.assert_allclose(w.data, flat, rtol=1e-12)


@pytest.mark.parametrize("beam", [1, 2, 4])
def test_translation(paper, both, pairs, beam):
    """The same words, from a model that has begun to learn.  With `extra` = 1 some translations reach the longest
    length, where only EOS may follow."""
    ours, theirs, same = both
    for step in range(1, 41):
        paper.adam(paper.backpropagate(loss_of(paper, ours, make_batch(pairs))), step, d_model=512, warmup=20)
    for own, tensor in zip(weights(ours), same, strict=True):
        tensor.data[...] = own.data
    lengths = set()
    for extra in (1, 9):
        for source in [*(source for source, _ in pairs), [5, 6, 8], [11, 4, 8, 7], [9, 10]]:
            found = paper.translate(ours, [*source, paper.EOS], beam, extra=extra)
            ((expected, *_),) = beam_search(theirs, [source], beam=beam, max_extra=extra)
            assert found == expected.ids
            lengths.add(len(found) - len(source))
    assert len(lengths) > 3  # the comparison has seen translations of several lengths


def test_words_and_batches(paper):
    pairs = paper.read("test")
    lines = (paper.DATA / "test.de").read_text(encoding="utf-8").splitlines()
    assert ["".join(german).strip() for _, german in pairs] == lines
    ids = [[[len(word) for word in side] for side in pair] for pair in pairs]
    stream = paper.batches(list(ids), 64)
    rows = [[[[i for i in row if i] for row in side] for side in next(stream)] for _ in range(8)]
    found = [pair for source, target in rows for pair in zip(source, target, strict=True)]
    assert sorted(map(list, found)) == sorted(ids)  # one epoch: every pair once


def test_size(paper):
    """A promise of the project: it can be read in one sitting."""
    lines = Path(paper.__file__).read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 300 and max(map(len, lines)) <= 100


@pytest.mark.slow
def test_it_learns_to_translate(paper):
    done = subprocess.run([sys.executable, paper.__file__], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert float(re.search(r"BLEU = ([\d.]+)", done.stdout)[1]) > 70
