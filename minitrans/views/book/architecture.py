"""The Transformer as a diagram (after Figure 1 of the paper), and the place of each chapter in it."""

from itertools import chain, pairwise
from typing import NamedTuple

from matplotlib import pyplot as plt
from matplotlib.patches import FancyBboxPatch

from ..plots import BLUE, GREY, INK, ORANGE
from .pictures import show


class Part(NamedTuple):
    """A box: its label, the chapters about it, its middle and its size."""

    label: str
    chapters: str
    x: float
    y: float
    width: float = 3.3
    height: float = 0.75


LEFT, RIGHT = 2.7, 7.5  # the middles of the two columns
PARTS = {
    "source": Part("source pieces", "9", LEFT, 0.6),
    "source embedding": Part("embedding + position", "7, 7b", LEFT, 2.0),
    "self-attention": Part("multi-head\nself-attention", "5, 6", LEFT, 4.2, height=1.1),
    "norm 1": Part("add & LayerNorm", "4", LEFT, 5.3),
    "feed-forward": Part("feed-forward", "3", LEFT, 7.0),
    "norm 2": Part("add & LayerNorm", "4", LEFT, 7.9),
    "target": Part("target pieces so far", "9", RIGHT, 0.6),
    "target embedding": Part("embedding + position", "7, 7b", RIGHT, 2.0),
    "masked self-attention": Part("masked multi-head\nself-attention", "5, 6", RIGHT, 4.2, height=1.1),
    "norm 3": Part("add & LayerNorm", "4", RIGHT, 5.3),
    "cross-attention": Part("multi-head\ncross-attention", "5, 6", RIGHT, 7.2, height=1.1),
    "norm 4": Part("add & LayerNorm", "4", RIGHT, 8.3),
    "decoder feed-forward": Part("feed-forward", "3", RIGHT, 10.0),
    "norm 5": Part("add & LayerNorm", "4", RIGHT, 10.9),
    "linear": Part("linear", "3, 7", RIGHT, 12.5),
    "softmax": Part("softmax", "2", RIGHT, 13.6),
    "output": Part("next piece: probabilities", "8", RIGHT, 14.9),
    "loss": Part("loss, gradients, Adam", "1, 2b, 10", LEFT, 13.6),
    "search": Part("greedy or beam search", "11", LEFT, 14.9),
}
RESIDUALS = [  # around this part into that one
    ("self-attention", "norm 1"),
    ("feed-forward", "norm 2"),
    ("masked self-attention", "norm 3"),
    ("cross-attention", "norm 4"),
    ("decoder feed-forward", "norm 5"),
]
COLUMNS = [  # each part's output goes to the next one
    ["source", "source embedding", "self-attention", "norm 1", "feed-forward", "norm 2"],
    ["target", "target embedding", "masked self-attention", "norm 3", "cross-attention", "norm 4"],
    ["norm 4", "decoder feed-forward", "norm 5", "linear", "softmax", "output"],
]
ATTENTION = "self-attention", "masked self-attention", "cross-attention"
FEED_FORWARD = "feed-forward", "decoder feed-forward"
NORMS = "norm 1", "norm 2", "norm 3", "norm 4", "norm 5"
EMBEDDINGS = "source embedding", "target embedding"
ENCODER = "source embedding", "self-attention", "norm 1", "feed-forward", "norm 2"
LAYERS = (*ATTENTION, *FEED_FORWARD, *NORMS)
GPT = "target", "target embedding", "masked self-attention", "norm 3", "decoder feed-forward", "norm 5", "linear"
HERE = {  # for each chapter, its subject and the parts that it is about
    0: ("the whole model", PARTS),
    "0b": ("the next word, and the loss", ["softmax", "output", "loss"]),
    1: ("the tape, which finds the gradients", ["loss"]),
    2: ("softmax", ["softmax"]),
    "2b": ("the loss", ["softmax", "loss"]),
    3: ("linear maps and the feed-forward network", [*FEED_FORWARD, "linear"]),
    4: ("residual connections and LayerNorm", NORMS),
    5: ("attention", ATTENTION),
    6: ("multi-head attention", ATTENTION),
    7: ("embeddings", [*EMBEDDINGS, "linear"]),
    "7b": ("positions", EMBEDDINGS),
    8: ("the encoder and the decoder", [*LAYERS, *EMBEDDINGS, "linear", "softmax", "output"]),
    "8b": ("the whole model, tested", PARTS),
    9: ("text, pieces and batches", ["source", "target"]),
    10: ("gradients, Adam and the learning rate", ["loss"]),
    "10b": ("dropout, label smoothing and weight decay", ["loss"]),
    11: ("greedy and beam search", ["search", "output"]),
    12: ("the whole model, trained", PARTS),
    13: ("what the attention heads have learned", ATTENTION),
    14: ("self-attention and its rivals", ["self-attention", "masked self-attention"]),
    15: ("the whole model, made fast", PARTS),
    16: ("the whole model, as a parser", PARTS),
    17: ("the decoder alone: a language model", [*GPT, "softmax", "output", "loss"]),
    18: ("the whole model, on real text", PARTS),
    19: ("a trained model that learns something new", [*ATTENTION, "output", "loss"]),
    20: ("the encoder, which reads pictures", ["source", *ENCODER, "loss"]),
}


DESCRIPTION = (
    "The Transformer.  Left, from bottom to top, the encoder: source pieces, embedding and position, then N layers of "
    "multi-head self-attention and a feed-forward network, each followed by add and LayerNorm.  Right, the decoder: "
    "target pieces so far, embedding and position, then N layers of masked multi-head self-attention, multi-head "
    "cross-attention to the output of the encoder, and a feed-forward network, each followed by add and LayerNorm; "
    "then a linear map and softmax, which give the probabilities of the next piece.  In training these go to the loss, "
    "in translation to the search, which hands the piece that it chooses back to the decoder."
)


def here(chapter: int | str) -> None:
    """Show the diagram: on a whole page in chapter 0; small in all others, with the parts of the chapter marked."""
    subject, marked = HERE[chapter]
    if chapter == 0:
        _, axes = plt.subplots(figsize=(7.6, 11))
        draw(axes, [], labels=True)
        show(DESCRIPTION)
        return
    _, (axes, beside) = plt.subplots(1, 2, figsize=(4.6, 2.6), width_ratios=(1, 1.2))
    draw(axes, marked)
    beside.axis("off")
    beside.text(0, 0.55, "You are here", color=ORANGE, weight="bold", size=11)
    beside.text(0, 0.42, subject, color=INK, size=10)
    show(f"A small diagram of the Transformer.  You are here: {subject}.")


def draw(axes, marked, labels=False):
    """Draw the diagram with the parts in `marked` filled.  labels: write names and chapters into the parts."""
    axes.set(xlim=(0, 10.4), ylim=(0, 15.5), aspect="equal")
    axes.axis("off")
    for name, x, end in (("encoder", LEFT, 8.6), ("decoder", RIGHT, 11.6)):
        box(axes, x, (end + 2.9) / 2, 4.5, end - 2.9, face="#f3f3f3", edge="#f3f3f3")
        if labels:
            axes.text(x - 2.2, end + 0.1, f"{name}: N layers", color=GREY, size=9)
    for below, above in chain.from_iterable(map(pairwise, COLUMNS)):
        arrow(axes, (PARTS[below].x, top(below)), (PARTS[above].x, bottom(above)))
    for around, end in RESIDUALS:
        x, side, low = PARTS[end].x, -1 if PARTS[end].x == LEFT else 1, bottom(around) - 0.35
        outside, y = x + 2.0 * side, PARTS[end].y
        arrow(axes, (x, low), (outside, low), (outside, y), (x + 1.65 * side, y))
    edge = RIGHT - 1.65
    arrow(axes, (LEFT, top("norm 2")), (LEFT, 9.4), (5.1, 9.4), (5.1, 7.2), (edge, 7.2))  # the encoder's output
    for part in ("loss", "search"):
        arrow(axes, (edge, PARTS[part].y), (LEFT + 1.65, PARTS[part].y))
    y = PARTS["search"].y  # the chosen piece becomes an input of the decoder
    arrow(axes, (LEFT - 1.65, y), (0.2, y), (0.2, 1.3), (5.1, 1.3), (5.1, 0.6), (edge, 0.6), style=":")
    for name, part in PARTS.items():
        fill = ORANGE if name in marked else "white"
        box(axes, part.x, part.y, part.width, part.height, face=fill, edge=fill if name in marked else GREY)
        if labels:
            axes.text(part.x, part.y, part.label, ha="center", va="center", color=INK, size=9)
            chapters = dict(boxstyle="round,pad=0.2", facecolor=BLUE, edgecolor="none")
            axes.text(part.x + 1.6, part.y + part.height / 2, part.chapters, ha="right", va="center", color="white",
                      size=7, bbox=chapters)  # fmt: skip


def top(name):
    return PARTS[name].y + PARTS[name].height / 2


def bottom(name):
    return PARTS[name].y - PARTS[name].height / 2


def box(axes, x, y, width, height, face, edge):
    corner = x - width / 2, y - height / 2
    style = "round,pad=0,rounding_size=0.15"
    axes.add_patch(FancyBboxPatch(corner, width, height, style, facecolor=face, edgecolor=edge, linewidth=0.8))


def arrow(axes, *points, style="-"):
    """A line through the points with an arrow head at its end."""
    xs, ys = zip(*points, strict=True)
    axes.plot(xs, ys, color=GREY, lw=0.8, ls=style, solid_capstyle="butt")
    head = dict(arrowstyle="-|>", color=GREY, lw=0.8, mutation_scale=5, shrinkA=0, shrinkB=0)
    axes.annotate("", points[-1], points[-2], arrowprops=head)
