"""Write data/digits/{train,valid,test}.txt from the digits.csv.gz of scikit-learn.

python data/make_digits.py digits.csv.gz
"""

import gzip
import sys
from pathlib import Path

DIRECTORY = Path(__file__).parent / "digits"
# Every writer filled in the same form of some 130 digits.  The parts begin where a form begins.
PARTS = {"train": slice(0, 1157), "valid": slice(1157, 1415), "test": slice(1415, 1797)}
GREYS = "0123456789abcdefg"  # 0 to 16


def line(row: str):
    """64 pixels and the digit, with commas -> the digit and a letter for each pixel"""
    *pixels, digit = row.split(",")
    return f"{digit} {''.join(GREYS[int(pixel)] for pixel in pixels)}\n"


def main(source):
    with gzip.open(source, "rt", encoding="ascii") as file:
        lines = [line(row.strip()) for row in file]
    DIRECTORY.mkdir(exist_ok=True)
    for name, part in PARTS.items():
        (DIRECTORY / f"{name}.txt").write_bytes("".join(lines[part]).encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
