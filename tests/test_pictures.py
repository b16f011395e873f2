"""The pictures of the page show it as it is drawn today."""

import runpy
from pathlib import Path

import pytest
from PIL import Image

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"


def test_the_picture_is_not_older_than_the_page():
    looks = runpy.run_path(str(PICTURES.with_name("make_pictures.py")))["looks"]()
    drawn = (PICTURES / "page.sha256").read_text(encoding="utf-8").strip()
    assert drawn == looks, "the page looks different now: run python docs/make_pictures.py"


def test_pictures_are_small():
    sizes = {path.name: path.stat().st_size for path in PICTURES.iterdir()}
    assert {"page.png", "numbers.png"} <= sizes.keys()
    assert max(size for name, size in sizes.items() if name.endswith(".png")) < 150_000


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_film_of_the_readme(scheme):
    """It moves, tells all of the story in less than two minutes, begins again, and is no larger than 2 MB."""
    path = PICTURES / f"film-{scheme}.webp"
    film = Image.open(path)
    assert path.stat().st_size < 2_000_000 and film.is_animated and film.info["loop"] == 0
    seconds = 0
    for frame in range(film.n_frames):
        film.seek(frame)
        film.load()
        seconds += film.info["duration"] / 1000
    assert 20 < seconds < 120
