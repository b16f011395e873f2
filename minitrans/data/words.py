"""The words and sentences that a person sees in a line, whatever the vocabulary.  views/words.js does the same."""

import re

from .unicode import LETTER, normalized

WORD = re.compile(f"(?:{LETTER})+(?:['’-](?:{LETTER})+)*")  # o'clock is one
STOPS, OPENING, CLOSING = ".!?…।؟۔。！？", "\"'“‘„‚«»¿¡([「『", "\"'”’“‘»«)]」』"
# Before a full stop that ends no sentence: letters (U.S.), Mr and bzw, ordinals in German, some titles
SHORT = re.compile(r"(?ai)(?:[a-z]\.)*[a-z]|[b-df-hj-np-tv-xz]+|[0-9]{1,2}|capt|col|gen|gov|prof|rev|sen")


def words(line):
    """-> the words of a line, as they are written"""
    return WORD.findall(normalized(line))


def sentences(line):
    """How many sentences a line seems to hold: a word that ends one is followed by a letter that is not lower-case."""
    parts = re.findall("[^ 。！？]*[。！？]+[」』]*|[^ ]+", normalized(line))  # Japanese and Chinese have no blanks
    return bool(parts) + sum(map(is_end, parts, parts[1:]))


def is_end(word, following):
    word, first = word.rstrip(CLOSING), following.lstrip(OPENING)[:1]
    bare = word.rstrip(STOPS)
    return bare != word and not SHORT.fullmatch(bare.lstrip(OPENING)) and first.isalpha() and not first.islower()
