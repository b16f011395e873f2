"""The directory in which a run keeps all that it needs and makes."""

import json
import os
import re
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from ..config import Config
from ..errors import UserError
from ..files import file_sha256, number, parse_json, read_json, write_whole
from ..tasks import task_of
from ..trees.pairs import is_trees
from .checkpoint import load_weights

END_OF_SAMPLES = "\n\n"


class Run:
    """The directory of a run.  It is complete in itself: nothing outside is needed to use the model.

    config.json  data.json  tokenizer.model  log.jsonl  result.json  curves.png  samples.txt
    checkpoints/  step-000400.npz and so on, the newest; best.npz, of the lowest validation perplexity
    tokens/  the training text as ids, where it is large; only for going on
    """

    def __init__(self, path):
        self.path = Path(path)
        self.folder = self.path / "checkpoints"
        self.best = self.folder / "best.npz"
        self.place = None  # which folder was locked

    @classmethod
    def open(cls, path=None):
        """An existing run; without a path the newest one below runs/."""
        if path is None:
            found = [path for run in map(cls, Path("runs").glob("*")) for path in run.checkpoints()]
            if not found:
                raise UserError("no trained run below runs/; name one, or train one first (python -m minitrans.train)")
            path = max(found, key=lambda path: path.stat().st_mtime).parents[1]
        run = cls(path)
        if not (run.path / "config.json").is_file():
            raise UserError(f"{path}: not a run directory (no config.json); give the name that --out had in training")
        return run

    @property
    def config(self):
        return Config.load(self.path / "config.json")

    @property
    def tokenizer(self):
        expected = self.config.vocabulary
        tokenizer = task_of(self.config).tokenizer.load(self.path / "tokenizer.model")
        if len(tokenizer) != expected:  # sentencepiece takes some halves of a file for a whole
            raise UserError(f"{self.path}/tokenizer.model: has {len(tokenizer)} pieces, config.json says {expected}")
        return tokenizer

    @property
    def log(self):
        """The rows of log.jsonl; a last line that was cut off in writing is none."""
        path = self.path / "log.jsonl"
        if not path.exists():
            return []
        try:
            *lines, _ = path.read_text(encoding="utf-8").split("\n")
            rows = list(map(parse_json, lines))
            for row in rows:
                if type(row["step"]) is not int or not all(type(value) in (int, float) for value in row.values()):
                    raise ValueError(f"step {row['step']!r} has what is no number")
                if "valid_perplexity" in row and not row.keys() & {"valid_bleu", "valid_f1"}:
                    raise ValueError(f"step {row['step']} has no score")
            return rows
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            raise UserError(f"{path}: not a log of minitrans ({error})") from None

    @property
    def chosen(self):
        """Paths of the checkpoints whose mean translates: those that finished training found best, if they are still
        there and training did not go on since; else the best one; before there is one the newest, as configured."""
        path, paths, later = self.path / "result.json", [], False
        if path.exists():
            try:
                result = read_json(path)
                paths = [self.folder / Path(name).name for name in result["checkpoints"]]
                later = any(step_of(each) > number(result, "steps") for each in self.checkpoints())
            except OSError as error:
                raise UserError(f"{path}: cannot be read ({error.strerror})") from None
            except (ValueError, KeyError, TypeError) as error:
                raise UserError(f"{path}: not a result of minitrans ({error!r})") from None
        if paths and all(map(Path.is_file, paths)) and not later:
            return paths
        return [self.best] if self.best.is_file() else self.newest(self.config.average)

    @property
    def files(self):
        """{split: [source path, target path], or paths of trees}, the text the run was made with."""
        return self.text()[0]

    def text(self):
        """What data.json holds -> (files, {path: its SHA-256, or nothing in a run of an older version})"""
        path = self.path / "data.json"
        try:
            files = read_json(path)
            sha256 = dict(files.pop("sha256", {}))
            if not all(len(paths) == 2 or is_trees(paths[0]) for paths in files.values()):
                raise ValueError("a split is two files of text, or files of trees")
            return {split: [str(Path(path)) for path in paths] for split, paths in files.items()}, sha256
        except OSError as error:
            raise UserError(f"{path}: cannot be read ({error.strerror})") from None
        except (ValueError, TypeError, AttributeError, LookupError) as error:
            raise UserError(f"{path}: does not tell where the run's text lies ({error})") from None

    def save_text(self, files):
        """Remember where the text lies, {split: paths}, and what it is, so that a resumed run goes on with the same."""
        files = {split: [str(Path(path).resolve()) for path in paths] for split, paths in files.items()}
        sha256 = {path: file_sha256(path) for paths in files.values() for path in paths}
        write_whole(self.path / "data.json", (json.dumps(files | dict(sha256=sha256), indent=2) + "\n").encode())

    def changed_text(self):
        """Paths of files that no longer hold what they held when the run began."""
        try:
            return [path for path, before in self.text()[1].items() if file_sha256(path) != before]
        except (OSError, ValueError, TypeError) as error:  # ValueError: of a name that no file can have
            raise UserError(f"{self.path}: the run's text cannot be read ({error})") from None

    def cut_log(self, step):
        """Forget what log and samples say of later steps: a resumed run takes them again."""
        kept = "".join(json.dumps(row) + "\n" for row in self.log if row["step"] <= step)
        write_whole(self.path / "log.jsonl", kept.encode())
        samples = self.path / "samples.txt"
        if samples.exists():
            # as bytes, since text mode would take a carriage return within a sentence for the end of a line
            *blocks, _ = samples.read_bytes().decode(errors="replace").split(END_OF_SAMPLES)
            steps = [re.match(r"step (\d+):", block) for block in blocks]
            kept = [block for block, found in zip(blocks, steps, strict=True) if found and int(found[1]) <= step]
            write_whole(samples, "".join(block + END_OF_SAMPLES for block in kept).encode())

    def checkpoints(self):
        """Paths, the oldest first.  Copies and other files that people put beside them are none."""
        return sorted((path for path in self.folder.glob("step-*.npz") if step_of(path)), key=step_of)

    def newest(self, count=1):
        """The last `count` paths, or as many as there are."""
        if not (paths := self.checkpoints()):
            raise UserError(f"{self.path}: no checkpoint yet; wait for one, or train again with another --out")
        return paths[-count:]

    def load(self, model, tokenizer, count, flag):
        """Set the model to the mean of the last `count` checkpoints, which `flag` asks for; None: of the `chosen`.

        -> (their paths, the header of the last)
        """
        while True:
            paths = self.newest(count) if count else self.chosen
            if count and len(paths) < count:
                raise UserError(f"{flag} {count}: {self.path} has only {len(paths)}; give a smaller number")
            try:
                return paths, load_weights(model, paths, tokenizer)
            except UserError:
                if all(path.exists() for path in paths):
                    raise
                # Training has put newer ones in their place meanwhile.

    def keep_newest(self, count):
        for old in self.checkpoints()[:-count]:
            old.unlink()

    @contextmanager
    def lock(self):
        """Keep other trainers out.  The lock belongs to the process, so it goes when that ends, however it ends."""
        lock = FileLock(self.path / ".lock", timeout=0)
        try:
            lock.acquire()
            self.place = os.stat(self.path)
        except Timeout:
            raise UserError(f"{self.path}: another process is training there; choose another --out") from None
        except OSError as error:
            raise UserError(f"{self.path}: cannot be locked against other processes ({error.strerror})") from None
        try:
            yield
        finally:
            lock.release()

    def check_place(self):
        """Refuse to go on where the folder that was locked has been removed, or another has taken its name."""
        if not self.path.is_dir() or not os.path.samestat(os.stat(self.path), self.place):
            raise UserError(f"{self.path}: was removed or replaced while it was in use; nothing more is saved there")


def step_of(path):
    """The step of a checkpoint by its name, 0 for a file of another name."""
    found = re.fullmatch(r"step-([0-9]{6,})\.npz", path.name)
    step = int(found[1]) if found else 0
    return step if path.name == f"step-{step:06d}.npz" else 0
