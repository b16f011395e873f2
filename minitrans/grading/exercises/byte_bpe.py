"""Byte pair encoding as in GPT-2, in three rungs: merges of bytes, the parts of a text, and special tokens."""

import operator

import numpy as np

from ...data.byte_bpe import ByteBPE
from .byte_bpe_oracle import (
    encoded,
    learned,
    parts_of,
    unescaped,
    with_special,
    wrong_special,
    wrongly_encoded,
    wrongly_learned,
)
from .exercise import Exercise, short_repr
from .finding import Finding, in_case

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
TOKENS = ["<|end|>", "<|end|>>", "a.c", "(x"]


class BytePairs(Exercise):
    """Three rungs, each with its own points.  `basic`: train, encode and decode texts that are a single word, for which
    you need no split.  `split`: the parts of GPT-2, and no merge across their borders; Python's `re` has no name for
    all letters, so look for one that is right.  `special`: the special tokens."""

    name = "byte_bpe"
    wants = (ByteBPE,)

    def stages(self):
        return dict(basic=50, split=25, special=25)

    def basic(self, data, byte_bpe):
        """Merges of single words, encoding with given merges, and decoding."""
        for text in ("ananas", "Maß你好🍕"):
            compare_ids(byte_bpe(), text, [text], [])
        some = "".join(data.rng.choice(list("aabc"), 40))
        for text, count in (("mississippi", 3), ("aaabcbcbcd", 4), (some, 9)):
            compare_merges(byte_bpe(), text, [text], count)
        with in_case("more merges than the text has"):
            compare_merges(byte_bpe(), "aaaa", ["aaaa"], 9)
        with in_case("an empty text"):
            compare_merges(byte_bpe(), "", [], 5)
            compare_ids(byte_bpe(), "", [], [])
            compare_text(byte_bpe(), [], "")
        with in_case("a second training, which begins anew"):
            bpe = byte_bpe()
            bpe.train("abab", 1)
            compare_merges(bpe, "cdcdab", ["cdcdab"], 2)
        for text, merges in (
            ("abcd", [(98, 99), (97, 98), (257, 99), (256, 100)]),
            ("abcab", [(98, 99), (97, 98)]),
            ("aaaaa", [(97, 97)]),
            ("abcabcabc", [(120, 121), (97, 98), (257, 99)]),
            (some, learned([some], 9)),
        ):
            compare_ids(byte_bpe(merges), text, [text], merges)
        merges = learned(["你好你好é"], 6)
        for ids, text, cause in (
            ([228, 189, 160, 97], "你a", ALONE),
            ([*encoded(["你好"], merges), 195, 169], "你好é", ALONE),
            ([97, 228, 189], "a\ufffd", HALF),
            ([228, 97], "\ufffda", HALF),
        ):
            compare_text(byte_bpe(merges), ids, text, cause)

    def split(self, data, byte_bpe):
        """The parts of texts; merges and ids that respect them; and every text comes back."""
        for text, parts, cause in PARTS:
            compare_parts(byte_bpe(), text, parts, cause)
        for _ in range(50):
            text = random_text(data.rng)
            compare_parts(byte_bpe(), text, parts_of(text))
        for text, count in (("ab ab ab, ab", 4), ("die Größe, die Größe; der Tag", 9), (random_text(data.rng, 90), 12)):
            compare_merges(byte_bpe(), text, parts_of(text), count)
        for text, merges in (("a b a", [(97, 32)]), ("a, b.", [(97, 44), (32, 98)])):
            compare_ids(byte_bpe(merges), text, parts_of(text), merges)
        bpe, text = byte_bpe(), random_text(data.rng, 300)
        bpe.train(text, 20)
        for _ in range(20):
            text = random_text(data.rng)
            with in_case(f"encode({text!r})"):
                ids = ids_of(bpe, text)
            compare_text(bpe, ids, text, "encode and then decode must give the same text")

    def special(self, data, byte_bpe):
        """Special tokens where they are allowed, and nowhere else."""
        merges = learned(["<|end|>", "abab"], 9)
        bpe = byte_bpe(merges, TOKENS)
        end, longer, dot, bracket = TOKENS
        for text, allowed in (
            (f"ab{end}", [end]),
            (f"{end}a b{end}{end}b", [end]),
            (f"ab{end}ab", []),
            (f"ab{end}(x", [bracket]),
            (f"a{longer}b", [end]),
            (f"a{longer}b{end}", [end, longer]),
            (f"a{longer}b{end}", {longer, end}),
            (f"abc a.c {end}", (dot,)),
            ("", [end]),
            ("ab", [end]),
        ):
            compare_special(bpe, text, merges, allowed)
        for _ in range(20):
            text = "".join(data.rng.choice([*ALPHABET, *TOKENS], 12))
            compare_special(bpe, text, merges, data.rng.choice(TOKENS, 2, replace=False).tolist())
        first = 256 + len(merges)
        compare_text(bpe, [97, first, 98, first + 3], f"a{end}b(x", "a special token stands for its text")


def random_text(rng, length=12):
    return "".join(rng.choice(ALPHABET, length))


def compare_merges(bpe, text, parts, count):
    bpe.train(text, count)
    try:
        actual = [tuple(map(operator.index, pair)) for pair in bpe.merges]
    except (AttributeError, TypeError):
        kept = short_repr(getattr(bpe, "merges", None))
        raise Finding(f"after train, merges must be a list of pairs of ids, not {kept}") from None
    differ(f"train({short_repr(text)}, {count})", actual, learned(parts, count), wrongly_learned(parts, count))


def compare_ids(bpe, text, parts, merges):
    what = f"with the merges {short_repr(merges)}, encode({short_repr(text)})"
    with in_case(f"encode({short_repr(text)}) without special tokens"):
        actual = ids_of(bpe, text)
    differ(what, actual, encoded(parts, merges), wrongly_encoded(parts, merges))


def compare_special(bpe, text, merges, allowed):
    what = f"with the special tokens {TOKENS}, encode({short_repr(text)}, {short_repr(allowed)})"
    right, wrong = (each(text, merges, TOKENS, allowed, parts_of) for each in (with_special, wrong_special))
    pattern = any(unescaped(text, token) for token in allowed)
    hint = "if you look for the tokens with a regular expression, it needs re.escape" if pattern else ""
    with in_case(f"encode({text!r}, {allowed!r}){hint and f' ({hint})'}"):
        actual = ids_of(bpe, text, allowed)
    differ(what, actual, right, wrong, hint)


def compare_parts(bpe, text, parts, cause=""):
    actual = bpe.split(text)
    if isinstance(actual, list | tuple) and "".join(actual) != text:
        cause = "something of the text is lost, or is there twice"
    differ(f"split({text!r})", actual, parts, {}, cause)


def compare_text(bpe, ids, text, hint=""):
    with in_case(f"decode({short_repr(ids)})"):
        actual = bpe.decode(ids)
    differ(f"decode({short_repr(ids)})", actual, text, {}, hint)


def ids_of(bpe, text, *allowed):
    ids = bpe.encode(text, *allowed)
    if not isinstance(ids, list | tuple | np.ndarray):
        raise Finding(f"encode must return a list of ids, not {short_repr(ids)}")
    try:
        return list(map(operator.index, ids))
    except TypeError:
        raise Finding(f"encode must return a list of ids, not {short_repr(ids)}") from None


def differ(what, actual, right, mistakes, hint=""):
    """Raise Finding if the two differ.  mistakes: {cause: what this mistake gives}"""
    if actual != right:
        cause = next((cause for cause, wrong in mistakes.items() if wrong == actual), hint)
        raise Finding(f"{what} is wrong", "", short_repr(actual), short_repr(right), cause)
