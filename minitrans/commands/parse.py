"""Parse sentences with a trained model (Section 6.3).

    minitrans parse "The dog saw a cat."         raw text, or with the spaces of the treebank (a cat .)
    minitrans parse < sentences > trees          one sentence per line, one tree per line; also by mpiexec
    minitrans parse --draw "A dog runs ."        the tree as indented text; --picture FILE.png draws it

A blank line stays blank.  If the output of the model is not a tree over the words of the sentence, it is repaired; the
number of such repairs is printed at the end.
"""

import sys
from pathlib import Path

from ..parallel.world import world
from ..runs.run import Run
from ..system.errors import UserError, say, shown
from ..system.files import check_outputs
from ..tasks import check_task
from ..tasks.tree import draw, to_string
from ..tasks.tree_pairs import trees_of
from .arguments import PICTURES, command_parser, drawing
from .sentences import add_sentence_flags, answers, check_sentence_flags, load_runs, remark

TRAINING = "minitrans train --task parse"


def main():
    parser = command_parser("parse", __doc__)
    add_sentence_flags(parser, "parse")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw the tree of SENTENCE")
    parser.add_argument("--draw", action="store_true", help="print trees as indented text, not in brackets")
    about = "print the score of the search and a tab before each tree; trees with higher scores are more often right"
    parser.add_argument("--score", action="store_true", help=about)
    args = parser.parse_args()
    run, repaired, count, raw = Run.open(args.run, training=TRAINING), 0, 0, []
    check_sentence_flags(args)
    if args.picture and len((args.sentence or "").strip().splitlines()) != 1:
        raise UserError("--picture draws one sentence: give it as an argument")
    check_outputs(args, run.inputs, picture=PICTURES)
    check_task(run, "parse", f"train a parser with: {TRAINING}")
    translator = load_runs(run, args)
    treebank = translator.tokenizer.treebank
    for block, found in answers(args, lambda block: translator.search(map(treebank, block))):
        sentences = list(map(treebank, block))
        raw += [new for line, new in zip(block, sentences, strict=True) if len(line.split()) < len(new.split())]
        best = [hypotheses[0] for hypotheses, sentence in zip(found, sentences, strict=True) if sentence]
        trees, repairs = trees_of([symbols for _, symbols in best], filter(None, sentences))
        lines = (answer(score, tree, args) for (score, _), tree in zip(best, trees, strict=True))
        for sentence in sentences:
            print(shown(next(lines)) if sentence else "")
        repaired, count = repaired + repairs, count + len(trees)
        sys.stdout.flush()
    remark(translator)
    if raw:
        say(f"{len(raw)} of {count} sentences were raw text; words and signs were split as in the treebank: {raw[0]}")
    if args.picture and world().rank == 0:
        with drawing(args.picture):
            from ..views.plots import tree_picture  # imported late because matplotlib takes seconds to import

            tree_picture(trees[0], args.picture)
        say(args.picture)
    if repaired:
        say(f"{repaired} of {count} trees had to be repaired")


def answer(score, tree, args):
    return f"{score:.4f}\t" * args.score + (draw(tree) if args.draw else to_string(tree))
