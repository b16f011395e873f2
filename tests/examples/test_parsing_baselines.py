"""The baselines for parsing: CKY against every parse that there is, and what a grammar reads off trees by hand."""

import math
from collections import Counter

import pytest

from minitrans.tasks.tree import read_trees, to_string, words

AMBIGUOUS = """
(S (NP (PRP she)) (VP (VBD saw) (NP (DT the) (NN dog))))
(S (NP (DT the) (NN dog)) (VP (VP (VBD saw) (NP (PRP it))) (PP (IN with) (NP (NN pride)))))
(S (VP (VBD saw) (NP (NP (NN dog)) (PP (IN with) (NP (DT the) (NN hat))))))
(S (NP (NN pride)) (VP (VBD fell)))
(S (NP (S (VP (VBD fell)))) (VP (VBD was)))
"""


@pytest.fixture(scope="module")
def baselines(example):
    return example("parsing_baselines")


def as_trees(text, tmp_path):
    path = tmp_path / "trees.mrg"
    path.write_text(text)
    return list(read_trees(path))


@pytest.fixture
def ambiguous(tmp_path):
    return as_trees(AMBIGUOUS, tmp_path)


def rule_probabilities(trees):
    """{(parent, children ...): probability}, counted node by node; the trees are binary."""
    rules = Counter(("TOP", tree.label) for tree in trees)
    nodes = list(trees)
    while nodes:
        node = nodes.pop()
        if not node.is_leaf:
            rules[(node.label, *(child.label for child in node.children))] += 1
            nodes += node.children
    parents = Counter()
    for rule, count in rules.items():
        parents[rule[0]] += count
    return {rule: count / parents[rule[0]] for rule, count in rules.items()}


def all_parses(symbol, tag_scores, rules, above=()):
    """Yield the log probability of every tree below a symbol, without a symbol twice in a chain."""
    if len(tag_scores) == 1 and symbol in tag_scores[0]:
        yield tag_scores[0][symbol]
    for (parent, *children), probability in rules.items():
        if parent != symbol:
            continue
        if len(children) == 1 and children[0] not in above:
            for inside in all_parses(children[0], tag_scores, rules, (*above, symbol)):
                yield math.log(probability) + inside
        if len(children) == 2:
            for split in range(1, len(tag_scores)):
                for left in all_parses(children[0], tag_scores[:split], rules):
                    for right in all_parses(children[1], tag_scores[split:], rules):
                        yield math.log(probability) + left + right


def log_probability(tree, tag_scores, rules):
    def inside(node):
        if node.is_leaf:
            return next(scores)[node.label]
        rule = (node.label, *(child.label for child in node.children))
        return math.log(rules[rule]) + sum(map(inside, node.children))

    scores = iter(tag_scores)
    return math.log(rules["TOP", tree.label]) + inside(tree)


@pytest.mark.parametrize(
    "sentence",
    ["she fell", "the dog saw it", "she saw the dog with pride", "saw it with the hat", "fell saw hat", "it it"],
)
def test_cky_finds_the_best_of_all_parses(baselines, sentence, ambiguous):
    grammar, rules = baselines.Grammar(ambiguous), rule_probabilities(ambiguous)
    tag_scores = [grammar.tag_scores(word) for word in sentence.split()]
    every = list(all_parses("TOP", tag_scores, rules))
    assert len(every) > 1
    tree, score = grammar.parse(sentence.split())
    assert score == pytest.approx(max(every), abs=1e-10)
    assert log_probability(tree, tag_scores, rules) == pytest.approx(score, abs=1e-10)
    assert words(tree) == sentence.split()


def test_a_phrase_hangs_where_the_trees_say(baselines, tmp_path):
    """VP -> VBD NP PP against VP -> VBD NP, NP -> NP PP: by hand, 3/4 > 1/4 * 1/13 and 1/10 < 9/10 * 9/39."""
    verb = "(S (NP (PRP she)) (VP (VBD saw) (NP (NN tea)) (PP (IN with) (NP (NN pride)))))"
    noun = "(S (NP (PRP she)) (VP (VBD saw) (NP (NP (NN tea)) (PP (IN with) (NP (NN pride))))))"
    often_verb = baselines.Grammar(as_trees("\n".join([verb] * 3 + [noun]), tmp_path))
    often_noun = baselines.Grammar(as_trees("\n".join([verb] + [noun] * 9), tmp_path))
    assert to_string(often_verb.parse("she saw tea with pride".split())[0]) == verb
    assert to_string(often_noun.parse("she saw tea with pride".split())[0]) == noun


def test_long_chains_and_flat_phrases_are_parsed_as_they_were_read(baselines, tmp_path):
    text = [
        "(S (VP (VP (VB go))))",
        "(FRAG (NP (QP (CD two))))",
        "(S (NP (DT the) (JJ old) (JJ red) (NN cat) (CC and) (NNS dogs)) (VP (VBD sat)) (. .))",
    ]
    trees = as_trees("\n".join(text), tmp_path)
    grammar = baselines.Grammar(trees)
    assert to_string(grammar.parse(["two"])[0]) == text[1]
    assert to_string(grammar.parse(words(trees[2]))[0]) == text[2]
    found = to_string(grammar.parse(["go"])[0])
    assert found == "(S (VP (VB go)))"  # a rule such as VP -> VP only makes a tree less probable


def test_parents_and_back(baselines, tmp_path):
    (tree,) = as_trees("(S (NP (NP (NN a)) (PP (IN b) (NP (NN c)))) (VP (VB d)))", tmp_path)
    marked = baselines.with_parents(tree)
    assert to_string(marked) == "(S^TOP (NP^S (NP^NP (NN a)) (PP^NP (IN b) (NP^PP (NN c)))) (VP^S (VB d)))"
    assert baselines.without_parents(marked) == tree


def test_words_get_the_tags_of_rare_words_like_them(baselines, tmp_path):
    """By hand: 5 words, of which 3 once (walking NN, jumping VB, tea NN)."""
    text = "(S (NN walking) (NN dog) (NN dog)) (S (VB jumping) (NN tea))"
    scores = baselines.Grammar(as_trees(text, tmp_path)).tag_scores("running")
    prior = {"NN": 3 / 5, "VB": 2 / 5}  # of rare words, and each tag once more
    assert scores["NN"] == pytest.approx(math.log((1 + prior["NN"]) / 3 / 4))  # "-ng" twice, as NN and VB
    assert scores["VB"] == pytest.approx(math.log((1 + prior["VB"]) / 3 / 1))
    known = baselines.Grammar(as_trees(text, tmp_path)).tag_scores("dog")
    assert known["NN"] == pytest.approx(math.log((2 + prior["NN"]) / 4))


def test_without_a_parse(baselines, tmp_path):
    grammar = baselines.Grammar(as_trees("(S (NN tea) (NN time))", tmp_path))
    assert grammar.parse(["tea", "tea", "time"]) == (None, -math.inf)


@pytest.mark.parametrize(
    ("sentence", "tree"),
    [
        ("a", "(S (XX a))"),
        ("a .", "(S (XX a) (XX .))"),
        ("a b", "(S (XX a) (XX b))"),
        ("a b c ?", "(S (XX a) (VP (XX b) (XX c)) (XX ?))"),
        ("a b c d", "(S (XX a) (VP (XX b) (VP (XX c) (XX d))))"),
    ],
)
def test_right_branching(baselines, sentence, tree):
    assert to_string(baselines.right_branching(sentence.split())) == tree
