"""Where `translate` and `parse` take their sentences from: an argument, a file, standard input or a terminal."""

import contextlib
import os
import sys
from pathlib import Path

from ..data.lines import decode_lines, stream_lines
from ..errors import UserError
from .arguments import add_config_flags, check_output

BLOCK = 512  # lines searched together: enough to find neighbours of similar length


def add_sentence_flags(made, verb, picture, shows):
    """What both commands take: sentences, the run, the search, and a picture of one sentence."""
    made.add_argument("sentence", nargs="?", type=as_text, help=f"what to {verb} (default: standard input)")
    made.add_argument("--input", type=Path, metavar="FILE", help=f"{verb} the lines of this file, plain or .gz")
    made.add_argument("--run", type=Path, metavar="DIR", help="a run directory (default: the newest below runs/)")
    made.add_argument(picture, type=Path, metavar="FILE.png", help=shows)
    add_config_flags(made, ("beam", "alpha", "max_extra", "average", "backend"))


def check_sentence_flags(args, picture):
    if args.sentence is not None and args.input:
        raise UserError("give a sentence or --input, not both")
    path, sentence = getattr(args, picture.strip("-")), (args.sentence or "").strip()
    if path and (not sentence or "\n" in sentence):
        raise UserError(f"{picture} draws one sentence: give it as an argument")
    check_output(picture, path, ".png")


def blocks_of(args):
    """Yield the lines in lists; at a terminal each is answered at once."""
    return grouped(lines_of(args), 1 if at_terminal(args) else BLOCK)


def grouped(lines, size):
    """Lists of `size` lines, the last one shorter; where a line cannot be read, those before it come first."""
    block = []
    try:
        for line in lines:
            block.append(line)
            if len(block) == size:
                yield block
                block = []
    except Exception:
        if block:
            yield block
        raise
    if block:
        yield block


def lines_of(args):
    if args.sentence is not None:
        return args.sentence.split("\n")
    if args.input:
        return stream_lines(args.input)
    if at_terminal(args):
        return prompted()
    return decode_lines(sys.stdin.buffer, "standard input")


def as_text(argument):
    """An argument in UTF-8, which Python takes for bytes of no meaning where the locale is C."""
    try:
        return os.fsencode(argument).decode("utf-8")
    except UnicodeError:
        return argument


def at_terminal(args):
    return args.sentence is None and not args.input and sys.stdin.isatty()


def prompted():
    with contextlib.suppress(EOFError):
        while True:
            yield input("> ")
