"""The embedding: ids select rows of a table."""

import inspect

import numpy as np

from ...backend import to_numpy
from ...ops.embedding import embedding_backward, embedding_forward
from .exercise import assert_close, assert_small
from .finding import Finding
from .mistakes import Edit
from .operation import Case, Operation, run


class Embedding(Operation):
    """The parameter `out` of the backward is optional.  If the backward has it, it must add to `out[0]` and return it,
    unless this is None.  With the default None, `out` is this array itself."""

    name = "embedding"
    wants = (embedding_forward, embedding_backward)

    def cases(self, rng):
        return [
            Case("ids of one sentence", [a_table(rng)], dict(ids=np.array([2, 5, 2, 0]))),
            Case("ids of sentences", [a_table(rng)], dict(ids=rng.integers(0, 6, (3, 4)))),  # row 6 is never selected
        ]

    def hard(self, rng):
        return [
            Case("the same id everywhere", [a_table(rng)], dict(ids=np.full((2, 3), 4))),
            Case("the first and the last id", [a_table(rng)], dict(ids=np.array([6, 0, 6]))),
            Case("one id", [a_table(rng)], dict(ids=np.array([[3]]))),
            Case("ids in int32", [a_table(rng)], dict(ids=rng.integers(0, 7, (2, 3)).astype(np.int32))),
            Case("ids of three axes", [a_table(rng)], dict(ids=rng.integers(0, 7, (2, 1, 4)))),
            Case("a table of one row", [rng.standard_normal((1, 3))], dict(ids=np.zeros(4, int))),
        ]

    def oracle(self, table, ids):
        y = np.empty((*ids.shape, table.shape[1]))
        for where, row in np.ndenumerate(ids):
            y[where] = table[row]
        return y

    mistakes = [
        Edit("off by one: ids count from 0, and rows do too", ("return table[ids]", "return table[ids - 1]")),
        Edit("off by one: id i selects row i + 1", ("return table[ids]", "return np.roll(table, -1, axis=0)[ids]")),
        Edit("the factor sqrt(d) belongs to the model, not here",
             ("return table[ids]", "return table[ids] * table.shape[1] ** 0.5")),
        Edit("overwritten, not accumulated: d[ids] = dy and d[ids] += dy both keep only the last of an id",
             ("np.add.at(dtable, ids, dy)", "dtable[ids] += dy")),
        Edit("the gradients of an id are averaged, not added",
             (", ids, dy)", ", ids, dy / (ids[..., None] == ids.ravel()).sum(axis=-1, keepdims=True))")),
    ]  # fmt: skip

    def gradient(self, data, forward, backward):
        super().gradient(data, forward, backward)
        if "out" in inspect.signature(backward).parameters:
            self.compare_out(data, forward, backward)

    def compare_out(self, data, forward, backward):
        """`out` holds the gradient from other uses of the table, and backward must add to it."""
        inputs, constants, _, cache, dy = run(data, self.cases(data.rng)[0], forward)
        dtable = to_numpy(backward(dy, cache)[0])
        _, cache = forward(*inputs, **constants)
        before = data.rng.standard_normal(dtable.shape)
        out = data.put(before)
        default = inspect.signature(backward).parameters["out"].default
        returned = backward(dy, cache, out=out if default is None else [out])[0]
        mistakes = {
            "overwritten, not accumulated: add the gradient to what is in out": dtable,
            "nothing was added to it": before,
        }
        assert_close("out, after backward(dy, cache, out=out),", out, before + dtable, 1e-10, mistakes)
        if returned is not out:
            raise Finding("backward(dy, cache, out=out) must return out itself, not another array")

    def properties(self, data, forward, backward):
        """Rows that are not selected get a zero gradient, and the column sums of dtable equal those of dy."""
        *_, cache, dy = run(data, self.cases(data.rng)[1], forward)
        dtable = to_numpy(backward(dy, cache)[0])
        if dtable[6].any():
            raise Finding("a row of the table that was never selected must get a gradient of zero")
        what = "the column sums of dtable must be those of dy: each position gives its whole gradient to one row"
        assert_small(dtable.sum(axis=0) - to_numpy(dy).sum(axis=(0, 1)), 1e-12, what)


def a_table(rng):
    return rng.standard_normal((7, 5))
