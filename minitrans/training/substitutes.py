"""What a student has written in place of ours, and how a model uses it."""

from collections.abc import Callable
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from typing import NamedTuple

from ..ops import use
from ..optim import Adam, chunks, learning_rate
from ..tensor import Tensor


class Substitutes(NamedTuple):
    """By default everything is the library's own."""

    rows: dict = {}  # {row of ops.TABLE: (forward, backward)}
    adam: Callable = Adam
    schedule: Callable = learning_rate
    sinusoids: Callable | None = None

    @contextmanager
    def in_place(self, model):
        """A context in which every operation of the program is the substitute, and so is the model's position table."""
        with ExitStack() as replaced:
            for name, (forward, backward) in self.rows.items():
                replaced.enter_context(use(name, forward, backward))
            if self.sinusoids and model.config.positions == "sinusoidal":
                model.position_table = self.position_table(model)
                replaced.callback(vars(model).pop, "position_table")
            yield

    def position_table(self, model):
        """A function with the arguments and the result of `model.position_table`."""

        @lru_cache
        def table(length):
            sinusoids = self.sinusoids(length, model.config.d_model)
            return Tensor(model.xp.asarray(sinusoids, model.config.weights_dtype), requires_grad=False)

        return lambda length: table(1 << (length - 1).bit_length())  # so a growing sentence needs few tables


class Chunked:
    """The Adam of a student with what training asks of ours: threads update some chunks each, and m and v are saved."""

    def __init__(self, adam, flat):
        self.chunks = {part.start: adam(flat[part]) for part in chunks(flat)}
        self.m, self.v = 0 * flat, 0 * flat

    def update(self, flat, gradient, step, rate, parts):
        for part in parts:
            own = self.chunks[part.start]
            own.m, own.v = self.m[part], self.v[part]  # as a checkpoint may have set them
            own.update(flat[part], gradient[part], step, rate)
            self.m[part], self.v[part] = own.m, own.v
