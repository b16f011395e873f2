"""Translate with a trained model.

    minitrans translate "A dog runs."            a sentence (put -- before one that begins with a dash)
    minitrans translate < in.txt > out.txt       one line in, one line out; a blank line stays blank
    mpiexec -n 4 minitrans translate < in > out  the same, shared between four processes (extra mpi)
    minitrans translate --input in.txt.gz        a file
    minitrans translate                          at a terminal: type sentences, end with Ctrl-D
    minitrans translate --prefix "Ein" "A dog runs."                         a translation that begins with Ein
    minitrans translate --model Helsinki-NLP/opus-mt-en-de "The woman reads a book."     a model of the Hugging Face Hub

The configuration of the run sets what the flags do not, such as the size of the beam.
"""

import itertools
import sys
from functools import partial
from pathlib import Path

from ..data.lines import name_of, one_line, stream_lines
from ..data.unicode import is_blank
from ..runs.run import Run
from ..system.errors import UserError, shown
from ..tasks import check_task
from ..tasks.constrained import without_words
from ..translator import Translator
from .arguments import OnlyOne, command_parser, config_overrides
from .sentences import add_sentence_flags, answers, as_text, check_sentence_flags, load_runs, remark

MOST = 10**4  # translations per sentence, as for the beam


def main():
    parser = command_parser("translate", __doc__)
    add_sentence_flags(parser, "translate")
    about = "translations per sentence, printed as NUMBER ||| TEXT ||| SCORE; the beam is at least as wide (default: 1)"
    parser.add_argument("--nbest", type=int, default=1, metavar="INT", help=about)
    about = "a Marian model instead of a run: its name on the Hugging Face Hub, or a folder (extra hub)"
    parser.add_argument("--model", metavar="NAME", help=about)
    parser.add_argument("--prefix", type=as_text, metavar="TEXT", help="what every translation must begin with")
    about = "what each translation must begin with: line i for sentence i; a blank line leaves it free"
    parser.add_argument("--prefix-file", type=Path, action=OnlyOne, metavar="FILE", help=about)
    about = "least number of pieces in a translation, unless its longest length is less"
    parser.add_argument("--min-length", type=int, default=0, metavar="INT", help=about)
    about = "no sequence of INT pieces may occur twice in a translation"
    parser.add_argument("--no-repeat", type=int, default=0, metavar="INT", help=about)
    about = "whole words or signs that no translation may contain; capitals matter (repeatable)"
    parser.add_argument("--forbid", type=as_text, action="append", default=[], metavar="TEXT", help=about)
    about = (
        "also print, after |||, pairs I-J: word J of the translation, counted from 0, looks most at word I of the "
        "source (mean over the heads of the last cross-attention)"
    )
    parser.add_argument("--alignments", action="store_true", help=about)
    args = parser.parse_args()
    run = None if args.model else Run.open(args.run, "--run bundled")
    check_sentence_flags(args)
    prefixes = prefixes_of(args)
    if not 1 <= args.nbest <= MOST:
        raise UserError(f"--nbest must be from 1 to {MOST}, got {args.nbest}")
    translator = load(args, run)
    translator.constraints = constraints_of(args, translator)
    if args.alignments:
        translator.alignment("", "")  # refuse a model that has no attention to show
    number = itertools.count()
    done = 0

    def search(block):
        part = [args.prefix] * len(block) if prefixes is None else prefixes[done : done + len(block)]
        if len(part) < len(block):
            raise UserError(f"{name_of(args.prefix_file)}: has {len(prefixes)} lines, but there are more sentences")
        return translator.search(block, nbest=args.nbest, prefixes=None if None in part else part)

    for block, found in answers(args, search):
        for line, hypotheses in zip(block, found, strict=True):
            show(next(number), hypotheses, args.nbest, partial(translator.alignment, line) if args.alignments else None)
        done += len(block)
        sys.stdout.flush()
    if args.prefix_file and done < len(prefixes):
        raise UserError(f"{name_of(args.prefix_file)}: has {len(prefixes)} lines for {done} sentences")
    remark(translator)


def prefixes_of(args):
    """-> the lines of --prefix-file, or None"""
    if args.prefix is not None and args.prefix_file:
        raise UserError("give --prefix or --prefix-file, not both")
    if str(args.prefix_file) == "-" and args.sentence is None and not args.input:
        raise UserError("--prefix-file -: the sentences come from standard input; give them with --input")
    return list(stream_lines(args.prefix_file)) if args.prefix_file else None


def constraints_of(args, translator):
    """-> the Constraints of the model and of the flags"""
    for flag, value in (("--min-length", args.min_length), ("--no-repeat", args.no_repeat)):
        if value < 0:
            raise UserError(f"{flag} must be 0 or more, got {value}")
    if any(map(is_blank, args.forbid)):
        raise UserError("--forbid: is empty; give the words to forbid, or leave it out")
    before, target = translator.constraints, translator.tokenizer.target
    return before._replace(
        min_length=args.min_length or before.min_length,
        no_repeat=args.no_repeat or before.no_repeat,
        words=partial(without_words, args.forbid, target.words(range(len(target)))) if args.forbid else None,
    )


def load(args, run):
    if args.model:
        if args.run:
            raise UserError("give --run or --model, not both")
        if args.ensemble:
            raise UserError("--ensemble is for runs, not for --model")
        return Translator.load_published(args.model, **config_overrides(args))
    check_task(run, "translate", "its command is minitrans parse")
    return load_runs(run, args)


def show(number, hypotheses, nbest, align=None):
    """Print the best translation, or an n-best list in the format of Moses; align(text) -> pairs of words to add"""
    for score, text in hypotheses:
        text = one_line(text)
        pairs = f" ||| {' '.join(f'{i}-{j}' for i, j in align(text))}" if align else ""
        print(shown((text if nbest == 1 else f"{number} ||| {text} ||| {score:.4f}") + pairs))
