"""With --minutes a preset keeps its model: the rate falls at the end, and a long warm-up gets shorter."""

import math
from dataclasses import replace
from types import SimpleNamespace

import pytest

from minitrans.commands import budget
from minitrans.config.presets import COOLDOWN, preset
from minitrans.runs.run import Run


@pytest.fixture
def held(monkeypatch):
    """held(steps): so many the machine is said to hold"""
    return lambda steps: monkeypatch.setattr(budget, "steps_held", lambda config: steps)


def highest(config):
    return config.rate / math.sqrt(config.d_model * config.warmup)


def test_enough_time_changes_nothing_but_the_end(held):
    held(10**6)
    assert budget.preset_for("multi30k", dict(minutes=9)) == preset("multi30k", minutes=9, cooldown=COOLDOWN)
    assert budget.preset_for("base", dict(minutes=9, cooldown=0.0)) == preset("base", minutes=9)


def test_little_time_keeps_the_model(held):
    held(1)
    found, expected = budget.preset_for("multi30k", dict(minutes=9)), preset("multi30k", minutes=9, cooldown=COOLDOWN)
    assert replace(found, warmup=expected.warmup, rate=expected.rate) == expected


def test_a_long_warmup_gets_shorter_and_keeps_the_highest_rate(held):
    held(1000)
    config = budget.preset_for("small", dict(minutes=9))
    assert config.warmup == 100 and highest(config) == pytest.approx(highest(preset("small")))
    assert budget.preset_for("small", dict(minutes=9, warmup=700)).warmup == 700
    held(0.01)
    assert budget.preset_for("small", dict(minutes=9)).warmup == 1


def test_a_gpu_is_not_timed():
    expected = preset("multi30k", minutes=9, cooldown=COOLDOWN, backend="cupy")
    assert budget.preset_for("multi30k", dict(minutes=9, backend="cupy")) == expected


@pytest.mark.parametrize(
    "changes, seconds", [(dict(shards=2), 0.25), (dict(shards=4), 0.5), (dict(shards=2, accumulate=3), 0.75)]
)
def test_steps_are_timed(monkeypatch, changes, seconds):
    """Two cores; each time the clock is read it is a quarter of a second later: that is what a round takes.  Shards of
    64 tokens, and the batch that is timed has as many."""
    clock = iter(range(100))
    monkeypatch.setattr(budget, "time", SimpleNamespace(perf_counter=lambda: next(clock) / 4))
    monkeypatch.setattr(budget, "cores", lambda: 2)
    config = preset(
        "toy", minutes=2.0, d_model=16, d_ff=16, vocabulary=100, batch_tokens=64 * changes["shards"], **changes
    )
    assert budget.steps_held(config) == pytest.approx(120 / seconds)


def test_a_large_batch_is_timed_in_part(monkeypatch):
    clock = iter(range(100))
    monkeypatch.setattr(budget, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    config = preset("toy", minutes=2.0, d_model=16, d_ff=16, vocabulary=100, batch_tokens=1008 * 20, shards=1)
    assert budget.steps_held(config) == pytest.approx(120 / 20)


@pytest.mark.parametrize("sizes", [dict(vocabulary=3), dict(vocabulary=90, source_vocabulary=20)])
def test_what_can_be_timed(sizes):
    assert budget.steps_held(preset("toy", minutes=2.0, d_model=16, d_ff=16, batch_tokens=200, **sizes)) > 0


def test_what_is_too_large_is_refused(monkeypatch, refusal):
    def no_memory(*arguments):
        raise MemoryError("too large")

    monkeypatch.setattr("minitrans.training.job.Transformer", no_memory)
    assert "out of memory" in refusal(budget.preset_for, "multi30k", dict(minutes=9))


def test_the_command_uses_it(command, tiny_corpus, held, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    held(50)
    assert command("train", "--out", "run", *tiny_corpus, "--minutes", 0.001).code == 0
    assert (Run("run").config.warmup, Run("run").config.cooldown) == (5, COOLDOWN)


def test_a_clock_that_stands_still(monkeypatch):
    monkeypatch.setattr(budget, "time", SimpleNamespace(perf_counter=lambda: 5.0))
    sizes = dict(d_model=16, d_ff=16, vocabulary=100, batch_tokens=64, shards=1)
    assert budget.steps_held(preset("toy", minutes=2.0, **sizes)) > 10**6
