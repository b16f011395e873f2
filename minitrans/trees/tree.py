"""Constituency trees: read from Penn Treebank brackets, normalised, written and drawn.

    ( (S (NP-SBJ (DT The) (NN dog)) (VP (VBZ runs)) (. .)) )

A leaf such as (NN dog) is a word below its part of speech; all else are constituents.
"""

import re
from typing import NamedTuple

from ..data.lines import stream_lines
from ..errors import UserError

TOKEN = re.compile(r"[()]|[^()\s]+")  # as str.split, by which a sentence has its words
ROOTS = {"TOP", "ROOT", "S1"}  # labels that say no more than that the sentence is whole
MAX_DEPTH = 200  # the functions below go down a tree by recursion; no sentence is nested as deep


class Tree(NamedTuple):
    """A constituent (its label, and its children in a tuple) or a leaf (its part of speech, and its word)."""

    label: str
    children: tuple | str

    @property
    def is_leaf(self):
        return isinstance(self.children, str)


def read_trees(path):
    """Yield the trees of a file of brackets, plain or .gz, as they stand there; line breaks are spaces."""
    brackets = []  # what the open ones hold so far: strings and trees
    begins = None  # the line on which the present tree begins
    for number, line in enumerate(stream_lines(path), start=1):
        for token in TOKEN.findall(line):
            if token == "(":
                begins = begins if brackets else number
                brackets.append([])
                if len(brackets) > MAX_DEPTH:
                    raise UserError(f"{path}, line {begins}: more than {MAX_DEPTH} brackets open; is a ) missing?")
            elif not brackets:
                raise UserError(f"{path}, line {number}: {token!r} stands outside of all brackets; is a ( missing?")
            elif token == ")":
                node = finish(brackets.pop(), not brackets, f"{path}, line {number}")
                if brackets:
                    brackets[-1].append(node)
                else:
                    yield node
            else:
                brackets[-1].append(token)
    if brackets:
        raise UserError(f"{path}, line {begins}: the tree that begins here is not closed; is the file cut?")
    if begins is None:
        raise UserError(f"{path}: has no trees; it should have some like (S (NP (NN time)) (VP (VBZ flies)))")


def finish(parts, outermost, where):
    """The tree of one bracket.  parts: its label, if it has one, and its word or children."""
    label, *children = parts if parts and isinstance(parts[0], str) else ["", *parts]
    if label and len(children) == 1 and isinstance(children[0], str):
        return Tree(label, children[0])
    if not children:
        raise UserError(f"{where}: the bracket ({label}) is not whole; it should be (tag word) or (label trees)")
    for child in children:
        if isinstance(child, str):
            raise UserError(f"{where}: the word {child!r} has no part of speech; it should be (tag {child})")
    if not label and not outermost:
        raise UserError(f"{where}: a bracket within a tree has no label")
    return children[0] if not label and len(children) == 1 else Tree(label or "TOP", tuple(children))


def normalise(tree):
    """The tree as parsers are trained and scored: without empty words, functions, indices and an outer TOP.

    -> tree, or None if no word is left
    Unary chains are kept, X over X too: evalb counts both brackets.
    """
    tree = bare(tree)
    while tree and tree.label in ROOTS and len(tree.children) == 1 and not tree.children[0].is_leaf:
        tree = tree.children[0]
    return tree


def bare(tree):
    """(-NONE- *T*-1) and the constituents of nothing else taken out; NP-SBJ-1, NP=2 and NP|NX become NP."""
    if tree.label == "-NONE-":
        return None
    label = re.match("-.*|.[^-=|]*", tree.label)[0]  # -LRB- is a tag as it stands
    if tree.is_leaf:
        return Tree(label, tree.children)
    children = tuple(filter(None, map(bare, tree.children)))
    return Tree(label, children) if children else None


def leaves(tree):
    """Yield the leaves from left to right."""
    if tree.is_leaf:
        yield tree
    else:
        for child in tree.children:
            yield from leaves(child)


def words(tree):
    return [leaf.children for leaf in leaves(tree)]


def tags(tree):
    return [leaf.label for leaf in leaves(tree)]


def to_string(tree):
    """One line of brackets, which `read_trees` reads; brackets in words become -LRB- and -RRB-."""
    if tree.is_leaf:
        inside = tree.children.replace("(", "-LRB-").replace(")", "-RRB-")
    else:
        inside = " ".join(map(to_string, tree.children))
    return f"({tree.label} {inside})"


def draw(tree):
    """The tree as text to look at: a node a line, each below its parent."""
    if tree.is_leaf:
        return f"{tree.label} {tree.children}"
    lines = [tree.label]
    for number, child in enumerate(tree.children, start=1):
        branch, below = ("└─ ", "   ") if number == len(tree.children) else ("├─ ", "│  ")
        first, *rest = draw(child).split("\n")
        lines += [branch + first, *(below + line for line in rest)]
    return "\n".join(lines)
