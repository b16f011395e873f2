"""Plots: training curves, attention maps, profiles and trees."""

import warnings
from contextlib import nullcontext
from itertools import accumulate
from math import isfinite
from os import PathLike
from pathlib import Path
from unicodedata import east_asian_width

import numpy as np
from matplotlib import rc_context, style
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator

from ..system.files import output_file
from ..tasks.tree import Tree
from .fonts import choose_fonts, printable

INK, GREY = "#333333", "#767676"
# The palette of Okabe and Ito, which colour-blind people can tell apart; ORANGE is its vermilion, YELLOW its orange.
BLUE, ORANGE, GREEN, PURPLE, SKY, YELLOW = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"
ATTENTION = "Purples"  # the colours of weights of attention, as on the pages
MANY = 60  # with more words than this, the panels of an attention grow no larger
PALETTE = BLUE, YELLOW, GREEN, ORANGE, PURPLE, SKY, "#b8a800", "#7f7f7f"  # of runs; further ones are dashed
CHARTS = dict(  # column of a log: title, scale of the values ("zero": it begins there), whether they are noisy
    loss=("training loss", "linear", True),
    valid_perplexity=("validation perplexity", "log", False),
    valid_bleu=("BLEU", "zero", False),
    valid_f1=("F1 of trees", "zero", False),
    rate=("learning rate", "zero", False),
    tokens_per_second=("tokens per second", "zero", True),
    gradient_norm=("gradient norm", "log", True),
)
OUTLIER, FEW = 10, 16  # times the value below which nine tenths are; points of a curve that are marked
LOOK = {"axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "axes.grid.axis": "y"}
LOOK |= {"grid.alpha": 0.3, "axes.titlesize": 10, "figure.constrained_layout.hspace": 0.1}
plain = style.context("default")  # ignores the matplotlibrc of the user, which may ask for LaTeX


def curves(logs, path, columns=3, dark=False, minutes=False, logarithmic=False, smoothing=0.0):
    """A chart for each of CHARTS that the logs have, with a curve for each log, a list of rows of log.jsonl.

    columns: charts beside each other;  dark: for a dark screen;  minutes: instead of steps;  logarithmic: the loss, too
    smoothing: the weight of the values before in noisy curves, from 0 to 1
    """
    names = [name for name in CHARTS if any(name in row for log in logs for row in log)]
    rows = max(1, -(-len(names) // columns))
    with style.context(["default", *["dark_background"] * dark, LOOK]):
        figure = Figure(figsize=(3.6 * columns, 2.3 * rows), layout="constrained")
        for i, name in enumerate(names):
            title, scale, noisy = CHARTS[name]
            axes = figure.add_subplot(rows, columns, i + 1, title=title)
            scale = "log" if logarithmic and name == "loss" else scale
            draw_curves(axes, [curve(log, name, minutes, smoothing * noisy) for log in logs], scale)
        figure.supxlabel("minutes" if minutes else "step", fontsize=10)
        save(figure, path)


def curve(log, name, minutes, smoothing):
    """-> steps (or minutes) and values of a column of a log, less those that are not finite"""
    rows = [row for row in log if row.get(name) is not None and isfinite(row[name])]
    means = accumulate((row[name] for row in rows), lambda mean, value: smoothing * mean + (1 - smoothing) * value)
    return [row["seconds"] / 60 if minutes else float(row["step"]) for row in rows], np.array([*means], float)


def draw_curves(axes, curves, scale):
    """curves: list of (x, y), in the colours of PALETTE;  scale: of y, see `CHARTS`"""
    values = np.concatenate([y for _, y in curves])
    positive, top = values[values > 0], np.inf
    if scale == "log" and len(positive) == len(values) > 0:
        axes.set_yscale("log")
        subs = (1, 2, 5) if max(values) < 1000 * min(values) else (1,)
        axes.yaxis.set_major_locator(LogLocator(subs=subs, numticks=6))
        axes.minorticks_off()
    elif len(positive):  # a value that diverged would flatten all curves, so it is drawn at the upper edge
        top = values[values <= OUTLIER * np.quantile(positive, 0.9, method="lower")].max()
    for i, (x, y) in enumerate(curves):
        width = 1.5 + 4 * (len(curves) - 1 - i) / len(curves) ** 2  # a curve shows beside those that lie on it
        line = dict(color=PALETTE[i % len(PALETTE)], ls="-" if i < len(PALETTE) else "--", lw=width)
        axes.plot(x, np.minimum(y, top), marker="o" if len(x) < FEW else None, ms=2 + width, **line)
    axes.set(xlim=(0, None), ylim=(0 if scale == "zero" else None, None))
    axes.locator_params(axis="x", nbins=5)
    axes.yaxis.set_major_formatter("{x:g}")


@plain
def attention_map(weights, keys, queries, path, title="", numbers=None):
    """One panel per head.  weights [h, T, S] of T queries (rows) over S keys (columns); keys, queries: their labels.

    numbers: of the heads (default: 1 to h).  The picture of a single head has its weights as numbers, too.
    """
    keys, queries, heads = [*map(printable, keys)], [*map(printable, queries)], len(weights)
    columns = min(heads, 4)
    rows = -(-heads // columns)
    shrink = min(1, MANY / max(len(keys), len(queries)))
    cell, font = shrink * (0.24 if heads > 1 else 0.34), 8 * shrink
    below, beside = (0.2 + 0.01 * font * max(map(letters, labels)) for labels in (keys, queries))
    size = (beside + columns * (0.15 + cell * len(keys)) + 0.8, 0.6 + rows * (0.3 + below + cell * len(queries)))
    figure = Figure(figsize=size, layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False, sharey=True)
    for head, axes in enumerate(grid.flat):
        if head >= heads:
            axes.set_visible(False)
            continue
        axes.imshow(weights[head], cmap=ATTENTION, vmin=0, vmax=1, aspect="auto", interpolation="none")
        axes.set_title(f"head {numbers[head] if numbers else head + 1}", fontsize=9, color=INK)
        axes.set_xticks(range(len(keys)), keys, rotation=90, fontsize=font, parse_math=False)
        axes.set_yticks(range(len(queries)), queries, fontsize=font, parse_math=False)
        if heads == 1:
            write_values(axes, weights[head], ".2f", font - 1.5, least=0.005)
    figure.supxlabel("looks at", fontsize=9)
    figure.supylabel("word", fontsize=9)
    bar = figure.colorbar(grid[0, 0].images[0], ax=grid, aspect=15 * rows, pad=0.02)
    bar.set_label("attention weight", fontsize=8)
    bar.ax.tick_params(labelsize=7)
    figure.suptitle(title, fontsize=10)
    save(figure, path)


def write_values(axes, values, form, size, least=0):
    """Write the values of a matrix into its cells, from `least` on."""
    middle = 0.6 * axes.images[0].norm.vmax
    for (row, column), value in np.ndenumerate(values):
        if value >= least:
            color = "white" if value > middle else INK
            axes.text(column, row, format(value, form), ha="center", va="center", fontsize=size, color=color)


def letters(text):
    """The width of a text in letters; a Chinese character is as wide as two Latin ones."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


@plain
def profile(shares, rest, floor, title, path):
    """Bars: the share of a training step that each operation takes, and the share that matrix products alone need.

    shares: {operation: {"forward": share, "backward": share}}; rest: the share of everything else
    floor: the share of the matrix products alone, a lower bound, or None.  Shares are fractions of 1.
    """
    names = [*shares, "everything else"]
    figure = Figure(figsize=(7, 1.2 + 0.34 * (len(names) + (floor is not None))), layout="constrained")
    axes = figure.subplots()
    forward = [100 * shares[name].get("forward", 0) for name in shares] + [100 * rest]
    backward = [100 * shares[name].get("backward", 0) for name in shares] + [0]
    axes.barh(names, forward, color=BLUE, label="forward")
    axes.barh(names, backward, left=forward, color=ORANGE, label="backward")
    if floor is not None:
        axes.barh(["its matrix products, run alone"], [100 * floor], color="#999999")
    axes.invert_yaxis()
    axes.set(title=title, xlabel="percent of a step")
    axes.legend(frameon=False, loc="center right")
    axes.spines[["top", "right"]].set_visible(False)
    save(figure, path)


@plain
def tree_picture(tree: Tree, path: str | PathLike) -> None:
    """A constituency tree: all words on one line, each label above its words."""
    figure = Figure()
    axes = figure.add_axes((0, 0, 1, 1))
    end = 1  # right end of the words placed so far; one unit is the width of a letter
    style = dict(ha="center", va="center", parse_math=False)

    def place(node, width):
        """Draw a node that is at least `width` letters wide -> its x and y"""
        nonlocal end
        width = max(width, len(node.label))
        if node.is_leaf:
            width = max(width, len(node.children)) + 2
            x, y, end = end + width / 2, 0.6, end + width
            axes.text(x, 0, node.children, fontsize=10, color=INK, **style)
            axes.text(x, y, node.label, fontsize=8, color=ORANGE, **style)
            return x, y
        below = [place(child, width if len(node.children) == 1 else 0) for child in node.children]
        left, right = below[0][0], below[-1][0]
        x, y = (left + right) / 2, max(y for _, y in below) + 1
        axes.text(x, y, node.label, fontsize=10, color=BLUE, **style)
        for line in ((x, x), (y - 0.3, y - 0.5)), ((left, right), (y - 0.5, y - 0.5)):
            axes.plot(*line, color=INK, lw=0.8)
        for child_x, child_y in below:
            axes.plot((child_x, child_x), (child_y + 0.3, y - 0.5), color=INK, lw=0.8)
        return x, y

    _, top = place(tree, 0)
    axes.set(xlim=(0, end + 1), ylim=(-0.6, top + 0.6))
    axes.set_axis_off()
    figure.set_size_inches(0.09 * (end + 1), 0.36 * (top + 1.2))
    save(figure, path)


def save(figure, path):
    """Write to a path, as its ending says, or a PNG to a binary file.  The same numbers give the same bytes."""
    kind = "png" if hasattr(path, "write") else Path(path).suffix[1:].lower()
    # Neither the version of matplotlib nor the time.  An SVG keeps its text as text.
    metadata = dict(png={"Software": None}, svg={"Date": None}, pdf={"CreationDate": None})[kind]
    missing = choose_fonts(figure)
    if missing and kind != "svg":  # the reader of an SVG may have the fonts
        boxes = f"boxes stand for {len(missing)} characters that no font here has ({' '.join(missing[:5])})"
        warnings.warn(f"{boxes}; install a font for them, or write .svg", stacklevel=2)
    with (
        warnings.catch_warnings(),
        rc_context({"svg.fonttype": "none", "svg.hashsalt": "minitrans", "pdf.fonttype": 42}),
        nullcontext(path) if hasattr(path, "write") else output_file(Path(path)) as file,
    ):
        warnings.filterwarnings("ignore", r"Glyph \d+ .* missing from font")  # one for each glyph
        figure.savefig(file, format=kind, dpi=200, metadata=metadata)
