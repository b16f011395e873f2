"""How `minitrans train` starts: the run, its configuration and its text, new or as they were before."""

import dataclasses
import os
import time
from itertools import chain
from pathlib import Path

from ..config import ARCHITECTURE, DECODING, MAY_CHANGE, Config, flag
from ..config.presets import COOLDOWN, FINE_TUNING, preset
from ..data.catalog import corpus
from ..data.corpora import corpus_files
from ..data.lines import check_there
from ..engine import array_library
from ..runs.run import Run
from ..system.errors import UserError, say
from ..system.files import real, vacant
from ..tasks import TASKS
from ..tasks.tree_pairs import tree_files
from ..training.finish import used_up_by
from ..training.job import Job
from .arguments import config_overrides
from .budget import preset_for

SPLITS = "train", "valid", "test"


def job_of(args):
    """The flags of `minitrans train` -> a Job; None if the run is finished.

    With --resume a run goes on; if there is none in --out yet, it begins.
    """
    if args.changed_text and not args.resume:
        raise UserError("--changed-text needs --resume")
    if not args.resume:
        return new_job(args)
    if args.out is None and Run.last_trained() is None:
        raise UserError("--resume: no run below runs/ has a checkpoint; name the run with --out")
    if not (args.out and is_new(args.out)):
        return resumed_job(args)
    job = new_job(args)
    say(f"{job.run.path}: there is nothing to resume; training begins")
    return job


def is_new(path):
    """Whether a run can begin here: nothing is there, or an empty folder, perhaps mounted, or a link to one"""
    return not os.path.lexists(path) or (path.is_dir() and vacant(path))


def new_job(args):
    """-> the Job of a new run, whose directory must not exist yet"""
    files, overrides = own_files(args), config_overrides(args)
    own = bool(files)
    check_there(chain.from_iterable(files.values()))
    if files and args.corpus:
        raise UserError(f"--corpus {args.corpus}: give a corpus or your own files, not both")
    name = "own" if files else args.corpus or TASKS[overrides.get("task", "translate")].corpus
    # The configuration: that of another run, or a preset, which --minutes changes
    if args.init:
        config = fine_tuning(args, overrides)
    else:
        chosen = args.preset or ("small" if files else corpus(name).preset)
        if overrides.keys() & {"steps", "minutes"}:  # early stopping of a preset is for runs without a budget
            overrides = dict(patience=None) | overrides
        config = preset_for(chosen, overrides) if "minutes" in overrides else preset(chosen, **overrides)
    # The directory
    path = Path("runs", f"{name}-{time.strftime('%Y%m%d-%H%M%S')}") if args.out is None else args.out
    if Path.cwd().is_relative_to(real(path)):
        raise UserError(f"--out '{path}': is the current folder, or one above it; give the name of a new folder")
    if not is_new(path):
        resume = "continue it with --resume, or " * (path / "config.json").is_file()
        raise UserError(f"{path}: exists; {resume}choose another name with --out")
    # The text, whose download may take long: does the backend work?
    array_library(config)
    files = files or corpus_files(args.corpus or TASKS[config.task].corpus, args.data_root)
    known = args.init and Run(args.init)
    fixed = "vocabulary" in overrides or not (own or args.preset)
    return Job(Run(path), config, with_extra_trees(files, args, config), init=known, fixed_vocabulary=fixed)


def fine_tuning(args, overrides):
    """The Config of a run that starts from the weights of another: its architecture, its search and how BLEU counts"""
    before = Run.open(args.init).config
    if args.preset:
        raise UserError(f"--init keeps the architecture of {args.init}: leave out --preset")
    if fixed := sorted(overrides.keys() & set(ARCHITECTURE)):
        raise UserError(f"--init keeps the architecture of {args.init}: leave out {flag(fixed[0])}")
    others = "dropout", "attention_dropout", "tokenized", "bleu_tokenize"
    kept = {name: getattr(before, name) for name in (*ARCHITECTURE, *DECODING, *others)}
    budget = dict(cooldown=COOLDOWN) if "minutes" in overrides else {}
    return Config(**kept | FINE_TUNING | budget | overrides)


def resumed_job(args):
    """-> the Job of an existing run, or None if it is finished

    Only the fields in MAY_CHANGE can get new values.  Other flags must say what is there already, so that the command
    that has started a run also continues it.
    """
    run, overrides = Run.open(args.out), config_overrides(args)
    check_kept(args, run, overrides)
    files, moved = files_now(args, run)
    config = dataclasses.replace(run.config, **overrides)
    if finished := used_up_by(run, config):
        print(f"{run.path}: is finished; to train on, give more than {flag(finished)} {getattr(config, finished)}")
        return None
    if not args.changed_text and (changed := run.text.changed(moved)):
        raise UserError(f"{changed[0]}: has changed since {run.path} was started; restore it, or add --changed-text")
    return Job(run, config, files, resume=True, changed_text=args.changed_text)


def check_kept(args, run, overrides):
    """UserError if a flag asks for another configuration than the run has, in a field that cannot change."""
    config, keeps = run.config, f"--resume keeps the configuration of {run.path}"
    asked = [(name, overrides[name], "") for name in sorted(overrides)]
    if args.preset:  # the default of shards is this machine's, and a small text has few pieces
        fields = vars(preset(args.preset, **dict(shards=config.shards, vocabulary=config.vocabulary) | overrides))
        asked += [(name, value, f" as in --preset {args.preset}") for name, value in fields.items()]
    for name, value, source in asked:
        if name not in MAY_CHANGE and value != (before := getattr(config, name)):
            raise UserError(f"{keeps}: {flag(name)} is {before} there, not {value}{source}")
    if args.init and run.init not in (None, str(real(args.init))):
        raise UserError(f"{keeps}: --init is {run.init or 'not given'} there, not {args.init}; leave out --init")


def files_now(args, run):
    """-> {split: files} of a run, of which the flags can say where they are now, and the former paths of moved files"""
    files, moved = run.text.files, set()
    if missing := {"train", "valid"} - files.keys():
        raise UserError(f"{run.path}/data.json: has no {sorted(missing)[0]} split, so training cannot be resumed")
    given = own_files(args) or (corpus_files(args.corpus, args.data_root) if args.corpus else {})
    if args.extra_trees:  # they are the last files of the split
        count = len(tree_files(args.extra_trees))
        given = with_extra_trees(given or dict(train=files["train"][:-count]), args, run.config)
    for split, paths in given.items():
        now, before = [str(real(path)) for path in paths], files.get(split, [])
        if now == before:
            continue
        if not (args.changed_text or run.text.is_same(before, now)):
            raise UserError(
                f"--resume keeps the text of {run.path}: the {split} split is {' '.join(before) or 'missing'} there, "
                f"not {' '.join(map(str, paths))}; leave out the text, or add --changed-text"
            )
        moved |= set(before)
        files[split] = now
    return files, moved


def own_files(args):
    """-> {split: files} from --train-src and similar flags, or from --train-trees and similar flags; {} without them"""
    text, trees = {}, {}
    for split in SPLITS:
        *pair, paths = (getattr(args, f"{split}_{kind}") for kind in ("src", "tgt", "trees"))
        if any(pair) and not all(pair):
            raise UserError(f"--{split}-src and --{split}-tgt belong together: give both")
        text |= {split: pair} if all(pair) else {}
        trees |= {split: tree_files(paths)} if paths else {}
    if text and trees:
        raise UserError("own files: give text (--train-src) or trees (--train-trees), not both")
    files = text or trees
    if files and not {"train", "valid"} <= set(files):
        flags = "--train-src, --train-tgt, --valid-src and --valid-tgt" if text else "--train-trees and --valid-trees"
        raise UserError(f"own files: give at least {flags}")
    for path in chain.from_iterable(files.values()):
        if str(path) == "-" or path.exists() and not path.is_file():  # standard input, or a pipe, from <(...)
            raise UserError(f"{path}: is not a regular file; save the text to one first, because it is read repeatedly")
    return files


def with_extra_trees(files, args, config):
    """{split: files} with the files of --extra-trees in the training split"""
    if not args.extra_trees:
        return files
    if config.task != "parse":
        raise UserError("--extra-trees: a translator does not train on trees; add --task parse")
    return files | dict(train=[*files["train"], *tree_files(args.extra_trees)])
