"""Right submissions pass every stage; a planted fault is found at the stage where it should be, and named."""

import runpy
from pathlib import Path

import pytest

from minitrans.grading.exercises import EXERCISES
from minitrans.grading.worker import run_stage

HERE = Path(__file__).parent
RIGHT = sorted([*(HERE / "solutions").glob("*.py"), *(HERE / "variants").glob("*.py")])
MUTANTS = [
    pytest.param(path.stem, *mutant[1:], id=f"{path.stem}-{mutant[0]}")
    for path in sorted((HERE / "mutants").glob("*.py"))
    for mutant in runpy.run_path(path)["MUTANTS"]
]


def failures(exercise, source, seed=0):
    """{stage: message} of the stages that fail, in order."""
    defined = {}
    exec(compile(source, "mine.py", "exec"), defined)
    functions = [defined[name] for name in exercise.names()]
    found = {stage: run_stage(exercise, stage, functions, seed, parts=["mine.py"]) for stage in exercise.stages()}
    return {stage: message for stage, message in found.items() if message}


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.parametrize("seed", range(3))
def test_right_submission_passes(path, seed):
    """A variant is called EXERCISE-what-is-different.py"""
    exercise = EXERCISES[path.stem.partition("-")[0]]
    assert failures(exercise, path.read_text(encoding="utf-8"), seed) == {}


@pytest.mark.parametrize(("name", "old", "new", "stage", "words"), MUTANTS)
def test_mutant_is_killed_where_it_should_be_and_its_fault_named(name, old, new, stage, words):
    source = (HERE / "solutions" / f"{name}.py").read_text(encoding="utf-8")
    assert source.count(old) == 1, old
    found = failures(EXERCISES[name], source.replace(old, new))
    assert found, "the mutant survives"
    assert next(iter(found)) == stage, found
    assert words in found[stage]


def test_there_are_enough_of_them():
    assert len(MUTANTS) >= 40 and len(RIGHT) >= len(EXERCISES) + 10
    assert {mutant.values[0] for mutant in MUTANTS} == set(EXERCISES)
