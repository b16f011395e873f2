"""One HTML file with a small model and all its numbers: forward, and backward from the loss to each weight."""

from itertools import chain

import numpy as np

from ..config import Config
from ..data.batching import make_batch
from ..nn import Transformer
from ..optim import Adam, learning_rate
from .page import Page, as_json, assembled

STYLES = "view.css", "numbers.css"
SCRIPTS = "draw.js", "expression.js", "tape.js", "operations.js", "figure1.js", "numbers.js"
SPECIAL = "<pad>", "<s>", "</s>", "<unk>"
SENTENCES = (  # of the bundled corpus
    ("The child is small .", "Das Kind ist klein ."),
    ("The child was small .", "Das Kind war klein ."),
    ("The house is old .", "Das Haus ist alt ."),
    ("The woman is old .", "Die Frau ist alt ."),
)
STEPS, RATE = 100, 0.2  # as much as these sentences need


class NumbersPage(Page):
    """The page of a `record`."""

    def __str__(self):
        return assembled("numbers.html", STYLES, SCRIPTS, model=as_json(self.record))


def numbers_page(sentences=SENTENCES):
    """-> the NumbersPage of a model that is trained on these pairs of sentences"""
    vocabulary, pairs = encoded(sentences)
    return NumbersPage(record(trained(vocabulary, pairs), vocabulary, pairs))


def record(model, vocabulary, pairs):
    """-> dict of what can be written as JSON

    model: a Transformer with one layer and two heads;  vocabulary: its words
    pairs: lists of ids (source, target), without BOS and EOS
    """
    config = model.config
    return dict(
        config=dict(d_model=config.d_model, heads=config.heads, eps=config.eps, smoothing=config.label_smoothing),
        vocabulary=vocabulary,
        pairs=[dict(source=source, target=target) for source, target in pairs],
        weights={name: np.atleast_2d(tensor.data).tolist() for name, tensor in model.parameters().items()},
    )


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
