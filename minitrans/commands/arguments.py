"""Command line arguments.  Flags are created from the fields of Config, so that the two always agree."""

import argparse
import contextlib
import dataclasses
import os
import re
import typing
import webbrowser
from collections.abc import Iterable
from pathlib import Path

from .. import __version__
from ..config import Config, flag
from ..runs.run import run_path
from ..system.errors import UserError, first_line, say, shown, unknown
from .words import unknown_flag

PICTURES = (".png", ".svg", ".pdf")  # what matplotlib writes for us
NUMBERS = {int: "a whole number", float: "a number"}


class Parser(argparse.ArgumentParser):
    """Every wrong flag, value or argument is a UserError, which suggests what was probably meant.

    If a flag is given twice, the last value counts, so that a script can end with "$@".  A note on stderr says so if
    the flag names a file or a folder.  A second file to translate is refused (`OnlyOne`), because one of the two would
    be left out.  Flags that take several values keep all.
    """

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.register("action", None, Last)

    def parse_args(self, *given):
        return self.without_rest(*self.parse_known_args(*given))

    def parse_intermixed_args(self, *given):
        return self.without_rest(*self.parse_known_intermixed_args(*given))

    def without_rest(self, found, rest):
        """-> what was found, if nothing is left"""
        if rest and (sentence := getattr(found, "sentence", None)):
            raise UserError(f'put the sentence into quotation marks: "{" ".join([sentence, *rest])}"')
        if rest:
            refuse_run(rest[0])
            raise UserError(f"{rest[0]}: one argument too many; see {self.prog} --help")
        return found

    def _parse_optional(self, arg_string):  # argparse asks of each argument whether it is a flag
        found = super()._parse_optional(arg_string)
        first = found[0] if isinstance(found, list) else found  # Python 3.12 and later: a list
        if first and first[0] is None and not self._subparsers:  # an unknown flag; subparsers are asked again
            raise unknown_flag(arg_string, self.prog, [each for each in self._option_string_actions if len(each) > 2])
        return found

    def _check_value(self, action, value):
        if action.choices is not None and value not in action.choices:
            name, names = argparse._get_action_name(action), [*map(str, action.choices)]
            raise unknown(f"{name} {value}: unknown", str(value), names, f"choose {', '.join(names)}")

    def _get_value(self, action, arg_string):
        if not arg_string and action.type in (None, Path, run_path):  # from a variable that is not set
            raise argparse.ArgumentError(action, "is empty; give a name, or leave it out")
        try:
            return super()._get_value(action, arg_string)
        except argparse.ArgumentError:
            if action.type not in NUMBERS:
                raise
            raise argparse.ArgumentError(action, f"{arg_string!r} is not {NUMBERS[action.type]}") from None

    def error(self, message):
        needed = [action.metavar or action.dest for action in self._get_positional_actions() if action.required]
        example = re.search(rf"^ *({self.prog} .*?)(?:  .*)?$", self.description or "", re.MULTILINE)  # the first
        if needed or any(action.required for action in self._actions):
            more = f"for example: {example[1] if example else ' '.join([self.prog, *needed])}"
        else:
            more = f"see {self.prog} --help"
        raise UserError(f"{message.removeprefix('argument ')}; {more}")


class Last(argparse._StoreAction):
    before = None

    def __call__(self, parser, namespace, values, option_string=None):
        if option_string and isinstance(self.before, Path) and self.before != values:
            self.replace(parser, option_string, values)
        self.before = values
        super().__call__(parser, namespace, values, option_string)

    def replace(self, parser, option_string, values):
        say(f"{option_string} is given twice: using {values}, not {self.before}")


class OnlyOne(Last):
    def replace(self, parser, option_string, values):
        parser.error(f"{option_string} takes one file, not {self.before} and {values}; join them first")


class Help(argparse.Action):
    """--help shows only the flags in `brief`, --help all shows every flag."""

    def __init__(self, brief, **options):
        super().__init__(nargs="?", default=argparse.SUPPRESS, **options)
        self.brief = brief

    def __call__(self, parser, namespace, values, option_string=None):
        for action in parser._actions:
            if values != "all" and action.dest not in self.brief:
                action.help = argparse.SUPPRESS
        parser.print_help()
        parser.exit()


def refuse_run(argument):
    """UserError if an argument is the folder of a run."""
    if os.path.isfile(os.path.join(argument, "config.json")):
        raise UserError(f"{argument}: is a run; use --run {argument}")


def command_parser(command: str, description: str, brief: Iterable[str] = ()) -> argparse.ArgumentParser:
    """brief: the names of the flags that --help shows; all if there are none"""
    options = dict(usage=f"minitrans {command} [--FLAG ...]", add_help=False) if brief else {}
    raw = argparse.RawDescriptionHelpFormatter
    parser = Parser(prog=f"minitrans {command}", description=description, formatter_class=raw, **options)
    if brief:
        about = "show the most used flags, or all"
        parser.add_argument("-h", "--help", action=Help, brief=("help", *brief), metavar="all", help=about)
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

    search: whether the command searches;  bundled: whether the bundled model is allowed, see `Run.open`
    """
    default = f"the newest below runs/{', else bundled, the model that comes with minitrans' * bundled}"
    parser.add_argument("--run", type=run_path, metavar="DIR", help=f"run directory (default: {default})")
    add_config_flags(parser, (*("beam", "alpha", "max_extra") * search, "average", "backend", *more))


def add_ensemble_flag(parser):
    about = "another run with the same vocabulary; the mean of their probabilities chooses each word (repeatable)"
    parser.add_argument("--ensemble", type=run_path, metavar="DIR", action="append", default=[], help=about)


def add_server_flags(parser, port):
    """Add the flags of a command that shows a page with `views.server`."""
    about = "address to listen on (default: only this machine can connect)"
    parser.add_argument("--host", default="127.0.0.1", help=about)
    parser.add_argument("--port", type=int, default=port, metavar="INT", help="(default: %(default)s; 0: a free one)")
    about = "also answer to this name, such as that of a reverse proxy: hub.uni.example"
    parser.add_argument("--name", nargs="+", default=[], metavar="HOST", help=about)
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
        about = field.metadata["group"] + " (default: by the text)"
        title = about if names is None else "default: the run's own"
        if title not in groups:
            groups[title] = parser.add_argument_group(title)
        kind = types[field.name]
        options = dict(dest=field.name, default=argparse.SUPPRESS, help=field.metadata["help"])
        if kind is bool:
            options |= dict(action=argparse.BooleanOptionalAction)
        elif typing.get_origin(kind) is tuple:
            options |= dict(nargs="+", action="extend", metavar="TEXT")
        elif typing.get_origin(kind) is typing.Literal:
            options |= dict(choices=typing.get_args(kind))
        else:
            number = next((each for each in (kind, *typing.get_args(kind)) if each in (int, float)), int)
            options |= dict(type=number, metavar=number.__name__.upper())
        groups[title].add_argument(flag(field.name), **options)


def config_overrides(arguments: argparse.Namespace) -> dict:
    """-> {field: value} of the fields of Config that the command line sets"""
    names = {field.name for field in dataclasses.fields(Config)}
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in vars(arguments).items()
        if name in names
    }
