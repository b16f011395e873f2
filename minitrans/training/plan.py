"""A plan for the end of a run: when the number of steps becomes known, the learning rate can fall to 0 at the end.

With a limit of minutes, a run knows its number of steps only when most of the minutes are over.  With early stopping,
it knows only after some validations that the perplexity no longer falls.  Then the run makes its plan, once, and writes
it to plan.json.  So a run that is stopped later ends with the same weights, however long it takes.  If it resumes from
a step before that of the plan, it repeats the steps before the plan unchanged.
"""

from dataclasses import replace

from ..config import Config
from ..optim import learning_rate, trapezoid
from ..parallel.world import rank_0_only
from ..system.errors import say
from ..system.files import number, read_json, reading, write_json


def rate_at(step: int, config: Config, made_at: int = 0) -> float:
    """The learning rate of a step, the first is 1

    made_at: the step at which the plan of `config` was made
    """
    if not config.cooldown:
        return learning_rate(step, config.d_model, config.warmup, config.rate)
    highest = learning_rate(config.warmup, config.d_model, config.warmup, config.rate)
    steps = None if config.minutes or step <= made_at else config.steps
    return highest * trapezoid(step, config.warmup, steps, config.cooldown)


def make_plan(run, config, progress, spent):
    """Return the configuration and this step when the rate must begin to fall, None before.

    From then on the configuration limits steps instead of minutes, or instead of validations.

    spent: the share of its budget, minutes or steps, that the run has used
    """
    step, held = progress.step, 1 - config.cooldown
    early = spent < held and progress.used_up(config) == "patience"
    if not config.cooldown or not (early or (config.minutes and spent >= held)):
        return None
    spent = max(spent, held)
    steps = min(config.steps, max(round(step / spent), step + (spent < 1)))
    budget = "patience" if early else "minutes"
    write_plan(run, {budget: getattr(config, budget), "steps": steps, "made_at": step})
    return with_plan(config, budget, steps), step


def with_plan(config, budget, steps):
    return replace(config, **{"steps": steps, "minutes": None, budget: None})


@rank_0_only
def write_plan(run, plan):
    write_json(run.path / "plan.json", plan)
    if "minutes" in plan:
        say(f"{plan['minutes']:g} minutes are enough for {plan['steps']} steps: the learning rate falls until then")
    else:
        say(f"the validation perplexity no longer falls: the learning rate falls to 0 by step {plan['steps']:,}")


def planned(run, config):
    """Return the configuration, and the step at which the run has made a plan for its minutes or its patience, or 0.

    With such a plan the configuration has the plan's steps, and no minutes.  Only rank 0 may call this.
    """
    path = run.path / "plan.json"
    if not path.is_file():
        return config, 0
    with reading(path, "not a plan of minitrans; remove it, and training makes another"):
        plan = dict(made_at=0) | read_json(path)  # plans of older versions do not say when they were made
        budget = "patience" if "patience" in plan else "minutes"
        most, steps, made_at = (number(plan, name) for name in (budget, "steps", "made_at"))
    return (with_plan(config, budget, int(steps)), int(made_at)) if most == getattr(config, budget) else (config, 0)
