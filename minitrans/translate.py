"""Translate with a trained model.

    python -m minitrans.translate "A dog runs."            a sentence (-- before one that begins with a dash)
    python -m minitrans.translate < in.txt > out.txt       a line in, a line out; a blank line stays blank
    python -m minitrans.translate --input in.txt.gz        a file
    python -m minitrans.translate                          at a terminal: type sentences, Ctrl-D ends

What is not said here, such as the width of the beam, is as the run's own configuration has it.
"""

import itertools
import sys

from .cli.arguments import config_overrides, drawing, parser
from .cli.program import run_command
from .cli.sentences import add_sentence_flags, blocks_of, check_sentence_flags
from .config import MOST
from .errors import UserError
from .runs.run import Run
from .tasks import expect
from .translator import Translator


def main():
    made = parser("translate", __doc__)
    add_sentence_flags(made, "translate", "--attention", "draw what each word of SENTENCE looks at")
    made.add_argument(
        "--nbest",
        type=int,
        default=1,
        metavar="INT",
        help="show this many (the beam is as wide), as NUMBER ||| TEXT ||| SCORE",
    )
    args = made.parse_args()
    check_sentence_flags(args, "--attention")
    if not 1 <= args.nbest <= MOST["beam"]:
        raise UserError(f"--nbest must be from 1 to {MOST['beam']}, got {args.nbest}")
    run = Run.open(args.run)
    expect(run, "translate", "its command is python -m minitrans.parse")
    translator = Translator.load(run.path, **config_overrides(args))
    number = itertools.count()
    for block in blocks_of(args):
        for hypotheses in translator.search(block, nbest=args.nbest):
            show(next(number), hypotheses, args.nbest)
        sys.stdout.flush()
    if args.attention:
        draw(translator, args)


def show(number, hypotheses, nbest):
    """One line, or an n-best list in the format of Moses."""
    for score, text in hypotheses:
        print(text if nbest == 1 else f"{number} ||| {text} ||| {score:.4f}")


def draw(translator, args):
    """The last layer's attention from the translation to its source, a panel a head."""
    maps = translator.attention(args.sentence)
    title = "What each word of the translation looks at (last layer)"
    with drawing(args.attention):
        from .plots import attention_map  # only now: importing matplotlib takes longer than translating

        attention_map(maps["cross"][-1], maps["source"], maps["target"], args.attention, title)


if __name__ == "__main__":
    run_command(main)
