"""The page of a small model, in which every array fits on a screen."""

from itertools import chain

from ..config import Config
from ..data.batching import make_batch
from ..data.ids import SPECIAL
from ..nn import Transformer
from ..optim import Adam, learning_rate
from .model_page import BARE, ModelPage

SENTENCES = (
    ("The child is small .", "Das Kind ist klein ."),
    ("The child was small .", "Das Kind war klein ."),
    ("The house is old .", "Das Haus ist alt ."),
    ("The woman is old .", "Die Frau ist alt ."),
)
STEPS, RATE = 100, 0.2  # as much as these sentences need


class Words(list):
    """A tokenizer whose pieces are these words"""

    normalizes = True

    def words(self, ids):
        return [self[id] if self[id] in SPECIAL else f"▁{self[id]}" for id in ids]


def numbers_page():
    """-> the ModelPage of a model that is trained on SENTENCES"""
    vocabulary, pairs = encoded(SENTENCES)
    about = BARE | dict(languages=["en", "de"], examples=[source for source, _ in SENTENCES])
    return ModelPage(trained(vocabulary, pairs), Words(vocabulary), about, "float64")


def encoded(sentences):
    """Pairs of sentences -> (their vocabulary, the pairs as lists of ids)"""
    texts = [text.split() for side in zip(*sentences, strict=True) for text in side]  # English words come first
    vocabulary = list(dict.fromkeys([*SPECIAL, *chain.from_iterable(texts)]))
    return vocabulary, [tuple([vocabulary.index(word) for word in text.split()] for text in pair) for pair in sentences]


def trained(vocabulary, pairs):
    """-> a Transformer with every array small enough for a screen, trained on these pairs alone"""
    small = dict(layers=1, d_model=8, d_ff=16, heads=2, vocabulary=len(vocabulary), dropout=0.0)
    config = Config(**small, rate=RATE, warmup=STEPS // 4, dtype="float64")
    model, batch = Transformer(config), make_batch(pairs)
    adam = Adam(model.flat)
    for step in range(1, STEPS + 1):
        model.flat_grad[:] = 0
        model.loss(batch).backward(1 / batch.tokens)
        adam.update(model.flat, model.flat_grad, step, learning_rate(step, config.d_model, config.warmup, config.rate))
    return model
