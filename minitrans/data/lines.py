"""Lines of text, and pairs of lines: line i of the one file translates line i of the other."""

import gzip
import zlib
from itertools import zip_longest
from pathlib import Path

from ..errors import UserError


def stream_lines(path):
    """Yield the lines of a UTF-8 file, plain or .gz, without their ends; a byte order mark is dropped."""
    path = Path(path)
    try:
        with gzip.open(path) if path.suffix == ".gz" else open(path, "rb") as file:
            yield from decode_lines(file, path)
    except FileNotFoundError:
        raise UserError(f"{path}: no such file") from None
    except (OSError, ValueError, EOFError, zlib.error) as error:  # ValueError: of a name that no file can have
        raise UserError(f"{path}: cannot be read ({error})") from None


def decode_lines(lines, name):
    """Lines of bytes, one after the other, to text.  `name` says where they came from.

    Only the newline ends a line: Unicode's other separators are text.
    """
    for number, line in enumerate(lines, start=1):
        line = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
        try:
            yield line.removesuffix(b"\n").removesuffix(b"\r").decode("utf-8")
        except UnicodeDecodeError as error:
            raise UserError(f"{name}, line {number}: not valid UTF-8 ({error.reason}); convert it first") from None


def line_pairs(*paths):
    """Yield the (source, target) lines of two files, None in the place of a pair of which one side is empty."""
    counts, filled, full = [0, 0], [False, False], False
    for pair in zip_longest(*map(stream_lines, paths)):
        has_words = [bool(line and line.strip()) for line in pair]
        for side in (0, 1):
            counts[side] += pair[side] is not None
            filled[side] |= has_words[side]
        full |= all(has_words)
        yield pair if all(has_words) else None
    for path, words in zip(paths, filled, strict=True):
        if not words:
            raise UserError(f"{path}: is empty; it should have one sentence a line")
    if counts[0] != counts[1]:
        raise UserError(
            f"{paths[0]} has {counts[0]} lines and {paths[1]} has {counts[1]}; "
            "line i of the one must translate line i of the other"
        )
    if not full:
        raise UserError(f"{paths[0]} and {paths[1]}: every pair has an empty line on one side")


def read_pairs(source_path, target_path):
    """Two files -> (list of (source, target) lines, how many pairs were left out because one side was empty)"""
    return without_empty(line_pairs(source_path, target_path))


def without_empty(pairs):
    """-> (the pairs that are not None, how many others there were)"""
    pairs = list(pairs)
    kept = [pair for pair in pairs if pair]
    return kept, len(pairs) - len(kept)
