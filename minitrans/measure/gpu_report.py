"""How right and how fast the kernels are on this GPU: what `minitrans.benchmark --backend cupy --report FILE` writes.

Everything is made here, so nothing has to be downloaded.  After each part the file is written anew: whatever ends a
run early, what was measured is there; a part that fails is told, and the others go on.  The four parts, each a
function below, put what they find into `found`, {what: figures}.
"""

import json
import statistics
import sys
import time
import traceback
from types import SimpleNamespace

import numpy as np

from .. import ops
from ..backend import bfloat16, computes_in, synchronize
from ..config import Config
from ..cuda.matmul import matmul
from ..engine import engine
from ..files import write_whole
from ..nn import Transformer
from .jobs import SIZES, WARM_UP, Decoding, Training, draw_batches, measure, words_of

TOLERANCE = {"float32": 1e-4, "tf32": 2e-2, "bfloat16": 5e-2}  # of the largest entry, against float64
BASE = dict(rows=25000, sentences=1000, width=512, d_ff=2048, heads=8, vocabulary=37000)
SMALL = dict(rows=96, sentences=4, width=64, d_ff=96, heads=2, vocabulary=1001)
JOBS = {  # name: (size, target tokens)
    "train S, 3,000 tokens": ("S", 3000),
    "train B, 2,048 tokens": ("B", 2048),
    "train base, 25,000 tokens": ("B", 25000),
}
DECODE = {"decode S, batch 32, beam 4": ("S", 32), "decode B, batch 128, beam 4": ("B", 128)}
STEPS, REPEATS = 20, 20
COPIED, PRODUCT = 1 << 28, 8192  # entries copied, rows and columns multiplied, to learn what the card can do


def report(xp, path):
    """Write the report to `path`, part by part."""
    found = dict(card=card(xp), date=time.strftime("%Y-%m-%d"))
    parts = dict(correctness=correctness, kernels=speed_of_kernels, training=training, decoding=decoding)
    for name, part in parts.items():
        start = time.perf_counter()
        found[name] = {}
        try:
            part(xp, found[name])
        except Exception:  # what else was found is worth having; the card may not be at hand again
            found[f"{name} failed"] = traceback.format_exc()
        found[f"{name} took, seconds"] = round(time.perf_counter() - start, 1)
        write_whole(path, (json.dumps(found, indent=2) + "\n").encode())
        print(f"{name}: {found[f'{name} took, seconds']} s", file=sys.stderr, flush=True)
    wrong = [case for case, row in found["correctness"].items() if not row["error"] <= row["tolerance"]]  # nor is NaN
    failed = [name for name in parts if f"{name} failed" in found]
    told = [f"{what}: {', '.join(names)}" for what, names in dict(failed=failed, wrong=wrong).items() if names]
    print(f"{path}: " + ("; ".join(told) or "all operations are right"))


def card(xp):
    properties = xp.cuda.runtime.getDeviceProperties(0)
    return dict(name=properties["name"].decode(), memory=properties["totalGlobalMem"], cupy=xp.__version__)


def contexts(xp):
    """(dtype, configuration whose kernels compute in it), of those that the card can"""
    for dtype in ("float32", "tf32", "bfloat16"):
        if computes_in(xp, dtype):
            yield dtype, Config(dtype=dtype, backend="cupy")


def array_type(dtype):
    return np.dtype(bfloat16() if dtype == "bfloat16" else np.float32)


def cases(xp, shape, dtype):
    """name -> (arrays, constants, bytes that a forward and a backward must move at least, operations)"""
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


def correctness(xp, found):
    """Largest difference of outputs and gradients from the plain operations in float64 on the host."""
    for dtype, config in contexts(xp):
        with engine(config):
            for name, (arrays, constants, *_) in cases(xp, SMALL, dtype).items():
                row = name.split()[-1]
                forward, backward = ops.TABLE[row][:2]
                y, cache = forward(*arrays, **constants)
                dy = xp.ones_like(y) if not y.ndim else y
                fused = [y, *backward(dy, cache)]
                on_host = [to_host(x).astype(np.float64) for x in arrays]
                plain = getattr(ops, f"{row}_forward"), getattr(ops, f"{row}_backward")
                expected, kept = plain[0](*on_host, **{k: to_host(v) for k, v in constants.items()})
                right = [expected, *plain[1](to_host(dy).astype(np.float64), kept)]
                error = float(np.max([difference(a, b) for a, b in zip(fused, right, strict=True)]))  # of NaN: NaN
                found[f"{name}, {dtype}"] = dict(error=error, tolerance=TOLERANCE[dtype])


def to_host(x):
    return x.get() if hasattr(x, "get") and not isinstance(x, np.ndarray | dict) else x


def difference(found, expected):
    found = to_host(found).astype(np.float64)
    return float(abs(found - expected).max() / max(1, abs(expected).max()))


def speed_of_kernels(xp, found):
    """Milliseconds, and the share of what the memory and the arithmetic of this card would allow."""
    rng = np.random.default_rng(0)
    bandwidth = 8 * COPIED / seconds(xp, xp.zeros(COPIED, np.float32).copy)
    found["copy, GB/s"] = round(bandwidth / 1e9)
    for dtype, config in contexts(xp):
        with engine(config):
            # Not of zeros, for which a card needs less power and runs faster.
            a = xp.asarray(rng.standard_normal((PRODUCT, PRODUCT), np.float32).astype(array_type(dtype)))
            rate = 2 * PRODUCT**3 / seconds(xp, lambda a=a: matmul(a, a))
            found[f"product, {dtype}, TFLOPS"] = round(rate / 1e12, 1)
            for name, (arrays, constants, there, back, operations) in cases(xp, BASE, dtype).items():
                forward, backward = ops.TABLE[name.split()[-1]][:2]
                y, _ = forward(*arrays, **constants)
                dy = xp.ones_like(y)
                both = [
                    seconds(xp, lambda f=forward, a=arrays, c=constants: f(*a, **c)),
                    seconds(
                        xp,
                        lambda f=forward, b=backward, a=arrays, c=constants, dy=dy: b(dy, f(*a, **c)[1]),
                    ),
                ]
                times = both[0], max(both[1] - both[0], 1e-9)
                bounds = (max(there / bandwidth, operations / rate), max(back / bandwidth, 2 * operations / rate))
                found[f"{name}, {dtype}"] = {
                    way: dict(ms=round(1e3 * taken, 3), of_the_bound=round(bound / taken, 2))
                    for way, taken, bound in zip(("forward", "backward"), times, bounds, strict=True)
                }


def seconds(xp, function):
    """Mean time of a function that is run again and again, so that the host launches while the device computes."""
    for _ in range(3):
        function()
    synchronize(xp)
    start = time.perf_counter()
    for _ in range(REPEATS):
        function()
    synchronize(xp)
    return (time.perf_counter() - start) / REPEATS


def training(xp, found):
    """Target tokens a second: median of whole steps one by one, and of steps that the host launches without waiting."""
    for name, (size, tokens) in JOBS.items():
        for dtype, _ in contexts(xp):
            batches = draw_batches(STEPS, tokens, SIZES[size]["vocabulary"])
            config = Config(**SIZES[size] | dict(batch_tokens=words_of(batches)), dtype=dtype, backend="cupy")
            with engine(config) as running:
                job = Training(Transformer(config, xp), batches, running)
                for i in range(WARM_UP):
                    measure(job, i, xp)
                one_by_one = [b / a for a, b in (measure(job, i, xp) for i in range(STEPS))]
                synchronize(xp)
                start = time.perf_counter()
                words = sum(job.step(i) for i in range(2 * STEPS))
                outcome = job.take_step.look()
                running = words / (time.perf_counter() - start)
            found[f"{name}, {dtype}"] = {
                "tokens/s, step by step": round(statistics.median(one_by_one)),
                "tokens/s, running": round(running),
                "refused steps": outcome.refused,
            }


def decoding(xp, found):
    """Words a second of the best hypothesis: 20 steps of a search that never ends."""
    for name, (size, sentences) in DECODE.items():
        for dtype, _ in contexts(xp):
            config = Config(**SIZES[size], dtype=dtype, backend="cupy")
            with engine(config) as running:
                job = Decoding(Transformer(config, xp), sentences, beam=4, length=20, running=running)
                for i in range(WARM_UP):
                    measure(job, i, xp)
                taken = [measure(job, i, xp) for i in range(STEPS)]
            found[f"{name}, {dtype}"] = {"tokens/s": round(statistics.median(b / a for a, b in taken))}
