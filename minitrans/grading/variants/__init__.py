"""Variants: exercises with another convention than the book's, such as another axis or the opposite sign of a mask.

A variant does not have checks of its own.  It says how its arrays and arguments follow from the library's, so that all
stages, oracles and common mistakes of the exercise serve it too.

variant.py      what a variant consists of, and how its options are drawn from a seed
varied.py       a variant as an exercise
operations.py, attention.py, training.py    the conventions, a function for each exercise
"""

from ..exercises import EXERCISES
from ..exercises.operation import Operation
from ..runner.limits import check_seed
from . import attention, operations, training
from .variant import Draw
from .varied import VariedFunction, VariedOperation

VARIANTS = {
    "softmax": operations.softmax,
    "cross_entropy": operations.cross_entropy,
    "linear": operations.linear,
    "feed_forward": operations.feed_forward,
    "layer_norm": operations.layer_norm,
    "scaled_dot_product_attention": attention.scaled_dot_product_attention,
    "attention": attention.attention,
    "embedding": operations.embedding,
    "sinusoids": training.sinusoids,
    "adam": training.adam,
    "learning_rate": training.learning_rate,
}


def find_exercise(name, seed=None):
    """The exercise of this name, or its variant `seed` if a seed is given and the exercise has variants."""
    if seed is None or name not in VARIANTS:
        return EXERCISES[name]
    check_seed(seed, "--variant")
    varied = VariedOperation if isinstance(EXERCISES[name], Operation) else VariedFunction
    return varied(EXERCISES[name], seed, VARIANTS[name](Draw(name, seed)))
