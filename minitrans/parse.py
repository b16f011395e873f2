"""Parse sentences with a trained model (Section 6.3).

    python -m minitrans.parse "The dog saw a cat ."       words and punctuation apart, as in the treebank
    python -m minitrans.parse < sentences > trees          a sentence a line, a tree a line; a blank line stays blank
    python -m minitrans.parse --draw "A dog runs ."        the tree to look at; --picture FILE.png draws it

Whatever the model says is made a tree over the words of the sentence; how often it had to be is told in the end.
"""

import itertools
import sys
from pathlib import Path

from .arguments import add_config_flags, config_overrides, parser
from .errors import UserError, run_command
from .parsing.text import trees_of
from .parsing.trees import draw, to_string
from .plots import tree_picture
from .training.run import Run
from .translate import BLOCK, lines_of
from .translator import Translator


def main():
    made = parser("parse", __doc__)
    made.add_argument("sentence", nargs="?", help="what to parse (default: standard input)")
    made.add_argument("--input", type=Path, metavar="FILE", help="parse the lines of this file, plain or .gz")
    made.add_argument("--run", type=Path, metavar="DIR", help="a run directory (default: the newest below runs/)")
    made.add_argument("--draw", action="store_true", help="trees as text to look at, not in brackets")
    made.add_argument("--picture", type=Path, metavar="FILE.png", help="draw the tree of SENTENCE")
    add_config_flags(made, ("beam", "alpha", "max_extra", "average", "backend"))
    args = made.parse_args()
    if args.sentence is not None and args.input:
        raise UserError("give a sentence or --input, not both")
    if args.picture and not (args.sentence or "").strip():
        raise UserError("--picture draws one tree: give its sentence as an argument")
    if args.picture and (args.picture.suffix != ".png" or not args.picture.parent.is_dir()):
        raise UserError(f"--picture {args.picture}: give the name of a .png file in a folder that exists")
    run, repaired, count = Run.open(args.run), 0, 0
    if run.config.task != "parse":
        raise UserError(f"{run.path}: this run translates; train a parser with: python -m minitrans.train --task parse")
    with lines_of(args) as lines:
        translator = Translator.load(run.path, **config_overrides(args))
        while block := list(itertools.islice(lines, 1 if sys.stdin.isatty() else BLOCK)):
            sentences = [line for line in map(bracketless, block) if line.strip()]
            trees, bad = trees_of(translator.translate(sentences), sentences)
            repaired, count, found = repaired + bad, count + len(trees), iter(trees)
            for line in block:
                tree = next(found) if line.strip() else None
                print("" if tree is None else draw(tree) if args.draw else to_string(tree))
            sys.stdout.flush()
    if args.picture:
        tree_picture(trees[0], args.picture)
    if repaired:
        print(f"{repaired} of {count} trees had to be repaired", file=sys.stderr)


def bracketless(line):
    """Brackets are words of the treebank by other names."""
    return line.replace("(", "-LRB-").replace(")", "-RRB-")


if __name__ == "__main__":
    run_command(main)
