"""A model must be able to learn by heart, and the schedule must count updates, not parameters."""

import numpy as np
import pytest
import sacrebleu

from minitrans.config import Config
from minitrans.data.tokenizer import Tokenizer
from minitrans.nn import Transformer
from minitrans.optim import Adam, learning_rate
from minitrans.parallel.workers import Workers
from minitrans.translator import Translator

PAIRS = [
    ("the dog sleeps", "der Hund schläft"),
    ("a small cat drinks milk", "eine kleine Katze trinkt Milch"),
    ("we saw two birds in the garden", "wir haben zwei Vögel im Garten gesehen"),
    ("she does not read the old book", "sie liest das alte Buch nicht"),
    ("he gets up early", "er steht früh auf"),
    ("the children play because it rains", "die Kinder spielen , weil es regnet"),
    ("does your brother know the way ?", "kennt dein Bruder den Weg ?"),
    ("I help the man", "ich helfe dem Mann"),
]


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_memorises_eight_pairs(norm):
    sources, targets = zip(*PAIRS, strict=True)
    tokenizer = Tokenizer.train([*sources, *targets], 80)
    config = Config(
        layers=2, d_model=32, d_ff=64, heads=4, vocabulary=80, dropout=0.0, label_smoothing=0.1, warmup=40, norm=norm
    )
    model = Transformer(config)
    workers, adam = Workers(model, 2), Adam(model.flat)
    pairs = list(zip(tokenizer.encode(list(sources)), tokenizer.encode(list(targets)), strict=True))
    for step in range(1, 201):
        workers.gradient([pairs], (1, step))
        adam.update(model.flat, model.flat_grad, step, learning_rate(step, 32, 40))
    translations = Translator(model, tokenizer, config).translate(sources)
    assert sacrebleu.corpus_bleu(translations, [targets]).score == pytest.approx(100)


def test_every_parameter_moves_once_an_update():
    """A schedule that is stepped once for every parameter tensor ends its warm-up far too early."""
    model = Transformer(Config(layers=1, d_model=8, d_ff=8, heads=2, vocabulary=10))
    adam = Adam(model.flat)
    before = model.flat.copy()
    model.flat_grad[:] = np.random.default_rng(0).choice([-1.0, 1.0], model.flat.size)
    adam.update(model.flat, model.flat_grad, 1, learning_rate(1, 8, 100))
    # The first step of Adam is the learning rate in the direction of the gradient's sign, for all alike.
    np.testing.assert_allclose(before - model.flat, learning_rate(1, 8, 100) * model.flat_grad, rtol=1e-3)
