"""The beam search on the operations of the kernels finds what it finds on the plain ones."""

import numpy as np
import pytest

from minitrans.config import Config
from minitrans.cuda import on_kernels
from minitrans.decoding import beam_search
from minitrans.nn import Transformer

pytestmark = [pytest.mark.usefixtures("kernels_on_cpu"), pytest.mark.slow]
SENTENCES = [[4, 5, 6], [9], [6, 6, 7, 8, 10, 4], [4, 4]]


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_the_same_hypotheses(xp, variants, variant, dtype):
    """In bfloat16 too, as the search computes with the weights of the master, which are float32"""
    sizes = dict(layers=2, d_model=16, d_ff=24, heads=2, vocabulary=12, max_length=30, backend="cupy")
    model = Transformer(Config(**sizes | variants[variant] | dict(d_k=8, d_v=8), dtype=dtype))
    model.flat += np.linspace(0, 0.1, model.flat.size, dtype=np.float32)  # no bias is zero
    moved, options = Transformer(model.config, xp), dict(beam=3, max_extra=4, nbest=2)
    moved.flat[...] = xp.asarray(model.flat)
    with on_kernels(dtype):
        found = sum(beam_search(moved, SENTENCES, **options), [])
    expected = sum(beam_search(model, SENTENCES, **options), [])
    assert [h.ids for h in found] == [h.ids for h in expected]
    assert [h.score for h in found] == pytest.approx([h.score for h in expected], rel=1e-4)
