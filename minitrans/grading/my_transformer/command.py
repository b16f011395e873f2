"""Learn from a text, score what was learned and save it; or translate.

    python -m my_transformer                        learn from data/, translate its test sentences, and score
    python -m my_transformer --translate FILE       translate with the saved weights; - is the standard input
    python -m my_transformer --status               which parts are yours, and are they right?

Line n of a target file translates line n of its source file.
"""

import argparse
import re
import sys
from pathlib import Path
from time import perf_counter

import numpy as np

from .model import Transformer
from .training import training_loop
from .translator import bleu, learn_averaged, translate_lines
from .words import Words, learn_merges

FOLDER = Path(__file__).parent
DATA = FOLDER / "data"
WARMUP = 400
UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")  # Thai ... Chinese


def main():
    parser = argparse.ArgumentParser(
        prog=f"python -m {FOLDER.name}", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for flag, name in (("train", "train"), ("valid", "test")):
        for side, language in (("src", "en"), ("tgt", "de")):
            parser.add_argument(f"--{flag}-{side}", metavar="FILE", help=f"data/{name}.{language} by default")
    parser.add_argument("--steps", type=int, default=2000, help="of training (default: 2000)")
    parser.add_argument("--seed", type=int, default=1, help="of initial weights, order of the text, and dropout")
    parser.add_argument("--merges", type=int, default=1000, help="of byte pair encoding; use 4000 for a larger text")
    parser.add_argument("--weights", type=Path, metavar="FILE", default=FOLDER / "weights.npz", help="saved weights")
    parser.add_argument("--resume", action="store_true", help="go on from the saved weights")
    parser.add_argument("--translate", metavar="FILE", help="translate this file, or - for the standard input")
    parser.add_argument("--status", action="store_true", help="show the table of the parts")
    args = parser.parse_args()
    try:
        translate_file(args) if args.translate else train(args)
    except (ValueError, OSError) as error:
        parser.exit(2, f"error: {error}\n")


def train(args):
    files = [args.train_src, args.train_tgt, args.valid_src, args.valid_tgt]
    if any(files) and not all(files):
        raise ValueError("--train-src, --train-tgt, --valid-src and --valid-tgt belong together: give all four")
    if args.steps < 1:
        raise ValueError(f"--steps {args.steps}: must be at least 1")
    files = files if all(files) else [DATA / name for name in ("train.en", "train.de", "test.en", "test.de")]
    text, valid = read_pairs(*files[:2]), read_pairs(*files[2:])
    start, done = perf_counter(), 0
    if args.resume:
        model, merges, done = load(args.weights)
    else:
        merges = learn_merges([line for pair in text for line in pair], args.merges)
        model = Transformer(FIRST_MERGE + len(merges), seed=args.seed)
        if args.weights.exists():
            before = args.weights.replace(args.weights.with_suffix(".before.npz"))
            print(f"the earlier weights are in {before}")
    words, every = Words(merges), max(args.steps // 20, 1)
    pairs = [(words.encode(source), words.encode(target)) for source, target in text]
    # A second training begins anew with Adam, and warms up to the rate at which the first has ended.
    loop = training_loop(model, pairs, args.steps, warmup=max(WARMUP, done), seed=args.seed + done)
    for step, loss in learn_averaged(model, loop, every):
        if step % every == 0:
            save(args.weights, model, merges, done + step)
            (example,) = translate_lines(model, words, [valid[0][0]])
            print(f"step {done + step}  loss {loss:.3f}  {perf_counter() - start:.0f} s  {example}", flush=True)
    save(args.weights, model, merges, done + args.steps)
    sources, references = zip(*valid, strict=True)
    translations = list(bar(translate_lines(model, words, sources), len(sources)))
    print(*translations[:5], sep="\n")
    score = bleu(list(map(cut, translations)), list(map(cut, references)))
    print(f"BLEU {score:.1f}  {perf_counter() - start:.0f} s  weights: {args.weights}")


def translate_file(args):
    lines = sys.stdin.read().splitlines() if args.translate == "-" else read(args.translate)
    model, merges, _ = load(args.weights)
    for translation in translate_lines(model, Words(merges), lines):
        print(translation, flush=True)


FIRST_MERGE = 260  # the special ids and the bytes come before it


def save(file, model, merges, steps):
    new = file.with_suffix(".new.npz")
    np.savez(new, *(w.data for w in model.weights), merges=np.reshape(merges, (-1, 2)), steps=steps)
    new.replace(file)  # a program that is stopped here leaves the old ones


def load(file):
    """-> model, merges, and the number of steps that it has learned"""
    if not file.exists():
        raise ValueError(f"{file}: does not exist; python -m {FOLDER.name} learns, and saves it")
    with np.load(file) as saved:
        merges = [tuple(pair) for pair in saved["merges"].tolist()]
        model = Transformer(FIRST_MERGE + len(merges))
        for i, w in enumerate(model.weights):
            if saved[f"arr_{i}"].shape != w.data.shape:
                raise ValueError(f"{file}: has the weights of another model; give another file with --weights")
            w.data = saved[f"arr_{i}"]
        return model, merges, int(saved["steps"])


def read_pairs(*files):
    sides = [read(file) for file in files]
    if len(sides[0]) != len(sides[1]):
        counts = (f"{file} has {len(lines)} lines" for file, lines in zip(files, sides, strict=True))
        raise ValueError(f"{', and '.join(counts)}: line n must translate line n")
    pairs = [pair for pair in zip(*sides, strict=True) if all(map(str.strip, pair))]
    if not pairs:
        raise ValueError(f"{files[0]}: has no sentence")
    if left := len(sides[0]) - len(pairs):
        print(f"{files[0]}: left out {left} pairs with an empty line on one side or both", file=sys.stderr)
    return pairs


def read(file):
    """The lines of a UTF-8 text, with or without a byte order mark.  ValueError or OSError if it cannot be read."""
    try:
        text = Path(file).read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{file}: is not UTF-8 text; save it as UTF-8") from None
    if len(UNSPACED.findall(text)) > 3 * len(text.split()):
        raise ValueError(f"{file}: has no blanks between its words (Chinese, Japanese, Thai ...); add them first")
    return text.removesuffix("\n").split("\n")


def bar(items, count):
    """The items; at a terminal, a bar shows how many there were"""
    for i, item in enumerate(items, 1):
        if sys.stderr.isatty():
            end = "\n" if i == count else ""
            print(f"\r{'#' * (40 * i // count):40} {i} of {count} translated", end=end, file=sys.stderr, flush=True)
        yield item


def cut(line):
    """The words of a line and its other signs, for BLEU.  I'm, 3.5 and T-Shirt are words."""
    return re.findall(r"\d+(?:[.,]\d+)+|[\w'-]+|[^\w\s]", line)
