"""Parsers that a Transformer should beat: right-branching trees, and a probabilistic context-free grammar (PCFG).

python examples/parsing_baselines.py TRAIN TEST
"""

import argparse
from collections import Counter

import numpy as np
from tqdm import tqdm

from minitrans.commands.program import run_command
from minitrans.tasks.evalb import SIGNATURE, evalb
from minitrans.tasks.tree import Tree, normalise, read_trees, words


def right_branching(sentence):
    """(S w1 (VP w2 (VP ... wn))), with the last punctuation mark below the root."""
    *leaves, last = [Tree("XX", word) for word in sentence]
    end = (last,) if leaves and not last.children.isalnum() else ()
    tree, *before = reversed(leaves if end else [*leaves, last])
    for leaf in before:
        tree = Tree("VP", (leaf, tree))
    return Tree("S", ((tree,) if tree.is_leaf else tree.children) + end)


def binarise(tree):
    """X -> A B C D becomes X -> A X|A, X|A -> B X|B, X|B -> C D: a child depends on the one before it."""
    if tree.is_leaf:
        return tree
    children = [binarise(child) for child in tree.children]
    while len(children) > 2:
        *children, previous, left, right = children
        children += [previous, Tree(f"{tree.label}|{previous.label}", (left, right))]
    return Tree(tree.label, tuple(children))


def unbinarise(tree):
    if tree.is_leaf:
        return tree
    children = []
    for child in map(unbinarise, tree.children):
        children += child.children if "|" in child.label else [child]
    return Tree(tree.label, tuple(children))


def with_parents(tree, parent="TOP"):
    """NP below S becomes NP^S: where a phrase stands tells what is in it (Johnson, 1998)."""
    if tree.is_leaf:
        return tree
    return Tree(f"{tree.label}^{parent}", tuple(with_parents(child, tree.label) for child in tree.children))


def without_parents(tree):
    return tree if tree.is_leaf else Tree(tree.label.split("^")[0], tuple(map(without_parents, tree.children)))


def word_class(word):
    """What an unknown word shows of its part of speech: a digit, a capital, a hyphen, the last two letters."""
    return any(map(str.isdigit, word)), word[0].isupper(), "-" in word, word[-2:].lower()


class Grammar:
    """A grammar with the relative frequencies of its rules as probabilities, read off normalised trees.

    Symbols are numbered.  Below TOP stands the whole tree.
    """

    def __init__(self, trees):
        rules, self.tagged = Counter(), Counter()
        for tree in trees:
            self.count(binarise(Tree("TOP", (tree,))), rules)
        self.count_words()
        names = {name for parent, *children in rules for name in (parent, *children)}
        self.names = sorted(names | set(self.tag_counts))
        self.number = {name: number for number, name in enumerate(self.names)}
        parents = Counter()
        for (parent, *_), count in rules.items():
            parents[parent] += count
        scored = [
            ([self.number[name] for name in rule], np.log(count / parents[rule[0]])) for rule, count in rules.items()
        ]
        binary = sorted((rule, score) for rule, score in scored if len(rule) == 3)
        self.parent, self.left, self.right = np.array([rule for rule, _ in binary], int).reshape(-1, 3).T
        self.score = np.array([score for _, score in binary])
        self.close_unaries((rule, score) for rule, score in scored if len(rule) == 2)

    def count(self, tree, rules):
        if tree.is_leaf:
            self.tagged[tree.label, tree.children] += 1
            return
        rules[(tree.label, *(child.label for child in tree.children))] += 1
        for child in tree.children:
            self.count(child, rules)

    def count_words(self):
        self.word_counts, self.tag_counts, self.rare = Counter(), Counter(), Counter()
        for (tag, word), count in self.tagged.items():
            self.word_counts[word] += count
            self.tag_counts[tag] += count
        for tag, word in self.tagged:
            if self.word_counts[word] == 1:  # words seen once tell about those not seen
                self.rare.update([(tag, word_class(word)), tag, word_class(word)])
        self.rare_words = sum(count == 1 for count in self.word_counts.values())

    def close_unaries(self, unary):
        """The best chain of unary rules between any two symbols: X -> Y -> Z is as good as a rule X -> Z."""
        size = len(self.names)
        chain = np.where(np.eye(size, dtype=bool), 0.0, -np.inf)
        self.step = np.tile(np.arange(size), (size, 1))  # the first symbol on the way
        middles = set()
        for (parent, child), score in unary:
            if parent != child:
                chain[parent, child] = score
                middles.add(parent)
        for middle in middles:
            longer = chain[:, middle, None] + chain[middle]
            better = longer > chain
            chain[better] = longer[better]
            self.step[better] = np.broadcast_to(self.step[:, middle, None], better.shape)[better]
        self.top, self.bottom = np.nonzero(chain > -np.inf)
        self.chain_score = chain[self.top, self.bottom]

    def tag_scores(self, word):
        """{tag: log p(word | tag)}, as if the word had been seen once more, with the tags of rare words like it."""
        like = word_class(word)
        scores = {}
        for tag, count in self.tag_counts.items():
            prior = (self.rare[tag] + 1) / (self.rare_words + len(self.tag_counts))
            once = (self.rare[tag, like] + prior) / (self.rare[like] + 1)
            scores[tag] = np.log((self.tagged[tag, word] + once) / count)
        return scores

    def parse(self, sentence):
        """CKY: the most probable tree over the words -> (tree, log probability); (None, -inf) without one."""
        length, size = len(sentence), len(self.names)
        shape = length, length + 1, size
        chart = np.full(shape, -np.inf)  # of a symbol over the words from start up to end
        rules, splits, bottoms = np.zeros(shape, np.int32), np.zeros(shape, np.int16), np.zeros(shape, np.int16)
        for span in range(1, length + 1):
            for start in range(length - span + 1):
                end = start + span
                cell = np.full(size, -np.inf)
                if span == 1:
                    for tag, score in self.tag_scores(sentence[start]).items():
                        cell[self.number[tag]] = score
                else:
                    # Splits x rules: the left part ends, and the right part begins, at the split.
                    scores = chart[start, start + 1 : end][:, self.left]
                    scores += chart[start + 1 : end, end][:, self.right]
                    split = scores.argmax(0)
                    scores = scores[split, np.arange(len(split))] + self.score
                    best(cell, rules[start, end], self.parent, scores, np.arange(len(split)))
                    splits[start, end] = start + 1 + split[rules[start, end]]
                scores = cell[self.bottom] + self.chain_score
                best(chart[start, end], bottoms[start, end], self.top, scores, self.bottom)

        def build(symbol, start, end):
            bottom = bottoms[start, end, symbol]
            chain = [symbol]
            while chain[-1] != bottom:
                chain.append(self.step[chain[-1], bottom])
            rule, split = rules[start, end, bottom], splits[start, end, bottom]
            children = sentence[start]
            if end - start > 1:
                children = build(self.left[rule], start, split), build(self.right[rule], split, end)
            for number in reversed(chain):
                tree = Tree(self.names[number], children)
                children = (tree,)
            return tree

        root = self.number["TOP"]
        if chart[0, length, root] == -np.inf:
            return None, -np.inf
        return unbinarise(build(root, 0, length)).children[0], chart[0, length, root]


def best(values, winners, keys, scores, choices):
    """Of the choices with one key, the highest score, and which one has it, at that key.  keys: sorted"""
    firsts = np.flatnonzero(np.diff(keys, prepend=-1))
    values[keys[firsts]] = np.maximum.reduceat(scores, firsts)
    (hits,) = np.nonzero(scores == values[keys])
    winners[keys[hits]] = choices[hits]


def main():
    arguments = argparse.ArgumentParser(description="Score baselines of parsing: labelled bracketing F1.")
    arguments.add_argument("train", help="trees to read the grammars off (.mrg or .mrg.gz)")
    arguments.add_argument("test", help="trees to score the parsers on")
    files = arguments.parse_args()
    train, gold = (list(filter(None, map(normalise, read_trees(path)))) for path in (files.train, files.test))
    print(SIGNATURE)
    branching = [right_branching(words(tree)) for tree in gold]
    report("right-branching", gold, branching)
    for name, change, change_back in (
        ("PCFG", lambda tree: tree, lambda tree: tree),
        ("PCFG^parents", with_parents, without_parents),
    ):
        grammar = Grammar(map(change, train))
        found = [grammar.parse(words(tree))[0] for tree in tqdm(gold, name, unit=" trees", leave=False)]
        report(name, gold, [change_back(tree) if tree else flat for tree, flat in zip(found, branching, strict=True)])
        print(f"  {len(grammar.names):,} symbols, {len(grammar.score):,} binary rules; no parse: {found.count(None)}")


def report(name, gold, found):
    score = evalb(zip(gold, found, strict=True))
    print(f"{name}: F1 {score.f1:.2f} (P {score.precision:.2f}, R {score.recall:.2f}), exact {score.exact:.1f} %")


if __name__ == "__main__":
    run_command(main)
