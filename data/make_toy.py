"""Write the toy corpus, data/toy/{train,valid,test}.{en,de}, or check that the files are up to date.

    python data/make_toy.py
    python data/make_toy.py --check

The test set measures more than memory. A fixed share of all word pairs, such as (interesting, story) or
(boy, get up), is *held out*: no training or validation sentence contains both words, but every test sentence
has such a pair in a grammatical relation (verb and noun, or adjective and noun).
"""

import re
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from zlib import crc32

from everyday_sentences import Everyday, EverydayPair, fixed_phrases
from everyday_spelling import expanded
from toy_sentences import Pair, Writer
from write_files import write_files

DIRECTORY = Path(__file__).parent / "toy"
ASKED = Path(__file__).parents[1] / "tests" / "everyday.tsv"  # sentences that the model is asked after training
SEED = 2017
SIZES = {"train": 60_000, "valid": 500, "test": 500}
WORDS = range(4, 14)  # English words in a sentence of the long grammar
LONG_SHARE = 0.22  # of the sentences that are not fixed phrases
REPEATS = 10  # of each fixed phrase, in different spellings
HELD_OUT_SHARE = 30  # one word pair in 30 is held out
PER_HELD_OUT = 10  # maximum number of test sentences for the same held-out pair
KNOWN = 5  # minimum number of training occurrences of each word in a test sentence


def held_out(one: str, two: str):
    """Whether a word pair is held out. A checksum decides, so the choice depends only on the two words."""
    return crc32(" ".join(sorted((one, two))).encode()) % HELD_OUT_SHARE == 0


def tokens(text: str):
    return re.sub(r'[.,:!?"]', " ", text).split()


def plain(text: str):
    """The words of a sentence in lower case, without marks and contractions: its spellings are equal."""
    return " ".join(tokens(expanded(text.lower())))


def rarer(one: Pair, two: Pair, counts: Counter[str]):
    """The sentence whose rarest word has been seen less often, so that seldom words get more sentences."""
    return min(one, two, key=lambda pair: min((counts[word] for word in tokens(pair.en.lower())), default=0))


def make_corpus():
    """Sentences of the long grammar, everyday sentences and fixed phrases; these are for training only."""
    long, everyday = Writer(SEED), Everyday(SEED)
    seen = {plain(line.split("\t")[0]) for line in ASKED.read_text(encoding="utf-8").splitlines()}
    ordinary: list[Pair] = []
    novel: list[Pair] = []
    phrases = [EverydayPair(en, de, ()) for en, de in fixed_phrases(everyday, REPEATS) if plain(en) not in seen]
    seen |= {plain(pair.en) for pair in phrases}
    counts: Counter[str] = Counter()
    while len(ordinary) < SIZES["train"] + SIZES["valid"] - len(phrases):
        is_long = everyday.chance(LONG_SHARE)
        pair = long.sentence() if is_long else rarer(everyday.sentence(), everyday.sentence(), counts)
        if is_long and len(tokens(pair.en)) not in WORDS or plain(pair.en) in seen:
            continue
        seen.add(plain(pair.en))
        counts.update(tokens(pair.en.lower()))
        pair = pair if is_long else everyday.typed(pair)
        if any(held_out(*relation) for relation in pair.relations()):
            novel.append(pair)
        elif not any(held_out(*words) for words in combinations(pair.words(), 2)):
            ordinary.append(pair)
    valid, train = ordinary[: SIZES["valid"]], ordinary[SIZES["valid"] :] + phrases
    return {"train": train, "valid": valid, "test": choose_test(novel, train)}


def choose_test(novel: list[Pair], train: list[Pair]):
    """Sentences of known words, and at most PER_HELD_OUT for each held-out pair."""
    english = Counter(token for pair in train for token in tokens(pair.en))
    german = Counter(token for pair in train for token in tokens(pair.de))
    used: Counter[tuple[str, ...]] = Counter()
    test = []
    for pair in novel:
        held = {tuple(sorted(relation)) for relation in pair.relations() if held_out(*relation)}
        seen = [english[token] for token in tokens(pair.en)] + [german[token] for token in tokens(pair.de)]
        if min(seen) < KNOWN:
            continue
        if all(used[words] < PER_HELD_OUT for words in held):
            used.update(held)
            test.append(pair)
    return test[: SIZES["test"]]


def main():
    def files():
        return {
            f"{split}.{language}": [getattr(pair, language) for pair in pairs]
            for split, pairs in make_corpus().items()
            for language in ("en", "de")
        }

    return write_files("Write the toy corpus.", DIRECTORY, files)


if __name__ == "__main__":
    sys.exit(main())
