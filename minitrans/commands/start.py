"""How `minitrans train` starts: the run, its configuration and its text, new or as they were before."""

import dataclasses
import os
import time
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from ..config import ARCHITECTURE, DECODING, MAY_CHANGE, Config, flag
from ..config.presets import COOLDOWN, FINE_TUNING, preset
from ..data.catalog import corpus
from ..data.corpora import corpus_files
from ..engine import array_library
from ..runs.run import Run
from ..system.errors import UserError, say
from ..system.files import real, vacant
from ..tasks import TASKS
from ..tasks.tree_pairs import tree_files
from ..training.finish import used_up
from .arguments import config_overrides
from .budget import preset_for

SPLITS = "train", "valid", "test"


class Start(NamedTuple):
    run: Run
    config: Config
    files: dict  # {split: paths}
    resume: bool = False
    used_up: str | None = None  # the budget that is used up, so that nothing is left to do


def start(args):
    """The flags of `minitrans train` -> Start.  With --resume a run goes on; if there is none yet, it begins."""
    if args.resume and not is_new(args.out):
        return resumed(args)
    new = fresh(args)
    if args.resume:
        say(f"{new.run.path}: there is nothing to resume; training begins")
    return new


def is_new(path):
    """Whether there is no run to resume: neither in this folder nor, without one, below runs/."""
    if path is None:
        return Run.last_trained() is None
    return not os.path.lexists(path) or is_prepared(path)


def is_prepared(path):
    """Whether this is an empty folder for a run, perhaps mounted, or a link to one"""
    return path.is_dir() and vacant(path)


def fresh(args):
    """-> Start of a new run, whose directory must not exist yet"""
    files, overrides = own_files(args), config_overrides(args)
    if files and args.corpus:
        raise UserError(f"--corpus {args.corpus}: give a corpus or your own files, not both")
    name = "own" if files else args.corpus or TASKS[overrides.get("task", "translate")].corpus
    if args.init:
        config = fine_tuning(args, overrides)
    else:
        chosen = args.preset or ("small" if files else corpus(name).preset)
        config = preset_for(chosen, overrides) if "minutes" in overrides else preset(chosen, **overrides)
    path = Path("runs", f"{name}-{time.strftime('%Y%m%d-%H%M%S')}") if args.out is None else args.out
    if Path.cwd().is_relative_to(real(path)):
        raise UserError(f"--out '{path}': is the current folder, or one above it; give the name of a new folder")
    if os.path.lexists(path) and not is_prepared(path):
        raise UserError(f"{path}: exists; continue it with --resume, or choose another name with --out")
    array_library(config)  # check that the backend works before any download
    files = files or corpus_files(args.corpus or TASKS[config.task].corpus, args.data_root)
    return Start(Run(path), config, with_extra_trees(files, args, config))


def fine_tuning(args, overrides):
    """The Config of a run that starts from the weights of another: its architecture and its search"""
    before = Run.open(args.init).config
    if args.preset:
        raise UserError(f"--init keeps the architecture of {args.init}: leave out --preset")
    if fixed := sorted(overrides.keys() & set(ARCHITECTURE)):
        raise UserError(f"--init keeps the architecture of {args.init}: leave out {flag(fixed[0])}")
    kept = {name: getattr(before, name) for name in (*ARCHITECTURE, *DECODING, "dropout", "attention_dropout")}
    budget = dict(cooldown=COOLDOWN) if "minutes" in overrides else {}
    return Config(**kept | FINE_TUNING | budget | overrides)


def resumed(args):
    """-> Start of an existing run.  Only the fields in MAY_CHANGE can get new values; other flags must say what it is.

    So the command that has started a run also continues it.
    """
    run, overrides = Run.open(args.out), config_overrides(args)
    config, files = run.config, run.files
    keeps = f"--resume keeps the configuration of {run.path}"
    for name in sorted(overrides.keys() - MAY_CHANGE):
        if overrides[name] != (before := getattr(config, name)):
            raise UserError(f"{keeps}: {flag(name)} is {before} there, not {overrides[name]}")
    if args.preset:
        asked = preset(args.preset, **dict(shards=config.shards) | overrides)  # the default of shards is this machine's
        for name, value in vars(asked).items():
            if name not in MAY_CHANGE and value != (before := getattr(config, name)):
                raise UserError(f"{keeps}: {flag(name)} is {before} there, not {value} as in --preset {args.preset}")
    if args.init and run.init not in (None, str(real(args.init))):
        raise UserError(f"{keeps}: --init is {run.init or 'not given'} there, not {args.init}")
    if missing := {"train", "valid"} - files.keys():
        raise UserError(f"{run.path}/data.json: has no {sorted(missing)[0]} split, so training cannot be resumed")
    given = own_files(args) or (corpus_files(args.corpus, args.data_root) if args.corpus else {})
    if args.extra_trees:  # they are the last files of the split
        count = len(tree_files(args.extra_trees))
        given = with_extra_trees(given or dict(train=files["train"][:-count]), args, config)
    moved = set()
    for split, paths in given.items():
        now, before = [str(real(path)) for path in paths], files.get(split, [])
        if now == before:
            continue
        if run.has_same_text(before, now):
            moved |= set(before)
            files[split] = now
        else:
            raise UserError(
                f"--resume keeps the text of {run.path}: the {split} split is {' '.join(before) or 'missing'} there, "
                f"not {' '.join(map(str, paths))}; leave out the text"
            )
    config = dataclasses.replace(config, **overrides)
    finished = used_up(run, config)
    if not (finished or args.changed_text) and (changed := run.changed_text(moved)):
        raise UserError(f"{changed[0]}: has changed since {run.path} was started; restore it, or add --changed-text")
    return Start(run, config, files, resume=True, used_up=finished)


def own_files(args):
    """-> {split: files} from --train-src and similar flags, or from --train-trees and similar flags; {} without them"""
    text, trees = own_text(args), own_trees(args)
    if text and trees:
        raise UserError("own files: give text (--train-src) or trees (--train-trees), not both")
    files = text or trees
    for path in chain.from_iterable(files.values()):
        if str(path) == "-" or path.exists() and not path.is_file():  # standard input, or a pipe, from <(...)
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
    if files and not {"train", "valid"} <= set(files):
        raise UserError("own trees: give at least --train-trees and --valid-trees")
    return files


def with_extra_trees(files, args, config):
    """{split: files} with the files of --extra-trees in the training split"""
    if not args.extra_trees:
        return files
    if config.task != "parse":
        raise UserError("--extra-trees: a translator does not train on trees; add --task parse")
    return files | dict(train=[*files["train"], *tree_files(args.extra_trees)])
