"""The training loop (Section 5): steps, validation, checkpoints, and when to stop."""

import json
import math
import sys
import time
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from ..backend import first_line, keep_freed_memory, one_thread_blas
from ..config import MAY_CHANGE, Config
from ..data.batching import BatchStream
from ..errors import UserError
from ..files import write_whole
from ..optim import Adam, clip, learning_rate
from ..progress import progress as progress_bar
from ..runs.checkpoint import Damaged, load_all, write_checkpoint
from ..runs.run import END_OF_SAMPLES
from ..scoring.metrics import METRIC, perplexity, score
from ..translator import Translator
from .parallel import Workers
from .signals import Stopped, stop_signals

SAMPLES = 3  # translations shown at each validation
BATCHES_KEPT = 5  # of steps that were not finite
MOST_REFUSED = 20  # steps in a row; after so many the run has diverged


@dataclass
class Progress:
    """How far a run has come: all that a checkpoint holds beside weights and moments."""

    step: int = 0
    epoch: int = 0
    position: int = 0  # batches of this epoch already used
    tokens: int = 0  # target tokens
    flops: int = 0  # floating point operations of all steps, see `flops`
    seconds: float = 0.0  # training time, validation included
    update_seconds: float = 0.0  # without validation and checkpoints
    best: float = math.inf  # lowest validation perplexity
    since_best: int = 0  # validations since then
    window_loss: float = 0.0  # sums since the last line of the log
    window_tokens: int = 0
    window_seconds: float = 0.0

    @classmethod
    def of(cls, path, values):
        """The progress that a checkpoint holds; UserError if it is not as this version writes it."""
        try:
            progress = cls(**values)
            for field in fields(cls):
                value = getattr(progress, field.name)
                if type(value) not in (int, field.type) or not value >= 0:
                    raise TypeError(f"{field.name} is {value!r}")
            return progress
        except TypeError as error:
            raise UserError(f"{path}: not a checkpoint of this version ({error})") from None


class Trainer:
    """Trains `model` on encoded pairs and keeps the run directory up to date.

    train: a TokenizedText, or like valid a list of (source ids, target ids); valid_text: the lines of valid.
    """

    def __init__(self, run, model, tokenizer, train, valid, valid_text):
        self.run, self.config, self.model = run, model.config, model
        self.valid, self.valid_text = valid, valid_text
        self.tokenizer, self.translator = tokenizer, Translator(model, tokenizer, self.config)
        self.optimizer = Adam(model.flat)
        self.workers = Workers(model, self.config.shards)
        self.stream = BatchStream(train, self.config.batch_tokens, self.config.seed)
        self.progress = Progress()
        self.refused = 0  # steps in a row that were not finite
        self.draws = True  # pictures, until one fails

    def resume(self):
        """Take up the newest whole checkpoint: weights, moments, place in the data, budget and patience used.

        Those that are damaged are put aside once a whole one is found, the best one if need be.  A run that has none
        yet begins again, as its seed says.
        """
        fixed, damaged = [field.name for field in fields(Config) if field.name not in MAY_CHANGE], []
        for path in [*filter(Path.is_file, [self.run.best]), *self.run.checkpoints()][::-1]:
            try:
                stored = load_all(self.model, self.optimizer, path, self.tokenizer, fixed)
                self.progress = Progress.of(path, stored)
                break
            except Damaged:
                damaged.append(path)
        else:
            if damaged:
                names = ", ".join(path.name for path in damaged)
                raise UserError(f"{self.run.folder}: no checkpoint is whole ({names}); train again with another --out")
        for broken in damaged:
            aside = broken.rename(broken.with_name(broken.name + ".damaged"))
            print(f"{broken}: is damaged; renamed to {aside.name}, going on from {path.name}", file=sys.stderr)
        pairs, place = self.stream.pairs, (self.progress.epoch, self.progress.position)
        self.stream = BatchStream(pairs, self.config.batch_tokens, self.config.seed, *place)
        self.run.cut_log(self.progress.step)

    def train(self):
        """Run until a budget is used up: steps, minutes, or patience.

        Ctrl-C and SIGTERM let the step end and save a checkpoint, then raise Stopped.
        """
        keep_freed_memory()
        progress, saved = self.progress, self.progress.seconds
        started = time.perf_counter() - progress.seconds
        with one_thread_blas(), self.bar() as bar, stop_signals() as signals:
            while not self.finished():
                before = time.perf_counter()
                rate, norm = self.update()
                elapsed = time.perf_counter() - before
                progress.update_seconds += elapsed
                progress.window_seconds += elapsed
                progress.seconds = time.perf_counter() - started
                bar.update()
                if self.every(self.config.log_steps):
                    self.report(bar, rate, norm)
                validated = self.every(self.config.valid_steps) or self.finished()
                if validated:
                    self.validate(bar)
                    progress.seconds = time.perf_counter() - started
                    if progress.since_best == 0:
                        self.save(self.run.best)
                if self.checkpoint_due(validated, progress.seconds - saved):
                    self.save_step()
                    saved = progress.seconds
                if validated:
                    self.draw()
                if signals:
                    self.save_step()
                    raise Stopped(signals[0])

    def finished(self):
        config, progress = self.config, self.progress
        return (
            progress.step >= config.steps
            or (config.minutes is not None and progress.seconds >= 60 * config.minutes)
            or (config.patience is not None and progress.since_best >= config.patience)
        )

    def every(self, steps):
        return self.progress.step % steps == 0

    def checkpoint_due(self, validated, seconds):
        config = self.config
        if config.checkpoint_steps is None and config.checkpoint_minutes is None:
            return validated
        by_steps = config.checkpoint_steps is not None and self.every(config.checkpoint_steps)
        by_time = config.checkpoint_minutes is not None and seconds >= 60 * config.checkpoint_minutes
        return by_steps or by_time or self.finished()

    def update(self):
        """One step of Adam -> (learning rate, norm of the gradient)"""
        config, model, progress = self.config, self.model, self.progress
        micro_batches = [next(self.stream) for _ in range(config.accumulate)]
        step = progress.step + 1
        loss, tokens = self.workers.gradient(micro_batches, (config.seed, step))
        norm = math.sqrt(float(model.flat_grad @ model.flat_grad))
        rate = learning_rate(step, config.d_model, config.warmup, config.rate)
        if math.isfinite(loss + norm):
            clip(model.flat_grad, norm, config.clip)
            self.optimizer.update(model.flat, model.flat_grad, step, rate)
            self.refused = 0
        else:
            self.refused += 1
            self.refuse(step, micro_batches, loss, norm)
            loss = tokens = 0  # nothing was learned from them
        progress.step, progress.epoch, progress.position = step, self.stream.epoch, self.stream.position
        progress.tokens += tokens
        progress.flops += self.workers.flops
        progress.window_loss += loss * tokens
        progress.window_tokens += tokens
        return rate, norm

    def refuse(self, step, micro_batches, loss, norm):
        """A step that is not finite is not taken.  Its batch is written down, so that it can be tried again."""
        bad = self.not_finite(step, micro_batches)
        where = f"the gradient of {bad[0]} and {len(bad) - 1} others" if bad else "no single gradient"
        message = f"step {step}: loss {loss}, gradient norm {norm}: not finite in {where}"
        if len(list(self.run.path.glob("not-finite-step-*.json"))) < BATCHES_KEPT:
            path = self.run.path / f"not-finite-step-{step:06d}.json"
            write_whole(path, json.dumps(dict(seed=[self.config.seed, step], micro_batches=micro_batches)).encode())
            message += f"; its batch is in {path}"
        if self.config.on_nan == "stop":
            raise UserError(f"{message}; go on with --on-nan skip, or train with a smaller --rate, or --clip 1")
        if self.refused >= MOST_REFUSED:
            raise UserError(
                f"step {step}: the last {self.refused} steps were not finite, so the run has diverged; "
                "train again with a smaller --rate, or --clip 1"
            )
        print(f"{message}; the step was left out", file=sys.stderr)

    def not_finite(self, step, micro_batches):
        """Names of the weights whose gradients are not finite."""
        xp = self.model.xp
        return [name for name, t in self.model.parameters().items() if not xp.isfinite(t.grad).all()]

    def report(self, bar, rate, norm):
        """Means since the last report: to the log, and to the progress bar or as a plain line."""
        progress = self.progress
        if not progress.window_tokens:  # every step of the window was left out
            return
        loss, speed = progress.window_loss / progress.window_tokens, progress.window_tokens / progress.window_seconds
        progress.window_loss = progress.window_tokens = progress.window_seconds = 0
        self.log(loss=loss, rate=rate, gradient_norm=norm, tokens=progress.tokens, tokens_per_second=round(speed, 1))
        line = f"loss {loss:.3f}  rate {rate:.2e}  {speed:.0f} tokens/s"
        bar.set_postfix_str(line)
        if bar.disable:
            bar.write(f"step {progress.step}  epoch {progress.epoch}  {line}", file=sys.stderr)

    def validate(self, bar):
        """Perplexity and greedy BLEU on the validation split, with a few translations to look at."""
        progress = self.progress
        found = perplexity(self.model, self.valid)
        sources, references = zip(*self.valid_text, strict=True)
        translations = self.translator.translate(sources, beam=1)
        metric = METRIC[self.config.task]
        found_score, _ = score(translations, references, metric)
        progress.since_best = 0 if found < progress.best else progress.since_best + 1
        progress.best = min(progress.best, found)
        self.log(**{"valid_perplexity": found, f"valid_{metric}": found_score})
        told = f"validation perplexity {found:.2f}, {metric.upper()} {found_score:.1f} (greedy)"
        lines = [f"step {progress.step}: {told}"]
        for source, translation, reference in list(zip(sources, translations, references, strict=True))[:SAMPLES]:
            lines += [f"  source      {source}", f"  translation {translation}", f"  reference   {reference}"]
        bar.write("\n".join(lines), file=sys.stderr)
        with open(self.run.path / "samples.txt", "a", encoding="utf-8") as file:
            file.write("\n".join(lines) + END_OF_SAMPLES)

    def draw(self):
        """The curves of the log.  Training goes on without them where they cannot be drawn."""
        path = self.run.path / "curves.png"
        try:
            if self.draws:
                from ..plots import curves  # here, as matplotlib refuses to be imported with some settings

                curves(self.run.log, path)
        except Exception as error:
            self.draws = False
            print(f"warning: {path}: cannot be drawn ({first_line(error)}); going on without it", file=sys.stderr)

    def bar(self):
        """A progress bar at a terminal; elsewhere plain lines are printed instead."""
        total = self.config.steps if self.config.minutes is None else None
        return progress_bar(total=total, initial=self.progress.step, unit="step")

    def log(self, **row):
        row = dict(step=self.progress.step, epoch=self.progress.epoch, **row, seconds=round(self.progress.seconds, 2))
        with open(self.run.path / "log.jsonl", "a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def save_step(self):
        """The newest checkpoint; the oldest goes."""
        self.save(self.run.folder / f"step-{self.progress.step:06d}.npz")
        self.run.keep_newest(max(self.config.keep, self.config.average))

    def save(self, path):
        self.run.check_place()
        write_checkpoint(path, self.model, self.optimizer, self.tokenizer, asdict(self.progress))
