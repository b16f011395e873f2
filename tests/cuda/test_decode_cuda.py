"""The beam search on the device (here its kernels run on the CPU), compared with `decoding.beam_search`."""

import numpy as np
import pytest

from minitrans import decoding
from minitrans.config import Config
from minitrans.cuda import decode, on_kernels
from minitrans.interchange import full_beam
from minitrans.nn import Transformer

SENTENCES = [[4, 5, 6], [9], [6, 6, 7, 8, 10, 4], [4, 4]]
CONFIG = dict(layers=2, d_model=16, d_ff=24, heads=2, vocabulary=11, max_length=30)
KINDS = {
    "post-norm": {},
    "pre-norm": dict(norm="pre"),
    "rows of several blocks": dict(d_model=160),
    "own d_k and d_v": dict(d_k=4, d_v=12),
    "near words": dict(attention_radius=1),
    "learned positions": dict(positions="learned", max_length=9),
    "as published": dict(
        activation="swish", eps=1e-5, logits_bias=True, decoder_layers=1, vocabulary=12, source_vocabulary=11
    ),
}


pytestmark = [pytest.mark.usefixtures("kernels_on_cpu"), pytest.mark.slow]


def searched(model, xp, **options):
    """The result of the search on the device, with the weights of `model`."""
    moved = Transformer(model.config, xp)
    moved.flat[...] = xp.asarray(model.flat)
    with on_kernels():
        return decode.beam_search(moved, SENTENCES, **options)


def same(found, expected, tolerance=1e-4):
    assert [[h.ids for h in each] for each in found] == [[h.ids for h in each] for each in expected]
    for ours, theirs in zip(found, expected, strict=True):
        for h, right in zip(ours, theirs, strict=True):
            assert h.log_probability == pytest.approx(right.log_probability, rel=tolerance)
            assert h.score == pytest.approx(right.score, rel=tolerance)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_it_finds_what_the_search_on_the_host_finds(xp, kind):
    model = Transformer(Config(**CONFIG | kind))
    model.flat += np.linspace(0, 0.1, model.flat.size, dtype=np.float32)  # no bias is zero
    options = dict(beam=4, alpha=0.6, max_extra=6, nbest=2)
    same(searched(model, xp, **options), decoding.beam_search(model, SENTENCES, **options))


@pytest.mark.parametrize("options", [dict(beam=1), dict(beam=3, alpha=3.0), dict(beam=7, alpha=0.0, nbest=7)])
@pytest.mark.parametrize("seed", range(3))
def test_widths_and_penalties(xp, options, seed):
    """With larger logits the sentences end at different steps."""
    model = Transformer(Config(**CONFIG | dict(seed=seed)))
    model.softmax_embedding.data *= 2
    options = dict(max_extra=5) | options
    same(searched(model, xp, **options), decoding.beam_search(model, SENTENCES, **options))


def test_bfloat16_searches_with_the_weights_of_now(xp):
    pytest.importorskip("ml_dtypes")
    lower = Transformer(Config(**CONFIG, dtype="bfloat16", backend="cupy"), xp)
    for seed in (1, 2):
        model = Transformer(Config(**CONFIG | dict(seed=seed)))
        model.softmax_embedding.data *= 4  # large logits, so that rounding changes no word
        lower.flat[...] = xp.asarray(model.flat)
        with on_kernels():
            found = decode.beam_search(lower, SENTENCES, beam=1, max_extra=3)
        expected = decoding.beam_search(model, SENTENCES, beam=1, max_extra=3)
        same(found, expected, tolerance=5e-2)
        assert found[0][0].score != pytest.approx(expected[0][0].score, rel=1e-5)  # it was rounded


def test_more_words_than_threads(xp):
    """A vocabulary larger than a block has threads, and translations longer than a warp has threads."""
    model = Transformer(Config(**CONFIG | dict(vocabulary=600)))
    options = dict(beam=2, max_extra=40, nbest=2)
    expected = decoding.beam_search(model, SENTENCES, **options)
    assert max(len(h.ids) for each in expected for h in each) > 40
    same(searched(model, xp, **options), expected)


def test_of_equal_words_and_hypotheses_the_first(xp):
    model = Transformer(Config(**CONFIG))
    model.softmax_embedding.data[:] = 0
    options = dict(beam=4, max_extra=1, nbest=4)
    same(searched(model, xp, **options), decoding.beam_search(model, SENTENCES, **options))


def test_sentences_do_not_feel_each_other(xp):
    model = Transformer(Config(**CONFIG), xp)
    with on_kernels():
        together = decode.beam_search(model, SENTENCES, max_extra=4)
        alone = [decode.beam_search(model, [each], max_extra=4)[0] for each in SENTENCES]
    same(together, alone)


def test_a_beam_wider_than_the_vocabulary(xp):
    model, sentences = Transformer(Config(**CONFIG | dict(vocabulary=6)), xp), [[4, 5], [5]]
    options = dict(beam=7, max_extra=2, nbest=7)
    with on_kernels():
        found = decode.beam_search(model, sentences, **options)
    same(found, decoding.beam_search(model, sentences, **options))


def test_the_search_of_transformers_runs_on_the_operations(xp):
    model, options = Transformer(Config(**CONFIG)), dict(beam=3, max_extra=4, nbest=2)
    moved = Transformer(model.config, xp)
    with on_kernels():
        found = full_beam.full_beam_search(moved, SENTENCES, **options)
    same(found, full_beam.full_beam_search(model, SENTENCES, **options))
