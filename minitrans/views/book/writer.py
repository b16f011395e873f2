"""The model that writes, of chapter 0b, for the chapters after it: each takes it one step further."""

import re
import textwrap
from collections.abc import Callable

import numpy as np

from ...data.corpora import corpus_files
from ...data.ids import PAD
from ...nn.module import Module
from ...optim import Adam
from ...tensor import Tensor, apply, no_grad

LOSSES = {  # what each chapter prints: the loss of the validation text, in nats per word
    "0b": (3.13, "a table, from one word"),
    "1": (3.07, "two narrow matrices, by the tape"),
    "2b": (3.063, "the same, with a smoothed target"),
    "3": (2.68, "a hidden layer, from two words"),
    "4": (2.67, "six sub-layers with LayerNorm"),
    "5": (2.39, "attention to all words before"),
    "6": (2.38, "with four heads"),
    "7b": (2.356, "with positions"),
    "8": (0.03, "an encoder, and a source to read"),
}


class Text:
    """The English sentences of the toy corpus as numbers of words.

    words: by their numbers, of which 0 is padding;  train, valid: ids [sentences, 1 + longest], padded at the end
    A row begins with the mark that stands before its sentence, so each word of the sentence has a word before it.
    """

    def __init__(self):
        files = corpus_files("toy-en-de")
        sides = [words_of(files[split][0]) for split in ("train", "valid")]
        self.words = ["", *sorted({word for sentence in sides[0] for word in sentence})]
        self.number = {word: i for i, word in enumerate(self.words)}
        self.train, self.valid = map(self.rows, sides)

    def rows(self, sentences: list) -> np.ndarray:
        """Lists of words -> ids [sentences, 1 + longest]"""
        ids, mark = np.full((len(sentences), 1 + max(map(len, sentences))), PAD), "."
        for row, sentence in zip(ids, sentences, strict=True):
            row[: 1 + len(sentence)] = [self.number[word] for word in (mark, *sentence)]
            mark = sentence[-1]
        return ids

    def learn(
        self,
        predict: Callable,
        *parts: Module | Tensor,
        loss_of: Callable | None = None,
        steps: int = 600,
        batch: int = 64,
        rate: float = 4e-3,
    ) -> None:
        """Lower the loss of the training sentences by Adam, in float32.

        predict: a function of ids [B, T] -> Tensor of logits [B * T, V];  parts: its parameters, Tensors or Modules
        loss_of: a function of predict and ids -> the sum of the losses of their words; by default `next_words`
        rate: of Adam; it rises for 50 steps and falls to 0 (chapter 10)
        """
        rng, parameters = np.random.default_rng(0), []
        for part in parts:
            parameters += part.parameters().values() if isinstance(part, Module) else [part]
        for p in parameters:
            p.data, p.grad = p.data.astype(np.float32), np.zeros(p.data.shape, np.float32)
        adams = [Adam(p.data.ravel()) for p in parameters]
        for step in range(1, steps + 1):
            ids = rng.choice(self.train, batch)
            ids = ids[:, : ids.any(axis=0).sum()]  # without columns that are all padding
            (loss_of or next_words)(predict, ids).backward(1 / np.count_nonzero(ids[:, 1:]))
            for p, adam in zip(parameters, adams, strict=True):
                adam.update(p.data.ravel(), p.grad.ravel(), step, rate * min(1, step / 50) * (1 - step / steps))
                p.grad[...] = 0

    def loss(self, predict: Callable, loss_of: Callable | None = None) -> float:
        """The mean of -log p over the words of the validation sentences, in nats"""
        with no_grad():
            total = (loss_of or next_words)(predict, self.valid)
        return float(total.data) / np.count_nonzero(self.valid[:, 1:])

    def write(self, predict: Callable, count: int = 30, seed: int = 0) -> str:
        """-> `count` words, each drawn from the probabilities that follow the sentence so far"""
        rng, drawn, sentence = np.random.default_rng(seed), [], [self.number["."]]
        for _ in range(count):
            with no_grad():
                z = predict(np.array([sentence])).data[-1].astype(float)
            p = np.exp(z - z.max())
            p[PAD] = 0
            word = rng.choice(len(p), p=p / p.sum())
            drawn.append(self.words[word])
            sentence = [word] if drawn[-1] in (".", "?") else [*sentence, word]
        return textwrap.fill(re.sub(r" ([.,?])", r"\1", " ".join(drawn)), 80)


def words_of(path):
    """-> for each line of a file its words, with . , and ? as words"""
    return [re.findall(r"[\w'-]+|[.,?]", line) for line in path.read_text(encoding="utf-8").splitlines()]


def next_words(predict, ids):
    """The sum of -log p of all words but the first ones -> Tensor []"""
    return apply("cross_entropy", predict(ids[:, :-1]), targets=ids[:, 1:].ravel(), pad=PAD)


def compare(chapter: int | str, loss: float) -> None:
    """Print the loss of a chapter's model under those that the chapters before it have printed."""
    print("nats per word, perplexity")
    for name, (recorded, model) in LOSSES.items():
        value = loss if name == str(chapter) else recorded
        print(f"{value:8.2f} {np.exp(value):11.1f}    {name:>2}: {model}")
        if name == str(chapter):
            break
