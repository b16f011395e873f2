"""Correctness and speed of the kernels on this GPU: the report of `minitrans benchmark --backend cupy --report FILE`.

All data is random, so nothing has to be downloaded.  The report has five parts, and each is a function below that adds
its results to a dict.  Each runs in a process of its own, because after one illegal address a process can do nothing
more on a GPU.  The file is written after each part, so an interrupted run keeps the earlier ones.  If a part fails, its
traceback is part of the report and the next part runs.
"""

import json
import statistics
import subprocess
import sys
import time
import traceback
from functools import partial
from types import SimpleNamespace

import numpy as np

from ... import ops
from ...backend import bfloat16, synchronize
from ...config import Config
from ...cuda.graphs import Eager, graphs_of
from ...cuda.matmul import matmul
from ...cuda.packed import spans_of_mask
from ...engine import engine
from ...nn import Transformer
from ...system.cupy import computes_in
from ...system.files import read_json, write_whole
from .gpu_profile import profile
from .jobs import SIZES, WARM_UP, Decoding, Training, draw_batches, measure, words_of

TOLERANCE = {"float32": 1e-4, "tf32": 2e-2, "bfloat16": 5e-2}  # largest allowed result of `difference`
BASE = dict(rows=25000, sentences=1000, width=512, d_ff=2048, heads=8, vocabulary=37000)
SMALL = dict(rows=96, sentences=4, width=64, d_ff=96, heads=2, vocabulary=1001)
JOBS = {  # name: (size, target tokens)
    "train S, 3,000 tokens": ("S", 3000),
    "train B, 2,048 tokens": ("B", 2048),
    "train base, 25,000 tokens": ("B", 25000),
}
DECODE = {"decode S, batch 32, beam 4": ("S", 32), "decode B, batch 128, beam 4": ("B", 128)}
STEPS = 20
REPEATS, REPLAYS = 10, 3  # calls of a kernel in a graph, and how often the graph runs
ROTATED = 2  # sets of inputs, so that together they do not fit into the cache of the card
COPIED, PRODUCT = 1 << 28, 8192  # entries to copy and width of the matrices to multiply, to find what the GPU can do


def report(path, run=subprocess.run):
    """Write the report to `path`, part by part, and print which operations are wrong and which parts have failed."""
    write(path, dict(date=time.strftime("%Y-%m-%d")))
    command = [sys.executable, "-m", "minitrans", "benchmark", "--backend", "cupy", "--report", str(path), "--part"]
    for name in PARTS:
        ended = run([*command, name])
        results = read_json(path)
        if ended.returncode and f"{name} failed" not in results:  # the driver or the system has ended it
            write(path, results | {name: {}, f"{name} failed": f"its process ended with code {ended.returncode}"})
    results = read_json(path)
    correct = results["correctness"].items()
    wrong = [case for case, row in correct if not row["error"] <= row["tolerance"]]  # also NaN
    failed = [name for name in PARTS if f"{name} failed" in results]
    problems = [f"{what}: {', '.join(names)}" for what, names in dict(failed=failed, wrong=wrong).items() if names]
    print(f"{path}: " + ("; ".join(problems) or "all operations are right"))


def write_part(xp, path, name):
    """Add one part to the report in `path`, or to a new one."""
    results = read_json(path) if path.is_file() else {}
    results |= {"card": card(xp), name: {}}
    start = time.perf_counter()
    try:
        PARTS[name](xp, results[name])
    except Exception:  # what it had found is still useful, and this GPU may not be available again
        results[f"{name} failed"] = traceback.format_exc()
    results[f"{name} took, seconds"] = round(time.perf_counter() - start, 1)
    write(path, results)
    print(f"{name}: {results[f'{name} took, seconds']} s", file=sys.stderr, flush=True)


def write(path, results):
    write_whole(path, (json.dumps(results, indent=2) + "\n").encode())


def card(xp):
    properties = xp.cuda.runtime.getDeviceProperties(0)
    return dict(name=properties["name"].decode(), memory=properties["totalGlobalMem"], cupy=xp.__version__)


def contexts(xp):
    """Yield (dtype, Config with this dtype) for each dtype that the GPU supports."""
    for dtype in ("float32", "tf32", "bfloat16"):
        if computes_in(xp, dtype):
            yield dtype, Config(dtype=dtype, backend="cupy")


def array_type(dtype):
    return np.dtype(bfloat16() if dtype == "bfloat16" else np.float32)


def cases(xp, shape, dtype):
    """-> {name: (arrays, constants, bytes that forward and backward must move at least, operations of forward)}"""
    rng, s = np.random.default_rng(0), SimpleNamespace(**shape)
    n, d, size = s.rows, s.width, array_type(dtype).itemsize

    def array(*shape, scale=1.0):
        return xp.asarray(rng.normal(size=shape, scale=scale).astype(array_type(dtype)))

    mask = np.ones((s.sentences, n // s.sentences), bool)
    mask[::2, -n // s.sentences // 4 :] = False
    table = array(s.vocabulary, d, scale=d**-0.5)
    ids = xp.asarray(rng.integers(4, s.vocabulary, mask.shape))
    rows, square = n * d * size, 2 * n * d * d
    qkv, attention = [array(n, d) for _ in range(3)], dict(heads=s.heads, key_mask=xp.asarray(mask))
    targets = xp.asarray(rng.integers(4, s.vocabulary, n))
    logits = n * s.vocabulary
    return {
        "add_norm": ((array(n, d), array(n, d), array(d), array(d)), {}, 3 * rows, 5 * rows, 0),
        "layer_norm": ((array(n, d), array(d), array(d)), {}, 2 * rows, 3 * rows, 0),
        "residual": ((array(n, d), array(n, d)), {}, 3 * rows, 2 * rows, 0),
        "embed": ((table, xp.zeros((mask.shape[1], d), np.float32)), dict(ids=ids), 2 * rows, rows, 0),
        "attention": (qkv, attention, 4 * rows, 8 * rows, 0),
        "causal attention": (qkv, attention | dict(causal=True), 4 * rows, 8 * rows, 0),
        "linear": ((array(n, d), array(d, d, scale=d**-0.5), array(d)), {}, 2 * rows, 3 * rows, square),
        "feed_forward": (
            (array(n, d), array(d, s.d_ff, scale=d**-0.5), array(s.d_ff), array(s.d_ff, d, scale=0.02), array(d)),
            {},
            2 * rows,
            3 * rows,
            4 * n * d * s.d_ff,
        ),
        "project_loss": (
            (array(n, d), table),
            dict(targets=targets, smoothing=0.1),
            2 * logits * size,
            2 * logits * size,
            2 * logits * d,
        ),
    }


def correctness(xp, results):
    """Largest `difference` of outputs and gradients between the kernels and the operations on the CPU in float64."""
    for dtype, config in contexts(xp):
        with engine(config):
            for name, (arrays, constants, *_) in cases(xp, SMALL, dtype).items():
                row = name.split()[-1]
                forward, backward = ops.TABLE[row][:2]
                y, cache = forward(*arrays, **constants)
                dy = xp.ones_like(y) if not y.ndim else y
                actual = [y, *backward(dy, cache)]
                on_host = [to_host(x).astype(np.float64) for x in arrays]
                plain = getattr(ops, f"{row}_forward"), getattr(ops, f"{row}_backward")
                y, cache = plain[0](*on_host, **{k: to_host(v) for k, v in constants.items()})
                expected = [y, *plain[1](to_host(dy).astype(np.float64), cache)]
                # np.max, unlike max, returns NaN if one of the differences is NaN.
                error = float(np.max([difference(a, b) for a, b in zip(actual, expected, strict=True)]))
                results[f"{name}, {dtype}"] = dict(error=error, tolerance=TOLERANCE[dtype])


def to_host(x):
    return x.get() if hasattr(x, "get") and not isinstance(x, np.ndarray | dict) else x


def difference(actual, expected):
    """Largest absolute difference, relative to the largest entry of `expected`, or to 1 if that is smaller."""
    actual = to_host(actual).astype(np.float64)
    return float(abs(actual - expected).max() / max(1, abs(expected).max()))


def speed_of_kernels(xp, results):
    """Milliseconds of each kernel, and the bound of the roofline model (memory, arithmetic) divided by this time."""
    rng = np.random.default_rng(0)
    bandwidth = 8 * COPIED / seconds(xp, xp.zeros(COPIED, np.float32).copy)  # bytes read and written per second
    results["copy, GB/s"] = round(bandwidth / 1e9)
    for dtype, config in contexts(xp):
        with engine(config):
            # Random numbers, because a GPU needs less power for zeros and then runs faster.
            a = xp.asarray(rng.standard_normal((PRODUCT, PRODUCT), np.float32).astype(array_type(dtype)))
            flops = 2 * PRODUCT**3 / seconds(xp, lambda a=a: matmul(a, a))  # operations per second
            results[f"product, {dtype}, TFLOPS"] = round(flops / 1e12, 1)
            for name, (arrays, constants, *moved, operations) in cases(xp, BASE, dtype).items():
                forward, backward = ops.TABLE[name.split()[-1]][:2]
                constants = as_in_training(xp, arrays, **constants)
                inputs = [arrays, *([x.copy() for x in arrays] for _ in range(ROTATED - 1))]
                outputs = [forward(*each, **constants) for each in inputs]
                forwards = [partial(forward, *each, **constants) for each in inputs]
                backwards = [partial(backward, xp.ones_like(y), cache) for y, cache in outputs]
                times = seconds(xp, *forwards), seconds(xp, *backwards)
                del outputs, backwards
                # A backward computes twice as many products as its forward.
                bounds = [max(size / bandwidth, k * operations / flops) for size, k in zip(moved, (1, 2), strict=True)]
                results[f"{name}, {dtype}"] = {
                    direction: dict(ms=round(1e3 * taken, 3), of_the_bound=round(bound / taken, 2))
                    for direction, taken, bound in zip(("forward", "backward"), times, bounds, strict=True)
                }


def as_in_training(xp, arrays, key_mask=None, causal=False, ids=None, **constants):
    """Constants of an operation, with what a packed batch has ready: spans of attention, and sorted ids"""
    if key_mask is not None:
        return constants | dict(spans=spans_of_mask(key_mask, len(arrays[0]), causal))
    if ids is None:
        return constants
    places = xp.arange(ids.size, dtype=np.int32) % np.int32(ids.shape[1])
    ids = ids.ravel().astype(np.int32)
    by_id, by_place = (xp.argsort(x).astype(np.int32) for x in (ids, places))
    return constants | dict(ids=ids, places=places, by_id=by_id, by_place=by_place)


def seconds(xp, *functions):
    """Mean time of a call of these functions in turns

    They are captured in one graph, so that between two kernels there is no Python, which takes longer than a short one.
    """
    graphs = graphs_of(xp)

    def calls():
        for _ in range(REPEATS):
            for function in functions:
                function()

    with graphs.stream:
        for _ in range(3):  # launched, captured, replayed
            graphs.run(calls)
        synchronize(xp)
        start = time.perf_counter()
        for _ in range(REPLAYS):
            graphs.run(calls)
        synchronize(xp)
    return (time.perf_counter() - start) / (REPLAYS * REPEATS * len(functions))


def training_jobs(xp):
    """Yield (name, Training), each within its engine."""
    for name, (size, tokens) in JOBS.items():
        for dtype, _ in contexts(xp):
            batches = draw_batches(STEPS, tokens, SIZES[size]["vocabulary"])
            config = Config(**SIZES[size] | dict(batch_tokens=words_of(batches)), dtype=dtype, backend="cupy")
            with engine(config) as running:
                yield f"{name}, {dtype}", Training(Transformer(config, xp), batches, running)


def training(xp, results):
    """Target tokens per second: the median of steps that are waited for one by one, and of steps without waiting."""
    for name, job in training_jobs(xp):
        for i in range(WARM_UP):
            measure(job, i, xp)
        one_by_one = [b / a for a, b in (measure(job, i, xp) for i in range(STEPS))]
        synchronize(xp)
        start = time.perf_counter()
        trained = sum(job.step(i) for i in range(2 * STEPS))
        totals = job.take_step.totals()
        without_waiting = trained / (time.perf_counter() - start)
        results[name] = {
            "tokens/s, step by step": round(statistics.median(one_by_one)),
            "tokens/s, running": round(without_waiting),
            "skipped steps": totals.skipped,
        }


def kernels_of_a_step(xp, results):
    """Launches and milliseconds of each kernel in a training step, see gpu_profile.py."""
    for name, job in training_jobs(xp):
        job.take_step.graphs = Eager(xp)
        job.step(0)  # compiles the kernels
        results[name] = profile(xp, partial(job.step, 1))


def decoding(xp, results):
    """Tokens of the best hypotheses per second, in beam search that always takes 20 steps."""
    for name, (size, sentences) in DECODE.items():
        for dtype, _ in contexts(xp):
            config = Config(**SIZES[size], dtype=dtype, backend="cupy")
            with engine(config) as running:
                job = Decoding(Transformer(config, xp), sentences, beam=4, length=20, running=running)
                for i in range(WARM_UP):
                    measure(job, i, xp)
                measured = [measure(job, i, xp) for i in range(STEPS)]
            results[f"{name}, {dtype}"] = {"tokens/s": round(statistics.median(b / a for a, b in measured))}


PARTS = dict(
    correctness=correctness,
    kernels=speed_of_kernels,
    profile=kernels_of_a_step,
    training=training,
    decoding=decoding,
)
