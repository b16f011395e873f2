"""The command line: flags made from the fields of the configuration, so that they cannot drift apart."""

import argparse
import contextlib
import dataclasses
import os
import typing

from ..backend import first_line
from ..config import Config
from ..errors import UserError
from ..version import __version__


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.exit(2, f"error: {message}; see {self.prog} --help\n")


def parser(command, description):
    made = Parser(
        prog=f"python -m minitrans.{command}",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--version", action="version", version=f"minitrans {__version__}")
    return made


def check_output(flag, path, ending=""):
    """Refuse, before any work is done, a file that could not be written; None is no file."""
    if not path:
        return
    kind, place = f"{ending} file".strip(), path if path.exists() else path.parent
    if path.is_dir() or not path.name.endswith(ending) or not path.parent.is_dir():
        raise UserError(f"{flag} {path}: give the name of a {kind} in a folder that exists")
    if not os.access(place, os.W_OK):
        raise UserError(f"{flag} {path}: {place} may not be written to; give another name")


@contextlib.contextmanager
def drawing(path):
    """Whatever fails in drawing a picture that was asked for is one line; matplotlib can even fail to be imported."""
    try:
        yield
    except UserError:
        raise
    except Exception as error:
        raise UserError(f"{path}: cannot be drawn ({first_line(error)})") from None


def add_config_flags(made, names=None):
    """A flag for each field of Config, or for those named."""
    types = typing.get_type_hints(Config)
    group = made.add_argument_group(
        "configuration (defaults come from the preset)" if names is None else "configuration (default: the run's own)"
    )
    for field in dataclasses.fields(Config):
        if names is not None and field.name not in names:
            continue
        flag, kind, help = "--" + field.name.replace("_", "-"), types[field.name], field.metadata["help"]
        options = dict(dest=field.name, default=argparse.SUPPRESS, help=help)
        if kind is bool:
            group.add_argument(flag, action=argparse.BooleanOptionalAction, **options)
        elif typing.get_origin(kind) is typing.Literal:
            group.add_argument(flag, choices=typing.get_args(kind), **options)
        else:
            plain = next((t for t in (kind, *typing.get_args(kind)) if t in (int, float)), int)
            group.add_argument(flag, type=plain, metavar=plain.__name__.upper(), **options)


def config_overrides(arguments):
    """What was given on the command line, {field: value}."""
    names = {field.name for field in dataclasses.fields(Config)}
    return {name: value for name, value in vars(arguments).items() if name in names}
