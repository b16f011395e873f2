"""The training loop (Section 5): steps, validation, checkpoints, early stopping."""

import json
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, fields
from math import inf, nan
from pathlib import Path
from typing import Any

import numpy as np

from ..config import MAY_CHANGE, Config
from ..data.batching import BatchStream, Pair
from ..data.encoded import TokenizedText
from ..parallel.world import rank_0_only, world
from ..runs.checkpoint import Damaged, load_all, write_checkpoint
from ..runs.run import END_OF_SAMPLES, Run
from ..system.errors import UserError, first_line, plain, say
from ..system.files import append_to, whole_file, write_whole
from ..system.machine import keep_freed_memory, one_thread_blas
from ..system.progress_bar import progress_bar, sparkline
from ..tasks import task_of
from ..translator import Translator
from .perplexity import perplexity
from .plan import make_plan, planned, rate_at
from .progress import Progress
from .signals import Interrupted, Stopped, stop_signals
from .substitutes import Substitutes

SPARKS = 12  # characters of the sparkline in the progress bar
SAMPLES = 3  # translations to show at each validation
BATCHES_KEPT = 5  # largest number of batches to save from steps that were not finite
MOST_SKIPPED = 20  # after so many consecutive steps that were not finite, the run has diverged


class Trainer:
    """Trains the model of a Translator on pairs of id lists and keeps the run directory up to date.

    make_step: the class Step of `minitrans.step` or of `minitrans.cuda.step`
    train: a TokenizedText or, like valid, a list of (source ids, target ids)
    valid_text: the (sentence, reference) pairs from which valid was encoded
    substitutes: Substitutes, here of Adam and of the learning rate
    """

    def __init__(
        self,
        run: Run,
        translator: Translator,
        make_step: Callable,
        train: TokenizedText | list[Pair],
        valid: list[Pair],
        valid_text: list[tuple[str, str]],
        substitutes: Substitutes,
    ):
        model = translator.model
        self.run, self.config, self.model, self.task = run, model.config, model, task_of(model.config)
        self.valid, self.valid_text = valid, valid_text
        self.tokenizer, self.translator = translator.tokenizer, translator
        self.optimizer, self.schedule, self.make_step = substitutes.adam(model.flat), substitutes.schedule, make_step
        self.unseen = {}  # {step: its batches} since the last `collect`
        self.norm = nan  # norm of the last gradient
        self.stream = BatchStream(train, self.config.batch_tokens, self.config.seed)
        self.progress = Progress()
        self.made_at = 0  # the step at which minutes became a number of steps, see plan.py
        self.draws = True  # False after a picture could not be drawn

    def resume(self) -> None:
        """Load weights, Adam's moments, position in the data and used budgets from the newest undamaged checkpoint.

        Damaged ones are renamed once an undamaged one has been found; best.npz is tried last.  A run without any
        checkpoint starts again from its seed.
        """
        self.config, self.made_at = world().on_rank_0(planned, self.run, self.config)
        self.progress = world().on_rank_0(self.load)
        for array in (self.model.flat, self.optimizer.m, self.optimizer.v):
            world().broadcast_array(array)
        pairs, position = self.stream.pairs, (self.progress.epoch, self.progress.position)
        self.stream = BatchStream(pairs, self.config.batch_tokens, self.config.seed, *position)
        world().on_rank_0(self.run.cut_log, self.progress.step, self.made_at)
        world().on_rank_0(self.keep_newest)

    def load(self) -> Progress:
        """Load the newest undamaged checkpoint -> its Progress"""
        progress = Progress()
        fixed, damaged = [field.name for field in fields(Config) if field.name not in MAY_CHANGE], []
        for path in [*filter(Path.is_file, [self.run.best]), *self.run.checkpoints()][::-1]:
            try:
                stored = load_all(self.model, self.optimizer, path, self.tokenizer, fixed)
                progress = Progress.of(path, stored)
                break
            except Damaged:
                damaged.append(path)
        else:
            if damaged:
                names = ", ".join(path.name for path in damaged)
                raise UserError(f"{self.run.folder}: no checkpoint is whole ({names}); train again with another --out")
            say(f"{self.run.path}: no checkpoint yet; training begins again")
        for broken in damaged:
            aside = broken.rename(broken.with_name(broken.name + ".damaged"))
            say(f"{broken}: is damaged; renamed to {aside.name}, continuing from {path.name}")
        return progress

    def train(self) -> None:
        """Train until a budget is used up: steps, minutes, or patience (early stopping).

        After a signal, such as Ctrl-C, complete the step, save a checkpoint and raise Stopped.  A validation is given
        up, and a resumed run begins with it.
        """
        keep_freed_memory()
        self.step = self.make_step(self.model, self.optimizer)  # only here, after `resume` has loaded the weights
        progress, saved = self.progress, self.progress.seconds
        started = time.perf_counter() - progress.seconds
        with one_thread_blas(), self.bar() as bar, stop_signals() as signals:
            while progress.validating or not self.finished():
                share = self.spent()
                if not progress.validating:
                    rate = self.update()
                    progress.seconds = world().broadcast(time.perf_counter() - started)  # so all ranks end together
                    bar.set_description_str(f"step {progress.step}", refresh=False)
                    bar.update(self.spent() - bar.n)
                    if self.every(self.config.log_steps):
                        self.report(bar, rate, signals)
                due = progress.validating or self.every(self.config.valid_steps) or self.finished()
                validated = due and self.validate(bar, signals)
                progress.validating = due and not validated
                if validated:
                    progress.seconds = world().broadcast(time.perf_counter() - started)
                    if progress.since_best == 0:
                        self.save(self.run.best, self.optimizer)
                if self.snapshot_due(share):
                    self.snapshot()
                # Not before, because a run that goes on with the plan takes what came before as done.
                if plan := make_plan(self.run, self.config, progress.step, self.spent()):
                    self.config, self.made_at = plan
                if self.checkpoint_due(validated, progress.seconds - saved):
                    self.save_step()
                    saved = progress.seconds
                if validated and not self.finished():
                    self.draw()
                if stop := world().broadcast(signals[:1]):
                    self.save_step()
                    raise Stopped(stop[0])
        self.draw()  # also if the run was killed just before

    def finished(self):
        return self.progress.used_up(self.config) is not None

    def every(self, steps):
        return self.progress.step % steps == 0

    def checkpoint_due(self, validated, seconds):
        config = self.config
        if config.checkpoint_steps is None and config.checkpoint_minutes is None:
            return validated
        by_steps = config.checkpoint_steps is not None and self.every(config.checkpoint_steps)
        by_time = config.checkpoint_minutes is not None and seconds >= 60 * config.checkpoint_minutes
        return by_steps or by_time or self.finished()

    def snapshot_due(self, share):
        """share: that was `spent` before the step.  Snapshots of before the plan was made are not taken again."""
        count, step = self.config.snapshots, self.progress.step
        return step > self.made_at and int(count * self.spent()) > int(count * share)

    def update(self) -> float:
        """One training step -> its learning rate"""
        config, progress = self.config, self.progress
        with progress.updating():
            micro_batches = [next(self.stream) for _ in range(config.accumulate)]
            number = progress.step + 1
            rate = rate_at(number, config, self.schedule, self.made_at)
            self.unseen[number] = micro_batches
            self.step(micro_batches, number, rate)
        progress.flops += self.step.flops
        progress.step, progress.epoch, progress.position = number, self.stream.epoch, self.stream.position
        if self.step.synchronous or self.every(config.log_steps):
            self.collect()
        return rate

    def collect(self):
        """Collect loss, tokens and norm of the steps since the last `collect`.

        On a GPU this waits for them.  So all that reads weights comes after it, and the wait is time of the steps.
        """
        if not self.unseen:
            return
        progress = self.progress
        with progress.updating():
            totals = self.step.totals()
        self.norm = totals.norm
        progress.tokens += int(totals.tokens)
        progress.window_loss += totals.loss
        progress.window_tokens += int(totals.tokens)
        progress.skipped = progress.skipped + int(totals.skipped) if totals.skipped == len(self.unseen) else 0
        if totals.skipped:
            first = int(totals.first_skipped)
            self.refuse(first, self.unseen[first])
        self.unseen.clear()

    def refuse(self, step, micro_batches):
        """Report a step that was not finite and so changed nothing; save its batch.  UserError if training must end."""
        names = self.step.not_finite(micro_batches, step)
        where = f"the gradient of {names[0]} and {len(names) - 1} others" if names else "the loss, but in no gradient"
        message = f"step {step}: not finite in {where}"
        if path := world().on_rank_0(self.save_batch, step, micro_batches):
            message += f"; its batch is saved in {path}"
        if self.config.on_nan == "stop":
            raise UserError(f"{message}; resume with --on-nan skip, or train with a smaller --rate, or --clip 1")
        if self.progress.skipped >= MOST_SKIPPED:
            raise UserError(
                f"step {step}: the last {self.progress.skipped} steps were not finite, so the run has diverged; "
                "train again with a smaller --rate, or --clip 1"
            )
        say(f"{message}; the step was skipped")

    def save_batch(self, step, micro_batches):
        """-> the path of the file, or None if there are enough of them"""
        if len(list(self.run.path.glob("not-finite-step-*.json"))) >= BATCHES_KEPT:
            return None
        path = self.run.path / f"not-finite-step-{step:06d}.json"
        write_whole(path, json.dumps(dict(seed=[self.config.seed, step], micro_batches=micro_batches)).encode())
        return path

    def report(self, bar, rate, signals):
        """Write the mean loss and speed since the last report to the log and to the progress bar or stderr.

        Before the first validation, also the translation of its first sentence.
        """
        progress = self.progress
        if not progress.window_tokens:  # every step since then was skipped
            return
        loss, speed = progress.window_loss / progress.window_tokens, progress.window_tokens / progress.window_seconds
        progress.window_loss = progress.window_tokens = progress.window_seconds = 0
        self.log(
            loss=loss, rate=rate, gradient_norm=self.norm, tokens=progress.tokens, tokens_per_second=round(speed, 1)
        )
        line = f"loss {loss:.3f}  rate {rate:.2e}  {speed:.0f} tokens/s"
        if bar.disable:
            bar.write(f"step {progress.step}  epoch {progress.epoch}  {line}", file=sys.stderr)
        else:
            self.losses.append(loss)
            bar.set_postfix_str(f"loss {loss:.3f} {sparkline(self.losses, SPARKS)} {speed:.0f} tokens/s")
        if progress.best == inf:  # not validated yet: show at least what becomes of one sentence
            sentence = self.valid_text[0][0]
            with suppress(Interrupted), signals.interrupting():
                [translation] = self.translator.translate([sentence], beam=1)
                bar.write(plain(f"  {sentence} -> {translation}"), file=sys.stderr)

    def validate(self, bar, signals):
        """Log perplexity and the score of greedy search on the validation split, and show a few translations.

        -> True, or False if a signal has interrupted it; then nothing is logged
        """
        self.collect()
        progress, task = self.progress, self.task
        sentences, references = zip(*self.valid_text, strict=True)
        try:
            with signals.interrupting():
                valid_perplexity = perplexity(self.model, self.valid)
                translations = self.translator.translate(sentences, beam=1)
                score, _ = task.score(translations, references, self.config)
        except Interrupted:
            return False
        progress.since_best = 0 if valid_perplexity < progress.best else progress.since_best + 1
        progress.best = min(progress.best, valid_perplexity)
        self.log(**{"valid_perplexity": valid_perplexity, f"valid_{task.metric}": score})
        scores = f"validation perplexity {valid_perplexity:.2f}, {task.metric.upper()} {score:.1f} (greedy)"
        lines = [f"step {progress.step}: {scores}"]
        for sentence, translation, reference in list(zip(sentences, translations, references, strict=True))[:SAMPLES]:
            reference = task.line(reference)
            lines += [f"  source      {sentence}", f"  translation {translation}", f"  reference   {reference}"]
        bar.write(plain("\n".join(lines)), file=sys.stderr)
        self.append("samples.txt", "\n".join(lines) + END_OF_SAMPLES)
        return True

    @rank_0_only
    def draw(self):
        """Draw the training curves; if that fails, training continues without them."""
        path = self.run.path / "curves.png"
        try:
            if self.draws:
                from ..views.plots import (
                    curves,  # imported here because some settings make the import of matplotlib fail
                )

                with whole_file(path) as file:
                    curves(self.run.log, file)
        except Exception as error:
            self.draws = False
            say(f"warning: {path}: cannot be drawn ({first_line(error)}); training continues")

    def bar(self) -> Any:
        """A progress bar at a terminal; elsewhere a disabled bar, and `report` prints plain lines."""
        self.losses = [row["loss"] for row in self.run.log if "loss" in row]
        form = "{percentage:3.0f}% |{bar}| {desc}, {remaining} left{postfix}"
        step = f"step {self.progress.step}"
        return progress_bar(desc=step, total=1, initial=self.spent(), bar_format=form, smoothing=0)

    def spent(self):
        """The used share of the budget that ends first, steps or minutes."""
        config, progress = self.config, self.progress
        by_time = 0 if config.minutes is None else progress.seconds / (60 * config.minutes)
        return min(1, max(progress.step / config.steps, by_time))

    def log(self, **row: object) -> None:
        row = dict(step=self.progress.step, epoch=self.progress.epoch, **row, seconds=round(self.progress.seconds, 2))
        self.append("log.jsonl", json.dumps(row) + "\n")

    @rank_0_only
    def append(self, name: str, text: str) -> None:
        with append_to(self.run.path / name) as file:
            file.write(text.encode())

    def save_step(self):
        """Save the newest checkpoint and delete the oldest."""
        self.save(self.run.folder / f"step-{self.progress.step:06d}.npz", self.optimizer)
        self.keep_newest()

    @rank_0_only
    def keep_newest(self):
        """Keep those that a run would have that was never stopped: a signal has left one at a step of its own."""
        config = self.config
        steps = 1 if config.checkpoint_minutes else config.checkpoint_steps or config.valid_steps
        self.run.keep_newest(max(config.keep, config.average), steps)

    def snapshot(self):
        """Save the weights alone, in 16 bits, to look at the training afterwards."""
        self.save(self.run.path / "snapshots" / f"step-{self.progress.step:06d}.npz", None, np.float16)

    def save(self, path, optimizer, dtype=None):
        """Write a checkpoint, without moments if `optimizer` is None"""
        self.collect()
        self.write(path, optimizer, dtype)

    @rank_0_only
    def write(self, path: Path, optimizer: Any, dtype: Any) -> None:
        self.run.check_place()
        write_checkpoint(path, self.model, optimizer, self.tokenizer, asdict(self.progress), dtype)
