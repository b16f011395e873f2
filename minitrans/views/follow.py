"""Follow runs while they train.  Their files may be half written, shrink when a run is resumed, or vanish."""

import contextlib
import difflib
import io
import itertools
import os
import threading
import time
from base64 import b64encode
from dataclasses import asdict
from datetime import timedelta

from ..runs.run import END_OF_SAMPLES, Run
from ..system.errors import UserError, first_line
from ..system.files import MOST, open_file, parse_json, read_json, real
from .plots import CHARTS, PALETTE, curves

PAUSE = 3  # seconds without a new line after which the page asks whether the process of the run has ended
SILENT = 30  # seconds without a new line after which the page says so; more if the run writes rarely
TAIL = 1 << 20  # bytes at the end of samples.txt that are read
LARGEST, MOST_SENTENCES, MOST_WORDS = 1e100, 10, 200  # number drawn; sentences shown; words compared
COLUMNS, SMOOTHING = {"1": 1, "2": 2}, {"0.5": 0.5, "0.8": 0.8, "0.9": 0.9, "0.95": 0.95}  # choices of a page


def row_of(line):
    """A line of a log -> a dict, with None for a number that no chart can hold.  None if the line is no row."""
    try:
        row = {name: value if abs(value) < LARGEST else None for name, value in parse_json(line).items()}
        return row if row["step"] > 0 and row["seconds"] >= 0 else None
    except (ValueError, TypeError, LookupError, AttributeError):
        return None


class Followed:
    """A run, and what was read of it.  rows: of its log, up to the byte `end`, just after the line `last`"""

    def __init__(self, path):
        self.path, self.samples, self.rows, self.end, self.last = path, None, [], 0, b""

    def read_log(self):
        """Read the new lines; an incomplete last line waits.  OSError if the file cannot be read."""
        with open_file(self.path / "log.jsonl", MOST) as file:
            file.seek(self.end - len(self.last))
            if file.read(len(self.last)) != self.last:  # the run was resumed from an earlier step
                self.rows, self.end, self.last = [], file.seek(0), b""
            for line in file:
                if line.endswith(b"\n"):
                    self.end, self.last = self.end + len(line), line
                    self.rows += filter(None, [row_of(line)])

    def status(self):
        """The state of the run, as a sentence."""
        if not self.path.is_dir():
            return "The folder of this run was removed."
        rows = self.rows
        if result := result_of(self.path, rows):
            return result
        silent = time.time() - written(self.path)
        pause = max((b["seconds"] - a["seconds"] for a, b in itertools.pairwise(rows[-20:])), default=0)
        if silent > PAUSE and Run(self.path).in_training() is False:
            return f"Stopped at step {rows[-1]['step'] if rows else 0}: its process has ended."
        if silent > max(SILENT, 3 * pause):
            return f"Nothing was written for {timedelta(seconds=round(silent))}: stopped, or computing a score."
        if not rows:
            return "Training begins; nothing is logged yet."
        if not (config := self.config()):
            return "Training."
        step, seconds = rows[-1]["step"], rows[-1]["seconds"]
        left = config.seconds_left(step, seconds, seconds / step) - silent
        most = "at most " if config.patience else ""
        time_to_go = f"Training, step {step}, {most}{timedelta(seconds=round(left))} left."
        return time_to_go if left > 0 else "Training has ended; the scores follow."

    def answer(self):
        """What the page says about it"""
        try:
            with contextlib.suppress(OSError):
                self.read_log()
            self.samples = last_samples(self.path / "samples.txt") or self.samples
            status = self.status()
        except Exception as error:  # whatever its files say, the other runs are shown
            status = f"This run cannot be read: {first_line(error)}."
        last = {name: value for row in self.rows for name, value in row.items() if value is not None}
        last = {title: last[name] for name, (title, *_) in CHARTS.items() if name in last}
        return dict(name=str(self.path), status=status, samples=self.samples, last=last)

    def config(self):
        """None if it cannot be read, such as that of another version"""
        with contextlib.suppress(UserError):
            return Run(self.path).config


class Follower:
    """All runs of a page.  paths: directories of runs, or folders that contain runs, where new ones may appear."""

    def __init__(self, paths):
        self.paths, self.runs, self.lock = paths, {}, threading.Lock()
        self.key = self.picture = None  # of what was drawn last, and the URL of that picture

    def answer(self, query):
        """The answer to a page, for JSON.  query: the form of its picture, and the key of the picture that it has"""
        with self.lock:  # matplotlib also needs it
            for path in itertools.chain.from_iterable(map(runs_in, self.paths)):
                self.runs.setdefault(path, Followed(path))
            runs = list(self.runs.values())
            answers = [run.answer() for run in runs]
            for i, settings in enumerate(differences([run.config() for run in runs])):
                answers[i] |= dict(settings=settings, colour=PALETTE[i % len(PALETTE)], dashed=i >= len(PALETTE))
            columns, smoothing = COLUMNS.get(query.get("columns"), 3), SMOOTHING.get(query.get("smoothing"), 0)
            how = columns, "dark" in query, "minutes" in query, "logarithmic" in query, smoothing
            key = str(hash((how, *((run.end, run.last) for run in runs))))
            if key != self.key and any(run.rows for run in runs):
                curves([run.rows for run in runs], file := io.BytesIO(), *how)
                self.key, self.picture = key, "data:image/png;base64," + b64encode(file.getvalue()).decode()
            return dict(runs=answers, key=key, picture=None if query.get("key") == key else self.picture)


def differences(configs):
    """For each of several configurations, or None, its settings that differ from those of another one, as a text."""
    configs = [asdict(config) if config else {} for config in configs]
    names = [n for n in dict.fromkeys(itertools.chain(*configs)) if len({str(c.get(n)) for c in configs if c}) > 1]
    return [", ".join(f"{name} {config.get(name)}" for name in names) if config else "" for config in configs]


def runs_in(path):
    """The directories of runs at this path: itself, or those below it."""
    if (path / "config.json").is_file():
        return [path]
    return sorted(each.parent for each in path.glob("*/config.json") if each.parent.suffix != ".partial")


def written(path):
    """When a run was last written to, in seconds since 1970; now, if it has just been removed."""
    times = []
    for name in ("config.json", "log.jsonl", "samples.txt", "checkpoints"):
        with contextlib.suppress(OSError):
            times.append((path / name).stat().st_mtime)
    return max(times, default=time.time())


def result_of(path, rows):
    """The sentence of a run that has its score and was not resumed since; otherwise None."""
    try:
        result = read_json(path / "result.json")
        if rows and rows[-1]["step"] > result["steps"]:
            return None
        metric = "f1" if "f1" in result else "bleu"
        return f"Finished after {result['steps']} steps: {metric.upper()} {result[metric]} ({result['test']})."
    except (OSError, ValueError, TypeError, LookupError):
        return None


def last_samples(path):
    """The last validation in samples.txt -> dict: title; sentences, each a list of (name, parts of a text, see
    `compare`); None if there is none"""
    try:
        if not real(path).is_relative_to(real(path.parent)):  # a link, perhaps to a private file
            return None
        with open_file(path) as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - TAIL))
            *blocks, _ = file.read().decode(errors="replace").split(END_OF_SAMPLES)
    except OSError:
        return None
    (before, _, old), (step, title, new) = ([("", "", {})] * 2 + [parse_samples(block) for block in blocks[-2:]])[-2:]
    sentences = []
    for source, (translation, reference) in itertools.islice(new.items(), MOST_SENTENCES):
        gone, made = compare(old[source][0], translation) if source in old else (None, [("span", translation)])
        rows = ("source", [("span", source)]), (before, gone), (step, made), ("reference", [("span", reference)])
        sentences.append([row for row in rows if row[1] is not None])
    return dict(title=title, sentences=sentences) if blocks else None


def parse_samples(block):
    """One validation in samples.txt -> its step, its first line, {source: (translation, reference)}"""
    title, *lines = block.split("\n")
    texts = [line[14:] for line in lines]  # without the words "source", "translation" and "reference"
    return title.split(":")[0], title, dict(zip(texts[::3], zip(texts[1::3], texts[2::3], strict=False), strict=False))


def compare(before, after):
    """Two translations -> for each, its parts as (tag, text): what the other lacks is del or mark, the rest span"""
    old, new = before.split(), after.split()
    if len(old) + len(new) > MOST_WORDS:  # the time grows with the square and more
        return [("del", before)], [("mark", after)]
    changes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return (
        [("span" if kind == "equal" else "del", " ".join(old[a:b])) for kind, a, b, _, _ in changes if b > a],
        [("span" if kind == "equal" else "mark", " ".join(new[a:b])) for kind, _, _, a, b in changes if b > a],
    )
