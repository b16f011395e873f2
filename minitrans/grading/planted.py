"""An operation with a right forward and a backward with one planted mistake, which the reader has to find."""

import inspect
import textwrap
from string import ascii_lowercase

import numpy as np
from numpy.typing import ArrayLike

from ..backend import Array
from ..gradcheck.differences import slope
from ..system.errors import UserError
from .exercises import EXERCISES
from .runner.limits import check_seed
from .runner.stub import nothing
from .variants import drawn

# {operation: the number of its case that shows most}
CASES = dict(softmax=0, cross_entropy=2, linear=1, layer_norm=0, scaled_dot_product_attention=0)


class Planted:
    """forward(*inputs, **constants) -> (y, cache), which is right;  backward(dy, cache) -> gradients, some wrong

    inputs, constants: arrays and other arguments with which `check` calls them
    """

    def __init__(self, name: str, seed: int):
        if name not in CASES:
            raise UserError(f"{name!r}: no mistakes are planted there; choose one of {', '.join(CASES)}")
        check_seed(seed, "seed")
        self.exercise = EXERCISES[name]
        _, self.inputs, self.constants = self.exercise.cases(np.random.default_rng((seed, 3)))[CASES[name]]
        y = self.exercise.oracle(*self.inputs, **self.constants)
        wrong = self.exercise.wrong_backwards(np.ones(y.shape), *self.inputs, **self.constants)
        self.suspects = dict(zip(ascii_lowercase, [edit for edit, _ in wrong if edit.shows], strict=False))
        self.letter = drawn(f"planted in {name}", seed, list(self.suspects))

    def __str__(self) -> str:
        lines = [f"The forward of {self.exercise.name} is right. Its backward has one of these mistakes:"]
        return "\n".join(lines + [wrapped(f"  {letter}  {edit.cause}") for letter, edit in self.suspects.items()])

    def forward(self, *inputs: Array, **constants: object) -> tuple[Array, tuple]:
        return self.functions()[0](*inputs, **constants)

    def backward(self, dy: Array, cache: tuple) -> tuple[Array, ...]:
        return self.functions()[1](dy, cache)

    def functions(self):
        return self.exercise.ours(self.suspects[self.letter])

    def check(self, *inputs: ArrayLike, dy: ArrayLike | None = None, **constants: object) -> None:
        """Print each gradient beside finite differences.  Arguments that are not given are those of the puzzle.

        inputs: arrays for the first arguments;  dy: the upstream gradient, which is broadcast to the shape of y
        """
        inputs = [*(np.array(x, float) for x in inputs), *self.inputs[len(inputs) :]]
        constants = self.constants | constants
        for name, x, usual in zip(self.arguments(), inputs, self.inputs, strict=True):
            if x.ndim != usual.ndim:
                raise UserError(f"{name} has the shape {x.shape}; it needs {usual.ndim} axes, as {usual.shape} has")
        y, cache = self.forward(*inputs, **constants)
        if dy is None:
            dy = np.random.default_rng(0).standard_normal(y.shape) if y.ndim else 2.0
        try:
            dy = np.broadcast_to(np.asarray(dy, float), y.shape)
        except ValueError:
            raise UserError(f"dy has the shape {np.shape(dy)}; it must broadcast to that of y, {y.shape}") from None
        for i, (name, gradient) in enumerate(zip(self.arguments(), self.backward(dy, cache), strict=True)):
            measured = self.differences(i, inputs, constants, dy)
            if np.allclose(gradient, measured, rtol=1e-6, atol=1e-7):
                print(f"d{name}: right")
            else:
                print(f"d{name}: wrong.  The backward says\n{rounded(gradient)}")
                print(f"and differences give\n{rounded(measured)}")

    def arguments(self):
        return list(inspect.signature(self.exercise.wants[0]).parameters)[: len(self.inputs)]

    def differences(self, i, inputs, constants, dy):
        """The gradient of sum(dy * y) along inputs[i], by central differences."""

        def change(ahead, behind):
            y = [self.forward(*inputs[:i], x, *inputs[i + 1 :], **constants)[0] for x in (ahead, behind)]
            return (dy * (y[0] - y[1])).sum()

        x = inputs[i]
        entries = np.eye(x.size).reshape(-1, *x.shape)
        return np.array([slope(change, x, 1e-5, entry)[1] for entry in entries]).reshape(x.shape)

    def grade(self, answer: object) -> None:
        """Print the verdict on a suspect's letter, and what the check would show if this were the mistake."""
        if nothing(answer):
            print(f"{self.exercise.name}  waiting for your answer")
            return
        if not isinstance(answer, str) or answer not in self.suspects:
            raise UserError(f"{answer!r} is not a suspect; answer with one of the letters {', '.join(self.suspects)}")
        shows = self.suspects[answer].shows
        verdict = f"right: {shows}" if answer == self.letter else f"not yet. With this mistake, {shows}. Is it so?"
        print(wrapped(f"{self.exercise.name}  {verdict}"))


def wrapped(text):
    """A line, wrapped to the width of a notebook cell"""
    return textwrap.fill(text, 88, subsequent_indent="     ")


def rounded(array):
    return np.array2string(np.round(array, 3) + 0.0, suppress_small=True)
