"""Embedding lookup; the gradients of a row that is selected twice are summed."""

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.ops import embedding_backward, embedding_forward


def dtable_by_loops(dy, ids, rows):
    dtable = np.zeros((rows, dy.shape[-1]))
    for index in np.ndindex(ids.shape):
        dtable[ids[index]] += dy[index]
    return dtable


@pytest.mark.parametrize("shape", [(1,), (5,), (2, 4)], ids=str)
def test_forward(rng, shape):
    table, ids = rng.standard_normal((6, 3)), rng.integers(0, 6, shape)
    y, _ = embedding_forward(table, ids)
    assert y.shape == (*shape, 3)
    for index in np.ndindex(shape):
        np.testing.assert_array_equal(y[index], table[ids[index]])
    y[:] = 0  # a copy, not a view into the table
    assert table.all()


@pytest.mark.parametrize("ids", [[2], [4, 4, 4], [[0, 1, 0], [5, 0, 1]]], ids=str)
def test_backward(rng, ids):
    table, ids = rng.standard_normal((6, 3)), np.array(ids)
    check(embedding_forward, embedding_backward, [table], constants=dict(ids=ids))
    dy = rng.standard_normal((*ids.shape, 3))
    _, cache = embedding_forward(table, ids)
    (dtable,) = embedding_backward(dy, cache)
    np.testing.assert_allclose(dtable, dtable_by_loops(dy, ids, 6), rtol=1e-13)
    assert not dtable[np.setdiff1d(np.arange(6), ids)].any()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_out_is_added_to(rng, dtype):
    ids, dy = np.array([[3, 0, 3]]), rng.standard_normal((1, 3, 2)).astype(dtype)
    _, cache = embedding_forward(rng.standard_normal((5, 2)).astype(dtype), ids)
    out = rng.standard_normal((5, 2)).astype(dtype)
    before = out.copy()
    (returned,) = embedding_backward(dy, cache, out=[out])
    assert returned is out and out.dtype == dtype
    np.testing.assert_allclose(out, before + dtable_by_loops(dy, ids, 5), rtol=1e-6)
    np.testing.assert_array_equal(out[[1, 2, 4]], before[[1, 2, 4]])
