"""The picture of the README shows the page as it is drawn today."""

import runpy
from pathlib import Path

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"


def test_the_picture_is_not_older_than_the_page():
    looks = runpy.run_path(str(PICTURES.with_name("make_pictures.py")))["looks"]()
    drawn = (PICTURES / "page.sha256").read_text(encoding="utf-8").strip()
    assert drawn == looks, "the page looks different now: run python docs/make_pictures.py"


def test_pictures_are_small():
    sizes = {path.name: path.stat().st_size for path in PICTURES.glob("*.png")}
    assert {"page-light.png", "page-dark.png"} <= sizes.keys()
    assert max(sizes.values()) < 150_000
