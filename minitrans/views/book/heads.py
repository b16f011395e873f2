"""Maps of attention over a sentence: the words that look as rows, and the words that they look at as columns."""

import matplotlib.pyplot as plt

from ..plots import ATTENTION
from .pictures import show


def show_heads(maps: dict, keys: list[str], queries: list[str], text: str) -> None:
    """Show maps of attention, four in a row, and close the figure.

    maps: {title: weights [T, S]};  keys, queries: pieces (`▁` begins a word);  text: for readers who cannot see them
    """
    keys, queries = ([piece.replace("▁", "") for piece in pieces] for pieces in (keys, queries))
    columns, rows = min(len(maps), 4), -(-len(maps) // 4)
    cell = 0.17 if len(maps) > 1 else 0.3  # inches
    size = (0.9 + columns * (0.3 + cell * len(keys)), rows * (0.8 + cell * len(queries)))
    figure, panels = plt.subplots(rows, columns, figsize=size, sharex=True, sharey=True, squeeze=False)
    for axes, (title, weights) in zip(panels.flat, maps.items(), strict=True):
        image = axes.imshow(weights, cmap=ATTENTION, vmin=0, vmax=1)
        axes.set_title(title, fontsize=9)
        axes.set_xticks(range(len(keys)), keys, rotation=90, fontsize=8)
        axes.set_yticks(range(len(queries)), queries, fontsize=8)
    figure.supxlabel("looks at", fontsize=9)
    figure.supylabel("word", fontsize=9)
    figure.colorbar(image, ax=panels, shrink=0.8, label="weight")
    show(text)
