"""How `minitrans train` starts: with a new run, its configuration and its text, or with those of an earlier run."""

import dataclasses
import os
import time
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from ..config import ARCHITECTURE, DECODING, MAY_CHANGE, Config, flag
from ..config.presets import COOLDOWN, FINE_TUNING, PRESETS, preset
from ..data.catalog import corpus
from ..data.corpora import corpus_files
from ..data.lines import check_there
from ..runs.run import Run
from ..system.errors import UserError, say
from ..system.files import real, vacant
from ..tasks import TASKS
from ..tasks.tree_pairs import is_trees
from ..training.finish import used_up_by
from ..training.job import Job
from .recipe import recipe


@dataclass(frozen=True)
class Request:
    """What a user asks of `minitrans train`.

    corpus, data_root: the name of a corpus and the folder that holds it
    files: the user's own text, {split: paths};  extra_trees: more files for the training split
    overrides: {field: value} of the Config
    init: path of the run to start from
    """

    corpus: str | None
    data_root: Path | None
    files: dict
    extra_trees: tuple
    preset: str | None
    overrides: dict
    init: Path | None
    out: Path | None
    resume: bool
    changed_text: bool


def job_of(request):
    """-> the Job of a Request; None if the run is finished

    With --resume a run continues; if there is none in --out yet, a new one begins.
    """
    if not request.resume:
        return new_job(request)
    if request.out is None and Run.last_trained() is None:
        raise UserError("--resume: no run below runs/ has a checkpoint; name the run with --out")
    if not (request.out and is_new(request.out)):
        return resumed_job(request)
    job = new_job(request)
    say(f"{job.run.path}: there is nothing to resume; training begins")
    return job


def is_new(path):
    """Whether a run can begin here: nothing is there, or an empty folder, perhaps mounted, or a link to one"""
    return not os.path.lexists(path) or (path.is_dir() and vacant(path))


def new_job(request):
    """-> the Job of a new run, whose directory must not exist yet"""
    check_there(chain.from_iterable(request.files.values()))
    init = request.init and Run.open(request.init)
    settings = fine_tuning(init.config) if init else vars(preset(request.preset)) if request.preset else {}
    name = request.corpus or TASKS[(settings | request.overrides).get("task", "translate")].corpus
    path = request.out or Path("runs", f"{'own' if request.files else name}-{time.strftime('%Y%m%d-%H%M%S')}")
    check_new(path)
    files = with_extra_trees(request.files or corpus_files(name, request.data_root), request)
    overrides = {} if request.files or init else corpus(name).settings
    if "minutes" in request.overrides:
        overrides = overrides | dict(cooldown=COOLDOWN)
    overrides = overrides | request.overrides
    settings, about = (settings, "") if settings else recipe(files, overrides)
    config = Config(**settings | overrides)
    if init:
        about = "fine-tuning: " + " ".join(f"{flag(name)} {getattr(config, name)}" for name in FINE_TUNING)
    chosen = [about, in_minutes(config)]
    if config.steps <= config.warmup:
        chosen.append(f"--steps {config.steps} end in the warm-up (--warmup {config.warmup}): the rate stays too low")
    return Job(Run(path), config, files, init=init, fixed_vocabulary="vocabulary" in overrides, chosen=chosen)


def in_minutes(config):
    """One line about the learning rate under --minutes"""
    if not config.minutes:
        return ""
    if not config.cooldown:
        return f"{config.minutes:g} minutes with the paper's learning rate (--cooldown 0)"
    return f"the learning rate falls in the last {config.cooldown:.0%} of {config.minutes:g} minutes"


def fine_tuning(before):
    """The settings of a run that starts from another run's weights: architecture, search, and how BLEU is counted"""
    others = "dropout", "attention_dropout", "tokenized", "bleu_tokenize"
    return {name: getattr(before, name) for name in (*ARCHITECTURE, *DECODING, *others)} | FINE_TUNING


def check_new(path):
    """UserError unless a run can begin at a path"""
    if Path.cwd().is_relative_to(real(path)):
        raise UserError(f"--out '{path}': is the current folder, or one above it; give the name of a new folder")
    if not is_new(path):
        resume = "continue it with --resume, or " * (path / "config.json").is_file()
        raise UserError(f"{path}: exists; {resume}choose another name with --out")


def resumed_job(request):
    """-> the Job of an existing run, or None if it is finished

    Only the fields in MAY_CHANGE can get new values.  Other flags must agree with the run, so that the command that
    started it also continues it.
    """
    run = Run.open(request.out)
    check_kept(request, run)
    files, moved = files_now(request, run)
    config = dataclasses.replace(run.config, **request.overrides)
    if finished := used_up_by(run, config):
        if moved:
            run.text.save(files)
        more = f"to continue, give more than {flag(finished)} {getattr(config, finished)}"
        print(f"{run.path}: is finished, so the settings stay as they are; {more}")
        return None
    if not request.changed_text and (changed := run.text.changed(moved)):
        raise UserError(f"{changed[0]}: has changed since {run.path} was started; restore it, or add --changed-text")
    return Job(run, config, files, resume=True, changed_text=request.changed_text)


def check_kept(request, run):
    """UserError if a flag asks for another value than the run has, in a field that cannot change."""
    config, overrides, keeps = run.config, request.overrides, f"--resume keeps the configuration of {run.path}"
    asked = [(name, overrides[name], "") for name in sorted(overrides)]
    if request.preset in PRESETS:
        others = "shards", "vocabulary", "tokenized", "cooldown"  # chosen by the machine, the text and --minutes
        fields = vars(preset(request.preset, **{name: getattr(config, name) for name in others} | overrides))
        asked += [(name, value, f" as in --preset {request.preset}") for name, value in fields.items()]
    elif request.preset:
        say(f"--preset {request.preset}: is not in this version; {run.path} keeps its configuration")
    for name, value, source in asked:
        if name not in MAY_CHANGE and value != (before := getattr(config, name)):
            raise UserError(f"{keeps}: {flag(name)} is {before} there, not {value}{source}")
    if request.init and run.init not in (None, str(real(request.init))):
        raise UserError(f"{keeps}: --init is {run.init or 'not given'} there, not {request.init}; leave out --init")


def files_now(request, run):
    """-> {split: files} of a run, at the places that the flags give, and the former paths of moved files"""
    files, moved = run.text.files, set()
    if missing := {"train", "valid"} - files.keys():
        raise UserError(f"{run.path}/data.json: has no {sorted(missing)[0]} split, so training cannot be resumed")
    given = request.files or (corpus_files(request.corpus, request.data_root) if request.corpus else {})
    if request.extra_trees:  # they are the last files of the split
        given = given or dict(train=files["train"][: -len(request.extra_trees)])
        given = with_extra_trees(given, request)
    for split, paths in given.items():
        now, before = [str(real(path)) for path in paths], files.get(split, [])
        if now == before:
            continue
        if not (request.changed_text or run.text.is_same(before, now)):
            raise UserError(
                f"--resume keeps the text of {run.path}: the {split} split is {' '.join(before) or 'missing'} there, "
                f"not {' '.join(map(str, paths))}; leave out the text, or add --changed-text"
            )
        moved |= set(before)
        files[split] = now
    return files, moved


def with_extra_trees(files, request):
    """{split: files} with the files of --extra-trees in the training split"""
    if not request.extra_trees:
        return files
    if not all(map(is_trees, files["train"])):
        raise UserError("--extra-trees: a translator does not train on trees; add --task parse")
    return files | dict(train=[*files["train"], *request.extra_trees])
