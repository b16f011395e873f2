"""Parse sentences with a trained model (Section 6.3).

    python -m minitrans.parse "The dog saw a cat ."       words and punctuation apart, as in the treebank
    python -m minitrans.parse < sentences > trees          a sentence a line, a tree a line; a blank line stays blank
    python -m minitrans.parse --draw "A dog runs ."        the tree to look at; --picture FILE.png draws it

Whatever the model says is made into a tree over the words of the sentence; how often that took a repair is told at
the end.
"""

import sys

from .cli.arguments import config_overrides, drawing, parser
from .cli.program import run_command
from .cli.sentences import add_sentence_flags, blocks_of, check_sentence_flags
from .runs.run import Run
from .tasks import expect
from .translator import Translator
from .trees.pairs import trees_of
from .trees.tree import draw, to_string


def main():
    made = parser("parse", __doc__)
    add_sentence_flags(made, "parse", "--picture", "draw the tree of SENTENCE")
    made.add_argument("--draw", action="store_true", help="trees as text to look at, not in brackets")
    args = made.parse_args()
    check_sentence_flags(args, "--picture")
    run, repaired, count = Run.open(args.run), 0, 0
    expect(run, "parse", "train a parser with: python -m minitrans.train --task parse")
    translator = Translator.load(run.path, **config_overrides(args))
    for block in blocks_of(args):
        sentences = [line for line in map(bracketless, block) if line.strip()]
        trees, bad = trees_of(translator.translate(sentences), sentences)
        repaired, count, found = repaired + bad, count + len(trees), iter(trees)
        for line in block:
            tree = next(found) if line.strip() else None
            print("" if tree is None else draw(tree) if args.draw else to_string(tree))
        sys.stdout.flush()
    if args.picture:
        with drawing(args.picture):
            from .plots import tree_picture  # only now: importing matplotlib takes longer than parsing

            tree_picture(trees[0], args.picture)
    if repaired:
        print(f"{repaired} of {count} trees had to be repaired", file=sys.stderr)


def bracketless(line):
    """The treebank writes the words ( and ) as -LRB- and -RRB-."""
    return line.replace("(", "-LRB-").replace(")", "-RRB-")


if __name__ == "__main__":
    run_command(main)
