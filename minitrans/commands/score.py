"""Score given translations with a trained model: for each pair of lines, log P(target | source).

    minitrans score --src in.en --tgt out.de          one number for each pair of lines
    cut -f 2 pairs | minitrans score --src in.en --tgt -     - is standard input

It is the natural logarithm of the probability that the model gives the target and its end.  Beam search maximises it,
apart from the length penalty, and `minitrans evaluate --perplexity` sums it up.  To choose among several translations
by another program, repeat the source line for each of them.
"""

from pathlib import Path

from ..data.lines import matching_lines, name_of
from ..runs.run import Run
from ..system.errors import LineError, UserError
from ..tasks import check_task
from ..training.perplexity import log_probabilities
from ..translator import Translator
from .arguments import OnlyOne, add_model_flags, command_parser, config_overrides
from .sentences import remark, remark_on_unknown


def main():
    parser = command_parser("score", __doc__)
    for flag, about in (("--src", "sentences"), ("--tgt", "their translations, line by line")):
        parser.add_argument(flag, type=Path, action=OnlyOne, required=True, metavar="FILE", help=about)
    add_model_flags(parser, search=False)
    args = parser.parse_args()
    run = Run.open(args.run, "--run bundled")
    check_task(run, "translate", "a parser prints its scores with minitrans parse --score")
    translator = Translator.load(run, **config_overrides(args))
    sides = list(zip(*matching_lines(args.src, args.tgt), strict=True))
    tokenizers = translator.tokenizer, translator.tokenizer.target
    encoded = []
    for path, lines, tokenizer in zip((args.src, args.tgt), sides, tokenizers, strict=True):
        try:
            encoded.append(translator.encode(lines, tokenizer))
        except LineError as error:
            raise UserError(f"{name_of(path)}, line {error.index + 1}: {error}") from None
    translator.tally.add(sides[0], encoded[0])
    remark_on_unknown(encoded[1], name_of(args.tgt))
    for value in log_probabilities(translator.model, list(zip(*encoded, strict=True))):
        print(f"{value:.4f}")
    remark(translator)
