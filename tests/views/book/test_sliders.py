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


def test_several_controls_draw_what_is_asked_for_once(displayed):
    drawn = []
    slide(lambda d=4, mask="none": drawn.append((d, mask)), d=[1, 4, 16], mask=["none", "causal"])
    assert drawn == [(4, "none")], "the default"
    widgets = controls(displayed)
    (d,), (mask,) = widgets["d"], widgets["mask"]
    assert d.options == (1, 4, 16)
    d.value = 16
    mask.value = "causal"
    d.value = 4
    mask.value = "none"
    assert drawn == [(4, "none"), (16, "none"), (16, "causal"), (4, "causal")]


def test_each_position_has_its_own_picture(displayed, monkeypatch):
    shown = []
    monkeypatch.setattr(sliders, "capture_output", lambda: Shown(shown))
    slide(lambda d=4: shown[-1].append(d), d=[1, 4])
    (d,) = controls(displayed)["d"]
    assert Shown.now == [4]
    d.value = 1
    assert Shown.now == [1]


class Shown:
    """In place of the captured output of a notebook: a list of what was drawn."""

    now = None

    def __init__(self, all_of_them):
        self.drawn = []
        all_of_them.append(self.drawn)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def show(self):
        Shown.now = self.drawn


def test_a_range_can_be_played(displayed):
    drawn = []
    slide(lambda step=2: drawn.append(step), step=range(0, 9, 2))
    play, slider = controls(displayed)["step"]
    assert isinstance(play, ipywidgets.Play)
    assert (slider.min, slider.max, slider.step, slider.value) == (0, 8, 2, 2)
    assert drawn == [2, 0, 4, 6, 8]


def test_a_slider_is_labelled_with_words(displayed):
    drawn = []
    slide(lambda t=1: drawn.append(t), t={"the": 0, "dog": 1, "sleeps": 2})
    play, slider = controls(displayed)["t"]
    assert (slider.label, slider.value) == ("dog", 1)
    assert (play.min, play.max, play.value) == (0, 2, 1), "it plays the places of the words"
    slider.label = "sleeps"
    assert slider.value == 2
    assert drawn == [1, 0, 2]


@pytest.mark.parametrize("why", ["no ipywidgets", "stored"])
def test_without_widgets_the_picture_of_the_defaults_is_drawn(why, displayed, monkeypatch):
    if why == "stored":
        monkeypatch.setenv("MINITRANS_STILL", "1")
    else:
        monkeypatch.setitem(sys.modules, "ipywidgets", None)  # an import of it fails now
    drawn = []
    slide(lambda d=4: drawn.append(d), d=[1, 4])
    assert drawn == [4] and displayed == []
