"""Text as arrays of ids, in memory or mapped from disk: two bytes a piece, whatever its size (Section 5.1)."""

import hashlib
import json
import os
import shutil
import sys
from itertools import chain, islice
from pathlib import Path

import numpy as np

from ..errors import UserError
from ..files import file_sha256, read_json
from ..progress import progress

# Bytes of text, packed or not, above which its ids are kept on disk and a tokenizer is learned from a part of about
# this size (sentencepiece holds all its lines in memory); smaller text is there at once, and leaves no files behind.
LARGE = 64 << 20
BLOCK = 10_000  # pairs tokenized at a time
FORMAT = 2  # of the files below; those of another are made again


class TokenizedText:
    """Pairs of id lists, without BOS and EOS, in one array of ids: source and target by turns.

    ids [pieces], may be memory-mapped; lengths [pairs, 2], of source and target; starts [pairs], of the source.
    """

    def __init__(self, ids, lengths, starts=None):
        if starts is None:
            both = lengths.sum(axis=1, dtype=np.int64)
            starts = both.cumsum() - both
        self.ids = np.asarray(ids)  # a plain view: to cut from a np.memmap is slow
        self.lengths, self.starts = lengths, starts

    def __len__(self):
        return len(self.lengths)

    def __getitem__(self, i):
        start, (source, target) = int(self.starts[i]), self.lengths[i].tolist()
        ids = self.ids[start : start + source + target].tolist()
        return ids[:source], ids[source:]

    def select(self, which):
        """The pairs of some rows; the ids are shared."""
        return TokenizedText(self.ids, self.lengths[which], self.starts[which])


def size(paths):
    """Bytes of text files, as they lie there."""
    return sum(Path(path).stat().st_size for path in paths if Path(path).is_file())


def sample(pairs, size):
    """The lines of both sides that a tokenizer is learned from: all lines, or for large text those of every n-th pair.

    size: of the text in bytes
    """
    return chain.from_iterable(islice(filter(None, pairs), 0, None, 1 + size // LARGE))


def tokenize_in_memory(tokenizer, pairs):
    """Pairs of lines -> TokenizedText, row i for pair i; None becomes two empty sides."""
    ids, lengths = map(np.concatenate, zip(*tokenized_blocks(tokenizer, pairs), strict=True))
    return TokenizedText(ids, lengths)


def tokenize_on_disk(tokenizer, pairs, paths, folder):
    """The same in files below `folder`, mapped into memory.  What is already there is used, and what was broken off
    goes on.

    pairs: an iterator of the pairs of lines, which is read only if it is needed;  paths: the files that they come from
    """
    whole = folder / identity(tokenizer, paths)
    partial = whole.with_suffix(".partial")
    if not whole.is_dir():
        for other in folder.glob("*"):
            if other != partial:  # what the text was before
                shutil.rmtree(other)
        partial.mkdir(parents=True, exist_ok=True)
        print(f"tokenizing to {folder}", file=sys.stderr, flush=True)
        with open(partial / "ids", "ab") as ids, open(partial / "lengths", "ab") as lengths:
            done = cut_back(ids, lengths, id_type(tokenizer))
            pairs = progress(pairs, "tokenizing", unit=" pairs")
            for block in tokenized_blocks(tokenizer, islice(pairs, done, None)):
                for file, array in zip((ids, lengths), block, strict=True):
                    file.write(array.tobytes())
                    file.flush()  # ids before lengths: whenever it ends, cut_back finds what is whole
            for file in (ids, lengths):
                os.fsync(file.fileno())
        (partial / "sha256.json").write_text(json.dumps(digests(partial)), encoding="utf-8")
        partial.rename(whole)
    try:
        if read_json(whole / "sha256.json") != digests(whole):
            raise ValueError
        ids = np.memmap(whole / "ids", id_type(tokenizer), "r")
        lengths = np.memmap(whole / "lengths", np.uint32, "r").reshape(-1, 2)
    except (FileNotFoundError, ValueError):
        raise UserError(f"{whole}: is no longer whole; remove it, and the text is tokenized again") from None
    except OSError as error:
        raise UserError(f"{whole}: cannot be read ({error.strerror})") from None
    return TokenizedText(ids, lengths)


def digests(folder):
    """So that no byte that has changed on the disk is trained on."""
    return {name: file_sha256(folder / name) for name in ("ids", "lengths")}


def identity(tokenizer, paths):
    """A name for these files, as they are now, tokenized by this tokenizer."""
    try:
        stats = [(str(Path(path).resolve()), Path(path).stat()) for path in paths]
    except OSError as error:
        raise UserError(f"{error.filename}: cannot be read ({error.strerror})") from None
    parts = [FORMAT, tokenizer.sha256, *((path, stat.st_size, stat.st_mtime_ns) for path, stat in stats)]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def id_type(tokenizer):
    return np.dtype(np.uint16 if len(tokenizer) <= 1 << 16 else np.uint32)


def tokenized_blocks(tokenizer, pairs):
    """Yield (ids, lengths [pairs, 2]) for some thousand pairs of lines at a time; None becomes two empty sides."""
    pairs = iter(pairs)
    while block := list(islice(pairs, BLOCK)):
        sentences = tokenizer.encode([line for pair in block for line in pair or ("", "")])
        lengths = np.array([len(sentence) for sentence in sentences], np.uint32).reshape(-1, 2)
        yield np.fromiter(chain.from_iterable(sentences), id_type(tokenizer)), lengths


def cut_back(ids, lengths, dtype):
    """Cut two files that were broken off in writing to the pairs that are whole in both -> how many there are"""
    pairs = np.fromfile(lengths.name, np.uint32)
    pairs = pairs[: len(pairs) // 2 * 2].reshape(-1, 2)
    ends = dtype.itemsize * pairs.sum(axis=1, dtype=np.int64).cumsum()
    done = int(np.searchsorted(ends, Path(ids.name).stat().st_size, side="right"))
    lengths.truncate(pairs[:done].nbytes)
    ids.truncate(ends[done - 1] if done else 0)
    return done
