"""The BPE tokenizer: text to ids and back."""

import random
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minitrans.data.ids import BOS, EOS, PAD, UNK
from minitrans.data.tokenizer import Tokenizer
from minitrans.data.unicode import normalized
from minitrans.system.errors import UserError

WORDS = (
    "Der die das Hund Katze läuft über große Straße; heute nicht, mit einem (roten) Ball – »so« 17 1,5 % don't".split()
)
LINES = [" ".join(random.Random(i).choices(WORDS, k=7)) + "." for i in range(80)]
ALPHABET = "".join(sorted(set("".join(LINES)) - {" "}))


@pytest.fixture(scope="module")
def tokenizer():
    return Tokenizer.train(iter(LINES), 120)


def test_size_and_special_ids(tokenizer):
    assert len(tokenizer) == 120
    assert [tokenizer.words([i])[0] for i in (PAD, BOS, EOS, UNK)] == ["<pad>", "<s>", "</s>", "<unk>"]
    assert sorted({PAD, BOS, EOS, UNK}) == [0, 1, 2, 3]


def test_lines_come_back_exactly(tokenizer):
    ids = tokenizer.encode(LINES)
    assert tokenizer.decode(ids) == LINES
    assert tokenizer.decode(tokenizer.encode(LINES[0])) == LINES[0]
    assert not {PAD, BOS, EOS, UNK} & {i for line in ids for i in line}
    assert max(map(len, ids)) < max(map(len, LINES)), "pieces should be longer than characters"


@given(st.lists(st.text(ALPHABET, min_size=1, max_size=12), min_size=1, max_size=6))
def test_any_words_of_known_characters_come_back(tokenizer, words):
    text = " ".join(words)
    assert tokenizer.decode(tokenizer.encode(text)) == text


def test_nothing_gives_nothing(tokenizer):
    assert tokenizer.encode("") == [] and tokenizer.encode([]) == []
    assert tokenizer.decode([]) == ""


def test_same_lines_same_bytes(tokenizer):
    assert Tokenizer.train(list(LINES), 120).model == tokenizer.model
    assert Tokenizer.train(LINES[:40], 100).model != Tokenizer.train(LINES[40:], 100).model


def test_save_and_load(tokenizer, tmp_path):
    path = tmp_path / "tokenizer.model"
    tokenizer.save(path)
    assert path.read_bytes() == tokenizer.model
    assert Tokenizer.load(path).encode(LINES) == tokenizer.encode(LINES)


def test_a_vocabulary_too_large_names_the_largest_possible():
    with pytest.raises(UserError) as caught:
        Tokenizer.train(LINES, 100_000)
    message = str(caught.value)
    assert message.startswith("--vocabulary 100000") and "\n" not in message
    largest = int(re.search(r"gives (\d+) pieces", message)[1])
    assert len(Tokenizer.train(LINES, largest)) == largest
    with pytest.raises(UserError):
        Tokenizer.train(LINES, largest + 1)
    assert len(Tokenizer.train(LINES, largest + 1, at_most=True)) == largest


def test_a_symbol_is_whole_wherever_it_stands_and_however_it_is_typed():
    line, symbols = "<2de> der @é@e\u0301 Hund<2\u200bde>\u00a0läuft.", ["<2de>", "@é"]
    tokenizer = Tokenizer.train(LINES, 120, symbols=symbols)
    assert [piece for piece in tokenizer.split(line) if piece in symbols] == ["<2de>", "@é", "@é", "<2de>"]
    assert tokenizer.decode(tokenizer.encode(line)) == normalized(line)


def test_without_sentencepiece_nothing_is_learned(monkeypatch, refusal):
    monkeypatch.setitem(sys.modules, "sentencepiece", None)
    assert refusal(Tokenizer.train, LINES, 120).startswith("a new vocabulary ")


def bad_models(tokenizer):
    """-> (bytes of a model, why they are refused); of a missing file, None"""
    yield None, "cannot be read (No such file or directory)"
    yield b"", "not a sentencepiece"
    yield random.Random(1).randbytes(2000), "not a sentencepiece"
    yield tokenizer.model.replace("ß".encode(), b"\xff\xff"), "has pieces that"


def test_what_is_not_a_model_is_refused(tokenizer, tmp_path, refusal):
    for number, (model, why) in enumerate(bad_models(tokenizer)):
        path = tmp_path / f"{number}.model"
        if model is not None:
            path.write_bytes(model)
        assert refusal(Tokenizer.load, path).startswith(f"{path}: {why}")


@given(st.text(st.sampled_from(ALPHABET + " \t▁\x00\u200b🦩é"), max_size=30))
def test_split_gives_each_id_its_text(tokenizer, line):
    line = line.strip()
    pieces, ids = tokenizer.split(line), tokenizer.encode(line)
    for piece, id, word in zip(pieces, ids, tokenizer.words(ids), strict=True):
        assert piece == word or id == UNK and word == "<unk>"
    assert "".join(pieces).replace("▁", " ").split() == normalized(line).replace("▁", " ").split()
