"""How far a run has come."""

import math
from dataclasses import dataclass, fields

from ..errors import UserError


@dataclass
class Progress:
    """How far a run has come: everything in a checkpoint beside weights and Adam's moments."""

    step: int = 0
    epoch: int = 0
    position: int = 0  # batches of this epoch already used
    tokens: int = 0  # target tokens
    flops: int = 0  # floating point operations of all steps, see nn/flops.py
    seconds: float = 0.0  # training time, validation included
    update_seconds: float = 0.0  # without validation and checkpoints
    best: float = math.inf  # lowest validation perplexity
    since_best: int = 0  # validations since then
    window_loss: float = 0.0  # sums since the last line of the log
    window_tokens: int = 0
    window_seconds: float = 0.0

    @classmethod
    def of(cls, path, values):
        """The progress that a checkpoint holds; UserError if it is not as this version writes it."""
        try:
            progress = cls(**values)
            for field in fields(cls):
                value = getattr(progress, field.name)
                if type(value) not in (int, field.type) or not value >= 0:
                    raise TypeError(f"{field.name} is {value!r}")
            return progress
        except TypeError as error:
            raise UserError(f"{path}: not a checkpoint of this version ({error})") from None
