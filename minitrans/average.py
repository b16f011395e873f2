"""The mean of a run's newest checkpoints, as a run directory of its own (Section 6.1: 5 for base, 20 for big).

    python -m minitrans.average runs/x --last 5 --out runs/x-averaged
    python -m minitrans.evaluate --run runs/x-averaged

It holds what translating needs and no more: Adam's moments are left out, so that it is a third as large as one
checkpoint, and training cannot go on from it.
"""

import os
import shutil
from pathlib import Path

from .cli.arguments import parser
from .cli.program import run_command
from .errors import UserError
from .nn import Transformer
from .runs.checkpoint import write_checkpoint
from .runs.run import Run


def average(run, count, out):
    """Write the mean of the newest `count` checkpoints to a new run directory, whole or not at all -> their paths"""
    if out.exists():
        raise UserError(f"{out}: exists; choose another name with --out")
    model, tokenizer = Transformer(run.config), run.tokenizer
    paths, header = run.load(model, tokenizer, count, "--last")
    made = out.with_name(f"{out.name}.{os.getpid()}.partial")
    try:
        (made / "checkpoints").mkdir(parents=True)
        for name in ("config.json", "tokenizer.model", "data.json"):
            shutil.copy(run.path / name, made)
        write_checkpoint(made / "checkpoints" / paths[-1].name, model, None, tokenizer, header["progress"])
        made.rename(out)
    except OSError:
        if out.exists():  # by now
            raise UserError(f"{out}: another process has just made it; choose another name with --out") from None
        raise
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return paths


def main():
    made = parser("average", __doc__)
    made.add_argument("run", type=Path, metavar="RUN", help="a run directory")
    made.add_argument("--last", type=int, default=5, metavar="N", help="how many checkpoints (default: %(default)s)")
    made.add_argument("--out", type=Path, metavar="DIR", required=True, help="the run directory to be made")
    args = made.parse_args()
    if args.last < 1:
        raise UserError(f"--last must be 1 or more, got {args.last}")
    paths = average(Run.open(args.run), args.last, args.out)
    print(f"{args.out}: mean of {', '.join(path.stem for path in paths)}")


if __name__ == "__main__":
    run_command(main)
