"""Parsing as translation: a split of trees as pairs of lines, the words of a sentence and its tree in symbols."""

from pathlib import Path

from ..data.lines import line_pairs
from ..errors import UserError
from .evalb import PUNCTUATION, evalb
from .linearize import linearize, numbered, parse_symbols, without_numbers
from .tree import normalise, read_trees, tags, words

ENDINGS = ".mrg", ".mrg.gz"


class TreeLine(str):
    """The symbols of a tree as a line of text, which still knows the tree."""

    def __new__(cls, tree):
        line = super().__new__(cls, " ".join(numbered(linearize(tree))))
        line.tree = tree
        return line


def is_trees(path):
    return str(path).endswith(ENDINGS)


def tree_files(paths):
    """Files of trees, and all those below folders, in the order of their names."""
    found = []
    for path in map(Path, paths):
        below = [file for ending in ENDINGS for file in path.rglob(f"*{ending}")] if path.is_dir() else [path]
        if not below or not all(map(is_trees, below)):
            raise UserError(f"{path}: trees are read from files whose names end with {' or '.join(ENDINGS)}")
        found += sorted(below)
    return tuple(found)


def text_pairs(paths):
    """Yield the (source, target) lines of a split: of two text files, or of any number of files of trees.

    None stands for a pair with an empty side, and for a tree without words.
    """
    if not all(map(is_trees, paths)):
        yield from line_pairs(*paths)
        return
    full = False
    for path in paths:
        for tree in map(normalise, read_trees(path)):
            full |= tree is not None and not PUNCTUATION.issuperset(tags(tree))
            yield tree and (" ".join(words(tree)), TreeLine(tree))
    if not full:
        raise UserError(f"{paths[0]}: no tree has a word that is not empty (-NONE-) or punctuation")


def read_split(paths):
    """-> (list of pairs of lines, how many were left out)"""
    pairs = list(text_pairs(paths))
    kept = list(filter(None, pairs))
    return kept, len(pairs) - len(kept)


def symbols_of(paths):
    """Every symbol of the trees, sorted: each is one piece of the vocabulary."""
    return sorted({symbol for _, line in filter(None, text_pairs(paths)) for symbol in line.split(" ")})


def trees_of(lines, sentences):
    """Lines of symbols, whatever they say, -> (a tree over each sentence's words, how many had to be repaired)"""
    pairs = zip(lines, sentences, strict=True)
    found = [parse_symbols(without_numbers(line.split()), sentence.split()) for line, sentence in pairs]
    return [tree for tree, _ in found], sum(repaired for _, repaired in found)


def score_trees(lines, references):
    """Lines of symbols against TreeLines -> (evalb.Score, how many had to be repaired)"""
    trees, repaired = trees_of(lines, [" ".join(words(line.tree)) for line in references])
    return evalb(zip((line.tree for line in references), trees, strict=True)), repaired
