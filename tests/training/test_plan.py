"""A budget of minutes becomes one of steps, once: then the rate falls, and a resumed run ends with the same weights."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from minitrans.config import Config
from minitrans.optim import learning_rate
from minitrans.runs.checkpoint import read_checkpoint
from minitrans.runs.run import Run
from minitrans.training import trainer
from minitrans.training.plan import make_plan, planned, rate_at


def test_without_a_cooldown_the_rate_is_that_of_the_paper():
    config = Config(d_model=64, warmup=50, rate=2.0, steps=100)
    assert [rate_at(step, config) for step in (1, 50, 99)] == [learning_rate(s, 64, 50, 2.0) for s in (1, 50, 99)]


def test_rate_within_a_number_of_steps():
    config = Config(d_model=16, warmup=4, rate=4.0, steps=20, cooldown=0.5)  # 4 / sqrt(16 * 4) = 0.5 at its highest
    rates = [rate_at(step, config) for step in range(1, 21)]
    np.testing.assert_allclose(rates[:4], [0.125, 0.25, 0.375, 0.5])
    np.testing.assert_allclose(rates[4:11], 0.5)
    np.testing.assert_allclose(rates[11:], np.arange(9, 0, -1) * 0.05)


def test_rate_is_held_until_the_plan(tmp_path, capsys):
    config = Config(d_model=16, warmup=4, rate=4.0, steps=1000, cooldown=0.5, minutes=3.0)
    assert [rate_at(step, config) for step in (2, 5, 700)] == [0.25, 0.5, 0.5]
    run = Run(tmp_path)
    assert make_plan(run, config, 40, 0.49) == config and not list(tmp_path.iterdir())
    fixed = make_plan(run, config, 50, 0.5)
    assert (fixed.steps, fixed.minutes) == (100, None)
    assert "3 minutes hold 100 steps" in capsys.readouterr().err
    assert rate_at(50, fixed) == 0.5 and rate_at(100, fixed) == pytest.approx(0.01)
    assert planned(run, config) == fixed and make_plan(run, fixed, 51, 0.51) == fixed


def test_a_plan_has_no_more_steps_than_the_run(tmp_path):
    config = Config(steps=60, cooldown=0.5, minutes=3.0)
    assert make_plan(Run(tmp_path), config, 50, 50 / 60).steps == 60


def test_a_plan_is_for_its_minutes(tmp_path):
    config = Config(cooldown=0.5, minutes=3.0)
    assert planned(Run(tmp_path), config) == config
    make_plan(Run(tmp_path), config, 50, 0.5)
    for other in (Config(cooldown=0.5, minutes=4.0), Config(cooldown=0.5)):
        assert planned(Run(tmp_path), other) == other


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"minutes": 3, "steps": "x"}', '{"minutes": 3, "steps": 1e999}'])
def test_damaged_plan(tmp_path, refusal, text):
    (tmp_path / "plan.json").write_text(text)
    assert "plan.json: not a plan of minitrans" in refusal(planned, Run(tmp_path), Config(minutes=3.0))


@pytest.fixture
def ten_seconds_per_step(monkeypatch):
    clock = SimpleNamespace(now=1000.0, perf_counter=lambda: clock.now)
    update = trainer.Trainer.update

    def slow_update(self):
        clock.now += clock.step
        return update(self)

    clock.step = 10
    monkeypatch.setattr(trainer, "time", clock)
    monkeypatch.setattr(trainer.Trainer, "update", slow_update)
    return clock


def test_the_time_that_is_left_decides_nothing(command, tiny_corpus, interrupted, ten_seconds_per_step):
    """Stopped after the plan and resumed on a machine that is three times as slow: the same weights."""
    flags = [
        *tiny_corpus,
        "--minutes",
        2,
        "--valid-steps",
        50,
        "--checkpoint-steps",
        4,
        "--log-steps",
        1,
        "--warmup",
        2,
    ]
    ended = command("train", "--out", "whole", *flags)
    assert ended.code == 0 and "2 minutes hold 12 steps" in ended.err
    assert json.loads(Path("whole/plan.json").read_text()) == dict(minutes=2.0, steps=12)
    with interrupted(at=10):
        assert command("train", "--out", "broken", *flags).code == 130
    ten_seconds_per_step.step = 30
    for run in (["--resume"], [*flags, "--resume"]):  # the second time it is finished
        assert command("train", "--out", "broken", *run).code == 0
    one, other = (read_checkpoint(Run(run).newest()[-1])[1] for run in ("whole", "broken"))
    assert Run("whole").newest()[-1].name == Run("broken").newest()[-1].name == "step-000012.npz"
    for name in one:
        np.testing.assert_array_equal(one[name], other[name], err_msg=name)
    rates = [row["rate"] for row in Run("broken").log if "rate" in row]
    assert rates[-1] < rates[-2] < rates[-3]
    ended = command("train", "--out", "broken", "--resume")
    assert ended.code == 0 and "give more than --minutes 2.0" in ended.out


def test_more_minutes_make_a_new_plan(command, tiny_corpus, ten_seconds_per_step):
    assert command("train", "--out", "run", *tiny_corpus, "--minutes", 1, "--valid-steps", 50).code == 0
    assert Run("run").newest()[-1].name == "step-000006.npz"
    assert command("train", "--out", "run", "--resume", "--minutes", 2).code == 0
    assert Run("run").newest()[-1].name == "step-000012.npz"
    assert json.loads(Path("run/plan.json").read_text()) == dict(minutes=2.0, steps=12)
    assert Run("run").config.minutes == 2
