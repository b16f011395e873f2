"""Correctness and speed of the kernels on this GPU: the report of `minitrans benchmark --backend cupy --report FILE`.

All data is random, so nothing has to be downloaded.  The report has five parts, and each is a function below that adds
its results to a dict.  Each runs in a process of its own, because after one illegal address a process can do nothing
more on a GPU.  The file is written after each part, so an interrupted run keeps the earlier ones.  If a part fails, its
traceback is part of the report and the next part runs.
"""

import os
import statistics
import subprocess
import sys
import time
import traceback
from functools import partial

import numpy as np

from ... import ops
from ...backend import synchronize
from ...config import Config
from ...cuda.graphs import Eager, graphs_of
from ...cuda.matmul import matmul
from ...cuda.ops.products import scaled
from ...cuda.packed import spans_of_mask
from ...cuda.selftest import TOLERANCE, Random, cases, checks
from ...engine import engine
from ...nn import Transformer
from ...system.cupy import computes_in
from ...system.files import read_json, write_json
from .gpu_profile import profile
from .jobs import SIZES, WARM_UP, Decoding, Training, draw_batches, measure, words_of

BASE = dict(rows=25000, sentences=1000, width=512, d_ff=2048, heads=8, vocabulary=37000)
JOBS = {  # name: (size, target tokens)
    "train S, 3,000 tokens": ("S", 3000),
    "train B, 2,048 tokens": ("B", 2048),
    "train base, 25,000 tokens": ("B", 25000),
}
DECODE = {"decode S, batch 32, beam 4": ("S", 32), "decode B, batch 128, beam 4": ("B", 128)}
STEPS = 20
REPEATS, REPLAYS = 10, 3  # calls of a kernel in a graph, and how often the graph runs
ROTATED = 2  # sets of inputs, so that together they do not fit into the cache of the card
MOVED, PRODUCT = 1 << 28, 8192  # entries to read and write, and width of the matrices to multiply: what the GPU can do


def report(path, run=subprocess.run):
    """Write the report to `path`, part by part, and print which operations are wrong and which parts have failed."""
    write_json(path, dict(date=time.strftime("%Y-%m-%d")))
    command = [sys.executable, "-m", "minitrans", "benchmark", "--backend", "cupy", "--report", str(path), "--part"]
    for name in PARTS:
        ended = run([*command, name])
        results = read_json(path)
        if ended.returncode and f"{name} failed" not in results:  # the driver or the system has ended it
            write_json(path, results | {name: {}, f"{name} failed": f"its process ended with code {ended.returncode}"})
    results = read_json(path)
    correct = results["correctness"].items()
    wrong = [case for case, row in correct if not row["error"] <= row["tolerance"]]  # also NaN
    failed = [name for name in PARTS if f"{name} failed" in results]
    problems = [f"{what}: {', '.join(names)}" for what, names in dict(failed=failed, wrong=wrong).items() if names]
    print(f"{path}: " + ("; ".join(problems) or "all operations are right"))


def write_part(xp, path, name):
    """Add one part to the report in `path`, or to a new one."""
    os.environ["MINITRANS_KERNELS"] = "1"  # a report is about the kernels, also where they are wrong
    results = read_json(path) if path.is_file() else {}
    results |= {"card": card(xp), name: {}}
    start = time.perf_counter()
    try:
        PARTS[name](xp, results[name])
    except Exception:  # what it had found is still useful, and this GPU may not be available again
        results[f"{name} failed"] = traceback.format_exc()
    results[f"{name} took, seconds"] = round(time.perf_counter() - start, 1)
    write_json(path, results)
    print(f"{name}: {results[f'{name} took, seconds']} s", file=sys.stderr, flush=True)


def card(xp):
    properties = xp.cuda.runtime.getDeviceProperties(0)
    return dict(name=properties["name"].decode(), memory=properties["totalGlobalMem"], cupy=xp.__version__)


def contexts(xp):
    """Yield (dtype, Config with this dtype) for each dtype that the GPU supports."""
    for dtype in ("float32", "tf32", "bfloat16"):
        if computes_in(xp, dtype):
            yield dtype, Config(dtype=dtype, backend="cupy")


def correctness(xp, results):
    """The checks of `cuda/selftest.py`, with the differences that they find."""
    for dtype, _ in contexts(xp):
        for name, check in checks(xp, dtype).items():
            results[f"{name}, {dtype}"] = dict(error=check(), tolerance=TOLERANCE[dtype])


def work(size, rows, width, d_ff, vocabulary, **_):
    """-> {name of a case: (bytes that forward and backward must move at least, operations of its products)}

    size: bytes of an entry
    """
    row, logits = rows * width * size, rows * vocabulary
    return {
        "add_norm": (3 * row, 5 * row, 0),
        "layer_norm": (2 * row, 3 * row, 0),
        "residual": (3 * row, 2 * row, 0),
        "embed": (2 * row, row, 0),
        "attention": (4 * row, 8 * row, 0),
        "causal attention": (4 * row, 8 * row, 0),
        "linear": (2 * row, 3 * row, 2 * rows * width * width),
        "feed_forward": (2 * row, 3 * row, 4 * rows * width * d_ff),
        "project_loss": (2 * logits * size, 2 * logits * size, 2 * logits * width),
    }


def speed_of_kernels(xp, results):
    """Milliseconds of each kernel, and the bound of the roofline model (memory, arithmetic) divided by this time."""
    # Bytes read and written per second.  A copy by CuPy reached only 1.7 TB/s where kernels of ours reached 2.9.
    numbers, one = xp.zeros(MOVED, np.float32), xp.ones(1, np.float32)
    bandwidth = 8 * MOVED / seconds(xp, lambda: scaled(numbers, one))
    results["memory, GB/s"] = round(bandwidth / 1e9)
    for dtype, config in contexts(xp):
        with engine(config):
            # Random numbers, because a GPU needs less power for zeros and then runs faster.
            random = Random(xp, dtype)
            a = random.normal(PRODUCT, PRODUCT)
            flops = 2 * PRODUCT**3 / seconds(xp, lambda a=a: matmul(a, a))  # operations per second
            results[f"product, {dtype}, TFLOPS"] = round(flops / 1e12, 1)
            given = cases(random, **BASE)
            for name, (*moved, operations) in work(random.type.itemsize, **BASE).items():
                arrays, constants = given[name]
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
