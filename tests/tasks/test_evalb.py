"""Bracketing scores: computed by hand, and compared with the program evalb where it is installed."""

import re
import shutil
import subprocess

import pytest

from minitrans.tasks.evalb import evalb
from minitrans.tasks.linearize import linearize, parse_symbols
from minitrans.tasks.tree import Tree, tags, to_string, words

SNOW = "(S (NP (DT the) (NN dog)) (VP (VBZ sees) (NP (DT a) (NN cat)) (PP (IN in) (NP (NN snow)))) (. .))"
CASES = [  # gold tree, predicted tree, brackets in gold, in predicted, in both
    (SNOW, SNOW, 6, 6, 6),
    (  # the cat is in the snow: one NP too many, (3, 7)
        SNOW,
        "(S (NP (X the) (X dog)) (VP (X sees) (NP (NP (X a) (X cat)) (PP (X in) (NP (X snow))))) (X .))",
        *(6, 7, 6),
    ),
    (  # labels: NP (0, 2) is VP, and the root is a FRAG
        SNOW,
        "(FRAG (VP (X the) (X dog)) (VP (X sees) (NP (X a) (X cat)) (PP (X in) (NP (X snow)))) (X .))",
        *(6, 6, 4),
    ),
    (  # punctuation takes up no position, and PRN contains nothing else
        "(S (NP (NN a)) (, ,) (PRN (`` ``) (: --) ('' '')) (VP (VB b) (ADVP (RB c))) (. .))",
        "(S (NP (X a) (X ,) (X ``)) (VP (X --) (X '') (X b) (ADVP (X c) (X .))))",
        *(4, 4, 4),
    ),
    (  # round brackets and currency are words
        "(NP (NP (-LRB- -LRB-) (NN a)) (QP ($ $) (CD 1)))",
        "(NP (X -LRB-) (NP (X a)) (QP (X $) (X 1)))",
        *(3, 3, 2),
    ),
    (  # unary chains: NP twice in gold, three times in predicted; a bracket matches once
        "(S (NP (NP (NN a))) (VP (VB b)))",
        "(S (NP (NP (NP (X a)))) (VP (VP (X b))))",
        *(4, 6, 4),
    ),
    (  # ADVP and PRT are one
        "(VP (VB go) (PRT (RP up)) (ADVP (RB on)))",
        "(VP (X go) (ADVP (X up)) (ADVP (X on)))",
        *(3, 3, 3),
    ),
    ("(TOP (S (NN a)) (. .))", "(TOP (X a) (X .))", 1, 0, 0),
    ("(NP (NN a))", "(NP (X a))", 1, 1, 1),
]


@pytest.mark.parametrize("gold, found, in_gold, in_found, matched", CASES)
def test_by_hand(tree_of, gold, found, in_gold, in_found, matched):
    score = evalb([(tree_of(gold), tree_of(found))])
    assert score.precision == pytest.approx(100 * matched / in_found if in_found else 0)
    assert score.recall == pytest.approx(100 * matched / in_gold)
    assert score.f1 == pytest.approx(100 * 2 * matched / (in_gold + in_found))
    assert score.exact == 100 * (matched == in_gold == in_found)


def test_a_corpus_counts_brackets_not_sentences(tree_of):
    gold, found, in_gold, in_found, matched = map(list, zip(*CASES, strict=True))
    score = evalb(zip(map(tree_of, gold), map(tree_of, found), strict=True))
    precision, recall = sum(matched) / sum(in_found), sum(matched) / sum(in_gold)
    assert (precision, recall) == (30 / 36, 30 / 34)
    assert score[:2] == pytest.approx((100 * precision, 100 * recall))
    assert score.f1 == pytest.approx(100 * 2 / (1 / precision + 1 / recall))
    assert score.exact == pytest.approx(100 * 4 / 9)
    assert score.signature.startswith("evalb:COLLINS|")


def test_sentences_of_punctuation_alone_are_no_sentences(tree_of):
    silence, snow = tree_of("(NP (: ...) (. .))"), tree_of(SNOW)
    assert evalb([(silence, silence), (snow, tree_of(CASES[1][1]))]).exact == 0


def test_without_brackets_there_is_nothing_to_find(tree_of):
    word = tree_of("(TOP (NN a))")
    assert evalb([(word, word)])[:4] == (0, 0, 0, 100)


def test_refusals(refusal, tree_of):
    snow = tree_of(SNOW)
    message = refusal(evalb, [(snow, snow), (snow, tree_of("(S (NN a))"))])
    assert message.startswith("tree 2: ") and "8 words" in message and "predicted tree has 1" in message
    assert "no trees" in refusal(evalb, [])


def test_as_the_program_evalb(tmp_path, rng, random_tree, tree_of):
    """On trees changed at random.  The program needs the right tags on both sides, so both get those of gold."""
    program = shutil.which("evalb")
    if not program:
        pytest.skip("the program evalb is not on PATH")

    def spoil(tree):
        symbols = linearize(tree)
        for place in rng.integers(len(symbols), size=rng.integers(4)):
            symbols[place] = str(rng.choice(["(NP", ")NP", "(PRT", ")PRT", "XX"]))
        return parse_symbols(symbols, words(tree))[0]

    def with_tags(tree, rest):
        return Tree(next(rest), tree.children) if tree.is_leaf else Tree(tree.label, with_children(tree, rest))

    def with_children(tree, rest):
        return tuple(with_tags(child, rest) for child in tree.children)

    pairs = [(tree_of(gold), tree_of(found)) for gold, found, *_ in CASES]
    pairs += [(gold, spoil(gold)) for gold in (random_tree() for _ in range(300))]
    pairs = [(gold, with_tags(found, iter(tags(gold)))) for gold, found in pairs]
    for side, name in enumerate(["gold", "found"]):
        lines = "".join(f"(TOP {to_string(pair[side])})\n" for pair in pairs)
        (tmp_path / name).write_text(lines, encoding="utf-8")
    deleted = ["TOP", "-NONE-", ",", ":", "``", "''", "."]
    lines = ["LABELED 1", "EQ_LABEL ADVP PRT", *(f"DELETE_LABEL {label}" for label in deleted)]
    (tmp_path / "collins.prm").write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = subprocess.run([program, "-p", "collins.prm", "gold", "found"], cwd=tmp_path, capture_output=True, text=True)
    names = "Bracketing Precision", "Bracketing Recall", "Bracketing FMeasure", "Complete match"
    figures = [float(re.search(rf"{name} += +([\d.]+)", done.stdout)[1]) for name in names]
    assert list(evalb(pairs)[:4]) == pytest.approx(figures, abs=0.0051)
    assert 20 < figures[3] < 80  # some were spoilt, some were not
