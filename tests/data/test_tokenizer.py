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


def test_case_and_accents_are_told_apart(tokenizer):
    texts = ["der", "Der", "laeuft", "läuft", "Straße"]
    assert len({tuple(ids) for ids in tokenizer.encode(texts)}) == len(texts)


def test_an_unknown_character_is_unk(tokenizer):
    assert UNK in tokenizer.encode("Hund 犬")


def test_nothing_gives_nothing(tokenizer):
    assert tokenizer.encode("") == [] and tokenizer.encode([]) == []
    assert tokenizer.decode([]) == ""


def test_words_are_the_pieces_themselves(tokenizer):
    pieces = tokenizer.words(tokenizer.encode("Der Hund läuft"))
    assert "".join(pieces) == "▁Der▁Hund▁läuft"


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


@pytest.mark.parametrize("vocabulary", [1, 10])
def test_a_vocabulary_smaller_than_the_alphabet(vocabulary):
    with pytest.raises(UserError, match=f"^--vocabulary {vocabulary} "):
        Tokenizer.train(LINES, vocabulary)


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


@pytest.mark.parametrize(
    "line, whole",
    [
        ("<2de> der Hund", ["<2de>"]),
        ("der<2de>Hund 17.", ["<2de>", "17"]),
        ("\ufeff<2\u200bde>\u00a0@e\u0301", ["<2de>", "@é"]),
        ("<2<2de>> 1717", ["<2de>", "17", "17"]),
    ],
)
def test_a_symbol_is_one_piece_wherever_it_stands(line, whole):
    symbols = ["<2de>", "@é", "17"]
    tokenizer = Tokenizer.train([*LINES, "<2>"], 120, symbols=symbols)
    ids = tokenizer.encode(line)
    assert [piece for piece in tokenizer.words(ids) if piece in symbols] == whole
    assert tokenizer.decode(ids) == normalized(line)


def test_more_symbols_than_the_vocabulary_holds(refusal):
    symbols = [f"<{i}>" for i in range(120)]
    least = int(re.search(r"symbols are (\d+) pieces", refusal(Tokenizer.train, LINES, 120, True, symbols))[1])
    assert len(Tokenizer.train(LINES, least, True, symbols)) == least
