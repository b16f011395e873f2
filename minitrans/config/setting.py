"""The metadata of a field of `Config`, and the check of its value."""

import dataclasses
import re
import typing
from functools import partial
from numbers import Integral, Real

from ..data.ids import SPECIAL
from ..data.unicode import normalized
from ..system.errors import UserError


def setting(group, default, help, *, low=1, above=None, below=None, high=10**18, may_change=False):
    """A field of `Config`.

    Numbers must be at least `low`, or greater than `above`; less than `below`, and at most `high`.
    may_change: whether it can get another value when a run is resumed
    """
    about = dict(group=group, help=help, low=low, above=above, below=below, high=high, may_change=may_change)
    return dataclasses.field(default=default, metadata=about)


architecture = partial(setting, "architecture")
regularization = partial(setting, "regularization")
training = partial(setting, "training")
output = partial(setting, "output")
decoding = partial(setting, "decoding")


def flag(name):
    """The flag of a field on the command line"""
    return "--" + name.replace("_", "-")


def check(name, value, kind, about):
    """-> the value, a number of NumPy as one of Python; UserError if it has another type or is out of range

    kind: the annotation of the field;  about: its metadata, see `setting`
    """
    if name == "symbols":
        return check_symbols(value)
    if isinstance(value, Real) and type(value) not in (bool, int, float):
        value = int(value) if isinstance(value, Integral) else float(value)
    allowed = typing.get_args(kind) or (kind,)  # types, or the values themselves
    if value not in allowed and type(value) not in allowed and not (type(value) is int and float in allowed):
        expected = " or ".join(getattr(each, "__name__", each) for each in allowed)
        raise UserError(f"{flag(name)} must be {expected}, got {value!r}")
    if value is not None and type(value) not in (str, bool):
        check_range(name, value, about)
    return value


def check_symbols(symbols):
    """-> a tuple of the symbols, in the spelling of text before it is cut; UserError for what cannot be a symbol"""
    if isinstance(symbols, str):
        raise UserError(f"--symbols must be a list of texts, got {symbols!r}")
    symbols = tuple(map(normalized, symbols))
    for i, symbol in enumerate(symbols):
        if symbol in SPECIAL + symbols[:i]:
            raise UserError(f"--symbols {symbol}: is a piece already; choose another symbol")
        if not re.fullmatch("(?!>>)[^ ▁\ud800-\udfff]+", symbol):  # Marian's programs read >>de<< in their own way
            raise UserError(f"--symbols {symbol!r}: a symbol is one word such as <2de>, without blanks, ▁ and >>")
    return symbols


def check_fixed(config, fixed, what):
    """UserError, by name, unless the fields of a configuration have these values.  what: the program that needs them"""
    for name, value in fixed.items():
        if (own := getattr(config, name)) != value:
            raise UserError(f"{what} supports no model with {name} {own}, only {value}")


def check_range(name, value, about):
    low, above, below, high = (about[bound] for bound in ("low", "above", "below", "high"))
    if above is not None and not value > above:
        raise UserError(f"{flag(name)} must be above {above}, got {value}")
    if below is not None and not low <= value < below:
        raise UserError(f"{flag(name)} must be at least {low} and below {below}, got {value}")
    if above is None and not value >= low:
        raise UserError(f"{flag(name)} must be {low} or more, got {value}")
    if value > high:
        raise UserError(f"{flag(name)} must be {high} or less, got {value}")
