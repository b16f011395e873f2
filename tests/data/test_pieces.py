"""The reader of sentencepiece's model files, compared with sentencepiece."""

import contextlib
import random
import time
from itertools import islice

import pytest
import sentencepiece
from hypothesis import given
from hypothesis import strategies as st

from minitrans.data.corpora import corpus_files
from minitrans.data.lines import stream_lines
from minitrans.data.pieces import SentencePieceProcessor
from minitrans.data.tokenizer import Tokenizer, sentencepiece_model
from minitrans.runs.run import MODEL
from minitrans.system.errors import UserError

BYTES = (MODEL / "tokenizer.model").read_bytes()
OURS, THEIRS = SentencePieceProcessor(model_proto=BYTES), sentencepiece.SentencePieceProcessor(model_proto=BYTES)
PIECES = list(map(THEIRS.id_to_piece, range(len(THEIRS))))
ODD = [
    "",
    " ",
    "▁",
    "▁▁a",
    " a▁",
    "a  b",
    "\ta\tb",
    "a\u00a0b",
    "e\u0301",
    "日本 語",
    "😀😀 a😀",
    "<s>a</s>",
    "a\0b",
    "\ufeffA",
]


SYMBOLS = [
    "<2de>",
    "<2",
    "ab",
    "aab",
    "bc",
    "日",
    "</script>",
    "[^\\]",
    "$.*+?{1}-/|()",
]  # some begin or overlap others
OTHER = Tokenizer.train(["<2de> the ab dog", "<2aabc </script>"] * 9, 60, True, SYMBOLS)
BOTH = (OURS, THEIRS), (SentencePieceProcessor(OTHER.model), OTHER.pieces)


def same(text):
    for ours, theirs in BOTH:
        for kind in (int, str):
            assert ours.encode(text, out_type=kind) == theirs.encode(text, out_type=kind)
        assert ours.decode(ours.encode(text)) == theirs.decode(theirs.encode(text))


def test_the_pieces_and_their_ids():
    assert [OURS.id_to_piece(i) for i in range(len(OURS))] == PIECES
    assert [OURS.piece_to_id(piece) for piece in [*PIECES, "?!", ""]] == list(
        map(THEIRS.piece_to_id, [*PIECES, "?!", ""])
    )


@pytest.mark.parametrize("side", [0, 1])
def test_lines_of_the_corpus(side):
    lines = list(islice(stream_lines(corpus_files("toy-en-de")["train"][side]), 0, None, 7))
    same(lines)


@pytest.mark.parametrize("text", [*ODD, "".join(random.Random(2).choices("enschrti", k=2000))])
def test_odd_lines(text):
    same(text)


@given(st.lists(st.sampled_from([*SYMBOLS, *"abceThdogß ▁😀é\t<>s/unk2"])).map("".join) | st.text(max_size=30))
def test_any_line(text):
    same(text)


@given(st.lists(st.integers(0, len(PIECES) - 1) | st.integers(0, 5), max_size=8))
def test_any_ids_become_the_same_text(ids):
    assert OURS.decode(ids) == THEIRS.decode(ids)
    pieces = [PIECES[i] for i in ids] + ["foo", "▁foo"]
    assert OURS.decode_pieces(pieces) == THEIRS.decode_pieces(pieces)


def test_words():
    model = sentencepiece_model(["the dog", "the cat"], 7, model_type="word")
    ours, theirs = SentencePieceProcessor(model), sentencepiece.SentencePieceProcessor(model_proto=model)
    for text in ("the dog", "a  b the", "dogs", "dog\tthe"):
        assert ours.encode(text) == theirs.encode(text)


def test_half_of_a_surrogate_pair_is_refused():
    with pytest.raises(RuntimeError):
        OURS.encode(["fine", "a\ud800"])


@pytest.mark.parametrize("model", [b"", b"\xff", BYTES[:1000], BYTES[:-1], random.Random(1).randbytes(2000)])
def test_what_is_no_model_is_refused(model):
    with pytest.raises(RuntimeError):
        SentencePieceProcessor(model)


@given(st.integers(0, len(BYTES) - 1), st.binary(min_size=1, max_size=3))
def test_a_damaged_file_is_refused_or_read(at, changed):
    with contextlib.suppress(RuntimeError, UserError):
        SentencePieceProcessor(BYTES[:at] + changed + BYTES[at + len(changed) :])


def test_a_model_of_another_kind_needs_sentencepiece():
    model = sentencepiece_model(["the dog", "the cat"] * 9, 14, model_type="unigram")
    with pytest.raises(UserError, match="needs sentencepiece"):
        SentencePieceProcessor(model)


@pytest.mark.parametrize(
    "model",
    [
        b"\xff" * 300_000,  # an integer without end
        b"\x0a\x80" + b"\x80" * 100_000 + b"\x01",
        b"\x0a\x05\x0a\x01a\x12\x00" + BYTES,  # a score that is text
    ],
    ids=["integer", "size", "score"],
)
def test_bytes_that_take_long_or_have_another_type(model):
    start = time.monotonic()
    with pytest.raises(RuntimeError):
        SentencePieceProcessor(model_proto=model)
    assert time.monotonic() - start < 5
