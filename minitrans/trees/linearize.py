"""A tree as a sequence of symbols (Vinyals et al., 2015), and back, whatever the sequence.

    (S (NP (DT The) (NN dog)) (VP (VBZ runs)))    ->    (S (NP XX XX )NP (VP XX )VP )S

The words are not among the symbols: a parser reads them, and writes the symbols, the XX numbered.
"""

import re
from itertools import count, islice

from ..errors import UserError
from .tree import MAX_DEPTH, Tree

WORD = "XX"  # stands for a word, whatever its part of speech
NUMBERED = re.compile(WORD + r"\d{1,2}")
BRACKET = re.compile(r"([()])([^() \t]+)")


def linearize(tree):
    """-> list of symbols: "(NP" and ")NP" around what a constituent holds, XX for every word."""
    if tree.is_leaf:
        return [WORD]
    inside = [symbol for child in tree.children for symbol in linearize(child)]
    return ["(" + tree.label, *inside, ")" + tree.label]


def numbered(symbols):
    """XX becomes XX0 to XX99 in turn: the last one says which word is next, so that a parser need not count so far."""
    numbers = count()
    return [f"{WORD}{next(numbers) % 100}" if symbol == WORD else symbol for symbol in symbols]


def without_numbers(symbols):
    return [WORD if NUMBERED.fullmatch(symbol) else symbol for symbol in symbols]


def parse_symbols(symbols, words):
    """The tree that the symbols say, over exactly these words -> (tree, whether it had to be repaired).

    Any list of symbols will do.  As much of it is kept as one tree can hold:
    - the first bracket opened is the root and holds all words; without any, the root is TOP
    - )X closes the nearest open X and what is open within; without an open X it is passed over
    - XX beyond the last word, constituents without words and unknown symbols are left out
    - words beyond the last XX go where the symbols end: into what is still open, or else into the root
    """
    symbols, leaves = list(symbols), [Tree(WORD, word) for word in words]
    if not leaves:
        raise UserError("a sentence without words has no tree")
    rest = iter(leaves)
    stack = [[None]]  # the open constituents: label, children; the root waits for its label

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
            elif len(stack) < MAX_DEPTH - 1:  # the leaves are one level more
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
