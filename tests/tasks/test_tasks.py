"""Translating and parsing: what a pair is, what the model is to write, and how it is scored."""

import pytest

from minitrans.config import Config
from minitrans.data.word_tokenizer import WordTokenizer
from minitrans.tasks import TASKS, check_task, task_of
from minitrans.tasks.task import Task
from minitrans.tasks.tree import to_string

TREES = "(S (NP (DT The) (NN dog)) (VP (VBZ runs)) (. .))\n(S (-NONE- *))\n(S (NP (PRP She)) (VP (VBZ sings)))\n"


@pytest.fixture
def text(tmp_path):
    for name, content in (("a.en", "one\n\ntwo\n"), ("a.de", "eins\nnull\nzwei\n")):
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path / "a.en", tmp_path / "a.de"


@pytest.fixture
def trees(tmp_path):
    (tmp_path / "a.mrg").write_text(TREES, encoding="utf-8")
    return (tmp_path / "a.mrg",)


def test_both_tasks_have_the_same_members():
    both = [{name for name in dir(task) if not name.startswith("_")} for task in TASKS.values()]
    assert both[0] == both[1] > {name for name in vars(Task) if not name.startswith("_")}
    assert {name: task_of(Config(task=name)).name for name in TASKS} == {"translate": "translate", "parse": "parse"}


def test_translating(text):
    task = TASKS["translate"]
    assert task.read(text) == ([("one", "eins"), ("two", "zwei")], 1)
    assert list(task.lines(text)) == [("one", "eins"), None, ("two", "zwei")]
    assert list(task.sample(text)) == ["one", "eins", "two", "zwei"]
    score, signature = task.score(["the same words here"], ["the same words here"], Config())
    assert score == pytest.approx(100) and "tok:13a" in signature
    assert "tok:none" in task.score(["a b"], ["a b"], Config(tokenized=True))[1]
    assert list(task.texts(["a"], ["b"])) == ["a"]
    assert len(list(task.results(["a b"], ["a b"], Config(), paper_bleu=True))) == 2


def test_parsing(trees):
    task = TASKS["parse"]
    (first, second), empty = task.read(trees)
    assert empty == 1 and first[0] == "The dog runs ." and second[0] == "She sings"
    assert to_string(first[1]) == TREES.splitlines()[0]
    line = "(S (NP XX0 XX1 )NP (VP XX2 )VP XX3 )S"
    assert task.line(first[1]) == line
    assert list(task.lines(trees))[:2] == [("The dog runs .", line), None]
    score, signature = task.score([line], [first[1]], Config())
    assert score == 100 and "evalb" in signature
    flat, _ = task.score(["(S XX0 XX1 XX2 XX3 )S"], [first[1]], Config())
    assert flat == pytest.approx(100 * 2 / 4)  # S alone of S, NP and VP
    assert list(task.texts([line], ["The dog runs ."])) == ["(S (NP (XX The) (XX dog)) (VP (XX runs)) (XX .))"]
    f1, counts, repaired = task.results([line, ""], [first[1:], second[1:]], Config())
    assert f1.startswith("F1 ") and "recall" in counts and repaired.startswith("1 of 2 trees ")


def test_a_parser_knows_every_symbol(trees):
    least = 4 + 10 + 1 + 3 * 10  # special ids, symbols, and the classes of words
    tokenizer = TASKS["parse"].learn_tokenizer(trees, Config(task="parse", vocabulary=least + 1))
    assert isinstance(tokenizer, WordTokenizer) and len(tokenizer) == least + 1
    for _, tree in TASKS["parse"].read(trees)[0]:
        line = TASKS["parse"].line(tree)
        assert tokenizer.decode(tokenizer.encode(line)) == line


@pytest.mark.parametrize("name", TASKS)
def test_ids_are_those_of_the_lines(name, text, trees):
    task, paths = TASKS[name], {"translate": text, "parse": trees}[name]
    tokenizer = task.learn_tokenizer(paths, Config(task=name, vocabulary={"translate": 16, "parse": 46}[name]))
    pairs, _ = task.read(paths)
    expected = [tuple(tokenizer.encode(line) for line in pair) for pair in task.lines(paths) if pair]
    assert task.encode(tokenizer, pairs) == expected


def test_files_of_the_other_kind(refusal, text, trees):
    assert "are trees" in refusal(TASKS["translate"].check_files, trees)
    assert "not trees" in refusal(TASKS["parse"].check_files, text)


def test_a_run_of_the_other_task(refusal):
    class Parser:
        path, config = "runs/x", Config(task="parse")

    assert refusal(check_task, Parser, "translate", "do so") == "runs/x: this run parses; do so"
    check_task(Parser, "parse", "never said")


def test_two_vocabularies(tmp_path, refusal):
    (tmp_path / "a").write_text("ONE\nTWO\n")
    (tmp_path / "b").write_text("eins\nzwei\n")
    config = Config(vocabulary=14, source_vocabulary=11)
    tokenizer = TASKS["translate"].learn_tokenizer([tmp_path / "a", tmp_path / "b"], config)
    assert (len(tokenizer), len(tokenizer.target)) == (11, 14)
    pairs = TASKS["translate"].encode(tokenizer, [("ONE", "zwei")])
    assert tokenizer.decode(pairs[0][0]) == "ONE" and tokenizer.target.decode(pairs[0][1]) == "zwei"
    message = refusal(TASKS["parse"].learn_tokenizer, [], Config(task="parse", symbols=["<2de>"]))
    assert "--source-vocabulary and --symbols " in message
