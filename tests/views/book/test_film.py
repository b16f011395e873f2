from base64 import b64decode
from xml.etree import ElementTree

import numpy as np
from IPython.utils.capture import capture_output

from minitrans.views.book import show_film

SVG = "{http://www.w3.org/2000/svg}"
STAGES = np.array([[(0, 0), (1, 0)], [(0, 0), (3, 2)]])


def test_a_film_moves_each_box_and_has_a_still_picture():
    with capture_output() as shown:
        show_film(STAGES, ["#8cc2e8", "#fabf85"], "ab", ["before", "after <all>"], "two boxes, one of which moves")
    (output,) = shown.outputs
    assert b64decode(output.data["image/png"]).startswith(b"\x89PNG")
    assert {each["alt"] for each in output.metadata.values()} == {"two boxes, one of which moves"}
    root = ElementTree.fromstring(output.data["image/svg+xml"])
    stays, moves = (group.get("style") for group in root.iter(f"{SVG}g"))
    assert "--x1:0px;--y1:0px" in stays
    assert "--x1:48px;--y1:48px" in moves  # two boxes of 24 to the right, and two down
    assert [text.text for text in root.iter(f"{SVG}text")] == ["before", "after <all>", "a", "b"]
    assert "prefers-reduced-motion" in root.find(f"{SVG}style").text
