"""Trees to symbols and back, and trees from malformed symbols."""

import re

import pytest

from minitrans.tasks.linearize import linearize, numbered, parse_symbols, without_numbers
from minitrans.tasks.tree import MAX_DEPTH, Tree, to_string, words

SYMBOLS = ["(S", "(NP", "(VP", ")S", ")NP", ")VP", "XX", "XX", "XX", "<unk>", "(", ")", "((S", "S", ""]


def without_tags(tree):
    return Tree("XX", tree.children) if tree.is_leaf else Tree(tree.label, tuple(map(without_tags, tree.children)))


def check_round_trip(tree):
    assert parse_symbols(linearize(tree), words(tree)) == (without_tags(tree), False)


def check_valid(tree, sentence):
    def visit(node):
        assert node.label and (node.label == "XX" if node.is_leaf else node.children)
        for child in () if node.is_leaf else node.children:
            visit(child)

    visit(tree)
    assert not tree.is_leaf and words(tree) == sentence


def is_linear_form(symbols, length):
    """Whether the symbols reduce to a single word when each constituent of words alone becomes a word in turn."""
    line, reduced = "".join(symbol + " " for symbol in symbols), 1
    while reduced:
        line, reduced = re.subn(r"\(([A-Z]+) (?:XX )+\)\1 ", "XX ", line)
    return line == "XX " and symbols != ["XX"] and symbols.count("XX") == length


def test_words_are_numbered_up_to_a_hundred():
    assert numbered("(S (NP XX XX )NP XX )S".split()) == "(S (NP XX0 XX1 )NP XX2 )S".split()
    symbols = ["(S", *["XX"] * 102, ")S"]
    assert numbered(symbols)[10:14] == ["XX9", "XX10", "XX11", "XX12"]
    assert numbered(symbols)[99:] == ["XX98", "XX99", "XX0", "XX1", ")S"]
    assert without_numbers(numbered(symbols)) == symbols
    others = ["(XX1", "XXX", "XX123", "xx1"]
    assert without_numbers(["XX5", "XX", "XX57", *others]) == ["XX", "XX", "XX", *others]


def test_round_trip(random_tree):
    for _ in range(300):
        check_round_trip(random_tree())


@pytest.mark.parametrize(
    "symbols, tree",
    [
        ("(S (NP XX )NP (VP XX XX )VP", "(S (NP a) (VP b c))"),  # the last bracket is missing
        ("(S (NP XX )NP (VP XX", "(S (NP a) (VP b c))"),  # cut short
        ("(S (NP XX )NP (VP XX )VP )S", "(S (NP a) (VP b) c)"),  # a word too few
        ("(S (NP XX XX )NP (VP XX XX )VP )S", "(S (NP a b) (VP c))"),  # a word too many
        ("(S (NP XX XX XX )NP (VP XX )VP )S", "(S (NP a b c))"),  # ... that leaves a constituent empty
        ("(S (NP XX (PP XX )NP (VP XX )VP )S", "(S (NP a (PP b)) (VP c))"),  # an inner bracket is missing
        ("(S (NP XX )VP (VP XX XX )VP )S", "(S (NP a (VP b c)))"),  # closed by another name
        ("(S (NP XX )NP )NP (VP XX XX )VP )S", "(S (NP a) (VP b c))"),  # closed twice
        ("(S (NP XX )NP )S (VP XX XX )VP )S", "(S (NP a) (VP b c))"),  # the root is closed too early
        ("(NP XX )NP (VP XX XX )VP", "(NP a (VP b c))"),  # no root
        ("(S (NP )NP (VP XX XX XX )VP (X (Y )Y )X )S", "(S (VP a b c))"),  # empty constituents
        ("XX (S XX XX )S", "(S a b c)"),  # a word before the root
        (")S (S XX (NP XX )NP XX )S )S", "(S a (NP b) c)"),
        ("(S <unk> (NP XX ( )NP NP ((VP XX XX )S", "(S (NP a) b c)"),  # unknown symbols
        ("XX XX XX", "(TOP a b c)"),
        ("", "(TOP a b c)"),
    ],
)
def test_repairs(symbols, tree):
    found, repaired = parse_symbols(symbols.split(), ["a", "b", "c"])
    assert to_string(found).replace("(XX a)", "a").replace("(XX b)", "b").replace("(XX c)", "c") == tree
    assert repaired


def test_any_symbols_become_a_tree(rng, random_tree):
    correct = 0
    for _ in range(10_000):
        symbols = [str(symbol) for symbol in rng.choice(SYMBOLS, rng.integers(30))]
        sentence = [f"w{i}" for i in range(rng.integers(1, 12))]
        tree, repaired = parse_symbols(symbols, sentence)
        check_valid(tree, sentence)
        assert repaired != is_linear_form(symbols, len(sentence))
    for _ in range(1000):
        tree = random_tree()
        symbols = linearize(tree)
        for place in rng.integers(len(symbols), size=rng.integers(3)):
            symbols[place] = str(rng.choice(SYMBOLS))
        found, repaired = parse_symbols(symbols, words(tree))
        check_valid(found, words(tree))
        correct += not repaired
        assert repaired != is_linear_form(symbols, len(words(tree)))
    assert 300 < correct < 600  # both kinds occurred


def test_brackets_without_end_make_no_tree_too_deep(tree_of):
    tree, repaired = parse_symbols(["(S", "(NP"] * 5000 + ["XX"], ["a"])
    assert repaired and to_string(tree).count("(") == MAX_DEPTH
    assert tree_of(to_string(tree)) == tree


def test_a_sentence_without_words(refusal):
    assert "without words" in refusal(parse_symbols, ["(S", "XX", ")S"], [])
