"""The table of a competition: what the runs of several groups reach, computed from their weights."""

import hashlib
from typing import NamedTuple

from ..runs.checkpoint import read_checkpoint
from ..runs.run import Run
from ..system.errors import UserError, in_markdown
from ..tasks import task_of
from ..tasks.bleu import score
from ..training.progress import Progress
from ..translator import Translator


class Entry(NamedTuple):
    """bleu and parameters are those of the weights.  Steps, minutes and text are what the run says of itself.

    text: begins the checksum of the training text, so that runs on the same text have the same;  over: the budget that
    the run has exceeded, or ''
    """

    run: str
    bleu: float
    parameters: int
    steps: int
    minutes: float
    text: str
    over: str

    def order(self):
        return bool(self.over), -self.bleu, self.parameters, self.minutes


def read_entry(path, pairs, steps=None, parameters=None):
    """Translate the test pairs with a run -> Entry.  steps, parameters: the budget, None without one"""
    run = Run.open(path)
    if task_of(run.config).trees:
        raise UserError(f"{path}: this run parses; a leaderboard compares runs that translate")
    translator = Translator.load(run)
    sentences, references = zip(*pairs, strict=True)
    bleu, _ = score(translator.translate(sentences), references)
    checkpoint = run.chosen[-1]
    progress = Progress.of(checkpoint, read_checkpoint(checkpoint, prefix="header")[0]["progress"])
    spent = {"steps": (progress.step, steps), "parameters": (len(translator.model.flat), parameters)}
    over = ", ".join(f"more than {most:,} {name}" for name, (used, most) in spent.items() if most and used > most)
    size, minutes = len(translator.model.flat), round(progress.seconds / 60, 1)
    return Entry(str(path), round(bleu, 2), size, progress.step, minutes, training_text(run), over)


def training_text(run):
    """Six digits of a checksum of the training text, or "?" if the run does not say."""
    files, sha256 = run.text.read()
    known = [sha256.get(path, "") for path in files.get("train", [])]  # a converted model names no text
    return hashlib.sha256("".join(known).encode()).hexdigest()[:6] if known and all(known) else "?"


def ranked(entries):
    """[(place, Entry)], the best first; those over the budget come last.  They and a BLEU of 0 have no place."""
    entries = sorted(entries, key=Entry.order)
    return [("" if entry.over or not entry.bleu else place, entry) for place, entry in enumerate(entries, 1)]


COLUMNS = "place", "run", "BLEU", "parameters", "steps", "minutes", "training text", "over the budget"


def as_markdown(entries):
    lines = ["| " + " | ".join(COLUMNS) + " |", "|---:|---|---:|---:|---:|---:|---|---|"]
    for place, (run, bleu, parameters, steps, minutes, *rest) in ranked(entries):
        row = [place, in_markdown(run), f"{bleu:.2f}", f"{parameters:,}", f"{steps:,}", f"{minutes:.1f}", *rest]
        lines.append("| " + " | ".join(map(str, row)) + " |")
    return "\n".join(lines) + "\n"
