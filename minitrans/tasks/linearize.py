"""Linearised trees (Vinyals et al., 2015): from a tree to a sequence of symbols, and from any such sequence to a tree.

    (S (NP (DT The) (NN dog)) (VP (VBZ runs)))    ->    (S (NP XX XX )NP (VP XX )VP )S

The words are not among the symbols.  A parser reads the words and writes the symbols, each XX with a number.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import count, islice

from ..system.errors import UserError
from .tree import MAX_DEPTH, Tree

WORD = "XX"  # stands for a word, whatever its part of speech
NUMBERED = re.compile(WORD + r"\d{1,2}")
BRACKET = re.compile(r"([()])([^() \t]+)")


def linearize(tree: Tree) -> list[str]:
    """-> list of symbols: "(NP" and ")NP" around the content of a constituent, XX for each word."""
    if tree.is_leaf:
        return [WORD]
    inside = [symbol for child in tree.children for symbol in linearize(child)]
    return ["(" + tree.label, *inside, ")" + tree.label]


def numbered(symbols):
    """Number the words XX0 .. XX99, then XX0 again, so that the parser need not count which word comes next."""
    numbers = count()
    return [f"{WORD}{next(numbers) % 100}" if symbol == WORD else symbol for symbol in symbols]


def without_numbers(symbols):
    return [WORD if NUMBERED.fullmatch(symbol) else symbol for symbol in symbols]


def parse_symbols(symbols: Iterable[str], words: Sequence[str]) -> tuple[Tree, bool]:
    """The tree over exactly these words that the symbols describe -> (tree, whether it had to be repaired).

    Every list of symbols gives a tree, but a list of no words is a UserError.  A malformed list is repaired:
    - the first opening bracket is the root and holds all words; if there is none, the root is TOP
    - )X closes the innermost open X and everything open inside it; if no X is open, it is ignored
    - an XX without a word, a constituent without words and an unknown symbol are dropped
    - words without an XX go into the constituent that is still open at the end, or else into the root
    """
    symbols, leaves = list(symbols), [Tree(WORD, word) for word in words]
    if not leaves:
        raise UserError("a sentence without words has no tree")
    rest = iter(leaves)
    stack = [[None]]  # open constituents as [label, *children]; the label of the root is not known yet

    def close(depth):
        while len(stack) > depth:
            label, *children = stack.pop()
            if children:
                stack[-1].append(Tree(label, tuple(children)))

    for symbol in symbols:
        bracket = BRACKET.fullmatch(symbol)
        if symbol == WORD:
            stack[-1] += islice(rest, 1)
        elif bracket and bracket[1] == "(":
            if stack[0][0] is None:
                stack[0][0] = bracket[2]
            elif len(stack) < MAX_DEPTH - 1:  # leaves add one level
                stack.append([bracket[2]])
        elif bracket:
            depths = [depth for depth, (label, *_) in enumerate(stack) if label == bracket[2]]
            if depths:
                close(max(depths[-1], 1))
    stack[-1] += rest
    close(1)
    label, *children = stack[0]
    tree = Tree(label or "TOP", tuple(children))
    return tree, linearize(tree) != symbols
