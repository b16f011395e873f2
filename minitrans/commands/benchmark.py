"""Measure the speed of training and decoding on this machine, and profile the operations.

    minitrans benchmark train --size S      a profile: tokens per second, operations, matrix products alone
    minitrans benchmark decode --batch 1    beam search with a KV cache
    minitrans benchmark train --turns       one step per line of input, to alternate with another program
    minitrans benchmark --backend cupy --report out.json     a GPU: correctness, profile, training, decoding
    minitrans benchmark --backend cupy --report out.json --part profile      repeat one part of it
    minitrans benchmark --backend cupy --part correctness        repeat the check of a GPU's first use

Sizes: S = 3 + 3 layers, d_model 256, d_ff 1024, 4 heads, 8,000 pieces, batches of 3,000 target tokens;
B = the paper's base model, 37,000 pieces, batches of 2,048 target tokens.
"""

import dataclasses
import json
import statistics
import sys
import typing
from contextlib import nullcontext
from pathlib import Path

from ..backend import get_backend
from ..config import Config
from ..engine import array_library, engine
from ..nn import Transformer
from ..system.errors import UserError
from ..system.files import check_outputs
from ..system.machine import blas, keep_freed_memory, one_thread_blas
from .arguments import PICTURES, command_parser, drawing
from .measure.gpu_report import PARTS, contexts, report, write_part
from .measure.jobs import SIZES, WARM_UP, Decoding, Training, draw_batches, measure, peak_memory, products_of, words_of
from .measure.profiling import timed_operations

MOST = dict(tokens=10**6, batch=10**4, beam=10**4, length=10**4, steps=10**4)  # larger numbers are typing errors


def take_turns(job, xp):
    """Take one step for each line of standard input and print its seconds and tokens as a line of JSON."""
    for i, _ in enumerate(sys.stdin):
        seconds, tokens = measure(job, i, xp)
        print(json.dumps(dict(sec=seconds, tokens=tokens)), flush=True)


def print_profile(args, model, batches, job, xp):
    """Run the steps and print speed, memory and the share of each operation -> what `plots.profile` draws, or None"""
    for i in range(WARM_UP):
        measure(job, i, xp)
    memory, on_numpy = peak_memory(), args.backend == "numpy"
    products = products_of(model, batches) if args.job == "train" and on_numpy else None
    # GPU operations run after their call returns, so they are not timed here.
    speeds, ratios, total = [], [], 0.0
    with timed_operations() if on_numpy else nullcontext({}) as seconds:
        for i in range(WARM_UP, WARM_UP + args.steps):
            taken, tokens = measure(job, i, xp)
            speeds.append(tokens / taken)
            total += taken
            if products:
                ratios.append(measure(products, i, xp)[0] / taken)
    # Speed and memory
    ratio = statistics.median(ratios) if ratios else None
    print(f"{args.job} {args.size}, {args.backend}, {args.dtype}: {statistics.median(speeds):,.0f} target tokens/s")
    if not on_numpy:
        free, total = xp.cuda.runtime.memGetInfo()
        print(f"memory of the GPU in use {(total - free) / 1e9:.2f} GB")
        return None
    print(f"matrix products: {blas()}; threads: {job.threads}")
    if products:
        print(f"the matrix products alone take {ratio:.2f} of this time")
    if memory:
        print(f"peak memory {memory:.2f} GB")
    # The table of operations, the slowest first
    shares = {}
    for (name, direction), taken in seconds.items():
        shares.setdefault(name, {})[direction] = taken / job.threads / total
    shares = dict(sorted(shares.items(), key=lambda item: -sum(item[1].values())))
    print(f"\n{'operation':<16}{'share':>8}{'forward':>10}{'backward':>10}")
    for name, share in shares.items():
        print(f"{name:<16}{sum(share.values()):>8.1%}{share.get('forward', 0):>10.1%}{share.get('backward', 0):>10.1%}")
    rest = 1 - sum(sum(share.values()) for share in shares.values())
    print(f"{'everything else':<16}{rest:>8.1%}")
    return shares, rest, ratio


def check_kernels():
    """Check the kernels again, in each type that the card supports.  UserError if they are wrong."""
    from ..cuda import trust  # only a GPU needs it

    faults = [f"--dtype {dtype}: {fault}" for dtype, _ in contexts(get_backend("cupy")) if (fault := trust.ask(dtype))]
    if faults:
        raise UserError("; ".join(faults) + "; please report this line, see docs/gpu.md")


def arguments():
    parser = command_parser("benchmark", __doc__)
    add, default = parser.add_argument, "(default: %(default)s)"
    add("job", choices=("train", "decode"), nargs="?", default="train", help="default: train")
    add("--size", choices=SIZES, default="S", help=f"size of the model {default}")
    add("--backend", choices=("numpy", "cupy"), default="numpy", help=default)
    add("--dtype", choices=typing.get_args(typing.get_type_hints(Config)["dtype"]), default="float32")
    add("--tokens", type=int, metavar="N", help="train: target tokens per batch (default: by --size)")
    add("--batch", type=int, default=32, metavar="N", help=f"decode: sentences {default}")
    add("--beam", type=int, default=4, metavar="N", help=f"decode: hypotheses {default}")
    add("--length", type=int, default=20, metavar="N", help=f"decode: steps {default}")
    add("--steps", type=int, default=12, metavar="N", help=f"steps to profile {default}")
    add("--turns", action="store_true", help="take one step per line of input and answer in JSON")
    add("--picture", type=Path, metavar="FILE", help="draw the profile")
    add("--report", type=Path, metavar="FILE.json", help="GPU: write all results")
    add("--part", choices=PARTS, help="with --report: measure only this part, and add it to the file")
    args = parser.parse_args()
    for name, most in MOST.items():
        if (value := getattr(args, name)) is not None and not 1 <= value <= most:
            raise UserError(f"--{name} must be from 1 to {most}, got {value}")
    check_outputs(args, picture=PICTURES, report=".json")
    if args.picture and args.backend != "numpy":
        raise UserError("--picture shows the operations on NumPy: leave out --backend")
    if args.report and args.backend != "cupy":
        raise UserError("--report measures a GPU: add --backend cupy")
    if args.part and not args.report and (args.part, args.backend) != ("correctness", "cupy"):
        raise UserError("--part belongs to --report: give both, or --backend cupy --part correctness")
    return args


def main():
    args = arguments()
    keep_freed_memory()
    # A GPU: its report, or its first check again
    if args.report:
        xp = get_backend(args.backend)
        return write_part(xp, args.report, args.part) if args.part else report(args.report)
    if args.part:
        return check_kernels()
    # Steps of training or decoding
    size = SIZES[args.size] | dict(batch_tokens=args.tokens or SIZES[args.size]["batch_tokens"])
    config = Config(**size, dtype=args.dtype, backend=args.backend)
    xp = array_library(config)
    batches = draw_batches(WARM_UP + args.steps, config.batch_tokens, config.vocabulary)
    model = Transformer(dataclasses.replace(config, batch_tokens=words_of(batches)), xp)
    with engine(config) as running, one_thread_blas() if args.job == "train" else nullcontext():
        if args.job == "decode":
            job = Decoding(model, args.batch, args.beam, args.length, running)
        else:
            job = Training(model, batches, running)
        if args.turns:
            return take_turns(job, xp)
        drawn = print_profile(args, model, batches, job, xp)
    if args.picture:
        with drawing(args.picture):
            from ..views.plots import profile

            what = dict(train="A step of training", decode="A search")[args.job]
            profile(*drawn, f"{what}: {config.layers} + {config.layers} layers, d_model {config.d_model}", args.picture)
        print(f"\n{args.picture}")
