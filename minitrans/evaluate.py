"""Translate a test set and score it.

    python -m minitrans.evaluate --run runs/x                     the test split of the run's corpus
    python -m minitrans.evaluate --run runs/x --split valid
    python -m minitrans.evaluate --src new.en --ref new.de --metric chrf
    python -m minitrans.evaluate --run runs/x --paper-bleu        scored as Table 2 of the paper, too
    python -m minitrans.evaluate --run runs/trees --task parse    labelled bracketing, as evalb counts it

Text is scored as people read it, detokenized and cased, by sacrebleu, whose signature is printed beside the score.
"""

import sys
import time
from pathlib import Path

from .cli.arguments import add_config_flags, check_output, config_overrides, parser
from .cli.program import run_command
from .errors import UserError
from .files import write_output
from .runs.run import Run
from .scoring.metrics import METRIC, perplexity, score
from .training.corpus import encode
from .translator import Translator
from .trees.pairs import read_split, score_trees, tree_files, trees_of
from .trees.tree import to_string


def evaluate(translator, pairs, metric="bleu", lowercase_tokenized=False):
    """-> dict: score, signature, and the translations of the pairs' sources."""
    sources, references = zip(*pairs, strict=True)
    translations = translator.translate(sources)
    value, signature = score(translations, references, metric, lowercase_tokenized)
    return dict(score=value, signature=signature, translations=translations)


def evaluate_trees(translator, pairs, output):
    """Print what `evalb` would, and write the trees that were found."""
    sentences, references = zip(*pairs, strict=True)
    lines = translator.translate(sentences)
    found, repaired = score_trees(lines, references)
    print(f"F1 {found.f1:.2f}  {found.signature}")
    print(f"precision {found.precision:.2f}  recall {found.recall:.2f}  exact match {found.exact:.2f}")
    print(f"{repaired} of {len(pairs)} trees had to be repaired")
    if output:
        trees, _ = trees_of(lines, sentences)
        write_output(output, "".join(to_string(tree) + "\n" for tree in trees).encode())


def main():
    made = parser("evaluate", __doc__)
    made.add_argument("--run", type=Path, metavar="DIR", help="a run directory (default: the newest below runs/)")
    made.add_argument("--split", choices=("train", "valid", "test"), help="(default: test)")
    made.add_argument("--src", type=Path, metavar="FILE", help="sentences to translate instead of a split")
    made.add_argument("--ref", type=Path, metavar="FILE", help="their reference translations")
    made.add_argument("--metric", default="bleu", choices=("bleu", "chrf"), help="(default: %(default)s)")
    made.add_argument(
        "--paper-bleu",
        action="store_true",
        help="also BLEU of tokens, compounds split, as the papers of Table 2 have it",
    )
    made.add_argument(
        "--lowercase-tokenized",
        action="store_true",
        help="BLEU without case, nearer to older papers",
    )
    made.add_argument("--perplexity", action="store_true", help="also that of the references, per word piece")
    made.add_argument("--output", type=Path, metavar="FILE", help="write the translations that were scored")
    made.add_argument(
        "--task", dest="expected", choices=tuple(METRIC), help="that of the run: parse is scored by evalb"
    )
    made.add_argument("--trees", type=Path, nargs="+", metavar="PATH", help="parse: trees to find, instead of a split")
    add_config_flags(made, ("beam", "alpha", "max_extra", "average", "backend"))
    args = made.parse_args()
    if bool(args.src) != bool(args.ref):
        raise UserError("--src and --ref belong together: give both")
    if args.src and args.split:
        raise UserError("give --split, or --src and --ref, not both")
    if args.lowercase_tokenized and args.metric != "bleu":
        raise UserError("--lowercase-tokenized is a kind of BLEU: leave out --metric")
    check_output("--output", args.output)
    run = Run.open(args.run)
    task = run.config.task
    if args.expected not in (None, task):
        raise UserError(f"--task {args.expected}: {run.path} was trained to {task}")
    if args.trees and (args.src or args.split or task != "parse"):
        raise UserError("--trees goes with a run that parses, without --split and --src")
    if task == "parse" and (args.src or args.metric != "bleu" or args.lowercase_tokenized or args.paper_bleu):
        raise UserError(f"{run.path} parses: it is scored by evalb, on a --split or --trees")
    if args.trees:
        paths = tree_files(args.trees)
    elif args.src:
        paths = args.src, args.ref
    else:
        split = args.split or "test"
        if split not in run.files:
            instead = "--trees" if task == "parse" else "--src and --ref"
            raise UserError(f"{run.path}: this run has no {split} split; give another --split, or {instead}")
        paths = run.files[split]
    pairs, empty = read_split(paths)
    if empty:
        print(f"left out {empty} pairs with an empty line on one side or both", file=sys.stderr)
    translator = Translator.load(run.path, **config_overrides(args))
    start = time.perf_counter()
    if task == "parse":
        evaluate_trees(translator, pairs, args.output)
    else:
        scored = evaluate(translator, pairs, args.metric, args.lowercase_tokenized)
        print(f"{args.metric.upper()} {scored['score']:.2f}  {scored['signature']}")
        if args.paper_bleu:
            value, signature = score(scored["translations"], [reference for _, reference in pairs], "paper-bleu")
            print(f"PAPER-BLEU {value:.2f}  {signature}")
        if args.output:
            write_output(args.output, "".join(line + "\n" for line in scored["translations"]).encode())
    print(f"{len(pairs)} sentences in {time.perf_counter() - start:.1f} s")
    if args.perplexity:
        found = perplexity(translator.model, encode(translator.tokenizer, pairs))
        print(f"perplexity {found:.3f} per word piece")


if __name__ == "__main__":
    run_command(main)
