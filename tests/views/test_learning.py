"""One sentence over a training: each record is what the run knew at that step."""

import shutil

import numpy as np
import pytest

import minitrans
from minitrans.data.ids import BOS, EOS
from minitrans.runs.checkpoint import read_checkpoint
from minitrans.runs.run import Run
from minitrans.views.learning import over_training

from .conftest import shares_in

SENTENCE = "the dog sees trees."


def first_probability(run, path):
    """The probability of the most probable first word, by the weights in a checkpoint."""
    translator, weights = minitrans.load(run), read_checkpoint(path, prefix="weights/")[1]
    translator.model.load({name.removeprefix("weights/"): array for name, array in weights.items()})
    (ids,) = translator.encode([SENTENCE])
    logits = translator.model.logits(np.array([[*ids, EOS]]), np.array([[BOS]]))[0, -1]
    return 1 / np.exp(logits - logits.max()).sum()


def test_records_of_checkpoints_or_of_snapshots(tiny_run, tmp_path):
    run = Run(shutil.copytree(tiny_run.path, tmp_path / "run"))
    losses = {row["step"]: row["loss"] for row in run.log if "loss" in row}
    records = over_training(run, minitrans.load(run), SENTENCE)
    assert [(each["step"], each["loss"]) for each in records] == [(step, losses[step]) for step in (80, 160)]
    knew = [first_probability(run, path) for path in run.checkpoints()]
    assert [shares_in(each)[0].max() for each in records] == pytest.approx(knew, abs=1e-5)
    assert abs(knew[1] - knew[0]) > 1e-4  # of two different steps
    (run.path / "snapshots").mkdir()
    for step, name in ((50, "step-000080.npz"), (90, "step-000160.npz")):
        shutil.copy(run.folder / name, run.path / "snapshots" / f"step-{step:06d}.npz")
    snapshots = over_training(run, minitrans.load(run), SENTENCE)
    assert [(each["step"], each["loss"]) for each in snapshots] == [
        (50, pytest.approx(0.75 * losses[40] + 0.25 * losses[80])),
        (90, pytest.approx(0.75 * losses[80] + 0.25 * losses[120])),
    ]
    assert [each["translation"] for each in snapshots] == [each["translation"] for each in records]
