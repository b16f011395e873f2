"""Parallel text: the files of a corpus by its name, or one's own.

A split is a pair of files, one sentence a line, UTF-8, plain or .gz; line i of the one translates
line i of the other.
"""

import gzip
import hashlib
import http.client
import os
import sys
import urllib.request
import zlib
from pathlib import Path

from ..errors import UserError
from ..files import write_whole
from .archives import missing_archives, unpack
from .catalog import corpus

HERE = Path(__file__).parent
# In a wheel the bundled text lies inside the package, in a checkout in `data/` at the top; an autograder has none.
BUNDLED = next(filter(Path.is_dir, (HERE / "bundled", HERE.parents[1] / "data")), HERE / "bundled")


def corpus_files(name, data_root=None):
    """{"train" | "valid" | "test": (source path, target path), of trees (path,)}; what is missing is fetched."""
    chosen = corpus(name)
    if chosen.archives:
        unpack_missing(name, chosen, data_root)
    endings = [ending for ending in (chosen.source, chosen.target) if ending]
    return {
        split: tuple(locate(chosen, f"{stem}.{ending}", data_root) for ending in endings)
        for split, stem in chosen.splits.items()
    }


def folders(chosen, data_root):
    """Where to look: under --data-root, $MINITRANS_DATA, the package, the download cache."""
    roots = data_root, os.environ.get("MINITRANS_DATA"), BUNDLED, Path.home() / ".cache" / "minitrans"
    return [Path(root, chosen.folder) for root in roots if root]


def find(chosen, name, data_root):
    """The path of a corpus file, or None."""
    paths = (folder / (name + ending) for folder in folders(chosen, data_root) for ending in ("", ".gz"))
    return next(filter(Path.is_file, paths), None)


def own_folder(chosen, data_root):
    """Where downloads go."""
    return folders(chosen, data_root)[0 if data_root else -1]


def locate(chosen, name, data_root):
    return find(chosen, name, data_root) or download(chosen, name, own_folder(chosen, data_root))


def unpack_missing(name, chosen, data_root):
    """Make the files of the splits that are not there yet, beside the archives."""
    sides = chosen.source, chosen.target
    stems = [stem for stem in chosen.archives if not all(find(chosen, f"{stem}.{side}", data_root) for side in sides)]
    folder = next(filter(Path.is_dir, folders(chosen, data_root)), own_folder(chosen, data_root))
    if missing := dict.fromkeys(archive for stem in stems for archive in missing_archives(chosen, stem, folder)):
        raise UserError(
            f"--corpus {name}: {folder} has no {', '.join(missing)}; get them from {chosen.page} and put them there, "
            "or name the folder above it with --data-root or MINITRANS_DATA"
        )
    for stem in stems:
        unpack(chosen, stem, folder)


def download(chosen, name, folder):
    """Fetch `name`.gz from the first mirror that has the very file that is expected."""
    if chosen.page:
        raise UserError(f"{folder / name}: no such file, plain or .gz; it can be made from {chosen.page}")
    if name not in chosen.files:
        raise UserError(f"{BUNDLED / chosen.folder / name}: no such file; minitrans was not installed whole")
    lines, sha256 = chosen.files[name]
    failures = []
    for mirror in chosen.mirrors:
        address = f"{mirror}/{name}.gz"
        print(f"downloading {address} to {folder}", file=sys.stderr, flush=True)
        try:
            with urllib.request.urlopen(address, timeout=30) as answer:
                packed = answer.read()
            text = gzip.decompress(packed)
        except (OSError, EOFError, zlib.error, http.client.HTTPException) as error:
            failures.append(f"{address}: {error}")
            continue
        if sha256 and hashlib.sha256(text).hexdigest() != sha256:
            failures.append(f"{address}: sha256 differs from {sha256}")
            continue
        if (found := len(text.removesuffix(b"\n").split(b"\n"))) != lines:
            failures.append(f"{address}: has {found} lines, not {lines}")
            continue
        return store(packed, folder / f"{name}.gz")
    raise UserError(
        f"{name} ({lines} lines) was not found and could not be downloaded; "
        f"put it, plain or as .gz, into {folder} by hand, or name its place with --data-root "
        f"or MINITRANS_DATA. Tried: {'; '.join(failures)}"
    )


def store(data, path):
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
    except OSError as error:
        raise UserError(f"{path}: cannot be written ({error}); name another place with --data-root") from None
    return path
