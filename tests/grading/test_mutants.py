"""Right submissions pass every stage.  Each planted fault is found at the right stage, and the message names it."""

import inspect
import json
import re
import runpy
from pathlib import Path

import numpy as np
import pytest

from minitrans.grading.exercises import EXERCISES, layer_mistakes, training_mistakes, transformer_mistakes, words
from minitrans.grading.exercises.beam_search import LIMIT, NORMALISED, PLACE, ROWS
from minitrans.grading.exercises.exercise import EXACT, TOLERATED, within
from minitrans.grading.exercises.operation import Operation
from minitrans.grading.exercises.softmax import HIDE
from minitrans.grading.exercises.tape import ADDED
from minitrans.grading.program import FILES, OURS
from minitrans.grading.runner.loading import find, load
from minitrans.grading.runner.report import told
from minitrans.grading.runner.submission import read_submission
from minitrans.grading.runner.worker import run_stage

from .solved import solution

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
STYLES = sorted((HERE / "styles").glob("*.py"))  # EXERCISE-what-is-different.py
PARTS = [f"{name}.py" for name in FILES]  # whose lines a message names
OPERATIONS = [name for name, exercise in EXERCISES.items() if isinstance(exercise, Operation)]


def failures(exercise, functions, seed=0, parts=PARTS):
    """{stage: Finding} for the stages that fail, in order."""
    found = {stage: run_stage(exercise, stage, functions, seed, parts=parts) for stage in exercise.stages()}
    return {stage: finding for stage, finding in found.items() if finding}


def changed(name, changes, part=""):
    """The functions of our part after these changes, of it or of another part"""
    defined = EXERCISES[name].defined(tuple(changes), part)
    return [defined[each] for each in EXERCISES[name].names()]


@pytest.mark.parametrize("name", EXERCISES)
@pytest.mark.parametrize("seed", range(3))
def test_our_part_passes(name, seed):
    assert failures(EXERCISES[name], solution(name), seed) == {}


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("seed", range(3))
def test_right_answer_in_another_style_passes(path, seed):
    exercise, defined = EXERCISES[path.stem.partition("-")[0]], runpy.run_path(path)
    assert failures(exercise, [defined[name] for name in exercise.names()], seed) == {}


DQ, DK = "dscores @ k", "np.swapaxes(dscores, -1, -2) @ q"
TOP, GUARD = "x.max(axis=-1, keepdims=True)", "np.where(total == 0, 1, total)"
MASK, RANDOM, SEED = "key_mask[:, None, None, :]", "random(x.shape)", "default_rng(seed)"
TO_ALL = "(keep / (1 - p))", "(keep * np.ones_like(x) / (1 - p))"
CACHE, BACK = "return x * factor, factor", "dy if cache is None else dy * "
DBETA, LAST = "dy.sum(axis=rows)", "[:, :d_model]"
UPDATE, ZEROS, STEP = "self.m = self.beta1", "self.m, self.v = np.zeros_like(flat)", "flat -= rate * m"
GRADIENT, LOGITS = "(dy * x_hat).sum(axis=rows)", "logits - logits.max(axis=1, keepdims=True)"
LOG_SUM, Q, LOSS = (
    "np.log(np.exp(z).sum(axis=1, keepdims=True))",
    "q[counts, targets[counts]]",
    "-(q * log_y)[counts].sum()",
)
OUT, NO_MATCH = "np.zeros(shape, dy.dtype) if out[0] is None else out[0]", "all(matches[n] for n in range(1, 5))"
COUNT = "learning_rate.calls = step = getattr(learning_rate, 'calls', 0) + 1"
MEAN = "np.mean(checkpoints, axis=0)"
SUM = "Tensor(self.data + other.data, True, (self, other), lambda dy: (dy, dy))"
SHARED = f"dx = dx if dx.shape == x.data.shape else summed_to(dx, x.data.shape)\n{' ' * 16}gradients[x] = "
ORDER, GROUPS = "order = list(", "return groups"
FAULTS = {  # exercise: the stage that finds it, words of its message, changes of our part, the part if it is another
    "softmax": [
        ("forward", "nearly right", (HIDE, "x = np.where(mask, x, x - 20)", "y *= mask", "pass")),
        ("gradient", "the sign: it is right times -1", ("return (y", "return (-y")),
        ("adversarial", "rows far apart", (TOP, "x.max()")),
        ("adversarial", "an overflow of exp", (f"x - {TOP}", "x")),
        ("adversarial", "attend to nothing", (GUARD, "total")),
        ("adversarial", "attend to nothing", ("np.finfo(x.dtype).min", "-1e9", "y *= mask", "pass")),
    ],
    "scaled_dot_product_attention": [
        ("interface", ".T reverses all of them", ("np.swapaxes(k, -1, -2)", "k.T")),
        ("interface", "the order of the results",
         (f"return {DQ}, {DK}", f"return {DK}, {DQ}")),
        ("interface", "np.sqrt(2) is a float64", ("q.shape[-1] ** -0.5", "1 / np.sqrt(q.shape[-1])")),
        ("gradient", "is 1/sqrt(d_k) there twice?", ("return dscores", "return scale * dscores")),
        ("adversarial", "scores of 1e4", (f"x - {TOP}", "x"), "softmax"),
        ("adversarial", "a row that may attend to nothing", (GUARD, "total"), "softmax"),
        ("invariants", "a masked key or value must not change y", (HIDE, "pass"), "softmax"),
    ],
    "attention": [
        ("adversarial", "1e4", (f"x - {TOP}", "x"), "softmax"),
        ("adversarial", "nothing but padding", (GUARD, "total"), "softmax"),
        ("adversarial", "padding before and between", (MASK, "np.sort(key_mask)[:, None, None, ::-1]")),
        ("adversarial", "a query that sees no key gets zeros",
         ("y *= mask", "y *= mask.any(axis=(-1, -2), keepdims=True)"), "softmax"),
    ],
    "linear": [
        ("interface", "y is float64 where the inputs are float32", ("+ bias", "+ bias.astype(float)")),
        ("interface", "mismatch", ("dy @ weight.T", "dy @ weight")),
        ("interface", "(y, cache)", ("bias, (x, weight)", "bias")),
        ("interface", "forward has changed", ("return x @", "x += 1\n    return x @")),
        ("interface", "backward has changed", ("return dy @", "dy /= len(dy)\n    return dy @")),
        ("interface", "argument 2 (bias) has shape (3, 7), not (7,)", ("drows.sum", "dy.sum")),
        ("forward", "lower precision", ("x @ weight", "x.astype('f').astype(x.dtype) @ weight")),
        ("gradient", "argument 2 (bias)", ("drows.sum", "weight.sum")),
        ("adversarial", "one row without a batch", ("x.reshape(-1, x.shape[-1])", "x.reshape(-1, x.shape[1:][-1])")),
    ],
    "feed_forward": [("adversarial", "one row", ("forward(x, w1, b1)", "forward(np.squeeze(x), w1, b1)"))],
    "layer_norm": [
        ("gradient", "a mean for a sum", (DBETA, "dy.mean(axis=rows)")),
        ("gradient", "the order of the results", (f"{GRADIENT}, {DBETA}", f"{DBETA}, {GRADIENT}")),
        ("gradient", "an eps of 0.5", ("(x_hat, std, gamma)\n", "(x_hat, x.std(axis=-1, keepdims=True), gamma)\n")),
        ("adversarial", "four axes", ("tuple(range(dy.ndim - 1))", "(0, 1)[: dy.ndim - 1]")),
        ("adversarial", "a mean of 300", ("(centred * centred).mean(axis=-1, keepdims=True)",
         "(x * x).mean(axis=-1, keepdims=True) - x.mean(axis=-1, keepdims=True) ** 2")),
        ("invariants", "has changed its cache", (DBETA, f"({DBETA}, x_hat.fill(2))[0]")),
        ("invariants", "0.0001 x", ("x_hat = centred / std", "x_hat = centred / np.where(std < 0.05, 1, std)")),
    ],
    "embedding": [
        ("interface", "y has shape (12, 5), not (3, 4, 5)", ("return table[ids]", "return table[ids.ravel()]")),
        ("interface", "gradient of argument 0 (table) is float64", ("(shape, dy.dtype)", "(shape)")),
        ("gradient", "off by one", (", ids, dy)", ", ids - 1, dy)")),
        ("gradient", "nothing was added", (OUT, "np.zeros(shape, dy.dtype)")),
        ("gradient", "add the gradient to what is in out", (OUT, f"{OUT}\n    dtable[...] = 0")),
        ("gradient", "must return out itself", ("return (dtable,)", "return (dtable.copy(),)")),
        ("adversarial", "the first and the last id",
         ("return table[ids]", "return table[np.minimum(ids, max(len(table) - 2, 0))]")),
    ],
    "cross_entropy": [
        ("interface", "np.asarray(y, x.dtype) makes", (LOSS, f"float({LOSS})")),
        ("forward", "the sign", (LOSS, LOSS[1:])),
        ("adversarial", "meets log(0)", (f"z - {LOG_SUM}", "np.log(np.exp(z) / np.exp(z).sum(axis=1, keepdims=True))")),
        ("adversarial", "exp(z) overflows", (LOGITS, "logits")),
        ("adversarial", "1e4", (LOGITS, "logits - logits.max()")),
        ("adversarial", "padding of id -100", (Q, "q[range(len(q)), targets]")),
        ("invariants", "with -1 times dy", ("dloss * cache", "abs(dloss) * cache")),
    ],
    "dropout": [
        ("interface", "must return a tuple", (f"({BACK}cache,)", f"{BACK}cache")),
        ("forward", "used as the probability of keeping", (">= p", "< p", "(1 - p))", "p)")),
        ("forward", "used as the probability of keeping", (">= p", "< p")),
        ("forward", "constant along axis 0", (RANDOM, "random(x.shape[-1])", *TO_ALL)),
        ("forward", "constant along axis 2", (RANDOM, "random((*x.shape[:-1], 1))", *TO_ALL)),
        ("forward", "the same seed must give the same mask", (SEED, "default_rng()")),
        ("forward", "use every number of the seed", (SEED, "default_rng(seed[0])")),
        ("forward", "use every number of the seed", (SEED, "default_rng(sum(seed))")),
        ("forward", "use every number of the seed", (SEED, "default_rng(hash(seed) % 256)")),
        ("forward", "(3, 11, 0, 2, 5) and (31, 1, 0, 2, 5) give the same",
         (SEED, "default_rng(int(''.join(map(str, seed))))")),
        ("forward", "without a seed y = x", ("seed is None or p == 0", "p == 0")),
        ("forward", "dropped together too often",
         (RANDOM, "random((*x.shape[:-1], -(-x.shape[-1] // 2))).repeat(2, axis=-1)[..., : x.shape[-1]]")),
        ("forward", "drops nearly the same number",
         (f"{RANDOM} >= p", "permutation(x.size).reshape(x.shape) >= round(p * x.size)")),
        ("forward", "is kept, not 0.65", (">= p", ">= round(p, 1)")),
        ("gradient", "that of the last forward",
         (CACHE, f"dropout_forward.last = factor\n    {CACHE}", f"{BACK}cache", f"{BACK}dropout_forward.last")),
        ("gradient", "not that of the forward",
         (CACHE, "return x * factor, p", f"{BACK}cache", f"{BACK}(np.random.rand(*dy.shape) >= cache) / (1 - cache)")),
        ("adversarial", "zeros in x", (CACHE, "return x * factor, ((x * factor != 0) / (1 - p)).astype(x.dtype)")),
    ],
    "sinusoids": [
        ("interface", "transposed", (LAST, f"{LAST}.T")),
        ("interface", "not float64", (LAST, f"{LAST}.astype('f')")),
        ("interface", "not an array", (LAST, f"{LAST}.tolist()")),
        ("adversarial", "the table ends after 5000 positions", (LAST, f"{LAST}[:5000]")),
        ("adversarial", "sinusoids(70000, 4)", ("np.arange(length)", "(np.arange(length) % 65536)")),
    ],
    "adam": [
        ("interface", "written to the gradient", ("gradient**2", "np.square(gradient, out=gradient)")),
        ("interface", "m in float64", (ZEROS, "self.m, self.v = np.zeros(flat.shape)")),
        ("interface", "not the array that Adam(flat) was given",
         (ZEROS, f"self.flat = flat\n        {ZEROS}", UPDATE, f"flat = self.flat\n        {UPDATE}")),
        ("forward", "do you use the power 0 in the first step", (UPDATE, f"step -= 1\n        {UPDATE}")),
        ("adversarial", "1e+15", (UPDATE, f"gradient = gradient.clip(-5, 5)\n        {UPDATE}")),
        ("adversarial", "an array of length 131075", (STEP, "flat -= (np.arange(flat.size) < 131072) * rate * m")),
        ("invariants", "not in the class",
         (ZEROS, "Adam.m, self.v = np.zeros_like(flat)", f"{UPDATE} * self.m", "Adam.m = self.beta1 * self.m")),
    ],
    "learning_rate": [
        ("interface", "a number, not None", ("return rate", "rate")),
        ("interface", "do not count the calls", ("return rate", f"{COUNT}\n    return rate")),
        ("interface", "is 1 subtracted from the step", ("return rate", "step -= 1\n    return rate")),
        ("adversarial", "1000000000", ("return rate", "step = min(step, 100_000)\n    return rate")),
    ],
    "evaluation": [
        ("interface", "has changed an array", (MEAN, f"{MEAN[:-1]}, out=checkpoints[0])")),
        ("adversarial", "nothing in common: ValueError", (f"not {NO_MATCH}", "False")),
    ],
    "tape": [
        ("interface", "must be a Tensor, not ndarray", (SUM, "self.data + other.data")),
        ("interface", "data is float64", ("self.grad = data, ", "self.grad = data.astype(float), ")),
        ("interface", "float64 where", ("np.ones_like(self.data)", "np.ones(self.data.shape)")),
        ("interface", "x + y has changed",
         ("self.data + other.data", "np.add(self.data, other.data, out=self.data)")),
        ("interface", "None or zeros", ("requires_grad, None", "requires_grad, np.ones_like(data)")),
        ("gradient", "has shape", (", keepdims=True", "")),
        ("gradient", "overwritten, not accumulated", ("tensor.grad + dy", "dy.copy()")),
        ("adversarial", "backward(dy) has changed",
         (ADDED, f"{SHARED}np.add(gradients[x], dx, out=gradients[x]) if x in gradients else dx")),
        ("adversarial", "not once per path",
         ("{self}, [self]", "{self}, [(self, np.ones_like(self.data) if dy is None else dy)]",
          "for tensor in todo:", "for tensor in ():",
          "for tensor in sorted(graph, key=lambda each: -each.age):", "for tensor, dy in todo:",
          "dy = gradients.pop(tensor)", "pass", ADDED, "todo.append((x, summed_to(dx, x.data.shape)))")),
        ("adversarial", "RecursionError",
         ("for tensor in todo:", "def visit(tensor):", "graph |= new", "graph.update(new)",
          "todo += new", "list(map(visit, new))\n\n        visit(self)")),
        ("adversarial", "requires_grad=False", (" and tensor.requires_grad", "")),
        ("adversarial", "are the same array",
         ("dy.copy()", "dy", ADDED, f"{SHARED}gradients[x] + dx if x in gradients else dx")),
        ("invariants", "dy of zeros", ("if dy is None", "if dy is None or not dy.any()")),
    ],
    "batches": [
        ("interface", "list of indices", ("append(i)", "append(pairs[i])")),
        ("interface", "a list of lists", (GROUPS, f"{GROUPS[:7]}iter(groups)")),
        ("interface", "has changed the list", (ORDER, f"pairs.sort(key=lambda pair: len(pair[0]))\n    {ORDER}")),
        ("forward", "almost all of it in the target", ("size[i][::-1]", "size[i][0]")),
        ("forward", "almost all of it in the source", ("size[i][::-1]", "size[i][1]")),
        ("forward", "is the last batch added", (GROUPS, f"{GROUPS}[:-1]")),
        ("forward", "2 times", (GROUPS, f"{GROUPS} + groups[:1]")),
        ("forward", "there are 30 batches", ("max(full) > batch_tokens", "True")),
        ("forward", "sort pairs by length", ("order.sort(", "sorted(order, ")),
        ("forward", "shuffle them before that",
         ("groups, full =", "order = order if rng is None else rng.permutation(order)\n    groups, full =")),
        ("adversarial", "it is too long",
         ("in order:\n", "in order:\n        if max(size[i]) > batch_tokens:\n            continue\n")),
        ("adversarial", "is empty",
         ("append([])\n", "extend([[]] if max(size[i]) <= batch_tokens else [[], []])\n")),
        ("adversarial", "no pairs", (GROUPS, f"groups[-1]\n    {GROUPS}")),
        ("invariants", "use rng to shuffle", (ORDER, f"rng = None\n    {ORDER}")),
        ("invariants", "only from rng", ("rng.permutation(len(pairs))", "np.random.permutation(len(pairs))")),
        ("invariants", "in order of length", ("[groups[i] for i in rng.permutation(len(groups))]", "groups")),
        ("invariants", "shuffle pairs of equal length",
         ("rng.permutation(len(pairs)).tolist()", "list(range(len(pairs)))")),
    ],
    "words": [
        ("interface", "a list of texts", ("return re.findall", "return re.finditer")),
        ("interface", "a list of 262 bytes", ("[bytes([i]) for", "[chr(i) for")),
        ("interface", "a list of pairs of ids", ("merges.append(tuple(map(ord, best)))", "merges.append(best)")),
        ("adversarial", "more merges than the text has", (", default=0)", ")")),
        ("adversarial", "UnicodeDecodeError", ('errors="replace"', "")),
    ],
    "arrays": [
        ("interface", "an array of whole numbers", ("fillvalue=PAD))).T", "fillvalue=PAD)), float).T")),
        ("interface", "has changed its pairs", ("[*t, EOS] for t", "t.append(EOS) or t for t")),
        ("adversarial", "tuples", ("[*s, EOS]", "s + [EOS]")),
    ],
    "pairs": [
        ("interface", "must return a Tensor", ("return Tensor(y,", "return y, (")),
        ("interface", "for each float array, here 2", ("return dy @ table, dy.T @ x", "return dy @ table")),
    ],
    "main": [
        ("interface", "nothing else", ("yield step, loss", "yield step")),
        ("invariants", "before it asks", ("for line in lines", "for line in list(lines)")),
    ],
    "beam_search": [
        ("interface", "contains BOS", ("live[row][1][1:]", "live[row][1]")),
        ("interface", "contains EOS", ("live[row][1][1:]", "[*live[row][1][1:], EOS]")),
        ("interface", "contains UNK", ("[PAD, BOS, UNK]", "[PAD, BOS]")),
        ("interface", "needs 1 to nbest", ("return ended[:nbest]", "return ended[0]")),
        ("interface", "needs 1 to nbest", ("return ended[:nbest]", "return ended")),
        ("interface", "must end with EOS = 2", ("[*sentence, EOS]", "[*sentence, PAD]")),
        ("interface", "start with BOS = 1", ("(0.0, [BOS])", "(0.0, [EOS])")),
        ("interface", "the defaults must be {'beam': 4", ("beam=4", "beam=5")),
        ("interface", "call state.select first", (f"state.select({ROWS}, [0])", "pass")),
        ("forward", "none of them twice",
         ("live, ended = [(0.0, [BOS])]", "state.select([0] * beam, [0])\n    live, ended = [(0.0, [BOS])] * beam")),
        ("forward", "the best score comes first", ("-each[0]", "-each[1]")),
        ("forward", "sort the wrong way",
         ("argsort(-totals", "argsort(np.where(totals > -np.inf, totals, np.inf)")),
        ("forward", "and EOS is one of them", (LIMIT, f"{LIMIT} + 1")),
        ("forward", "fewer than the beam has hypotheses",
         ("totals = log_p", "np.argpartition(log_p, -beam)\n        totals = log_p")),
        ("forward", "is wrong", ("[[total] for total, _ in live]", "live[0][0]")),
        ("adversarial", "at most 3 pieces", (LIMIT, "len(sentence) + max_extra")),
        ("adversarial", "exp overflows",
         (" - logits.max(axis=1, keepdims=True)", "",
          "flat[i] > -np.inf", "flat[i] != -np.inf and i % log_p.shape[1] not in (PAD, BOS, UNK)",
          NORMALISED, "np.log(np.exp(z) / np.exp(z).sum(axis=1, keepdims=True))")),
        ("adversarial", "may have 30 + 50 pieces", (LIMIT, f"min(50, {LIMIT})")),
        ("adversarial", "may have 30 + 50 pieces",
         ("max_extra=50", "max_extra=None", "max_extra, nbest) for", "max_extra or 20, nbest) for")),
        ("adversarial", "score is wrong", ("5 + length", "5 + min(length, 20)")),
        ("integration", "log_probability is wrong", ("state.select(", "len(best) != len(log_p) and state.select(")),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "stage", "words", "changes", "part"),
    [
        pytest.param(name, *fault, *[""][len(fault) - 3 :], id=f"{name} {number} {fault[1]}")
        for name, faults in FAULTS.items()
        for number, fault in enumerate(faults)
    ],
)
def test_our_part_with_a_fault_is_refused_where_it_should_be(name, stage, words, changes, part):
    found = failures(EXERCISES[name], changed(name, changes, part))
    assert next(iter(found), "") == stage, found
    assert words in told(found[stage])


OF_STYLES = [  # what our parts cannot do wrong: the style, old text, new text, the stage that finds it, its words
    ("beam_search-whole-arrays", "* beam + slots", "* 0 + slots", "forward", "mixed up sentences"),
]


@pytest.mark.parametrize(("style", "old", "new", "stage", "words"), OF_STYLES, ids=[each[-1] for each in OF_STYLES])
def test_style_with_a_fault_is_refused_where_it_should_be(style, old, new, stage, words):
    text, exercise = (HERE / "styles" / f"{style}.py").read_text("utf-8"), EXERCISES[style.partition("-")[0]]
    assert text.count(old) == 1, old
    defined = {}
    exec(text.replace(old, new), defined)
    found = failures(exercise, [defined[name] for name in exercise.names()])
    assert next(iter(found), "") == stage, found
    assert words in told(found[stage])


# Named mistakes that another stage finds than the cases of an operation tell, or than `forward`
FOUND_IN = {
    **dict.fromkeys((words.ALONE, words.HALF), "adversarial"),
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
    **dict.fromkeys(
        (edit.cause for edit in EXERCISES["pairs"].mistakes if "gradient" in edit.cause or "pull" in edit.cause),
        "gradient",
    ),
    "momentum is left out where the gradient is zero": "adversarial",
    "with an odd d_model the last column is zeros": "adversarial",
    "r and c are swapped in the brevity penalty": "adversarial",
    "x and y are swapped": "forward",
    "what an earlier user of a tensor has sent is lost: add up what all send, then pass it on": "adversarial",
    "what a later user of a tensor sends is lost: add up what all send, then pass it on": "adversarial",
    "what a user sends counts twice: pass a gradient on once, after all users have sent": "adversarial",
    PLACE: "integration",
    "if no n-gram of some length matches, BLEU is 0: nothing is smoothed": "adversarial",
    "capital letters count: words are compared as they are": "adversarial",
}
COMPOSED = "encoder_layer", "decoder_layer", "transformer", "training"
MISTAKES = [
    pytest.param(exercise, edit, id=f"{exercise.name}-{edit.cause[:50]}")
    for exercise in EXERCISES.values()
    for edit in exercise.mistakes
]


@pytest.mark.parametrize(("exercise", "edit"), MISTAKES)
def test_our_part_with_a_mistake_is_refused_by_its_name(exercise, edit):
    functions = changed(exercise.name, edit.changes, edit.part)
    file = OURS[edit.part or exercise.name][0].name
    found = failures(exercise, functions, parts=[file])
    stage = next(stage for stage, finding in found.items() if edit.cause in finding.cause)
    assert stage == FOUND_IN.get(edit.cause, found_in(exercise, functions[0]))
    if exercise.name in COMPOSED:  # what an earlier stage has excluded, a later one does not name
        assert {finding.cause for finding in found.values()} <= {"", edit.cause}


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
        elif cell and "Our version is in" in text:  # a part of the program is the solution
            names -= set(GRADED_IN.findall("".join(cell["source"])))
            cell["source"], cell = "", None
    if not names:
        pytest.skip("it has small exercises only")
    mine = tmp_path / "mine.ipynb"
    mine.write_text(json.dumps(notebook), encoding="utf-8")
    where = read_submission(mine).where
    assert {name for name, exercise in EXERCISES.items() if where.keys() & exercise.names()} == names
    for name in names:
        made = load(mine, [], exercise=name)
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


@pytest.mark.parametrize("changes", [changes for *_, changes in FAULTS["dropout"][2:7]], ids=str)
def test_dropout_of_the_wrong_entries_costs_at_least_forty_points(changes):
    points = EXERCISES["dropout"].stages()
    assert sum(points[stage] for stage in failures(EXERCISES["dropout"], changed("dropout", changes))) >= 40


EPSILONS = [  # exercise, the part that changes, old text, new text, words of the cause
    *((name, "softmax", GUARD, "(total + {})", "is an epsilon added to a denominator")
      for name in ("softmax", "scaled_dot_product_attention", "attention")),
    ("cross_entropy", "", ".sum(axis=1, keepdims=True))", ".sum(axis=1, keepdims=True) + {})", "needs no epsilon"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "part", "old", "new", "words"), EPSILONS, ids=[name for name, *_ in EPSILONS])
@pytest.mark.parametrize("epsilon", [1e-9, 1e-8])
@pytest.mark.parametrize("seed", range(3))
def test_epsilon_in_a_denominator_costs_one_stage(name, part, old, new, words, epsilon, seed):
    found = failures(EXERCISES[name], changed(name, (old, new.format(epsilon)), part), seed)
    assert list(found) == ["forward"] and words in found["forward"].cause


def test_epsilon_that_matters_costs_every_stage_that_it_changes():
    found = failures(EXERCISES["softmax"], changed("softmax", (GUARD, "(total + 1e-5)")))
    assert list(found) == ["forward", "gradient", "adversarial", "invariants", "integration"]
    assert "all are below 1: is an epsilon added to the denominator?" in found["invariants"].what
