"""One spelling for text that looks the same, before any tokenizer sees it.  minitrans/views/pieces.js does the same.

Unicode has many ways to write one sentence: some twenty kinds of blanks, invisible characters, and é as one character
or as two.  A vocabulary would see each as something else, mostly as an unknown piece.
"""

import re
import unicodedata

BLANKS = "\t-\r\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000"

# What Unicode calls "default ignorable" (soft hyphen, zero-width space, direction marks, byte order mark, variation
# selectors, fillers, tags), control characters, and the marks of annotations.
INVISIBLE = (
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
)

# Zero-width joiner and non-joiner, and the selectors of Mongolian.  They are invisible, but in scripts from Hebrew to
# Mongolian they change the shape of their neighbours, which is spelling in Persian and Sinhala; and they join emoji.
JOINERS = "\u180b-\u180f\u200c\u200d"
SHAPED = "\u0590-\u109f\u1700-\u1c7f\u2190-\u2bff\ua800-\uabff\ufb1d-\ufefc\U00010800-\U0001ffff"

# A letter, digit or accent; Thai, Lao, Burmese, Khmer, Japanese and Chinese write no blanks between words.
WITHOUT_BLANKS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
ACCENTS = "".join(each for each in map(chr, range(0x300, 0x1E950)) if unicodedata.category(each)[0] == "M")
LETTER = rf"(?![{WITHOUT_BLANKS}])[\w{ACCENTS}]"

RANGES = re.findall("(.)(?:-(.))?", BLANKS + INVISIBLE + JOINERS, re.DOTALL)
ODD = frozenset(chr(i) for first, last in RANGES for i in range(ord(first), ord(last or first) + 1))


def normalized(line):
    """Each kind of blank becomes a blank, invisible characters go, and accents join their letters (NFC).

    Nothing that can be seen changes: ½, ﬁ and Ａ stay, which NFKC would rewrite.
    """
    if not ODD.isdisjoint(line):
        line = re.sub(f"[{INVISIBLE}]", "", re.sub(f"[{BLANKS}]", " ", line))
        line = re.sub(f"([{SHAPED}]?)([{JOINERS}]+)(?=([{SHAPED}]?))", shaped, line)
    return unicodedata.normalize("NFC", line)


def is_blank(line):
    """Whether a line has nothing visible"""
    return all(character in ODD or character == " " for character in line)


def shaped(found):
    """Joiners after a letter that they can shape; a non-joiner (U+200C) also needs a letter after it."""
    before, joiners, after = found.groups()
    kept = "".join(dict.fromkeys(joiners)) if before else ""
    return before + (kept if after else kept.replace("\u200c", ""))
