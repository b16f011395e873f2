"""Variants: exercises with another convention than the book's, such as another axis or the opposite sign of a mask.

A variant asks for our part after the changes of its conventions.  The changed part is its oracle, and the stub has the
signatures and docstrings of the changed part.
"""

from copy import copy
from hashlib import sha256
from itertools import product

from .conventions import OPTIONS
from .exercises import EXERCISES
from .exercises.operation import Operation
from .program import edited
from .runner.limits import check_seed


def drawn(what, seed, choices):
    """One of the choices.  It depends only on the two names and the number of choices, on every machine."""
    return choices[int(sha256(f"{what} {seed}".encode()).hexdigest(), 16) % len(choices)]


def find_exercise(name, seed=None):
    """The exercise of this name, or its variant `seed` if a seed is given and the exercise has variants."""
    if seed is None or name not in OPTIONS:
        return EXERCISES[name]
    check_seed(seed, "--variant")
    return variant(name, drawn(name, seed, list(product(*OPTIONS[name]))), seed)


def variant(name, texts, seed):
    """The exercise with these conventions, one of each option.  seed: the number that students know"""
    exercise = copy(EXERCISES[name])
    conventions = [option[text] for option, text in zip(OPTIONS[name], texts, strict=True)]
    exercise.variant, exercise.changes = seed, sum(conventions, ())
    exercise.code, exercise.wants = edited(name, exercise.changes), exercise.ours()
    exercise.asked = f"{'; '.join(filter(None, texts))} (variant {seed})"
    exercise.mistakes = [edit for edit in exercise.mistakes if applies(exercise, edit)]
    right, *_ = exercise.wants
    # A stage does not check what holds only for the book's convention.
    if isinstance(exercise, Operation):
        exercise.oracle = lambda *inputs, **constants: right(*inputs, **constants)[0]
        exercise.properties = lambda data, forward, backward: None
    else:
        exercise.oracle, exercise.invariants = right, None
    return exercise


def applies(exercise, edit):
    """Whether a common mistake can be made in the changed part"""
    try:
        return not edit.part and bool(edited(exercise.name, exercise.changes + edit.changes))
    except LookupError:  # it changes a text that a convention has changed
        return False
