"""What a variant of an exercise consists of, how its options are drawn, and the text of its stub."""

import textwrap
from collections.abc import Callable
from hashlib import sha256
from itertools import product
from typing import NamedTuple

import numpy as np


def same(x):
    return x


class Change(NamedTuple):
    """How an array of the variant follows from the library's array, and back; and the same for their gradients."""

    to: Callable = same
    back: Callable = same
    gradient_to: Callable = same
    gradient_back: Callable = same

    def then(self, other):
        return Change(
            lambda x: other.to(self.to(x)),
            lambda x: self.back(other.back(x)),
            lambda x: other.gradient_to(self.gradient_to(x)),
            lambda x: self.gradient_back(other.gradient_back(x)),
        )


def moved(to, back):
    """The entries stay, at other indices."""
    return Change(to, back, to, back)


def times(factor):
    return Change(
        lambda x: x * factor, lambda x: x / factor, lambda dx: dx / factor, lambda dx: dx * factor
    )  # for y = c x, dx = c dy


SAME = Change()
FIRST = moved(lambda x: np.moveaxis(x, -1, 0), lambda x: np.moveaxis(x, 0, -1))  # the last axis comes first
SWAPPED = moved(lambda x: x.swapaxes(-1, -2), lambda x: x.swapaxes(-1, -2))  # of the last two axes
MINUS_ONE = Change(lambda x: x - 1, lambda x: x + 1)


class Variant(NamedTuple):
    """One convention of an exercise.

    text: what differs from the book, for messages
    source: the functions that a student must write, with docstrings and without bodies
    options: what was drawn, by name
    terms: attributes of the exercise that are others here: its words in messages, and which causes there are
    standard: for an exercise that is no Operation, a function that turns the student's function into the book's

    For an Operation, in the library's terms:
    inputs: a Change for each float array.  order: the variant's argument i is the library's argument order[i]
    y: the Change of the result
    constants: {name: (its name in the variant, to, back)} of other arguments; both are functions of (value, inputs),
        where inputs are those of the library
    defaults: {name: value} where the variant has another default
    """

    text: str
    source: str
    options: dict
    terms: dict = {}
    standard: Callable | None = None
    inputs: tuple = ()
    order: tuple = ()
    y: Change = SAME
    constants: dict = {}
    defaults: dict = {}


class Draw:
    """Chooses the options of a variant.  They depend on its exercise and its seed alone, on every machine."""

    def __init__(self, name, seed):
        self.number = int(sha256(f"{name} {seed}".encode()).hexdigest(), 16)

    def choose(self, *choices):
        self.number, i = divmod(self.number, len(choices))
        return choices[i]

    def combine(self, *options):
        """One choice of each option, but not the first of all: these are the book's."""
        return self.choose(*list(product(*options))[1:])


def definition(name, arguments, *lines, indent=""):
    """The text of a function that is not written yet.  lines: its docstring"""
    wrapped = [part for line in lines for part in textwrap.wrap(line, 110) or [""]]
    docstring = "\n".join(wrapped) + "\n" * (len(wrapped) > 1)
    body = f'"""{docstring}"""\nraise NotImplementedError\n'
    return textwrap.indent(f"def {name}({arguments}):\n{textwrap.indent(body, '    ')}", indent)


def pair(name, arguments, *lines, gradients, result="y"):
    """The text of a forward and its backward.  gradients: the names of the arrays to differentiate by"""
    forward = definition(f"{name}_forward", arguments, *lines)
    each = ", ".join(f"d{name}" for name in gradients) + "," * (len(gradients) == 1)
    about = f"d{result}, an array like {result} -> ({each}), each an array like its argument"
    return f"{forward}\n\n{definition(f'{name}_backward', f'd{result}, cache', about)}"
