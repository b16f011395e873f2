"""The loop that is written out takes the same steps as the Trainer."""

import runpy
from dataclasses import replace
from pathlib import Path

import numpy as np

import minitrans
from minitrans.config import presets
from minitrans.data.lines import read_pairs
from minitrans.runs.run import Run


def test_the_same_weights_as_of_the_trainer(example, command, tiny_corpus, elsewhere, capsys):
    """Bit for bit, with dropout, and so is the loss in the log."""
    flags = "--steps 4 --warmup 3 --dropout 0.2 --shards 1 --log-steps 1 --average 1".split()
    flags += ["--cooldown", 0.5]
    assert command("train --out run", *tiny_corpus, *flags).code == 0
    expected = minitrans.load("run")
    pairs, _ = read_pairs(*Run("run").text.files["train"])
    found = example("plain_training").train(expected.config, pairs)
    np.testing.assert_array_equal(found.model.flat, expected.model.flat)
    losses = [row["loss"] for row in Run("run").log if "loss" in row]
    assert [line.split()[3] for line in capsys.readouterr().out.splitlines()] == [f"{loss:.3f}" for loss in losses]
    assert found.translate(["she sees books."]) == expected.translate(["she sees books."])


def test_the_script_runs(monkeypatch, capsys):
    small = replace(presets.preset("toy"), steps=2, log_steps=1, d_model=16, d_ff=16)
    monkeypatch.setattr(presets, "preset", {"toy": small}.get)
    runpy.run_path(str(Path(__file__).parents[2] / "examples" / "plain_training.py"), run_name="__main__")
    assert [line.split()[:2] for line in capsys.readouterr().out.splitlines()[:2]] == [["step", "1"], ["step", "2"]]
