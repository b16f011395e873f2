"""From text files to token ids, for the splits that a run is trained and scored on."""

from itertools import chain

import numpy as np

from ..data.encoded import BLOCK, map_tokens, tokenize_in_memory, tokenize_on_disk
from ..data.ids import UNK
from ..decoding import most_pieces
from ..parallel.world import world
from ..system.errors import UserError, say


def read_split(task, split, paths):
    """-> list of (sentence, reference)"""
    pairs, empty = task.read(paths)
    if empty:
        say(f"{split}: left out {empty} pairs with an empty line on one side or both")
    return pairs


def encode_split(task, split, pairs, tokenizer, model):
    """(sentence, reference) pairs -> pairs of id lists.  UserError if a sentence is too long for the model."""
    ids, most = task.encode(tokenizer, pairs), most_pieces(model)
    lines = chain.from_iterable((sentence, task.line(reference)) for sentence, reference in pairs)
    pieces, line = max((len(side), line) for side, line in zip(chain.from_iterable(ids), lines, strict=True))
    if pieces > most:
        raise UserError(
            f"{split}: {line[:40]!r}...: {pieces} pieces, but a sentence has at most {most}; split it, "
            "leave it out, or give a larger --max-length"
        )
    return ids


def training_pairs(task, paths, tokenizer, max_length, folder=None):
    """-> the TokenizedText of the training text that is `short_enough`, in memory or, if given, as files in `folder`"""
    if folder:
        whole = world().on_rank_0(tokenize_on_disk, tokenizer, task.lines(paths), paths, folder)
        return short_enough(map_tokens(tokenizer, whole), max_length)
    return short_enough(tokenize_in_memory(tokenizer, task.lines(paths)), max_length)


def short_enough(train, max_length):
    """Leave out pairs that are empty on one side, or longer than max_length with EOS, and print how many they are."""
    empty = (train.lengths == 0).any(axis=1)
    long = (train.lengths >= max_length).any(axis=1) & ~empty
    for side, (pieces, unknown) in zip(("source", "target"), pieces_and_unknown(train), strict=True):
        if unknown:
            say(f"train: {unknown / pieces:.2%} of the pieces of the {side} are unknown to the vocabulary")
    if empty.any():
        say(f"train: left out {empty.sum()} pairs with an empty line on one side or both")
    if (empty | long).all():
        raise UserError(f"no training pair is shorter than --max-length {max_length} pieces")
    if long.any():
        say(f"train: left out {long.sum()} pairs of {max_length} pieces or more (--max-length)")
    return train.select(~(empty | long))


def pieces_and_unknown(train):
    """-> [source, target] of (pieces, unknown pieces) of a TokenizedText, counted block by block"""
    unknown = np.zeros(2, np.int64)
    for start in range(0, len(train), BLOCK):
        lengths = train.lengths[start : start + BLOCK]
        first = int(train.starts[start])
        ids = train.ids[first : first + int(lengths.sum())]
        sides = np.repeat(np.tile([0, 1], len(lengths)), lengths.ravel())
        unknown += np.bincount(sides[ids == UNK], minlength=2)
    return list(zip(train.lengths.sum(axis=0, dtype=np.int64).tolist(), unknown.tolist(), strict=True))
