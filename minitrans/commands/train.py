"""Train a translator or a parser, from text files to a score.

    minitrans train                                      the bundled corpus, in two minutes
    minitrans train --corpus multi30k-en-de --minutes 40
    minitrans train --train-src a.en --train-tgt a.de --valid-src b.en --valid-tgt b.de --preset small
    minitrans train --task parse                         the bundled treebank, in four minutes
    minitrans train --out runs/x --resume                continue a run that was stopped
    minitrans train --init runs/x --train-src ...        fine-tuning: start from the weights of a run
    minitrans train --ops my_ops.py                      with operations of your own, which are graded first
    mpiexec -n 4 minitrans train                         in four processes, also on several hosts (extra mpi)

All output is in the run directory (--out, by default runs/CORPUS-DATE-TIME).
"""

from pathlib import Path

from ..config import flag
from ..config.presets import PRESETS
from ..data.catalog import CORPORA
from ..parallel.world import world
from ..runs.run import Run
from ..system.errors import UserError, shown
from ..tasks import TASKS
from ..training import job
from .arguments import add_config_flags, command_parser
from .start import SPLITS, start


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
        data.add_argument(f"--{split}-trees", type=Path, nargs="+", action="extend", metavar="PATH", help=about)
    run = parser.add_argument_group("run")
    run.add_argument("--out", type=Path, metavar="DIR", help="run directory (default: runs/CORPUS-DATE-TIME)")
    about = "go on from the newest checkpoint of --out (default: of the newest run below runs/); begin if there is none"
    run.add_argument("--resume", action="store_true", help=about)
    about = "with --resume: continue although the text files have changed"
    run.add_argument("--changed-text", action="store_true", help=about)
    run.add_argument("--preset", help=f"one of {', '.join(PRESETS)} (default: the preset of the corpus)")
    about = "start from the weights and the tokenizer of this run, and keep its architecture (fine-tuning)"
    run.add_argument("--init", type=Path, metavar="RUN", help=about)
    about = "train with your own solutions of exercises, see minitrans grading; ours fill what is missing"
    run.add_argument("--ops", type=Path, metavar="FILE", help=about)
    add_config_flags(parser)
    return parser.parse_args()


def main():
    args = arguments()
    if args.changed_text and not args.resume:
        raise UserError("--changed-text needs --resume")
    run, config, files, resume, used_up = world().on_rank_0(start, args)
    if used_up:
        print(f"{run.path}: is finished; to train on, give more than {flag(used_up)} {getattr(config, used_up)}")
        return
    init = None if resume else args.init and Run(args.init)
    if args.ops:
        from ..grading.own_library import OwnLibrary  # the course, which no other training needs

        own = OwnLibrary(args.ops, config)
        with own.explained(run):
            lines = job.train(run, config, files, resume, args.changed_text, own.substitutes, init)
    else:
        lines = job.train(run, config, files, resume, args.changed_text, init=init)
    print(*map(shown, lines), sep="\n")
