"""A budget of minutes becomes one of steps, once: then the rate falls, and a resumed run ends with the same weights."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from minitrans.config import Config
from minitrans.optim import learning_rate
from minitrans.runs.checkpoint import read_checkpoint
from minitrans.runs.run import Run
from minitrans.training.plan import make_plan, planned, rate_at
from minitrans.training.progress import Progress

from ..same_run import assert_same_run


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
    assert make_plan(run, config, Progress(40), 0.49) is None and not list(tmp_path.iterdir())
    fixed, made_at = make_plan(run, config, Progress(50), 0.5)
    assert (fixed.steps, fixed.minutes, made_at) == (100, None, 50)
    assert "3 minutes are enough for 100 steps" in capsys.readouterr().err
    assert rate_at(50, fixed) == 0.5 and rate_at(100, fixed) == pytest.approx(0.01)
    assert planned(run, config) == (fixed, 50) and make_plan(run, fixed, Progress(51), 0.51) is None


@pytest.mark.parametrize("step, spent, steps", [(50, 5 / 6, 60), (50, 0.5, 70), (50, 0.999, 51), (50, 1, 50)])
def test_number_of_steps_in_a_plan(tmp_path, step, spent, steps):
    """No more than the run has; at least one that the end of the run can validate, unless it has ended."""
    config = Config(steps=70, cooldown=0.5, minutes=3.0)
    assert make_plan(Run(tmp_path), config, Progress(step), spent)[0].steps == steps


def test_a_plan_does_nothing_before_it_was_made(tmp_path):
    """A validation has used up most of the minutes, and the rate falls at once from 0.5 to 0.15."""
    config = Config(d_model=16, warmup=4, rate=4.0, steps=1000, cooldown=0.5, minutes=3.0)
    make_plan(Run(tmp_path), config, Progress(17), 0.85)
    fixed, made_at = planned(Run(tmp_path), config)
    rates = [rate_at(step, fixed, made_at=made_at) for step in (3, 16, 17, 18, 20)]
    assert rates == pytest.approx([0.375, 0.5, 0.5, 0.15, 0.05])


def test_a_plan_of_an_older_version(tmp_path):
    (tmp_path / "plan.json").write_text('{"minutes": 3.0, "steps": 40}')
    config, made_at = planned(Run(tmp_path), Config(minutes=3.0))
    assert (config.steps, config.minutes, made_at) == (40, None, 0)


def test_a_plan_is_for_its_minutes(tmp_path):
    config = Config(cooldown=0.5, minutes=3.0)
    assert planned(Run(tmp_path), config) == (config, 0)
    make_plan(Run(tmp_path), config, Progress(50), 0.5)
    for other in (Config(cooldown=0.5, minutes=4.0), Config(cooldown=0.5)):
        assert planned(Run(tmp_path), other) == (other, 0)


def test_patience_lets_the_rate_fall(tmp_path):
    """While it is held; the rate then falls in the same share of all steps as it would have at their end."""
    config = Config(d_model=16, warmup=4, rate=4.0, steps=1000, cooldown=0.4, patience=3)
    assert make_plan(Run(tmp_path), config, Progress(60, since_best=2), 0.06) is None
    falling = Progress(700, since_best=3)  # it falls already, and BLEU still rises: so it falls to its end
    assert make_plan(Run(tmp_path), config, falling, 0.7) is None and falling.used_up(config) is None
    assert falling.used_up(replace(config, cooldown=0.0)) == "patience"
    fixed, made_at = make_plan(Run(tmp_path), config, Progress(60, since_best=3), 0.06)
    assert (fixed.steps, made_at) == (100, 60) and Progress(90, since_best=3).used_up(fixed) is None
    assert [rate_at(step, fixed, 60) for step in (60, 61, 100)] == pytest.approx([0.5, 0.5, 0.5 / 40])
    more = replace(config, patience=4)
    assert planned(Run(tmp_path), config) == (fixed, 60) and planned(Run(tmp_path), more) == (more, 0)


def test_a_run_ends_where_patience_planned(command, tiny_corpus, interrupted):
    """Also if it was interrupted after its plan.  At this rate nothing is learned: step 6 is no better than 3."""
    flags = [*tiny_corpus, *"--steps 90 --valid-steps 3 --patience 1 --rate 100 --cooldown 0.4 --warmup 2".split()]
    assert command("train --out whole", *flags).code == 0
    with interrupted(at=9):
        assert command("train --out broken", *flags).code == 130
    assert command("train --out broken --resume").code == 0
    assert_same_run(Run("broken"), Run("whole"))
    assert Run("whole").newest()[-1].name == "step-000010.npz"
    assert "more than --patience 1" in command("train --out whole --resume").out


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"minutes": 3, "steps": "x"}', '{"minutes": 3, "steps": 1e999}'])
def test_damaged_plan(tmp_path, refusal, text):
    (tmp_path / "plan.json").write_text(text)
    assert "plan.json: not a plan" in refusal(planned, Run(tmp_path), Config(minutes=3.0))


def test_the_time_that_is_left_decides_nothing(command, tiny_corpus, interrupted, ten_seconds_per_step):
    """Stopped after the plan and resumed on a machine that is three times as slow: the same weights."""
    flags = [*tiny_corpus, *"--minutes 2 --valid-steps 50 --checkpoint-steps 4 --log-steps 1".split()]
    flags += "--warmup 2 --cooldown 0.4".split()
    ended = command("train --out whole", *flags)
    assert ended.code == 0 and "2 minutes are enough for 12 steps" in ended.err
    assert json.loads(Path("whole/plan.json").read_text()) == dict(minutes=2.0, steps=12, made_at=8)
    with interrupted(at=10):
        assert command("train --out broken", *flags).code == 130
    ten_seconds_per_step.step = 30
    for run in (["--resume"], [*flags, "--resume"]):  # the second time it is finished
        assert command("train --out broken", *run).code == 0
    one, other = (read_checkpoint(Run(run).newest()[-1])[1] for run in ("whole", "broken"))
    assert Run("whole").newest()[-1].name == Run("broken").newest()[-1].name == "step-000012.npz"
    for name in one:
        np.testing.assert_array_equal(one[name], other[name], err_msg=name)
    rates = [row["rate"] for row in Run("broken").log if "rate" in row]
    assert rates[-1] < rates[-2] < rates[-3]
    ended = command("train --out broken --resume")
    assert ended.code == 0 and "give more than --minutes 2.0" in ended.out


def test_more_minutes_make_a_new_plan(command, tiny_corpus, ten_seconds_per_step):
    assert command("train --out run", *tiny_corpus, "--minutes", 1, "--valid-steps", 50, "--cooldown", 0.4).code == 0
    assert Run("run").newest()[-1].name == "step-000006.npz"
    assert command("train --out run --resume --minutes 2").code == 0
    assert Run("run").newest()[-1].name == "step-000012.npz"
    assert json.loads(Path("run/plan.json").read_text()) == dict(minutes=2.0, steps=12, made_at=8)
    assert Run("run").config.minutes == 2
