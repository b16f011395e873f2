"""python -m minitrans: what commands there are."""

import sys

from .cli.program import run_command
from .errors import UserError
from .version import __version__

COMMANDS = """minitrans {version}: "Attention Is All You Need" from scratch on NumPy or CuPy

  python -m minitrans.train       train a translator; alone: the bundled corpus, three minutes
  python -m minitrans.translate   translate a sentence, a file, or standard input
  python -m minitrans.parse       the trees of sentences, by a run of train --task parse
  python -m minitrans.evaluate    translate a test set and score it with sacrebleu
  python -m minitrans.average     the mean of a run's newest checkpoints, as a run
  python -m minitrans.report      Table 2 of the paper: score and training cost, runs beside it
  python -m minitrans.presets     the configurations of the paper, and their sizes
  python -m minitrans.sweep       the rows of Table 3 at a smaller scale
  python -m minitrans.benchmark   how fast it is here, and where the time goes
  python -m minitrans.grading     exercises: list them, make stubs and autograders

Each has --help.  In Python: minitrans.load("runs/NAME").translate(["A sentence."])"""


def main():
    if len(sys.argv) > 1 and sys.argv[1] not in ("-h", "--help", "--version"):
        raise UserError(f"{sys.argv[1]}: unknown; try python -m minitrans --help")
    print(f"minitrans {__version__}" if "--version" in sys.argv else COMMANDS.format(version=__version__))


if __name__ == "__main__":
    run_command(main)
