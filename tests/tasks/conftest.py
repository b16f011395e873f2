"""Trees for the tests of parsing: from a line of brackets, random ones, and the Penn Treebank sample."""

import os
from pathlib import Path

import pytest

from minitrans.tasks.tree import Tree, normalise, read_trees


@pytest.fixture
def tree_of(tmp_path):
    """tree_of("(S (NN a))") -> Tree"""

    def tree_of(line):
        path = tmp_path / "tree.mrg"
        path.write_text(line, encoding="utf-8")
        (tree,) = read_trees(path)
        return tree

    return tree_of


@pytest.fixture
def random_tree(rng):
    """random_tree() -> Tree of 1 to about 40 words, with unary chains and punctuation."""

    def grow(depth):
        if depth > 1 and (depth > 5 or rng.random() < 0.45):
            tag = str(rng.choice(["NN", "VB", ",", ".", "``"]))
            return Tree(tag, str(rng.choice(["a", "b", "c"])))
        label = str(rng.choice(["S", "NP", "VP", "ADVP", "PRT"]))
        return Tree(label, tuple(grow(depth + 1) for _ in range(rng.integers(1, 4))))

    return lambda: grow(0)


@pytest.fixture(scope="session")
def penn():
    """The file of the training trees of the sample."""
    path = Path(os.environ.get("MINITRANS_DATA", "."), "treebank", "train.mrg.gz")
    if not path.is_file():
        pytest.skip("MINITRANS_DATA has no treebank/train.mrg.gz")
    return path


@pytest.fixture(scope="session")
def penn_trees(penn):
    return [normalise(tree) for tree in read_trees(penn)]
