"""A budget of minutes becomes a number of steps, so that the learning rate can fall to 0 at its end.

How many steps some minutes hold is known only when most of them are over.  Then the run makes its plan, once, and
writes it to plan.json: a run that is stopped later goes on to the same weights, however long it takes.  It may go on
from before the step at which the plan was made; until that step it does what it did without a plan.
"""

import json
from collections.abc import Callable
from dataclasses import replace

from ..config import Config
from ..optim import learning_rate, trapezoid
from ..parallel.world import rank_0_only
from ..system.errors import UserError, say
from ..system.files import number, read_json, write_whole


def rate_at(step: int, config: Config, schedule: Callable = learning_rate, made_at: int = 0) -> float:
    """The learning rate of a step, the first is 1

    schedule: that of the paper, or a student's;  made_at: the step at which the plan of `config` was made
    """
    if not config.cooldown:
        return schedule(step, config.d_model, config.warmup, config.rate)
    highest = schedule(config.warmup, config.d_model, config.warmup, config.rate)
    steps = None if config.minutes or step <= made_at else config.steps
    return highest * trapezoid(step, config.warmup, steps, config.cooldown)


def make_plan(run, config, step, spent):
    """-> the configuration with steps in place of minutes, and this step; None as long as the rate need not fall

    spent: the share of its budget, minutes or steps, that the run has used
    """
    if not (config.cooldown and config.minutes and spent >= 1 - config.cooldown):
        return None
    steps = min(config.steps, max(round(step / spent), step + (spent < 1)))
    write_plan(run, dict(minutes=config.minutes, steps=steps, made_at=step))
    return replace(config, steps=steps, minutes=None), step


@rank_0_only
def write_plan(run, plan):
    write_whole(run.path / "plan.json", (json.dumps(plan) + "\n").encode())
    say(f"{plan['minutes']:g} minutes hold {plan['steps']} steps: the learning rate falls until then")


def planned(run, config):
    """-> the configuration, with the steps of the plan if the run has made one for as many minutes, and the step at
    which it was made, or 0; of rank 0 alone"""
    minutes, steps, made_at = read_plan(run.path / "plan.json")
    if minutes is None or minutes != config.minutes:
        return config, 0
    return replace(config, steps=steps, minutes=None), made_at


def read_plan(path):
    """-> (minutes, steps, the step at which the plan was made); all None without a plan"""
    if not path.is_file():
        return None, None, None
    try:
        plan = dict(made_at=0) | read_json(path)  # plans of older versions do not say when they were made
        return number(plan, "minutes"), int(number(plan, "steps")), int(number(plan, "made_at"))
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise UserError(f"{path}: not a plan of minitrans ({error}); remove it, and training makes another") from None
