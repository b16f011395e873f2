"""The output of training: log, samples, curves, checkpoints, and the lines at a terminal.

With several ranks, only rank 0 writes files.
"""

import json
import sys
from dataclasses import asdict
from pathlib import Path

import numpy as np

from ..config import Config
from ..data.tokenizer import Tokenizer
from ..parallel.world import rank_0_only
from ..runs.checkpoint import write_checkpoint
from ..runs.run import END_OF_SAMPLES, Run
from ..system.errors import first_line, plain, say
from ..system.files import append_to, whole_file, write_whole
from ..system.progress_bar import duration, progress_bar, sparkline
from .progress import Progress

SPARKS = 12  # characters of the sparkline in the progress bar
SAMPLES = 3  # translations to show at each validation
SLOW, MEASURED = 5, 20  # first steps of a process, which are slow; steps before the time left is printed
BATCHES_KEPT = 5  # largest number of batches to save from steps that were not finite


class Journal:
    """Records what a Trainer does.  It reads the Progress of the trainer and never changes it."""

    def __init__(self, run: Run, progress: Progress, tokenizer: Tokenizer, spent: float):
        """spent: the share of the budget that was used before"""
        self.run, self.progress, self.tokenizer = run, progress, tokenizer
        self.losses = [row["loss"] for row in run.log if "loss" in row]
        # A bar at a terminal; elsewhere it is disabled, and plain lines are printed.
        form = "{percentage:3.0f}% |{bar}| {desc}{postfix}"
        self.bar = progress_bar(desc=f"step {progress.step}", total=1, initial=spent, bar_format=form)
        self.draws = True  # False after a picture could not be drawn
        self.first, self.start = progress.step, (progress.step, progress.seconds)  # since when the pace is measured
        self.of = self.left = ""  # how many steps there will be, and the time that is left
        self.announced = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.bar.close()

    def measure(self, config):
        """Measure how much time is left.  After the first steps of this process, a line tells the user."""
        step, seconds = self.progress.step, self.progress.seconds
        pace = (seconds - self.start[1]) / (step - self.start[0])
        left = config.seconds_left(step, seconds, pace)
        self.of, self.left = "" if config.minutes else f" of {config.steps:,}", f", {duration(left)} left"
        if self.start[0] < self.first + SLOW <= step:
            self.start = step, seconds
        elif step >= self.first + MEASURED and left >= 60 and not self.announced:
            self.announced = True
            most = "at most" if config.patience else "about"
            plan = "; --minutes 60 plans for an hour" * (left > 3600 and not self.first)
            self.tell(f"{step + left / pace:,.0f} steps, {most} {duration(left)} left on this machine{plan}")

    def advance(self, spent):
        self.bar.set_description_str(f"step {self.progress.step}{self.left}", refresh=False)
        self.bar.update(spent - self.bar.n)

    def tell(self, line):
        self.bar.write(plain(line), file=sys.stderr)

    def report(self, loss, rate, norm, speed):
        """The mean loss and the speed since the last report."""
        progress = self.progress
        self.log(loss=loss, rate=rate, gradient_norm=norm, tokens=progress.tokens, tokens_per_second=round(speed, 1))
        if self.bar.disable:
            line = f"loss {loss:.3f}  rate {rate:.2e}  {speed:.0f} tokens/s{self.left}"
            self.tell(f"step {progress.step}{self.of}  epoch {progress.epoch}  {line}")
        else:
            self.losses.append(loss)
            self.bar.set_postfix_str(f"loss {loss:.3f} {sparkline(self.losses, SPARKS)} {speed:.0f} tokens/s")

    def validation(self, perplexity, metric, score, samples):
        """samples: (sentence, translation, reference) of the whole split; the first ones are shown"""
        self.log(**{"valid_perplexity": perplexity, f"valid_{metric}": score})
        scores = f"validation perplexity {perplexity:.2f}, {metric.upper()} {score:.1f} (greedy)"
        lines = [f"step {self.progress.step}: {scores}"]
        for sentence, translation, reference in samples[:SAMPLES]:
            lines += [f"  source      {sentence}", f"  translation {translation}", f"  reference   {reference}"]
        self.tell("\n".join(lines))
        self.append("samples.txt", "\n".join(lines) + END_OF_SAMPLES)

    def log(self, **row: object) -> None:
        row = dict(step=self.progress.step, epoch=self.progress.epoch, **row, seconds=round(self.progress.seconds, 2))
        self.append("log.jsonl", json.dumps(row) + "\n")

    @rank_0_only
    def append(self, name: str, text: str) -> None:
        with append_to(self.run.path / name) as file:
            file.write(text.encode())

    @rank_0_only
    def checkpoint(self, path, model, optimizer=None, dtype=None):
        """Without an optimizer, only the weights and their step"""
        self.run.check_place()
        progress = asdict(self.progress) if optimizer else dict(step=self.progress.step)
        write_checkpoint(path, model, optimizer, self.tokenizer, progress, dtype)

    def snapshot(self, model):
        """Save only the weights, in 16 bits, for a later look at the training."""
        path = self.run.path / "snapshots" / f"step-{self.progress.step:06d}.npz"
        self.checkpoint(path, model, dtype=np.float16)

    @rank_0_only
    def curves(self):
        """Draw the training curves; if that fails, training continues without them."""
        path = self.run.path / "curves.png"
        try:
            if self.draws:
                from ..views.plots import curves  # here, because with some settings the import of matplotlib fails

                with whole_file(path) as file:
                    curves([self.run.log], file)
        except Exception as error:
            self.draws = False
            say(f"warning: {path}: cannot be drawn ({first_line(error)}); training continues")


@rank_0_only
def keep_newest(run: Run, config: Config) -> None:
    run.keep_newest(max(config.keep, config.average), config.between_checkpoints)


def save_batch(run: Run, seed: int, step: int, micro_batches: list) -> Path | None:
    """Save the batch of a step that was not finite -> the path of the file, or None if there are enough of them"""
    if len(list(run.path.glob("not-finite-step-*.json"))) >= BATCHES_KEPT:
        return None
    path = run.path / f"not-finite-step-{step:06d}.json"
    write_whole(path, json.dumps(dict(seed=[seed, step], micro_batches=micro_batches)).encode())
    return path
