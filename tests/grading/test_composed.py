"""Faults of the composed parts that a check says itself, without a cause."""

import pytest

from minitrans.grading.exercises import EXERCISES
from minitrans.grading.program import ours
from minitrans.grading.runner.worker import run_stage

pytestmark = pytest.mark.slow

FAULTS = [  # part, old text, new text, the stage that finds it, words of its sentence
    ("encoder_layer", "*norm, *network, *last_norm", "*norm, *network[2:], *network[:2], *last_norm", "interface",
     "gradient of argument 11"),
    ("encoder_layer", "seed and (*seed, 1)", "(*(seed or ()), 1)", "invariants", "without a seed there must"),
    ("decoder_layer", "dx + dqueries + dkeys, dmemory", "dmemory, dx + dqueries + dkeys", "interface", "order of the"),
    ("decoder_layer", "(x, memory, *cross", "(memory, x, *cross", "interface", "ValueError"),
    ("transformer", "Tensor(each.astype(np.float32))", "Tensor(each)", "interface", "is float64"),
    ("transformer", "dropout=0.1", "dropout=0.0", "interface", "the defaults must be"),
    ("transformer", "seed and (*seed, 0, 0)", "(*(seed or ()), 0, 0)", "adversarial", "without a seed there must"),
    ("transformer", "return [np.ones(d_model)", "return [np.zeros(d_model)", "interface", "must begin as ones"),
    ("training", "rate, smoothing=0.1", "rate, smoothing=0.0", "interface", "the defaults must be"),
    ("training", "range(1, steps + 1)", "range(1, steps + 2)", "interface", "must yield (1, loss) and (2, loss)"),
    ("training", "new.reshape(w.data.shape)", "new", "interface", "the shape and dtype"),
    ("training", "new.reshape(w.data.shape)", "new.reshape(w.data.shape).astype(float)", "interface", "float64"),
    ("training", "batch_arrays([pairs[i]", "batch_arrays([pairs[i][::-1]", "invariants", "has become"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "stage", "words"), FAULTS)
def test_fault_is_found_in_its_stage(name, old, new, stage, words):
    exercise, defined = EXERCISES[name], ours(name, (old, new))
    functions = [defined[each] for each in exercise.names()]
    found = {each: run_stage(exercise, each, functions) for each in exercise.stages()}
    first = next(each for each, finding in found.items() if finding)
    assert first == stage and words in str(found[first])
