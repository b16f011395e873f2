"""Pictures for papers and slides, which `python -m minitrans.draw` writes."""

import numpy as np
from matplotlib.figure import Figure

from .plots import BLUE, INK, ORANGE, plain, save

GREY = "#8c8c8c"
SHOWN = 2  # pruned words of each step in the picture of a beam


@plain
def entropies(values, path):
    """Heat maps: the mean entropy of each head in bits.  values: {name of an attention: array [layers, heads]}

    A head of entropy 0 looks at one word; k words that it looks at equally make log2 k bits.
    """
    layers, heads = next(iter(values.values())).shape
    figure = Figure(figsize=(1.1 + len(values) * (0.8 + 0.5 * heads), 1.3 + 0.45 * layers), layout="constrained")
    panels = figure.subplots(1, len(values), squeeze=False, sharey=True)[0]
    top = max(array.max() for array in values.values())
    for axes, (name, array) in zip(panels, values.items(), strict=True):
        image = axes.imshow(array, cmap="Blues", vmin=0, vmax=top, aspect="auto")
        for (layer, head), value in np.ndenumerate(array):
            color = "white" if value > 0.6 * top else INK
            axes.text(head, layer, f"{value:.1f}", ha="center", va="center", fontsize=8, color=color)
        axes.set(title=name, xlabel="head")
        axes.set_xticks(range(heads), range(1, heads + 1))
        axes.set_yticks(range(layers), range(1, layers + 1))
    panels[0].set_ylabel("layer")
    figure.colorbar(image, ax=panels, label="entropy (bits)")
    save(figure, path)


@plain
def schedule(rates, warmup, path):
    """The learning rate of each step, from step 1, and where the warm-up ends."""
    figure = Figure(figsize=(5, 3), layout="constrained")
    axes = figure.subplots()
    axes.plot(range(1, len(rates) + 1), rates, color=BLUE)
    if warmup <= len(rates):
        axes.axvline(warmup, color=GREY, ls=":")
        axes.annotate(" warm-up ends", (warmup, 0.06 * max(rates)), color=INK, fontsize=9)
    axes.set(xlabel="step", ylabel="learning rate", ylim=(0, None))
    without_frame(axes)
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
    left.legend(frameon=False)
    bars = right.barh(list(padding), [100 * share for share in padding.values()], color=BLUE)
    right.bar_label(bars, fmt=" %.1f %%", fontsize=9)
    right.set(xlabel="padding, percent of a batch", xlim=(0, 100))
    right.invert_yaxis()
    for axes in (left, right):
        without_frame(axes)
    save(figure, path)


@plain
def beam(nodes, hypotheses, path):
    """The tree of a beam search, from left to right: finished hypotheses with their scores, pruned words in grey.

    nodes: [parent, word, score, fate], the first is the root; hypotheses: [score, text, node], best first.  Of the
    pruned words of each step it shows the best SHOWN.
    """
    children, depth, best, pruned = {}, [0] * len(nodes), set(), {}
    for number, (parent, _, _, fate) in enumerate(nodes):
        if parent is None:
            continue
        depth[number] = depth[parent] + 1
        pruned[depth[number]] = pruned.get(depth[number], 0) + (fate == "pruned")
        if fate != "pruned" or pruned[depth[number]] <= SHOWN:
            children.setdefault(parent, []).append(number)
    number = hypotheses[0][2]
    while number is not None:
        best.add(number)
        number = nodes[number][0]
    rows, scores = {}, {number: score for score, _, number in hypotheses}

    def place(number):
        """Give each end of the tree a row of its own, and each other word the row of its first child."""
        below = [place(child) for child in sorted(children.get(number, ()), key=lambda child: child not in best)]
        rows[number] = below[0] if below else len(ends)
        if not below:
            ends.append(number)
        return rows[number]

    ends = []
    place(0)
    width = 0.3 + 0.075 * max(len(nodes[n][1]) for n in rows)  # of a step, in inches
    figure = Figure(figsize=(width * (max(depth[n] for n in rows) + 1.5), 0.4 + 0.21 * len(ends)), layout="constrained")
    axes = figure.subplots()
    for number, row in rows.items():
        parent, word, _, fate = nodes[number]
        color = BLUE if number in best else GREY if fate == "pruned" else INK
        if parent is not None:
            bend, style = depth[number] - 0.5, dict(color=color, lw=1.6 if number in best else 0.6, zorder=1)
            axes.plot((depth[parent], bend, bend, depth[number]), (rows[parent], rows[parent], row, row), **style)
        text = f"{word}   {scores[number]:.2f}" if number in scores else word
        box = dict(boxstyle="round,pad=0.15", facecolor="white", edgecolor="none")
        weight = "bold" if number in best else "normal"
        kind = dict(color=color, fontsize=8, fontweight=weight, parse_math=False, bbox=box, zorder=2)
        axes.text(depth[number], row, text, ha="left" if number in scores else "center", va="center", **kind)
    axes.set(xlim=(-0.5, max(depth[n] for n in rows) + 1), ylim=(len(ends), -1))
    axes.set_axis_off()
    save(figure, path)


def without_frame(axes):
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
