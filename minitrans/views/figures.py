"""Pictures for papers and slides, which `minitrans draw` writes."""

import numpy as np
from matplotlib.figure import Figure

from .plots import BLUE, GREY, INK, ORANGE, letters, plain, save, write_values

PRUNED = 3  # pruned words of each step in the picture of a beam


@plain
def entropies(values, path):
    """Heat maps: the mean entropy of each head in bits.  values: {name of an attention: array [layers, heads]}

    A head with entropy 0 looks at one word; one that looks equally at k words has log2 k bits.
    """
    layers, heads = next(iter(values.values())).shape
    panel = max(2.8, 0.8 + 0.5 * heads)  # the longest title needs 2.8 inches
    figure = Figure(figsize=(1.1 + len(values) * panel, 1.3 + 0.45 * layers), layout="constrained")
    panels = figure.subplots(1, len(values), squeeze=False, sharey=True)[0]
    top = max(array.max() for array in values.values())
    for axes, (name, array) in zip(panels, values.items(), strict=True):
        image = axes.imshow(array, cmap="Blues", vmin=0, vmax=top, aspect="auto", interpolation="none")
        write_values(axes, array, ".1f", 8)
        axes.set(title=name, xlabel="head")
        axes.set_xticks(range(heads), range(1, heads + 1))
        axes.set_yticks(range(layers), range(1, layers + 1))
    panels[0].set_ylabel("layer")
    figure.colorbar(image, ax=panels, label="entropy (bits)")
    save(figure, path)


@plain
def schedule(rates, warmup, path, steps=None):
    """The learning rate of each step from 1, or of these steps, and the end of the warm-up."""
    steps = steps or range(1, len(rates) + 1)
    figure = Figure(figsize=(5, 3), layout="constrained")
    axes = figure.subplots()
    axes.plot(steps, rates, color=BLUE)
    if warmup <= steps[-1]:
        axes.axvline(warmup, color=GREY, ls=":")
        axes.annotate(" warm-up ends", (warmup, 0.06 * max(rates)), color=INK, fontsize=9)
    axes.set(xlabel="step", ylabel="learning rate", ylim=(0, None))
    axes.spines[["top", "right"]].set_visible(False)
    save(figure, path)


@plain
def lengths(sides, padding, path):
    """Histograms of the lengths of sentences, and bars of the padding of batches.

    sides: {"source": lengths, "target": lengths} in pieces; padding: {how batches are made: share of padding, 0 to 1}
    """
    figure = Figure(figsize=(8, 3), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=(3, 2))
    longest = max(int(np.quantile(side, 0.999)) for side in sides.values())
    for (name, side), color, line in zip(sides.items(), (BLUE, ORANGE), ("-", "--"), strict=True):
        counts = np.bincount(np.minimum(side, longest), minlength=longest + 1)
        left.stairs(
            counts, np.arange(longest + 2) - 0.5, color=color, ls=line, label=f"{name}, mean {np.mean(side):.1f}"
        )
    left.set(xlabel=f"pieces ({longest} or more are one bin)", ylabel="sentences")
    left.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2)
    bars = right.barh(list(padding), [100 * share for share in padding.values()], color=BLUE)
    right.bar_label(bars, fmt=" %.1f %%", fontsize=9)
    right.set(xlabel="padding, percent of a batch", xlim=(0, 100))
    right.invert_yaxis()
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
    save(figure, path)


@plain
def beam(nodes, hypotheses, path, title=""):
    """A beam search: a column for each step, the most probable hypothesis on top, and lines from the words before.

    nodes: [parent, label, log probability, fate], the root first; the fate is "kept", "finished" or "pruned"
    hypotheses: [score, text, node] of those that ended, best first.  Thick lines lead to the first.  In each step only
    the PRUNED best of the dropped words are drawn.
    """
    # The nodes of each step, with only some of the pruned ones; and those that lead to the best hypothesis.
    columns, step_of, best = [], [], {0}
    for number, (parent, _, _, fate) in enumerate(nodes):
        step_of.append(0 if parent is None else step_of[parent] + 1)
        if step_of[-1] == len(columns):
            columns.append([])
        column = columns[step_of[-1]]
        if fate != "pruned" or sum(nodes[other][3] == "pruned" for other in column) < PRUNED:
            column.append(number)
    end = hypotheses[0][2]
    while end:
        best.add(end)
        end = nodes[end][0]
    # Each node, with a line from its parent.  One unit of x is the width of a letter.
    height = max(map(len, columns)) + 2.8 + 0.7 * len(hypotheses)
    figure = Figure()
    axes = figure.add_axes((0, 0, 1, 1))
    style = dict(va="center", parse_math=False)
    cover = dict(boxstyle="square,pad=0.15", fc="white", ec="none")  # ends a line before the word
    x, place = 1, {}
    for column in columns:
        for row, number in enumerate(column):
            parent, label, score, fate = nodes[number]
            y, color = height - 2 - row, GREY if fate == "pruned" else BLUE if number in best else INK
            thick = dict(weight="bold") if number in best else {}
            box = cover | dict(ec=color) if fate == "finished" else cover
            axes.text(x, y, label, fontsize=10, color=color, bbox=box, **thick, **style)
            place[number] = x, y
            if parent is not None:
                left, top = place[parent]
                line_width, depth = (2.2, 2) if thick else (0.7, 1)
                line = dict(color=color, lw=line_width, zorder=depth, ls=":" if fate == "pruned" else "-")
                axes.plot((left + 1, x - 4, x - 1, x + 1), (top, top, y, y), **line)
                axes.text(x, y - 0.48, f"{score:.2f}", fontsize=8, color=GREY, **style)
        x += 7 + max(4, *(letters(nodes[number][1]) for number in column))
    # Below, the hypotheses that ended; above, the title.
    about = "The hypotheses that ended, with log probability / length penalty:"
    lines = [about, *(f"{score:.3f}  {text}" for score, text, _ in hypotheses)]
    for row, line in enumerate(reversed(lines)):
        color = GREY if line is about else BLUE if line is lines[1] else INK
        axes.text(1, 0.7 * row + 0.5, line, fontsize=10, color=color, **style)
    axes.text(1, height - 0.8, title, fontsize=10, **style)
    width = max(x, *map(letters, [title, *lines]))
    axes.set(xlim=(0, width), ylim=(0, height))
    axes.set_axis_off()
    figure.set_size_inches(0.085 * width, 0.34 * height)
    save(figure, path)
