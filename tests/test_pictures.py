"""The pictures of the page show it as it is drawn today."""

import runpy
from pathlib import Path

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"


def test_the_picture_is_not_older_than_the_page():
    looks = runpy.run_path(str(PICTURES.with_name("make_pictures.py")))["looks"]()
    drawn = (PICTURES / "page.sha256").read_text(encoding="utf-8").strip()
    assert drawn == looks, "the page looks different now: run python docs/make_pictures.py"


def test_pictures_are_small_and_the_film_moves():
    files = {path.name: path.read_bytes() for path in PICTURES.iterdir()}
    films = [files.pop(f"film-{scheme}.webp") for scheme in ("light", "dark")]
    assert max(map(len, films)) < 2_000_000 and all(b"ANIM" in film for film in films)
    assert max(map(len, files.values())) < 150_000
