"""Train a translator, from text files to a BLEU score, or a parser.

    python -m minitrans.train                                      the bundled corpus, in three minutes
    python -m minitrans.train --corpus multi30k-en-de --minutes 40
    python -m minitrans.train --train-src a.en --train-tgt a.de --valid-src b.en --valid-tgt b.de --preset small
    python -m minitrans.train --task parse                         the bundled treebank, in four minutes
    python -m minitrans.train --out runs/x --resume                go on where a run stopped

Everything that is made lies in the run directory (--out, by default runs/CORPUS-DATE-TIME).
"""

import dataclasses
import errno
import json
import os
import shlex
import shutil
import time
from itertools import chain
from pathlib import Path

from . import cuda
from .backend import get_backend
from .cli.arguments import add_config_flags, config_overrides, parser
from .cli.program import run_command
from .config import MAY_CHANGE
from .data.catalog import CORPORA, corpus
from .data.corpora import corpus_files
from .data.encoded import LARGE, size, tokenize_in_memory, tokenize_on_disk
from .decoding import most_pieces
from .errors import UserError
from .evaluate import evaluate
from .files import write_whole
from .nn import Transformer
from .progress import progress
from .recipes import PRESETS, preset
from .runs.checkpoint import load_weights
from .runs.run import Run
from .scoring.metrics import METRIC, perplexity
from .training.corpus import SPLITS, encode, learned_tokenizer, own_files, pairs_of, say, short_enough
from .training.gpu_trainer import GpuTrainer
from .training.signals import Stopped
from .training.trainer import Trainer
from .trees.pairs import is_trees

DEFAULT_CORPUS = dict(translate="toy-en-de", parse="toy-trees")


def arguments():
    made = parser("train", __doc__)
    data = made.add_argument_group("data")
    data.add_argument("--corpus", help=f"one of {', '.join(CORPORA)} (default: {' or '.join(DEFAULT_CORPUS.values())})")
    data.add_argument(
        "--data-root",
        type=Path,
        metavar="DIR",
        help="where corpora lie and are downloaded to (default: $MINITRANS_DATA, then ~/.cache/minitrans)",
    )
    for split in SPLITS:
        for side in ("src", "tgt"):
            data.add_argument(f"--{split}-{side}", type=Path, metavar="FILE", help="one sentence a line, .gz or plain")
    for split in (*SPLITS, "extra"):
        about = "trees in brackets, .mrg or .mrg.gz, or folders of them"
        about = "more of them to train on, as of a parser's output" if split == "extra" else about
        data.add_argument(f"--{split}-trees", type=Path, nargs="+", metavar="PATH", help=about)
    run = made.add_argument_group("run")
    run.add_argument("--out", type=Path, metavar="DIR", help="the run directory")
    about = "go on with the newest checkpoint of --out (default: the newest run below runs/)"
    run.add_argument("--resume", action="store_true", help=about)
    about = "with --resume: go on although the files of text have changed since"
    run.add_argument("--changed-text", action="store_true", help=about)
    run.add_argument("--preset", help=f"one of {', '.join(PRESETS)} (default: the corpus's own)")
    add_config_flags(made)
    return made.parse_args()


def main():
    args = arguments()
    if args.changed_text and not args.resume:
        raise UserError("--changed-text goes with --resume")
    run, config = resumed(args) if args.resume else fresh(args)
    xp = get_backend(config.backend, config.dtype)
    progress(total=0, leave=False).close()  # the environment too can have what cannot work
    name = args.corpus or DEFAULT_CORPUS[config.task]
    files = run.files if args.resume else own_files(args) or corpus_files(name, args.data_root)
    if all(map(is_trees, files["train"])) != (config.task == "parse"):
        raise UserError(f"--task {config.task}: the training files are {'not ' * (config.task == 'parse')}trees")
    text = {split: pairs_of(split, paths) for split, paths in files.items() if split != "train"}
    tokenizer = run.tokenizer if args.resume else learned_tokenizer(config, files["train"])
    if not (large := size(files["train"]) > LARGE):
        train = short_enough(tokenize_in_memory(tokenizer, files["train"]), config.max_length)
    try:
        model = Transformer(config, xp)
    except MemoryError as error:
        sizes = "--layers, --d-model, --d-ff, --d-k, --d-v, --vocabulary or --max-length"
        raise UserError(f"out of memory ({error}); make {sizes} smaller") from None
    for split in text:
        both = zip(chain(*encode(tokenizer, text[split])), chain(*text[split]), strict=True)
        pieces, line = max((len(ids), line) for ids, line in both)
        if pieces > (most := most_pieces(model)):
            raise UserError(
                f"{split}: {line[:40]!r}...: {pieces} pieces, but a sentence has at most {most}; split it, "
                "leave it out, or give a larger --max-length"
            )
    if not args.resume:  # only now that nothing can be wrong with the input
        create(run, files, tokenizer, config)
    with run.lock():
        if large:  # it may take hours, and a run can go on
            train = short_enough(tokenize_for(run, tokenizer, files["train"]), config.max_length)
        say(f"{run.path}: {len(model.flat):,} parameters, {len(train):,} training pairs")
        kind = GpuTrainer if cuda.wanted(config) else Trainer
        trainer = kind(run, model, tokenizer, train, encode(tokenizer, text["valid"]), text["valid"])
        try:
            if args.resume:
                trainer.resume()
                if config.steps < trainer.progress.step:
                    raise UserError(f"--steps {config.steps}: {run.path} has done {trainer.progress.step} already")
                config.save(run.path / "config.json")  # with its new budgets
                if args.changed_text:
                    run.save_text(files)
            trainer.train()
            finish(run, trainer, text)
        except (Stopped, KeyboardInterrupt):
            say(f"stopped at step {trainer.progress.step}; go on with: {resume_command(run)}")
            raise
        except MemoryError as error:
            raise UserError(
                f"step {trainer.progress.step + 1}: out of memory ({error}); train with a smaller --batch-tokens "
                f"than {config.batch_tokens}, and a larger --accumulate to make up for it"
            ) from None
        except OSError as error:
            run.check_place()
            raise no_room(run, error, "the checkpoints before are whole") from None


def fresh(args):
    """A new run: its directory must not exist yet."""
    files, overrides = own_files(args), config_overrides(args)
    if files and args.corpus:
        raise UserError(f"--corpus {args.corpus}: give a corpus or files of your own, not both")
    name = "own" if files else args.corpus or DEFAULT_CORPUS[overrides.get("task", "translate")]
    config = preset(args.preset or ("small" if files else corpus(name).preset), **overrides)
    path = Path("runs", f"{name}-{time.strftime('%Y%m%d-%H%M%S')}") if args.out is None else args.out
    if Path.cwd().is_relative_to(path.resolve()):
        raise UserError(f"--out '{path}': is the folder you are in, or one above it; give the name of a new one")
    if path.is_file() or (path.is_dir() and any(path.iterdir())):
        raise UserError(f"{path}: exists; go on with --resume, or choose another name with --out")
    return Run(path), config


def resumed(args):
    """The configuration a run was started with; only its budgets may be changed."""
    run = Run.open(args.out)
    if args.preset or args.corpus or args.data_root or own_files(args):
        raise UserError(f"--resume keeps configuration and text of {run.path}: leave out --preset, --corpus and files")
    if missing := {"train", "valid"} - run.files.keys():
        raise UserError(f"{run.path}/data.json: has no {sorted(missing)[0]} split to go on with")
    if not args.changed_text and (changed := run.changed_text()):
        raise UserError(
            f"{changed[0]}: has changed since {run.path} was begun; put back what it was, or add --changed-text"
        )
    overrides = config_overrides(args)
    if fixed := sorted(overrides.keys() - MAY_CHANGE):
        raise UserError(f"--resume keeps the configuration of {run.path}: leave out --{fixed[0].replace('_', '-')}")
    return run, dataclasses.replace(run.config, **overrides)


def create(run, files, tokenizer, config):
    """Make the run directory under another name first, so that it is there with all it needs or not at all."""
    made = Run(run.path.with_name(f"{run.path.name}.{os.getpid()}.partial"))
    try:
        made.folder.mkdir(parents=True)
        made.save_text(files)
        tokenizer.save(made.path / "tokenizer.model")
        config.save(made.path / "config.json")
        made.path.rename(run.path)
    except OSError as error:
        shutil.rmtree(made.path, ignore_errors=True)
        if run.path.exists() and any(run.path.iterdir()):
            raise UserError(f"{run.path}: another run was just started there; choose another --out") from None
        raise UserError(f"{run.path}: cannot be made ({error}); choose another place with --out") from None


def tokenize_for(run, tokenizer, paths):
    """Training text of any size, as files in the run directory; a run that is resumed goes on with them."""
    try:
        return tokenize_on_disk(tokenizer, paths, run.path / "tokens")
    except KeyboardInterrupt:
        say(f"stopped while tokenizing; go on with: {resume_command(run)}")
        raise
    except OSError as error:
        raise no_room(run, error, "what is tokenized is not lost") from None


def finish(run, trainer, text):
    """Score the test split (the validation split where there is none) and write result.json."""
    config, model, progress = trainer.config, trainer.model, trainer.progress
    weights, chosen, valid_perplexity = choose_weights(run, trainer)
    load_weights(model, chosen, trainer.tokenizer)
    split = "test" if "test" in text else "valid"
    metric = METRIC[config.task]
    scored = evaluate(trainer.translator, text[split], metric)
    result = dict(
        task=config.task,
        test=split,
        **{metric: round(scored["score"], 2)},
        signature=scored["signature"],
        valid_perplexity=round(valid_perplexity, 4),
        checkpoints=[path.name for path in chosen],
        parameters=len(model.flat),
        steps=progress.step,
        training_flops=progress.flops,
        seconds=round(progress.seconds, 1),
        target_tokens_per_second=round(progress.tokens / progress.update_seconds, 1),
        backend=config.backend,
    )
    write_whole(run.path / "result.json", (json.dumps(result, indent=2) + "\n").encode())
    print(f"{split}: {metric.upper()} {result[metric]:.2f}  {result['signature']}  ({weights})")
    example = "A sentence ." if config.task == "parse" else "A sentence."
    command = f"python -m minitrans.{config.task} --run {shlex.quote(str(run.path))} '{example}'"
    print(f"results in {run.path}; {config.task} with: {command}")


def choose_weights(run, trainer):
    """What has the lowest validation perplexity: the newest checkpoint, the mean of the newest, or the best one.

    In a short run the older ones are still far behind; in a long one the newest may know the training text by heart.
    -> (name, paths of checkpoints, perplexity)
    """
    newest = run.newest(trainer.config.average)
    choices = [("last checkpoint", newest[-1:])]
    if len(newest) > 1:
        choices.append((f"mean of the last {len(newest)} checkpoints", newest))
    if run.best.is_file():
        choices.append(("best checkpoint", [run.best]))
    found = []
    for name, paths in choices:
        load_weights(trainer.model, paths, trainer.tokenizer)
        found.append((name, paths, perplexity(trainer.model, trainer.valid)))
    return min(found, key=lambda each: each[-1])


def no_room(run, error, kept):
    if isinstance(error, BrokenPipeError):  # of our output, not of the disk
        return error
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        remedy = "make room"
    elif error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        remedy = "allow writing there"
    else:
        remedy = "put that right"
    return UserError(
        f"{run.path}: cannot be written to ({error.strerror}); {kept}: {remedy}, then {resume_command(run)}"
    )


def resume_command(run):
    return f"python -m minitrans.train --out {shlex.quote(str(run.path))} --resume"


if __name__ == "__main__":
    run_command(main)
