"""The progress of a run, as its checkpoints store it."""

import math
import time
from contextlib import contextmanager
from dataclasses import dataclass, fields

from ..system.errors import UserError


@dataclass
class Progress:
    """The state of the training loop: everything in a checkpoint except weights and Adam's moments."""

    step: int = 0
    epoch: int = 0
    position: int = 0  # batches used so far in this epoch
    tokens: int = 0  # target tokens so far
    flops: int = 0  # floating point operations of all steps, see parallel/flops.py
    seconds: float = 0.0  # training time, including validation
    update_seconds: float = 0.0  # time of the steps alone, waits for a GPU included, without validation and checkpoints
    best: float = math.inf  # lowest validation perplexity so far
    since_best: int = 0  # validations since then, for early stopping (--patience)
    skipped: int = 0  # consecutive steps, up to this one, that were not finite
    window_loss: float = 0.0  # loss, tokens and seconds since the last line of the log
    window_tokens: int = 0
    window_seconds: float = 0.0
    validating: bool = False  # the validation of this step was not completed; a resumed run begins with it

    @contextmanager
    def updating(self):
        """A context whose time counts as that of the steps"""
        start = time.perf_counter()
        yield
        elapsed = time.perf_counter() - start
        self.update_seconds += elapsed
        self.window_seconds += elapsed

    def used_up(self, config):
        """-> the budget that is used up: "steps", "minutes", or "patience" (early stopping); None if none is

        Once the cooldown has begun, the rate falls to its end, and patience no longer counts.
        """
        falling = config.cooldown and not config.minutes and self.step > (1 - config.cooldown) * config.steps
        spent = dict(steps=self.step, minutes=self.seconds / 60, patience=0 if falling else self.since_best)
        budgets = {name: getattr(config, name) for name in spent}
        return next((name for name, most in budgets.items() if most and spent[name] >= most), None)

    @classmethod
    def of(cls, path, values):
        """-> the Progress from the values in a checkpoint; UserError unless this version could have written them"""
        try:
            values.pop("saved", None)  # of older versions
            progress = cls(**values)
            for field in fields(cls):
                value = getattr(progress, field.name)
                if type(value) not in (int, field.type) or not value >= 0:
                    raise TypeError(f"{field.name} is {value!r}")
            return progress
        except TypeError as error:
            raise UserError(f"{path}: not a checkpoint of this version ({error})") from None
