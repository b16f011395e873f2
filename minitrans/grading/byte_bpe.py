"""Byte pair encoding as in GPT-2 (Radford et al., 2019): its pieces are made of bytes, so no character is unknown.

Ours for the exercise `byte_bpe` of chapter 9.  It is no part of the program, which learns whole words.
"""

import re
from collections import Counter

LETTER, NUMBER, OTHER = r"[^\W\d_]", r"\d", r"(?:[^\s\w]|_)"
PART = re.compile(rf"'(?:s|t|re|ve|m|ll|d)| ?{LETTER}+| ?{NUMBER}+| ?{OTHER}+|\s+(?!\S)|\s+")


class ByteBPE:
    """Text to ids and back.  An id from 0 to 255 is a byte of the text in UTF-8.

    merges: a list of pairs of ids, in the order in which they were learned; id 256 + i is the pair merges[i]
    special: a list of texts such as "<|end|>"; each is one id, and these ids follow those of the merges
    """

    def __init__(self, merges=(), special=()):
        self.merges, self.special = list(merges), list(special)

    def train(self, text, count):
        """Learn `count` merges from a text, or fewer if there are no more, and keep them in `self.merges`.

        Each time the most frequent pair of neighbours becomes a new id; of equally frequent pairs, the smallest one.
        Every pair counts: `aaa` has the pair `aa` twice.  No pair crosses a border between the parts of `split`.
        """
        self.merges, parts = [], [list(part.encode()) for part in self.split(text)]
        while len(self.merges) < count:
            times = Counter(pair for ids in parts for pair in zip(ids, ids[1:], strict=False))
            if not times:
                break
            pair = min(times, key=lambda pair: (-times[pair], pair))
            parts = [merge(ids, pair, 256 + len(self.merges)) for ids in parts]
            self.merges.append(pair)

    def split(self, text):
        """A text to a list of parts, which no merge joins; together they are the text.  They are those of GPT-2.

        A part is one of these, the first that fits:
        - 's 't 're 've 'm 'll 'd
        - letters, or numbers, or other characters: as many as there are, and a space before them belongs to them
        - blanks; if something else follows them, all but the last, unless there is only one
        Letters are what `str.isalpha` says; numbers are what `str.isnumeric` says of all others, such as ² and ½.
        Blanks are what `str.isspace` says: U+001C to U+001F too, which GPT-2 takes for other characters.
        """
        kinds = "".join("0" if c.isnumeric() and not c.isalpha() else c for c in text)  # to `re`, ² is a letter
        return [text[found.start() : found.end()] for found in PART.finditer(kinds)]

    def encode(self, text, allowed=()):
        """A text to a list of ids.  The earlier a merge was learned, the earlier it is applied, from left to right.

        allowed: the special tokens that become one id; of two that begin alike, the longer one.  All others are text.
        """
        longest_first = sorted(allowed, key=len, reverse=True)
        pieces = re.split(f"({'|'.join(map(re.escape, longest_first))})", text) if allowed else [text]
        ids = []
        for i, piece in enumerate(pieces):
            if i % 2:  # what the brackets have matched
                ids.append(256 + len(self.merges) + self.special.index(piece))
            else:
                ids += [each for part in self.split(piece) for each in encode_part(part, self.merges)]
        return ids

    def decode(self, ids):
        """A list of ids to text.  Bytes that are no UTF-8, such as half of a character, become U+FFFD."""
        pieces = [bytes([i]) for i in range(256)]
        for left, right in self.merges:
            pieces.append(pieces[left] + pieces[right])
        pieces += [token.encode() for token in self.special]
        return b"".join(pieces[i] for i in ids).decode(errors="replace")


def encode_part(part, merges):
    ids = list(part.encode())
    for i, pair in enumerate(merges):
        ids = merge(ids, pair, 256 + i)
    return ids


def merge(ids, pair, new):
    """Put `new` for each occurrence of the pair, from left to right."""
    merged = []
    for i in ids:
        if merged and (merged[-1], i) == pair:
            merged[-1] = new
        else:
            merged.append(i)
    return merged
