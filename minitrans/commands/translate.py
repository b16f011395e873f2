"""Translate with a trained model.

    minitrans translate "A dog runs."            a sentence (put -- before one that begins with a dash)
    minitrans translate < in.txt > out.txt       one line in, one line out; a blank line stays blank
    mpiexec -n 4 minitrans translate < in > out  the same, shared between four processes (extra mpi)
    minitrans translate --input in.txt.gz        a file
    minitrans translate                          at a terminal: type sentences, end with Ctrl-D
    minitrans translate --model Helsinki-NLP/opus-mt-en-de "A sentence."     a model of the Hugging Face Hub

The configuration of the run sets what the flags do not, such as the size of the beam.
"""

import itertools
import sys
from functools import partial

from ..data.lines import one_line
from ..parallel.world import world
from ..runs.run import Run
from ..system.errors import UserError, shown
from ..tasks import check_task
from ..translator import Translator
from .arguments import command_parser, config_overrides, drawing
from .sentences import add_sentence_flags, answers, check_sentence_flags, load_runs, remark

MOST = 10**4  # translations per sentence, as for the beam


def main():
    parser = command_parser("translate", __doc__)
    add_sentence_flags(parser, "translate", "--attention", "draw the cross-attention for SENTENCE")
    about = "number of translations per sentence, printed as NUMBER ||| TEXT ||| SCORE (default: 1)"
    parser.add_argument("--nbest", type=int, default=1, metavar="INT", help=about)
    about = "a Marian model instead of a run: its name on the Hugging Face Hub, or a folder (extra hub)"
    parser.add_argument("--model", metavar="NAME", help=about)
    args = parser.parse_args()
    check_sentence_flags(args, "--attention")
    if not 1 <= args.nbest <= MOST:
        raise UserError(f"--nbest must be from 1 to {MOST}, got {args.nbest}")
    translator = load(args)
    if args.attention:
        trace = translator.trace(args.sentence, beam=max(translator.config.beam, args.nbest))
        show(0, trace.hypotheses[: args.nbest], args.nbest)
        return draw(trace, args.attention)
    number = itertools.count()
    for _, found in answers(args, partial(translator.search, nbest=args.nbest)):
        for hypotheses in found:
            show(next(number), hypotheses, args.nbest)
        sys.stdout.flush()
    remark(translator)


def load(args):
    if args.model:
        if args.run:
            raise UserError("give --run or --model, not both")
        if args.ensemble:
            raise UserError("--ensemble is for runs, not for --model")
        return Translator.load_published(args.model, **config_overrides(args))
    run = Run.open_or_bundled(args.run)
    check_task(run, "translate", "its command is minitrans parse")
    return load_runs(run, args)


def show(number, hypotheses, nbest):
    """Print the best translation, or an n-best list in the format of Moses."""
    for score, text, *_ in hypotheses:
        text = one_line(text)
        print(shown(text if nbest == 1 else f"{number} ||| {text} ||| {score:.4f}"))


def draw(trace, path):
    """Draw the cross-attention of the last layer, with one panel per head."""
    if world().rank:
        return
    with drawing(path):
        from ..views.plots import attention_map  # imported late because matplotlib takes seconds to import

        title = "What each word of the translation looks at (last layer)"
        attention_map(trace.attention["cross"][-1], *trace.sides("cross"), path, title)
