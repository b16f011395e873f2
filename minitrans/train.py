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

import dataclasses
import time
from itertools import chain
from pathlib import Path

from .cli.arguments import add_config_flags, command_parser, config_overrides
from .cli.program import run_command
from .config import MAY_CHANGE, SEARCH, Config
from .data.catalog import CORPORA, corpus
from .data.corpora import corpus_files
from .engine import array_library
from .errors import UserError
from .grading.own_library import OwnLibrary
from .processes.world import world
from .recipes import FINE_TUNING, PRESETS, preset
from .runs.checkpoint import ARCHITECTURE
from .runs.run import Run
from .tasks import TASKS
from .training import job
from .trees.pairs import tree_files

SPLITS = "train", "valid", "test"


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
    about = "continue from the newest checkpoint of --out (default: of the newest run below runs/)"
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
    if args.init and args.resume:
        raise UserError("--init starts a new run: leave out --resume")
    run, config, files = world().first(resumed if args.resume else fresh, args)
    init = args.init and Run(args.init)
    if args.ops:
        own = OwnLibrary(args.ops, config)
        with own.explained(run):
            lines = job.train(run, config, files, args.resume, args.changed_text, own.substitutes, init)
    else:
        lines = job.train(run, config, files, args.resume, args.changed_text, init=init)
    print(*lines, sep="\n")


def fresh(args):
    """-> Run, Config and files of a new run, whose directory must not exist yet"""
    files, overrides = own_files(args), config_overrides(args)
    if files and args.corpus:
        raise UserError(f"--corpus {args.corpus}: give a corpus or your own files, not both")
    name = "own" if files else args.corpus or TASKS[overrides.get("task", "translate")].corpus
    if args.init:
        config = fine_tuning(args, overrides)
    else:
        config = preset(args.preset or ("small" if files else corpus(name).preset), **overrides)
    path = Path("runs", f"{name}-{time.strftime('%Y%m%d-%H%M%S')}") if args.out is None else args.out
    if Path.cwd().is_relative_to(path.resolve()):
        raise UserError(f"--out '{path}': is the current folder, or one above it; give the name of a new folder")
    if path.is_file() or (path.is_dir() and any(path.iterdir())):
        raise UserError(f"{path}: exists; continue it with --resume, or choose another name with --out")
    array_library(config)  # check that the backend works before any download
    files = files or corpus_files(args.corpus or TASKS[config.task].corpus, args.data_root)
    return Run(path), config, files


def fine_tuning(args, overrides):
    """The Config of a run that starts from the weights of another: its architecture and its search"""
    before = Run.open(args.init).config
    if args.preset:
        raise UserError(f"--init keeps the architecture of {args.init}: leave out --preset")
    if fixed := sorted(overrides.keys() & set(ARCHITECTURE)):
        raise UserError(f"--init keeps the architecture of {args.init}: leave out --{fixed[0].replace('_', '-')}")
    kept = {name: getattr(before, name) for name in (*ARCHITECTURE, *SEARCH, "dropout", "attention_dropout")}
    return Config(**kept | FINE_TUNING | overrides)


def resumed(args):
    """-> Run, Config and files of an existing run; only the fields in MAY_CHANGE can get new values"""
    run = Run.open(args.out)
    if args.preset or args.corpus or args.data_root or own_files(args):
        raise UserError(f"--resume keeps configuration and text of {run.path}: leave out --preset, --corpus and files")
    if missing := {"train", "valid"} - run.files.keys():
        raise UserError(f"{run.path}/data.json: has no {sorted(missing)[0]} split, so training cannot be resumed")
    if not args.changed_text and (changed := run.changed_text()):
        raise UserError(f"{changed[0]}: has changed since {run.path} was started; restore it, or add --changed-text")
    overrides = config_overrides(args)
    if fixed := sorted(overrides.keys() - MAY_CHANGE):
        raise UserError(f"--resume keeps the configuration of {run.path}: leave out --{fixed[0].replace('_', '-')}")
    return run, dataclasses.replace(run.config, **overrides), run.files


def own_files(args):
    """-> {split: files} from --train-src and similar flags, or from --train-trees and similar flags; {} without them"""
    text, trees = own_text(args), own_trees(args)
    if text and trees:
        raise UserError("own files: give text (--train-src) or trees (--train-trees), not both")
    files = text or trees
    for path in chain.from_iterable(files.values()):
        if path.exists() and not path.is_file():  # for example a pipe, from <(...)
            raise UserError(f"{path}: is not a regular file; save the text to one first, because it is read repeatedly")
    return files


def own_text(args):
    files = {}
    for split in SPLITS:
        pair = getattr(args, f"{split}_src"), getattr(args, f"{split}_tgt")
        if all(pair):
            files[split] = pair
        elif any(pair):
            raise UserError(f"--{split}-src and --{split}-tgt belong together: give both")
    if files and not {"train", "valid"} <= set(files):
        raise UserError("own files: give at least --train-src, --train-tgt, --valid-src and --valid-tgt")
    return files


def own_trees(args):
    given = {split: getattr(args, f"{split}_trees") for split in SPLITS}
    files = {split: tree_files(paths) for split, paths in given.items() if paths}
    if (files or args.extra_trees) and not {"train", "valid"} <= set(files):
        raise UserError("own trees: give at least --train-trees and --valid-trees")
    if args.extra_trees:
        files["train"] += tree_files(args.extra_trees)
    return files


if __name__ == "__main__":
    run_command(main, processes=True)
