"""Films of boxes that move from stage to stage: pictures in SVG that play without a kernel."""

from html import escape

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import display

from ..plots import INK
from .pictures import drawn

BOX, SPACE, SECONDS = 24, 34, 4  # size of a box, space for a title, time of a stage


def show_film(stages: np.ndarray, colours: list, labels: list, titles: list, text: str) -> None:
    """Show boxes that move from stage to stage, in a loop; where nothing can move, all stages side by side.

    stages: places of the boxes, [stages, boxes, 2], x to the right and y down, a box is 1 wide
    colours, labels: of the boxes;  titles: of the stages;  text: for readers who cannot see the film
    """
    moving = svg(stages, colours, labels, titles)
    bundle = {"image/svg+xml": moving, "image/png": still(stages, colours, labels, titles), "text/plain": text}
    display(bundle, metadata={kind: {"alt": text} for kind in ("image/png", "image/svg+xml")}, raw=True)


def svg(stages, colours, labels, titles):
    """-> the film; for readers who want no motion, its last stage"""
    width, height = (int(BOX * (1 + stages[:, :, axis].max()) + 2) for axis in (0, 1))
    width = max(width, *(8 * len(title) for title in titles))
    shown, count = [], len(stages)
    for stage, title in enumerate(titles):
        times = f"animation: t {SECONDS * count}s {SECONDS * (stage - count)}s infinite step-end"
        shown.append(f'<text class="t" x="1" y="20" style="{times}">{escape(title)}</text>')
    for box, (x, y) in enumerate(BOX * stages[0]):
        moves = "".join(f"--x{s}:{a - x:.0f}px;--y{s}:{b - y:.0f}px;" for s, (a, b) in enumerate(BOX * stages[:, box]))
        at = f'x="{x + 1:.0f}" y="{y + SPACE:.0f}" width="{BOX - 2}" height="{BOX - 2}" fill="{colours[box]}"'
        middle = f'x="{x + BOX / 2:.0f}" y="{y + SPACE + 16:.0f}"'
        shown.append(f'<g class="b" style="{moves}"><rect {at}/><text {middle}>{labels[box]}</text></g>')
    move, last = (f"transform: translate(var(--x{s}), var(--y{s}))" for s in ("{s}", count - 1))
    frames = "".join(
        f"{100 * s / count:.0f}%, {100 * (s + 0.6) / count:.0f}% {{{move.replace('{s}', str(s))}}} "
        for s in range(count)
    )
    style = (
        f"text {{font: 13px sans-serif; fill: {INK}}} .b text {{text-anchor: middle}} .t {{opacity: 0}} "
        f"@keyframes t {{0% {{opacity: 1}} {100 / count:.0f}% {{opacity: 0}}}} "
        f"@keyframes b {{{frames}}} .b {{animation: b {SECONDS * count}s infinite}} "
        f"@media (prefers-reduced-motion) {{.b {{animation: none; {last}}} "
        ".t {animation: none !important} .t:nth-of-type(LAST) {opacity: 1}}"
    ).replace("LAST", str(count))
    size = f'width="{width}" height="{height + SPACE}" viewBox="0 0 {width} {height + SPACE}"'
    paper = '<rect width="100%" height="100%" fill="white"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{style}</style>{paper}{"".join(shown)}</svg>'


def still(stages, colours, labels, titles):
    """-> an encoded PNG of all stages, side by side"""
    wide, tall = np.maximum(stages[:, :, 0].max(axis=1) + 2, 8.5), stages[:, :, 1].max() + 1  # room for a title
    _, panels = plt.subplots(1, len(stages), figsize=(0.22 * wide.sum(), 0.22 * tall + 0.4), width_ratios=wide)
    for axes, places, title, width in zip(panels, stages, titles, wide, strict=True):
        for (x, y), colour, label in zip(places, colours, labels, strict=True):
            axes.add_patch(plt.Rectangle((x, y), 0.92, 0.92, color=colour, lw=0))
            axes.text(x + 0.46, y + 0.46, label, ha="center", va="center", size=7)
        axes.set(xlim=(0, width), ylim=(tall, 0), aspect="equal")
        axes.set_title(title.replace(": ", ":\n"), size=8, loc="left")
        axes.axis("off")
    return drawn()
