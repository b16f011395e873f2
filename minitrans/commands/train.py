"""Train a translator or a parser, from text files to a score.

    minitrans train                                      the bundled corpus, in three minutes
    minitrans train --corpus multi30k-en-de --minutes 40
    minitrans train --train-src a.en --train-tgt a.de --valid-src b.en --valid-tgt b.de
    minitrans train --task parse                         the bundled treebank, in four minutes
    minitrans train --out runs/x --resume                continue a run that was stopped
    minitrans train --init runs/x --train-src ...        fine-tuning: start from the weights of a run
    mpiexec -n 4 minitrans train                         in four processes, also on several hosts (extra mpi)

All output is in the run directory (--out, by default runs/CORPUS-DATE-TIME).
Every setting: minitrans train --help all
"""

from itertools import chain, product
from pathlib import Path

from ..config import ARCHITECTURE, flag
from ..parallel.world import world
from ..runs.run import run_path
from ..system.errors import UserError, shown
from ..tasks import TASKS
from ..tasks.tree_pairs import tree_files
from .arguments import add_config_flags, command_parser, config_overrides
from .start import Request, job_of

SPLITS = "train", "valid", "test"
SIDES = dict(src="sentences, plain or .gz", tgt="their translations, line by line")
BRIEF = "corpus train_src train_tgt valid_src valid_tgt out resume preset init steps minutes backend".split()


def arguments():
    parser = command_parser("train", __doc__, BRIEF)
    data, run = parser.add_argument_group("data"), parser.add_argument_group("run")
    default = " or ".join(task.corpus for task in TASKS.values())
    data.add_argument("--corpus", help=f"train on this corpus, see minitrans presets (default: {default})")
    about = "look for corpora in this folder, and download them to it (default: $MINITRANS_DATA, ~/.cache/minitrans)"
    data.add_argument("--data-root", type=Path, metavar="DIR", help=about)
    for split, (side, about) in product(SPLITS, SIDES.items()):
        data.add_argument(f"--{split}-{side}", type=Path, nargs="+", action="extend", metavar="FILE", help=about)
    for split in (*SPLITS, "extra"):
        about = "read trees in brackets from .mrg or .mrg.gz files, or from folders of such files"
        about = "also train on these trees, for instance on the output of a parser" if split == "extra" else about
        data.add_argument(f"--{split}-trees", type=Path, nargs="+", action="extend", metavar="PATH", help=about)
    run.add_argument("--out", type=Path, metavar="DIR", help="write the run here (default: runs/CORPUS-DATE-TIME)")
    about = "continue --out from its newest checkpoint, or start it if it does not exist; "
    about += "without --out: continue the newest run below runs/"
    run.add_argument("--resume", action="store_true", help=about)
    about = "with --resume: continue although the text files have changed"
    run.add_argument("--changed-text", action="store_true", help=about)
    about = "use this configuration, see minitrans presets"
    run.add_argument("--preset", help=about)
    about = "start from the weights and the tokenizer of this run, and keep its architecture (fine-tuning)"
    run.add_argument("--init", type=run_path, metavar="RUN", help=about)
    add_config_flags(parser)
    return parser.parse_args()


def request_of(args):
    """The flags of the command -> a Request; UserError for flags that do not go together"""
    files, overrides = own_files(args), config_overrides(args)
    if args.changed_text and not args.resume:
        raise UserError("--changed-text needs --resume")
    if files and args.corpus:
        raise UserError(f"--corpus {args.corpus}: give a corpus or your own files, not both")
    if args.init:
        fixed = ["--preset"] * bool(args.preset) + list(map(flag, sorted(overrides.keys() & set(ARCHITECTURE))))
        if fixed:
            raise UserError(f"--init keeps the architecture of {args.init}: leave out {fixed[0]}")
    extra = tree_files(args.extra_trees or [])
    asked = {name: getattr(args, name) for name in "corpus data_root preset init out resume changed_text".split()}
    return Request(files=files, extra_trees=extra, overrides=overrides, **asked)


def own_files(args):
    """-> {split: files} from --train-src and similar flags, or from --train-trees and similar flags; {} without them"""
    text, trees = {}, {}
    for split in SPLITS:
        sources, targets, paths = (getattr(args, f"{split}_{kind}") or [] for kind in ("src", "tgt", "trees"))
        if len(sources) != len(targets):
            counts = f"{len(sources)} and {len(targets)} files are given"
            raise UserError(f"--{split}-src and --{split}-tgt belong together: {counts}; give as many of both")
        text |= {split: list(chain(*zip(sources, targets, strict=True)))} if sources else {}
        trees |= {split: tree_files(paths)} if paths else {}
    if text and trees:
        raise UserError("your own files: give text (--train-src) or trees (--train-trees), not both")
    files = text or trees
    if files and not {"train", "valid"} <= set(files):
        flags = "--train-src, --train-tgt, --valid-src and --valid-tgt" if text else "--train-trees and --valid-trees"
        raise UserError(f"your own files: give at least {flags}")
    for path in chain.from_iterable(files.values()):
        if str(path) == "-" or path.exists() and not path.is_file():  # standard input, or a pipe, from <(...)
            raise UserError(f"{path}: is not a regular file; save the text to one first, because it is read repeatedly")
    return files


def main() -> None:
    args = arguments()
    job = world().on_rank_0(lambda: job_of(request_of(args)))  # the others may be on hosts without the text
    if job:
        print(*map(shown, job.train()), sep="\n")
