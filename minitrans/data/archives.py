"""Corpora published as archives (WMT, IWSLT): unpack each split to two files with one sentence per line."""

import gzip
import html
import re
import tarfile
import zlib
from contextlib import ExitStack
from itertools import zip_longest
from pathlib import PurePosixPath

from ..system.errors import UserError, say
from ..system.files import whole_file
from ..system.progress_bar import progress_bar
from .lines import byte_lines


def unpack(chosen, stem, folder):
    """Write STEM.SOURCE.gz and STEM.TARGET.gz to `folder` from the archives in it; after a UserError neither exists."""
    paths = [folder / f"{stem}.{language}.gz" for language in (chosen.source, chosen.target)]
    say(f"unpacking {stem} to {folder}")
    for archive in dict.fromkeys(archive for archive, _ in chosen.archives[stem]):
        check_whole(folder / archive, chosen.page)
    try:
        with ExitStack() as stack:
            whole = [stack.enter_context(whole_file(path)) for path in paths]
            files = [stack.enter_context(gzip.open(file, "wb", compresslevel=1)) for file in whole]
            for pair in progress_bar(pairs_of(chosen, stem, folder), unit=" pairs"):
                for line, file in zip(pair, files, strict=True):
                    file.write(line.encode() + b"\n")
    except OSError as error:
        raise UserError(
            f"{folder}: cannot be written to ({error.strerror or error}); make room for the compressed text"
        ) from None


def check_whole(path, page):
    """Read a .tgz archive to its end, where gzip verifies the checksum; tarfile stops at the wanted member."""
    if path.suffix != ".tgz" or not path.is_file():
        return
    try:
        with gzip.open(path) as file:
            while file.read(1 << 20):
                pass
    except (OSError, EOFError, zlib.error) as error:
        raise UserError(f"{path}: cannot be read ({error}); get it again from {page}") from None


def missing_archives(chosen, stem, folder):
    """-> names of the archives of a split that are missing from `folder`, both packed and unpacked."""
    return [
        archive
        for archive, member in chosen.archives[stem]
        if not (folder / archive).is_file() and not all(unpacked(folder, name) for name in side_names(chosen, member))
    ]


def side_names(chosen, member):
    """-> names of the source and the target file of a member."""
    return member.format(language=chosen.source, role="src"), member.format(language=chosen.target, role="ref")


def unpacked(folder, name):
    return next(folder.rglob(name), None)


def pairs_of(chosen, stem, folder):
    """Yield the (source, target) lines of a split, member by member."""
    for archive, member in chosen.archives[stem]:
        names = side_names(chosen, member)
        sides = [lines_of(folder, archive, name, chosen.page) for name in names]
        for number, pair in enumerate(zip_longest(*sides)):
            if None in pair:
                short = names[pair.index(None)]
                raise UserError(f"{folder / archive}: {short} ends after line {number}, but the other side goes on")
            yield pair


def lines_of(folder, archive, name, page):
    """Yield the lines of the file `name` below `folder`, or else those of the archive's member `name`.

    Each side opens the archive separately, because a compressed stream can only be read from its beginning.
    """
    path = unpacked(folder, name) or folder / archive
    try:
        if path.name == name:
            with open(path, "rb") as file:
                yield from sentences(file, name)
            return
        with tarfile.open(path) as archived:
            for member in archived:
                if PurePosixPath(member.name).name == name and member.isfile():
                    yield from sentences(archived.extractfile(member), name)
                    return
    except UnicodeDecodeError as error:
        near = error.object[max(error.start - 20, 0) : error.start + 20]
        raise UserError(
            f"{path}: {name} is not valid UTF-8 at {near!r}; get it again from {page}, or unpack {name} there and "
            "convert it"
        ) from None
    except (OSError, EOFError, zlib.error, tarfile.TarError) as error:
        raise UserError(f"{path}: cannot be read ({error}); get it again from {page}") from None
    raise UserError(f"{path}: has no {name}; get it again from {page}")


def sentences(file, name):
    """Yield the sentences of a file: lines, plain or .gz; <seg> elements of .sgm and .xml; train.tags without tags."""
    if name.endswith((".sgm", ".xml")):
        text = file.read().decode()
        for after in re.split("<seg[^<>]*>", text, flags=re.IGNORECASE)[1:]:
            segment, *rest = re.split("</seg>", after, maxsplit=1, flags=re.IGNORECASE)
            if not rest:
                raise UserError(f"{name}: the segment {segment.strip()[:20]!r} is not closed; is the file truncated?")
            yield re.sub(r"[\r\n]+", " ", html.unescape(segment)).strip()
        return
    for line in byte_lines(gzip.open(file) if name.endswith(".gz") else file, name):
        if not (name.startswith("train.tags") and line.startswith(b"<")):
            yield line.rstrip(b"\r\n").decode()
