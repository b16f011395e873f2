"""The run directory: every file that a run needs and writes."""

import json
import os
import re
import sys
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain
from os import PathLike
from pathlib import Path

from ..config import Config
from ..data.marian_tokenizer import MarianTokenizer
from ..data.tokenizer import Tokenizer
from ..nn import Transformer
from ..system.errors import UserError, say, unknown
from ..system.files import number, parse_json, read_file, read_json, reading, whole_folder, write_whole
from ..system.machine import file_lock
from ..tasks import task_of
from .checkpoint import load_weights, read_checkpoint
from .text import MODEL, Text

END_OF_SAMPLES = "\n\n"
NO_RUN = "no trained run below runs/: using the model that comes with minitrans, which knows only the bundled corpus"


class Run:
    """The directory of a run.  It contains everything that the model needs:

    config.json  data.json  log.jsonl  result.json  curves.png  samples.txt
    tokenizer.model, or source.spm, target.spm and vocab.json
    checkpoints/  the newest, such as step-000400.npz; best.npz, which has the lowest validation perplexity; and
        initial.npz, if training did not start from random weights
    snapshots/  16-bit weights, evenly over the training (--snapshots)
    tokens/  the training text as ids, if it is large; only needed to resume
    """

    def __init__(self, path: str | PathLike):
        # A command would take -x for a flag.
        self.path = Path(path).absolute() if str(path).startswith("-") else Path(path)
        self.folder = self.path / "checkpoints"
        self.best = self.folder / "best.npz"
        self.initial = self.folder / "initial.npz"
        self.text = Text(self.path)
        self.place = None  # identity of the locked folder, see `check_place`

    @classmethod
    def open(cls, path: str | PathLike | None = None, bundled: str = "", training: str = "minitrans train") -> "Run":
        """-> the Run at a path, or of the name "bundled", see `run_path`

        Without a path: the one below runs/ with the newest checkpoint, and stderr says so.
        bundled: how a user chooses the bundled model, which is the default if there is no run below runs/; "" if it is
        not allowed;  training: the command that trains one
        """
        newest = cls.last_trained() if path is None else None
        if path is None and newest is None:
            if not (bundled and MODEL.is_dir()):
                raise UserError(f"no trained run below runs/; name one, or train one first ({training})")
            say(NO_RUN)
        run = cls(newest or run_path(MODEL if path is None else path))
        if not (run.path / "config.json").is_file():
            if below := runs_in(run.path):
                raise UserError(f"{path}: is a folder of runs; name one of them, such as {max(below)}")
            known, otherwise = ["bundled", *runs_in(run.path.parent)], "give the --out of its training"
            raise unknown(f"{path}: not a run directory (no config.json)", str(run.path), known, otherwise)
        if newest:
            run.introduce(bundled)
        return run

    def introduce(self, bundled=""):
        """Print which run is used, and how far its training is.  bundled: see `open`"""
        config, step = self.config, max(map(step_of, self.checkpoints()), default=0)
        training, result, metric = self.in_training(), self.result, task_of(config).metric
        if result and not training:
            score = f", {metric.upper()} {result[metric]:.2f}" if is_number(result.get(metric)) else ""
            return say(f"using {self.path} ({step:,} steps{score})")
        reached = f"{'is' if training else 'stopped'} at step {step:,}" + f" of {config.steps:,}" * (not config.minutes)
        instead = f"; the bundled model: {bundled}" * bool(bundled)
        say(f"using {self.path}, which {reached}{instead}")

    @contextmanager
    def created(self, config, tokenizer, files):
        """A context that makes this directory.  It yields a Run under a temporary name, to be filled.

        files: {split: paths} of its text.  After an error nothing is left.
        """
        with whole_folder(self.path) as folder:
            run = Run(folder)
            run.folder.mkdir()
            run.text.save(files)
            for name, content in tokenizer.files.items():
                write_whole(folder / name, content)
            config.save(folder / "config.json")
            yield run

    @classmethod
    def last_trained(cls) -> Path | None:
        """-> the path of the run below runs/ with the newest checkpoint, or None"""
        checkpoints = [path for run in map(cls, Path("runs").glob("*")) for path in run.checkpoints()]
        newest = max(checkpoints, key=time_of, default=None)
        return newest and newest.parents[1]

    @property
    def config(self) -> Config:
        return Config.load(self.path / "config.json")

    @property
    def tokenizer(self) -> Tokenizer:
        config = self.config
        if (self.path / "vocab.json").is_file():
            tokenizer = MarianTokenizer.load(self.path)
        else:
            tokenizer = task_of(config).tokenizer.load(self.path / "tokenizer.model")
        for each, expected in zip((tokenizer, tokenizer.target), config.vocabularies, strict=True):
            if len(each) != expected:  # sentencepiece accepts some incomplete files
                name = next(name for name in each.files if name in ("tokenizer.model", "vocab.json"))
                raise UserError(f"{self.path}/{name}: has {len(each)} pieces, config.json says {expected}")
        return tokenizer

    @property
    def inputs(self) -> list[Path]:
        """The files that no output may replace: its directory and its text"""
        with suppress(UserError):  # a command that needs the text reports it
            return [self.path, *map(Path, chain.from_iterable(self.text.files.values()))]
        return [self.path]

    @property
    def init(self) -> str | None:
        """The path of the run whose weights this one started from; "" without one, None if an older version made it."""
        if not self.initial.is_file():
            return ""
        header, _ = read_checkpoint(self.initial, prefix="header")
        return header["progress"].get("run")

    @property
    def log(self) -> list[dict]:
        """The rows of log.jsonl, a list of dicts; an incomplete last line is ignored."""
        path = self.path / "log.jsonl"
        if not os.path.lexists(path):
            return []
        with reading(path, "not a log of minitrans"):
            *lines, _ = read_file(path).decode().split("\n")
            rows = list(map(parse_json, lines))
            for row in rows:
                if type(row["step"]) is not int or not all(map(is_number, row.values())):
                    raise ValueError(f"a value of step {row['step']!r} is not a number")
                if "valid_perplexity" in row and not row.keys() & {"valid_bleu", "valid_f1"}:
                    raise ValueError(f"step {row['step']} has no score")
            return rows

    @property
    def result(self) -> dict | None:
        """The content of result.json, with the paths of `checkpoints`; None without them, or if training was resumed"""
        path = self.path / "result.json"
        if not os.path.lexists(path):
            return None
        with reading(path, "not a result of minitrans"):
            result = read_json(path)
            result["checkpoints"] = [self.folder / Path(name).name for name in result["checkpoints"]]
            resumed = any(step_of(each) > number(result, "steps") for each in self.checkpoints())
            return None if resumed or not all(map(Path.is_file, result["checkpoints"])) else result

    @property
    def chosen(self) -> list[Path]:
        """Paths of the checkpoints whose average is used: those in `result`.  Without it the best one or, before the
        first validation, the newest `config.average`."""
        if self.result:
            return self.result["checkpoints"]
        return [self.best] if self.best.is_file() else self.newest(self.config.average)

    def cut_log(self, step, made_at=0, validating=False):
        """Remove from log, samples and snapshots what a resumed run repeats: later steps and, if validating, the
        validation of this step.

        It keeps the snapshots from before its plan was made (at step made_at), because the clock has chosen them.
        """
        validated = step - validating
        rows = (row for row in self.log if row["step"] <= (validated if "valid_perplexity" in row else step))
        kept = "".join(json.dumps(row) + "\n" for row in rows)
        write_whole(self.path / "log.jsonl", kept.encode())
        samples = self.path / "samples.txt"
        if samples.exists():
            # Read bytes, because text mode would turn a carriage return within a sentence into a line break.
            *blocks, _ = read_file(samples).decode(errors="replace").split(END_OF_SAMPLES)
            kept = [each for each in blocks if (match := re.match(r"step (\d+):", each)) and int(match[1]) <= validated]
            write_whole(samples, "".join(block + END_OF_SAMPLES for block in kept).encode())
        for path in self.snapshots():
            if step_of(path) > max(step, made_at):
                path.unlink()

    def checkpoints(self) -> list[Path]:
        """Paths of the checkpoints, oldest first, without other files that were put beside them."""
        return files_of_steps(self.folder)

    def snapshots(self):
        """Paths of the snapshots, oldest first."""
        return files_of_steps(self.path / "snapshots")

    def newest(self, count: int = 1) -> list[Path]:
        """Paths of the newest `count` checkpoints, or of all if there are fewer; UserError if there is none."""
        if not (paths := self.checkpoints()):
            raise UserError(f"{self.path}: no checkpoint yet; wait for one, or train again with another --out")
        return paths[-count:]

    def load_average(
        self, model: Transformer, tokenizer: Tokenizer, count: int | None, flag: str
    ) -> tuple[list[Path], dict]:
        """Load the average of the newest `count` checkpoints, a number that `flag` gave; with None, of the `chosen`.

        -> (their paths, the header of the last)
        """
        tried = None
        while True:
            paths = self.newest(count) if count else self.chosen
            if count and len(paths) < count:
                raise UserError(f"{flag} {count}: {self.path} has only {len(paths)}; give a smaller number")
            try:
                header = load_weights(model, paths, tokenizer)
                if not (count or self.result) and (self.path / "log.jsonl").is_file():  # a published model has none
                    say(f"{self.path}: unfinished, or its chosen checkpoints are gone: loading {paths[-1].name}")
                return paths, header
            except UserError:
                if paths == tried:
                    raise
                tried = paths  # training may have replaced some of them meanwhile: look again

    def keep_newest(self, count, steps):
        """Delete all checkpoints except the newest `count` of those that are made every `steps` steps.

        Of the others, which the clock, a signal or an earlier end has caused, only the last is kept.
        """
        found = self.checkpoints()
        kept = [path for path in found if path == found[-1] or step_of(path) % steps == 0]
        for old in {*found} - {*kept[-count:]}:
            old.unlink()

    @contextmanager
    def lock(self):
        """Keep other processes out.  The operating system releases the lock when the process ends, even by a crash."""
        with ExitStack() as stack:
            try:
                # Not at once, because `in_training` may be trying it.
                stack.enter_context(file_lock(self.path / ".lock", timeout=1))
                self.place = os.stat(self.path)
            except TimeoutError:
                raise UserError(f"{self.path}: another process is training there; choose another --out") from None
            except OSError as error:
                raise UserError(f"{self.path}: cannot be locked against other processes ({error.strerror})") from None
            for folder in (self.folder, self.path / "snapshots"):
                if folder.is_symlink():  # it may lead to another run
                    raise UserError(f"{folder}: is a link, but training removes old files there; put a folder there")
            yield

    def in_training(self):
        """Whether a process has the lock; None if that is unknown."""
        path = self.path / ".lock"
        if not path.is_file():
            return None
        try:
            with file_lock(path, timeout=0):
                return False
        except TimeoutError:
            return True
        except OSError:
            return None

    def check_place(self):
        """Raise UserError if the folder was removed, or replaced by another of the same name, since it was locked."""
        if self.place and not (self.path.is_dir() and os.path.samestat(os.stat(self.path), self.place)):
            raise UserError(f"{self.path}: was removed or replaced while it was in use; nothing more is saved there")


def run_path(name: str | PathLike) -> Path:
    """The folder of a run; "bundled" is the name of the model that comes with minitrans, and ./bundled a folder."""
    if name != "bundled":
        return Path(name)
    if os.path.lexists(name):
        say("bundled: using the model that comes with minitrans; for the folder of this name give ./bundled")
    return MODEL


def runs_in(folder):
    return [str(path.parent) for path in folder.glob("*/checkpoints")]


def is_number(value):
    """Whether a value of a log is a number, perhaps NaN, but not an integer beyond all floats."""
    return type(value) is float or (type(value) is int and abs(value) <= sys.float_info.max)


def files_of_steps(folder):
    return sorted(filter(step_of, folder.glob("step-*.npz")), key=step_of)


def time_of(path):
    """When a file was written, in seconds; 0 if it is gone, because a trainer deletes its old checkpoints."""
    with suppress(OSError):
        return path.lstat().st_mtime
    return 0


def step_of(path):
    """The step in the name of a checkpoint; 0 if it is not the name of a checkpoint."""
    match = re.fullmatch(r"step-([0-9]{6}|[1-9][0-9]{6,})\.npz", path.name)
    return int(match[1]) if match else 0
