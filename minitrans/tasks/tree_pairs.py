"""Parsing as translation: a tree becomes a pair of lines, the words of its sentence and its symbols."""

from pathlib import Path

from ..system.errors import UserError
from .evalb import PUNCTUATION, evalb
from .linearize import linearize, numbered, parse_symbols, without_numbers
from .tree import normalise, read_trees, tags, words

ENDINGS = ".mrg", ".mrg.gz"


def is_trees(path):
    return str(path).endswith(ENDINGS)


def tree_files(paths):
    """Files of trees, and all of those below folders, sorted by name."""
    files = []
    for path in map(Path, paths):
        below = [file for ending in ENDINGS for file in path.rglob(f"*{ending}")] if path.is_dir() else [path]
        if not below or not all(map(is_trees, below)):
            raise UserError(f"{path}: trees are read from files whose names end with {' or '.join(ENDINGS)}")
        files += sorted(below)
    return tuple(files)


def tree_pairs(paths):
    """Yield (sentence, Tree) for every tree of the files, normalised; None for a tree without words."""
    full = False
    for path in paths:
        for tree in map(normalise, read_trees(path)):
            full |= tree is not None and not PUNCTUATION.issuperset(tags(tree))
            yield tree and (" ".join(words(tree)), tree)
    if not full:
        raise UserError(f"{paths[0]}: no tree has a word that is not empty (-NONE-) or punctuation")


def symbols_of(tree):
    """The line of symbols that a parser is to write for this tree."""
    return " ".join(numbered(linearize(tree)))


def trees_of(lines, sentences):
    """Any lines of symbols -> (a tree over the words of each sentence, how many had to be repaired)"""
    pairs = zip(lines, sentences, strict=True)
    results = [parse_symbols(without_numbers(line.split()), sentence.split()) for line, sentence in pairs]
    return [tree for tree, _ in results], sum(repaired for _, repaired in results)


def score_trees(lines, references):
    """Lines of symbols against Trees -> (evalb.Score, how many had to be repaired)"""
    trees, repaired = trees_of(lines, [" ".join(words(tree)) for tree in references])
    return evalb(zip(references, trees, strict=True)), repaired
