"""Penn Treebank brackets to trees and back, unchanged and normalised."""

import gzip
import re

import pytest

from minitrans.data.lines import stream_lines
from minitrans.tasks.tree import MAX_DEPTH, Tree, draw, normalise, read_trees, tags, to_string, words

DOG = Tree("S", (Tree("NP", (Tree("DT", "The"), Tree("NN", "dog"))), Tree("VP", (Tree("VBZ", "runs"),))))
LINE = "(S (NP (DT The) (NN dog)) (VP (VBZ runs)))"


@pytest.mark.parametrize(
    "text",
    [LINE, f"( {LINE} )", f"({LINE})", LINE.replace(" ", "\n\t"), LINE.replace(")", " ) "), LINE.replace(" (", "(")],
    ids=["plain", "outer bracket", "outer without spaces", "over lines", "spaces", "no spaces"],
)
def test_one_tree_however_it_is_set(tree_of, text):
    assert tree_of(text) == DOG


def test_trees_follow_each_other_in_a_packed_file(tmp_path):
    path = tmp_path / "two.mrg.gz"
    path.write_bytes(gzip.compress(f"{LINE} (X (NN a))\n( (NN\nb) )".encode()))
    assert list(read_trees(path)) == [DOG, Tree("X", (Tree("NN", "a"),)), Tree("NN", "b")]


def test_an_outer_bracket_around_several_trees_is_their_top(tree_of):
    assert tree_of("( (NP (NN a)) (. .) )") == Tree("TOP", (Tree("NP", (Tree("NN", "a"),)), Tree(".", ".")))


@pytest.mark.parametrize(
    "text, line, reason",
    [
        (f"{LINE}\n{LINE[:-1]}\n", 2, "not closed"),
        (f"{LINE}\n{LINE[:-1]}\n{LINE}\n", 2, "not closed"),
        (f"{LINE}\n\n{LINE})", 3, "')' is outside"),
        (f"{LINE}\ndog {LINE}", 2, "'dog' is outside"),
        ("(S\n(NP (DT the) dog))", 2, "'dog' has no"),
        ("(S (NP the dog))", 1, "'the' has no"),
        ("(S\n(NN 10\u00a0000))", 2, "'10' has no"),  # the sentence would have two words
        (f"(S (NN a) {'x' * 10**6})", 1, "x' has no"),  # at once
        ("x" * 10**6, 1, "x' is outside"),
        (f"(S ({'x' * 10**6}))", 1, "x) is incomplete"),
        ("(S\n(NN \u2028))", 2, "(NN) is incomplete"),
        ("( dog )", 1, "(dog) is incomplete"),
        ("(S\n(NP )\n(NN a))", 2, "(NP) is incomplete"),
        ("(S ((NN a)))", 1, "has no label"),
        ("()", 1, "() is incomplete"),
        ("(S " * (MAX_DEPTH + 1), 1, "open brackets"),
    ],
)
def test_brackets_at_fault(tmp_path, refusal, text, line, reason):
    path = tmp_path / "bad.mrg"
    path.write_text(text, encoding="utf-8")
    message = refusal(lambda: list(read_trees(path)))
    assert message.startswith(f"{path}, line {line}: ") and reason in message


def test_files_at_fault(tmp_path, refusal):
    path = tmp_path / "bad.mrg.gz"
    latin, whole = (gzip.compress(f"{LINE}\n(X (NN é))\n".encode(code)) for code in ("latin-1", "utf-8"))
    for data, reason in [(latin, "line 2: not valid UTF-8"), (whole[:-9], "cannot be read"), (b"", "no trees")]:
        path.write_bytes(data)
        message = refusal(lambda: list(read_trees(path)))
        assert str(path) in message and reason in message
    assert "no such file" in refusal(lambda: list(read_trees(tmp_path / "none")))


@pytest.mark.parametrize(
    "raw, expected",
    [
        ("(S-1 (NP-SBJ-2 (NN a)) (ADVP=2 (RB b)) (PRT|ADVP (RP c)))", "(S (NP (NN a)) (ADVP (RB b)) (PRT (RP c)))"),
        ("(S (NP-SBJ (-NONE- *T*-1)) (VP (VB go) (NP (NP (-NONE- *)))))", "(S (VP (VB go)))"),
        ("(NP (-LRB- -LRB-) (PRP$ my) (-RRB- -RCB-) (: --))", "(NP (-LRB- -LRB-) (PRP$ my) (-RRB- -RCB-) (: --))"),
        ("(NP (NP (NP-TMP (NN a))))", "(NP (NP (NP (NN a))))"),
        ("(ROOT (TOP (S (NN a))))", "(S (NN a))"),
        ("(S1 (NP (NN a)) (. .))", "(S1 (NP (NN a)) (. .))"),
        ("(TOP (NN a))", "(TOP (NN a))"),
        ("(TOP (S (NN a)) (NP (-NONE- *)))", "(S (NN a))"),
        ("(S (= =) (NN 3-1=2))", "(S (= =) (NN 3-1=2))"),
    ],
)
def test_normalise(tree_of, raw, expected):
    assert normalise(tree_of(raw)) == tree_of(expected)


def test_normalise_leaves_nothing_of_a_tree_without_words(tree_of):
    assert normalise(tree_of("(S (NP (-NONE- *)) (VP (-NONE- *?*)))")) is None


def test_words_and_tags():
    assert words(DOG) == ["The", "dog", "runs"]
    assert tags(DOG) == ["DT", "NN", "VBZ"]


def test_to_string(tree_of, random_tree):
    assert to_string(DOG) == LINE
    assert to_string(Tree("NP", (Tree("NN", "f(x)"),))) == "(NP (NN f-LRB-x-RRB-))"
    for _ in range(20):
        tree = random_tree()
        assert tree_of(to_string(tree)) == tree


def test_draw(tree_of):
    assert draw(tree_of("(S (NP (DT The) (NN dog)) (VP (VBZ runs) (ADVP (RB on))) (. .))")).split("\n") == [
        "S",
        "├─ NP",
        "│  ├─ DT The",
        "│  └─ NN dog",
        "├─ VP",
        "│  ├─ VBZ runs",
        "│  └─ ADVP",
        "│     └─ RB on",
        "└─ . .",
    ]


def test_the_deepest_tree_goes_through_every_function(tree_of):
    line = "(S " * (MAX_DEPTH - 1) + "(NN a" + ")" * MAX_DEPTH
    tree = normalise(tree_of(line))
    assert to_string(tree) == line and words(tree) == ["a"] and draw(tree).count("\n") == MAX_DEPTH - 1


def test_the_penn_treebank_keeps_its_words_and_constituents(penn, penn_trees):
    """The file has one tree per line; regular expressions remove empty words and everything but labels and words."""
    lines = list(stream_lines(penn))
    assert len(lines) == len(penn_trees) == 3396
    for line, tree in zip(lines, penn_trees, strict=True):
        line, empty = re.sub(r"\(-NONE- \S+\)", "", line), 1
        while empty:
            line, empty = re.subn(r"\([^() ]+\s*\)", "", line)
        assert [*zip(tags(tree), words(tree), strict=True)] == re.findall(r"\((\S+) ([^()\s]+)\)", line)
        labels = re.findall(r"\(([A-Z]+)[^() ]* *(?=\()", line)
        assert re.findall(r"\(([^() ]+) (?=\()", to_string(tree)) == labels


@pytest.mark.parametrize("top", ["TOP", "ROOT", "S1", "VROOT"])
def test_a_root_above_the_sentence(tree_of, top):
    assert normalise(tree_of(f"({top} {LINE})")) == DOG
    assert normalise(tree_of(f"({top} a)")) == Tree(top, "a")  # a word, of one letter


def test_what_the_line_says_of_a_mistake(tmp_path, refusal):
    path = tmp_path / "bad.mrg"
    path.write_text("(NP (CD 1\u00a01/2))", encoding="utf-8")
    assert r"'1\xa01/2' have a blank" in refusal(lambda: list(read_trees(path)))
    path.write_text(f"*x* a header\n{LINE}", encoding="utf-8")
    assert "a header?" in refusal(lambda: list(read_trees(path)))
