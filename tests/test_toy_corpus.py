"""The bundled corpus: its files and its splits."""

import re
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

DATA = Path(__file__).parents[1] / "data"
sys.path.insert(0, str(DATA))

import make_toy  # noqa: E402

ASKED = Path(__file__).parent / "everyday.tsv"

SPLITS = "train", "valid", "test"
FILES = [f"{split}.{language}" for split in SPLITS for language in ("en", "de")]


def read(name):
    return (DATA / "toy" / name).read_text(encoding="utf-8").splitlines()


def words(sentence):
    return re.findall(r"[\w'-]+", sentence)


@pytest.fixture(scope="module")
def text():
    return {name: read(name) for name in FILES}


@pytest.fixture(scope="module")
def corpus():
    return make_toy.make_corpus()


# The files --------------------------------------------------------------------------------------------------


def test_check_notices_a_changed_or_missing_file(corpus, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(make_toy, "make_corpus", lambda: corpus)
    monkeypatch.setattr(make_toy, "DIRECTORY", tmp_path)
    monkeypatch.setattr(sys, "argv", ["make_toy.py"])
    assert make_toy.main() == 0
    for name in FILES:
        assert (tmp_path / name).read_bytes() == (DATA / "toy" / name).read_bytes()
    monkeypatch.setattr(sys, "argv", ["make_toy.py", "--check"])
    assert make_toy.main() == 0
    (tmp_path / "test.de").write_bytes((tmp_path / "test.de").read_bytes() + b"\n")
    (tmp_path / "train.en").unlink()
    assert make_toy.main() == 1
    assert capsys.readouterr().err.strip() == "not up to date: train.en, test.de"
    assert not (tmp_path / "train.en").exists()  # checking writes nothing


def plain(sentence):
    return " ".join(words(sentence.lower()))


def test_a_sentence_of_validation_or_test_occurs_once(text):
    counts = Counter(plain(line) for split in SPLITS for line in text[f"{split}.en"])
    assert len(counts) >= 50_000
    assert [line for split in ("valid", "test") for line in text[f"{split}.en"] if counts[plain(line)] > 1] == []


def test_a_sentence_has_one_translation(text):
    translations = {}
    for split in SPLITS:
        for english, german in zip(text[f"{split}.en"], text[f"{split}.de"], strict=True):
            translations.setdefault(plain(english), set()).add(plain(german))
    assert {line: found for line, found in translations.items() if len(found) > 1} == {}


def test_what_is_asked_later_is_in_no_split(text):
    asked = {plain(line.split("\t")[0]) for line in ASKED.read_text(encoding="utf-8").splitlines()}
    assert len(asked) == 200
    assert [line for split in SPLITS for line in text[f"{split}.en"] if plain(line) in asked] == []


@pytest.mark.parametrize("split", SPLITS)
def test_the_readme_counts_right(split, text):
    sides = [[word for line in text[f"{split}.{language}"] for word in words(line)] for language in ("en", "de")]
    numbers = [len(text[f"{split}.en"]), *map(len, sides), *(len(set(side)) for side in sides)]
    row = " | ".join(f"{number:,}" for number in numbers)
    assert f"| `toy/{split}` | {row} |" in (DATA / "README.md").read_text(encoding="utf-8")


# The splits -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_test_word_is_known_from_training(language, text):
    counts = Counter(word for line in text[f"train.{language}"] for word in words(line))
    test_words = {word for line in text[f"test.{language}"] for word in words(line)}
    assert len(test_words) > 250
    assert sorted(word for word in test_words if counts[word] < 5) == []


def test_held_out_pairs(corpus):
    for split in ("train", "valid"):
        for pair in corpus[split]:
            assert not any(make_toy.held_out(*two) for two in combinations(pair.words(), 2)), pair.en
    related = [{tuple(sorted(two)) for two in pair.relations()} for pair in corpus["test"]]
    held = [{two for two in pairs if make_toy.held_out(*two)} for pairs in related]
    assert all(held)
    counts = Counter(two for found in held for two in found)
    assert len(counts) >= 50 and max(counts.values()) <= 10
