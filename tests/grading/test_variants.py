"""Variants: the changed part is right, the book's is refused, and each common mistake is named.

Each formula here follows from what a variant asks for in words, and knows nothing of the changed code.
"""

import math
import re
import zipfile
from functools import partial
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

from minitrans.grading import grade
from minitrans.grading.conventions import OPTIONS
from minitrans.grading.exercises import EXERCISES
from minitrans.grading.exercises.attention import allowed, multi_head
from minitrans.grading.runner.stub import stub
from minitrans.grading.runner.worker import run_stage
from minitrans.grading.variants import find_exercise, variant

from .solved import SOFTMAX, part_of, text_of
from .test_mutants import FOUND_IN, failures, found_in

pytestmark = pytest.mark.slow

every_exercise = pytest.mark.parametrize("name", OPTIONS)
ALL = [(name, texts) for name, options in OPTIONS.items() for texts in product(*options)]
every_variant = pytest.mark.parametrize(("name", "texts"), ALL, ids=[f"{name} {'; '.join(t)}" for name, t in ALL])


# What a variant asks for: (its words, the first number in them, the book's oracle, the arguments) -> y


def softmax(asked, t, right, x, mask=None):
    axis, mask = 0 if "first axis" in asked else -1, True if mask is None else mask ^ ("forbidden" in asked)
    x, mask = (np.moveaxis(each, axis, -1) for each in (x / t, np.broadcast_to(mask, x.shape)))
    return np.moveaxis(right(x, mask), -1, axis)


def cross_entropy(asked, _, right, logits, targets, smoothing=0.0, pad=0):
    smoothing /= 1 - 1 / logits.shape[1] if "V - 1" in asked else 1
    words = max(1, (targets != pad).sum()) if "mean" in asked else 1
    return right(logits, targets, smoothing, pad) / words / np.log(2 if "bits" in asked else 10)


def linear(asked, c, right, x, weight, bias):
    return c * right(x, weight, -bias if "subtracted" in asked else bias)


def feed_forward(asked, c, right, x, w1, b1, w2, b2):
    slope = float(asked.split("max(")[1].split()[0]) if "leaky" in asked else 0
    return c * ((1 - slope) * right(x, w1, b1, w2, 0 * b2) + slope * (x @ w1 + b1) @ w2 + b2)


def layer_norm(asked, _, right, x, gamma, beta, eps=None):
    eps, gain = eps or float(re.search("eps is (.*) by", asked)[1]), 2 * gamma if "2 gamma" in asked else 1 + gamma
    if "no mean" in asked:
        return gain * x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps) + beta
    return right(x, gain, beta, eps)


def scaled_dot_product_attention(asked, t, right, q, k, v, mask=None):
    return right(q / t, k, v, None if mask is None else mask ^ ("forbidden" in asked))


def attention(asked, t, _, q, k, v, *, heads, key_mask, causal=False):
    mask = allowed(q, key_mask, causal)
    if causal and "itself" in asked:
        mask = mask & ~np.eye(*mask.shape[2:], dtype=bool)
    if "h-th" not in asked:
        return multi_head(q / t, k, v, heads, mask)
    one_head = [multi_head(q[:, i::heads] / t, k[:, i::heads], v[:, i::heads], 1, mask) for i in range(heads)]
    return np.stack(one_head, axis=-1).reshape(len(q), -1)


def embedding(asked, c, right, table, ids):
    return c * right(table[::-1] if "end" in asked else table, ids)


def sinusoids(asked, c, _, length, d_model):
    table, base, half = np.empty((length, d_model)), 1000 if "1000" in asked else 10000, (d_model + 1) // 2
    for t, column in np.ndindex(table.shape):
        i, second = divmod(column, half)[::-1] if "all sines" in asked else divmod(column, 2)
        wave = math.cos if bool(second) != ("before" in asked) else math.sin
        table[t, column] = c * wave(t / base ** (2 * i / d_model))
    return table


def adam(asked, _, __, flat, beta1=0.9, beta2=None, epsilon=1e-9):
    beta2, m, v = beta2 or float((re.search("beta2 is (.*) by", asked) or [0, 0.98])[1]), 0 * flat, 0 * flat

    def update(flat, g, step, rate):
        power = step + ("first step is 0" in asked)
        m[...], v[...] = beta1 * m + (1 - beta1) * g, beta2 * v + (1 - beta2) * g * g
        square, inside = v / (1 - beta2**power), epsilon * ("under" in asked)
        move = rate * m / (1 - beta1**power) / (np.sqrt(square + inside) + epsilon - inside)
        flat += move if "uphill" in asked else -move

    return SimpleNamespace(update=update)


def learning_rate(asked, c, _, step, d_model, warmup, rate):
    s, p = step + ("first step is 0" in asked), 1 if "with the step" in asked else 0.5
    return c * rate / d_model**0.5 * min(s**-p, s / warmup ** (1 + p))


@every_variant
def test_changed_part_has_all_points_and_that_of_the_book_those_of_its_form(name, texts):
    exercise, asked = variant(name, texts, 3), "; ".join(texts)
    number = float((re.search(r"\d\S*", asked) or ["nan"])[0].strip(";"))
    exercise.oracle = partial(globals()[name], asked, number, EXERCISES[name].oracle)
    assert failures(exercise, exercise.ours()) == {}
    wrong = failures(exercise, EXERCISES[name].ours())
    assert exercise.stages().keys() - wrong.keys() == {"interface"}
    assert {finding.asked for finding in wrong.values()} == {exercise.asked}


@every_exercise
def test_stub_of_a_variant_is_not_written_and_says_what_is_asked_for(name):
    drawn = [variant(name, texts, 5) for texts in product(*OPTIONS[name])]
    for exercise in drawn:
        text, defined = stub(exercise), {}
        exec(compile(text, "stub.py", "exec"), defined)
        assert defined["VARIANT"] == 5 and exercise.asked in " ".join(text.split())
        assert all(len(line) <= 120 for line in text.splitlines())
        functions = [defined[each] for each in exercise.names()]
        assert not run_stage(exercise, "interface", functions, parts=["stub.py"]).written
    # Each has other signatures or docstrings.
    assert len({stub(each).partition("VARIANT")[2] for each in drawn}) == len(drawn) >= 7


@every_exercise
def test_mistake_that_is_offered_is_named_in_the_first_and_the_last_variant_with_it(name):
    offered = {}
    for texts in product(*OPTIONS[name]):
        exercise = variant(name, texts, 3)
        for edit in exercise.mistakes:
            offered.setdefault((edit.cause, edit.changes), []).append((exercise, edit))
    for pairs in offered.values():
        for seed, (exercise, edit) in enumerate((pairs[0], pairs[-1])):
            functions = exercise.ours(edit)
            stage = FOUND_IN.get(edit.cause, found_in(exercise, functions[0]))
            assert edit.cause in run_stage(exercise, stage, functions, seed).cause


def test_the_variants_of_a_seed_never_change():
    """A class that has its stubs must be graded by the same variants after an update."""
    assert find_exercise("softmax", 3).asked == (
        "x is divided by 0.5; the softmax runs over the first axis; mask: True = forbidden (variant 3)"
    )
    assert find_exercise("linear", 3).asked == "y is multiplied by 0.25; the bias is subtracted (variant 3)"


# From the command line


def source(name="softmax"):
    return "import numpy as np\n\nVARIANT = 3\n\n\n" + part_of(name, *find_exercise(name, 3).changes)


def test_line_in_the_stub_chooses_the_variant_unless_the_instructor_does(submit):
    assert submit(source()).report["score"] == 100
    plain = source().replace("VARIANT = 3", "")
    assert submit(plain).report["score"] < 100
    assert submit(plain, "--variant", 3).report["score"] == 100
    asked = submit(source(), "--variant", 4)
    assert asked.code == 1 and asked.report["score"] < 100
    assert all("(variant 4)" in message for message in asked.messages.values() if message)
    assert asked.report["extra_data"]["variant"] == 4 and "my_work.py, variant 4" in asked.out
    assert submit(SOFTMAX, "--variant", 3).report["score"] == 10


def test_others_and_stages_are_graded_as_they_are(submit):
    graded = submit(source("adam") + text_of("dropout"), "--variant", 3)
    assert graded.report["score"] == 200 and "adam: invariants" not in graded.scores


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (source() + "VARIANT = 4\n", "VARIANT has several values, [3, 4]"),
        (source().replace("VARIANT = 3", "VARIANT = 'x'"), "line 3: VARIANT 'x': must be a whole number"),
        (source().replace("VARIANT = 3", "VARIANT = -1"), "VARIANT None: must be a whole number"),
    ],
)
def test_line_that_chooses_no_variant_is_refused(submit, text, words):
    graded = submit(text)
    assert graded.report["score"] == 0 and words in next(iter(graded.messages.values()))


def test_missing_function_names_the_stub_of_the_variant(submit):
    graded = submit(source().partition("def softmax_backward")[0])
    assert "grading stub softmax --variant 3" in graded.messages["softmax: interface"]


def test_stub_and_list_and_zip(command, tmp_path):
    shown = command("grading", "stub", "softmax", "linear", "--variant", 3)
    assert shown.code == 0 and shown.out.count("VARIANT = 3") == 2
    listed = command("grading", "list").out.splitlines()
    assert {line.split()[0] for line in listed if line.endswith("(has variants)")} == set(OPTIONS)
    refused = command("grading", "stub", "tape", "--variant", 3)
    assert refused.code == 2 and refused.err.startswith("error: tape: has no variants; these have: softmax, ")
    refused = command("grading", "stub", "softmax", "--variant", -3)
    assert refused.code == 2 and refused.err.startswith("error: --variant -3: must be") and refused.err.count("\n") == 1
    path = tmp_path / "autograder.zip"
    assert command("grading", "zip", "softmax", "--variant", 3, "--output", path).code == 0
    with zipfile.ZipFile(path) as archive:
        assert "--seed 0 --variant 3 " in archive.read("run_autograder").decode()
    refused = command("grading", "zip", "softmax", "--variant", -3, "--output", path)
    assert refused.code == 2 and refused.err.startswith("error: --variant -3: must be")


def test_variant_in_a_notebook(capsys):
    functions = find_exercise("linear", 3).ours()
    grade("linear", *functions, variant=3)
    assert "linear  100 / 100" in capsys.readouterr().out
    grade("linear", *functions)
    assert "linear  100 / 100" not in capsys.readouterr().out
