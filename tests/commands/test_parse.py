"""Training, scoring and using a parser by the commands, on a treebank that can be learned by heart."""

import io
import itertools
import json
import sys
from pathlib import Path

import pytest

import minitrans
from minitrans.tasks.evalb import evalb
from minitrans.tasks.tree import normalise, read_trees, words

pytestmark = pytest.mark.slow

NOUNS = [("the", "dog"), ("a", "cat"), ("the", "bird"), ("a", "child")]
VERBS = ["sees", "hears", "likes"]


def tree(subject, verb, thing, ends):
    def noun(pair):
        return f"(NP (DT {pair[0]}) (NN {pair[1]}))"

    return f"( (S (NP-SBJ {noun(subject)[4:-1]}) (VP (VBZ {verb}) {noun(thing)}){' (. .)' if ends else ''}) )"


@pytest.fixture(scope="module")
def trained(tmp_path_factory, command):
    folder = tmp_path_factory.mktemp("trees")
    trees = [tree(*each) for each in itertools.product(NOUNS, VERBS, NOUNS, (True, False))]
    for split, part in dict(train=trees, valid=trees[::9], test=trees[5::9]).items():
        (folder / f"{split}.mrg").write_text("\n".join(part) + "\n")
    model = "--layers 1 --d-model 32 --heads 2 --d-ff 64 --norm pre --vocabulary 57 --batch-tokens 300".split()
    steps = "--steps 400 --valid-steps 200 --warmup 60 --rate 1 --dropout 0.05".split()
    files = [f"--{split}-trees={folder / split}.mrg" for split in ("train", "valid", "test")]
    ended = command("train --task parse --out", folder / "run", *files, *model, *steps)
    assert ended.code == 0, ended.err
    return folder, ended


def gold(path):
    return [normalise(each) for each in read_trees(path)]


def test_a_run_of_its_own_kind(trained):
    folder, ended = trained
    result = json.loads((folder / "run" / "result.json").read_text())
    assert result["task"] == "parse" and result["f1"] == 100 and "bleu" not in result
    assert "evalb" in result["signature"] and "minitrans view --run" in ended.out
    rows = [json.loads(line) for line in (folder / "run" / "log.jsonl").read_text().splitlines()]
    assert [row["valid_f1"] for row in rows if "valid_f1" in row][-1] == 100
    assert (folder / "run" / "curves.png").is_file()


def test_evaluate_prints_what_evalb_counts(trained, command):
    folder, _ = trained
    out = folder / "found.mrg"
    ended = command("evaluate --task parse --split valid --run", folder / "run", "--output", out)
    assert ended.code == 0, ended.err
    found = evalb(zip(gold(folder / "valid.mrg"), read_trees(out), strict=True))
    assert f"F1 {found.f1:.2f}  {found.signature}" in ended.out
    assert "exact match 100.00" in ended.out and " of 11 trees " in ended.out
    other = folder / "other.mrg"
    other.write_text("(S (NP (DT the) (NN dog)) (VBZ sees) (NP (DT a) (NN cat)) (. .))\n")  # it has no VP
    ended = command("evaluate --run", folder / "run", "--trees", other)
    assert "F1 85.71" in ended.out and "precision 75.00  recall 100.00  exact match 0.00" in ended.out


def test_a_sentence_a_tree(trained, command, monkeypatch):
    folder, _ = trained
    sentences = ["the dog sees a cat .", "", "a child likes the bird", "an unseen (word) , twice"]
    stdin = io.TextIOWrapper(io.BytesIO("".join(line + "\n" for line in sentences).encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    ended = command("parse --run", folder / "run")
    assert ended.code == 0, ended.err
    lines = ended.out.splitlines()
    assert lines[0] == "(S (NP (XX the) (XX dog)) (VP (XX sees) (NP (XX a) (XX cat))) (XX .))" and lines[1] == ""
    (folder / "said.mrg").write_text(lines[3] + "\n")
    assert [words(each) for each in read_trees(folder / "said.mrg")] == ["an unseen -LRB- word -RRB- , twice".split()]


def test_raw_text(trained, command):
    folder, _ = trained
    said, apart = (command("parse --run", folder / "run", f"the dog sees a cat{end}") for end in (".", " ."))
    assert said.out == apart.out and apart.err == "" and said.err.count("\n") == 1
    assert said.err.startswith("1 of 1 sentences ") and "the dog sees a cat ." in said.err


def test_scores(trained, command, monkeypatch):
    """Before each tree stands the score of its search."""
    folder, _ = trained
    stdin = io.TextIOWrapper(io.BytesIO(b"the dog sees a cat .\n\nan unseen (word) , twice\n"))
    monkeypatch.setattr(sys, "stdin", stdin)
    known, blank, unseen = command("parse --score --run", folder / "run").out.splitlines()
    score, tree = known.split("\t")
    assert tree.startswith("(S (NP (XX the)") and blank == ""
    ((expected, _),) = minitrans.load(folder / "run").search(["the dog sees a cat ."])[0]
    assert float(score) == pytest.approx(expected, abs=2e-4) and float(unseen.split("\t")[0]) < 0


def test_trees_to_look_at(trained, command, tmp_path):
    folder, _ = trained
    picture = tmp_path / "tree.png"
    ended = command("parse --draw --run", folder / "run", "--picture", picture, "the dog sees a cat .")
    assert ended.code == 0 and ended.out.splitlines()[:3] == ["S", "├─ NP", "│  ├─ XX the"]
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_more_trees_to_train_on(trained, command, tmp_path):
    folder, _ = trained
    (tmp_path / "extra").mkdir()
    (tmp_path / "extra" / "more.mrg").write_text(tree(("some", "fish"), "sees", ("no", "dog"), True) + "\n")
    flags = [f"--train-trees={folder / 'train.mrg'}", f"--valid-trees={folder / 'valid.mrg'}"]
    flags += ["--extra-trees", tmp_path / "extra", "--task", "parse", "--vocabulary", 60, "--steps", 1]
    ended = command("train --out", tmp_path / "run", *flags, "--beam", 1, "--max-extra", 3, "--d-model", 16)
    assert ended.code == 0, ended.err
    assert "97 training pairs" in ended.err
    assert json.loads((tmp_path / "run" / "result.json").read_text())["test"] == "valid"


def test_more_trees_beside_a_corpus(command, tiny_run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "more.mrg").write_text(tree(("some", "fish"), "sees", ("no", "dog"), True) + "\n")
    flags = "--task parse --extra-trees more.mrg --out run --steps 1 --beam 1 --max-extra 1".split()
    ended = command("train", *flags, "--d-model", 16, "--d-ff", 16)
    assert ended.code == 0, ended.err
    train = json.loads(Path("run/data.json").read_text())["train"]
    assert [Path(path).name for path in train] == ["train.mrg", "more.mrg"]
    assert command("train", *flags, "--resume").code == 0
    without = [flag for flag in flags if flag not in ("--extra-trees", "more.mrg")]
    Path("other.mrg").write_text("(S (NP (DT a) (NN dog)) (VP (VBZ runs)))\n")
    for wrong in (["--corpus", "toy-trees"], ["--extra-trees", "other.mrg"], ["--extra-trees", "none.mrg"]):
        refused = command("train", *without, *wrong, "--resume", "--steps", 2)
        assert refused.code == 2 and "train split is" in refused.err
    for again in ([], ["--resume", "--out", tiny_run.path]):
        refused = command("train --extra-trees more.mrg", *again)
        assert refused.code == 2 and "add --task parse" in refused.err


@pytest.mark.parametrize(
    "flags, message",
    [
        ("--task parse --corpus toy-en-de", "--task parse: "),
        ("--task translate --corpus toy-trees", "--task translate: "),
        ("--train-trees nowhere.mrg", "give at least --train-trees and --valid-trees"),
        ("--train-trees trees.txt --valid-trees x.mrg", "trees.txt: "),
        ("--task parse --corpus penn-sample --data-root .", "made from"),
    ],
)
def test_bad_flags(command, tmp_path, monkeypatch, flags, message):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MINITRANS_DATA", raising=False)
    assert message in command("train --out", tmp_path / "run", *flags.split()).error
    assert not (tmp_path / "run").exists()


def test_the_wrong_kind_of_run(trained, tiny_run, command):
    folder, _ = trained
    assert "this run translates" in command("parse --run", tiny_run.path, "a dog").err
    ended = command("translate --run", folder / "run", "a dog")
    assert (ended.code, ended.out) == (2, "") and "this run parses" in ended.err
    assert "was trained to translate" in command("evaluate --task parse --run", tiny_run.path).err
    for flags in ("--src a --ref b".split(), ["--metric", "chrf"], ["--paper-bleu"]):
        ended = command("evaluate --run", folder / "run", *flags)
        assert ended.code == 2 and "evalb scores" in ended.err


@pytest.mark.parametrize("text", ["( (S (NP (-NONE- *)) (VP (-NONE- *?*))) )\n", "( (S (, ,) (. .)) )\n"])
def test_trees_without_a_word(trained, command, tmp_path, text):
    """As an excerpt can be: nothing is left to be learned or scored."""
    folder, _ = trained
    empty, good = tmp_path / "empty.mrg", f"--train-trees={folder / 'train.mrg'}"
    empty.write_text(text * 2)
    said = f"error: {empty}: no tree has"
    for flags in ([f"--train-trees={empty}", f"--valid-trees={empty}"], [good, f"--valid-trees={empty}"]):
        assert command("train --task parse --vocabulary 57 --out", tmp_path / "run", *flags).error.startswith(said)
    assert command("evaluate --run", folder / "run", "--trees", empty).error.startswith(said)


@pytest.mark.parametrize("spelling", ["the\u00a0dog sees a cat .", "\ufeffthe dog se\u00ades \u200b a\u3000cat ."])
def test_all_spellings_of_a_sentence_have_one_tree(command, trained, spelling):
    folder, _ = trained
    trees = [command("parse --run", folder / "run", each).out for each in ("the dog sees a cat .", spelling)]
    assert trees[0] == trees[1] != ""
