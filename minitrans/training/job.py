"""A complete training, from text files to a run directory with a score."""

import shlex
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..config import Config
from ..config.setting import check_fixed
from ..data.encoded import LARGE, size
from ..engine import array_library, engine
from ..interchange import marian
from ..nn import Transformer
from ..parallel.workers import setting_of_shards, shards_of
from ..parallel.world import world
from ..runs.checkpoint import load_weights, write_checkpoint
from ..runs.run import Run
from ..system.errors import UserError, say
from ..system.files import file_sha256, real, vacant
from ..system.progress_bar import progress_bar
from ..tasks import task_of
from ..translator import Translator
from .corpus import encode_split, read_split, training_pairs
from .finish import finish
from .rescue import rescue
from .trainer import Trainer


@dataclass
class Job:
    """Trains a model and scores it: `prepare` reads, `create` writes the run directory, `train` does both and trains.

    files: {split: paths of text or of trees}
    init: a Run from whose weights a new run starts (fine-tuning)
    resume: start from the newest checkpoint of the run;  changed_text: although its text has changed
    chosen: lines about the configuration, to print once the text is known to be right
    fixed_vocabulary: whether its size must be that of the configuration; otherwise it is fitted to the text
    """

    run: Run
    config: Config
    files: dict
    init: Run | None = None
    resume: bool = False
    changed_text: bool = False
    fixed_vocabulary: bool = True
    chosen: Sequence[str] = ()

    def prepare(self) -> None:
        """Read the text and make the model.  Nothing is written, so errors of the user should appear here."""
        ranks = world()
        xp = array_library(self.config)
        # The shards are saved, so that a run has the same result everywhere.
        self.config = replace(self.config, shards=setting_of_shards(self.config))
        divisible(self.config, ranks.size, self.resume)
        self.task = task_of(self.config)
        self.task.check(self.config)
        progress_bar(total=0, leave=False).close()  # fails now, not later, if TQDM_... variables are invalid
        # Rank 0 alone reads, as the others may be on hosts that do not have the text or the weights.
        self.large = ranks.on_rank_0(size, self.files["train"]) > LARGE
        self.text, self.tokenizer = ranks.on_rank_0(self.read_text)
        if (pieces := len(self.tokenizer.target)) != self.config.vocabulary:
            say(f"vocabulary: {pieces} pieces, which fit the training text, instead of {self.config.vocabulary}")
            self.config = replace(self.config, vocabulary=pieces)
        self.model = new_model(self.config, xp)
        self.valid, self.pairs = ranks.on_rank_0(self.encode)
        ranks.broadcast_array(self.model.flat)

    def read_text(self) -> tuple[dict, Any]:
        """-> {split: (sentence, reference) pairs} without the training split, and the tokenizer"""
        task, config, train = self.task, self.config, self.files["train"]
        task.check_files(train)
        text = {split: read_split(task, split, paths) for split, paths in self.files.items() if split != "train"}
        if hint := task.hint(0, [reference for _, reference in text["valid"]], config):
            say(hint)
        known = self.run if self.resume else self.init
        if known:
            return text, known.tokenizer
        try:
            return text, task.learn_tokenizer(train, config)
        except UserError:
            if self.fixed_vocabulary:
                raise
            return text, task.learn_tokenizer(train, config, at_most=True)

    def encode(self) -> tuple[dict, list | None]:
        """Load the weights to start from -> the ids of the validation split, and the training pairs or, if their text
        is large, None"""
        task, config, train, tokenizer = self.task, self.config, self.files["train"], self.tokenizer
        if self.resume and self.run.initial.is_file():
            load_weights(self.model, [self.run.initial], tokenizer)
        elif self.init:
            self.init.load_average(self.model, tokenizer, None, "--init")
        pairs = None if self.large else training_pairs(task, train, tokenizer, config.max_length)
        warn_of_files_twice(self.files)
        ids = {split: encode_split(task, split, each, tokenizer, self.model) for split, each in self.text.items()}
        return ids["valid"], pairs

    def create(self) -> None:
        """Create the run directory."""
        run = self.run
        try:
            with run.created(self.config, self.tokenizer, self.files) as new:
                if self.init:
                    origin = dict(run=str(real(self.init.path)))
                    write_checkpoint(new.initial, self.model, None, self.tokenizer, origin)
        except OSError as error:
            if run.path.is_dir() and not vacant(run.path):
                raise UserError(f"{run.path}: another run was just started there; choose another --out") from None
            reason = error.strerror or error
            raise UserError(f"{run.path}: cannot be created ({reason}); choose another folder with --out") from None

    def train(self) -> list[str]:
        """Prepare the job, create its run directory, train and score the model -> the lines to print"""
        self.prepare()
        run, config, ranks = self.run, self.config, world()
        if not self.resume:
            ranks.on_rank_0(self.create)
        for line in filter(None, self.chosen):
            say(line)
        lock = run.lock() if ranks.rank == 0 else nullcontext()
        with lock, engine(config) as running:
            if self.large:
                self.pairs = self.tokenized()
            shards, (text, *others) = shards_of(config), self.files["train"]
            text = f"{text} and {len(others)} more files" if len(others) > 1 else text
            processes = f", {ranks.size} processes" if ranks.size > 1 else ""
            say(f"{run.path}: {len(self.model.flat):,} parameters, {len(self.pairs):,} training pairs of {text}")
            say(f"each batch in {shards} shards (--shards), {min(shards, running.threads)} threads{processes}")
            say(f"watch it with: minitrans watch {shlex.quote(str(run.path))}")
            if config.task == "translate":
                warn_of_export(config)
            translator = Translator(self.model, self.tokenizer, config)
            valid = self.valid, self.text["valid"]
            trainer = Trainer(run, translator, running.make_step, self.pairs, *valid)
            with rescue(run, trainer):
                if self.resume:
                    self.continue_run(trainer)
                length = np.quantile(self.pairs.lengths[:, 0], 0.999, method="higher")
                ranks.on_rank_0(run.text.note, int(length))
                trainer.train()
                return finish(run, trainer, self.text)

    def tokenized(self):
        """The pairs of a large text, as files in the run directory, so that the hours of tokenizing can be resumed."""
        with rescue(self.run):
            folder = self.run.path / "tokens"
            return training_pairs(self.task, self.files["train"], self.tokenizer, self.config.max_length, folder)

    def continue_run(self, trainer):
        """Load the newest checkpoint.  Then save what may have changed: the configuration and the paths of the text."""
        run, config, ranks = self.run, self.config, world()
        trainer.resume()
        if config.steps < trainer.progress.step:
            raise UserError(f"--steps {config.steps}: {run.path} is already at step {trainer.progress.step}; give more")
        ranks.on_rank_0(config.save, run.path / "config.json")
        if self.changed_text or ranks.on_rank_0(lambda: self.files != run.text.files):
            ranks.on_rank_0(run.text.save, self.files)


def warn_of_files_twice(files):
    """Name the files, or copies of files, that make a score or a translation mean little."""
    before = {}
    for split, paths in files.items():
        for path in paths:
            content = file_sha256(path)
            if content in before:
                say(f"{path} of the {split} split is also in the {before[content]} split: the scores will mean little")
            before.setdefault(content, split)


def warn_of_export(config):
    """Warn before the training, not after it, that an export will refuse the model."""
    try:
        check_fixed(config, marian.FIXED, "minitrans export --to huggingface will refuse this model: Marian")
    except UserError as error:
        say(error)


def divisible(config, size, resume):
    """UserError unless all processes get the same number of shards."""
    if config.shards % size:
        counts = [str(n) for n in range(1, config.shards + 1) if config.shards % n == 0]
        remedy = f"start {' or '.join(counts)} processes" + f", or give --shards {size}" * (not resume)
        raise UserError(f"{config.shards} shards cannot be divided between {size} processes: {remedy}")


def new_model(config, xp):
    try:
        return Transformer(config, xp)
    except MemoryError as error:
        sizes = "--layers, --d-model, --d-ff, --d-k, --d-v, --vocabulary or --max-length"
        raise UserError(f"out of memory ({error}); make {sizes} smaller") from None
