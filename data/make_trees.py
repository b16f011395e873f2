"""Write the treebank, data/trees/{train,valid,test}.mrg, or check that the files are up to date.

python data/make_trees.py
python data/make_trees.py --check
"""

import re
import sys
from collections import Counter
from pathlib import Path

from tree_sentences import Writer
from write_files import write_files

DIRECTORY = Path(__file__).parent / "trees"
SEED = 2017
SIZES = {"train": 8_000, "valid": 400, "test": 400}
LENGTHS = range(4, 26)  # words in a sentence, punctuation counted
KNOWN = 5  # minimum number of training occurrences of each word in a validation or test sentence


def words(tree: str):
    return re.findall(r"[^ ()]+(?=\))", tree)


def new_trees():
    """Yield trees; no sentence occurs twice."""
    writer, seen = Writer(SEED), set()
    while True:
        tree = writer.tree()
        sentence = tuple(words(tree))
        if len(sentence) in LENGTHS and sentence not in seen:
            seen.add(sentence)
            yield tree


def make_treebank():
    source = new_trees()
    treebank = {"train": [next(source) for _ in range(SIZES["train"])]}
    known = Counter(word for tree in treebank["train"] for word in words(tree))
    familiar = (tree for tree in source if all(known[word] >= KNOWN for word in words(tree)))
    return treebank | {split: [next(familiar) for _ in range(SIZES[split])] for split in ("valid", "test")}


def main():
    def files():
        return {f"{split}.mrg": trees for split, trees in make_treebank().items()}

    return write_files("Write the treebank.", DIRECTORY, files)


if __name__ == "__main__":
    sys.exit(main())
