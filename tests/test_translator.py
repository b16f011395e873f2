"""`minitrans.load(run)`: the model in Python."""

import re
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import numpy as np
import pytest

import minitrans
from minitrans import engine, ops
from minitrans.config import Config
from minitrans.decoding import most_pieces
from minitrans.system.errors import UserError

SENTENCE, TRANSLATION = "the dog sees trees.", "der Hund sieht Bäume."


@pytest.fixture(scope="module")
def model(tiny_run):
    return minitrans.load(tiny_run.path)


def test_a_translator_is_printed_with_its_size(model):
    assert repr(model) == f"Translator({model.model}, {model.config.vocabulary:,} pieces)"


def test_any_collection_of_sentences(model):
    assert model.translate([]) == []
    assert model.translate(line for line in [SENTENCE, "", SENTENCE]) == [TRANSLATION, "", TRANSLATION]


def test_a_string_is_not_a_list_of_sentences(model):
    with pytest.raises(UserError, match="list of sentences"):
        model.translate(SENTENCE)
    for wrong in (0, 2.5, "3", None):
        with pytest.raises(UserError, match="nbest must be 1 or more, got "):
            model.search([SENTENCE], nbest=wrong)


@pytest.mark.parametrize("lines", [None, 7, b"hello", [b"hello"], [None], [7], [[SENTENCE]], [SENTENCE, float("nan")]])
def test_what_is_no_list_of_sentences(model, refusal, lines):
    message = refusal(model.translate, lines)
    assert re.match("(translate and search take a list of sentences|a sentence is a string), not ", message)


def test_numbers_of_numpy_are_numbers(model):
    changes = dict(beam=np.int64(2), alpha=np.float32(0.5), max_extra=np.uint8(9))
    found = model.search([SENTENCE], nbest=np.int32(3), **changes)
    assert found == model.search([SENTENCE], nbest=3, beam=3, alpha=0.5, max_extra=9)
    with pytest.raises(UserError, match="--beam must be int, got True"):
        model.translate([SENTENCE], beam=True)


def test_a_sentence_has_at_most_4096_pieces(model, refusal):
    """One line may hold a whole folder of text; only a model that was trained on longer sentences accepts it."""
    start, pieces = "the dog sees ", len(model.tokenizer.encode("the dog sees"))
    long = start * (4096 // pieces + 1)
    named = f"{(start * 9)[:40]!r}...: {len(model.tokenizer.encode(long))} pieces"
    for ask in (lambda: model.translate([SENTENCE, long]), lambda: model.attention(long, TRANSLATION)):
        assert (said := refusal(ask)).startswith(named) and "at most 4096" in said
    assert most_pieces(SimpleNamespace(longest=np.inf, config=Config(max_length=9000))) == 9000
    assert most_pieces(SimpleNamespace(longest=60, config=Config(max_length=60))) == 59


def test_what_was_trained_cannot_be_changed(model, tiny_run):
    with pytest.raises(UserError, match="^heads: cannot be changed here"):
        minitrans.load(tiny_run.path, heads=4)
    with pytest.raises(UserError, match="^average: cannot be changed here"):
        model.translate([SENTENCE], average=3)
    with pytest.raises(UserError, match="--beam must be"):
        model.translate([SENTENCE], beam=0)


def test_no_mean_of_more_checkpoints_than_there_are(tiny_run):
    with pytest.raises(UserError, match="^--average 3: .*only 2"):
        minitrans.load(tiny_run.path, average=3)


def test_nbest_widens_the_beam(model):
    assert len(model.search([SENTENCE], beam=1, nbest=7)[0]) == 7


def test_a_sentence_too_long_for_memory_is_named(model, monkeypatch):
    def search(model, sentences, **options):
        raise MemoryError("Unable to allocate 7 TiB")

    monkeypatch.setattr(engine, "beam_search", search)
    long = SENTENCE * 50
    named = re.escape(f"{long[:40]!r}...: {len(model.tokenizer.encode(long))} pieces: out of memory (Unable to ")
    with pytest.raises(UserError, match=named):
        model.translate([SENTENCE, long, "", SENTENCE])


def test_attention_in_many_threads(model):
    """Each caller sees its own sentence, and the table of operations is as it was."""
    before, alone = dict(ops.TABLE), model.attention(SENTENCE, TRANSLATION)

    def ask(number):
        if number % 2:
            return model.translate([SENTENCE]) == [TRANSLATION]
        found = model.attention(SENTENCE, TRANSLATION)
        return all(np.array_equal(found[name], alone[name]) for name in ("encoder", "decoder", "cross"))

    with ThreadPoolExecutor(6) as pool:
        assert all(pool.map(ask, range(24)))
    assert ops.TABLE == before


def test_attention_does_not_need_the_cache_of_the_operation_in_the_table(model):
    forward, backward = ops.TABLE["attention"][:2]
    expected = model.attention(SENTENCE, TRANSLATION)["cross"]
    with ops.use("attention", lambda *a, **k: (forward(*a, **k)[0], "a cache of its own"), backward):
        np.testing.assert_array_equal(model.attention(SENTENCE, TRANSLATION)["cross"], expected)
