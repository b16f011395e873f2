"""Parallel text: corpora by name, and files of one's own.

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
from typing import NamedTuple

from ..errors import UserError

HERE = Path(__file__).parent
# In a wheel the bundled text lies inside the package, in a checkout in `data/` at the top.
BUNDLED = next(folder for folder in (HERE / "bundled", HERE.parents[1] / "data") if folder.is_dir())


class Corpus(NamedTuple):
    folder: str  # below the data root
    source: str  # language = ending of the file names
    target: str
    splits: dict  # {"train": stem, "valid": stem, "test": stem} of the file names
    preset: str  # what `--corpus NAME` alone trains
    mirrors: tuple = ()  # addresses of the folder that holds the .gz files
    files: dict = {}  # {name: (lines, sha256 of the text)} of what a mirror has


TOY = dict(folder="toy", splits={"train": "train", "valid": "valid", "test": "test"}, preset="toy")

MULTI30K = dict(
    folder="multi30k",
    splits={"train": "train", "valid": "val", "test": "test_2016_flickr"},
    preset="multi30k",
    mirrors=(
        "https://raw.githubusercontent.com/multi30k/dataset/master/data/task1/raw",
        "https://github.com/multi30k/dataset/raw/master/data/task1/raw",
    ),
    files={
        "train.en": (29000, "460a15fbd157e34a7a9957ee388c1ca247fe47af3ef25fb50442af6c274e0fc6"),
        "train.de": (29000, "2c2b73fd2b548fbcde3a875e0a78d6ee94d498bfdee6bd3eae3945779e9ddf72"),
        "val.en": (1014, "1f2a23d992769b5b3d209b0a10dd0b77c08cceb1f20dfb97ed0aafa49d107227"),
        "val.de": (1014, "660e09eb7e1da2f856ea13ee5ad3cf6d36b3d5b0b733c857e94c5747a3dfc660"),
        "test_2016_flickr.en": (1000, "399a4382932c1aadd3ceb9bef1008d388a64c76d4ae4e9d4728c6f4301cac182"),
        "test_2016_flickr.de": (1000, "4be6b5b3236b79c25475c6bb829800a7ce559e9ba7a1f6c2394fe4d40be46d16"),
    },
)

CORPORA = {
    "toy-en-de": Corpus(source="en", target="de", **TOY),
    "toy-de-en": Corpus(source="de", target="en", **TOY),
    "multi30k-en-de": Corpus(source="en", target="de", **MULTI30K),
    "multi30k-de-en": Corpus(source="de", target="en", **MULTI30K),
}


def corpus(name):
    if name not in CORPORA:
        raise UserError(f"--corpus {name}: unknown; choose one of {', '.join(CORPORA)}")
    return CORPORA[name]


def corpus_files(name, data_root=None):
    """{"train" | "valid" | "test": (source path, target path)}; what is missing is downloaded."""
    chosen = corpus(name)
    return {
        split: tuple(locate(chosen, f"{stem}.{language}", data_root) for language in (chosen.source, chosen.target))
        for split, stem in chosen.splits.items()
    }


def locate(chosen, name, data_root):
    """The path of a corpus file: under --data-root, $MINITRANS_DATA, the package, the download cache."""
    cache = Path(data_root) if data_root else Path.home() / ".cache" / "minitrans"
    for root in (data_root, os.environ.get("MINITRANS_DATA"), BUNDLED, cache):
        for ending in ("", ".gz"):
            path = Path(root or BUNDLED, chosen.folder, name + ending)
            if path.is_file():
                return path
    return download(chosen, name, cache / chosen.folder)


def download(chosen, name, folder):
    """Fetch `name`.gz from the first mirror that has the very file that is expected."""
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
        if hashlib.sha256(text).hexdigest() != sha256:
            failures.append(f"{address}: sha256 differs from {sha256}")
            continue
        return store(packed, folder / f"{name}.gz")
    raise UserError(
        f"{name} ({lines} lines) was not found and could not be downloaded; "
        f"put it, plain or as .gz, into {folder} by hand, or name its place with --data-root "
        f"or MINITRANS_DATA. Tried: {'; '.join(failures)}"
    )


def store(data, path):
    """Bytes to a file, whole or not at all."""
    partial = path.with_suffix(".partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(data)
        return partial.replace(path)
    except OSError as error:
        raise UserError(f"{path}: cannot be written ({error}); name another place with --data-root") from None


def read_lines(path):
    """The lines of a UTF-8 file, plain or .gz, without their ends; a byte order mark is dropped."""
    path = Path(path)
    try:
        with gzip.open(path) if path.suffix == ".gz" else open(path, "rb") as file:
            return list(decode_lines(file, path))
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


def read_pairs(source_path, target_path):
    """Two files -> (list of (source, target) lines, number of pairs left out as one side was empty)."""
    sides = [read_lines(path) for path in (source_path, target_path)]
    for path, lines in zip((source_path, target_path), sides, strict=True):
        if not any(line.strip() for line in lines):
            raise UserError(f"{path}: is empty; it should have one sentence a line")
    if len(sides[0]) != len(sides[1]):
        raise UserError(
            f"{source_path} has {len(sides[0])} lines and {target_path} has {len(sides[1])}; "
            "line i of the one must translate line i of the other"
        )
    pairs = [(s, t) for s, t in zip(*sides, strict=True) if s.strip() and t.strip()]
    if not pairs:
        raise UserError(f"{source_path} and {target_path}: every pair has an empty line on one side")
    return pairs, len(sides[0]) - len(pairs)
