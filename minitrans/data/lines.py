"""Lines of text, and pairs of lines: line i of the target file translates line i of the source file."""

import gzip
import zlib
from collections.abc import Iterator
from itertools import zip_longest
from os import PathLike
from pathlib import Path

from ..system.errors import UserError


def stream_lines(path: str | PathLike) -> Iterator[str]:
    """Yield the lines of a UTF-8 file, plain or .gz, without line ends and byte order mark; UserError if it fails."""
    path = Path(path)
    try:
        with gzip.open(path) if path.suffix == ".gz" else open(path, "rb") as file:
            yield from decode_lines(file, path)
    except FileNotFoundError:
        raise UserError(f"{path}: no such file") from None
    except (OSError, ValueError, EOFError, zlib.error) as error:  # ValueError: an invalid file name
        raise UserError(f"{path}: cannot be read ({error})") from None


def decode_lines(lines, name):
    """Yield lines of bytes as text.  `name` is what an error message calls their file.

    Only a newline ends a line: other line separators of Unicode are part of the text.
    """
    for number, line in enumerate(lines, start=1):
        line = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
        try:
            yield line.removesuffix(b"\n").removesuffix(b"\r").decode("utf-8")
        except UnicodeDecodeError as error:
            raise UserError(f"{name}, line {number}: not valid UTF-8 ({error.reason}); convert it first") from None


def line_pairs(*paths):
    """Yield (source, target) lines of two files, None for a pair with an empty side; UserError if they do not match."""
    counts, not_empty, any_pair = [0, 0], [False, False], False
    for pair in zip_longest(*map(stream_lines, paths)):
        has_words = [bool(line and line.strip()) for line in pair]
        for side in (0, 1):
            counts[side] += pair[side] is not None
            not_empty[side] |= has_words[side]
        any_pair |= all(has_words)
        yield pair if all(has_words) else None
    for path, words in zip(paths, not_empty, strict=True):
        if not words:
            raise UserError(f"{path}: is empty; it should have one sentence per line")
    if counts[0] != counts[1]:
        raise UserError(
            f"{paths[0]} has {counts[0]} lines and {paths[1]} has {counts[1]}; "
            "line i of the second must translate line i of the first"
        )
    if not any_pair:
        raise UserError(f"{paths[0]} and {paths[1]}: every pair has an empty line on one side")


def read_pairs(source_path: str | PathLike, target_path: str | PathLike) -> tuple[list[tuple[str, str]], int]:
    """Two files -> (list of (source, target) lines, number of pairs skipped because a side was empty)"""
    return without_empty(line_pairs(source_path, target_path))


def without_empty(pairs):
    """-> (the pairs that are not None, the number of None)"""
    pairs = list(pairs)
    kept = [pair for pair in pairs if pair]
    return kept, len(pairs) - len(kept)
