import sys

import ipywidgets
import pytest

from minitrans.views.book import slide, sliders


@pytest.fixture(autouse=True)
def displayed(monkeypatch):
    """What `slide` displays."""
    monkeypatch.delenv("MINITRANS_STILL", raising=False)
    objects = []
    monkeypatch.setattr(sliders, "display", objects.append)
    return objects


def controls(displayed):
    """The widgets, by the label beside them."""
    rows = [row.children for row in displayed[0].children if isinstance(row, ipywidgets.HBox)]
    return {row[0].value: row[1:] for row in rows}


def test_a_slider_draws_again(displayed):
    drawn = []
    slide(lambda d=4, mask="none": drawn.append((d, mask)), d=[1, 4, 16], mask=["none", "causal"])
    widgets = controls(displayed)
    (d,), (mask,) = widgets["d"], widgets["mask"]
    assert d.options == (1, 4, 16)
    d.value = 16
    mask.value = "causal"
    assert drawn == [(4, "none"), (16, "none"), (16, "causal")]


def test_a_range_can_be_played(displayed):
    drawn = []
    slide(lambda step=2: drawn.append(step), step=range(0, 9, 2))
    play, slider = controls(displayed)["step"]
    assert isinstance(play, ipywidgets.Play)
    assert (slider.min, slider.max, slider.step, slider.value) == (0, 8, 2, 2)
    slider.value = 4
    assert drawn == [2, 4]


@pytest.mark.parametrize("why", ["no ipywidgets", "stored"])
def test_without_widgets_the_picture_of_the_defaults_is_drawn(why, displayed, monkeypatch):
    if why == "stored":
        monkeypatch.setenv("MINITRANS_STILL", "1")
    else:
        monkeypatch.setitem(sys.modules, "ipywidgets", None)  # an import of it fails now
    drawn = []
    slide(lambda d=4: drawn.append(d), d=[1, 4])
    assert drawn == [4] and displayed == []
