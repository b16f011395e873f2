"""`train --ops`: it grades what is there, trains with it, and refuses what is not right."""

import json
import re
from pathlib import Path

import pytest

from minitrans.grading.exercises import EXERCISES
from minitrans.grading.runner.stub import stub
from minitrans.ops import TABLE
from minitrans.runs.run import Run

from .solved import SOLUTIONS, text_of, write_parts

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("elsewhere")]
STEPS = (
    "--steps 4 --log-steps 1 --valid-steps 2 --warmup 4 --rate 0.5 --dropout 0".split()
)  # dropout may draw any masks


def write(text, name="my_ops.py"):
    Path(name).write_text(text, encoding="utf-8")
    return name


def losses(path):
    return [row["loss"] for row in Run(path).log if "loss" in row]


def whose(ended):
    """What the command says: the exercises that training takes from the student"""
    return set(re.search(r"^  yours: (.*); the rest is ours$", ended.err, re.M)[1].split(", "))


@pytest.fixture
def train(command, tiny_corpus):
    """train(*flags): a few steps on the tiny corpus; afterwards the table is what it was."""

    def trained(*flags, out="run"):
        before = dict(TABLE)
        ended = command("train", "--out", out, *tiny_corpus, *STEPS, *flags)
        assert before == TABLE
        return ended

    return trained


MARKED = """
def softmax_forward(*arguments, right=softmax_forward, **options):
    open("ran softmax", "w").close()
    return right(*arguments, **options)

def layer_norm_backward(dy, cache, right=layer_norm_backward):
    open("ran layer_norm", "w").close()
    return right(dy, cache)

class Adam(Adam):
    def update(self, *arguments):
        open("ran Adam", "w").close()
        return super().update(*arguments)
"""


@pytest.mark.quick
@pytest.mark.parametrize("norm", ["post", "pre"])
def test_own_operations_train_to_the_same_losses(train, norm):
    """Those that are small, where ours fills the rest.  Each of them leaves a file when training calls it."""
    ops = write(text_of("softmax", "layer_norm", "adam") + MARKED)
    ended = train("--ops", ops, "--norm", norm)
    assert ended.code == 0, ended.err
    assert train("--norm", norm, out="ours").code == 0
    assert losses("run") == pytest.approx(losses("ours"), rel=1e-4) and len(losses("run")) == 4
    used = {path.name for path in Path().glob("ran *")}
    assert used == {f"ran {name}" for name in ("softmax", "layer_norm", "Adam")}, used
    assert whose(ended) == {"softmax", "layer_norm", "adam"}


@pytest.mark.slow
def test_complete_program_trains_to_the_same_losses_and_is_an_ordinary_run(train, command):
    assert command("grading", "start", "mine").code == 0
    write_parts(Path("mine"), **{path.stem: path for path in SOLUTIONS.glob("*.py")})
    ended = train("--ops", "mine")
    assert ended.code == 0, ended.err
    assert train(out="ours").code == 0
    assert losses("run") == pytest.approx(losses("ours"), rel=1e-4)
    told = whose(ended)
    assert told >= {"attention", "dropout", "adam", "sinusoids", "learning_rate"}
    assert told.isdisjoint({"softmax", "tape", "encoder_layer", "beam_search"})
    before = Run("run").path.joinpath("result.json").read_bytes()
    translated = command("translate", "--run", "run", "the dog sees trees.")
    assert translated.code == 0 and translated.out.count("\n") == 1
    assert command("evaluate", "--run", "run").code == 0
    assert Run("run").path.joinpath("result.json").read_bytes() == before
    longer = command("train", "--out", "run", "--resume", "--steps", 5)
    assert longer.code == 0 and len(losses("run")) == 5


WRONG = {
    "a sign": (text_of("softmax").replace("return (y *", "return (-y *"), "softmax, gradient: ", "the sign"),
    "half of it": (text_of("softmax").partition("def softmax_b")[0], "softmax, reading: ", "softmax_backward missing"),
    "words of a stub": (
        text_of("softmax").replace("    return (y *", "    raise ValueError('not written yet')\n    return (y *"),
        "softmax, interface: ",
        "ValueError: not written yet",
    ),
}


@pytest.mark.parametrize("kind", WRONG)
def test_wrong_operation_is_refused_with_its_cause(train, kind):
    text, where, cause = WRONG[kind]
    ended = train("--ops", write(text_of("learning_rate") + "\n\n" + text))
    assert ended.code == 2 and where in ended.err and cause in ended.err
    assert ended.err.splitlines()[-1].startswith("error: --ops my_ops.py: not right yet: softmax (see above)")
    assert not Path("run").exists()


REFUSED = {
    "no such file": ("no_ops.py", None, [], "No such file"),
    "nothing in it": ("my_ops.py", "x = 1\n", [], "defines no function of an exercise"),
    "the library's own": ("my_ops.py", "from minitrans.ops import softmax\n", [], "you may not use minitrans.ops"),
    "a GPU": ("my_ops.py", text_of("softmax"), ["--backend", "cupy"], "leave out --backend cupy"),
    "dropout of weights": (
        "my_ops.py",
        text_of("scaled_dot_product_attention"),
        ["--attention-dropout", 0.1],
        "add --attention-dropout 0",
    ),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_used_is_one_line(command, tiny_corpus, kind, monkeypatch):
    name, text, flags, words = REFUSED[kind]
    if text:
        write(text)
    monkeypatch.setattr("minitrans.commands.start.array_library", lambda config: None)  # as if there were a GPU
    ended = command("train", "--out", "run", *tiny_corpus, *flags, "--ops", name)
    errors = [line for line in ended.err.splitlines() if line.startswith("error: ")]
    assert ended.code == 2 and len(errors) == 1 and words in errors[0], ended.err
    assert not Path("run").exists()


def test_stub_that_is_not_written_is_ours(train):
    ended = train("--ops", write(stub(EXERCISES["softmax"]) + "\n\n" + text_of("linear")))
    assert ended.code == 0, ended.err
    assert whose(ended) == {"linear"}


def test_library_that_has_just_begun_trains(train, command):
    assert command("grading", "start", "mine").code == 0
    write_parts(Path("mine"), softmax=SOLUTIONS / "softmax.py")
    ended = train("--ops", "mine")
    assert ended.code == 0, ended.err
    assert whose(ended) == {"softmax"}


FAILS = """
import os

def layer_norm_backward(dy, cache, right=layer_norm_backward):
    if os.path.exists("run/checkpoints/step-000002.npz") and os.path.exists("fail"):
        raise ValueError("mine")
    return right(dy, cache)
"""


def test_operation_that_raises_is_one_line_and_the_run_can_be_resumed(train, command):
    """It fails in step 3; the checks, which run in another folder, do not notice."""
    ops = write(text_of("layer_norm") + FAILS)
    assert train("--ops", ops, out="whole").code == 0
    Path("fail").touch()
    ended = train("--ops", ops)
    assert ended.code == 2 and "Traceback" not in ended.err and len(losses("run")) == 2
    last = ended.err.splitlines()[-1]
    assert last.startswith("error: ValueError: mine (my_ops.py, line ") and "in layer_norm_backward" in last
    assert last.endswith("minitrans train --out run --resume --ops my_ops.py")
    Path("fail").unlink()
    again = command("train", "--out", "run", "--resume", "--ops", ops)
    assert again.code == 0, again.err
    assert losses("run") == losses("whole")
    assert json.loads(Path("run/result.json").read_text())["steps"] == 4


def test_gradient_of_another_shape_in_training_is_one_line(train):
    """The checks use other sizes, so an operation may be wrong in this model alone."""
    odd = "\n\ndef linear_backward(dy, cache, right=linear_backward):\n    dx, dweight, dbias = right(dy, cache)\n"
    odd += "    return dx, dweight if len(dweight) < 30 else dweight[1:], dbias\n"
    ended = train("--ops", write(text_of("linear") + odd))
    assert ended.code == 2 and "Traceback" not in ended.err
    assert "gradient of shape" in ended.err.splitlines()[-1] and "forward_backward" in ended.err.splitlines()[-1]


def test_adam_that_hides_its_moments_is_not_used(train):
    hidden = text_of("adam").replace("self.m", "self.mean").replace("self.v", "self.square")
    ended = train("--ops", write(hidden))
    assert ended.code == 0 and whose(ended) == {"nothing"} and "ours is used for adam: a checkpoint" in ended.err
