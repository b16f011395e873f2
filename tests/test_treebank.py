"""The bundled treebank: its files and its splits."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from minitrans.tasks.tree import read_trees, words

pytestmark = pytest.mark.slow

DATA = Path(__file__).parents[1] / "data"
SPLITS = "train", "valid", "test"


def constituents(tree):
    """All nodes above the parts of speech."""
    if not tree.is_leaf:
        yield tree
        for child in tree.children:
            yield from constituents(child)


@pytest.fixture(scope="module")
def trees():
    return {split: list(read_trees(DATA / "trees" / f"{split}.mrg")) for split in SPLITS}


def test_check_finds_the_files_up_to_date():
    assert subprocess.run([sys.executable, DATA / "make_trees.py", "--check"], timeout=60).returncode == 0


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
