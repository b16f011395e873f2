"""The training loop (Section 5): steps, validation, checkpoints, and when to stop."""

import json
import math
import sys
import time
from dataclasses import asdict, dataclass, fields

from tqdm import tqdm

from ..backend import keep_freed_memory, one_thread_blas
from ..config import MAY_CHANGE, Config
from ..data.batching import BatchStream
from ..errors import UserError
from ..files import write_whole
from ..metrics import METRIC, perplexity, score
from ..optim import Adam, clip, learning_rate
from ..plots import curves
from ..translator import Translator
from .checkpoint import check_origin, load_weights, read_checkpoint, write_checkpoint
from .parallel import Workers
from .run import END_OF_SAMPLES
from .signals import Stopped, stop_signals

SAMPLES = 3  # translations shown at each validation


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

    def resume(self):
        """Take up the newest whole checkpoint: weights, moments, place in the data, budget and patience used.

        One that is damaged is put aside.  Without any the run begins again, as its seed says.
        """
        for path in reversed(self.run.checkpoints()):
            try:
                header, arrays = read_checkpoint(path)
                break
            except UserError as error:
                aside = path.rename(path.with_name(path.name + ".damaged"))
                print(f"{error}; renamed to {aside.name}, going on from the one before", file=sys.stderr)
        else:
            self.run.cut_log(0)
            return
        fixed = [field.name for field in fields(Config) if field.name not in MAY_CHANGE]
        check_origin(path, header, self.config, self.tokenizer, fixed)
        if "adam_m" not in arrays:
            raise UserError(f"{path}: a mean of checkpoints, without Adam's moments; go on with the run it comes from")
        load_weights(self.model, [path], self.tokenizer)
        self.optimizer.m[:] = self.model.xp.asarray(arrays["adam_m"])
        self.optimizer.v[:] = self.model.xp.asarray(arrays["adam_v"])
        try:
            self.progress = Progress(**header["progress"])
        except TypeError as error:
            raise UserError(f"{path}: not a checkpoint of this version ({error})") from None
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
        else:
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
        path = self.run.path / f"not-finite-step-{step:06d}.json"
        write_whole(path, json.dumps(dict(seed=[self.config.seed, step], micro_batches=micro_batches)).encode())
        where = f"the gradient of {bad[0]} and {len(bad) - 1} others" if bad else "no single gradient"
        message = f"step {step}: loss {loss}, gradient norm {norm}: not finite in {where}; its batch is in {path}"
        if self.config.on_nan == "stop":
            raise UserError(f"{message}; go on with --on-nan skip, or train with a smaller --rate, or --clip 1")
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
        curves(self.run.log, self.run.path / "curves.png")

    def bar(self):
        """A progress bar at a terminal; elsewhere plain lines are printed instead."""
        total = self.config.steps if self.config.minutes is None else None
        return tqdm(total=total, initial=self.progress.step, unit="step", disable=not sys.stderr.isatty())

    def log(self, **row):
        row = dict(step=self.progress.step, epoch=self.progress.epoch, **row, seconds=round(self.progress.seconds, 2))
        with open(self.run.path / "log.jsonl", "a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def save_step(self):
        """The newest checkpoint; the oldest goes."""
        self.save(self.run.folder / f"step-{self.progress.step:06d}.npz")
        self.run.keep_newest(max(self.config.keep, self.config.average))

    def save(self, path):
        write_checkpoint(path, self.model, self.optimizer, self.tokenizer, asdict(self.progress))
