"""Translate a test set and score it.

    python -m minitrans.evaluate --run runs/x                     the test split of the run's corpus
    python -m minitrans.evaluate --run runs/x --split valid
    python -m minitrans.evaluate --src new.en --ref new.de --metric chrf
    python -m minitrans.evaluate --run runs/x --paper-bleu        scored as Table 2 of the paper

Text is scored as people read it, detokenized and cased, by sacrebleu, whose signature is printed beside the score.
"""

import sys
import time
from pathlib import Path

from .arguments import add_config_flags, config_overrides, parser
from .data.corpora import read_pairs
from .errors import UserError, run_command
from .metrics import perplexity, score
from .training.run import Run
from .translator import Translator


def evaluate(translator, pairs, metric="bleu", lowercase_tokenized=False):
    """-> dict: score, signature, and the translations of the pairs' sources."""
    sources, references = zip(*pairs, strict=True)
    translations = translator.translate(sources)
    value, signature = score(translations, references, metric, lowercase_tokenized)
    return dict(score=value, signature=signature, translations=translations)


def main():
    made = parser("evaluate", __doc__)
    made.add_argument("--run", type=Path, metavar="DIR", help="a run directory (default: the newest below runs/)")
    made.add_argument("--split", choices=("train", "valid", "test"), help="(default: test)")
    made.add_argument("--src", type=Path, metavar="FILE", help="sentences to translate instead of a split")
    made.add_argument("--ref", type=Path, metavar="FILE", help="their reference translations")
    metric = made.add_mutually_exclusive_group()
    metric.add_argument("--metric", default="bleu", choices=("bleu", "chrf"), help="(default: %(default)s)")
    metric.add_argument(
        "--paper-bleu",
        dest="metric",
        action="store_const",
        const="paper-bleu",
        help="BLEU of tokens, compounds split, as the papers of Table 2 have it",
    )
    made.add_argument(
        "--lowercase-tokenized",
        action="store_true",
        help="BLEU without case, nearer to older papers",
    )
    made.add_argument("--perplexity", action="store_true", help="also that of the references, per word piece")
    made.add_argument("--output", type=Path, metavar="FILE", help="write the translations that were scored")
    add_config_flags(made, ("beam", "alpha", "max_extra", "average", "backend"))
    args = made.parse_args()
    if bool(args.src) != bool(args.ref):
        raise UserError("--src and --ref belong together: give both")
    if args.src and args.split:
        raise UserError("give --split, or --src and --ref, not both")
    if args.lowercase_tokenized and args.metric != "bleu":
        raise UserError("--lowercase-tokenized is a kind of BLEU: leave out --metric and --paper-bleu")
    if args.output and not args.output.parent.is_dir():
        raise UserError(f"--output {args.output}: there is no such folder")
    run = Run.open(args.run)
    if args.src:
        paths = args.src, args.ref
    else:
        split = args.split or "test"
        if split not in run.files:
            raise UserError(f"{run.path}: this run has no {split} split; give --src and --ref")
        paths = run.files[split]
    pairs, empty = read_pairs(*paths)
    if empty:
        print(f"left out {empty} pairs with an empty line on one side or both", file=sys.stderr)
    translator = Translator.load(run.path, **config_overrides(args))
    start = time.perf_counter()
    scored = evaluate(translator, pairs, args.metric, args.lowercase_tokenized)
    seconds = time.perf_counter() - start
    if args.output:
        args.output.write_text("".join(line + "\n" for line in scored["translations"]), encoding="utf-8")
    print(f"{args.metric.upper()} {scored['score']:.2f}  {scored['signature']}")
    print(f"{len(pairs)} sentences in {seconds:.1f} s")
    if args.perplexity:
        sides = [translator.tokenizer.encode(list(side)) for side in zip(*pairs, strict=True)]
        print(f"perplexity {perplexity(translator.model, list(zip(*sides, strict=True))):.3f} per word piece")


if __name__ == "__main__":
    run_command(main)
