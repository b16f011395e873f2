"""Draw the pictures of the appendix "Mathematics you need" into chapters/pictures.

python chapters/draw_appendix.py
"""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from minitrans.views.plots import BLUE, GREEN, GREY, INK, ORANGE, SKY, plain, save

FOLDER = Path(__file__).parent / "pictures"


@plain
def broadcasting(path):
    """A matrix, a row and their sum: the row is repeated along the first axis."""
    figure = Figure(figsize=(6.4, 1.6), layout="constrained")
    axes = figure.subplots()
    x, row = np.array([[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]), [10, 20, 30, 40]
    repeated = np.broadcast_to(row, x.shape)
    for left, values, name in ((0, x, "+"), (5, repeated, "="), (10, x + repeated, "")):
        for (i, j), value in np.ndenumerate(values):
            kept = left != 5 or i == 0
            box = dict(facecolor=SKY if left == 5 else "white", edgecolor=INK, lw=0.8)
            axes.add_patch(rectangle(left + j, -i, **box, alpha=1 if kept else 0.35))
            colour = INK if kept else GREY
            axes.text(left + j, -i, value, ha="center", va="center", color=colour)
        axes.text(left + 4, -1, name, ha="center", va="center", size=13, color=INK)
    axes.set(xlim=(-0.6, 13.6), ylim=(-2.6, 0.6), aspect="equal")
    axes.axis("off")
    save(figure, path)


def rectangle(x, y, **style):
    return Rectangle((x - 0.5, y - 0.5), 1, 1, **style)


@plain
def taylor(path):
    """exp, its tangent and its parabola at 0."""
    figure = Figure(figsize=(5, 2.6), layout="constrained")
    axes = figure.subplots()
    x = np.linspace(-2, 2, 200)
    axes.plot(x, np.exp(x), color=INK, label="$e^x$")
    axes.plot(x, 1 + x, "--", color=BLUE, label="first order: $1 + x$")
    axes.plot(x, 1 + x + x**2 / 2, ":", color=ORANGE, lw=2,
              label="second order: $1 + x + x^2/2$")  # fmt: skip
    axes.plot(0, 1, "o", color=INK, ms=5)
    axes.set(xlabel="x", ylim=(-1.2, 7.5))
    axes.legend(frameon=False)
    save(figure, path)


@plain
def stretching(path):
    """A circle and what the matrix of the section makes of it."""
    figure = Figure(figsize=(5.4, 2.6), layout="constrained")
    left, right = figure.subplots(1, 2, sharex=True, sharey=True)
    a, angle = np.array([[0.0, 2.0], [0.5, 0.0]]), np.linspace(0, 2 * np.pi, 200)
    circle = np.stack([np.cos(angle), np.sin(angle)])
    for axes, points, unit in ((left, circle, np.eye(2)), (right, a @ circle, a)):
        axes.plot(*points, color=GREY)
        for vector, colour in zip(unit.T, (BLUE, ORANGE), strict=True):
            arrow(axes, vector, colour)
        axes.set(aspect="equal", xlim=(-2.2, 2.2), ylim=(-1.2, 1.2))
    left.set_title("vectors v of length 1", size=9)
    right.set_title("A v: from 0.5 to 2 long", size=9)
    save(figure, path)


@plain
def rotation(path):
    """A query and a key, turned by the angles of their positions."""
    figure = Figure(figsize=(5.4, 2.3), layout="constrained")
    angle, turn = np.linspace(0, 2 * np.pi, 200), np.radians(30)
    for axes, t in zip(figure.subplots(1, 2), (1, 4), strict=True):
        axes.plot(np.cos(angle), np.sin(angle), color=GREY, lw=0.6)
        for position, colour, name in ((t, BLUE, "query"), (t + 2, GREEN, "key")):
            end = np.array([np.cos(position * turn), np.sin(position * turn)])
            arrow(axes, end, colour)
            label = dict(color=colour, ha="center", va="center", size=8)
            axes.text(*(1.4 * end), f"{name}\nat {position}", **label)
        axes.set(aspect="equal", xlim=(-2, 2), ylim=(-1.4, 1.6))
        axes.axis("off")
    save(figure, path)


def arrow(axes, end, colour):
    head = dict(arrowstyle="-|>", color=colour, lw=1.8, shrinkA=0, shrinkB=0)
    axes.annotate("", end, (0, 0), arrowprops=head)


if __name__ == "__main__":
    for draw in (broadcasting, taylor, stretching, rotation):
        draw(FOLDER / f"{draw.__name__}.png")
