import re
from base64 import b64decode
from pathlib import Path

import pytest
from IPython.utils.capture import capture_output

from minitrans.views.book.architecture import COLUMNS, HERE, PARTS, RESIDUALS, here

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("chapter", HERE)
def test_the_diagram_of_a_chapter(chapter):
    with capture_output() as shown:
        here(chapter)
    (output,) = shown.outputs
    assert len(b64decode(output.data["image/png"])) < (150_000 if chapter == 0 else 40_000)
    subject, marked = HERE[chapter]
    assert set(marked) <= set(PARTS)
    assert "encoder" in output.data["text/plain"] if chapter == 0 else subject in output.data["text/plain"]


def test_every_chapter_has_its_place():
    chapters = {path.stem.partition("_")[0] for path in (ROOT / "chapters").glob("[0-9]*.ipynb")}
    assert {name.removeprefix("0") for name in chapters} <= set(map(str, HERE))


def test_the_chapters_in_a_part_mark_it():
    for name, part in PARTS.items():
        for chapter in re.findall(r"\d+b?", part.chapters):
            assert name in HERE[int(chapter) if chapter.isdigit() else chapter][1], (name, chapter)


def test_arrows_follow_the_layers_of_the_model():
    """As in Figure 1: N layers of two and of three sub-layers, each with a residual connection into add & LayerNorm."""
    norms = [name for name in PARTS if PARTS[name].label == "add & LayerNorm"]
    assert [end for _, end in RESIDUALS] == norms and len(norms) == 2 + 3
    edges = {pair for column in COLUMNS for pair in zip(column, column[1:], strict=False)}
    assert set(RESIDUALS) <= edges  # the sub-layer leads into the norm that its residual reaches
    for below, above in edges:
        assert PARTS[below].y < PARTS[above].y and PARTS[below].x == PARTS[above].x
