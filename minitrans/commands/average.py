"""Average the newest checkpoints of a run (Section 6.1: 5 for base, 20 for big) and write the mean as a new run.

    minitrans average runs/x --last 5 --out runs/x-averaged
    minitrans evaluate --run runs/x-averaged

The new run holds only what is needed to translate.  Without Adam's moments it is a third as large as a checkpoint of
training, and training cannot be resumed from it.
"""

from pathlib import Path

from ..nn import Transformer
from ..nn.layers import Zeros
from ..runs.checkpoint import write_checkpoint
from ..runs.run import Run
from ..system.errors import UserError
from ..system.files import read_file, whole_folder, write_whole
from .arguments import command_parser


def average(run, count, out):
    """Write the mean of the newest `count` checkpoints to the new run directory `out`, or nothing -> their paths"""
    if out.exists():
        raise UserError(f"{out}: exists; choose another name with --out")
    model, tokenizer = Transformer(run.config, rng=Zeros()), run.tokenizer
    paths, header = run.load(model, tokenizer, count, "--last")
    try:
        with whole_folder(out) as folder:
            for name in ("config.json", "data.json", *tokenizer.files):
                write_whole(folder / name, read_file(run.path / name))
            (folder / "checkpoints").mkdir()
            write_checkpoint(folder / "checkpoints" / paths[-1].name, model, None, tokenizer, header["progress"])
    except OSError:
        if out.exists():  # it did not when this function started
            raise UserError(f"{out}: another process has just created it; choose another name with --out") from None
        raise
    return paths


def main():
    parser = command_parser("average", __doc__)
    parser.add_argument("run", type=Path, metavar="RUN", help="run directory")
    parser.add_argument("--last", type=int, default=5, metavar="N", help="number of checkpoints (default: %(default)s)")
    parser.add_argument("--out", type=Path, metavar="DIR", required=True, help="name of the new run directory")
    args = parser.parse_args()
    if args.last < 1:
        raise UserError(f"--last must be 1 or more, got {args.last}")
    paths = average(Run.open(args.run), args.last, args.out)
    print(f"{args.out}: mean of {', '.join(path.stem for path in paths)}")
