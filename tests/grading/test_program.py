"""The reader's own program: whole on day one, the library's equal, and of any right parts whoever wrote them."""

import json
import os
import random
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
import sacrebleu

from minitrans.config import Config
from minitrans.data.batching import make_batch
from minitrans.grading.exercises import COURSE
from minitrans.grading.folder import start
from minitrans.grading.my_transformer import small
from minitrans.grading.my_transformer.command import cut
from minitrans.grading.my_transformer.model import Transformer
from minitrans.grading.my_transformer.tape import Tensor
from minitrans.grading.my_transformer.training import Adam, training_step
from minitrans.grading.my_transformer.translator import bleu
from minitrans.grading.program import OURS, PROGRAM, read_parts
from minitrans.grading.runner.grader import SubmissionGrader
from minitrans.nn import Transformer as Library
from minitrans.optim import Adam as LibraryAdam

from .solved import write_parts
from .test_mutants import STYLES

DATA = Path(__file__).parents[2] / "data" / "toy"
PAIRS = [([4, 5, 6], [7, 8]), ([9], [10, 4, 9, 9]), ([6, 6, 7, 8, 10], [5])]


@pytest.fixture
def mine(tmp_path):
    start(tmp_path / "mine")
    return tmp_path / "mine"


def run(folder, *arguments):
    command = [sys.executable, *arguments]
    environment = os.environ | {"PYTHONPATH": ""}
    return subprocess.run(command, cwd=folder.parent, capture_output=True, text=True, encoding="utf-8", env=environment)


def change(file, old, new):
    """Edit a file, as in an editor"""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_it_equals_the_library():
    """Loss, gradients and the weights after a step of training, in float64"""
    sizes = dict(d_model=8, d_ff=12, heads=2, layers=2, dropout=0.0)
    library = Library(Config(vocabulary=11, label_smoothing=0.1, dtype="float64", norm="post", **sizes))
    library.flat += 0.1 * np.random.default_rng(0).standard_normal(library.flat.size)
    ours, tensors, batch = Transformer(11, **sizes), list(library.parameters().values()), make_batch(PAIRS)
    for own, tensor in zip(ours.weights, tensors, strict=True):
        own.data = tensor.data.copy()
    expected = library.loss(batch)
    expected.backward(1 / batch.tokens)
    flat = np.concatenate([own.data.ravel() for own in ours.weights])
    loss = training_step(
        ours, Adam(flat), (batch.source.ids, batch.target_in.ids, batch.target_out), 1, 0.01, smoothing=0.1
    )
    assert loss == pytest.approx(float(expected.data) / batch.tokens, rel=1e-10)
    for own, tensor in zip(ours.weights, tensors, strict=True):
        np.testing.assert_allclose(own.grad, tensor.grad, rtol=1e-10, atol=1e-10 * abs(library.flat_grad).max())
    LibraryAdam(library.flat).update(library.flat, library.flat_grad, 1, 0.01)
    large = abs(library.flat_grad) > 1e-6  # Adam magnifies what rounding leaves of a gradient of 0
    found = np.concatenate([own.data.ravel() for own in ours.weights])
    np.testing.assert_allclose(found[large], library.flat[large], rtol=1e-7)


def test_a_small_model_that_knows_nothing_has_the_loss_of_a_uniform_guess(monkeypatch):
    monkeypatch.setattr(small, "DATA", DATA)
    words, training, validation = small.corpus()
    V = len(words.words)
    model = small.SmallModel()
    model.logits = lambda ids: Tensor(np.zeros((ids.size, V)))
    assert small.loss_per_word(model, validation) == pytest.approx(np.log(V))
    assert (len(training), len(validation)) == (60_000, 500)
    said = words.decode(training[0][1])
    assert said == (DATA / "train.en").read_text("utf-8").splitlines()[0]
    model.logits = lambda ids: Tensor(sure(ids, [*training[0][1], 2], V))
    assert model.write(words, count=2) == f"{said}\n{said}"


def sure(ids, sentence, V):
    """Logits of a model that says one sentence"""
    z = np.zeros((ids.size, V))
    z[-1, sentence[ids.shape[1] - 1]] = 100
    return z


def test_its_parts_are_those_of_the_course():
    course = {each.name: chapter for chapter, exercises in COURSE.items() for each in exercises}
    parts = {name: part.chapter for name, (_, part) in OURS.items()}
    assert parts == course
    assert all(part.ours for _, part in OURS.values())


def test_it_starts_whole_and_needs_numpy_alone(mine, command):
    known = "import sys, mine.command as t; print({m.split('.')[0] for m in sys.modules} & {'minitrans', 'sacrebleu'})"
    assert run(mine, "-c", known).stdout == "set()\n"
    assert set(read_parts(mine)) == set(OURS)
    before = (mine / "tape.py").read_bytes()
    for name, change in (("linear.py", lambda text: text[: text.index("# Part: feed_forward")]), ("tape.py", None)):
        text = (mine / name).read_text(encoding="utf-8")
        (mine / name).write_text(change(text), encoding="utf-8") if change else (mine / name).unlink()
    ended = command("grading", "start", mine)
    assert ended.code == 0 and "feed_forward" in ended.out and "tape.py" in ended.out
    assert (mine / "tape.py").read_bytes() == before and set(read_parts(mine)) == set(OURS)
    text = (mine / "dropout.py").read_text(encoding="utf-8")  # a part without the line above it is not replaced
    (mine / "dropout.py").write_text(re.sub("# Part.*", "", text), encoding="utf-8")
    assert "nothing is missing" in command("grading", "start", mine).out
    (mine.parent / "other").mkdir()
    refused = command("grading", "start", mine.parent / "other")
    assert refused.code == 2 and "other: exists already, but not from minitrans grading start" in refused.err
    for name in ("my-transformer", "json", "a b", "class"):
        assert command("grading", "start", mine.parent / name).code == 2 and not (mine.parent / name).exists()
    (mine / "tape.py").write_bytes(b"\xff")
    for words in ("grade",), ("grading", "start"):
        refused = command(*words, mine)
        assert refused.code == 2 and refused.err.endswith("tape.py: cannot be read (it is not UTF-8 text)\n")


def test_table_and_report_of_a_part_that_is_right(mine, command):
    """The report of a class counts what a student wrote, and nothing of ours."""
    write_parts(mine, "learning_rate")
    report = mine.parent / "report.json"
    assert command("grade", mine, "--report", report).code == 0
    graded = json.loads(report.read_text(encoding="utf-8"))
    assert graded["score"] == 100 and {test["extra_data"]["exercise"] for test in graded["tests"]} == {"learning_rate"}
    ended = command("grade", mine)
    assert ended.code == 0 and re.search(r"\nlearning_rate +10  yours +\d+  right\n", ended.out)
    assert re.search(r"\ntape +1  ours +\d+\n", ended.out) and "1 of 27 exercises are right." in ended.out
    assert "nothing uses it" not in ended.out


@pytest.mark.slow
def test_table_of_parts(mine):
    """Right, wrong with its cause, broken, missing, changed, idle; the program's own command shows the same."""
    (attention,) = (each.read_text(encoding="utf-8") for each in STYLES if each.stem == "attention-einsum")
    write_parts(mine, "adam", attention=attention)
    for name, old, new in (
        ("softmax.py", "chapter 2.  Ours, until you write it.\ndef softmax", "chapter 2.  Yours.\ndef softmax"),
        ("softmax.py", "return (y * (dy", "return (-y * (dy"),
        ("search.py", "def penalty", "def penalty("),
        ("search.py", "Ours, until you write it.", "Yours."),
        ("dropout.py", "# Part: dropout, chapter 10b.  Ours, until you write it.\n", ""),
        ("layer_norm.py", (mine / "layer_norm.py").read_text("utf-8").partition("# Part: add_norm")[2], ""),
        ("layer_norm.py", "# Part: add_norm", ""),
        ("embedding.py", "dtable = np.zeros", "dtable = 0 + np.zeros"),
    ):
        change(mine / name, old, new)
    ended = run(mine, "-m", "minitrans", "grade", "mine")
    assert ended.returncode == 1 and ended.stderr == ""
    rows = {line.split()[0]: line for line in ended.stdout.splitlines()[1:-1]}
    assert list(rows) == list(OURS)
    assert re.search(r"10  yours +\d+  right$", rows["adam"])
    assert re.search(r"yours +\d+  wrong in gradient, probably: the sign", rows["softmax"])
    assert re.search(r"wrong: search.py, line \d+: .*(?<!nothing uses it)$", rows["beam_search"])
    assert "missing; to have ours back" in rows["add_norm"]
    assert rows["dropout"].endswith("write above it: # Part: dropout, chapter 10b.  Yours.")
    assert "changed: if it is yours" in rows["embedding"] and re.search(r"1  ours +\d+$", rows["tape"])
    assert rows["scaled_dot_product_attention"].endswith("but nothing uses it")
    assert re.search(r"2 of 27 exercises are right.  4 of 25 parts are yours, and \d+ of \d+ lines", ended.stdout)
    assert run(mine, "-m", "mine", "--status").stdout == ended.stdout


def test_copy_of_a_file_does_not_count_but_the_same_part_twice_is_refused(mine, command):
    write_parts(mine, "learning_rate")
    (mine / "training_before.py").write_bytes((mine / "training.py").read_bytes())
    change(mine / "training.py", "return rate *", "return 2 * rate *")
    assert re.search(r"learning_rate +10  yours +\d+  wrong", command("grade", mine).out)
    assert "learning_rate  14 / 100" in command("grade", mine, "--exercise", "learning_rate").out
    with (mine / "model.py").open("a", encoding="utf-8") as file:
        file.write((mine / "training.py").read_text(encoding="utf-8"))
    assert "which is in model.py too; remove one of the two" in command("grade", mine).err


def test_ours_stays_ours_whatever_stands_above_it(mine, command):
    text = (mine / "softmax.py").read_text("utf-8").replace("Ours, until you write it.", "Yours.")
    (mine / "softmax.py").write_text(text, encoding="utf-8")
    ended = command("grade", mine)
    assert "our code: write it yourself\n" in ended.out and "0 of 27 exercises are right" in ended.out
    assert "0 of 27 parts are yours, and 0 of" in ended.out
    assert command("grade", mine, "--variant", "3").code == 1


def test_our_code_is_ours_with_other_comments_and_without_the_line_above(mine, command):
    """What two people may write alike is the reader's: `rate` times the formula, in a line"""
    for name in ("softmax.py", "training.py"):
        text = (mine / name).read_text("utf-8").replace("Ours, until you write it.", "Yours.")
        text = re.sub(r"^(def .*:)$", r"\1  # mine", text, flags=re.M)
        (mine / name).write_text(text, encoding="utf-8")
    table = command("grade", mine).out
    assert re.search(r"\nsoftmax .* our code: write it yourself\n", table)
    assert re.search(r"\nlearning_rate .* right\n", table)
    alone = mine.parent / "softmax.py"
    ours = (PROGRAM / "softmax.py").read_text("utf-8")
    alone.write_text(re.sub(r"^# Part:.*\n", "", ours, flags=re.M), encoding="utf-8")
    ended = command("grade", alone)
    assert ended.code != 0 and "100 / 100" not in ended.out


def test_table_says_if_the_program_does_not_start(mine, command):
    """A part that needs a new file, which an editor imports in its own way"""
    write_parts(mine, "learning_rate")
    text = (mine / "training.py").read_text("utf-8")
    (mine / "training.py").write_text(f"from mine.helpers import noted\n{text}", encoding="utf-8")
    (mine / "helpers.py").write_text("noted = 1\n", encoding="utf-8")
    assert command("grade", mine).code == 0
    (mine / "helpers.py").write_text("assert False\n", encoding="utf-8")
    ended = command("grade", mine)
    assert ended.code == 1 and ended.out.endswith("python -m mine does not start: AssertionError\n")


def test_fault_in_another_part_is_named_there_alone(mine, command):
    write_parts(mine, "encoder_layer")
    change(mine / "linear.py", "x @ weight + bias", "x @ weigth + bias")
    table = command("grade", mine).out
    assert re.search(r"^encoder_layer +8 .* right$", table, re.M) and re.search(r"^linear +3 .* changed", table, re.M)


LOSSES = """
import sys
from pathlib import Path
from mine.model import Transformer
from mine.training import training_loop
from mine.command import DATA, Words, learn_merges
english, german = ((DATA / f"valid.{side}").read_text("utf-8").splitlines() for side in ("en", "de"))
words = Words(learn_merges(english + german, 500))
pairs = [(words.encode(a), words.encode(b)) for a, b in zip(english, german)]
model = Transformer(len(words.words), d_model=32, d_ff=64)
for w in model.weights:
    w.data = w.data.astype(float)
print(*(float(loss) for _, loss in training_loop(model, pairs, 30, batch_tokens=200, warmup=20)))
"""


@pytest.mark.slow
def test_any_right_parts_work_with_one_another(mine):
    """Random subsets of all right answers, except those that may draw or group in their own way"""
    expected = [float(loss) for loss in run(mine, "-c", LOSSES).stdout.split()]
    assert len(expected) == 30 and expected[-1] < 0.9 * expected[0]
    others = {}
    for file in STYLES:
        name = file.stem.partition("-")[0]
        if name not in ("batches", "dropout"):
            others.setdefault(name, []).append(file.read_text(encoding="utf-8"))
    rng = random.Random(os.environ.get("MINITRANS_JITTER", 0))
    for count in (5, 9, len(others)):
        chosen = {name: rng.choice(sorted(others[name])) for name in rng.sample(sorted(others), count)}
        folder = mine.parent / str(count) / "mine"
        folder.parent.mkdir()
        start(folder)
        write_parts(folder, **chosen)
        ended = run(folder, "-c", LOSSES)
        assert ended.returncode == 0, (chosen, ended.stderr)
        found = [float(loss) for loss in ended.stdout.split()]
        np.testing.assert_allclose(found, expected, rtol=1e-10, err_msg=str(chosen))


def test_bleu_is_sacrebleus_on_its_text():
    text = [(DATA / f"test.{side}").read_text("utf-8") for side in ("de", "en")]
    references = text[0].splitlines()
    rng = np.random.default_rng(0)
    translations = [" ".join(w for w in line.split() if rng.random() > 0.1) for line in references]
    score = bleu(list(map(cut, translations)), list(map(cut, references)))
    assert score == pytest.approx(sacrebleu.corpus_bleu(translations, [references]).score, abs=1e-9)


@pytest.mark.slow
def test_whole_program_of_other_peoples_parts_is_right_and_learns_to_translate(mine):
    """The table of the last day, and a training of fewer steps, which give BLEU 83 on all pairs."""
    write_parts(mine, *OURS)
    for side in ("en", "de"):
        file = mine / "data" / f"test.{side}"
        file.write_text("\n".join(file.read_text("utf-8").split("\n")[:100]), encoding="utf-8")
    ended = run(mine, "-m", "minitrans", "grade", "mine")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "27 of 27 exercises are right." in ended.stdout and ended.stdout.endswith("python -m mine\n")
    assert float(re.search(r"BLEU ([\d.]+)", run(mine, "-m", "mine", "--steps", "900").stdout)[1]) >= 60


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new", "wrong"),
    [
        ("softmax.py", "return (y * (dy", "return (-y * (dy", {"softmax"}),
        ("linear.py", "drows.sum", "drows.mean", {"linear"}),  # feed_forward is in this file
        ("attention.py", " * scale, mask", ", mask", {"scaled_dot_product_attention"}),
        ("training.py", "def training_loop(", "def training_loop((", {"adam", "learning_rate", "training"}),
    ],
    ids=lambda each: each if isinstance(each, str) and each.endswith(".py") else "",
)
def test_one_mistake_costs_one_part(mine, file, old, new, wrong):
    """Neighbours of a part are ours.  A file that Python cannot read costs the parts that stand in it."""
    write_parts(mine, *OURS)
    change(mine / file, old, new)
    with closing(SubmissionGrader(mine)) as grader:
        grader.read()
        results = [grader.result(planned) for planned in grader.planned()]
    assert len({each.exercise for each in results}) == 27
    assert {each.exercise for each in results if each.score < each.max_score} == wrong
