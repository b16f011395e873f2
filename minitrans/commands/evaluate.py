"""Translate or parse a test set and score it.

    minitrans evaluate --run runs/x                     the test split of the run's corpus
    minitrans evaluate --run runs/x --split valid
    minitrans evaluate --src new.en --ref new.de --metric chrf
    minitrans evaluate --run runs/x --paper-bleu        also tokenized BLEU as in Table 2 of the paper
    minitrans evaluate --run runs/trees --task parse    F1 of labelled brackets, as evalb counts it

sacrebleu scores detokenized, cased text, and its signature is printed beside the score.
"""

import time
from pathlib import Path

from ..parallel.world import world
from ..runs.run import Run
from ..system.errors import UserError, say
from ..system.files import write_output
from ..tasks import TASKS, task_of
from ..tasks.tree_pairs import tree_files
from ..training.perplexity import perplexity
from .arguments import add_config_flags, add_ensemble_flag, add_run_flag, check_output, command_parser
from .sentences import load_runs


def main():
    parser = command_parser("evaluate", __doc__)
    add_run_flag(parser, bundled=False)
    add_ensemble_flag(parser)
    parser.add_argument("--split", choices=("train", "valid", "test"), help="split of the corpus (default: test)")
    parser.add_argument("--src", type=Path, metavar="FILE", help="sentences to translate instead of a split")
    parser.add_argument("--ref", type=Path, metavar="FILE", help="reference translations of --src")
    parser.add_argument("--metric", default="bleu", choices=("bleu", "chrf"), help="score (default: %(default)s)")
    parser.add_argument(
        "--paper-bleu",
        action="store_true",
        help="also tokenized BLEU with compounds split, as in the papers of Table 2",
    )
    parser.add_argument(
        "--lowercase-tokenized",
        action="store_true",
        help="BLEU of lower-cased text, for comparison with older papers",
    )
    parser.add_argument("--perplexity", action="store_true", help="also perplexity of the references, per word piece")
    parser.add_argument("--output", type=Path, metavar="FILE", help="file for the translations or trees")
    parser.add_argument("--task", dest="expected", choices=tuple(TASKS), help="check that the run has this task")
    parser.add_argument("--trees", type=Path, nargs="+", metavar="PATH", help="parse: gold trees instead of a split")
    add_config_flags(parser, ("beam", "alpha", "max_extra", "average", "backend"))
    args = parser.parse_args()
    if bool(args.src) != bool(args.ref):
        raise UserError("--src and --ref belong together: give both")
    if args.src and args.split:
        raise UserError("give --split, or --src and --ref, not both")
    if args.lowercase_tokenized and args.metric != "bleu":
        raise UserError("--lowercase-tokenized is a kind of BLEU: leave out --metric chrf")
    if args.perplexity and args.ensemble:
        raise UserError("--perplexity is that of one run: leave out --ensemble")
    check_output("--output", args.output)
    run = Run.open(args.run)
    task = task_of(run.config)
    if args.expected not in (None, task.name):
        raise UserError(f"--task {args.expected}: {run.path} was trained to {task.name}")
    options = dict(metric=args.metric, lowercase_tokenized=args.lowercase_tokenized, paper_bleu=args.paper_bleu)
    if task.trees and (args.src or options != dict(metric="bleu", lowercase_tokenized=False, paper_bleu=False)):
        raise UserError(f"{run.path} parses: it is scored by evalb, on a --split or --trees")
    if args.trees and (args.src or args.split or not task.trees):
        raise UserError("--trees needs a run that parses; leave out --split and --src")
    if args.trees:
        paths = tree_files(args.trees)
    elif args.src:
        paths = args.src, args.ref
    else:
        split = args.split or "test"
        if split not in run.files:
            instead = "--trees" if task.trees else "--src and --ref"
            raise UserError(f"{run.path}: this run has no {split} split; give another --split, or {instead}")
        paths = run.files[split]
    pairs, empty = task.read(paths)
    if empty:
        say(f"left out {empty} pairs with an empty line on one side or both")
    translator = load_runs(run, args)
    start = time.perf_counter()
    sentences, references = zip(*pairs, strict=True)
    outputs = translator.translate(sentences)
    for line in task.results(outputs, references, run.config, **({} if task.trees else options)):
        print(line)
    if args.output and world().rank == 0:
        write_output(args.output, "".join(line + "\n" for line in task.texts(outputs, sentences)).encode())
    print(f"{len(pairs)} sentences in {time.perf_counter() - start:.1f} s")
    if args.perplexity:
        value = perplexity(translator.model, task.encode(translator.tokenizer, pairs))
        print(f"perplexity {value:.3f} per word piece")
