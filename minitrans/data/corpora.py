"""Parallel text: corpora by name, and files of one's own.

A split is a pair of files, one sentence a line, UTF-8, plain or .gz; line i of the one translates
line i of the other.
"""

import gzip
import hashlib
import os
import urllib.request
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
    preset="small",
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
    lines, sha256 = chosen.files[name]
    target, failures = folder / f"{name}.gz", []
    for mirror in chosen.mirrors:
        address = f"{mirror}/{name}.gz"
        try:
            with urllib.request.urlopen(address, timeout=30) as answer:
                packed = answer.read()
            text = gzip.decompress(packed)
        except (OSError, EOFError) as error:
            failures.append(f"{address}: {error}")
            continue
        if hashlib.sha256(text).hexdigest() != sha256:
            failures.append(f"{address}: sha256 differs from {sha256}")
            continue
        folder.mkdir(parents=True, exist_ok=True)
        partial = target.with_suffix(".partial")
        partial.write_bytes(packed)
        return partial.replace(target)
    raise UserError(
        f"{name} ({lines} lines) was not found and could not be downloaded; "
        f"put it, plain or as .gz, into {folder} by hand, or name its place with --data-root "
        f"or MINITRANS_DATA. Tried: {'; '.join(failures)}"
    )


def read_lines(path):
    """The lines of a UTF-8 file, plain or .gz, without their ends; a byte order mark is dropped."""
    path = Path(path)
    try:
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    except FileNotFoundError:
        raise UserError(f"{path}: no such file") from None
    except (OSError, EOFError) as error:
        raise UserError(f"{path}: cannot be read ({error})") from None
    return list(decode_lines(data, path))


def decode_lines(data, path):
    """bytes -> lines of text.  Only the newline ends a line: Unicode's other separators are text."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    for number, line in enumerate(data.removesuffix(b"\n").split(b"\n") if data else [], start=1):
        try:
            yield line.removesuffix(b"\r").decode("utf-8")
        except UnicodeDecodeError as error:
            raise UserError(f"{path}, line {number}: not valid UTF-8 ({error.reason}); convert the file") from None


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
    return pairs, len(sides[0]) - len(pairs)
