"""Byte pair encoding as in GPT-2, in three rungs: merges of bytes, the parts of a text, and special tokens."""

import operator
from functools import cache
from pathlib import Path

import numpy as np

from .. import byte_bpe
from ..program import read_text, with_changes
from .exercise import Exercise, in_one, short_repr
from .finding import Finding, in_case
from .mistakes import Edit

# Texts of our class that the mistakes change
BEST, TIE = (
    "min(times, key=lambda pair: (-times[pair], pair))",
    "of equally frequent pairs the {} is taken: take the smallest",
)
NEIGHBOURS, EACH_MERGE = "zip(ids, ids[1:], strict=False)", "for i, pair in enumerate(merges):"
TIMES, APPLIED = f"Counter(pair for ids in parts for pair in {NEIGHBOURS})", "ids = merge(ids, pair, 256 + i)"
FOUND, FIRST_SPECIAL = "(merged[-1], i) == pair", "256 + len(self.merges) + self"
LONGEST = """known = [*(bytes([i]) for i in range(256))]
    for left, right in merges:
        known.append(known[left] + known[right])
    text, ids = bytes(ids), []
    while text:
        ids.append(known.index(max(filter(text.startswith, known), key=len)))
        text = text[len(known[ids[-1]]) :]
    return ids
    for i, pair in ():"""

OF_MERGES = [
    Edit(TIE.format("first in the text"), (BEST, "max(times, key=times.get)")),
    Edit(TIE.format("last in the text"), (BEST, "max(reversed(times), key=times.get)")),
    Edit(TIE.format("largest"), (BEST, "max(times, key=lambda pair: (times[pair], pair))")),
    Edit("pairs that overlap are counted once: aaa has the pair aa twice",
         (TIMES, f"{{pair: sum(merge(each, pair, -1).count(-1) for each in parts) "
                 f"for ids in parts for pair in {NEIGHBOURS}}}")),
    Edit("the rarest pair is taken", (BEST, BEST.replace("-", ""))),
    Edit("the merge that was learned last is applied first",
         (EACH_MERGE, "for i, pair in reversed(list(enumerate(merges))):")),
    Edit("the longest known piece is cut off, again and again: apply the merges in their order", (EACH_MERGE, LONGEST)),
    Edit("each merge is applied once only", (FOUND, f"new not in merged and {FOUND}")),
    Edit("a merge is applied from right to left: aaa is (aa) a",
         ("for i in ids:", "for i in ids[::-1]:", FOUND, "(i, merged[-1]) == pair",
          "return merged", "return merged[::-1]")),
    Edit("no merge is applied", (APPLIED, "pass")),
    Edit("characters are encoded, not bytes: begin with text.encode()",
         ("ids = list(part.encode())", "ids = list(map(ord, part))")),
]  # fmt: skip
OF_PARTS = [
    Edit("a merge crosses the border between two parts",
         ("in self.split(text)]", "in [text]]", "in self.split(piece)", "in [piece]")),
    Edit("each part counts once, however often it occurs",
         ("in self.split(text)]", "in dict.fromkeys(self.split(text))]")),
]  # fmt: skip
OF_SPECIAL = [
    Edit("special tokens are recognised that `allowed` does not name",
         ("sorted(allowed", "sorted(self.special", "if allowed else", "if self.special else")),
    Edit("special tokens are taken for ordinary text", ("if allowed else", "if False else")),
    Edit("of two tokens that begin alike, the shorter is taken", (", reverse=True", "")),
    Edit("the ids of special tokens begin at 256: they follow those of the merges", (FIRST_SPECIAL, "256 + self")),
    Edit("the ids of special tokens begin one too early", (FIRST_SPECIAL, FIRST_SPECIAL.replace("256", "255"))),
    Edit("the ids of special tokens begin one too late", (FIRST_SPECIAL, FIRST_SPECIAL.replace("256", "257"))),
]  # fmt: skip

CONTRACTION = "'s 't 're 've 'm 'll 'd are parts, in small letters only"
BLANKS = "of several blanks the last one goes with what follows, if it is a space, and is a part of its own otherwise"
NUMBERS = "numbers are a kind of their own; to `re`, ² and ½ are letters"
PARTS = [
    ("eins zwei", ["eins", " zwei"], "a space goes with the word after it"),
    ("schöne Größe 你好", ["schöne", " Größe", " 你好"], "letters are more than a to z: see str.isalpha"),
    ("a1b22 333", ["a", "1", "b", "22", " 333"], NUMBERS),
    ("x² ½l", ["x", "²", " ½", "l"], NUMBERS),
    ("第一天", ["第一天"], "一 is a letter: a number is what str.isnumeric says and str.isalpha does not"),
    ("a_b __", ["a", "_", "b", " __"], r"the underscore is no letter, though \w contains it"),
    ("Ja! (nein?!)", ["Ja", "!", " (", "nein", "?!)"], "other characters are a kind of their own, with a space before"),
    ("I'll say it's", ["I", "'ll", " say", " it", "'s"], CONTRACTION),
    ("IT'S 'dark'", ["IT", "'", "S", " '", "dark", "'"], CONTRACTION),
    ("a   b", ["a", "  ", " b"], BLANKS),
    ("a\n\n b \n", ["a", "\n\n", " b", " \n"], BLANKS),
    ("a\tb\t\tc", ["a", "\t", "b", "\t", "\t", "c"], BLANKS),
    ("!\u00a0!\x1c!", ["!", "\u00a0", "!", "\x1c", "!"], "blanks are all that str.isspace says"),
    (" a  ", [" a", "  "], BLANKS),
    ("", [], "an empty text has no part"),
]
ALONE = "each id is decoded alone: join the bytes of all ids first, because one id may be half of a character"
HALF = "half of a character must become U+FFFD: see the argument errors of bytes.decode"
ALPHABET = list("aab  bcé你🍕12²'s_.,!\n\t") + ["'ll", " a"]
TOKENS = END, LONGER, DOT, BRACKET = "<|end|>", "<|end|>>", "a.c", "(x"
ESCAPE = "if you look for the tokens with a regular expression, it needs re.escape"


class BytePairs(Exercise):
    """Three rungs, each with its own points.  `basic`: train, encode and decode texts that are a single word, for which
    you need no split.  `split`: the parts of GPT-2, and no merge across their borders; Python's `re` has no name for
    all letters, so look for one that is right.  `special`: the special tokens."""

    name = "byte_bpe"
    wants = (byte_bpe.ByteBPE,)
    mistakes = OF_MERGES + OF_PARTS + OF_SPECIAL

    def stages(self):
        return dict(basic=50, split=25, special=25)

    def defined(self, changes=(), part=""):
        return defined(changes)

    def basic(self, data, bpe):
        """Merges of single words, encoding with given merges, and decoding."""
        for text in ("ananas", "Maß你好🍕"):
            self.compare_ids(bpe, text)
        some = "".join(data.rng.choice(list("aabc"), 40))
        for text, count in (("mississippi", 3), ("aaabcbcbcd", 4), (some, 9)):
            self.compare_merges(bpe, text, count)
        with in_case("more merges than the text has"):
            self.compare_merges(bpe, "aaaa", 9)
        with in_case("an empty text"):
            self.compare_merges(bpe, "", 5)
            self.compare_ids(bpe, "")
            compare_text(bpe(), [], "")
        with in_case("a second training, which begins anew"):
            self.compare_merges(bpe, "cdcdab", 2, before="abab")
        for text, merges in (
            ("abcd", [(98, 99), (97, 98), (257, 99), (256, 100)]),
            ("abcab", [(98, 99), (97, 98)]),
            ("aaaaa", [(97, 97)]),
            ("abcabcabc", [(120, 121), (97, 98), (257, 99)]),
            (some, self.learned(some, 9)),
        ):
            self.compare_ids(bpe, text, merges)
        merges = self.learned("你好你好é", 6)
        for ids, text, cause in (
            ([228, 189, 160, 97], "你a", ALONE),
            ([*byte_bpe.encode_part("你好", merges), 195, 169], "你好é", ALONE),
            ([97, 228, 189], "a\ufffd", HALF),
            ([228, 97], "\ufffda", HALF),
        ):
            compare_text(bpe(merges), ids, text, cause)

    def split(self, data, bpe):
        """The parts of texts; merges and ids that respect them; and every text comes back."""
        for text, parts, cause in PARTS:
            compare_parts(bpe(), text, parts, cause)
        for _ in range(50):
            text = random_text(data.rng)
            compare_parts(bpe(), text, self.wants[0]().split(text))
        for text, count in (("ab ab ab, ab", 4), ("die Größe, die Größe; der Tag", 9), (random_text(data.rng, 90), 12)):
            self.compare_merges(bpe, text, count)
        for text, merges in (("a b a", [(97, 32)]), ("a, b.", [(97, 44), (32, 98)])):
            self.compare_ids(bpe, text, merges)
        trained = bpe()
        trained.train(random_text(data.rng, 300), 20)
        for _ in range(20):
            text = random_text(data.rng)
            with in_case(f"encode({text!r})"):
                ids = ids_of(trained, text)
            compare_text(trained, ids, text, "encode and then decode must give the same text")

    def special(self, data, bpe):
        """Special tokens where they are allowed, and nowhere else."""
        merges = self.learned(f"{END}{END} abab", 9)
        for text, allowed in (
            (f"ab{END}", [END]),
            (f"{END}a b{END}{END}b", [END]),
            (f"ab{END}ab", []),
            (f"ab{END}(x", [BRACKET]),
            (f"a{LONGER}b", [END]),
            (f"a{LONGER}b{END}", [END, LONGER]),
            (f"a{LONGER}b{END}", {LONGER, END}),
            (f"abc a.c {END}", (DOT,)),
            ("", [END]),
            ("ab", [END]),
        ):
            self.compare_special(bpe, text, merges, allowed)
        for _ in range(20):
            text = "".join(data.rng.choice([*ALPHABET, *TOKENS], 12))
            self.compare_special(bpe, text, merges, data.rng.choice(TOKENS, 2, replace=False).tolist())
        first = 256 + len(merges)
        compare_text(
            bpe(merges, TOKENS), [97, first, 98, first + 3], f"a{END}b(x", "a special token stands for its text"
        )

    def learned(self, text, count):
        return merges_of(self.wants[0], text, count)

    def compare_merges(self, bpe, text, count, before=""):
        self.compare(f"train({short_repr(text)}, {count})", lambda bpe: merges_of(bpe, text, count, before), bpe)

    def compare_ids(self, bpe, text, merges=()):
        what = f"with the merges {short_repr(list(merges))}, encode({short_repr(text)})"
        with in_case(f"encode({short_repr(text)}) without special tokens"):
            self.compare(what, lambda bpe: ids_of(bpe(merges), text), bpe)

    def compare_special(self, bpe, text, merges, allowed):
        what = f"with the special tokens {list(TOKENS)}, encode({short_repr(text)}, {short_repr(allowed)})"
        hint = ESCAPE if allowed else ""
        with in_case(f"encode({text!r}, {allowed!r}){hint and f' ({hint})'}"):
            self.compare(what, lambda bpe: ids_of(bpe(merges, TOKENS), text, allowed), bpe, hint)

    def compare(self, what, call, bpe, hint=""):
        """Finding unless call(bpe) gives what it gives with ours"""
        actual, right = call(bpe), call(*self.ours())
        if actual != right:
            cause = in_one([cause for cause, wrong in self.wrong(call).items() if wrong == actual])
            differ(what, actual, right, cause or hint)


@cache
def defined(changes):
    """What our file defines after these changes"""
    file, found = Path(byte_bpe.__file__), {}
    exec(compile(with_changes(read_text(file), changes, file.name), file.name, "exec"), found)
    return found


def random_text(rng, length=12):
    return "".join(rng.choice(ALPHABET, length))


def merges_of(bpe, text, count, before=""):
    """The merges after a training on the text `before`, and one on this text"""
    trained = bpe()
    if before:
        trained.train(before, 1)
    trained.train(text, count)
    try:
        return [tuple(map(operator.index, pair)) for pair in trained.merges]
    except (AttributeError, TypeError):
        kept = short_repr(getattr(trained, "merges", None))
        raise Finding(f"after train, merges must be a list of pairs of ids, not {kept}") from None


def compare_parts(bpe, text, parts, cause=""):
    actual = bpe.split(text)
    if isinstance(actual, list | tuple) and "".join(actual) != text:
        cause = "something of the text is lost, or is there twice"
    differ(f"split({text!r})", actual, parts, cause)


def compare_text(bpe, ids, text, hint=""):
    with in_case(f"decode({short_repr(ids)})"):
        actual = bpe.decode(ids)
    differ(f"decode({short_repr(ids)})", actual, text, hint)


def ids_of(bpe, text, *allowed):
    ids = bpe.encode(text, *allowed)
    if not isinstance(ids, list | tuple | np.ndarray):
        raise Finding(f"encode must return a list of ids, not {short_repr(ids)}")
    try:
        return list(map(operator.index, ids))
    except TypeError:
        raise Finding(f"encode must return a list of ids, not {short_repr(ids)}") from None


def differ(what, actual, right, cause):
    if actual != right:
        raise Finding(f"{what} is wrong", "", short_repr(actual), short_repr(right), cause)
