"""Follow runs while they train.  Their files may be half written, shrink when a run is resumed, or vanish."""

import contextlib
import difflib
import itertools
import math
import os
import re
import threading
import time
from dataclasses import asdict

from ..runs.run import END_OF_SAMPLES, Run
from ..system.errors import UserError, first_line
from ..system.files import MOST, open_file, parse_json, read_json, real

PAUSE = 3  # seconds without a new line after which the page asks whether the process of the run has ended
SILENT = 30  # seconds without a new line after which the page says so; more if the run writes seldom
TAIL = 1 << 20  # bytes at the end of samples.txt that are looked at
MOST_SENTENCES, MOST_WORDS = 10, 200  # that are shown; in two translations that are compared
keys = map(str, itertools.count(time.time_ns()))  # a page may outlive the server and ask the next one


class Log:
    """The rows of a log that grows.

    key: a name for these rows; it changes when rows were taken away, as on resuming, and a page must forget its own
    """

    def __init__(self, path):
        self.path = path
        self.forget()

    def forget(self):
        self.key, self.rows = next(keys), []
        self.end, self.last = 0, b""  # end: of what was read, in bytes; last: the last line of it

    def read(self):
        """Read what was written since; an incomplete last line waits.  OSError if the file cannot be read."""
        with open_file(self.path, MOST) as file:
            file.seek(self.end - len(self.last))
            if file.read(len(self.last)) != self.last:
                self.forget()
                file.seek(0)
            for line in file:
                if line.endswith(b"\n"):
                    self.end, self.last = self.end + len(line), line
                    self.rows += filter(None, [row_of(line)])


def row_of(line):
    """A line of a log -> a dict, with None for a number that is not finite.  None if the line is no row."""
    try:
        row = {name: value if math.isfinite(value) else None for name, value in parse_json(line).items()}
        return row if row["step"] > 0 and row["seconds"] >= 0 else None
    except (ValueError, TypeError, LookupError, AttributeError, OverflowError):
        return None


class Followed:
    """A run, with what was read of it."""

    def __init__(self, path):
        self.path, self.log, self.samples = path, Log(path / "log.jsonl"), None

    def read(self):
        with contextlib.suppress(OSError):
            self.log.read()
        self.samples = last_samples(self.path / "samples.txt") or self.samples

    def status(self):
        """How the run stands, as a sentence."""
        if not self.path.is_dir():
            return "The folder of this run was removed."
        rows = self.log.rows
        if result := result_of(self.path, rows):
            return result
        silent = time.time() - written(self.path)
        pause = max((b["seconds"] - a["seconds"] for a, b in itertools.pairwise(rows[-20:])), default=0)
        if silent > PAUSE and Run(self.path).in_training() is False:
            return f"Stopped at step {rows[-1]['step'] if rows else 0}: its process has ended."
        if silent > max(SILENT, 3 * pause):
            return f"Nothing was written for {duration(silent)}: the run was stopped, or it is busy with a score."
        if not rows:
            return "Training begins; nothing is logged yet."
        try:
            config = Run(self.path).config
        except UserError:  # of another version
            return "Training."
        left = time_left(config, rows[-1]) - silent
        most = "at most " if config.patience else ""
        return f"Training, {most}{duration(left)} left." if left > 0 else "Training has ended; the scores follow."

    def answer(self, seen):
        """What the page needs to know.  seen: {key of a log: the number of its rows that the page has}"""
        try:
            self.read()
            status = self.status()
        except Exception as error:  # whatever its files say, the other runs are shown
            status = f"This run cannot be read: {first_line(error)}."
        start, log = seen.get(self.log.key, 0), self.log
        rows = dict(key=log.key, start=start, rows=log.rows[start:])
        return dict(name=str(self.path), status=status, samples=self.samples, **rows)

    def config(self):
        """-> {field: value}; empty if it cannot be read"""
        try:
            return asdict(Run(self.path).config)
        except UserError:
            return {}


class Follower:
    """All the runs of a page.  paths: directories of runs, or folders in which runs are, and new ones may appear."""

    def __init__(self, paths):
        self.paths, self.runs, self.lock = paths, {}, threading.Lock()

    def answer(self, query):
        """The answer to a page, for JSON.  query: {key of a log: the number of its rows that the page has}"""
        seen = {key: int(count) for key, count in query.items() if re.fullmatch("[0-9]{1,9}", count)}
        with self.lock:
            for path in itertools.chain.from_iterable(map(runs_in, self.paths)):
                self.runs.setdefault(path, Followed(path))
            answers = [run.answer(seen) for run in self.runs.values()]
            settings = differences([run.config() for run in self.runs.values()])
            return dict(runs=[answer | dict(settings=each) for answer, each in zip(answers, settings, strict=True)])


def differences(configs):
    """For each of several dicts, those of its entries that another one has otherwise, as a text."""
    fields = dict.fromkeys(itertools.chain(*configs))
    differing = [name for name in fields if len({str(config.get(name)) for config in configs if config}) > 1]
    return [", ".join(f"{name} {config.get(name)}" for name in differing) if config else "" for config in configs]


def runs_in(path):
    """The directories of runs at this path: itself, or those below it."""
    if (path / "config.json").is_file():
        return [path]
    return sorted(each.parent for each in path.glob("*/config.json") if each.parent.suffix != ".partial")


def written(path):
    """When a run was last written to, in seconds since 1970; now, if it has just been removed."""
    names = "config.json", "log.jsonl", "samples.txt", "checkpoints"
    times = []
    for name in names:
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


def time_left(config, row):
    """Seconds from this row of the log until the steps or the minutes are used up, at the mean pace so far."""
    left = (config.steps - row["step"]) * row["seconds"] / row["step"]
    return left if config.minutes is None else min(left, 60 * config.minutes - row["seconds"])


def duration(seconds):
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 120:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours < 48 else f"{hours / 24:.1f} days"


def last_samples(path):
    """The last validation in samples.txt -> dict; None if there is none.

    title, before: the first line of this validation and of the one before it (or None)
    sentences: list of dicts: source, reference; translation and before, see `compare`, before is None the first time
    """
    try:
        if not real(path).is_relative_to(real(path.parent)):  # a link, perhaps to a file that is nobody's business
            return None
        with open_file(path) as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - TAIL))
            *blocks, _ = file.read().decode(errors="replace").split(END_OF_SAMPLES)
    except OSError:
        return None
    if not blocks:
        return None
    (before, old), (title, new) = ([(None, {})] + [parse_samples(block) for block in blocks[-2:]])[-2:]
    sentences = []
    for source, (translation, reference) in itertools.islice(new.items(), MOST_SENTENCES):
        earlier = old.get(source)
        parts = compare(earlier[0], translation) if earlier else (None, [[translation, False]])
        sentences.append(dict(source=source, reference=reference, before=parts[0], translation=parts[1]))
    return dict(title=title, before=before, sentences=sentences)


def parse_samples(block):
    """One validation in samples.txt -> its first line, {source: (translation, reference)}"""
    title, *lines = block.split("\n")
    texts = [line[14:] for line in lines]  # without the words "source", "translation" and "reference"
    return title, dict(zip(texts[::3], zip(texts[1::3], texts[2::3], strict=False), strict=False))


def compare(before, after):
    """Two translations -> for each, its parts as [text, whether the other lacks it]"""
    old, new = before.split(), after.split()
    if len(old) + len(new) > MOST_WORDS:  # the time grows with the square and more
        return [[before, True]], [[after, True]]
    changes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return (
        [[" ".join(old[a:b]), kind != "equal"] for kind, a, b, _, _ in changes if b > a],
        [[" ".join(new[a:b]), kind != "equal"] for kind, _, _, a, b in changes if b > a],
    )
