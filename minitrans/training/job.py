"""A complete training job, from text files to a run directory with a score."""

import os
import shlex
import shutil

from ..data.encoded import LARGE, size
from ..engine import array_library, engine
from ..errors import UserError
from ..nn import Transformer
from ..progress_bar import progress_bar
from ..runs.run import Run
from ..tasks import task_of
from ..translator import Translator
from .corpus import encode_split, read_split, say, training_pairs
from .finish import finish
from .rescue import rescue, rescue_tokenizing
from .substitutes import Substitutes
from .trainer import Trainer


def train(run, config, files, resume=False, changed_text=False, substitutes=None):
    """Train a model and score it -> the lines to print

    run: a Run; its directory is created only after the input has been checked
    files: {split: paths of text or of trees}
    resume: start from the newest checkpoint of the run;  changed_text: although its text has changed
    substitutes: Substitutes for operations of the library
    """
    substitutes = substitutes or Substitutes()
    xp, task = array_library(config), task_of(config)
    progress_bar(total=0, leave=False).close()  # fails now, not later, if TQDM_... variables are invalid
    task.check_files(files["train"])
    text = {split: read_split(task, split, paths) for split, paths in files.items() if split != "train"}
    tokenizer = run.tokenizer if resume else task.learn_tokenizer(files["train"], config.vocabulary)
    if not (large := size(files["train"]) > LARGE):
        pairs = training_pairs(task, files["train"], tokenizer, config.max_length)
    model = new_model(config, xp)
    ids = {split: encode_split(task, split, each, tokenizer, model) for split, each in text.items()}
    if not resume:
        create(run, files, tokenizer, config)
    with run.lock(), engine(config) as running, substitutes.in_place(model):
        if large:  # after `create`, because this may take hours and only an existing run can be resumed
            with rescue_tokenizing(run):
                pairs = training_pairs(task, files["train"], tokenizer, config.max_length, run.path / "tokens")
        say(f"{run.path}: {len(model.flat):,} parameters, {len(pairs):,} training pairs")
        say(f"watch it with: python -m minitrans.watch {shlex.quote(str(run.path))}")
        translator = Translator(model, tokenizer, config)
        trainer = Trainer(run, translator, running.step, pairs, ids["valid"], text["valid"], substitutes)
        with rescue(run, trainer, config.batch_tokens):
            if resume:
                continue_run(run, trainer, files if changed_text else None)
            trainer.train()
            return finish(run, trainer, text)


def new_model(config, xp):
    try:
        return Transformer(config, xp)
    except MemoryError as error:
        sizes = "--layers, --d-model, --d-ff, --d-k, --d-v, --vocabulary or --max-length"
        raise UserError(f"out of memory ({error}); make {sizes} smaller") from None


def continue_run(run, trainer, changed_files):
    """Load the newest checkpoint, then save what may change on resuming: the configuration, and files unless None."""
    trainer.resume()
    if (steps := trainer.config.steps) < trainer.progress.step:
        raise UserError(f"--steps {steps}: {run.path} is already at step {trainer.progress.step}; give more")
    trainer.config.save(run.path / "config.json")
    if changed_files:
        run.save_text(changed_files)


def create(run, files, tokenizer, config):
    """Create the run directory under a temporary name, so that it appears complete or not at all."""
    partial = Run(run.path.with_name(f"{run.path.name}.{os.getpid()}.partial"))
    try:
        partial.folder.mkdir(parents=True)
        partial.save_text(files)
        tokenizer.save(partial.path / "tokenizer.model")
        config.save(partial.path / "config.json")
        partial.path.rename(run.path)
    except OSError as error:
        shutil.rmtree(partial.path, ignore_errors=True)
        if run.path.exists() and any(run.path.iterdir()):
            raise UserError(f"{run.path}: another run was just started there; choose another --out") from None
        raise UserError(f"{run.path}: cannot be created ({error}); choose another folder with --out") from None
