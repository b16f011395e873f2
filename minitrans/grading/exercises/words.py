"""Byte pair encoding: the parts of a text, the merges learned on it, and a vocabulary of them."""

import operator
from functools import partial

from ..my_transformer.words import Words, learn_merges, split_line
from .exercise import Exercise, short_repr
from .finding import Finding, in_case
from .mistakes import Edit

# Texts of our part that the mistakes change
BEST, TIE = "min(pair for pair, n", "of equally frequent pairs the {} is taken: take the smallest"
CHOSEN, AS_BYTES = "min(pairs, key=self.number.get)", "for byte in word.encode()"
ALONE = "each id is decoded alone: join the bytes of all first, because one id may be half of a character"
HALF = "half of a character is lost: see the argument errors of bytes.decode"
LONGEST = """text, found = word.encode(), []
        while text:
            found.append(self.words.index(max(filter(text.startswith, self.words), key=len)))
            text = text[len(self.words[found[-1]]) :]
        return found
        ids = as_text(word)"""


class BytePairs(Exercise):
    """The entries of `words` are of type bytes; those of PAD, BOS, EOS and UNK, 0 to 3, are empty.  Count equal words
    of a text together, because it may have a million words."""

    name = "words"
    wants = (split_line, learn_merges, Words)
    mistakes = [
        Edit("a blank belongs to the word after it", (r'r" ?\w+| ?[^\w\s]", " " + ', r'r"\w+|[^\w\s]", ')),
        Edit("other signs are parts one by one: `?!` is two", (r"[^\w\s]", r"[^\w\s]+")),
        Edit("letters are more than a to z", (r" ?\w+| ?[^\w\s]", " ?[A-Za-z0-9_]+| ?[^A-Za-z0-9_ ]")),
        Edit("the first word has a blank before it, like all others", ('" " + " ".join', '" ".join')),
        Edit(TIE.format("largest"), (BEST, BEST.replace("min", "max"))),
        Edit(TIE.format("first in the text"), (BEST, BEST.replace("min(", "next("))),
        Edit("the rarest pair is taken", ("most := max(times", "most := min(times")),
        Edit("each word counts once in a line, however often it occurs", 
             ("in split_line(line))", "in set(split_line(line)))")),
        Edit("characters are encoded, not bytes: begin with word.encode()", (AS_BYTES, "for byte in map(ord, word)")),
        Edit("the merge that was learned last is applied first", (CHOSEN, CHOSEN.replace("min", "max"))),
        Edit("the longest known piece is cut off, again and again: apply the merges in their order",
             ("ids = as_text(word)", LONGEST)),
        Edit("no merge is applied", ("pairs := self.number.keys() & pairwise(ids)", "pairs := set()")),
        Edit("the ids of merges begin one too early", ("chr(FIRST + 256 + i)", "chr(FIRST + 255 + i)")),
        Edit(ALONE,
             ('b"".join(self.words[i] for i in ids).decode(errors="replace")',
              '"".join(self.words[i].decode(errors="replace") for i in ids)')),
        Edit(HALF, ('"replace"', '"ignore"')),
        Edit("the blank of the first word is left", (").strip()", ")")),
    ]  # fmt: skip

    def interface(self, data, split_line, learn_merges, Words):
        """A list of texts; a list of pairs of ids; a list of bytes, and ids as a list."""
        parts = split_line("Ja, ja")
        if not isinstance(parts, list) or not all(isinstance(each, str) for each in parts):
            raise Finding(f"split_line must return a list of texts, not {short_repr(parts)}")
        merges = merges_of(["ananas"], 2, split_line, learn_merges, Words)
        words = getattr(Words(merges), "words", None)
        if not isinstance(words, list) or {type(each) for each in words} != {bytes} or len(words) != 262:
            raise Finding(f"with 2 merges, Words(merges).words must be a list of 262 bytes, not {short_repr(words)}")
        ids_of("ananas", merges, split_line, learn_merges, Words)
        if not isinstance(text := Words(merges).decode([100]), str):
            raise Finding(f"decode must return a text, not {short_repr(text)}")

    def forward(self, data, *own):
        """The parts of texts, merges of small ones, and ids with given merges."""
        for text in ("eins zwei", "Ja! (nein?!)", "schöne Größe", "a_b 12"):
            self.same_value(f"split_line({text!r})", lambda split_line, *_, text=text: split_line(text), own)
        for lines, count in ((["mississippi"], 3), (["ab ab ab", "ab cd"], 3), (TEXT, 12)):
            self.compare_merges(lines, count, own)
        for text, merges in (("abcd", CHAIN), ("abab", CHAIN), ("aabab ab", [(101, 102), (101, 260)]), ("Maß", [])):
            self.compare_ids(text, merges, own)
        for ids in ([101, 102, 103], [36, 101, 36, 102], [261, 102]):
            self.same_value(f"decode({ids})", lambda *own, ids=ids: own[2](CHAIN).decode(ids), own)

    def adversarial(self, data, *own):
        """Ties, overlaps, nothing, blanks, characters of several bytes and halves of them."""
        for text in ("", "   ", " a  b\t\n", "你好 🍕!", "a-b"):
            self.same_value(f"split_line({text!r})", lambda split_line, *_, text=text: split_line(text), own)
        for name, lines, count in (
            ("equally frequent pairs", ["ba dc"], 4),
            ("pairs that overlap", ["aaaaa", "aaa"], 3),
            ("more merges than the text has", ["ab"], 9),
            ("no line", [], 3),
            ("an empty line", [""], 3),
            ("characters of several bytes", ["你好你好 é🍕é"], 6),
        ):
            with in_case(name):
                self.compare_merges(lines, count, own)
        for text in ("你é🍕", "  a  ab ", ""):
            self.compare_ids(text, CHAIN, own)
        for ids in ([232, 193, 164, 101], [101, 232, 193], [232, 101], [], [1, 101, 2, 0, 0]):
            self.same_value(f"decode({ids})", lambda *own, ids=ids: own[2](CHAIN).decode(ids), own)

    def invariants(self, data, split_line, learn_merges, Words):
        """A text comes back; fewer merges are the first of more; nothing that is given changes."""
        own, lines = (split_line, learn_merges, Words), random_lines(data.rng, 20)
        before = list(lines)
        few, many = (merges_of(lines, count, *own) for count in (10, 30))
        if few != many[:10]:
            raise Finding("10 merges must be the first 10 of 30: each depends on those before it alone")
        words, given = Words(many), list(many)
        for line in random_lines(data.rng, 20):
            if (back := words.decode(words.encode(line))) != line:
                raise Finding("a text does not come back", "", short_repr(back), short_repr(line))
        if lines != before or many != given:
            raise Finding("the lines or merges that were given have changed")
        self.compare_merges(lines, 10, own)

    def integration(self, data, *own):
        """A text of a thousand lines."""
        lines = random_lines(data.rng, 1000)
        self.compare_merges(lines, 60, own)
        merges = self.ours()[1](lines, 60)
        for line in lines[:20]:
            self.compare_ids(line, merges, own)

    def compare_merges(self, lines, count, own):
        self.same_value(f"learn_merges({short_repr(lines)}, {count})", partial(merges_of, lines, count), own)

    def compare_ids(self, text, merges, own):
        what = f"with the merges {short_repr(list(merges))}, encode({short_repr(text)})"
        self.same_value(what, partial(ids_of, text, merges), own)


CHAIN = [(102, 103), (101, 102), (261, 103), (260, 104)]  # bc, ab, ab c, bc d
TEXT = "die Größe, die Größe; der Tag", "der Tag, der kam. Der Tag!"
ALPHABET = [*"aaabbcdeé你🍕12_.,!?", "der", "ein ", " "]


def random_lines(rng, count):
    return [" ".join("".join(rng.choice(ALPHABET, 12)).split()) for _ in range(count)]


def merges_of(lines, count, split_line, learn_merges, Words):
    merges = learn_merges(lines, count)
    try:
        return [(operator.index(a), operator.index(b)) for a, b in merges]
    except (TypeError, ValueError):
        raise Finding(f"learn_merges must return a list of pairs of ids, not {short_repr(merges)}") from None


def ids_of(text, merges, split_line, learn_merges, Words):
    ids = Words(merges).encode(text)
    try:
        return list(map(operator.index, ids))
    except TypeError:
        raise Finding(f"encode must return a list of ids, not {short_repr(ids)}") from None
