"""Labelled bracketing precision and recall, as the program `evalb` counts them with COLLINS.prm (Section 6.3).

A bracket is a constituent's label and the words it spans.  Parts of speech are no brackets, nor is an outer TOP.
Punctuation takes no part: it is removed before spans are counted, and so are constituents of nothing else.
"""

from collections import Counter
from typing import NamedTuple

from ..errors import UserError
from ..version import __version__
from .linearize import WORD, linearize
from .tree import ROOTS, tags

PUNCTUATION = {",", ":", "``", "''", "."}  # tags; brackets (-LRB-) and currency ($, #) are words like others
EQUAL = {"PRT": "ADVP"}
SIGNATURE = f"evalb:COLLINS|punct:gold|eq:ADVP+PRT|len:all|version:{__version__}"


class Score(NamedTuple):
    """In percent: of all brackets of the corpus, and for `exact` of its sentences."""

    precision: float
    recall: float
    f1: float
    exact: float
    signature: str = SIGNATURE


def evalb(pairs):
    """Score over a corpus.  pairs: (gold, found) trees, normalised, of the same words.

    The tags of the gold tree tell which words are punctuation, so a found tree needs no true tags.
    """
    sentences = in_gold = in_found = matched = exact = 0
    for number, (gold, found) in enumerate(pairs, start=1):
        counted = [tag not in PUNCTUATION for tag in tags(gold)]
        if len(counted) != (length := len(tags(found))):
            raise UserError(
                f"tree {number}: the gold tree has {len(counted)} words and the found one {length}; "
                "both must be trees of the same words, without empty ones (-NONE-)"
            )
        if not any(counted):
            continue  # evalb skips it
        gold, found = brackets(gold, counted), brackets(found, counted)
        sentences += 1
        in_gold += gold.total()
        in_found += found.total()
        matched += (gold & found).total()
        exact += gold == found
    if not sentences:
        raise UserError("there are no trees to score")
    precision, recall = matched / max(in_found, 1), matched / max(in_gold, 1)
    f1 = 2 * matched / max(in_gold + in_found, 1)
    return Score(100 * precision, 100 * recall, 100 * f1, 100 * exact / sentences)


def brackets(tree, counted):
    """How often each (label, start, end) occurs.  counted: for every word, whether it takes up a position."""
    found, starts, position, words = Counter(), [], 0, iter(counted)
    for symbol in linearize(tree):
        if symbol == WORD:
            position += next(words)
        elif symbol[0] == "(":
            starts.append(position)
        else:
            label, start = symbol[1:], starts.pop()
            if start < position and label not in ROOTS:
                found[EQUAL.get(label, label), start, position] += 1
    return found
