"""The sentences for `translate` and `parse`, which come from an argument, a file, standard input or a terminal."""

import contextlib
import os
import sys
from pathlib import Path

from ..data.lines import STDIN, decode_lines, stream_lines
from ..data.unicode import is_blank
from ..parallel.world import world
from ..runs.run import Run
from ..system.errors import LineError, UserError, say
from ..translator import Tally, Translator
from .arguments import OnlyOne, add_ensemble_flag, add_model_flags, config_overrides, refuse_run

BLOCK = 512  # lines to search together, enough to form batches of similar length


def add_sentence_flags(parser, verb):
    """Add the flags of both commands: sentences, run and beam search."""
    parser.add_argument("sentence", nargs="?", type=as_sentence, help=f"sentence to {verb} (default: standard input)")
    about = f"{verb} the lines of this file, plain or .gz (-: standard input)"
    parser.add_argument("--input", type=Path, action=OnlyOne, metavar="FILE", help=about)
    add_model_flags(parser, bundled=verb == "translate")
    add_ensemble_flag(parser)


def check_sentence_flags(args):
    if str(args.input) == "-":
        args.input = None
    if args.sentence is not None and args.input:
        raise UserError("give a sentence or --input, not both")


def load_runs(run, args):
    """-> the Translator of a Run, or with --ensemble of several"""
    return Translator.load([run, *map(Run.open, args.ensemble)] if args.ensemble else run, **config_overrides(args))


def answers(args, search):
    """Yield (lines, search(lines)) for one list of lines after the other

    At a terminal each list has one line, so that it is answered at once.  Rank 0 reads the lines, and all ranks of a
    job get the same lists.  If a line is bad, those before it are answered; then UserError names its number.
    """
    count, blank = 0, True
    for block in world().broadcast_each(grouped(lines_of(args), 1 if at_terminal(args) else BLOCK * world().size)):
        try:
            yield block, search(block)
        except LineError as error:
            if good := block[: error.index]:
                yield good, search(good)
            where = "" if args.sentence is not None else f"{args.input or STDIN}, line {count + error.index + 1}: "
            raise UserError(f"{where}{error}") from None
        count, blank = count + len(block), blank and all(map(is_blank, block))
    if blank:
        say("the input is blank")


def remark(translator):
    """Print on stderr what else the user should know about the translations."""
    for line in translator.tally:
        say(line)


def remark_on_unknown(references, name):
    """Print on stderr how many pieces of the references, lists of ids, the vocabulary does not know."""
    tally = Tally()
    tally.add([], references)
    for line in tally:
        say(f"{name}: {line}")


def grouped(lines, size):
    """Yield lists of `size` lines; the last may be shorter.  If a line cannot be read, yield those before it first."""
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
    return decode_lines(sys.stdin.buffer, STDIN)


def as_text(argument):
    """Decode an argument as UTF-8, which Python does not do in all locales."""
    try:
        return os.fsencode(argument).decode("utf-8")
    except UnicodeError:
        return argument


def as_sentence(argument):
    """The same; UserError if it names a file or a folder, because the name itself would be translated."""
    refuse_run(argument)
    if os.path.exists(argument):
        kind, instead = "file", f"to translate or parse its lines, use --input {argument}"
        if os.path.isdir(argument):
            kind, instead = "folder", "to use a run, give --run"
        raise UserError(f"{argument}: is a {kind}, not a sentence; {instead}")
    return as_text(argument)


def at_terminal(args):
    return args.sentence is None and not args.input and sys.stdin.isatty()


def prompted():
    with contextlib.suppress(EOFError):
        while True:
            yield input("> ")
