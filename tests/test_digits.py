"""The bundled digits: their notation, the forms of the writers, and the script that writes the file."""

import gzip
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

DATA = Path(__file__).parents[1] / "data"
sys.path.insert(0, str(DATA))

import make_digits  # noqa: E402

FORMS = 14


@pytest.fixture(scope="module")
def lines():
    return (DATA / "digits" / "digits.txt").read_text(encoding="ascii").splitlines()


def test_every_line_is_a_digit_and_64_greys(lines):
    assert all(re.fullmatch("[0-9] [0-9a-g]{64}", line) for line in lines)


def test_they_are_the_pictures_of_the_source(lines):
    """Its description counts the pictures of each digit in its test set."""
    counts = Counter(line[0] for line in lines)
    assert [counts[digit] for digit in "0123456789"] == [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]
    assert len(set(lines)) == 1797  # none occurs twice


def test_the_readme_says_where_forms_begin(lines):
    labels, text = "".join(line[0] for line in lines), (DATA / "README.md").read_text(encoding="utf-8")
    once = [match.start() for match in re.finditer("955650989841773", labels)]  # each form has these digits once
    assert len(once) == FORMS
    starts = [int(number.replace(",", "")) - 1 for number in re.findall(r"at(?: line)? (1,\d{3})\b", text)]
    assert len(starts) == 3
    for start, place in zip(starts, reversed(once), strict=False):
        assert labels[start:].startswith("0123456789") and 0 < place - start < 40


def test_the_script_writes_this_file(lines, tmp_path, monkeypatch):
    """From a file in the notation of scikit-learn: 64 numbers and the digit, with commas."""
    with gzip.open(tmp_path / "digits.csv.gz", "wt") as file:
        for line in lines:
            file.write(",".join([*(str(int(pixel, 17)) for pixel in line[2:]), line[0]]) + "\n")
    monkeypatch.setattr(make_digits, "DIGITS", tmp_path / "digits.txt")
    make_digits.main(tmp_path / "digits.csv.gz")
    assert (tmp_path / "digits.txt").read_bytes() == (DATA / "digits" / "digits.txt").read_bytes()
