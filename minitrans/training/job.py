"""A complete training job, from text files to a run directory with a score."""

import shlex
from contextlib import nullcontext
from dataclasses import replace

from ..config import Config
from ..data.encoded import LARGE, size
from ..engine import array_library, engine
from ..nn import Transformer
from ..parallel.workers import setting_of_shards
from ..parallel.world import world
from ..runs.checkpoint import load_weights, write_checkpoint
from ..runs.run import Run
from ..system.errors import UserError, say
from ..system.files import real, vacant, whole_folder
from ..system.progress_bar import progress_bar
from ..tasks import task_of
from ..translator import Translator
from .corpus import encode_split, read_split, training_pairs
from .finish import finish
from .rescue import rescue, rescue_tokenizing
from .substitutes import Substitutes
from .trainer import Trainer


def train(
    run: Run,
    config: Config,
    files: dict,
    resume: bool = False,
    changed_text: bool = False,
    substitutes: Substitutes | None = None,
    init: Run | None = None,
) -> list[str]:
    """Train a model and score it -> the lines to print

    run: a Run; its directory is created only after the input has been checked
    files: {split: paths of text or of trees}
    resume: start from the newest checkpoint of the run;  changed_text: although its text has changed
    substitutes: Substitutes for operations of the library
    init: a Run from whose weights a new run starts (fine-tuning)
    """
    substitutes, ranks = substitutes or Substitutes(), world()
    config = replace(config, shards=setting_of_shards(config))  # saved, so that a run has the same result everywhere
    divisible(config, ranks.size, resume)
    xp, task = array_library(config), task_of(config)
    task.check(config)
    progress_bar(total=0, leave=False).close()  # fails now, not later, if TQDM_... variables are invalid
    model, large = new_model(config, xp), ranks.on_rank_0(size, files["train"]) > LARGE

    def read():
        """Rank 0 alone reads the text, as the others may be on hosts that do not have it."""
        task.check_files(files["train"])
        text = {split: read_split(task, split, paths) for split, paths in files.items() if split != "train"}
        if hint := task.hint(0, [reference for _, reference in text["valid"]], config):
            say(hint)
        if known := run if resume else init:
            tokenizer = known.tokenizer
        else:
            tokenizer = task.learn_tokenizer(files["train"], config)
        if init:
            init.load(model, tokenizer, None, "--init")
        pairs = None if large else training_pairs(task, files["train"], tokenizer, config.max_length)
        ids = {split: encode_split(task, split, each, tokenizer, model) for split, each in text.items()}
        if not resume:
            create(run, files, tokenizer, config, init, model)
        elif run.initial.is_file():
            load_weights(model, [run.initial], tokenizer)
        return text, tokenizer, pairs, ids

    text, tokenizer, pairs, ids = ranks.on_rank_0(read)
    ranks.broadcast_array(model.flat)  # rank 0 may have loaded weights
    lock = run.lock() if ranks.rank == 0 else nullcontext()
    with lock, engine(config) as running, substitutes.in_place(model):
        if large:  # after `create`, because this may take hours and only an existing run can be resumed
            with rescue_tokenizing(run):
                pairs = training_pairs(task, files["train"], tokenizer, config.max_length, run.path / "tokens")
        say(f"{run.path}: {len(model.flat):,} parameters, {len(pairs):,} training pairs" + processes(ranks))
        say(f"watch it with: minitrans watch {shlex.quote(str(run.path))}")
        translator = Translator(model, tokenizer, config)
        trainer = Trainer(run, translator, running.step, pairs, ids["valid"], text["valid"], substitutes)
        with rescue(run, trainer, config.batch_tokens):
            if resume:
                continue_run(run, trainer, files, changed_text)
            trainer.train()
            return finish(run, trainer, text)


def divisible(config, size, resume):
    """UserError unless all processes get equally many shards."""
    if config.shards % size:
        counts = [str(n) for n in range(1, config.shards + 1) if config.shards % n == 0]
        remedy = f"start {' or '.join(counts)} processes" + f", or give --shards {size}" * (not resume)
        raise UserError(f"{config.shards} shards cannot be divided between {size} processes: {remedy}")


def processes(ranks):
    return f", {ranks.size} processes" if ranks.size > 1 else ""


def new_model(config, xp):
    try:
        return Transformer(config, xp)
    except MemoryError as error:
        sizes = "--layers, --d-model, --d-ff, --d-k, --d-v, --vocabulary or --max-length"
        raise UserError(f"out of memory ({error}); make {sizes} smaller") from None


def continue_run(run, trainer, files, changed_text):
    """Load the newest checkpoint, then save what may change on resuming: the configuration, and where the text is."""
    trainer.resume()
    config = trainer.model.config  # without the plan of the run, which a new number of minutes replaces
    if (steps := config.steps) < trainer.progress.step:
        raise UserError(f"--steps {steps}: {run.path} is already at step {trainer.progress.step}; give more")
    world().on_rank_0(config.save, run.path / "config.json")
    if changed_text or world().on_rank_0(lambda: files != run.files):
        world().on_rank_0(run.save_text, files)


def create(run, files, tokenizer, config, init=None, model=None):
    """Create the run directory.

    init: None, or the Run whose weights the model has
    """
    try:
        with whole_folder(run.path) as folder:
            new = Run(folder)
            new.folder.mkdir()
            new.save_text(files)
            for name, content in tokenizer.files.items():
                (folder / name).write_bytes(content)
            config.save(folder / "config.json")
            if init:
                write_checkpoint(new.initial, model, None, tokenizer, dict(run=str(real(init.path))))
    except OSError as error:
        if run.path.is_dir() and not vacant(run.path):
            raise UserError(f"{run.path}: another run was just started there; choose another --out") from None
        raise UserError(f"{run.path}: cannot be created ({error}); choose another folder with --out") from None
