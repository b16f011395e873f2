"""Write the treebank, data/trees/{train,valid,test}.mrg, or check that the files are up to date.

python data/make_trees.py
python data/make_trees.py --check
"""

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

from tree_sentences import Writer

DIRECTORY = Path(__file__).parent / "trees"
SEED = 2017
SIZES = {"train": 8_000, "valid": 400, "test": 400}
LENGTHS = range(4, 26)  # words in a sentence, punctuation counted
KNOWN = 5  # every word of the validation and test sentences occurs at least so often in training


def words(tree: str) -> list[str]:
    return re.findall(r"[^ ()]+(?=\))", tree)


def new_trees():
    """Trees one after the other, no sentence twice."""
    writer, seen = Writer(SEED), set()
    while True:
        tree = writer.tree()
        sentence = tuple(words(tree))
        if len(sentence) in LENGTHS and sentence not in seen:
            seen.add(sentence)
            yield tree


def make_treebank() -> dict[str, list[str]]:
    source = new_trees()
    treebank = {"train": [next(source) for _ in range(SIZES["train"])]}
    known = Counter(word for tree in treebank["train"] for word in words(tree))
    familiar = (tree for tree in source if all(known[word] >= KNOWN for word in words(tree)))
    return treebank | {split: [next(familiar) for _ in range(SIZES[split])] for split in ("valid", "test")}


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the treebank.")
    parser.add_argument("--check", action="store_true", help="compare with the files instead of writing them")
    check = parser.parse_args().check
    stale = []
    DIRECTORY.mkdir(exist_ok=True)
    for split, trees in make_treebank().items():
        path = DIRECTORY / f"{split}.mrg"
        content = "".join(tree + "\n" for tree in trees).encode()
        if not check:
            path.write_bytes(content)
        elif not path.exists() or path.read_bytes() != content:
            stale.append(path.name)
    if stale:
        print("not up to date: " + ", ".join(stale), file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
