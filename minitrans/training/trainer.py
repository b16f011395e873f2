"""The training loop (Section 5): steps, validation, checkpoints, early stopping."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from math import inf, nan
from pathlib import Path

from ..config import MAY_CHANGE, Config
from ..data.batching import BatchStream, Pair
from ..data.encoded import TokenizedText
from ..optim import Adam
from ..parallel.world import world
from ..runs.checkpoint import Damaged, load_to_resume
from ..runs.run import Run
from ..system.errors import UserError, say
from ..system.machine import keep_freed_memory, one_thread_blas
from ..tasks import task_of
from ..translator import Translator
from .journal import Journal, keep_newest, save_batch
from .perplexity import perplexity
from .plan import make_plan, planned, rate_at
from .progress import Progress
from .signals import Interrupted, Stopped, stop_signals

FIRST_CHECKPOINT = 2  # minutes
MOST_SKIPPED = 20  # after this many consecutive steps that were not finite, the run has diverged


class Trainer:
    """Trains the model of a Translator on pairs of id lists and keeps the run directory up to date.

    make_step: from an `Engine`
    train: a TokenizedText or, like valid, a list of (source ids, target ids)
    valid_text: the (sentence, reference) pairs from which valid was encoded
    """

    def __init__(
        self,
        run: Run,
        translator: Translator,
        make_step: Callable,
        train: TokenizedText | list[Pair],
        valid: list[Pair],
        valid_text: list[tuple[str, str]],
    ):
        model = translator.model
        self.run, self.config, self.model, self.task = run, model.config, model, task_of(model.config)
        self.valid, self.valid_text = valid, valid_text
        self.tokenizer, self.translator = translator.tokenizer, translator
        self.optimizer, self.make_step = Adam(model.flat), make_step
        self.unseen = {}  # {step: its batches} since the last `collect`
        self.norm = nan  # norm of the last gradient
        self.stream = BatchStream(train, self.config.batch_tokens, self.config.seed)
        self.progress = Progress()
        self.made_at = 0  # the step at which minutes became a number of steps, see plan.py

    def resume(self) -> None:
        """Load weights, Adam's moments, position in the data and used budgets from the newest undamaged checkpoint.

        Damaged ones are renamed once an undamaged one has been found; best.npz is tried last.  A run without any
        checkpoint starts again from its seed.
        """
        self.config, self.made_at = world().on_rank_0(planned, self.run, self.config)
        self.progress = world().on_rank_0(self.load_newest)
        for array in (self.model.flat, self.optimizer.m, self.optimizer.v):
            world().broadcast_array(array)
        self.stream = BatchStream(
            self.stream.pairs, self.config.batch_tokens, self.config.seed, self.progress.epoch, self.progress.position
        )
        world().on_rank_0(self.run.cut_log, self.progress.step, self.made_at, self.progress.validating)
        keep_newest(self.run, self.config)

    def load_newest(self) -> Progress:
        """Load the newest undamaged checkpoint -> its Progress"""
        fixed, damaged = [field.name for field in fields(Config) if field.name not in MAY_CHANGE], []
        for path in [*filter(Path.is_file, [self.run.best]), *self.run.checkpoints()][::-1]:
            try:
                stored = load_to_resume(self.model, self.optimizer, path, self.tokenizer, fixed)
                break
            except Damaged:
                damaged.append(path)
        else:
            if damaged:
                names = ", ".join(path.name for path in damaged)
                raise UserError(f"{self.run.folder}: no checkpoint is whole ({names}); train again with another --out")
            say(f"{self.run.path}: no checkpoint yet; training begins again")
            return Progress()
        progress = Progress.of(path, stored)
        for broken in damaged:
            broken.rename(f"{broken}.damaged")
            say(f"{broken}: is damaged; renamed to {broken.name}.damaged")
        say(f"{self.run.path}: continuing from {path.name}, step {progress.step:,}")
        return progress

    def train(self) -> None:
        """Train until a budget is used up: steps, minutes, or patience (early stopping).

        After a signal such as Ctrl-C, complete the step, save a checkpoint and raise Stopped.  A validation is
        abandoned, and a resumed run begins with it.
        """
        keep_freed_memory()
        self.step = self.make_step(self.model, self.optimizer)  # only here, after `resume` has loaded the weights
        progress, log_steps = self.progress, self.config.log_steps
        most = self.model.config.steps  # not those of a plan
        started = time.perf_counter() - progress.seconds
        log_steps = log_steps if log_steps <= most else max(1, most // 10)  # so that a short run also has a curve
        journal = self.journal = Journal(self.run, progress, self.tokenizer, self.spent())
        self.saved = progress.seconds  # at the last checkpoint
        with one_thread_blas(), journal, stop_signals() as signals:
            if progress.step and not self.newest.is_file():  # it was killed after best.npz, and resumes from that
                self.save_newest()
            while progress.validating or not self.finished():
                # A step, unless a validation was interrupted
                before = self.snapshots_due()
                if not progress.validating:
                    rate = self.update()
                    progress.seconds = world().broadcast(time.perf_counter() - started)  # so all ranks end together
                    if not self.unseen:
                        journal.measure(self.config)
                    journal.advance(self.spent())
                    # A run of minutes may end before its first row.
                    if self.every(log_steps) or (self.finished() and progress.step < log_steps):
                        self.report(rate, signals)
                # A validation
                due = progress.validating or self.every(self.config.valid_steps) or self.finished()
                validated = due and self.validate(signals)
                progress.validating = due and not validated
                if validated:
                    progress.seconds = world().broadcast(time.perf_counter() - started)
                # Snapshots, plan and checkpoints, in this order: a run that resumes from one has those before it.
                if self.snapshots_due() > before and progress.step > self.made_at:  # earlier ones were taken already
                    self.collect()
                    journal.snapshot(self.model)
                if not progress.validating:  # otherwise a resumed run does this after the validation
                    if plan := make_plan(self.run, self.config, progress, self.spent()):
                        self.config, self.made_at = plan
                    if validated and progress.since_best == 0:
                        self.save_checkpoint(self.run.best)
                    if self.every(self.config.between_checkpoints) or self.finished() or self.may_lose_much():
                        self.save_newest()
                if validated and not self.finished():
                    journal.curves()
                # A signal ends the training.
                if stop := world().broadcast(signals[:1]):
                    self.save_newest()
                    raise Stopped(stop[0])
        journal.curves()  # also if the run was killed just before
        if progress.used_up(self.config) == "patience":
            say("stopped early: the validation perplexity no longer falls; --patience 0 trains all steps")

    def finished(self):
        return self.progress.used_up(self.config) is not None

    def every(self, steps):
        return self.progress.step % steps == 0

    def may_lose_much(self):
        """Whether a kill would lose many minutes of work, so that a checkpoint only for resuming is due"""
        minutes = self.config.checkpoint_minutes or 0
        pause = 60 * (minutes if self.saved else min(minutes, FIRST_CHECKPOINT))
        return 0 < pause <= self.progress.seconds - self.saved

    def snapshots_due(self):
        """How many snapshots are due by now"""
        count, step, steps = self.config.snapshots, self.progress.step, self.config.steps
        return min(count, max(count * step // steps, int(count * self.spent_minutes())))

    def update(self) -> float:
        """One training step -> its learning rate"""
        config, progress = self.config, self.progress
        with progress.updating():
            micro_batches = [next(self.stream) for _ in range(config.accumulate)]
            number = progress.step + 1
            rate = rate_at(number, config, self.made_at)
            self.unseen[number] = micro_batches
            self.step(micro_batches, number, rate)
        progress.flops += self.step.flops
        progress.step, progress.epoch, progress.position = number, self.stream.epoch, self.stream.position
        if self.step.synchronous or self.every(config.log_steps):
            self.collect()
        return rate

    def collect(self):
        """Collect loss, tokens and norm of the steps since the last `collect`.

        On a GPU this waits for the steps, and the wait counts as their time.  So whatever reads weights comes after it.
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
        if path := world().on_rank_0(save_batch, self.run, self.config.seed, step, micro_batches):
            message += f"; its batch is saved in {path}"
        if self.config.on_nan == "stop":
            raise UserError(f"{message}; resume with --on-nan skip, or train with a smaller --rate, or --clip 1")
        if self.progress.skipped >= MOST_SKIPPED:
            raise UserError(
                f"step {step}: the last {self.progress.skipped} steps were not finite, so the run has diverged; "
                "train again with a smaller --rate, or --clip 1"
            )
        say(f"{message}; the step was skipped")

    def report(self, rate, signals):
        """Report the mean loss and speed since the last report.

        Before the first validation, also the translation of its first sentence.
        """
        self.collect()
        progress = self.progress
        if not progress.window_tokens:  # every step since then was skipped
            return
        loss = progress.window_loss / progress.window_tokens
        speed = progress.window_tokens / (progress.window_seconds or inf)  # the clock may stand still
        progress.window_loss = progress.window_tokens = progress.window_seconds = 0
        self.journal.report(loss, rate, self.norm, speed)
        if progress.best == inf:  # not validated yet: show at least one translation
            sentence = self.valid_text[0][0]
            with suppress(Interrupted), signals.interrupting():  # a new model may repeat a word hundreds of times
                self.journal.tell(f"  {sentence} -> {self.translator.translate([sentence], beam=1)[0]:.60}")

    def validate(self, signals):
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
        samples = zip(sentences, translations, map(task.line, references), strict=True)
        self.journal.validation(valid_perplexity, task.metric, score, list(samples))
        return True

    def spent(self):
        """The used share of the budget, steps or minutes, that ends first."""
        return min(1, max(self.progress.step / self.config.steps, self.spent_minutes()))

    def spent_minutes(self):
        return self.progress.seconds / (60 * (self.config.minutes or inf))

    @property
    def newest(self):
        return self.run.folder / f"step-{self.progress.step:06d}.npz"

    def save_newest(self):
        """Save the newest checkpoint and delete the oldest."""
        self.save_checkpoint(self.newest)
        self.saved = self.progress.seconds
        keep_newest(self.run, self.config)

    def save_checkpoint(self, path):
        self.collect()
        self.journal.checkpoint(path, self.model, self.optimizer)
