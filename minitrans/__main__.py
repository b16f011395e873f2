"""python -m minitrans: list the commands."""

import sys

from .cli.program import run_command
from .errors import UserError
from .version import __version__

COMMANDS = """minitrans {version}: "Attention Is All You Need" from scratch on NumPy or CuPy

  python -m minitrans.train       train a translator; without flags on the bundled corpus, in three minutes
  python -m minitrans.translate   translate a sentence, a file or standard input
  python -m minitrans.parse       parse sentences into trees, after train --task parse
  python -m minitrans.view        a page that shows attention, next words and the beam of a sentence
  python -m minitrans.demo        translate what one types, on a page in the browser
  python -m minitrans.watch       follow runs while they train, on a page in the browser
  python -m minitrans.draw        pictures for papers and slides: heads, beam, entropies, lengths
  python -m minitrans.evaluate    translate or parse a test set and score it (BLEU, F1)
  python -m minitrans.convert     make a run of a published model, such as OPUS-MT
  python -m minitrans.export      write a model for Hugging Face, for CTranslate2, or as safetensors
  python -m minitrans.average     average the newest checkpoints of a run into a new run
  python -m minitrans.report      compare your runs with Table 2 of the paper: BLEU and training cost
  python -m minitrans.presets     list the configurations and their numbers of parameters
  python -m minitrans.plan        days and cost of a training on more GPUs or hosts than you have
  python -m minitrans.sweep       train the rows of Table 3 of the paper at a smaller scale
  python -m minitrans.benchmark   measure speed and memory, and profile the operations
  python -m minitrans.grading     list exercises, print stubs, make autograders

Each command has --help.  In Python: minitrans.load("runs/NAME").translate(["A sentence."])"""


def main():
    if len(sys.argv) > 1 and sys.argv[1] not in ("-h", "--help", "--version"):
        raise UserError(f"{sys.argv[1]}: unknown; try python -m minitrans --help")
    print(f"minitrans {__version__}" if "--version" in sys.argv else COMMANDS.format(version=__version__))


if __name__ == "__main__":
    run_command(main)
