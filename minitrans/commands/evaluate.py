"""Translate or parse a test set and score it.

    minitrans evaluate --run runs/x                     the test split of the run's corpus
    minitrans evaluate --run runs/x --split valid
    minitrans evaluate --src new.en --ref new.de --metric chrf
    minitrans evaluate --src new.en --ref a.de b.de     two references for each sentence
    minitrans evaluate --run runs/x --paper-bleu        also tokenized BLEU as in Table 2 of the paper
    minitrans evaluate --run runs/trees --task parse    F1 of labelled brackets, as evalb counts it

sacrebleu scores detokenized, cased text, and its signature is printed beside the score.  --output gets one line for
each line of the source.
"""

import time
from dataclasses import replace
from pathlib import Path

from ..data.lines import name_of, one_line
from ..parallel.world import world
from ..runs.run import Run
from ..system.errors import LineError, UserError, say
from ..system.files import check_outputs, write_output
from ..tasks import TASKS, task_of
from ..tasks.tree_pairs import tree_files
from ..training.perplexity import perplexity
from .arguments import OnlyOne, add_ensemble_flag, add_model_flags, command_parser
from .sentences import load_runs, remark, remark_on_unknown


def arguments():
    parser = command_parser("evaluate", __doc__)
    add_ensemble_flag(parser)
    parser.add_argument("--split", choices=("train", "valid", "test"), help="split of the corpus (default: test)")
    about = "translate these sentences instead of a split"
    parser.add_argument("--src", type=Path, action=OnlyOne, metavar="FILE", help=about)
    about = "reference translations of --src; several files for several references"
    parser.add_argument("--ref", type=Path, nargs="+", action="extend", metavar="FILE", help=about)
    parser.add_argument("--metric", default="bleu", choices=("bleu", "chrf"), help="score (default: %(default)s)")
    about = "also print tokenized BLEU with compounds split, as in the papers of Table 2"
    parser.add_argument("--paper-bleu", action="store_true", help=about)
    about = "print BLEU of lower-cased text, for comparison with older papers"
    parser.add_argument("--lowercase-tokenized", action="store_true", help=about)
    parser.add_argument("--perplexity", action="store_true", help="also print the perplexity of the references")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the translations or trees to this file")
    parser.add_argument("--task", dest="expected", choices=tuple(TASKS), help="check that the run has this task")
    about = "parse the sentences of these gold trees instead of a split"
    parser.add_argument("--trees", type=Path, nargs="+", action="extend", metavar="PATH", help=about)
    add_model_flags(parser, "bleu_tokenize")
    args = parser.parse_args()
    args.tokenize = vars(args).pop("bleu_tokenize", None)  # no change of the search
    return args


def check(args, run, task):
    """UserError for flags that contradict each other or the task of the run."""
    if bool(args.src) != bool(args.ref):
        raise UserError("--src and --ref belong together: give both")
    if args.src and args.split:
        raise UserError("give --split, or --src and --ref, not both")
    if args.lowercase_tokenized and args.metric != "bleu":
        raise UserError("--lowercase-tokenized is a kind of BLEU: leave out --metric chrf")
    if args.tokenize and args.metric != "bleu":
        raise UserError("--bleu-tokenize is for BLEU: leave out --metric chrf")
    if args.perplexity and args.ensemble:
        raise UserError("--perplexity is for one run: leave out --ensemble")
    if args.expected not in (None, task.name):
        raise UserError(f"--task {args.expected}: {run.path} was trained to {task.name}")
    of_text = args.src, args.tokenize, args.metric != "bleu", args.lowercase_tokenized, args.paper_bleu
    if task.trees and any(of_text):
        raise UserError(f"{run.path} is a parser, which evalb scores: give only --split or --trees")
    if args.trees and (args.split or not task.trees):
        raise UserError("--trees needs a run that parses; leave out --split and --src")


def files_of(args, run, task):
    """-> the paths of the files to score"""
    if args.trees:
        return tree_files(args.trees)
    if args.src:
        return args.src, *args.ref
    split = args.split or "test"
    if split not in (files := run.text.files):
        instead = "--trees" if task.trees else "--src and --ref"
        raise UserError(f"{run.path}: this run has no {split} split; give another --split, or {instead}")
    others = {path for each in files.keys() - {split} for path in files[each]}
    for path in run.text.changed(others.difference(files[split])):
        say(f"{path}: has changed since {run.path} was started")
    return files[split]


def main():
    args = arguments()
    run = Run.open(args.run, "--run bundled")
    config, task = run.config, task_of(run.config)
    check(args, run, task)
    if args.tokenize:
        config = replace(config, bleu_tokenize=args.tokenize, tokenized=False)
    paths = files_of(args, run, task)
    check_outputs(args, [*run.inputs, *paths], output="")
    task.check(config)
    sentences, references = task.aligned(paths, len(paths)) if args.src else task.aligned(paths)
    scored = [i for i, each in enumerate(references) if each]
    if left := [str(i) for i, each in enumerate(references, start=1) if not each]:
        lines = f"line {', '.join(left[:9])}{', ...' * (len(left) > 9)}"
        say(f"left out {len(left)} pairs with an empty line on one side or both: {lines}")
    for number, each in enumerate(zip(*(references[i] for i in scored), strict=True), start=1):
        if blank := each.count(""):
            say(f"reference {number} is blank in {blank} of {len(scored)} lines, which are scored without it")
    # Translate all sentences, including those that are not scored.
    translator = load_runs(run, args)
    start = time.perf_counter()
    try:
        outputs = translator.translate(sentences)
    except LineError as error:
        sources = paths[:1] if args.src else paths[::2]
        where = "tree" if task.trees else f"{' and '.join(map(name_of, sources))}, line"
        raise UserError(f"{where} {error.index + 1}: {error}") from None
    # Write the translations and score them.  If the disk is full, the score is still printed.
    options = {} if task.trees else {n: getattr(args, n) for n in ("metric", "lowercase_tokenized", "paper_bleu")}
    try:
        if args.output and world().rank == 0:
            write_output(args.output, "".join(line + "\n" for line in lines_of(task, outputs, sentences)).encode())
    finally:
        print(*task.results([outputs[i] for i in scored], [references[i] for i in scored], config, **options), sep="\n")
    remark(translator)
    print(f"{len(scored)} sentences in {time.perf_counter() - start:.1f} s")
    if args.perplexity:
        pairs = [(sentences[i], reference) for i in scored for reference in references[i] if reference]
        encoded = task.encode(translator.tokenizer, pairs)
        remark_on_unknown([target for _, target in encoded], "the references")
        print(f"perplexity {perplexity(translator.model, encoded):.3f} per word piece")


def lines_of(task, outputs, sentences):
    """Yield a line for each sentence, empty for an empty one."""
    not_empty = [pair for pair in zip(outputs, sentences, strict=True) if pair[1]]
    texts = task.texts(*zip(*not_empty, strict=True))
    for sentence in sentences:
        yield one_line(next(texts)) if sentence else ""
