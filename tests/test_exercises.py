"""The library passes each stage of each exercise, whose oracles are loops and formulas other than its own.

So tests/ops, test_optim.py, test_decoding.py and test_tensor.py test only what the course does not ask for.
"""

import pytest

from minitrans.grading.exercises import EXERCISES
from minitrans.grading.runner.worker import run_stage

# The stage `integration` of the others compares a training with that of the library itself.
INTEGRATED = "tape", "batches", "beam_search"
STAGES = [(name, stage) for name, exercise in EXERCISES.items() for stage in exercise.stages()]
STAGES = [(name, stage) for name, stage in STAGES if stage != "integration" or name in INTEGRATED]


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize(("name", "stage"), STAGES)
def test_stage(xp, name, stage, seed):
    assert run_stage(EXERCISES[name], stage, EXERCISES[name].wants, seed, xp) is None
