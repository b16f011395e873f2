"""Parse sentences with a trained model (Section 6.3).

    minitrans parse "The dog saw a cat ."        spaces between words and punctuation, as in the treebank
    minitrans parse < sentences > trees          one sentence per line, one tree per line; also by mpiexec
    minitrans parse --draw "A dog runs ."        the tree as indented text; --picture FILE.png draws it

A blank line stays blank.  If the output of the model is not a tree over the words of the sentence, it is repaired; the
number of such repairs is printed at the end.
"""

import sys

from ..parallel.world import world
from ..runs.run import Run
from ..tasks import expect
from ..tasks.tree import draw, to_string
from ..tasks.tree_pairs import bracketless, trees_of
from .arguments import command_parser, drawing
from .sentences import add_sentence_flags, blocks_of, check_sentence_flags, load_runs


def main():
    parser = command_parser("parse", __doc__)
    add_sentence_flags(parser, "parse", "--picture", "draw the tree of SENTENCE")
    parser.add_argument("--draw", action="store_true", help="print trees as indented text, not in brackets")
    args = parser.parse_args()
    check_sentence_flags(args, "--picture")
    run, repaired, count = Run.open(args.run), 0, 0
    expect(run, "parse", "train a parser with: minitrans train --task parse")
    translator = load_runs(run, args)
    for block in blocks_of(args):
        sentences = [line for line in map(bracketless, block) if line.strip()]
        trees, repairs = trees_of(translator.translate(sentences), sentences)
        repaired, count, next_trees = repaired + repairs, count + len(trees), iter(trees)
        for line in block:
            tree = next(next_trees) if line.strip() else None
            print("" if tree is None else draw(tree) if args.draw else to_string(tree))
        sys.stdout.flush()
    if args.picture and world().rank == 0:
        with drawing(args.picture):
            from ..views.plots import tree_picture  # imported late because matplotlib takes seconds to import

            tree_picture(trees[0], args.picture)
    if repaired:
        print(f"{repaired} of {count} trees had to be repaired", file=sys.stderr)
