"""Plan a training on more devices than you have: time of a step, days and cost.

    minitrans plan --preset big --gpus 8..1024 --tflops 60 --price 2.5
    minitrans plan --preset base --gpus 8 --report gpu.json    with the rate that this GPU was measured at
    minitrans plan --preset small --hosts 1,2,4 --tflops 0.1 --shards 64

Nothing is measured.  The operations of a step are counted, and a model of the network says how long the gradients
travel; see docs/planning.md.  The batch stays as it is configured, whatever the number of devices.
"""

from pathlib import Path

from ..config import Config
from ..config.paper import SUSTAINED
from ..config.presets import PRESETS, parameters, preset
from ..nn.flops import packed_training_flops
from ..system.errors import UserError
from ..system.files import read_json
from .arguments import add_config_flags, command_parser, config_overrides
from .measure.jobs import SIZES, draw_batches
from .measure.scaling import Link, operations, ring, step

LONG = 100_000, 300_000  # the paper's steps of base and of big
FEW = 500  # tokens; with fewer per device, the rate that was measured on full batches is not reached
MEASURED = "train base, 25,000 tokens"  # in a report of minitrans benchmark


def arguments():
    parser = command_parser("plan", __doc__)
    devices = parser.add_mutually_exclusive_group(required=True)
    devices.add_argument("--gpus", metavar="NUMBERS", help="such as 8, or 1,2,4, or 8..1024 in powers of two")
    devices.add_argument("--hosts", metavar="NUMBERS", help="the same for hosts, which run on their processors")
    parser.add_argument("--preset", default="base", help=f"one of {', '.join(PRESETS)} (default: %(default)s)")
    rate = parser.add_mutually_exclusive_group()
    rate.add_argument(
        "--tflops", type=positive, metavar="X", help="sustained rate of a device (default: 9.5, the paper's P100)"
    )
    rate.add_argument("--report", type=Path, metavar="FILE", help="rate of base, from a report of minitrans benchmark")
    parser.add_argument(
        "--latency", type=positive, default=20, metavar="X", help="microseconds per message (default: %(default)s)"
    )
    parser.add_argument(
        "--bandwidth", type=positive, default=10, metavar="X", help="GB/s that a device sends (default: %(default)s)"
    )
    parser.add_argument("--price", type=positive, metavar="X", help="of a device per hour, to print the cost")
    add_config_flags(parser, ("batch_tokens", "accumulate", "shards", "vocabulary", "steps", "dtype"))
    return parser.parse_args()


def main():
    args = arguments()
    overrides = config_overrides(args)
    if overrides.get("dtype") in ("tf32", "bfloat16"):
        overrides["backend"] = "cupy"
    config, kind = preset(args.preset, **overrides), "GPUs" if args.gpus else "hosts"
    counts, rate = numbers(args.gpus or args.hosts), rate_of(args, config.dtype)
    link, n, work = Link(args.latency * 1e-6, args.bandwidth * 1e9), parameters(config), operations(config)
    long = (config.steps,) if "steps" in overrides else LONG
    tokens = config.batch_tokens * config.accumulate
    print(f"{n / 1e6:.1f} million parameters, {work / 1e12:.3g} * 10^12 operations in a step of {tokens:,} tokens")
    print(f"{rate / 1e12:g} TFLOPS per device, {args.latency:g} us per message, {args.bandwidth:g} GB/s")
    columns = [kind, "tokens each", "s per step", "exchange", "by a ring", "efficiency", "tokens/s"]
    columns += [f"days to {steps:,}" for steps in long] + [f"cost of {long[-1]:,}"] * bool(args.price)
    print("".join(f"{name:>{width(name)}}" for name in columns))
    alone = work / rate
    for count in counts:
        shards = max(1, overrides.get("shards", count) // count)
        taken = step(config, n, count, rate, link, shards)
        row = [f"{count:,}", f"{tokens // count:,}", f"{taken.seconds:.3g}", f"{taken.exchange / taken.seconds:.0%}"]
        row += [f"{ring(n, count, link) / (taken.compute + ring(n, count, link)):.0%}"]
        row += [f"{alone / count / taken.seconds:.0%}", f"{tokens / taken.seconds:,.0f}"]
        row += [f"{steps * taken.seconds / 86400:.3g}" for steps in long]
        if args.price:
            row.append(f"{count * args.price * long[-1] * taken.seconds / 3600:,.0f}")
        print("".join(f"{value:>{width(name)}}" for name, value in zip(columns, row, strict=True)))
    if few := [count for count in counts if tokens // count < FEW]:
        print(f"from {few[0]:,} {kind} on, each has fewer than {FEW} tokens of a batch and will not reach this rate")


def width(name):
    return max(10, len(name) + 2)


def positive(text):
    value = float(text)
    if not 0 < value < float("inf"):
        raise ValueError
    return value


def numbers(text):
    """'8' -> [8], '1,2,4' -> [1, 2, 4], '8..64' -> [8, 16, 32, 64].  UserError for anything else."""
    try:
        if ".." in text:
            first, last = map(int, text.split(".."))
            found = [first << k for k in range((last // first).bit_length())] if first > 0 else []
        else:
            found = list(map(int, text.split(",")))
    except ValueError:
        found = []
    if not found or not all(1 <= count <= 10**6 for count in found):
        raise UserError(f"{text}: give numbers of devices from 1 to 1,000,000, such as 8, or 1,2,4, or 8..1024")
    return found


def rate_of(args, dtype):
    """-> operations per second of a device"""
    if args.tflops:
        return args.tflops * 1e12
    if not args.report:
        return SUSTAINED["P100"] * 1e12
    try:
        speed = read_json(args.report)["training"][f"{MEASURED}, {dtype}"]["tokens/s, running"]
        if not 0 < speed < float("inf"):
            raise ValueError("the speed must be above 0")
    except OSError as error:
        raise UserError(f"{args.report}: cannot be read ({error.strerror})") from None
    except (ValueError, LookupError, TypeError) as error:
        needed = f"'{MEASURED}, {dtype}'"
        raise UserError(f"{args.report}: no report with {needed} ({error}); give --tflops") from None
    config = Config(**SIZES["B"] | dict(batch_tokens=25000))
    (pairs,) = draw_batches(1, 25000, config.vocabulary)
    tokens = sum(len(target) + 1 for _, target in pairs)
    return speed / tokens * packed_training_flops(config, pairs, tokens)
