"""The two tasks, translation and parsing, and all differences between them."""

from ..system.errors import UserError
from .parsing import Parsing
from .translating import Translating

TASKS = {task.name: task for task in (Translating(), Parsing())}


def task_of(config):
    return TASKS[config.task]


def check_task(run, name, otherwise):
    """Raise UserError unless the run has this task.  otherwise: what the user should do instead"""
    if run.config.task != name:
        raise UserError(f"{run.path}: this run {task_of(run.config).does}; {otherwise}")
