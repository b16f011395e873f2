"""The text of a run: which files were named, and from their lines to pairs of ids."""

import sys
from itertools import chain

from ..data.encoded import sample
from ..data.tokenizer import Tokenizer
from ..data.word_tokenizer import WordTokenizer
from ..errors import UserError
from ..trees.pairs import read_split, symbols_of, tree_files

SPLITS = ("train", "valid", "test")


def own_files(args):
    """{split: its files} of --train-src and its like, or of --train-trees; {} if none is given."""
    text, trees = own_text(args), own_trees(args)
    if text and trees:
        raise UserError("own files: give text (--train-src) or trees (--train-trees), not both")
    files = text or trees
    for path in chain.from_iterable(files.values()):
        if path.exists() and not path.is_file():  # a pipe, as of <(...)
            raise UserError(f"{path}: is not a file of its own; text is read more than once, so save it to one first")
    return files


def own_text(args):
    files = {}
    for split in SPLITS:
        pair = getattr(args, f"{split}_src"), getattr(args, f"{split}_tgt")
        if all(pair):
            files[split] = pair
        elif any(pair):
            raise UserError(f"--{split}-src and --{split}-tgt belong together: give both")
    if files and not {"train", "valid"} <= set(files):
        raise UserError("own files: give at least --train-src, --train-tgt, --valid-src and --valid-tgt")
    return files


def own_trees(args):
    given = {split: getattr(args, f"{split}_trees") for split in SPLITS}
    files = {split: tree_files(paths) for split, paths in given.items() if paths}
    if (files or args.extra_trees) and not {"train", "valid"} <= set(files):
        raise UserError("own trees: give at least --train-trees and --valid-trees")
    if args.extra_trees:
        files["train"] += tree_files(args.extra_trees)
    return files


def learned_tokenizer(config, paths):
    if config.task == "parse":
        return WordTokenizer.train(sample(paths), config.vocabulary, symbols_of(paths))
    return Tokenizer.train(sample(paths), config.vocabulary)


def pairs_of(split, paths):
    pairs, empty = read_split(paths)
    if empty:
        say(f"{split}: left out {empty} pairs with an empty line on one side or both")
    return pairs


def encode(tokenizer, pairs):
    """Pairs of lines -> pairs of id lists"""
    sources, targets = (tokenizer.encode(list(side)) for side in zip(*pairs, strict=True))
    return list(zip(sources, targets, strict=True))


def short_enough(train, max_length):
    """The training pairs with words on both sides that fit, end of sentence included; the others are counted."""
    empty = (train.lengths == 0).any(axis=1)
    long = (train.lengths >= max_length).any(axis=1) & ~empty
    if empty.any():
        say(f"train: left out {empty.sum()} pairs with an empty line on one side or both")
    if (empty | long).all():
        raise UserError(f"no training pair is shorter than --max-length {max_length} pieces")
    if long.any():
        say(f"train: left out {long.sum()} pairs of {max_length} pieces or more (--max-length)")
    return train.select(~(empty | long))


def say(message):
    print(message, file=sys.stderr, flush=True)
