"""Command line arguments.  Flags are created from the fields of Config, so that the two always agree."""

import argparse
import contextlib
import dataclasses
import typing
import webbrowser
from collections.abc import Iterable
from pathlib import Path

from .. import __version__
from ..config import Config, flag
from ..runs.run import run_path
from ..system.errors import LONGEST, UserError, first_line, plain, say, shown

PICTURES = (".png", ".svg", ".pdf")  # what matplotlib writes for us


class Parser(argparse.ArgumentParser):
    """Of a flag that is given twice, the last value counts, so that a script can end with "$@".

    If it names a file or a folder, stderr says so.  A second file to translate is refused (`OnlyOne`), because one of
    them would be left out.  Flags that take several values keep all.
    """

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.register("action", None, Last)

    def _get_value(self, action, arg_string):
        if not arg_string and action.type in (
            None,
            Path,
            run_path,
        ):  # as in --corpus "$NOT_SET"
            raise argparse.ArgumentError(action, "is empty; name one, or leave it out")
        return super()._get_value(action, arg_string)

    def error(self, message):
        self.exit(2, plain(f"error: {message}; see {self.prog} --help", LONGEST) + "\n")


class Last(argparse._StoreAction):
    before = None

    def __call__(self, parser, namespace, values, option_string=None):
        if option_string and isinstance(self.before, Path) and self.before != values:
            self.replace(parser, option_string, values)
        self.before = values
        super().__call__(parser, namespace, values, option_string)

    def replace(self, parser, option_string, values):
        say(f"{option_string} is given twice: {values} counts, not {self.before}")


class OnlyOne(Last):
    def replace(self, parser, option_string, values):
        parser.error(f"{option_string} takes one file, not {self.before} and {values}; put them together first")


def command_parser(command: str, description: str) -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = Parser(prog=f"minitrans {command}", description=description, formatter_class=raw)
    parser.add_argument("--version", action="version", version=f"minitrans {__version__}")
    return parser


@contextlib.contextmanager
def drawing(path):
    """Turn each error in drawing into a UserError; with some settings even the import of matplotlib fails."""
    try:
        yield
    except UserError:
        raise
    except Exception as error:
        raise UserError(f"{path}: cannot be drawn ({first_line(error)})") from None


def add_model_flags(parser, *more, search=True, bundled=True):
    """Add the flags of a command that uses a run: --run, those of the search, and those of `more` fields of Config.

    search: whether the command searches;  bundled: whether the bundled model will do, see `Run.open`
    """
    default = f"the newest below runs/{', else bundled, the model that comes with minitrans' * bundled}"
    parser.add_argument("--run", type=run_path, metavar="DIR", help=f"run directory (default: {default})")
    add_config_flags(parser, (*("beam", "alpha", "max_extra") * search, "average", "backend", *more))


def add_ensemble_flag(parser):
    about = "another run with the same vocabulary: all choose each word by their mean probability (repeatable)"
    parser.add_argument("--ensemble", type=run_path, metavar="DIR", action="append", default=[], help=about)


def add_server_flags(parser, port):
    """Add the flags of a command that shows a page by `views.server`."""
    about = "address to listen at (default: this machine alone can read)"
    parser.add_argument("--host", default="127.0.0.1", help=about)
    parser.add_argument("--port", type=int, default=port, metavar="INT", help="(default: %(default)s; 0: a free one)")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def add_page_flags(parser, default):
    """Add the flags of a command that writes a page, see `save_page`."""
    about = "write the page to this file (default: %(default)s)"
    parser.add_argument("-o", "--output", type=Path, default=default, metavar="FILE.html", help=about)
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def save_page(page, args, *lines):
    """Write a page, print some lines and its name, and open it if the user wants that."""
    page.save(args.output)
    print(*map(shown, lines), args.output, sep="\n")
    if args.open:
        webbrowser.open(args.output.resolve().as_uri())


def add_config_flags(parser: argparse.ArgumentParser, names: Iterable[str] | None = None) -> None:
    """Add a flag for each field of Config, or for those in `names`."""
    types, groups = typing.get_type_hints(Config), {}
    for field in dataclasses.fields(Config):
        if names is not None and field.name not in names:
            continue
        title = f"{field.metadata['group']} (default: the preset's)" if names is None else "default: the run's own"
        if title not in groups:
            groups[title] = parser.add_argument_group(title)
        kind = types[field.name]
        options = dict(dest=field.name, default=argparse.SUPPRESS, help=field.metadata["help"])
        if kind is bool:
            options |= dict(action=argparse.BooleanOptionalAction)
        elif typing.get_origin(kind) is typing.Literal:
            options |= dict(choices=typing.get_args(kind))
        else:
            number = next((each for each in (kind, *typing.get_args(kind)) if each in (int, float)), int)
            options |= dict(type=number, metavar=number.__name__.upper())
        groups[title].add_argument(flag(field.name), **options)


def config_overrides(arguments: argparse.Namespace) -> dict:
    """-> {field: value} of the fields of Config that the command line sets"""
    names = {field.name for field in dataclasses.fields(Config)}
    return {name: value for name, value in vars(arguments).items() if name in names}
