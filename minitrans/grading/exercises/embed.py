"""The input of a Transformer: rows of the table times sqrt(d), plus positions."""

import math

import numpy as np

from ..my_transformer.embedding import embed_backward, embed_forward
from .embedding import Embedding
from .mistakes import Edit
from .operation import Case, Operation
from .sinusoids import Sinusoids

ROWS, WAVES = "y * d**0.5", "np.tile(sinusoids(length, d).astype(y.dtype), (batch, 1))"
BACK, FACTOR = "embedding_backward(dy * dy.shape[1] ** 0.5, cache)", " * dy.shape[1] ** 0.5"


class Embed(Operation):
    """It uses `embedding` and `sinusoids`.  Each sentence begins at position 0."""

    name = "embed"
    wants = (embed_forward, embed_backward)
    xp = np  # it is made of parts of the program, which needs NumPy alone
    mistakes = [
        Edit("the factor sqrt(d) is left out", (ROWS, "y")),
        Edit("the positions are multiplied by sqrt(d), too: only the rows are",
             (f"{ROWS} + {WAVES}", f"(y + {WAVES}) * d**0.5")),
        Edit("the rows are divided by sqrt(d), not multiplied", (ROWS, "y / d**0.5")),
        Edit("the rows are multiplied by d, not by its root", (ROWS, "y * d")),
        Edit("the positions are left out", (f" + {WAVES}", "")),
        Edit("positions begin at 1: the first is 0", ("sinusoids(length, d)", "sinusoids(length + 1, d)[1:]")),
        Edit("positions run on from one sentence to the next: each begins at 0",
             (WAVES, "sinusoids(batch * length, d).astype(y.dtype)")),
        Edit("all words of a sentence have one position, its place in the batch",
             (WAVES, "np.repeat(sinusoids(batch, d).astype(y.dtype), length, axis=0)")),
        Edit("each position is repeated for the whole batch: rows go sentence by sentence",
             (WAVES, "np.repeat(sinusoids(length, d).astype(y.dtype), batch, axis=0)")),
        Edit("the gradient lacks the factor sqrt(d)", (FACTOR, "")),
        Edit("the gradient is divided by sqrt(d), not multiplied", (FACTOR, " / dy.shape[1] ** 0.5")),
    ]  # fmt: skip

    def case(self, rng, name, *shape, d=5):
        return Case(name, [rng.standard_normal((7, d))], dict(ids=rng.integers(0, 7, shape)))

    def cases(self, rng):
        return [self.case(rng, "ids of sentences", 3, 4), self.case(rng, "an even d", 2, 6, d=6)]

    def hard(self, rng):
        return [
            self.case(rng, "one sentence", 1, 5),
            self.case(rng, "one word each", 4, 1),
            self.case(rng, "one number for each word", 2, 3, d=1),
            self.case(rng, "a long sentence", 1, 60),
        ]

    def oracle(self, table, ids):
        d = table.shape[1]
        return (Embedding().oracle(table, ids) * math.sqrt(d) + Sinusoids().oracle(ids.shape[1], d)).reshape(-1, d)
