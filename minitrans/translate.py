"""Translate with a trained model.

    python -m minitrans.translate "A dog runs."            a sentence (-- before one that begins with a dash)
    python -m minitrans.translate < in.txt > out.txt       a line in, a line out; a blank line stays blank
    python -m minitrans.translate --input in.txt.gz        a file
    python -m minitrans.translate                          at a terminal: type sentences, Ctrl-D ends

What is not said here, such as the width of the beam, is as the run's own configuration has it.
"""

import contextlib
import gzip
import itertools
import sys
import zlib
from pathlib import Path

from .arguments import add_config_flags, config_overrides, parser
from .data.corpora import decode_lines
from .errors import UserError, run_command
from .plots import attention_map
from .translator import Translator

BLOCK = 512  # lines translated together: enough to find neighbours of similar length


def main():
    made = parser("translate", __doc__)
    made.add_argument("sentence", nargs="?", help="what to translate (default: standard input)")
    made.add_argument("--input", type=Path, metavar="FILE", help="translate the lines of this file, plain or .gz")
    made.add_argument("--run", type=Path, metavar="DIR", help="a run directory (default: the newest below runs/)")
    made.add_argument(
        "--nbest",
        type=int,
        default=1,
        metavar="INT",
        help="show this many (the beam is as wide), as NUMBER ||| TEXT ||| SCORE",
    )
    made.add_argument("--attention", type=Path, metavar="FILE.png", help="draw what each word of SENTENCE looks at")
    add_config_flags(made, ("beam", "alpha", "max_extra", "average", "backend"))
    args = made.parse_args()
    if args.nbest < 1:
        raise UserError(f"--nbest must be 1 or more, got {args.nbest}")
    if args.sentence is not None and args.input:
        raise UserError("give a sentence or --input, not both")
    if args.attention and not (args.sentence or "").strip():
        raise UserError("--attention draws one sentence: give it as an argument")
    if args.attention and (args.attention.suffix != ".png" or not args.attention.parent.is_dir()):
        raise UserError(f"--attention {args.attention}: give the name of a .png file in a folder that exists")
    with lines_of(args) as lines:
        translator = Translator.load(args.run, **config_overrides(args))
        number = itertools.count()
        while block := list(itertools.islice(lines, 1 if at_terminal(args) else BLOCK)):
            for hypotheses in translator.search(block, nbest=args.nbest):
                show(next(number), hypotheses, args.nbest)
            sys.stdout.flush()
    if args.attention:
        draw(translator, args)


@contextlib.contextmanager
def lines_of(args):
    """What is to be translated, as an iterator over lines of text."""
    if args.sentence is not None:
        yield iter(args.sentence.split("\n"))
    elif args.input:
        try:
            with gzip.open(args.input) if args.input.suffix == ".gz" else open(args.input, "rb") as file:
                yield decode_lines(file, args.input)
        except FileNotFoundError:
            raise UserError(f"{args.input}: no such file") from None
        except (gzip.BadGzipFile, EOFError, zlib.error, IsADirectoryError, PermissionError) as error:
            raise UserError(f"{args.input}: cannot be read ({error})") from None
    elif at_terminal(args):
        yield prompted()
    else:
        yield decode_lines(sys.stdin.buffer, "standard input")


def at_terminal(args):
    return args.sentence is None and not args.input and sys.stdin.isatty()


def prompted():
    with contextlib.suppress(EOFError):
        while True:
            yield input("> ")


def show(number, hypotheses, nbest):
    """One line, or an n-best list in the format of Moses."""
    for score, text in hypotheses:
        print(text if nbest == 1 else f"{number} ||| {text} ||| {score:.4f}")


def draw(translator, args):
    """The last layer's attention from the translation to its source, a panel a head."""
    maps = translator.attention(args.sentence)
    title = "What each word of the translation looks at (last layer)"
    attention_map(maps["cross"][-1], maps["source"], maps["target"], args.attention, title)


if __name__ == "__main__":
    run_command(main)
