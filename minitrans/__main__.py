"""minitrans COMMAND, or python -m minitrans COMMAND.  Without a command it lists them all."""

import sys

from . import __version__
from .commands.program import run_command, run_named
from .system.errors import unknown

COMMANDS = {
    "Train": dict(
        train="train a translator; without flags on the bundled corpus, in three minutes",
        watch="follow runs while they train, on a page in the browser",
    ),
    "Use a model": dict(
        translate="translate a sentence, a file or standard input",
        score="the log probability of given translations",
        parse="parse sentences into trees, after train --task parse",
        evaluate="translate or parse a test set and score it (BLEU, F1)",
        convert="turn a published model, such as OPUS-MT, into a run",
        export="write a model as a page that translates, for Hugging Face or for CTranslate2",
    ),
    "Look inside": dict(
        view="a page that shows attention, next words and the beam of a sentence",
        demo="translate as you type, on a page in the browser",
        numbers="a page with every number of a small model and how it is computed",
        draw="pictures for papers and slides: heads, beam, entropies, lengths",
    ),
    "Learn and measure": dict(
        grade="grade exercises, of one student or of a class, and say what is probably wrong",
        grading="list exercises, print stubs, make autograders",
        presets="list the corpora, and the configurations with their numbers of parameters",
        benchmark="measure speed and memory and profile the operations",
    ),
}
NAMES = [name for group in COMMANDS.values() for name in group]
HELP = "-h", "--help", "help"


def main():
    """The command `minitrans`"""
    name = sys.argv[1] if len(sys.argv) > 1 else "--help"
    if name in HELP and sys.argv[2:3] and sys.argv[2] in NAMES:  # minitrans help train
        name, sys.argv[1:3] = sys.argv[2], [sys.argv[2], "--help"]
    if name in NAMES:
        sys.argv[:2] = [f"minitrans {name}"]
        run_named(name)
    else:
        run_command(lambda: answer(name))


def answer(name):
    if name == "--version":
        print(f"minitrans {__version__}")
    elif name in HELP:
        print(f'minitrans {__version__}: "Attention Is All You Need" from scratch on NumPy or CuPy')
        for group, commands in COMMANDS.items():
            print(f"\n{group}")
            for command, about in commands.items():
                print(f"  minitrans {command:<10} {about}")
        print('\nEach command has --help.  In Python: minitrans.load("runs/NAME").translate(["The dog sleeps."])')
    else:
        raise unknown(f"minitrans {name}: there is no such command", name, NAMES, "minitrans --help lists all")


if __name__ == "__main__":
    main()
