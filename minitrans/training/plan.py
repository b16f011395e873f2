"""A budget of minutes becomes a number of steps, so that the learning rate can fall to 0 at its end.

How many steps some minutes hold is known only when most of them are over.  Then the run makes its plan, once, and
writes it to plan.json: a run that was stopped later goes on to the same weights, however long it takes.
"""

import json
from collections.abc import Callable
from dataclasses import replace

from ..config import Config
from ..optim import learning_rate, trapezoid
from ..parallel.world import rank_0_only
from ..system.errors import UserError, say
from ..system.files import number, read_json, write_whole


def rate_at(step: int, config: Config, schedule: Callable = learning_rate) -> float:
    """The learning rate of a step, the first is 1; schedule: that of the paper, or a student's"""
    if not config.cooldown:
        return schedule(step, config.d_model, config.warmup, config.rate)
    highest = schedule(config.warmup, config.d_model, config.warmup, config.rate)
    steps = None if config.minutes else config.steps
    return highest * trapezoid(step, config.warmup, steps, config.cooldown)


def make_plan(run, config, step, spent):
    """-> the configuration, with steps in place of minutes as soon as the rate has to fall

    spent: the share of its budget, minutes or steps, that the run has used
    """
    if not (config.cooldown and config.minutes and spent >= 1 - config.cooldown):
        return config
    steps = min(config.steps, round(step / spent))
    write(run, dict(minutes=config.minutes, steps=steps))
    return replace(config, steps=steps, minutes=None)


@rank_0_only
def write(run, plan):
    write_whole(run.path / "plan.json", (json.dumps(plan) + "\n").encode())
    say(f"{plan['minutes']:g} minutes hold {plan['steps']} steps: the learning rate falls until then")


def planned(run, config):
    """-> the configuration, with the steps of the plan if the run has made one for as many minutes; of rank 0 alone"""
    plan = read(run.path / "plan.json")
    if not plan or plan[0] != config.minutes:
        return config
    return replace(config, steps=plan[1], minutes=None)


def read(path):
    """-> (minutes, steps), or None without a plan"""
    if not path.is_file():
        return None
    try:
        plan = read_json(path)
        return number(plan, "minutes"), int(number(plan, "steps"))
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise UserError(f"{path}: not a plan of minitrans ({error}); remove it, and training makes another") from None
