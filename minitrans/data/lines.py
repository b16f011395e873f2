"""Lines of text, and pairs of lines: line i of the target file translates line i of the source file."""

import gzip
import os
import re
import sys
import zlib
from collections.abc import Iterator
from functools import partial
from itertools import zip_longest
from os import PathLike
from pathlib import Path

from ..system.errors import UserError
from ..system.files import open_file, unreadable
from .unicode import is_blank

STDIN = "standard input"
LONGEST = 1 << 22  # bytes of a line: no sentence and no tree has so many, and a small .gz can unpack to any number


def stream_lines(path: str | PathLike) -> Iterator[str]:
    """Yield the lines of a UTF-8 file, plain or .gz, without line ends and byte order mark; UserError if it fails.

    The path "-" is standard input.
    """
    if str(path) == "-":
        yield from decode_lines(sys.stdin.buffer, STDIN)
        return
    path = Path(path)
    try:
        stream = str(path).startswith(("/dev/fd/", "/dev/stdin"))  # open already, as <(...) of a shell is
        with open(path, "rb") if stream else open_file(path) as file:
            yield from decode_lines(gzip.open(file) if path.suffix == ".gz" else file, path)
    except FileNotFoundError:
        raise UserError(f"{path}: no such file") from None
    except (OSError, ValueError, EOFError, zlib.error) as error:  # ValueError: an invalid file name
        raise unreadable(path, error) from None


def name_of(path):
    """The name of this file in messages"""
    return STDIN if str(path) == "-" else str(path)


# The beginnings of files that are not UTF-8 text, what these are, and what to do.
KINDS = {
    rb"\x1f\x8b": "is compressed by gzip; give it a name that ends with .gz, or unpack it first: gzip -d",
    rb"\xfd7zXZ\x00": "is compressed by xz; unpack it first: xz -d",
    rb"BZh[1-9]1AY&SY": "is compressed by bzip2; unpack it first: bzip2 -d",
    rb"\x28\xb5\x2f\xfd": "is compressed by zstd; unpack it first: zstd -d",
    rb"\x5d\x00\x00": "is compressed by lzma; unpack it first: unlzma",
    rb"(?s:.{257}ustar)": "is a tar archive; take its text out first: tar -x",
    rb"7z\xbc\xaf\x27\x1c|Rar!\x1a\x07": "is an archive; take its text out first",
    rb"PK\x03\x04|\xd0\xcf\x11\xe0": "is a zip archive or an office document; take its text out first",
    rb"%PDF-": "is a PDF; take its text out first",
    rb"\{\\rtf": "is a document in RTF; take its text out first",
    rb"\xff\xfe\x00\x00|\x00\x00\xfe\xff": "is UTF-32; convert it first: iconv -f UTF-32 -t UTF-8",
    rb"\xff\xfe|\xfe\xff": "is UTF-16; convert it first: iconv -f UTF-16 -t UTF-8",
    rb"version https://git-lfs": "is a pointer of Git LFS; fetch the file itself first: git lfs pull",
    rb"(?i:\s*<(\?xml|!doctype|html|mteval|srcset|refset|tstset)\b)": "is XML or SGML; take its sentences out first",
    rb"(?i:\s*<(tmx|xliff|tei)\b)": "is XML; take its sentences out first",
}
ENDS = {"\r": "CR alone, as on old Macs", "\x85": "NEL (U+0085)", "\u2028": "U+2028", "\u2029": "U+2029"}  # of lines


def decode_lines(file, name):
    """Yield the lines of a binary file as text.  `name` is what an error message calls it.

    Only a newline ends a line: other line separators of Unicode are part of the text, unless nothing else ends lines.
    """
    for number, line in enumerate(byte_lines(file, name), start=1):
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
            check_kind(line, name)
        where = f"{name}, line {number}"
        if b"\0" in line:
            raise UserError(f"{where}: has NUL bytes; if it is UTF-16, convert it first: iconv -f UTF-16LE -t UTF-8")
        try:
            text = line.removesuffix(b"\n").removesuffix(b"\r").decode("utf-8")
        except UnicodeDecodeError as error:
            raise UserError(f"{where}: not valid UTF-8 ({error.reason}); convert it first") from None
        if number == 1 and not line.endswith(b"\n"):
            check_ends(text, name)
        yield text


def byte_lines(file, name):
    """Yield the lines of a binary file; UserError for one that is longer than LONGEST, before it is in memory."""
    for number, line in enumerate(iter(partial(file.readline, LONGEST + 1), b""), start=1):
        if len(line) > LONGEST:
            check_ends(line.decode("utf-8", "replace"), name)
            size = f"longer than {LONGEST:,} bytes"
            raise UserError(f"{name}, line {number}: is {size}; write one sentence or tree per line")
        yield line


def check_kind(line, name):
    """UserError if the first line of a file shows that it is not UTF-8 text."""
    for beginning, kind in KINDS.items():
        if re.match(beginning, line):
            raise UserError(f"{name}: {kind}")


def check_ends(text, name):
    """UserError if a file without a newline has lines anyway.  A sentence may have one separator, but no CR."""
    for end, known in ENDS.items():
        if text.count(end) > (end != "\r"):
            raise UserError(f"{name}: its lines end with {known}; convert them to newlines first")


def one_line(text):
    """A text in which blanks replace all characters that end a line in some program, so that it stays one line."""
    return " ".join(text.splitlines())


def check_there(paths):
    """UserError that names all of the files that do not exist."""
    if missing := [path for path in dict.fromkeys(map(str, paths)) if path != "-" and not os.path.lexists(path)]:
        raise UserError(f"{', '.join(missing)}: no such file")


def matching_lines(*paths):
    """Yield (source, target, ...) for each line of a source and of its translations, "" for an empty line

    UserError, at the end, if they do not match.
    """
    if list(map(str, paths)).count("-") > 1:
        raise UserError("-: only one file can be standard input")
    check_there(paths)
    counts, not_empty, any_pair = [0] * len(paths), [False] * len(paths), False
    for lines in zip_longest(*map(stream_lines, paths)):
        shown = ["" if line is None or is_blank(line) else line for line in lines]
        for side, line in enumerate(lines):
            counts[side] += line is not None
            not_empty[side] |= bool(shown[side])
        any_pair |= bool(shown[0] and any(shown[1:]))
        yield tuple(shown)
    for path, words in zip(paths, not_empty, strict=True):
        if not words:
            raise UserError(f"{path}: is empty; it should have one sentence per line")
    for path, count in zip(paths, counts, strict=True):
        if count != counts[0]:
            raise UserError(
                f"{paths[0]} has {counts[0]} lines and {path} has {count}; "
                "line i of the second must translate line i of the first"
            )
    if not any_pair:
        raise UserError(f"{' and '.join(map(str, paths))}: every pair has an empty line on one side")


def line_pairs(*paths):
    """Yield (source, target) lines of two files, None for a pair with an empty side; UserError if they do not match."""
    for pair in matching_lines(*paths):
        yield pair if all(pair) else None


def read_pairs(source_path: str | PathLike, target_path: str | PathLike) -> tuple[list[tuple[str, str]], int]:
    """Two files -> (list of (source, target) lines, number of pairs skipped because a side was empty)"""
    return without_empty(line_pairs(source_path, target_path))


def without_empty(pairs):
    """-> (the pairs that are not None, the number of None)"""
    pairs = list(pairs)
    kept = [pair for pair in pairs if pair]
    return kept, len(pairs) - len(kept)
