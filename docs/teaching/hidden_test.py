"""Write 500 test pairs that no student has, by the grammar of the bundled corpus and with a seed of your own.

    python docs/teaching/hidden_test.py SEED hidden.en hidden.de

Like those of the test split, each sentence has a pair of words that no training sentence has together.  None of them
is in the bundled text.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "data"))

from make_toy import SIZES, WORDS, choose_test, held_out, make_corpus, tokens
from toy_sentences import Writer


def hidden(seed):
    """-> pairs like those of the test split"""
    bundled = make_corpus()
    known = {line for pairs in bundled.values() for pair in pairs for line in (pair.en, pair.de)}
    writer, novel = Writer(seed), []
    while len(novel) < 4 * SIZES["test"]:  # of which some have a rare word, or one held-out pair too often
        pair = writer.sentence()
        new = len(tokens(pair.en)) in WORDS and known.isdisjoint((pair.en, pair.de))
        if new and any(held_out(*relation) for relation in pair.relations()):
            known.update((pair.en, pair.de))
            novel.append(pair)
    return choose_test(novel, bundled["train"])


if __name__ == "__main__":
    seed, *paths = sys.argv[1:]
    pairs = hidden(int(seed))
    for path, language in zip(paths, ("en", "de"), strict=True):
        Path(path).write_text("".join(f"{getattr(pair, language)}\n" for pair in pairs), encoding="utf-8")
        print(path)
