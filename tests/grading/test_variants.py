"""Variants of exercises: a right solution passes every stage, the book's solution fails and is told what is asked for.

The solutions here follow the options of a variant in plain formulas, and know nothing of how the variant is built.
"""

import zipfile

import numpy as np
import pytest

from minitrans.grading import grade
from minitrans.grading.runner.report import told
from minitrans.grading.runner.stub import stub
from minitrans.grading.runner.worker import run_stage
from minitrans.grading.variants import VARIANTS, find_exercise

from .solved import SOFTMAX, solution, text_of

pytestmark = pytest.mark.slow

every_variant = pytest.mark.parametrize("name", VARIANTS)


def failures(exercise, functions, seed=0):
    found = {stage: run_stage(exercise, stage, functions, seed, parts=[__file__]) for stage in exercise.stages()}
    return {stage: told(finding) for stage, finding in found.items() if finding}


def argument_order(order, names, *values):
    """From the values in the order of the variant: those in the order of the book."""
    given = dict(zip([names[i] for i in order], values, strict=True))
    return [given[name] for name in names]


def softmax(t, axis, sign):
    axis = 0 if axis == "first" else -1

    def compute(x, banned):
        e = np.where(banned, 0, np.exp(np.minimum((x - np.where(banned, -np.inf, x).max(axis, keepdims=True)) / t, 0)))
        total = e.sum(axis, keepdims=True)
        y = e / np.where(total == 0, 1, total)
        return y, y

    def allowed(x, mask=None):
        return compute(x, np.zeros(x.shape, bool) if mask is None else np.broadcast_to(~mask, x.shape))

    def forbidden(x, forbidden=None):
        return allowed(x, None if forbidden is None else ~forbidden)

    def backward(dy, y):
        return (y * (dy - (dy * y).sum(axis, keepdims=True)) / t,)

    return [forbidden if sign == "forbidden" else allowed, backward]


def cross_entropy(unit, others, first):
    log = np.log2 if unit == "bits" else np.log

    def forward(logits, targets, *, smoothing=0.0, pad=0):
        z = logits.T if first else logits
        z = z - z.max(axis=1, keepdims=True)
        n, size = z.shape
        q = np.full_like(z, smoothing / (size - 1 if others else size))
        q[np.arange(n), targets % size] = 1 - smoothing + (0 if others else smoothing / size)
        counted = (targets != pad)[:, None]
        log_p = (z - np.log(np.exp(z).sum(axis=1, keepdims=True))) * log(np.array(np.e, z.dtype))
        return -(q * log_p * counted).sum(), ((np.exp(z) / np.exp(z).sum(axis=1, keepdims=True) - q) * counted)

    def backward(dloss, cache):
        dz = dloss * cache * log(np.array(np.e, cache.dtype))
        return (dz.T if first else dz,)

    return [forward, backward]


def linear(c, sign, transposed, order):
    s = 1 if sign == "+" else -1

    def forward(*arguments):
        x, weight, bias = argument_order(order, ["x", "weight", "bias"], *arguments)
        matrix = weight.T if transposed else weight
        return c * (x @ matrix + s * bias), (x, matrix)

    def backward(dy, cache):
        x, matrix = cache
        rows, dys = x.reshape(-1, x.shape[-1]), dy.reshape(-1, dy.shape[-1])
        dmatrix = c * rows.T @ dys
        gradients = c * dy @ matrix.T, dmatrix.T if transposed else dmatrix, c * s * dys.sum(axis=0)
        return [gradients[i] for i in order]

    return [forward, backward]


def feed_forward(c, transposed, order):
    def forward(*arguments):
        x, w1, b1, w2, b2 = argument_order(order, ["x", "w1", "b1", "w2", "b2"], *arguments)
        w1, w2 = (w1.T, w2.T) if transposed else (w1, w2)
        hidden = np.maximum(x @ w1 + b1, 0)
        return c * (hidden @ w2 + b2), (x, w1, hidden, w2)

    def backward(dy, cache):
        x, w1, hidden, w2 = cache
        dy = c * dy
        dhidden = dy @ w2.T * (hidden > 0)
        dw1, dw2 = x.T @ dhidden, hidden.T @ dy
        gradients = dhidden @ w1.T, dw1, dhidden.sum(axis=0), dw2, dy.sum(axis=0)
        gradients = [each.T if transposed and i in (1, 3) else each for i, each in enumerate(gradients)]
        return [gradients[i] for i in order]

    return [forward, backward]


def layer_norm(offset, first, eps, order):
    default = eps

    def forward(*arguments, eps=default):
        x, gamma, beta = argument_order(order, ["x", "gamma", "beta"], *arguments)
        x = np.moveaxis(x, 0, -1) if first else x
        std = np.sqrt(x.var(axis=-1, keepdims=True) + eps)
        x_hat, gain = (x - x.mean(axis=-1, keepdims=True)) / std, 1 + gamma if offset else gamma
        y = gain * x_hat + beta
        return np.moveaxis(y, -1, 0) if first else y, (x_hat, std, gain)

    def backward(dy, cache):
        x_hat, std, gain = cache
        dy = np.moveaxis(dy, 0, -1) if first else dy
        g, rows = dy * gain, tuple(range(dy.ndim - 1))
        dx = (g - g.mean(axis=-1, keepdims=True) - x_hat * (g * x_hat).mean(axis=-1, keepdims=True)) / std
        gradients = np.moveaxis(dx, -1, 0) if first else dx, (dy * x_hat).sum(axis=rows), dy.sum(axis=rows)
        return [gradients[i] for i in order]

    return [forward, backward]


def scaled_dot_product_attention(t, sign, transposed, order):
    def attend(arguments, allowed):
        q, k, v = argument_order(order, "qkv", *arguments)
        k = k.swapaxes(-1, -2) if transposed else k
        scores = q @ k.swapaxes(-1, -2) / (t * q.shape[-1] ** 0.5)
        allowed = np.broadcast_to(True if allowed is None else allowed, scores.shape)
        scores = np.where(allowed, scores, -np.inf)
        top = scores.max(axis=-1, keepdims=True)
        e = np.exp(scores - np.where(np.isfinite(top), top, 0))
        total = e.sum(axis=-1, keepdims=True)
        weights = e / np.where(total == 0, 1, total)
        return weights @ v, (q, k, v, weights)

    def by_mask(*arguments, mask=None):
        return attend(arguments, mask)

    def by_forbidden(*arguments, forbidden=None):
        return attend(arguments, None if forbidden is None else ~forbidden)

    def backward(dy, cache):
        q, k, v, weights = cache
        dweights = dy @ v.swapaxes(-1, -2)
        dscores = weights * (dweights - (dweights * weights).sum(axis=-1, keepdims=True)) / (t * q.shape[-1] ** 0.5)
        dk = dscores.swapaxes(-1, -2) @ q
        gradients = dscores @ k, dk.swapaxes(-1, -2) if transposed else dk, weights.swapaxes(-1, -2) @ dy
        return [gradients[i] for i in order]

    return [by_forbidden if sign == "forbidden" else by_mask, backward]


def attention(t, sign, order):
    one_head, one_head_backward = scaled_dot_product_attention(t, "allowed", False, (0, 1, 2))

    def split(x, batch, heads):
        return x.reshape(batch, -1, heads, x.shape[-1] // heads).transpose(0, 2, 1, 3)

    def merge(x):
        return x.transpose(0, 2, 1, 3).reshape(-1, x.shape[1] * x.shape[3])

    def attend(arguments, heads, words, causal):
        q, k, v = (split(x, len(words), heads) for x in argument_order(order, "qkv", *arguments))
        mask = words[:, None, None, :]
        mask = mask & np.tri(q.shape[2], k.shape[2], dtype=bool) if causal else mask
        y, cache = one_head(q, k, v, mask=mask)
        return merge(y), (cache, len(words), heads)

    def by_words(*arguments, heads, key_mask, causal=False):
        return attend(arguments, heads, key_mask, causal)

    def by_padding(*arguments, heads, padding, causal=False):
        return attend(arguments, heads, ~padding, causal)

    def backward(dy, cache):
        cache, batch, heads = cache
        gradients = [merge(each) for each in one_head_backward(split(dy, batch, heads), cache)]
        return [gradients[i] for i in order]

    return [by_padding if sign == "padding" else by_words, backward]


def embedding(c, one, columns):
    def forward(table, ids):
        rows = table.T if columns else table
        return c * rows[ids - one], (rows.shape, ids - one)

    def backward(dy, cache):
        shape, ids = cache
        dtable = np.zeros(shape, dy.dtype)
        np.add.at(dtable, ids, c * dy)
        return (dtable.T if columns else dtable,)

    return [forward, backward]


def sinusoids(c, columns, transposed):
    def table(length, d_model):
        waves = {}
        for i in range(0, d_model, 2):
            angle = np.arange(length) / 10000 ** (i / d_model)
            waves[i] = [np.sin(angle), np.cos(angle)][: d_model - i]
        if columns == "halves":
            rows = [wave[0] for wave in waves.values()] + [wave[1] for wave in waves.values() if len(wave) == 2]
        else:
            rows = [each for i in sorted(waves, reverse=columns == "slowest first") for each in waves[i]]
        return c * (np.array(rows) if transposed else np.array(rows).T)

    return [table]


def learning_rate(first, form, c):
    def of_peak(step, peak, warmup):
        s = step + 1 - first
        return peak * min((warmup / s) ** 0.5, s / warmup)

    def of_width(step, d_model, warmup, rate=1.0):
        s = step + 1 - first
        return c * rate * d_model**-0.5 * min(s**-0.5, s * warmup**-1.5)

    def of_warmup_first(step, warmup, d_model, rate=1.0):
        return of_width(step, d_model, warmup, rate)

    return [{"peak": of_peak, "d_model": of_width, "warmup first": of_warmup_first}[form]]


def adam(first, order, decay, ascent):
    class Plain:
        def keep(self, flat, beta1, beta2, epsilon):
            self.m, self.v, self.settings = 0 * flat, 0 * flat, (beta1, beta2, epsilon)

        def change(self, flat, g, step, rate):
            (b1, b2, epsilon), t = self.settings, step + 1 - first
            self.m[...], self.v[...] = b1 * self.m + (1 - b1) * g, b2 * self.v + (1 - b2) * g * g
            move = rate * (self.m / (1 - b1**t)) / (np.sqrt(self.v / (1 - b2**t)) + epsilon)
            flat += move if ascent else -move

        if order:

            def update(self, flat, gradient, rate, step):
                self.change(flat, gradient, step, rate)
        else:

            def update(self, flat, gradient, step, rate):
                self.change(flat, gradient, step, rate)

        if decay:

            def __init__(self, flat, decay1=0.1, decay2=0.02, epsilon=1e-9):
                self.keep(flat, 1 - decay1, 1 - decay2, epsilon)
        else:

            def __init__(self, flat, beta1=0.9, beta2=0.98, epsilon=1e-9):
                self.keep(flat, beta1, beta2, epsilon)

    return [Plain]


def right(exercise):
    return globals()[exercise.name](**exercise.variant.options)


@every_variant
@pytest.mark.parametrize("seed", range(8))
def test_right_solution_of_a_variant_passes_and_that_of_the_book_fails(name, seed):
    exercise = find_exercise(name, seed)
    assert failures(exercise, right(exercise), seed=seed) == {}
    wrong = failures(exercise, solution(name))
    points = exercise.stages()
    assert sum(points[stage] for stage in points if stage not in wrong) <= (0 if "gradient" in points else 30)
    for message in wrong.values():
        assert message.endswith(f"asked for  {exercise.variant.text} (variant {seed})")


@every_variant
def test_stub_of_a_variant_is_not_written_and_describes_it(name):
    exercise = find_exercise(name, 5)
    text, defined = stub(exercise), {}
    exec(compile(text, "stub.py", "exec"), defined)
    assert defined["VARIANT"] == 5 and " ".join(exercise.variant.text.split()) in " ".join(text.split())
    functions = [defined[each] for each in exercise.names()]
    assert all(not run_stage(exercise, s, functions, parts=["stub.py"]).written for s in exercise.stages())
    assert all(len(line) <= 120 for line in text.splitlines())


@every_variant
def test_seed_chooses_one_of_several(name):
    drawn = [find_exercise(name, seed).variant for seed in range(40)]
    assert drawn[3].options == find_exercise(name, 3).variant.options
    assert len({str(each.options) for each in drawn}) >= 7
    assert len({each.source for each in drawn}) == len({str(each.options) for each in drawn})


def test_the_variants_of_a_seed_never_change():
    """A class that has its stubs must be graded by the same variants after an update."""
    assert find_exercise("softmax", 3).variant.options == dict(t=0.5, axis="first", sign="forbidden")
    assert find_exercise("linear", 3).variant.options == dict(c=0.25, sign="-", transposed=False, order=(1, 2, 0))


def test_default_of_another_variant_is_found():
    exercise = next(
        each for seed in range(20) if (each := find_exercise("layer_norm", seed)).variant.options["eps"] < 1e-3
    )
    functions = layer_norm(**exercise.variant.options | dict(eps=1e-3))
    assert next(iter(failures(exercise, functions))) == "forward"


def test_solution_of_another_variant_fails(every=range(6)):
    for name in ("softmax", "sinusoids"):
        exercises = [find_exercise(name, seed) for seed in every]
        for asked in exercises:
            for other in exercises:
                same = asked.variant.options == other.variant.options
                assert same == (failures(asked, right(other)) == {})


def test_message_has_the_axes_and_the_words_of_the_variant():
    exercise = find_exercise("softmax", 3)
    forward, backward = softmax(t=0.5, axis="last", sign="forbidden")
    message = failures(exercise, [forward, backward])["forward"]
    assert message.startswith("columns of 5: y is wrong")
    forward, backward = softmax(t=0.5, axis="first", sign="allowed")

    def inverted(x, forbidden=None):
        return forward(x, forbidden)

    message = failures(exercise, [inverted, backward])["forward"]
    assert "the mask is inverted (here True = forbidden)" in message
    forward, backward = right(exercise)
    message = failures(exercise, [lambda x, forbidden=None: (forward(x, forbidden)[0].T, None), backward])["interface"]
    assert "y has shape (3, 5), not (5, 3)" in message and "probably   a transpose" in message


# From the command line


def source(t=0.5):
    return f"""import numpy as np

VARIANT = 3


def softmax_forward(x, forbidden=None):
    x = x / {t} if forbidden is None else np.where(forbidden, -np.inf, x / {t})
    top = x.max(axis=0)
    e = np.exp(x - np.where(np.isfinite(top), top, 0))
    total = e.sum(axis=0)
    y = e / np.where(total == 0, 1, total)
    return y, y


def softmax_backward(dy, y):
    return (y * (dy - (dy * y).sum(axis=0)) / {t},)
"""


def test_line_in_the_stub_chooses_the_variant_unless_the_instructor_does(submit):
    assert submit(source()).report["score"] == 100
    plain = source().replace("VARIANT = 3", "")
    assert submit(plain).report["score"] < 100
    assert submit(plain, "--variant", 3).report["score"] == 100
    asked = submit(source(), "--variant", 4)
    assert asked.code == 1 and asked.report["score"] < 100
    assert all("(variant 4)" in message for message in asked.messages.values() if message)
    assert asked.report["extra_data"]["variant"] == 4 and "my_work.py, variant 4" in asked.out


def test_solution_of_the_book_has_no_points(submit):
    graded = submit(SOFTMAX, "--variant", 3)
    assert graded.code == 1 and graded.report["score"] == 0
    assert "asked for  softmax of x / 0.5 over the first axis; mask: True = forbidden" in graded.out


def test_exercise_without_variants_is_graded_as_it_is(submit):
    both = source() + text_of("dropout")
    assert submit(both, "--variant", 3).report["score"] == 200


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
    assert {line.split()[0] for line in listed if line.endswith("(has variants)")} == set(VARIANTS)
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
    exercise = find_exercise("linear", 3)
    grade("linear", *right(exercise), variant=3)
    assert "linear  100 / 100" in capsys.readouterr().out
    grade("linear", *right(exercise))
    assert "linear  100 / 100" not in capsys.readouterr().out
