"""Correctness and speed of the kernels on this GPU: the report of `minitrans benchmark --backend cupy --report FILE`.

All data is random, so nothing has to be downloaded.  The report has four parts, each a function below that adds its
results to a dict.  Each runs in its own process, because after one illegal address a process can no longer use the GPU.
The file is written after each part, so an interrupted run keeps the earlier ones.  If a part fails, its traceback goes
into the report and the next part runs.
"""

import statistics
import subprocess
import sys
import time
import traceback
from functools import partial

from ...backend import synchronize
from ...config import Config
from ...cuda.selftest import TOLERANCE, checks
from ...engine import engine
from ...nn import Transformer
from ...system.cupy import computes_in
from ...system.files import read_json, write_json
from .gpu_profile import profile
from .jobs import SIZES, WARM_UP, Decoding, Training, draw_batches, measure, words_of

JOBS = {  # name: (size, target tokens)
    "train S, 3,000 tokens": ("S", 3000),
    "train B, 2,048 tokens": ("B", 2048),
    "train base, 25,000 tokens": ("B", 25000),
}
DECODE = {"decode S, batch 32, beam 4": ("S", 32), "decode B, batch 128, beam 4": ("B", 128)}
STEPS = 20


def report(path, run=subprocess.run):
    """Write the report to `path`, part by part, and print which operations are wrong and which parts have failed."""
    write_json(path, dict(date=time.strftime("%Y-%m-%d")))
    command = [sys.executable, "-m", "minitrans", "benchmark", "--backend", "cupy", "--report", str(path), "--part"]
    for name in PARTS:
        ended = run([*command, name])
        results = read_json(path)
        if ended.returncode and f"{name} failed" not in results:  # the driver or the system has killed it
            write_json(path, results | {name: {}, f"{name} failed": f"its process ended with code {ended.returncode}"})
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
    except Exception:  # keep what it had found, because this GPU may not be available again
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
        job.take_step.graphs.run = lambda part: part()  # kernel by kernel
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
    profile=kernels_of_a_step,
    training=training,
    decoding=decoding,
)
