"""The training loop (Section 5): steps, validation, checkpoints, and when to stop."""

import json
import math
import sys
import time

from tqdm import tqdm

from ..backend import cores, keep_freed_memory, one_thread_blas, to_numpy
from ..data.batching import BatchStream
from ..errors import UserError
from ..metrics import perplexity, score
from ..optim import Adam, clip, learning_rate
from ..plots import curves
from ..translator import Translator
from .checkpoint import load_weights, read_checkpoint
from .parallel import Workers

SAMPLES = 3


class Trainer:
    """Trains `model` on encoded pairs and keeps the run directory up to date.

    train: list of (source ids, target ids); valid: the same, and valid_text: the (source, target) lines.
    """

    def __init__(self, run, model, tokenizer, train, valid, valid_text):
        self.run, self.config, self.model = run, model.config, model
        self.valid, self.valid_text = valid, valid_text
        self.translator = Translator(model, tokenizer, self.config)
        self.optimizer = Adam(model.flat)
        self.workers = Workers(model, self.config.shards)
        self.stream = BatchStream(train, self.config.batch_tokens, self.config.seed)
        self.step, self.seconds, self.tokens = 0, 0.0, 0
        self.best, self.since_best = math.inf, 0

    def resume(self):
        """Take up the newest checkpoint: weights, moments, place in the data, budget and patience used."""
        path = self.run.newest()
        header, arrays = read_checkpoint(path)
        load_weights(self.model, [path])
        self.optimizer.m[:] = self.model.xp.asarray(arrays["adam_m"])
        self.optimizer.v[:] = self.model.xp.asarray(arrays["adam_v"])
        self.step, self.seconds, self.tokens = header["step"], header["seconds"], header["tokens"]
        self.best, self.since_best = header["best"], header["since_best"]
        self.stream = BatchStream(
            self.stream.pairs, self.config.batch_tokens, self.config.seed, header["epoch"], header["position"]
        )
        kept = [row for row in self.run.log if row["step"] <= self.step]
        (self.run.path / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in kept), encoding="utf-8")

    def train(self):
        """Run until a budget is used up: steps, minutes, or patience."""
        config = self.config
        keep_freed_memory()
        started = time.perf_counter() - self.seconds
        checked = self.seconds
        recent_loss = recent_tokens = 0
        recent_start = started + self.seconds
        bar = tqdm(total=config.steps, initial=self.step, unit="step", disable=not sys.stderr.isatty())
        with one_thread_blas(), bar:
            while not self.finished():
                loss, tokens, norm, rate = self.update()
                self.seconds = time.perf_counter() - started
                self.tokens += tokens
                recent_loss += loss * tokens
                recent_tokens += tokens
                bar.update()
                if self.step % config.log_steps == 0:
                    speed = recent_tokens / (time.perf_counter() - recent_start)
                    mean = recent_loss / recent_tokens
                    bar.set_postfix_str(f"loss {mean:.3f}, rate {rate:.2e}, {speed:.0f} tokens/s")
                    self.log(
                        loss=round(mean, 5),
                        rate=rate,
                        gradient_norm=round(norm, 5),
                        tokens=self.tokens,
                        tokens_per_second=round(speed, 1),
                    )
                    recent_loss, recent_tokens, recent_start = 0, 0, time.perf_counter()
                validated = self.step % config.valid_steps == 0 or self.finished()
                if validated:
                    start = time.perf_counter()
                    self.validate(bar)
                    recent_start += time.perf_counter() - start
                    self.seconds = time.perf_counter() - started
                due = config.checkpoint_steps and self.step % config.checkpoint_steps == 0
                due = due or (config.checkpoint_minutes and self.seconds - checked >= 60 * config.checkpoint_minutes)
                neither = not (config.checkpoint_steps or config.checkpoint_minutes)
                if due or (validated and neither) or self.finished():
                    self.save()
                    checked = self.seconds

    def finished(self):
        config = self.config
        return (
            self.step >= config.steps
            or (config.minutes is not None and self.seconds >= 60 * config.minutes)
            or (config.patience is not None and self.since_best >= config.patience)
        )

    def update(self):
        """One step of Adam -> (loss a token, target tokens, gradient norm, learning rate)"""
        config, model = self.config, self.model
        self.step += 1
        micro_batches = [next(self.stream) for _ in range(config.accumulate)]
        loss, tokens = self.workers.gradient(micro_batches, (config.seed, self.step))
        norm = math.sqrt(float(model.flat_grad @ model.flat_grad))
        if not (math.isfinite(loss) and math.isfinite(norm)):
            raise UserError(
                f"step {self.step}: loss {loss}, gradient norm {norm}: not finite; nothing was changed. "
                "Try a smaller --rate, a longer --warmup, or --clip 1, and --resume"
            )
        clip(model.flat_grad, norm, config.clip)
        rate = learning_rate(self.step, config.d_model, config.warmup, config.rate)
        self.optimizer.update(model.flat, model.flat_grad, self.step, rate)
        return loss, tokens, norm, rate

    def validate(self, bar):
        """Perplexity and greedy BLEU on the validation split, with a few translations to look at."""
        found = perplexity(self.model, self.valid, self.config.batch_tokens // 2, threads=cores())
        sources, references = zip(*self.valid_text, strict=True)
        translations = self.translator.translate(sources, beam=1)
        bleu, _ = score(translations, references)
        self.since_best = 0 if found < self.best else self.since_best + 1
        self.best = min(self.best, found)
        self.log(valid_perplexity=round(found, 4), valid_bleu=round(bleu, 2))
        lines = [f"step {self.step}: perplexity {found:.2f}, BLEU {bleu:.1f} (greedy)"]
        for source, translation, reference in list(zip(sources, translations, references, strict=True))[:SAMPLES]:
            lines += [f"  source      {source}", f"  translation {translation}", f"  reference   {reference}"]
        bar.write("\n".join(lines), file=sys.stderr)
        with open(self.run.path / "samples.txt", "a", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n\n")
        curves(self.run.log, self.run.path / "curves.png")

    def log(self, **row):
        """A line for log.jsonl and, where there is no progress bar, for the reader."""
        row = dict(step=self.step, epoch=self.stream.epoch, **row, seconds=round(self.seconds, 2))
        with open(self.run.path / "log.jsonl", "a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        if not sys.stderr.isatty() and "loss" in row:
            print(
                f"step {row['step']}  epoch {row['epoch']}  loss {row['loss']:.3f}  rate {row['rate']:.2e}  "
                f"{row['tokens_per_second']:.0f} tokens/s",
                file=sys.stderr,
                flush=True,
            )

    def save(self):
        header = dict(
            step=self.step,
            epoch=self.stream.epoch,
            position=self.stream.position,
            tokens=self.tokens,
            best=self.best,
            since_best=self.since_best,
            seconds=self.seconds,
        )
        self.run.save_checkpoint(self.model, self.optimizer, header, max(self.config.keep, self.config.average))
