"""Draw a picture for a paper or a slide.  The ending of the file chooses the format: PNG, SVG or PDF.

minitrans draw heads "A dog runs." -o heads.svg        attention, all heads of the last layer
minitrans draw heads "A dog runs." --layer 2 --head 1  one head
minitrans draw beam "A dog runs." -o beam.pdf          the beam search
minitrans draw entropy                                 how many words each head looks at
minitrans draw rate                                    the learning rate of a run
minitrans draw lengths                                 sentences of the training text, and padding
"""

from itertools import islice
from pathlib import Path

import numpy as np

from ..data.batching import batches
from ..data.encoded import tokenize_in_memory
from ..runs.run import Run
from ..system.errors import UserError
from ..system.files import check_outputs
from ..tasks import task_of
from ..training.corpus import short_enough
from ..training.plan import planned, rate_at
from ..translator import Translator
from ..views.trace import forward, label
from .arguments import PICTURES, add_model_flags, command_parser, config_overrides, drawing
from .sentences import as_sentence, remark

ATTENTION = dict(encoder="encoder self-attention", decoder="decoder self-attention", cross="encoder-decoder attention")
PAIRS = 100  # validation pairs that `entropy` averages over
MOST_PAIRS = 100_000  # training pairs that `lengths` counts
MOST_STEPS = 10_000  # points in the picture of the rate
SENTENCES = "heads", "beam"  # the pictures of one sentence


def main():
    parser = command_parser("draw", __doc__)
    parser.add_argument("what", choices=DRAW, metavar="WHAT", help=", ".join(DRAW))
    parser.add_argument("sentence", nargs="?", type=as_sentence, metavar="SENTENCE", help="heads, beam: a sentence")
    add_model_flags(parser)
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="picture (default: WHAT.png)")
    parser.add_argument("--attention", choices=ATTENTION, default="cross", help="heads: which (default: %(default)s)")
    parser.add_argument("--layer", type=int, metavar="INT", help="heads: number of the layer (default: the last)")
    parser.add_argument("--head", type=int, metavar="INT", help="heads: number of one head (default: all)")
    args = parser.parse_intermixed_args()  # a flag may stand before the sentence
    args.output = args.output or Path(f"{args.what}.png")
    args.sentence = (args.sentence or "").strip()
    if (args.what in SENTENCES) != bool(args.sentence) or "\n" in args.sentence:
        takes = f'draws one sentence: minitrans draw {args.what} "A dog runs."'
        raise UserError(f"{args.what} {takes if args.what in SENTENCES else 'takes no sentence'}")
    run = Run.open(args.run, "--run bundled")
    check_outputs(args, run.inputs, output=PICTURES)
    DRAW[args.what](run, args)
    print(args.output)


def traced(run, args):
    translator = Translator.load(run, **config_overrides(args))
    trace = translator.trace(args.sentence)
    remark(translator)
    return trace


def draw_heads(run, args):
    trace = traced(run, args)
    weights = trace.attention[args.attention]
    layer = chosen("--layer", args.layer, len(weights)) or len(weights)
    head = chosen("--head", args.head, weights.shape[1])
    heads = [head] if head else range(1, weights.shape[1] + 1)
    title = f"{ATTENTION[args.attention]}, layer {layer}"
    with drawing(args.output):
        from ..views.plots import attention_map  # imported late because matplotlib takes seconds to import

        shown = weights[layer - 1, np.array(heads) - 1]
        attention_map(shown, *trace.sides(args.attention), args.output, title, heads)


def draw_beam(run, args):
    trace = traced(run, args)
    with drawing(args.output):
        from ..views.figures import beam

        nodes = [(parent, label(piece), score, fate) for parent, piece, score, fate in trace.beam]
        beam(nodes, trace.hypotheses, args.output, trace.text)


def draw_entropy(run, args):
    loaded, task = Translator.load(run, **config_overrides(args)), task_of(run.config)
    pairs, _ = task.read(text_of(run, "valid"))
    sums, counts = {}, {}
    for ids in task.encode(loaded.tokenizer, pairs[:PAIRS]):
        _, attention, _ = forward(loaded.model, *ids)
        for name, weights in attention.items():
            each = -(weights * np.log2(np.maximum(weights, 1e-30))).sum(axis=-1)  # [layers, heads, queries]
            sums[name] = sums.get(name, 0) + each.sum(axis=-1)
            counts[name] = counts.get(name, 0) + each.shape[-1]
    with drawing(args.output):
        from ..views.figures import entropies

        entropies({about: sums[name] / counts[name] for name, about in ATTENTION.items()}, args.output)


def draw_rate(run, args):
    c, made_at = planned(run, run.config)
    # If only minutes are given, the number of steps is just an upper limit, so the picture ends at the last step taken.
    last = min([c.steps, *(row["step"] for row in run.log[-1:] if c.minutes)])
    steps = range(1, last + 1, -(-last // MOST_STEPS))
    rates = [rate_at(step, c, made_at=made_at) for step in steps]
    with drawing(args.output):
        from ..views.figures import schedule

        schedule(rates, c.warmup, args.output, steps)


def draw_lengths(run, args):
    config, task = run.config, task_of(run.config)
    lines = islice(task.lines(text_of(run, "train")), MOST_PAIRS)
    pairs = short_enough(tokenize_in_memory(run.tokenizer, lines), config.max_length)
    sides = dict(zip(("source", "target"), pairs.lengths.T + 1, strict=True))  # + 1 for EOS
    size = max(1, round(config.batch_tokens / np.mean(sides["target"])))
    in_order = [np.arange(first, min(first + size, len(pairs))) for first in range(0, len(pairs), size)]
    shares = {
        "sorted by length": padding(sides, batches(pairs, config.batch_tokens)),
        "as in the file": padding(sides, in_order),
    }
    with drawing(args.output):
        from ..views.figures import lengths

        lengths(sides, shares, args.output)


def text_of(run, split):
    """-> the paths of a split"""
    if split not in (files := run.text.files):
        raise UserError(f"{run.path}/data.json: has no {split} split")
    return files[split]


def padding(sides, groups):
    """The share of padding in batches of these pairs, source and target together."""
    words = sum(side.sum() for side in sides.values())
    room = sum(len(group) * side[group].max() for group in groups for side in sides.values())
    return 1 - words / room


def chosen(flag, number, most):
    """The value of a flag, or None."""
    if number is not None and not 1 <= number <= most:
        raise UserError(f"{flag} {number}: must be from 1 to {most}")
    return number


DRAW = dict(heads=draw_heads, beam=draw_beam, entropy=draw_entropy, rate=draw_rate, lengths=draw_lengths)
