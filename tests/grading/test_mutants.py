"""Right submissions pass every stage.  Each planted fault is found at the right stage, and the message names it."""

import inspect
import json
import re
import runpy
from pathlib import Path

import numpy as np
import pytest

from minitrans.grading.exercises import EXERCISES, layer_mistakes, training_mistakes, transformer_mistakes
from minitrans.grading.exercises.beam_search import PLACE
from minitrans.grading.exercises.exercise import EXACT, TOLERATED, within
from minitrans.grading.exercises.mistakes import ours
from minitrans.grading.exercises.operation import Operation
from minitrans.grading.runner.loading import find, load
from minitrans.grading.runner.report import told
from minitrans.grading.runner.submission import read_submission
from minitrans.grading.runner.worker import run_stage

from .solved import SOLUTIONS, defined_in, edited, solution

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
RIGHT = sorted([*SOLUTIONS.glob("*.py"), *(HERE / "variants").glob("*.py")])
MUTANTS = [
    pytest.param(path.stem, *mutant, id=f"{path.stem}-{number}-{mutant[-1]}")
    for path in sorted((HERE / "mutants").glob("*.py"))
    for number, mutant in enumerate(runpy.run_path(path)["MUTANTS"])
]


OPERATIONS = [name for name, exercise in EXERCISES.items() if isinstance(exercise, Operation)]


def failures(exercise, source, seed=0):
    """{stage: message} for the stages that fail, in order."""
    defined = defined_in(source)
    functions = [defined[name] for name in exercise.names()]
    found = {stage: run_stage(exercise, stage, functions, seed, parts=["mine.py"]) for stage in exercise.stages()}
    return {stage: told(finding) for stage, finding in found.items() if finding}


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.parametrize("seed", range(3))
def test_right_submission_passes(path, seed):
    """The name of a variant is EXERCISE-what-is-different.py."""
    exercise = EXERCISES[path.stem.partition("-")[0]]
    assert failures(exercise, path.read_text(encoding="utf-8"), seed) == {}


@pytest.mark.parametrize(("name", "old", "new", "stage", "words"), MUTANTS)
def test_mutant_is_killed_where_it_should_be_and_its_fault_named(name, old, new, stage, words):
    found = failures(EXERCISES[name], edited(name, old, new))
    assert found, "the mutant survives"
    assert next(iter(found)) == stage, found
    assert words in found[stage]


# Named mistakes that another stage finds than the cases of an operation tell, or than `forward`
FOUND_IN = {
    layer_mistakes.SEEDS: "invariants",
    **{edit.cause: "interface" for edit in transformer_mistakes.OF_WEIGHTS},
    **{edit.cause: "gradient" for edit in transformer_mistakes.OF_GRADIENTS},
    **{edit.cause: "adversarial" for edit in transformer_mistakes.OF_DROPOUT},
    **{edit.cause: "integration" for edit in (*transformer_mistakes.OF_STEPS, *training_mistakes.OF_LOOP)},
    "the layers of the encoder get no dropout": "adversarial",
    "the layers of the decoder get no dropout": "adversarial",
    transformer_mistakes.SEED_LOST: "adversarial",
    "set all grads to 0 before each backward, which adds": "adversarial",
    training_mistakes.SEED: "adversarial",
    **dict.fromkeys((training_mistakes.ONE_SEED, training_mistakes.ALL, training_mistakes.ANEW), "invariants"),
    "momentum is left out where the gradient is zero": "adversarial",
    "with an odd d_model the last sine is left out": "adversarial",
    "r and c are swapped in the brevity penalty": "adversarial",
    "x and y are swapped": "forward",
    "what an earlier user of a tensor has sent is lost: add up what all send, then pass it on": "adversarial",
    "what a later user of a tensor sends is lost: add up what all send, then pass it on": "adversarial",
    "what a user sends counts twice: pass a gradient on once, after all users have sent": "adversarial",
    PLACE: "integration",
}
COMPOSED = "encoder_layer", "decoder_layer", "transformer", "training"
MISTAKES = [
    pytest.param(exercise, edit, id=f"{exercise.name}-{edit.cause[:50]}")
    for exercise in EXERCISES.values()
    for edit in exercise.mistakes
]


@pytest.mark.parametrize(("exercise", "edit"), MISTAKES)
def test_our_part_with_a_mistake_is_refused_by_its_name(exercise, edit):
    defined = ours(exercise.name, edit.changes, edit.part)
    functions = [defined[name] for name in exercise.names()]
    findings = {stage: run_stage(exercise, stage, functions) for stage in exercise.stages()}
    stage = next(stage for stage, finding in findings.items() if finding and exercise.worded(edit) in finding.cause)
    assert stage == FOUND_IN.get(edit.cause, found_in(exercise, functions[0]))
    if exercise.name in COMPOSED:  # what an earlier stage has excluded, a later one does not name
        assert {finding.cause for finding in findings.values() if finding} <= {"", exercise.worded(edit)}


def found_in(exercise, forward):
    """The stage of the cases in which y is not ours"""
    if exercise.name not in OPERATIONS:
        return "gradient" if exercise.name == "tape" else "forward"
    for stage, cases, tolerated in (("forward", exercise.cases, EXACT), ("adversarial", exercise.hard, TOLERATED)):
        for _, inputs, constants in cases(np.random.default_rng(0)):
            with np.errstate(all="ignore"):
                y, right = (each(*inputs, **constants)[0] for each in (forward, exercise.ours()[0]))
            if not within(y, right, tolerated * abs(right).max()):
                return stage
    return "gradient"


CHAPTERS = sorted((HERE.parents[1] / "chapters").glob("[0-9]*.ipynb"))
SOLUTION = re.compile(r"<summary>Solution</summary>.*?```python\n(.*?)```", re.DOTALL)
GRADED_IN = re.compile(r'^grade\("([a-z_]+)"', re.MULTILINE)


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_solved_notebook_of_a_chapter_has_all_points(tmp_path, path):
    """Each cell that grades gets the solution below it, and the notebook is handed in as it is."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    names, cell = set(), None
    for each in notebook["cells"]:
        text = "".join(each["source"])
        if each["cell_type"] == "code" and "grade(" in text:
            cell = each
            names |= set(GRADED_IN.findall(text))
        elif cell and (solved := SOLUTION.search(text)):
            cell["source"], cell = solved[1], None
        elif cell and "Ours, which stands in" in text:  # a part of the program is the solution
            names -= set(GRADED_IN.findall("".join(cell["source"])))
            cell["source"], cell = "", None
    if not names:
        pytest.skip("it has small exercises only")
    mine = tmp_path / "mine.ipynb"
    mine.write_text(json.dumps(notebook), encoding="utf-8")
    where, made = read_submission(mine).where, load(mine, [])
    assert {name for name, exercise in EXERCISES.items() if where.keys() & exercise.names()} == names
    for name in names:
        functions = [find(made, each, mine) for each in EXERCISES[name].names()]
        assert not any(run_stage(EXERCISES[name], stage, functions) for stage in EXERCISES[name].stages())


class OneForAll(list):
    """A global cache, shared by all forwards: it holds the last cache only, or it is a stack or a queue of caches."""

    def __init__(self, place):
        self.place = place

    def wrap(self, forward, backward):
        def one_forward(*inputs, **constants):
            y, cache = forward(*inputs, **constants)
            if self.place is None:
                self.clear()
            self.append(cache)
            return y, None

        def one_backward(dy, cache):
            return backward(dy, self.pop(self.place or -1) if self.place is not None else self[0])

        return one_forward, one_backward


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("place", [None, -1, 0], ids=["last", "stack", "queue"])
def test_cache_in_a_global_variable_is_named(name, place):
    exercise, functions = EXERCISES[name], OneForAll(place).wrap(*solution(name))
    assert run_stage(exercise, "forward", functions) is None
    assert "keep it in the cache" in run_stage(exercise, "gradient", functions).cause


def without_work(kind, forward, backward):
    """A pair that has done no work, as (forward, backward) with results of the right shapes"""

    class Liar(np.ndarray):
        """It says that it is right."""

        def __array_ufunc__(self, *arguments, **options):
            return np.zeros(self.shape)

        def all(self, *arguments, **options):
            return np.True_

        def any(self, *arguments, **options):
            return np.False_

        max = sum = lambda self, *arguments, **options: 0.0

    made = {"zeros": np.zeros_like, "ones": np.ones_like, "liar": lambda y: np.ones_like(y).view(Liar)}
    make = made.get(kind, np.zeros_like)

    def wrong_forward(*inputs, **constants):
        y, _ = forward(*inputs, **constants)
        if kind == "inputs":
            return inputs[0], None
        called_by = {frame.function for frame in inspect.stack()}
        if kind == "spy":
            return (np.zeros_like(y) if "gradient" in called_by else y), (inputs, constants)
        return make(y), (inputs, constants)

    def wrong_backward(dy, cache):
        if kind == "inputs":
            return (dy,)
        inputs, constants = cache
        return tuple((make if kind == "liar" else np.zeros_like)(x) for x in inputs)

    return wrong_forward, wrong_backward


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize(("kind", "most"), [("zeros", 10), ("ones", 10), ("inputs", 10), ("liar", 0), ("spy", 30)])
def test_pair_without_work_gets_no_points_for_its_gradient(name, kind, most):
    exercise, pair = EXERCISES[name], without_work(kind, *solution(name))
    passed = [stage for stage in exercise.stages() if not run_stage(exercise, stage, pair)]
    assert sum(exercise.stages()[stage] for stage in passed) <= most, passed


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda x: x.view(type("Mine", (np.ndarray,), {})), "is a Mine, not a plain array"),
        (np.ma.MaskedArray, "is a MaskedArray, not a plain array"),
        (list, "not an array"),
        (tuple, "not an array"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_gradient_that_is_no_plain_array_is_named(name, make, words):
    forward, backward = solution(name)

    def odd(dy, cache):
        first, *others = backward(dy, cache)
        return make(first), *others

    assert words in run_stage(EXERCISES[name], "interface", (forward, odd)).what


@pytest.mark.parametrize("name", OPERATIONS)
def test_one_array_for_the_y_of_every_call_is_named(name):
    forward, backward = solution(name)
    arrays = {}

    def one_array(*inputs, **constants):
        y, cache = forward(*inputs, **constants)
        array = arrays.setdefault((y.shape, y.dtype), np.array(y))
        array[...] = y
        return array, cache

    assert "return a new array each time" in run_stage(EXERCISES[name], "forward", [one_array, backward]).what


SERIOUS = [  # kept with probability p; one mask for all rows, whole rows dropped; no seed, or a part of it
    (">= p", "< p"),
    ("rng.random(x.shape)", "rng.random(x.shape[-1])"),
    ("rng.random(x.shape)", "rng.random((*x.shape[:-1], 1))"),
    ("default_rng(seed)", "default_rng()"),
    ("default_rng(seed)", "default_rng(seed[0])"),
]


@pytest.mark.parametrize(("old", "new"), SERIOUS)
def test_dropout_of_the_wrong_entries_costs_at_least_forty_points(old, new):
    points = EXERCISES["dropout"].stages()
    assert sum(points[stage] for stage in failures(EXERCISES["dropout"], edited("dropout", old, new))) >= 40


BELOW = "every entry is too small: is an epsilon added to a denominator"
EPSILONS = [
    ("softmax", "np.where(total == 0, 1, total)", "(total + {})", BELOW),
    ("scaled_dot_product_attention", "np.where(total == 0, 1, total)", "(total + {})", BELOW),
    ("attention", "np.where(total > 0, total, 1)", "(total + {})", BELOW),
    ("cross_entropy", "sum(axis=1, keepdims=True))", "sum(axis=1, keepdims=True) + {})", "needs no epsilon"),
]


@pytest.mark.parametrize(("name", "old", "new", "words"), EPSILONS, ids=[name for name, *_ in EPSILONS])
@pytest.mark.parametrize("epsilon", [1e-9, 1e-8])
@pytest.mark.parametrize("seed", range(3))
def test_epsilon_in_a_denominator_costs_one_stage(name, old, new, words, epsilon, seed):
    found = failures(EXERCISES[name], edited(name, old, new.format(epsilon)), seed)
    assert list(found) == ["forward"] and words in found["forward"]


def test_epsilon_that_matters_costs_every_stage_that_it_changes():
    found = failures(EXERCISES["softmax"], edited("softmax", "np.where(total == 0, 1, total)", "(total + 1e-7)"))
    assert list(found) == ["forward", "adversarial", "invariants", "integration"]
    assert "all are below 1: is an epsilon added to the denominator?" in found["invariants"]


SIZES = "(len(pairs[i][0]), len(pairs[i][1]))"
ORDERS = "(t, s)", "s + t", "(max(s, t), s)", "max(s, t)"
BEST_FIRST = """
        order = sorted(range(len(stay)), key=lambda place: -live[running[stay[place]]][0][0])
        rows, words = (sum((each[place * beam :][:beam] for place in order), []) for each in (rows, words))
        stay = [stay[place] for place in order]
        state.select(rows, stay)"""
RIGHT_TOO = [("batches", SIZES, f"(lambda s, t: {order})(*map(len, pairs[i]))") for order in ORDERS]
RIGHT_TOO.append(("beam_search", "\n        state.select(rows, stay)", BEST_FIRST))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("name", "old", "new"), RIGHT_TOO)
def test_another_order_is_right_too(name, old, new, seed):
    """Batches by any order of both lengths; a beam search in which sentences change their places."""
    assert failures(EXERCISES[name], edited(name, old, new), seed) == {}
