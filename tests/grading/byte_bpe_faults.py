"""Faults of styles/byte_bpe-one-merge-at-a-time.py: old text, new text, the stage that finds it, its words."""

BEST = "min(counts, key=lambda pair: (-counts[pair], pair))"
FIRST = "max(counts, key=counts.get)"
LAST = "max(reversed(counts), key=counts.get)"
LARGEST = "max(counts, key=lambda pair: (counts[pair], pair))"
RAREST = "min(counts, key=lambda pair: (counts[pair], pair))"
PARTS = '[list(part.encode("utf-8")) for part in self.split(text)]'
WHOLE = '[list(text.encode("utf-8"))]'
EACH_ONCE = '[list(part.encode("utf-8")) for part in dict.fromkeys(self.split(text))]'
COUNTS = "for pair in zip(ids[:-1], ids[1:], strict=True):\n                    counts[pair] = counts.get(pair, 0) + 1"
APART = """\
letters = "".join(map(chr, ids))
                for pair in set(zip(ids[:-1], ids[1:], strict=True)):
                    counts[pair] = counts.get(pair, 0) + letters.count("".join(map(chr, pair)))"""
NOTHING_LEFT = "            if not counts:\n                return\n"
APPLY = "for number, pair in enumerate(self.merges):\n                piece = join(piece, pair, 256 + number)"
BACKWARDS = APPLY.replace("enumerate(self.merges)", "reversed(list(enumerate(self.merges)))")
LONGEST = """\
piece, left, known = [], part.encode(), [bytes([i]) for i in range(256)]
            for pair in self.merges:
                known.append(known[pair[0]] + known[pair[1]])
            while left:
                best = max(filter(left.startswith, known), key=len)
                piece, left = piece + [known.index(best)], left[len(best) :]"""
JOIN = "    out, i = [], 0\n"
MIRRORED = """\
    if ids[0] == ids[-1] == pair[0] == pair[1] and len(ids) % 2:
        return [ids[0]] + join(ids[1:], pair, new)
"""
DECODE = 'b"".join([known[i] for i in ids]).decode("utf-8", errors="replace")'
ONE_BY_ONE = '"".join([known[i].decode("utf-8", errors="replace") for i in ids])'
LETTERS = r"[^\W\d_]+| ?\d+| ?(?:[^\s\w]|_)+"
ALLOWED = "def encode(self, text, allowed=()):\n"
PATTERN = """\
def encode(self, text, allowed=()):
        ids, found = [], "|".join(sorted(allowed, key=len)[::-1])
        for i, part in enumerate(re.split(f"({found})", text) if allowed else [text]):
            ids += [256 + len(self.merges) + self.special.index(part)] if i % 2 else self.encode_text(part)
        return ids

    def encode_another(self, text, allowed=()):
"""
NONE_ALLOWED = PATTERN.replace("sorted(", "re.escape(each) for each in sorted(").replace(" if allowed else [text]", "")
IN_PARTS = """\
def encode(self, text, allowed=()):
        ids, first = [], 256 + len(self.merges)
        for part in self.split(text):
            ids += [first + self.special.index(part)] if part in allowed else self.encode_text(part)
        return ids

    def encode_another(self, text, allowed=()):
"""

BYTE_BPE = [
    (BEST, FIRST, "basic", "the first in the text is taken"),
    (BEST, LAST, "basic", "the last in the text is taken"),
    (BEST, LARGEST, "basic", "the largest is taken"),
    (BEST, RAREST, "basic", "the rarest pair"),
    (COUNTS, APART, "basic", "aaa has the pair aa twice"),
    (NOTHING_LEFT, "", "basic", "more merges than the text has"),
    ("        self.merges = []\n", "        self.merges = [text[0]][1:]\n", "basic", "an empty text"),
    ("        self.merges = []\n", "", "basic", "a second training"),
    (APPLY, BACKWARDS, "basic", "learned last is applied first"),
    (APPLY, LONGEST, "basic", "the longest known piece"),
    (JOIN, MIRRORED + JOIN, "basic", "from right to left"),
    ("            i += 2", "            i += 3", "basic", "wrong"),
    ('piece = list(part.encode("utf-8"))', "piece = list(map(ord, part))", "basic", "not bytes"),
    (DECODE, ONE_BY_ONE, "basic", "each id is decoded alone"),
    (', errors="replace"', "", "basic", "UnicodeDecodeError"),
    ('errors="replace"', 'errors="ignore"', "basic", "must become U+FFFD"),
    (PARTS, WHOLE, "split", "crosses the border"),
    (PARTS, EACH_ONCE, "split", "each part counts once"),
    ("in self.split(text):", "in [text]:", "split", "crosses the border"),
    (LETTERS, "[a-zA-Z]+| ?\\d+| ?[^\\sa-zA-Z\\d]+", "split", "more than a to z"),
    (r" ?[^\W\d_]+| ?\d+", r" ?\w+", "split", "numbers are a kind"),
    ("c.isnumeric() and not c.isalpha()", "False", "split", "² and ½"),
    (" and not c.isalpha()", "", "split", "str.isalpha does not"),
    (r"(?:[^\s\w]|_)+|", r"(?:[^ \t\n\w]|_)+|", "split", "str.isspace"),
    (r"(?:[^\s\w]|_)", r"[^\s\w]", "split", "is lost"),
    ("'s|'t|'re|'ve|'m|'ll|'d|", "", "split", "'s 't 're"),
    ('PART = r"', 'PART = r"(?i)', "split", "small letters only"),
    (r"\s+(?!\S)|", "", "split", "of several blanks"),
    (" ?[^", "[^", "split", "a space goes with the word"),
    (r"|\s+(?!\S)|\s+", "", "split", "is lost"),
    ("in allowed", "in self.special", "special", "`allowed` does not name"),
    ("in allowed", "in ()", "special", "ordinary text"),
    ("max(found, key=len)", "min(found, key=len)", "special", "the shorter is taken"),
    ("256 + len(self.merges) + self", "256 + self", "special", "begin at 256"),
    ("self.special.index(token)", "self.special.index(token) + 1", "special", "one too late"),
    (ALLOWED, PATTERN, "special", "re.escape"),
    (ALLOWED, NONE_ALLOWED, "basic", "without special tokens"),
    (ALLOWED, IN_PARTS, "special", "ordinary text"),
    (
        'known += [token.encode("utf-8") for token in self.special]',
        'known += [b""] * 9',
        "special",
        "stands for its text",
    ),
]
