"""Trees become pairs of a sentence and a line of symbols, found in files and folders, and lines become trees again."""

import gzip

import pytest

from minitrans.tasks.tree import to_string
from minitrans.tasks.tree_pairs import is_trees, tree_files, tree_pairs, trees_of

DOG = "(S (NP (DT The) (NN dog)) (VP (VBZ runs)) (. .))"
DOG_SYMBOLS = "(S (NP XX0 XX1 )NP (VP XX2 )VP XX3 )S"
NOTHING = "(S (NP (-NONE- *)))"
COMMA = "(S (, ,))"


@pytest.fixture
def file_of(tmp_path):
    """file_of(name, text) -> path, packed if the name ends in .gz"""

    def write(name, text):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
        return path

    return write


def test_trees_are_known_by_the_name_of_their_file(tmp_path):
    assert is_trees("a.mrg") and is_trees("a.mrg.gz") and is_trees(tmp_path / "b.mrg")
    assert not is_trees("a.txt") and not is_trees("mrg") and not is_trees("a.mrg.bak")


def test_files_of_folders_are_sorted_by_name(file_of, tmp_path):
    below = [file_of(name, DOG) for name in ("trees/01/b.mrg.gz", "trees/01/c.mrg", "trees/02/a.mrg")]
    file_of("trees/01/README.txt", "no tree")
    alone = file_of("alone.mrg", DOG)
    assert tree_files([alone, tmp_path / "trees"]) == (alone, *below)
    assert tree_files([tmp_path / "trees" / "02", str(alone)]) == (below[2], alone)


def test_files_that_are_no_trees(refusal, file_of):
    text = file_of("text/a.txt", DOG)
    good = file_of("a.mrg", DOG)
    for path in (text, text.parent):
        message = refusal(tree_files, [good, path])
        assert message == f"{path}: trees are read from files whose names end with .mrg or .mrg.gz"


def test_files_without_a_word(refusal, file_of):
    paths = file_of("a.mrg", NOTHING), file_of("b.mrg", COMMA)
    message = refusal(lambda: list(tree_pairs(paths)))
    assert message == f"{paths[0]}: no tree has a word that is not empty (-NONE-) or punctuation"
    assert len(list(tree_pairs([*paths, file_of("c.mrg", DOG)]))) == 3


def test_every_sentence_gets_a_tree_over_its_words():
    """Whatever the lines say; those that had to be repaired are counted."""
    sentences = ["The dog runs .", "She sings", "No"]
    trees, repaired = trees_of([DOG_SYMBOLS, "", ")NP rubbish (S XX0"], sentences)
    assert repaired == 2
    leaves = [[word.rstrip(")") for word in to_string(tree).split() if not word.startswith("(")] for tree in trees]
    assert leaves == [sentence.split() for sentence in sentences]
