"""Every script can be drawn: by another font, or as boxes, with one warning in all."""

import warnings
import xml.etree.ElementTree as xml

import numpy as np
import pytest
from matplotlib import font_manager
from matplotlib.figure import Figure

from minitrans.views import fonts
from minitrans.views.fonts import choose_fonts, printable
from minitrans.views.plots import attention_map, save

SCRIPT_A = "\N{MATHEMATICAL SCRIPT CAPITAL A}"  # DejaVu Sans lacks it, STIXGeneral has it; both come with matplotlib
NOBODYS = "\N{CUNEIFORM SIGN A}\N{CUNEIFORM SIGN BA}"


@pytest.fixture
def only_matplotlibs(monkeypatch):
    """The fonts that come with matplotlib, whatever this machine has."""
    own = [font for font in font_manager.fontManager.ttflist if "mpl-data" in font.fname]
    monkeypatch.setattr(font_manager.fontManager, "ttflist", own)
    fonts.characters.cache_clear()
    yield
    fonts.characters.cache_clear()


def figure_of(text):
    figure = Figure()
    figure.text(0.1, 0.5, text, parse_math=False)
    return figure


def families(figure):
    return figure.texts[0].get_fontfamily()


@pytest.mark.usefixtures("only_matplotlibs")
def test_another_font_is_chosen_only_where_it_is_needed(tmp_path):
    latin, foreign, nobodys = map(figure_of, ("Straße, Ёлка, αβ, مرحبا", f"a{SCRIPT_A}", NOBODYS))
    assert [choose_fonts(figure) for figure in (latin, foreign, nobodys)] == [[], [], list(NOBODYS)]
    assert families(foreign) == ["DejaVu Sans", "STIXGeneral"]
    assert "STIXGeneral" not in families(latin) + families(nobodys)
    foreign.savefig(tmp_path / "foreign.png")  # matplotlib warns of a missing glyph, and a warning fails a test


@pytest.mark.usefixtures("only_matplotlibs")
def test_labels_of_ticks_have_fonts_too(tmp_path):
    attention_map(np.eye(2)[None], [SCRIPT_A, "b"], ["c", SCRIPT_A], tmp_path / "map.pdf")
    assert b"STIXGeneral" in (tmp_path / "map.pdf").read_bytes()


@pytest.mark.usefixtures("only_matplotlibs")
@pytest.mark.parametrize("kind", ["png", "pdf"])
def test_boxes_are_one_warning(kind, tmp_path):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        save(figure_of(NOBODYS * 3), tmp_path / f"boxes.{kind}")
    (warning,) = caught
    assert str(warning.message).startswith(f"boxes stand for 2 characters that no font here has ({' '.join(NOBODYS)})")


@pytest.mark.usefixtures("only_matplotlibs")
def test_an_svg_keeps_any_text(tmp_path):
    hostile = f"{NOBODYS} <b>&amp; $x$ \0\x07\x1b"
    attention_map(np.eye(1)[None], [hostile], ["日本語"], tmp_path / "map.svg", title="a \0")
    texts = [each.text for each in xml.parse(tmp_path / "map.svg").iter("{http://www.w3.org/2000/svg}text")]
    drawn = f"{NOBODYS} <b>&amp; $x$ ���"
    assert {drawn, "日本語", "a �"} < set(texts)


def test_what_cannot_be_drawn_is_replaced():
    assert printable("a\tb\n\x85\udc80\u200d ") == "a�b\n��\u200d "


def test_a_damaged_font_is_no_font(tmp_path):
    (tmp_path / "x.ttf").write_bytes(b"no font")
    assert fonts.charmap(tmp_path / "x.ttf") == {}
