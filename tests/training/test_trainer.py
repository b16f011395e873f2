"""The loop takes the steps of the paper, keeps its budgets, logs what it learns, and goes on as if never stopped."""

import json
import re
import time
from fractions import Fraction
from functools import partial
from math import ceil
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import minitrans
from minitrans.config import Config
from minitrans.data.batching import BatchStream
from minitrans.data.lines import read_pairs
from minitrans.nn import Transformer
from minitrans.optim import Adam
from minitrans.parallel.workers import Workers
from minitrans.runs.checkpoint import load_weights, read_checkpoint
from minitrans.runs.run import Run
from minitrans.step import Step
from minitrans.training import journal, trainer
from minitrans.training.progress import Progress

from ..same_run import assert_same_run, result, timeless


def test_interrupted_and_resumed_equals_uninterrupted(command, tiny_corpus, interrupted):
    flags = [*tiny_corpus, *"--dropout 0.2 --steps 9 --valid-steps 5 --checkpoint-steps 3 --accumulate 2".split()]
    assert command("train --out whole", *flags).code == 0
    with interrupted(at=6):
        assert command("train --out broken", *flags).code == 130
    assert command("train --out broken --resume").code == 0
    assert_same_run(Run("broken"), Run("whole"))


def test_one_translation_is_shown_before_the_first_validation(command, tiny_corpus):
    flags = "--steps 120 --log-steps 40 --valid-steps 120 --checkpoint-steps 40 --keep 3".split()
    ended = command("train --out run", *tiny_corpus, *flags)
    shown = [line.strip().split(" -> ") for line in ended.err.splitlines() if " -> " in line]
    sentence = shown[0][0]
    for (source, translation), checkpoint in zip(shown, Run("run").checkpoints(), strict=True):
        model = minitrans.load("run")
        load_weights(model.model, [checkpoint], model.tokenizer)
        assert (source, translation) == (sentence, model.translate([sentence], beam=1)[0][:60].strip())
    assert len({translation for _, translation in shown}) > 1  # it learns


def test_as_many_snapshots_as_asked_for():
    """Of each number up to that of the steps, each in the first step that completes its share"""
    for steps in [*range(1, 101), 2000]:
        for count in range(1, steps + 1) if steps < 2000 else [50, 1988, 2000]:
            each = SimpleNamespace(config=Config(snapshots=count, steps=steps), progress=Progress())
            each.spent_minutes = partial(trainer.Trainer.spent_minutes, each)
            due = []
            for each.progress.step in range(steps + 1):
                due.append(trainer.Trainer.snapshots_due(each))
            taken = [step for step in range(1, steps + 1) if due[step] > due[step - 1]]
            assert taken == [ceil(Fraction(number * steps, count)) for number in range(1, count + 1)]


def test_snapshots(command, tiny_corpus, interrupted):
    """They are the weights in 16 bits, evenly over the training, also if it was interrupted and resumed."""
    flags = [*tiny_corpus, *"--steps 12 --snapshots 4 --checkpoint-steps 1 --keep 12".split()]
    assert command("train --out whole", *flags).code == 0
    with interrupted(at=8):
        command("train --out parts", *flags)
    assert [path.stem for path in Run("parts").snapshots()] == ["step-000003", "step-000006"]
    for path in Run("parts").checkpoints()[3:]:  # as if it had been killed before its last checkpoint
        path.unlink()
    assert command("train --out parts --resume").code == 0
    for run in map(Run, ("whole", "parts")):
        assert [path.stem for path in run.snapshots()] == [f"step-{step:06d}" for step in (3, 6, 9, 12)]
        for path in run.snapshots():
            kept, whole = (read_checkpoint(each, "weights/")[1] for each in (path, run.folder / path.name))
            for name, weights in whole.items():
                assert kept[name].dtype == np.float16
                np.testing.assert_array_equal(kept[name], weights.astype(np.float16))
    assert command("train --out none", *flags, "--snapshots", 0).code == 0
    assert not Path("none/snapshots").exists()


class Late(Step):
    """A step as on a GPU: a call only launches it, and it is taken when `totals` waits for it"""

    synchronous, flops, clock = False, 1, SimpleNamespace(now=0.0, perf_counter=lambda: Late.clock.now)

    def __init__(self, model, optimizer):
        super().__init__(model, optimizer, Workers(model, 1))
        self.launched = []

    def __call__(self, *step):
        self.launched.append(step)

    def totals(self):
        for step in self.launched:
            super().__call__(*step)
            self.clock.now += 1
        self.launched.clear()
        return super().totals()


@pytest.mark.parametrize("steps, rows", [(3, [1, 2, 3]), (24, list(range(2, 25, 2))), (50, [50])])
def test_a_short_run_has_a_curve(command, tiny_corpus, steps, rows):
    """Also one of fewer steps than --log-steps, which are 50."""
    assert command("train --out run", *tiny_corpus, "--steps", steps).code == 0
    assert [row["step"] for row in Run("run").log if "loss" in row] == rows


def test_a_card_that_is_late(command, tiny_corpus, monkeypatch):
    """All that is written is of the steps that are done, and the speed is that of the card: a step takes a second."""
    flags = "--steps 12 --snapshots 4 --log-steps 5 --valid-steps 12 --checkpoint-steps 4 --shards 1".split()
    assert command("train --out in-time", *tiny_corpus, *flags).code == 0
    monkeypatch.setattr("minitrans.engine.make_step", Late)
    monkeypatch.setattr("minitrans.training.progress.time", Late.clock)
    assert command("train --out late", *tiny_corpus, *flags).code == 0
    runs = Run("in-time"), Run("late")
    assert list(map(timeless, runs[1].log)) == list(map(timeless, runs[0].log))
    for ours, right in zip(*([*run.snapshots(), *run.checkpoints(), run.best] for run in runs), strict=True):
        (_, found), (_, expected) = read_checkpoint(ours, "weights/"), read_checkpoint(right, "weights/")
        assert ours.name == right.name
        for name, weights in expected.items():
            np.testing.assert_array_equal(found[name], weights, err_msg=f"{ours}: {name}")
    rows = [row for row in runs[1].log if "loss" in row]
    assert [row["tokens_per_second"] * 5 for row in rows] == [rows[0]["tokens"], rows[1]["tokens"] - rows[0]["tokens"]]
    progress = read_checkpoint(runs[1].best, "header")[0]["progress"]
    assert progress["update_seconds"] == 12
    assert result(Path("late"))["target_tokens_per_second"] == round(progress["tokens"] / 12, 1)


def test_patience(command, tiny_corpus, monkeypatch):
    perplexities = iter([9.0, 8.0, 8.5, 7.0, 7.0, 7.5, 6.0])  # the best is the fourth; two without a better one follow
    monkeypatch.setattr(trainer, "perplexity", lambda *arguments, **options: next(perplexities))
    flags = "--steps 50 --valid-steps 2 --patience 2".split()
    ended = command("train --out run", *tiny_corpus, *flags)
    assert ended.code == 0 and "stopped early" in ended.err
    assert result(Path("run"))["steps"] == 12
    assert [row["valid_perplexity"] for row in Run("run").log if "valid_perplexity" in row][-1] == 7.5


@pytest.mark.parametrize(
    "flags, first, resumed",
    [
        (
            "--steps 900",
            "\n900 steps, about 2 h 27 min left on this machine; --minutes 60 ",
            "\n900 steps, about 4 h 49 min",
        ),
        ("--steps 120 --patience 9", "\n120 steps, at most 17 min left on this machine\n", "\nstep 32 of 120 "),
        (
            "--steps 900 --minutes 9 --cooldown 0",
            "\n54 steps, about 6 min left on this machine\n",
            " tokens/s, 20 s left\n",
        ),
    ],
)
def test_how_long_it_will_take(command, tiny_corpus, ten_seconds_per_step, interrupted, flags, first, resumed):
    """After twenty steps of ten seconds, and when it is resumed from step 12, after twenty of twenty seconds."""
    with interrupted(at=24):
        flags = f"{flags} --log-steps 4 --valid-steps 900".split()
        assert first in command("train --out run", *tiny_corpus, *flags).err
    ten_seconds_per_step.step = 20
    with interrupted(at=36):
        assert resumed in command("train --out run --resume").err


def test_minutes(command, tiny_corpus, ten_seconds_per_step):
    """A minute holds six steps."""
    flags = "--minutes 1 --checkpoint-steps 3 --valid-steps 4 --keep 9 --cooldown 0.4".split()
    assert command("train --out run", *tiny_corpus, *flags).code == 0
    assert [path.name for path in Run("run").checkpoints()] == ["step-000003.npz", "step-000006.npz"]
    ten_seconds_per_step.now += 1000  # between runs no time counts
    assert command("train --out run --resume --minutes 1.75").code == 0
    assert [int(path.stem[5:]) for path in Run("run").checkpoints()] == [3, 6, 9, 10]
    assert [row["step"] for row in Run("run").log if "loss" in row] == [6, 10]  # long before the 50 of --log-steps
    assert result(Path("run"))["seconds"] == Run("run").log[-1]["seconds"] == 100


@pytest.mark.parametrize("minutes, steps", [(10, [12, 72]), (1, range(6, 80, 6)), (0, [])])
def test_checkpoints_by_the_clock(command, tiny_corpus, ten_seconds_per_step, interrupted, monkeypatch, minutes, steps):
    """The first after two minutes, of twelve steps.  A killed run goes on from the newest; in the end none is left."""
    saved, save = [], trainer.Trainer.save_newest
    monkeypatch.setattr(trainer.Trainer, "save_newest", lambda self: (saved.append(self.progress.step), save(self)))
    flags = "--steps 80 --valid-steps 100 --checkpoint-minutes"
    with interrupted(at=40):
        assert command("train --out run", *tiny_corpus, *flags.split(), minutes).code == 130
    assert command("train --out run --resume").code == 0
    assert saved == [*steps, 80] and [path.name for path in Run("run").checkpoints()] == ["step-000080.npz"]


def test_a_clock_that_stands_still(command, tiny_corpus, monkeypatch):
    monkeypatch.setattr(time, "perf_counter", lambda: 7.0)
    assert command("train --out run --minutes 1 --steps 2", *tiny_corpus).code == 0
    assert result(Path("run"))["target_tokens_per_second"] == Run("run").log[0]["tokens_per_second"] == 0


def test_a_run_in_a_plain_loop(command, tiny_corpus):
    """Weights and log, with the rate of Section 5.3; tests/test_step.py takes the same steps by hand."""
    flags = "--steps 4 --accumulate 2 --clip 0.9 --rate 2 --warmup 3 --log-steps 2".split()
    flags += "--dropout 0 --dtype float64 --average 1".split()
    assert command("train --out run", *tiny_corpus, *flags).code == 0
    found = minitrans.load("run")
    model, config = Transformer(found.config), found.config
    pairs = [tuple(found.tokenizer.encode(list(pair))) for pair in read_pairs(*Run("run").text.files["train"])[0]]
    stream, tokens = BatchStream(pairs, config.batch_tokens, config.seed), 0
    step, rows = Step(model, Adam(model.flat), Workers(model, 1)), [row for row in Run("run").log if "loss" in row]
    for number in range(1, 5):
        rate = 2 * 32**-0.5 * min(number**-0.5, number * 3**-1.5)
        tokens += step([next(stream) + next(stream)], number, rate)
        if number % 2 == 0:
            totals, row = step.totals(), rows[number // 2 - 1]
            expected = totals.loss / totals.tokens, tokens, rate, totals.norm
            assert [row[name] for name in ("loss", "tokens", "rate", "gradient_norm")] == pytest.approx(expected)
    assert len(rows) == 2 and totals.norm > 0.9
    np.testing.assert_allclose(found.model.flat, model.flat, atol=1e-7)


@pytest.fixture
def poisoned(monkeypatch):
    """A gradient with one NaN in step 3."""
    gradient = Workers.gradient

    def spoiled(self, micro_batches, seed):
        loss, tokens, norm = gradient(self, micro_batches, seed)
        if seed[1] == 3:
            self.model.encoder[0].feed_forward.w1.grad[0, 0] = norm = np.nan
        return loss, tokens, norm

    monkeypatch.setattr(Workers, "gradient", spoiled)


def test_step_that_is_not_finite_stops_the_run_and_leaves_its_batch(command, tiny_corpus, poisoned):
    ended = command("train --out run --steps 5 --checkpoint-steps 1", *tiny_corpus)
    assert ended.code == 2
    message = ended.err.splitlines()[-1]
    assert "step 3" in message and "encoder.0.feed_forward.w1" in message and "--on-nan skip" in message
    left = json.loads(Path("run/not-finite-step-000003.json").read_text(encoding="utf-8"))
    assert left["seed"] == [1, 3] and all(len(pair) == 2 for batch in left["micro_batches"] for pair in batch)
    _, arrays = read_checkpoint(Run("run").newest()[-1])
    assert Run("run").newest()[-1].name == "step-000002.npz" and all(
        np.isfinite(each).all() for each in arrays.values()
    )


def test_step_that_is_not_finite_can_be_left_out(command, tiny_corpus, poisoned):
    flags = [*tiny_corpus, "--steps", 4, "--checkpoint-steps", 1, "--log-steps", 1, "--valid-steps", 4]
    ended = command("train --out run", *flags, "--on-nan", "skip")
    assert ended.code == 0 and "was skipped" in ended.err
    before, after = (read_checkpoint(Path("run", "checkpoints", f"step-00000{step}.npz"))[1] for step in (2, 3))
    for name in before:
        np.testing.assert_array_equal(before[name], after[name])
    assert [row["step"] for row in Run("run").log if "loss" in row] == [1, 2, 4]


DIVERGE = "--rate 1000000000000.0 --warmup 10 --on-nan skip --steps 100 --valid-steps 50".split()


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of NumPy, about what overflows
def test_a_run_that_diverges_stops(command, tiny_corpus, tmp_path, monkeypatch):
    """Left-out steps are for an odd batch; where no step is finite any more the run ends, with a few batches kept."""
    monkeypatch.chdir(tmp_path)
    ended = command("train --out run", *tiny_corpus, *DIVERGE)
    assert ended.code == 2
    last = ended.err.splitlines()[-1]
    assert f"the last {trainer.MOST_SKIPPED} steps were not finite" in last
    assert len(list(Path("run").glob("not-finite-*"))) == journal.BATCHES_KEPT


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_run_that_is_stopped_while_it_diverges_ends_at_the_same_step(command, tiny_corpus, interrupted):
    flags = [*tiny_corpus, *DIVERGE, "--checkpoint-steps", 2]
    last = command("train --out whole", *flags).err.splitlines()[-1]
    step = int(re.match(r"error: step (\d+): ", last)[1])
    with interrupted(at=step - 3):
        assert command("train --out broken", *flags).code == 130
    assert command("train --out broken --resume").err.splitlines()[-1] == last.replace("whole", "broken")
