"""Train a translator or a parser, from text files to a score.

    python -m minitrans.train                                      the bundled corpus, in three minutes
    python -m minitrans.train --corpus multi30k-en-de --minutes 40
    python -m minitrans.train --train-src a.en --train-tgt a.de --valid-src b.en --valid-tgt b.de --preset small
    python -m minitrans.train --task parse                         the bundled treebank, in four minutes
    python -m minitrans.train --out runs/x --resume                continue a run that was stopped
    python -m minitrans.train --init runs/x --train-src ...        fine-tuning: start from the weights of a run
    python -m minitrans.train --ops my_ops.py                      with operations of your own, which are graded first
    mpiexec -n 4 python -m minitrans.train                         in four processes, also on several hosts (extra mpi)

All output is in the run directory (--out, by default runs/CORPUS-DATE-TIME).
"""

from pathlib import Path

from .cli.arguments import add_config_flags, command_parser
from .cli.program import run_command
from .cli.start import SPLITS, start
from .config import flag
from .data.catalog import CORPORA
from .errors import UserError
from .grading.own_library import OwnLibrary
from .processes.world import world
from .recipes import PRESETS
from .runs.run import Run
from .tasks import TASKS
from .training import job


def arguments():
    parser = command_parser("train", __doc__)
    data = parser.add_argument_group("data")
    data.add_argument(
        "--corpus", help=f"one of {', '.join(CORPORA)} (default: {' or '.join(task.corpus for task in TASKS.values())})"
    )
    data.add_argument(
        "--data-root",
        type=Path,
        metavar="DIR",
        help="folder of corpora, also for downloads (default: $MINITRANS_DATA, then ~/.cache/minitrans)",
    )
    for split in SPLITS:
        for side in ("src", "tgt"):
            data.add_argument(
                f"--{split}-{side}", type=Path, metavar="FILE", help="one sentence per line, .gz or plain"
            )
    for split in (*SPLITS, "extra"):
        about = ".mrg or .mrg.gz files with trees in brackets, or folders of such files"
        about = "more training trees, for instance the output of a parser" if split == "extra" else about
        data.add_argument(f"--{split}-trees", type=Path, nargs="+", metavar="PATH", help=about)
    run = parser.add_argument_group("run")
    run.add_argument("--out", type=Path, metavar="DIR", help="run directory (default: runs/CORPUS-DATE-TIME)")
    about = "go on from the newest checkpoint of --out (default: of the newest run below runs/); begin if there is none"
    run.add_argument("--resume", action="store_true", help=about)
    about = "with --resume: continue although the text files have changed"
    run.add_argument("--changed-text", action="store_true", help=about)
    run.add_argument("--preset", help=f"one of {', '.join(PRESETS)} (default: the preset of the corpus)")
    about = "start from the weights and the tokenizer of this run, and keep its architecture (fine-tuning)"
    run.add_argument("--init", type=Path, metavar="RUN", help=about)
    about = "train with your own solutions of exercises, see minitrans.grading; ours fill what is missing"
    run.add_argument("--ops", type=Path, metavar="FILE", help=about)
    add_config_flags(parser)
    return parser.parse_args()


def main():
    args = arguments()
    if args.changed_text and not args.resume:
        raise UserError("--changed-text needs --resume")
    run, config, files, resume, used_up = world().first(start, args)
    if used_up:
        print(f"{run.path}: is finished; to train on, give more than {flag(used_up)} {getattr(config, used_up)}")
        return
    init = None if resume else args.init and Run(args.init)
    if args.ops:
        own = OwnLibrary(args.ops, config)
        with own.explained(run):
            lines = job.train(run, config, files, resume, args.changed_text, own.substitutes, init)
    else:
        lines = job.train(run, config, files, resume, args.changed_text, init=init)
    print(*lines, sep="\n")


if __name__ == "__main__":
    run_command(main, processes=True)
