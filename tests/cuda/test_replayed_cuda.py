"""Steps and searches as graphs that are captured once and replayed; on the CPU replayed.py plays the graphs."""

import gc
import weakref

import numpy as np
import pytest

from minitrans import decoding
from minitrans.backend import to_numpy
from minitrans.config import Config
from minitrans.cuda import decode, on_kernels
from minitrans.cuda.step import Step
from minitrans.nn import Transformer
from minitrans.optim import Adam
from minitrans.system.errors import UserError

CONFIG = dict(layers=1, d_model=16, d_ff=24, heads=2, vocabulary=11, max_length=30)
PAIRS = [([4, 5, 6], [7, 8]), ([9], [10, 4, 9, 9]), ([6, 6, 7, 8, 10], [5]), ([4, 4], [8, 8, 6])]
KINDS = {
    "post-norm": {},
    "pre-norm": dict(norm="pre"),
    "learned positions": dict(positions="learned", max_length=12),
    "near words": dict(attention_radius=1),
    "as published": dict(activation="swish", logits_bias=True, decoder_layers=2, vocabulary=12, source_vocabulary=11),
}
LISTS = [[[4, 5, 6], [9]], [[10], [6, 6, 7, 8]], [[4], [4]], [[9, 8, 7], [6, 5, 4]]]

pytestmark = [pytest.mark.slow]


def searched(model, sentences, **options):
    with on_kernels():
        found = decode.beam_search(model, sentences, **options)
    return [[(h.ids, round(h.log_probability, 3)) for h in each] for each in found]


def expected(model, sentences, **options):
    twin = Transformer(model.config)
    twin.flat[...] = to_numpy(model.flat)
    found = decoding.beam_search(twin, sentences, **options)
    return [[(h.ids, round(h.log_probability, 3)) for h in each] for each in found]


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_search_serves_other_sentences_and_other_weights(xp, graphs_on_cpu, kind):
    model, options = Transformer(Config(**CONFIG | kind), xp), dict(beam=3, max_extra=5, nbest=2)
    for number, sentences in enumerate(LISTS):
        model.flat += xp.asarray(np.linspace(0, 0.02 * number, model.flat.size), np.float32)
        assert searched(model, sentences, **options) == expected(model, sentences, **options)
    (search,) = decode.SEARCHES[model].values()
    assert search.graphs.captured.keys() == {"begin", "step"}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("dropout", [0.0, 0.3])
def test_replayed_steps_are_those_that_are_launched(xp, graphs_on_cpu, kind, dropout):
    """Each step has another batch, another seed and another rate."""
    config = Config(**CONFIG | kind | dict(dropout=dropout, batch_tokens=20))

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


def test_a_search_is_kept_for_its_shape(xp, graphs_on_cpu, monkeypatch):
    monkeypatch.setattr(decode, "KEPT", 2)
    model = Transformer(Config(**CONFIG), xp)
    shapes = [dict(beam=1), dict(beam=2), dict(beam=1), dict(alpha=1.0), dict(beam=1)]
    searches = []
    for options in shapes:
        assert searched(model, [[4, 5]], max_extra=3, **options) == expected(model, [[4, 5]], max_extra=3, **options)
        searches.append([*decode.SEARCHES[model].values()][-1])
    assert searches[0] is searches[2] is searches[4] and len({*map(id, searches)}) == 3
    assert [shape.beam for shape in decode.SEARCHES[model]] == [4, 1]  # not the one of two hypotheses


def test_sentences_of_a_similar_length_share_a_search(xp, graphs_on_cpu):
    model = Transformer(Config(**CONFIG), xp)
    for length in (1, 4, 7, 8):  # with EOS, up to 8 rows per sentence
        searched(model, [[5] * length] * 2, max_extra=3)
    assert [shape.rows for shape in decode.SEARCHES[model]] == [2 * 8, 2 * 16]


def test_searches_end_with_their_model(xp, graphs_on_cpu):
    pytest.importorskip("ml_dtypes")
    for dtype in ("float32", "bfloat16"):
        model = Transformer(Config(**CONFIG, dtype=dtype, backend="cupy"), xp)
        searched(model, [[4, 5]], max_extra=3)
        (search,) = map(weakref.ref, decode.SEARCHES[decode.worker_of(model)[0]].values())
        del model
        gc.collect()
        assert search() is None


def test_too_long_a_sentence_is_refused_before_a_search_is_made(xp, graphs_on_cpu):
    model = Transformer(Config(**CONFIG | dict(positions="learned", max_length=9)), xp)
    assert searched(model, [[4] * 8], max_extra=5) == expected(model, [[4] * 8], max_extra=5)
    with pytest.raises(UserError, match="needs 10 positions"):
        searched(model, [[4] * 9])
    assert len(decode.SEARCHES[model]) == 1
