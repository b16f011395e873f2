"""The input of the first layer: table[ids] * sqrt(d) + positions, with dropout."""

import numpy as np
import pytest

from minitrans.ops import dropout_forward, embed_backward, embed_forward

IDS = np.array([[3, 1, 3], [0, 3, 2]])
DRAWS = [{}, dict(p=0.4, seed=(1, 2))]


@pytest.fixture
def arrays(rng):
    return rng.standard_normal((5, 4)), rng.standard_normal((7, 4))


@pytest.mark.parametrize("draw", DRAWS)
@pytest.mark.parametrize("where", [{}, dict(start=4)])
def test_forward(arrays, where, draw):
    table, positions = arrays
    y, _ = embed_forward(table, positions, IDS, **where, **draw)
    root, start = 2, where.get("start", 0)  # the root of the width
    rows = [root * table[word] + positions[start + t] for sentence in IDS for t, word in enumerate(sentence)]
    np.testing.assert_allclose(y, dropout_forward(np.array(rows), **draw)[0], rtol=1e-14)


def test_out_is_added_to(arrays, rng):
    dy, out = rng.standard_normal((6, 4)), rng.standard_normal((5, 4))
    before = out.copy()
    expected = embed_backward(dy, embed_forward(*arrays, IDS)[1])
    found = embed_backward(dy, embed_forward(*arrays, IDS)[1], out=[out, None])
    assert found[0] is out
    np.testing.assert_allclose(out, before + expected[0], rtol=1e-13)
    np.testing.assert_array_equal(found[1], expected[1])
    np.testing.assert_array_equal(out[4], before[4])  # id 4 does not occur


def test_sinusoids_get_no_gradient(arrays, rng):
    _, cache = embed_forward(*arrays, IDS, learned=False)
    dtable, nothing = embed_backward(dy := rng.standard_normal((6, 4)), cache)
    assert nothing is None
    np.testing.assert_array_equal(dtable, embed_backward(dy, embed_forward(*arrays, IDS)[1])[0])


def test_positions_beyond_the_sentence_get_no_gradient(arrays, rng):
    _, cache = embed_forward(*arrays, IDS, start=1)
    _, dpositions = embed_backward(rng.standard_normal((6, 4)), cache)
    assert dpositions[1:4].all() and not dpositions[[0, 4, 5, 6]].any()
