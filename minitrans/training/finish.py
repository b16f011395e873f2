"""The end of training: choose the weights, score them and write result.json."""

import shlex
from math import inf

from ..parallel.world import world
from ..runs.checkpoint import load_weights, read_checkpoint
from ..system.errors import UserError, say
from ..system.files import number, read_json, write_json
from ..tasks import task_of
from ..translator import Translator
from .perplexity import perplexity
from .plan import planned
from .progress import Progress


def used_up_by(run, config):
    """-> the budget of `config` that a run has used up, such as "steps"; None if there is none, or no score yet"""
    result, newest = run.path / "result.json", run.checkpoints()[-1:]
    if not (result.is_file() and newest):
        return None
    try:
        header, _ = read_checkpoint(newest[0], prefix="header")
        progress = Progress.of(newest[0], header["progress"])
        scored = number(read_json(result), "steps") == progress.step <= config.steps
        plan = planned(run, config)[0]
        budget = progress.used_up(plan) if scored else None
        by_plan = "minutes" if plan.patience == config.patience else "patience"
        return by_plan if budget == "steps" and progress.step < config.steps else budget
    except (UserError, ValueError, LookupError, TypeError):  # training reports what is damaged
        return None


def finish(run, trainer, text):
    """Score the test split, or without one the validation split, and write result.json -> the lines to print

    text: {split: (sentence, reference) pairs}
    """
    # Choose the weights, and score them.
    config, model, progress, task = trainer.config, trainer.model, trainer.progress, task_of(trainer.config)
    weights, chosen, valid_perplexity = choose_weights(run, trainer)
    load_on_all_ranks(chosen, trainer)
    split = "test" if "test" in text else "valid"
    sentences, references = zip(*text[split], strict=True)
    translator = Translator(model, trainer.tokenizer, config)  # with its own tally
    outputs = translator.translate(sentences)
    score, signature = task.score(outputs, references, config)
    for line in filter(None, (*translator.tally, task.hint(score, references, config))):
        say(f"{split}: {line}")
    # Write the result.
    result = dict(
        task=task.name,
        test=split,
        **{task.metric: round(score, 2)},
        signature=signature,
        valid_perplexity=round(valid_perplexity, 4),
        checkpoints=[path.name for path in chosen],
        parameters=len(model.flat),
        steps=progress.step,
        training_flops=progress.flops,
        seconds=round(progress.seconds, 1),
        target_tokens_per_second=round(progress.tokens / (progress.update_seconds or inf), 1),
        backend=config.backend,
    )
    world().on_rank_0(write_json, run.path / "result.json", result)
    # Print the results, and what to do next.
    curves, flags = run.path / "curves.png", f"--run {shlex.quote(str(run.path))} '{task.example}'"
    return [
        f"{split}: {task.metric.upper()} {result[task.metric]:.2f}  {signature}  ({weights})",
        f"results in {run.path}; {task.name} with: minitrans {task.name} {flags}",
        f"training curves in {curves}; " * curves.is_file() + f"look inside with: minitrans view {flags}",
    ]


def choose_weights(run, trainer):
    """Choose the weights with the lowest validation perplexity -> (name, paths of checkpoints, perplexity)

    The candidates are the newest checkpoint, because in a short run the older ones are much worse; the average of the
    newest (Section 6.1); and the best checkpoint, because in a long run the newest may have overfitted.
    """
    newest, best = world().on_rank_0(lambda: (run.newest(trainer.config.average), run.best.is_file()))
    choices = {"last checkpoint": newest[-1:]}
    choices |= {f"mean of the last {len(newest)} checkpoints": newest} if len(newest) > 1 else {}
    choices |= {"best checkpoint": [run.best]} if best else {}
    candidates = []
    for name, paths in choices.items():
        load_on_all_ranks(paths, trainer)
        candidates.append((name, paths, perplexity(trainer.model, trainer.valid)))
    return min(candidates, key=lambda each: each[-1])


def load_on_all_ranks(paths, trainer):
    """Load the mean of checkpoints on all ranks."""
    world().on_rank_0(load_weights, trainer.model, paths, trainer.tokenizer)
    world().broadcast_array(trainer.model.flat)
