from base64 import b64decode

import matplotlib.pyplot as plt
import pytest
from IPython.utils.capture import capture_output

from minitrans.views.book import BLUE, GREEN, ORANGE, PURPLE, SKY, YELLOW, show


def test_show_gives_the_picture_and_its_text():
    plt.plot([1, 2])
    with capture_output() as shown:
        show("a line that rises from 1 to 2")
    (output,) = shown.outputs
    assert b64decode(output.data["image/png"]).startswith(b"\x89PNG")
    assert output.data["text/plain"] == "a line that rises from 1 to 2"
    assert output.metadata == {"image/png": {"alt": "a line that rises from 1 to 2"}}
    assert plt.get_fignums() == []


def lightness(colour):
    """Relative luminance as the WCAG defines it, from 0 to 1."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def seen_without(colour, missing):
    """What is left of a colour without the red-green difference (both common kinds of colour blindness)."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    weight = {"red": 0.11, "green": 0.29}[missing]  # Vienot, Brettel and Mollon 1999, roughly
    return (weight * red + (1 - weight) * green, blue)


@pytest.mark.parametrize("missing", ["red", "green"])
def test_colours_differ_for_the_colour_blind(missing):
    colours = [seen_without(each, missing) for each in (BLUE, ORANGE, GREEN, PURPLE, SKY, YELLOW)]
    for i, (a, b) in enumerate(colours):
        for c, d in colours[:i]:
            assert max(abs(a - c), abs(b - d)) > 25


def test_the_first_colours_can_be_read_on_white():
    for colour in (BLUE, ORANGE, GREEN):
        assert 1.05 / (lightness(colour) + 0.05) >= 3  # WCAG 2.1, graphical objects
