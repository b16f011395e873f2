"""Two sentencepiece models and their vocabularies: compared with what transformers made of the same lines."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minitrans.data.ids import EOS, PAD, UNK
from minitrans.data.marian_tokenizer import MarianTokenizer, read_vocabulary
from minitrans.data.tokenizer import Tokenizer
from minitrans.data.word_tokenizer import WordTokenizer
from minitrans.interchange.published import read_folder

FOLDERS = sorted((Path(__file__).parents[1] / "oracles" / "marian").iterdir())
LINES = ["ein kleiner Hund", "der Hund läuft", "die Katze schläft", "ein Kind spielt", "das Haus ist klein"]


@pytest.fixture(params=FOLDERS, ids=lambda folder: folder.name)
def folder(request):
    pytest.importorskip("safetensors")
    return request.param


@pytest.fixture
def learned():
    return MarianTokenizer.train([line.upper() for line in LINES], LINES, 40, 42)


def test_pieces_are_those_of_transformers(folder):
    """In many scripts, with unknown characters; ids are compared by the pieces that they number."""
    facts = json.loads(str(np.load(folder / "expected.npz")["facts"]))
    _, _, tokenizer, _ = read_folder(folder)
    theirs = read_vocabulary(folder / "vocab.json")
    for line, ids in zip(facts["lines"], facts["ids"], strict=True):
        assert tokenizer.words(tokenizer.encode(line)) == [theirs[i] for i in ids[:-1]]
        assert theirs[ids[-1]] == tokenizer.words([EOS])[0] == "</s>"
    assert tokenizer.encode(facts["lines"]) == [tokenizer.encode(line) for line in facts["lines"]]
    assert any(UNK in ids for ids in tokenizer.encode(facts["lines"]))


def test_files_give_the_same_tokenizer(folder, tmp_path):
    _, _, tokenizer, _ = read_folder(folder)
    for name, content in tokenizer.files.items():
        (tmp_path / name).write_bytes(content)
    again = MarianTokenizer.load(tmp_path)
    assert again.sha256 == tokenizer.sha256 and again.files == tokenizer.files
    assert ("target_vocab.json" in again.files) == (folder.name == "separate")
    for side, other in ((again, tokenizer), (again.target, tokenizer.target)):
        assert side.encode("Die Ärztin hofft.") == other.encode("Die Ärztin hofft.")


def test_code_of_a_language(refusal):
    _, _, tokenizer, _ = read_folder(next(folder for folder in FOLDERS if folder.name == "joint"))
    code, *rest = tokenizer.encode(">>fra<< The dog")
    assert tokenizer.words([code]) == [">>fra<<"] and rest == tokenizer.encode("The dog")
    assert tokenizer.split(">>fra<< The dog") == [">>fra<<", *tokenizer.split("The dog")]
    assert "knows >>deu<< >>fra<<" in refusal(tokenizer.encode, ">>xxx<< The dog")
    assert UNK in tokenizer.encode("A >>fra<< dog")  # only at the beginning


def test_text_that_looks_like_a_code(learned):
    """Quotes of German, for a model that knows codes and for one that knows none"""
    _, _, tokenizer, _ = read_folder(next(folder for folder in FOLDERS if folder.name == "joint"))
    quote = ">>der Hund<<, ein Kind"
    for each in (tokenizer, learned.target):
        whole = each.cutter.encode(quote, out_type=str)
        assert each.split(quote) == whole and each.encode(quote) == [each.ids.get(piece, UNK) for piece in whole]
    assert learned.target.decode(learned.target.encode(">>deu<< ein")).endswith("ein")
    assert len(learned.target.encode(">>deu<< ein Kind")) > len(learned.target.encode("ein Kind")) + 1
    assert tokenizer.split(">>ja<<, der") == tokenizer.cutter.encode(">>ja<<, der", out_type=str)


@pytest.fixture(scope="module")
def tokenizers():
    """One of each kind: published ones, and those learned from text"""
    pytest.importorskip("safetensors")
    published = [read_folder(folder)[2] for folder in FOLDERS]
    two = MarianTokenizer.train([line.upper() for line in LINES], LINES, 40, 42, ["<2de>"])
    own = [two, Tokenizer.train(LINES, 40, symbols=["<2de>"]), WordTokenizer.train(LINES, 46, ["XX", "S"])]
    return [side for each in published + own for side in (each, each.target)]


@given(
    st.lists(
        st.sampled_from(
            [">>fra<<", ">>deu<<The", "dog", "дом", "日本", "x▁y", "...", "naïve", "\u200b", ">>x", "<2de>", "der<2de>"]
        )
    )
)
def test_places_are_those_of_the_words_that_hold_the_characters(tokenizers, words):
    """Counted by the characters that can be seen, without blanks and `▁`"""
    text = " ".join(words)
    owners = [(c, i) for i, word in enumerate(text.split()) for c in word if c not in "▁\u200b"]
    for tokenizer in tokenizers:
        places = zip(tokenizer.split(text), tokenizer.places(text), strict=True)
        assert [(c, i) for piece, i in places for c in piece if c not in "▁\u200b"] == owners


def test_learned_from_text(learned):
    assert (len(learned), len(learned.target)) == (40, 42)
    assert learned.words(range(4)) == learned.target.words(range(4)) == ["<pad>", "<s>", "</s>", "<unk>"]
    for line in LINES:
        assert learned.target.decode(learned.target.encode(line)) == line
        assert learned.decode(learned.encode(line.upper())) == line.upper()
        assert UNK not in learned.encode(line.upper()) and UNK in learned.encode(line)
    assert learned.target.decode([learned.target.encode(line) for line in LINES]) == LINES
    assert learned.decode([]) == "" and learned.encode("") == []


def test_not_unicode(learned, refusal):
    assert "Unicode" in refusal(learned.encode, ["ein", "\ud800"])


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"[1, 2]", "should map"),
        (b'{"a": "b"}', "should map"),
        (b'{"a": true, "b": 0}', "should map"),
        (b'{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}', "are not 0, 1, 2"),
        (b'{"a": 0, "b": 0, "c": 1, "d": 2, "e": 3}', "are not 0, 1, 2"),
        (b'{"a": 0}', "are not 0, 1, 2"),
        (b"{", "not a vocabulary"),
        (b"[" * 100_000, "not a vocabulary"),
        (b"\xff\xfe", "not a vocabulary"),
        (None, "cannot be read"),
    ],
)
def test_bad_vocabulary(content, part, tmp_path, refusal):
    path = tmp_path / "vocab.json"
    if content is not None:
        path.write_bytes(content)
    message = refusal(read_vocabulary, path)
    assert part in message and str(path) in message


def test_vocabulary_in_another_order(learned, tmp_path, refusal):
    for name, content in learned.files.items():
        (tmp_path / name).write_bytes(content)
    pieces = [*learned.vocabulary[::-1]]
    (tmp_path / "vocab.json").write_text(json.dumps({piece: i for i, piece in enumerate(pieces)}))
    assert "begin with <pad>" in refusal(MarianTokenizer.load, tmp_path)
    assert learned.vocabulary[PAD] == "<pad>"
