"""The bundled treebank: its files, its splits, and whether the words determine where a phrase attaches."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from minitrans.tasks.tree import normalise, read_trees, to_string, words

pytestmark = pytest.mark.slow

DATA = Path(__file__).parents[1] / "data"
sys.path.insert(0, str(DATA))

import make_trees  # noqa: E402

SPLITS = {"train": 8_000, "valid": 400, "test": 400}
LABELS = set("S SQ SBARQ SINV SBAR NP VP PP ADJP ADVP PRT WHNP WHADVP".split())


def constituents(tree):
    """All nodes above the parts of speech."""
    if not tree.is_leaf:
        yield tree
        for child in tree.children:
            yield from constituents(child)


@pytest.fixture(scope="module")
def lines():
    return {split: (DATA / "trees" / f"{split}.mrg").read_text(encoding="utf-8").splitlines() for split in SPLITS}


@pytest.fixture(scope="module")
def trees():
    return {split: list(read_trees(DATA / "trees" / f"{split}.mrg")) for split in SPLITS}


def test_check_finds_the_files_up_to_date():
    assert subprocess.run([sys.executable, DATA / "make_trees.py", "--check"], timeout=60).returncode == 0


def test_check_notices_a_changed_or_missing_file(lines, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(make_trees, "make_treebank", lambda: lines)
    monkeypatch.setattr(make_trees, "DIRECTORY", tmp_path)
    monkeypatch.setattr(sys, "argv", ["make_trees.py"])
    assert make_trees.main() == 0
    for split in SPLITS:
        assert (tmp_path / f"{split}.mrg").read_bytes() == (DATA / "trees" / f"{split}.mrg").read_bytes()
    monkeypatch.setattr(sys, "argv", ["make_trees.py", "--check"])
    assert make_trees.main() == 0
    (tmp_path / "test.mrg").write_text("(S (NP (PRP She)) (VP (VBD slept)) (. .))\n")
    (tmp_path / "train.mrg").unlink()
    assert make_trees.main() == 1
    assert capsys.readouterr().err.strip() == "not up to date: train.mrg, test.mrg"
    assert not (tmp_path / "train.mrg").exists()  # checking writes nothing


@pytest.mark.parametrize("split", SPLITS)
def test_every_line_is_a_tree_as_parsers_want_it(split, lines, trees):
    assert len(trees[split]) == len(lines[split]) == SPLITS[split]
    for line, tree in zip(lines[split], trees[split], strict=True):
        assert to_string(normalise(tree)) == line  # no functions, indices or empty words to remove
        assert {node.label for node in constituents(tree)} <= LABELS
        sentence = words(tree)
        assert 4 <= len(sentence) <= 25
        assert sentence[-1] in (".", "?") and sentence["``" in sentence][0].isupper()
        assert not re.search(r"\b(a [aeiou]|an [^aeiou])", " ".join(sentence), re.IGNORECASE)


def test_no_sentence_occurs_twice(trees):
    counts = Counter(" ".join(words(tree)) for split in SPLITS for tree in trees[split])
    assert counts.total() == 8_800 and max(counts.values()) == 1


def test_the_words_of_valid_and_test_are_known_from_training(trees):
    counts = Counter(word for tree in trees["train"] for word in words(tree))
    for split in ("valid", "test"):
        assert min(counts[word] for tree in trees[split] for word in words(tree)) >= 5


@pytest.mark.parametrize("split", SPLITS)
def test_the_readme_counts_right(split, trees):
    text = [word for tree in trees[split] for word in words(tree)]
    brackets = sum(len(list(constituents(tree))) for tree in trees[split])
    row = " | ".join(f"{number:,}" for number in (len(trees[split]), len(text), len(set(text)), brackets))
    assert f"| `trees/{split}` | {row} |" in (DATA / "README.md").read_text(encoding="utf-8")
