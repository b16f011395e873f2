"""Small exercises of chapter 7."""

import numpy as np

from .question import ask

RNG = np.random.default_rng(7)


def tied(scale=0.5, dense=1, selected=1, adds=np.add.at):
    def gradient(ids, dx, h, dlogits):
        dtable = dense * (dlogits.T @ h)
        adds(dtable, ids, selected * dx * dx.shape[1] ** scale)
        return dtable

    return gradient


def assigned(table, ids, rows):
    table[ids] += rows


def case(length, vocabulary, d):
    ids = RNG.integers(0, vocabulary, length)
    ids[-1] = ids[0]
    return ids, *RNG.standard_normal((2, length, d)), RNG.standard_normal((length, vocabulary))


ask(
    "07/1",
    "a function of (ids, dx, h, dlogits) that gives dtable for x = table[ids] * sqrt(d) and logits = h table^T",
    tied(),
    tries=[case(4, 5, 9), case(6, 3, 4)],
    wrong={
        "the gradient from the logits is missing": tied(dense=0),
        "the gradient from the embedding is missing": tied(selected=0),
        "the factor sqrt(d) is missing in the backward": tied(scale=0),
        "a row that is selected twice must get both gradients; += with repeated ids adds only one": tied(adds=assigned),
    },
)


def bag(mean=True, padding=False, adds=np.add.at, longest=False):
    def gradient(dy, ids, V):
        dtable, words = np.zeros((V, dy.shape[1])), ids != 0
        times = np.full(len(ids), ids.shape[1]) if longest else words.sum(axis=1)
        counted = np.ones_like(words) if padding else words
        adds(dtable, ids[counted], (dy / times[:, None] if mean else dy)[np.nonzero(counted)[0]])
        return dtable

    return gradient


ask(
    "07/2",
    "a function of (dy, ids, V) that gives dtable [V, d] for the means of the embeddings of the words of each sentence",
    bag(),
    tries=[
        (RNG.standard_normal((2, 3)), np.array([[1, 3, 1, 2], [2, 4, 0, 0]]), 6),
        (RNG.standard_normal((1, 2)), np.array([[2, 2, 2]]), 3),
    ],
    wrong={
        "this is the gradient of a sum; the vector of a sentence is a mean": bag(mean=False),
        "the padding does not count, so its row gets no gradient": bag(padding=True),
        "divide by the number of words of each sentence, not by the length of the array": (
            bag(longest=True),
            bag(longest=True, padding=True),
        ),
        "a word that stands twice in a sentence collects two shares; += with repeated ids adds only one": bag(
            adds=assigned
        ),
    },
)

ask(
    "07/3",
    "the place of the logit of the word that was read, among 1,000 words, a number",
    1,
    wrong={
        "this would be its place if h had nothing to do with the word": 500,
        "a large dot product gives a large logit; which row of the table points in the direction of h?": 1000,
    },
    hints=("which row of the table has the largest dot product with h?",),
)
