"""A model must be able to learn by heart."""

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


def test_memorises_eight_pairs():
    """Post-norm as in the paper; `tiny_run` is pre-norm."""
    sources, targets = zip(*PAIRS, strict=True)
    tokenizer = Tokenizer.train([*sources, *targets], 80)
    config = Config(layers=2, d_model=32, d_ff=64, heads=4, vocabulary=80, dropout=0.0, label_smoothing=0.1, warmup=40)
    model = Transformer(config)
    workers, adam = Workers(model, 2), Adam(model.flat)
    pairs = list(zip(tokenizer.encode(list(sources)), tokenizer.encode(list(targets)), strict=True))
    for step in range(1, 201):
        workers.gradient([pairs], (1, step))
        adam.update(model.flat, model.flat_grad, step, learning_rate(step, 32, 40))
    translations = Translator(model, tokenizer, config).translate(sources)
    assert sacrebleu.corpus_bleu(translations, [targets]).score == pytest.approx(100)
