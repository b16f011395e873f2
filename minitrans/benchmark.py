"""How fast training and decoding are here, and where the time goes.

    python -m minitrans.benchmark train --size S      a table: tokens a second, operations, the products alone
    python -m minitrans.benchmark decode --batch 1    cached beam search
    python -m minitrans.benchmark train --turns       one step for each line of standard input, for comparisons in turns
    python -m minitrans.benchmark --backend cupy --report out.json     a GPU: kernels, training, decoding, correctness

Sizes: S = 3 + 3 layers, d_model 256, d_ff 1024, 4 heads, 8,000 pieces, batches of 3,000 target tokens;
B = the paper's base model, 37,000 pieces, batches of 2,048 target tokens.
"""

import json
import statistics
import sys
import time
import typing
from contextlib import nullcontext
from pathlib import Path

import numpy as np

from . import cuda
from .backend import cores, get_backend, keep_freed_memory, one_thread_blas
from .cli.arguments import check_output, drawing, parser
from .cli.program import run_command
from .config import Config
from .cuda import decode
from .cuda.step import Step
from .data.ids import EOS
from .decoding import beam_search, search_in_threads
from .errors import UserError
from .measure.profiling import GemmReplay, timed_operations
from .nn import Transformer
from .optim import Adam
from .training.parallel import Workers

SIZES = {
    "S": dict(layers=3, d_model=256, d_ff=1024, heads=4, vocabulary=8000, batch_tokens=3000),
    "B": dict(layers=6, d_model=512, d_ff=2048, heads=8, vocabulary=37000, batch_tokens=2048),
}
MOST = dict(tokens=10**6, batch=10**4, beam=10**4, length=10**4, steps=10**4)  # more is a slip
WARM_UP = 3  # steps before the clock counts
SOURCE_TOKENS = 15  # of a sentence to be decoded, the end included


def draw_batches(count, tokens, vocabulary, seed=0):
    """Batches of random words, of lengths like those of Multi30k: lists of pairs without BOS and EOS.

    Source lengths are 14 +- 5, target lengths 8/7 of that +- 2.  Pairs of similar length are together, each
    batch with `tokens` target tokens or a few more, ends counted.
    """
    rng = np.random.default_rng(seed)
    n = max(2000, 40 * tokens // 17)
    source = np.clip(np.round(rng.normal(14, 5, n)), 4, 45).astype(int)
    target = np.clip(np.round(source * 16 / 14 + rng.normal(0, 2, n)), 3, 50).astype(int)
    order = np.lexsort((source, target))
    # A new batch begins where the one before has reached its tokens.
    starts, total = [0], 0
    for place, i in enumerate(order, 1):
        total += target[i] + 1
        if total >= tokens:
            starts, total = [*starts, place], 0
    groups = [order[a:b] for a, b in zip(starts, starts[1:], strict=False)]
    picked = rng.permutation(len(groups))

    def words(length):
        return rng.integers(3, vocabulary, length).tolist()

    return [[(words(source[i]), words(target[i])) for i in groups[picked[j % len(groups)]]] for j in range(count)]


class Training:
    """Whole training steps: forward, backward, Adam."""

    def __init__(self, model, batches):
        shards = model.config.shards
        self.batches, self.threads = batches, min(cores(), shards)
        self.model, self.workers, self.optimizer = model, Workers(model, shards), Adam(model.flat)

    def step(self, i):
        """Returns the number of target tokens."""
        _, tokens = self.workers.gradient([self.batches[i % len(self.batches)]], (1, i))
        self.optimizer.update(self.model.flat, self.model.flat_grad, i + 1, 1e-4)
        return tokens


class GpuTraining:
    """The same on kernels."""

    def __init__(self, model, batches):
        words = max(sum(len(side) + 1 for side in sides) for batch in batches for sides in zip(*batch, strict=True))
        self.batches, self.run = batches, Step(model, Adam(model.flat), rows=words)

    def step(self, i):
        return self.run([self.batches[i % len(self.batches)]], i + 1, 1e-4)


class Gemms:
    """The matrix products of the same steps, without attention's."""

    def __init__(self, model, batches):
        workers = Workers(model, model.config.shards)
        shards = [[batch for batch in workers.cut(pairs) if batch] for pairs in batches]
        self.tokens = [sum(batch.tokens for batch in row) for row in shards]
        self.replay = GemmReplay(model.config, shards)

    def step(self, i):
        i %= len(self.tokens)
        self.replay.step(i)
        return self.tokens[i]


def never_ending(model):
    """Let the end of a sentence never be likely, so that every search takes as many steps.

    The last LayerNorm gives rows whose sum is that of its beta, d: with minus ones for a vector, the end has -d.
    """
    model.decoder[-1].feed_forward_residual.norm.beta.data[:] = 1
    model.softmax_embedding.data[EOS] = -1
    return model


class Decoding:
    """Cached beam search of `length` steps for so many sentences."""

    def __init__(self, model, sentences, beam, length):
        config, rng = model.config, np.random.default_rng(0)
        self.model, self.tokens = never_ending(model), sentences * length
        self.search = decode.beam_search if cuda.wanted(config) else beam_search
        self.threads = min(cores(), sentences) if model.xp is np else 1
        self.sentences = rng.integers(4, config.vocabulary, (sentences, SOURCE_TOKENS - 1)).tolist()
        self.options = dict(beam=beam, max_extra=length - SOURCE_TOKENS + 1)

    def step(self, i):
        search_in_threads(self.model, self.sentences, self.search, **self.options)
        return self.tokens


def synchronize(xp):
    """Wait for the device, if there is one."""
    if xp is not np:
        xp.cuda.Device().synchronize()


def measure(job, i, xp):
    """Seconds and tokens of one step."""
    synchronize(xp)
    start = time.perf_counter()
    tokens = job.step(i)
    synchronize(xp)
    return time.perf_counter() - start, tokens


def take_turns(job, xp):
    """One step for each line that comes in."""
    for i, _ in enumerate(sys.stdin):
        seconds, tokens = measure(job, i, xp)
        print(json.dumps(dict(sec=seconds, tokens=tokens)), flush=True)


def table(args, model, batches, job, xp):
    """Run, measure, and print what a person wants to know."""
    for i in range(WARM_UP):
        measure(job, i, xp)
    memory = peak_memory()
    floor = Gemms(model, batches) if args.job == "train" and xp is np else None
    rates, ratios, wall = [], [], 0.0
    with timed_operations() if xp is np else nullcontext({}) as seconds:  # a GPU is only told what to do
        for i in range(WARM_UP, WARM_UP + args.steps):
            taken, tokens = measure(job, i, xp)
            rates.append(tokens / taken)
            wall += taken
            if floor:
                ratios.append(measure(floor, i, xp)[0] / taken)
    print(f"{args.job} {args.size}, {args.backend}, {args.dtype}: {statistics.median(rates):,.0f} target tokens/s")
    if floor:
        print(f"its matrix products alone take {statistics.median(ratios):.2f} of the time")
    if memory:
        print(f"peak memory {memory:.2f} GB")
    if not seconds:
        return None
    shares = {}
    for (name, direction), taken in seconds.items():
        shares.setdefault(name, {})[direction] = taken / job.threads / wall
    shares = dict(sorted(shares.items(), key=lambda item: -sum(item[1].values())))
    print(f"\n{'operation':<16}{'share':>8}{'forward':>10}{'backward':>10}")
    for name, share in shares.items():
        print(f"{name:<16}{sum(share.values()):>8.1%}{share.get('forward', 0):>10.1%}{share.get('backward', 0):>10.1%}")
    rest = 1 - sum(sum(share.values()) for share in shares.values())
    print(f"{'everything else':<16}{rest:>8.1%}")
    return shares, rest, statistics.median(ratios) if ratios else None


def peak_memory():
    """Largest resident memory of this process in GB; None where the system does not tell."""
    try:
        import resource
    except ImportError:
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e9 if sys.platform == "darwin" else 1e6)


def main():
    made = parser("benchmark", __doc__)
    made.add_argument("job", choices=("train", "decode"), nargs="?", default="train", help="(default: train)")
    made.add_argument("--size", choices=SIZES, default="S", help="(default: %(default)s)")
    made.add_argument("--backend", choices=("numpy", "cupy"), default="numpy", help="(default: %(default)s)")
    made.add_argument("--dtype", choices=typing.get_args(typing.get_type_hints(Config)["dtype"]), default="float32")
    made.add_argument("--tokens", type=int, metavar="N", help="train: target tokens of a batch (default: the size's)")
    made.add_argument("--batch", type=int, default=32, metavar="N", help="decode: sentences (default: %(default)s)")
    made.add_argument("--beam", type=int, default=4, metavar="N", help="decode: hypotheses (default: %(default)s)")
    made.add_argument("--length", type=int, default=20, metavar="N", help="decode: steps (default: %(default)s)")
    made.add_argument("--steps", type=int, default=12, metavar="N", help="steps of the table (default: %(default)s)")
    made.add_argument("--gemms", action="store_true", help="train: the matrix products of the steps alone")
    made.add_argument("--turns", action="store_true", help="one step for each line of standard input, answered in JSON")
    made.add_argument("--picture", type=Path, metavar="FILE.png", help="draw the table")
    made.add_argument("--report", type=Path, metavar="FILE.json", help="on a GPU: all of this, and each kernel")
    args = made.parse_args()
    for name, most in MOST.items():
        if (value := getattr(args, name)) is not None and not 1 <= value <= most:
            raise UserError(f"--{name} must be from 1 to {most}, got {value}")
    check_output("--picture", args.picture, ".png")
    check_output("--report", args.report, ".json")
    if args.picture and args.backend != "numpy":
        raise UserError("--picture shows the operations on NumPy: leave out --backend")
    if args.gemms and (args.job != "train" or not args.turns or args.backend != "numpy"):
        raise UserError("--gemms goes with train --turns on NumPy; without --turns the table has the products' share")
    keep_freed_memory()
    xp = get_backend(args.backend, args.dtype)
    if args.report:
        from .measure.gpu_report import report  # it runs the jobs of this file

        if args.backend != "cupy":
            raise UserError("--report is of a GPU: add --backend cupy")
        return report(xp, args.report)
    size = SIZES[args.size] | dict(batch_tokens=args.tokens or SIZES[args.size]["batch_tokens"])
    config = Config(**size, dtype=args.dtype, backend=args.backend)
    model = Transformer(config, xp)
    batches = draw_batches(WARM_UP + args.steps, config.batch_tokens, config.vocabulary)
    with cuda.kernels_for(config), one_thread_blas() if args.job == "train" else nullcontext():
        if args.job == "decode":
            job = Decoding(model, args.batch, args.beam, args.length)
        else:
            job = (Gemms if args.gemms else GpuTraining if cuda.wanted(config) else Training)(model, batches)
        if args.turns:
            return take_turns(job, xp)
        shown = table(args, model, batches, job, xp)
    if args.picture:
        shares, rest, ratio = shown
        with drawing(args.picture):
            from .plots import profile

            profile(shares, rest, ratio, f"{args.job} {args.size}", args.picture)
        print(f"\n{args.picture}")


if __name__ == "__main__":
    run_command(main)
