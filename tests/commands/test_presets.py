"""The table of presets, and the paper's counts of parameters."""

import re

import pytest

from minitrans.commands.presets import FITTED, PAPER
from minitrans.config.presets import PRESETS, parameters, preset


def test_count_is_that_of_the_model(design, small_model):
    model = small_model(design)
    assert parameters(model.config) == len(model.flat)


@pytest.mark.parametrize("name", FITTED)
def test_counts_are_the_papers(name):
    """Rows without a figure have base's: 65 million."""
    vocabulary = 36_000 if name == "big" else 41_000
    assert round(parameters(preset(name, vocabulary=vocabulary)) / 1e6) == PAPER.get(name, 65)


def test_the_table(command):
    ended = command("presets")
    assert ended.code == 0
    rows = {row[0]: row[1:] for row in map(str.split, ended.out.splitlines()) if row and row[0] in PRESETS}
    assert rows.keys() == PRESETS.keys()
    assert rows["table3-B1"] == "6 512 2048 8 16 64 0.1 0.1 100000 56.0 58.0 58".split()
    assert rows["parser"][-1] == "155.5"
    assert re.search("big +6 +1024", ended.out)
