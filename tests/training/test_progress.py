"""The progress of a run comes back from a checkpoint as it was, or is refused."""

import json
import math
import shutil
from dataclasses import asdict, fields

import pytest

import minitrans
from minitrans.optim import Adam
from minitrans.runs.checkpoint import write_checkpoint
from minitrans.runs.run import Run
from minitrans.training.progress import Progress

NUMBERS = dict(step=7, epoch=2, position=3, tokens=900, flops=10**18, seconds=12.5, update_seconds=11.25)
NUMBERS |= dict(best=4.5, since_best=1, skipped=2, window_loss=80.5, window_tokens=30, window_seconds=0.5)


def test_what_is_saved_comes_back():
    """By way of JSON, as in a checkpoint; before the first validation the best perplexity is infinite."""
    assert NUMBERS.keys() | {"validating"} == {field.name for field in fields(Progress)}
    for more in (dict(validating=True), dict(best=math.inf), dict(seconds=12)):  # older ones lack the first
        found = asdict(Progress.of("a.npz", json.loads(json.dumps(NUMBERS | more | dict(saved=12.5)))))
        assert found == dict(validating=False) | NUMBERS | more


@pytest.mark.parametrize("value", ["7", None, True, [7], -1, math.nan, -math.inf], ids=repr)
@pytest.mark.parametrize("name", NUMBERS)
def test_what_is_no_number_is_refused_by_name(refusal, name, value):
    message = refusal(Progress.of, "a.npz", NUMBERS | {name: value})
    assert message.startswith("a.npz: ") and f"({name} is {value!r})" in message


@pytest.mark.parametrize("name", [name for name, value in NUMBERS.items() if isinstance(value, int)])
def test_half_of_what_is_counted_is_refused(refusal, name):
    assert f"({name} is 2.5)" in refusal(Progress.of, "a.npz", NUMBERS | {name: 2.5})


def test_a_field_that_is_not_known_is_refused(refusal):
    message = refusal(Progress.of, "a.npz", NUMBERS | dict(hours=3))
    assert message.startswith("a.npz: not a checkpoint") and "'hours'" in message


def test_resume_names_a_checkpoint_of_another_version(command, tiny_run):
    shutil.copytree(tiny_run.path, "run")
    run, model = Run("run"), minitrans.load("run").model
    write_checkpoint(run.newest()[-1], model, Adam(model.flat), run.tokenizer, dict(step=160, hours=3))
    ended = command("train --out run --resume --steps 170")
    assert ended.code == 2 and f"{run.newest()[-1]}: not a checkpoint" in ended.err
