"""Tokenized text as arrays of ids, in memory or memory-mapped from disk, with two bytes per piece (Section 5.1)."""

import errno
import hashlib
import os
import re
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path

import numpy as np

from ..system.errors import UserError, say
from ..system.files import append_to, file_sha256, read_json, real, unreadable, write_json
from ..system.progress_bar import progress_bar

# Bytes of the text files, compressed or not.  The ids of larger texts are kept on disk, and a tokenizer is learned from
# a sample of about this size, because sentencepiece holds all lines in memory.
LARGE = 64 << 20
BLOCK = 10_000  # pairs tokenized at a time
FORMAT = 2  # of the files below; files of another format are written again
NAME = re.compile("[0-9a-f]{16}(\\.partial)?")  # the files of a tokenization
FILES = "ids", "lengths", "sha256.json", "sha256.json.partial"


class TokenizedText:
    """Pairs of id lists, without BOS and EOS, in one array of ids: source, target, source, target, ...

    ids [pieces], may be memory-mapped; lengths [pairs, 2] of source and target; starts [pairs]: where each pair begins.
    """

    def __init__(self, ids, lengths, starts=None):
        if starts is None:
            both = lengths.sum(axis=1, dtype=np.int64)
            starts = both.cumsum() - both
        self.ids = np.asarray(ids)  # a plain array over the same memory: slices of np.memmap are slow
        self.lengths, self.starts = lengths, starts

    def __len__(self):
        return len(self.lengths)

    def __getitem__(self, i):
        start, (source, target) = int(self.starts[i]), self.lengths[i].tolist()
        ids = self.ids[start : start + source + target].tolist()
        return ids[:source], ids[source:]

    def select(self, which):
        """The pairs with these indices, as a TokenizedText that shares the ids."""
        return TokenizedText(self.ids, self.lengths[which], self.starts[which])


def size(paths):
    """The size of text files in bytes, as they are on disk."""
    return sum(Path(path).stat().st_size for path in paths if Path(path).is_file())


def sample(pairs, size):
    """The lines of both sides from which the tokenizer is learned; only every n-th pair if the text is large.

    pairs: pairs of lines, where None is skipped; size: of the text in bytes
    """
    return chain.from_iterable(islice(filter(None, pairs), 0, None, 1 + size // LARGE))


def tokenize_in_memory(tokenizer, pairs):
    """Pairs of lines -> TokenizedText, with pair i at index i; None becomes two empty sentences."""
    ids, lengths = map(np.concatenate, zip(*tokenized_blocks(tokenizer, pairs), strict=True))
    return TokenizedText(ids, lengths)


def tokenize_on_disk(tokenizer, pairs, paths, folder):
    """The same in files below `folder` -> their folder, for `map_tokens`

    Finished files are used again, and an interrupted run continues.
    pairs: an iterator over pairs of lines, which is read only if needed;  paths: the files from which they come
    """
    whole = folder / identity(tokenizer, paths)
    partial = whole.with_suffix(".partial")
    if not whole.is_dir():
        remove_others(folder, partial)
        partial.mkdir(parents=True, exist_ok=True)
        say(f"tokenizing to {folder}")
        with append_to(partial / "ids") as ids, append_to(partial / "lengths") as lengths:
            done = cut_back(ids, lengths, id_type(tokenizer))
            pairs = progress_bar(pairs, "tokenizing", unit=" pairs")
            for block in tokenized_blocks(tokenizer, islice(pairs, done, None)):
                for file, array in zip((ids, lengths), block, strict=True):
                    file.write(array.tobytes())
                    file.flush()  # ids before lengths, so cut_back finds all complete pairs after a crash
            for file in (ids, lengths):
                os.fsync(file.fileno())
        write_json(partial / "sha256.json", digests(partial))
        partial.rename(whole)
    return whole


def remove_others(folder, kept):
    """Remove the files that this program has tokenized from an earlier state of the text, by their names, and nothing
    else.  Nothing is removed or written through a link, because anything may be behind it."""
    if kept.is_symlink():
        raise OSError(errno.ELOOP, "is a link", str(kept))
    for other in [] if folder.is_symlink() else folder.glob("*"):
        if other != kept and NAME.fullmatch(other.name) and other.is_dir() and not other.is_symlink():
            for name in FILES:
                (other / name).unlink(missing_ok=True)
            with suppress(OSError):  # it has other files too
                other.rmdir()


def map_tokens(tokenizer, whole):
    """-> TokenizedText, memory-mapped from a folder of `tokenize_on_disk`; UserError if it is damaged or unreadable"""
    if not whole.is_dir():
        raise UserError(f"{whole}: is not there; if training runs on several hosts, all must see the run directory")
    try:
        if read_json(whole / "sha256.json") != digests(whole):
            raise ValueError
        ids = np.memmap(whole / "ids", id_type(tokenizer), "r")
        lengths = np.memmap(whole / "lengths", np.uint32, "r").reshape(-1, 2)
    except (FileNotFoundError, ValueError):
        raise UserError(f"{whole}: is damaged; remove it, and resuming tokenizes the text again") from None
    except OSError as error:
        raise unreadable(whole, error) from None
    return TokenizedText(ids, lengths)


def digests(folder):
    """Checksums of the files, so that training never uses bytes that have changed on disk."""
    return {name: file_sha256(folder / name) for name in ("ids", "lengths")}


def identity(tokenizer, paths):
    """A name that changes with the tokenizer and with the size or modification time of any of these files."""
    try:
        stats = [(str(real(path)), Path(path).stat()) for path in paths]
    except OSError as error:
        raise unreadable(error.filename, error) from None
    parts = [FORMAT, tokenizer.sha256, *((path, stat.st_size, stat.st_mtime_ns) for path, stat in stats)]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def id_type(tokenizer):
    most = max(len(tokenizer), len(tokenizer.target))
    return np.dtype(np.uint16 if most <= 1 << 16 else np.uint32)


def tokenized_blocks(tokenizer, pairs):
    """Yield (ids, lengths [pairs, 2]) for BLOCK pairs of lines at a time; None becomes two empty sentences."""
    pairs, both = iter(pairs), (tokenizer, tokenizer.target)
    while block := list(islice(pairs, BLOCK)):
        sides = zip(*(pair or ("", "") for pair in block), strict=True)
        sides = [tokenizer_of_side.encode(list(lines)) for tokenizer_of_side, lines in zip(both, sides, strict=True)]
        sentences = list(chain.from_iterable(zip(*sides, strict=True)))
        lengths = np.array([len(sentence) for sentence in sentences], np.uint32).reshape(-1, 2)
        yield np.fromiter(chain.from_iterable(sentences), id_type(tokenizer)), lengths


def cut_back(ids, lengths, dtype):
    """Truncate two partly written files to the pairs that are complete in both -> the number of these pairs"""
    pairs = np.fromfile(lengths.name, np.uint32)
    pairs = pairs[: len(pairs) // 2 * 2].reshape(-1, 2)
    ends = dtype.itemsize * pairs.sum(axis=1, dtype=np.int64).cumsum()
    done = int(np.searchsorted(ends, Path(ids.name).stat().st_size, side="right"))
    lengths.truncate(pairs[:done].nbytes)
    ids.truncate(ends[done - 1] if done else 0)
    return done
