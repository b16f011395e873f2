"""The bundled corpus: its files and its splits."""

import re
import subprocess
import sys
from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path

import pytest
import sacrebleu

pytestmark = pytest.mark.slow

DATA = Path(__file__).parents[1] / "data"
sys.path.insert(0, str(DATA))

import make_toy  # noqa: E402

SPLITS = {"train": (20_000, 22_000), "valid": (500, 500), "test": (500, 500)}
FILES = [f"{split}.{language}" for split in SPLITS for language in ("en", "de")]


def read(name):
    return (DATA / "toy" / name).read_text(encoding="utf-8").splitlines()


def words(sentence):
    return re.findall(r"[\w'-]+", sentence)


def lower_first(sentence):
    return sentence[0].lower() + sentence[1:]


@pytest.fixture(scope="module")
def text():
    return {name: read(name) for name in FILES}


@pytest.fixture(scope="module")
def corpus():
    return make_toy.make_corpus()


# The files --------------------------------------------------------------------------------------------------


def test_check_finds_the_files_up_to_date():
    assert subprocess.run([sys.executable, DATA / "make_toy.py", "--check"], timeout=60).returncode == 0


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


@pytest.mark.parametrize("name", FILES)
def test_files_are_small_plain_text(name, text):
    content = (DATA / "toy" / name).read_bytes()
    assert len(content) < 1_000_000
    assert content.endswith(b"\n") and b"\r" not in content and b"\t" not in content
    low, high = SPLITS[name.split(".")[0]]
    assert low <= len(text[name]) <= high
    for line in text[name]:
        assert re.fullmatch(r"[A-ZÄÖÜ][\w',-]*( [\w',-]+)*[.?]", line), line


@pytest.mark.parametrize("split", SPLITS)
def test_sides_belong_together(split, text):
    english, german = text[f"{split}.en"], text[f"{split}.de"]
    assert len(english) == len(german)
    assert all(source[-1] == target[-1] for source, target in zip(english, german, strict=True))
    assert {line[-1] for line in english} == {".", "?"}


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_sentence_occurs_twice(language, text):
    lines = [line for split in SPLITS for line in text[f"{split}.{language}"]]
    assert len(lines) >= 21_000
    assert [line for line, count in Counter(lines).items() if count > 1] == []


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


# Word by word is not enough ---------------------------------------------------------------------------------


def spell(tokens):
    line = re.sub(r" ([.,?])", r"\1", " ".join(tokens))
    return line[:1].upper() + line[1:]


def learned_dictionary(pairs, rounds=4):
    """The most probable German word for each English one by IBM Model 1; '' for "do", "does" and "did"."""
    pairs = [(words(lower_first(source)), words(lower_first(target))) for source, target in pairs]
    chance = defaultdict(lambda: 1.0)
    for _ in range(rounds):
        counts, totals = Counter(), Counter()
        for source, target in pairs:
            for german in target:
                norm = sum(chance[english, german] for english in source)
                for english in source:
                    counts[english, german] += chance[english, german] / norm
                    totals[english] += chance[english, german] / norm
        chance = defaultdict(float, {pair: count / totals[pair[0]] for pair, count in counts.items()})
    best = {}
    for (english, german), value in chance.items():
        if value > best.get(english, (0.0, ""))[0]:
            best[english] = value, german
    return {english: german for english, (_, german) in best.items()} | {"do": "", "does": "", "did": ""}


def test_a_dictionary_alone_translates_badly(text):
    references = text["test.de"]
    learned = learned_dictionary(zip(text["train.en"][:3000], text["train.de"][:3000], strict=True))
    assert learned["dog"] == "Hund" and learned["because"] == "weil" and learned["children"] == "Kinder"
    lines = []
    for line in text["test.en"]:
        tokens = re.findall(r"[\w'-]+|[.,?]", lower_first(line))
        lines.append(spell(word for word in (learned.get(token, token) for token in tokens) if word))
    assert 5 < sacrebleu.corpus_bleu(lines, [references]).score < 30
    assert sacrebleu.corpus_bleu(references, [references]).score > 99.9
