"""Constituency trees: read from Penn Treebank brackets, normalised, and written as text.

    ( (S (NP-SBJ (DT The) (NN dog)) (VP (VBZ runs)) (. .)) )

A leaf such as (NN dog) is a word with its part of speech.  Every other node is a constituent.
"""

import re
from collections.abc import Iterator
from os import PathLike
from typing import NamedTuple

from ..data.lines import stream_lines
from ..system.errors import UserError

TOKEN = re.compile(r"[()]|[^()\s]+")  # splits at the same blanks as str.split, which splits sentences into words
PLAIN = re.compile(r"[() \t\r\n\f\v]+")  # not blanks such as the no-break space in `1 1/2`
ROOTS = {"TOP", "ROOT", "S1", "VROOT"}  # labels of an extra root above the sentence
MAX_DEPTH = 200  # limits the recursion of the functions below; real sentences are far less deep


class Tree(NamedTuple):
    """A constituent (label, tuple of children) or a leaf (part of speech, word)."""

    label: str
    children: tuple | str

    @property
    def is_leaf(self) -> bool:
        return isinstance(self.children, str)


def read_trees(path: str | PathLike) -> Iterator[Tree]:
    """Yield the trees of a file of brackets, plain or .gz, not normalised.  UserError names the line of a mistake."""
    brackets = []  # for each open bracket, the strings and trees in it so far
    begins = None  # line number on which the current tree begins
    for number, line in enumerate(stream_lines(path), start=1):
        for token in TOKEN.findall(line):
            if token == "(":
                begins = begins if brackets else number
                brackets.append([])
                if len(brackets) > MAX_DEPTH:
                    raise UserError(f"{path}, line {begins}: more than {MAX_DEPTH} open brackets; is a ) missing?")
            elif not brackets:
                remedy = "is a ( missing?" if begins else "is it a header? Begin the file with a tree"
                raise UserError(f"{path}, line {number}: {token[:40]!r} is outside of all brackets; {remedy}")
            elif token == ")":
                node = finish(brackets.pop(), not brackets, f"{path}, line {number}", line)
                if brackets:
                    brackets[-1].append(node)
                else:
                    yield node
            else:
                brackets[-1].append(token)
    if brackets:
        raise UserError(f"{path}, line {begins}: the tree that begins here is not closed; is the file truncated?")
    if begins is None:
        raise UserError(f"{path}: contains no trees; a tree looks like (S (NP (NN time)) (VP (VBZ flies)))")


def finish(parts, outermost, where, line):
    """The tree of one closed bracket.  parts: its label, if it has one, and its word or children.

    where, line: the place of a mistake, and what stands there
    """
    label, *children = parts if parts and isinstance(parts[0], str) else ["", *parts]
    if label and len(children) == 1 and isinstance(children[0], str):
        return Tree(label, children[0])
    if not children:
        raise UserError(f"{where}: the bracket ({label[:40]}) is incomplete; it should be (tag word) or (label trees)")
    for child in children:
        if isinstance(child, str):
            child = child[:40]
            odd = next((f"; does {w[:40]!r} have a blank inside?" for w in PLAIN.split(line) if len(w.split()) > 1), "")
            raise UserError(f"{where}: the word {child!r} has no part of speech; it should be (tag {child}){odd}")
    if not label and not outermost:
        raise UserError(f"{where}: a bracket inside a tree has no label; it should be (label trees)")
    return children[0] if not label and len(children) == 1 else Tree(label or "TOP", tuple(children))


def normalise(tree: Tree) -> Tree | None:
    """The form in which parsers are trained and scored: without empty words, functions, indices and an outer TOP.

    -> tree, or None if no word is left
    Unary chains remain, also X over X, because evalb counts both brackets.
    """
    tree = stripped(tree)
    while tree and tree.label in ROOTS and not tree.is_leaf and [each.is_leaf for each in tree.children] == [False]:
        tree = tree.children[0]
    return tree


def stripped(tree):
    """Drop empty words (-NONE- *T*-1) and constituents left empty; NP-SBJ-1, NP=2 and NP|NX become NP."""
    if tree.label == "-NONE-":
        return None
    label = re.match("-.*|.[^-=|]*", tree.label)[0]  # -LRB- stays whole
    if tree.is_leaf:
        return Tree(label, tree.children)
    children = tuple(filter(None, map(stripped, tree.children)))
    return Tree(label, children) if children else None


def leaves(tree):
    """Yield the leaves from left to right."""
    if tree.is_leaf:
        yield tree
    else:
        for child in tree.children:
            yield from leaves(child)


def words(tree: Tree) -> list[str]:
    return [leaf.children for leaf in leaves(tree)]


def tags(tree: Tree) -> list[str]:
    return [leaf.label for leaf in leaves(tree)]


def to_string(tree: Tree) -> str:
    """One line of brackets that `read_trees` can read; brackets inside words become -LRB- and -RRB-."""
    if tree.is_leaf:
        inside = tree.children.replace("(", "-LRB-").replace(")", "-RRB-")
    else:
        inside = " ".join(map(to_string, tree.children))
    return f"({tree.label} {inside})"


def draw(tree):
    """The tree as text for people: one line per node, children below their parent."""
    if tree.is_leaf:
        return f"{tree.label} {tree.children}"
    lines = [tree.label]
    for number, child in enumerate(tree.children, start=1):
        branch, below = ("└─ ", "   ") if number == len(tree.children) else ("├─ ", "│  ")
        first, *rest = draw(child).split("\n")
        lines += [branch + first, *(below + line for line in rest)]
    return "\n".join(lines)
