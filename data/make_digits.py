"""Write data/digits/digits.txt from the digits.csv.gz of scikit-learn.

python data/make_digits.py digits.csv.gz
"""

import gzip
import sys
from pathlib import Path

DIGITS = Path(__file__).parent / "digits" / "digits.txt"
GREYS = "0123456789abcdefg"  # 0 to 16


def line(row: str):
    """64 pixels and the digit, with commas -> the digit and a character for each pixel"""
    *pixels, digit = row.split(",")
    return f"{digit} {''.join(GREYS[int(pixel)] for pixel in pixels)}\n"


def main(source):
    with gzip.open(source, "rt", encoding="ascii") as file:
        DIGITS.write_bytes("".join(line(row.strip()) for row in file).encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
