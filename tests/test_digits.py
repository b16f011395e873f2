"""The bundled digits: their files, the split by forms, and the script that writes them."""

import gzip
import sys
from collections import Counter
from pathlib import Path

import pytest

DATA = Path(__file__).parents[1] / "data"
sys.path.insert(0, str(DATA))

import make_digits  # noqa: E402

PARTS = {"train": (1157, 9), "valid": (258, 2), "test": (382, 3)}
BEGINS, ONCE = "0123456789", "955650989841773"  # the beginning of a form, and digits that it has once


@pytest.fixture(scope="module")
def lines():
    return {part: (DATA / "digits" / f"{part}.txt").read_text(encoding="ascii").splitlines() for part in PARTS}


def test_every_line_is_a_digit_and_64_greys(lines):
    for part, (pictures, _) in PARTS.items():
        assert len(lines[part]) == pictures
        for line in lines[part]:
            digit, pixels = line.split(" ")
            assert len(digit) == 1 and digit.isdecimal()
            assert len(pixels) == 64 and set(pixels) <= set("0123456789abcdefg")


def test_they_are_the_pictures_of_the_source(lines):
    """Its description counts the pictures of each digit in its test set."""
    counts = Counter(line[0] for part in lines.values() for line in part)
    assert [counts[digit] for digit in "0123456789"] == [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]
    assert len({line for part in lines.values() for line in part}) == 1797  # none occurs twice


def test_each_part_has_whole_forms(lines):
    for part, (_, forms) in PARTS.items():
        labels = "".join(line[0] for line in lines[part])
        assert labels.startswith(BEGINS) and labels.count(ONCE) == forms


@pytest.mark.parametrize("part", PARTS)
def test_the_readme_counts_right(part, lines):
    pictures, forms = PARTS[part]
    assert f"| `digits/{part}` | {pictures:,} | {forms} |" in (DATA / "README.md").read_text(encoding="utf-8")


def test_the_script_writes_these_files(lines, tmp_path, monkeypatch):
    """From a file in the notation of scikit-learn: 64 numbers and the digit, with commas."""
    rows = [
        ",".join([str(int(pixel, 17)) for pixel in line[2:]] + [line[0]]) for part in lines.values() for line in part
    ]
    with gzip.open(tmp_path / "digits.csv.gz", "wt") as file:
        file.writelines(f"{row}\n" for row in rows)
    monkeypatch.setattr(make_digits, "DIRECTORY", tmp_path)
    make_digits.main(tmp_path / "digits.csv.gz")
    for part in PARTS:
        assert (tmp_path / f"{part}.txt").read_bytes() == (DATA / "digits" / f"{part}.txt").read_bytes()
