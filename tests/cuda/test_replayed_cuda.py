"""Steps as graphs that are captured once and replayed; on the CPU replayed.py plays the graphs."""

import numpy as np
import pytest

from minitrans.backend import to_numpy
from minitrans.config import Config
from minitrans.cuda import decode, on_kernels
from minitrans.cuda.step import Step
from minitrans.decoding import beam_search
from minitrans.nn import Transformer
from minitrans.optim import Adam

from ..conftest import PAIRS

CONFIG = dict(layers=1, d_model=16, d_ff=24, heads=2, vocabulary=11, max_length=30)
KINDS = {
    "post-norm": {},
    "pre-norm": dict(norm="pre"),
    "learned positions": dict(positions="learned", max_length=12),
    "near words": dict(attention_radius=1),
    "as published": dict(activation="swish", logits_bias=True, decoder_layers=2, vocabulary=12, source_vocabulary=11),
}
pytestmark = [pytest.mark.slow]


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_replayed_steps_are_those_that_are_launched(xp, graphs_on_cpu, kind):
    """Each step has another batch, another seed and another rate."""
    config = Config(**CONFIG | kind | dict(dropout=0.3, batch_tokens=20))

    def trained(replay):
        model = Transformer(config, xp)
        with on_kernels():
            step, looks = Step(model, Adam(model.flat)), []
            if not replay:
                step.graphs.run = lambda part: part()
            for number in range(1, 6):
                step([PAIRS[number % 3 :], PAIRS[:2]], number, 0.01 * number)
                looks.append(step.totals())
        return to_numpy(model.flat).copy(), looks

    (weights, outcomes), (same_weights, same_outcomes) = trained(True), trained(False)
    assert outcomes == same_outcomes and np.array_equal(weights, same_weights)


def test_replayed_searches_are_those_of_the_plain_path(xp, graphs_on_cpu, monkeypatch, designs, design):
    """Two batches in the same arrays, too short for the first batch; the second has a beam above the vocabulary.

    In bfloat16 too, because the search computes with the float32 weights.
    """
    dtype = "bfloat16" if design in ("pre-norm", "as published") else "float32"
    monkeypatch.setattr(decode, "PLACES", 2)
    fields = CONFIG | dict(layers=2, vocabulary=12) | designs[design] | dict(d_k=8, d_v=8, dtype=dtype)
    model, plain = (Transformer(Config(**fields, backend="cupy"), library) for library in (xp, np))
    for each in (model, plain):
        each.flat += each.xp.asarray(np.linspace(0, 0.1, plain.flat.size), np.float32)  # no bias is zero
    decoder = decode.decoder(model)
    for sentences, beam in ([source for source, _ in PAIRS], 3), ([[5, 5, 4], [7]], 14):
        options = dict(beam=beam, max_extra=4, nbest=2)
        expected = sum(beam_search(plain, sentences, **options), [])
        with on_kernels(dtype):
            found = sum(beam_search(decoder, sentences, **options), [])
        assert [h.ids for h in found] == [h.ids for h in expected]
        assert [h.score for h in found] == pytest.approx([h.score for h in expected], rel=1e-4)
    assert decoder.sizes[:2] == (28, 4) and decoder.sizes[3] > 2
