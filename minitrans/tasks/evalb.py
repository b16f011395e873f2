"""Labelled bracketing precision, recall and F1, as the program `evalb` counts them with COLLINS.prm (Section 6.3).

A bracket is the label of a constituent together with the span of words under it.  Parts of speech and an outer TOP
are not counted.  Punctuation, and every constituent of punctuation alone, is removed before the spans are counted.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from .. import __version__
from ..system.errors import UserError
from .linearize import WORD, linearize
from .tree import ROOTS, Tree, tags

PUNCTUATION = {",", ":", "``", "''", "."}  # tags; brackets (-LRB-) and currency ($, #) count as words
EQUAL = {"PRT": "ADVP"}
SIGNATURE = f"evalb:COLLINS|punct:gold|eq:ADVP+PRT|len:all|version:{__version__}"


class Score(NamedTuple):
    """Percentages of the brackets of the corpus; `exact` is the percentage of sentences without any mistake."""

    precision: float
    recall: float
    f1: float
    exact: float
    signature: str = SIGNATURE


def evalb(pairs: Iterable[tuple[Tree, Tree]]) -> Score:
    """-> Score of a corpus.  pairs: (gold, predicted) trees, normalised, over the same words.

    The tags of the gold tree mark punctuation, so the tags of the predicted tree do not matter.
    UserError if two trees differ in their number of words, or if no tree has a word that counts.
    """
    sentences = in_gold = in_predicted = matched = exact = 0
    for number, (gold, predicted) in enumerate(pairs, start=1):
        counted = [tag not in PUNCTUATION for tag in tags(gold)]
        if len(counted) != (length := len(tags(predicted))):
            raise UserError(
                f"tree {number}: the gold tree has {len(counted)} words, the predicted tree has {length}; "
                "both must have the same words, without empty ones (-NONE-)"
            )
        if not any(counted):
            continue  # evalb skips it
        gold, predicted = brackets(gold, counted), brackets(predicted, counted)
        sentences += 1
        in_gold += gold.total()
        in_predicted += predicted.total()
        matched += (gold & predicted).total()
        exact += gold == predicted
    if not sentences:
        raise UserError("there are no trees to score")
    precision, recall = matched / max(in_predicted, 1), matched / max(in_gold, 1)
    f1 = 2 * matched / max(in_gold + in_predicted, 1)
    return Score(100 * precision, 100 * recall, 100 * f1, 100 * exact / sentences)


def brackets(tree: Tree, counted: list[bool]) -> Counter:
    """-> Counter of (label, start, end).  counted: for each word, whether it counts as a position."""
    spans, starts, position, words = Counter(), [], 0, iter(counted)
    for symbol in linearize(tree):
        if symbol == WORD:
            position += next(words)
        elif symbol[0] == "(":
            starts.append(position)
        else:
            label, start = symbol[1:], starts.pop()
            if start < position and label not in ROOTS:
                spans[EQUAL.get(label, label), start, position] += 1
    return spans
