"""Parallel text: finding, unpacking or downloading the files of a corpus by its name.

A split is a pair of UTF-8 files, plain or .gz, with one sentence per line.  Line i of the target translates line i of
the source.
"""

import gzip
import hashlib
import http.client
import os
import urllib.request
import zlib
from os import PathLike
from pathlib import Path

from ..system.errors import UserError, say
from ..system.files import cache_folder, write_whole
from .archives import missing_archives, unpack
from .catalog import BUNDLED, corpus


def corpus_files(name: str, data_root: str | PathLike | None = None) -> dict[str, tuple[Path, ...]]:
    """{"train" | "valid" | "test": (source path, target path), or (path,) for trees}; fetches missing files."""
    chosen = corpus(name)
    if chosen.archives:
        unpack_missing(name, chosen, data_root)
    endings = [ending for ending in (chosen.source, chosen.target) if ending]
    return {
        split: tuple(locate(chosen, f"{stem}.{ending}", data_root) for ending in endings)
        for split, stem in chosen.splits.items()
    }


def folders(chosen, data_root):
    """Where to look, in this order: --data-root, $MINITRANS_DATA, the package, the download cache."""
    roots = data_root, os.environ.get("MINITRANS_DATA"), BUNDLED, cache_folder()
    return [Path(root, chosen.folder) for root in roots if root]


def find(chosen, name, data_root):
    """The path of a corpus file, or None."""
    paths = (folder / (name + ending) for folder in folders(chosen, data_root) for ending in ("", ".gz"))
    return next(filter(Path.is_file, paths), None)


def download_folder(chosen, data_root):
    return folders(chosen, data_root)[0 if data_root else -1]


def locate(chosen, name, data_root):
    return find(chosen, name, data_root) or download(chosen, name, download_folder(chosen, data_root))


def unpack_missing(name, chosen, data_root):
    """Unpack the missing files of the splits, into the folder of the archives."""
    sides = chosen.source, chosen.target
    stems = [stem for stem in chosen.archives if not all(find(chosen, f"{stem}.{side}", data_root) for side in sides)]
    folder = next(filter(Path.is_dir, folders(chosen, data_root)), download_folder(chosen, data_root))
    if missing := dict.fromkeys(archive for stem in stems for archive in missing_archives(chosen, stem, folder)):
        raise UserError(
            f"--corpus {name}: {folder} has no {', '.join(missing)}; get them from {chosen.page} and put them there, "
            "or give the folder above it with --data-root or MINITRANS_DATA"
        )
    for stem in stems:
        unpack(chosen, stem, folder)


def download(chosen, name, folder):
    """Fetch a file from the first mirror whose file has the expected checksum and number of lines."""
    if chosen.page:
        raise UserError(f"{folder / name}: no such file, plain or .gz; it can be made from {chosen.page}")
    if name not in chosen.files:
        raise UserError(f"{BUNDLED / chosen.folder / name}: no such file; the installation of minitrans is incomplete")
    lines, sha256 = chosen.files[name]
    failures = []
    for mirror in chosen.mirrors:
        address = f"{mirror}/{name}{chosen.ending}"
        say(f"downloading {address} to {folder}")
        try:
            with urllib.request.urlopen(address, timeout=30) as response:
                packed = response.read()
            text = gzip.decompress(packed) if chosen.ending else packed
        except (OSError, EOFError, zlib.error, http.client.HTTPException) as error:
            failures.append(f"{address}: {error}")
            continue
        if sha256 and hashlib.sha256(text).hexdigest() != sha256:
            failures.append(f"{address}: sha256 differs from {sha256}")
            continue
        if (count := len(text.removesuffix(b"\n").split(b"\n"))) != lines:
            failures.append(f"{address}: has {count} lines, not {lines}")
            continue
        return store(packed, folder / f"{name}{chosen.ending}")
    raise UserError(
        f"{name} ({lines} lines) was not found and could not be downloaded; "
        f"put it, plain or as .gz, into {folder} by hand, or give its place with --data-root "
        f"or MINITRANS_DATA. Tried: {'; '.join(failures)}"
    )


def store(data, path):
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
    except OSError as error:
        raise UserError(f"{path}: cannot be written ({error}); give another place with --data-root") from None
    return path
