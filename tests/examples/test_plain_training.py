"""The loop that is written out takes the same steps as the Trainer."""

import numpy as np

import minitrans
from minitrans.data.lines import read_pairs
from minitrans.runs.run import Run


def test_the_same_weights_as_of_the_trainer(example, command, tiny_corpus, elsewhere, capsys):
    """Bit for bit, with dropout, and so is the loss in the log."""
    flags = ["--steps", 4, "--warmup", 3, "--dropout", 0.2, "--shards", 1, "--log-steps", 1, "--average", 1]
    assert command("train", "--out", "run", *tiny_corpus, *flags).code == 0
    expected = minitrans.load("run")
    pairs, _ = read_pairs(*Run("run").files["train"])
    found = example("plain_training").train(expected.config, pairs)
    np.testing.assert_array_equal(found.model.flat, expected.model.flat)
    losses = [row["loss"] for row in Run("run").log if "loss" in row]
    assert [line.split()[3] for line in capsys.readouterr().out.splitlines()] == [f"{loss:.3f}" for loss in losses]
    assert found.translate(["she sees books."]) == expected.translate(["she sees books."])
