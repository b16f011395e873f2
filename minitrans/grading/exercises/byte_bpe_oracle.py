"""The right merges, parts and ids of the exercise `byte_bpe`, and those of common mistakes.

A text is a string in which each character is an id, so that Python's `replace` applies a merge.
"""

import re
import unicodedata
from collections import Counter

CONTRACTIONS = "'re", "'ve", "'ll", "'s", "'t", "'m", "'d"


def as_ids(text):
    return "".join(map(chr, text.encode()))


def every_pair(ids):
    return [ids[i : i + 2] for i in range(len(ids) - 1)]


def apart(ids):
    """Pairs, where two of the same kind do not overlap."""
    return [pair for pair in dict.fromkeys(every_pair(ids)) for _ in range(ids.count(pair))]


def smallest(times):
    return min(equally_frequent(times))


def equally_frequent(times):
    most = max(times.values())
    return [pair for pair in times if times[pair] == most]


def learned(parts, count, choose=smallest, pairs=every_pair):
    """The first `count` merges of a list of texts."""
    words, merges = list(map(as_ids, parts)), []
    while len(merges) < count and (times := Counter(pair for word in words for pair in pairs(word))):
        pair = choose(times)
        words = [word.replace(pair, chr(256 + len(merges))) for word in words]
        merges.append(tuple(map(ord, pair)))
    return merges


def wrongly_learned(parts, count):
    """{cause: the merges that this common mistake gives}"""
    tie = "of equally frequent pairs the {} is taken: take the smallest"
    return {
        tie.format("first in the text"): learned(parts, count, lambda times: equally_frequent(times)[0]),
        tie.format("last in the text"): learned(parts, count, lambda times: equally_frequent(times)[-1]),
        tie.format("largest"): learned(parts, count, lambda times: max(equally_frequent(times))),
        "pairs that overlap are counted once: aaa has the pair aa twice": learned(parts, count, pairs=apart),
        "the rarest pair is taken": learned(
            parts, count, lambda times: min(times, key=lambda pair: (times[pair], pair))
        ),
        "a merge crosses the border between two parts": learned(["".join(parts)], count),
        "each part counts once, however often it occurs": learned(list(dict.fromkeys(parts)), count),
    }


def encoded(parts, merges):
    """The ids of a list of texts."""
    return [i for part in parts for i in map(ord, replaced(as_ids(part), list(enumerate(merges, 256))))]


def replaced(ids, merges, times=-1):
    for new, pair in merges:
        ids = ids.replace("".join(map(chr, pair)), chr(new), times)
    return ids


def wrongly_encoded(parts, merges):
    """{cause: the ids that this common mistake gives}"""
    text, numbered = "".join(parts), list(enumerate(merges, 256))
    mirrored = [(new, pair[::-1]) for new, pair in numbered]
    wrong = {
        "a merge crosses the border between two parts": replaced(as_ids(text), numbered),
        "the merge that was learned last is applied first": replaced(as_ids(text), numbered[::-1]),
        "the longest known piece is cut off, again and again: apply the merges in their order": longest_first(
            text, merges
        ),
        "each merge is applied once only": replaced(as_ids(text), numbered, 1),
        "a merge is applied from right to left: aaa is (aa) a": replaced(as_ids(text)[::-1], mirrored)[::-1],
        "no merge is applied": as_ids(text),
        "characters are encoded, not bytes: begin with text.encode()": text,
    }
    return {cause: list(map(ord, ids)) for cause, ids in wrong.items()}


def longest_first(text, merges):
    pieces = {piece: chr(i) for i, piece in enumerate(spelled(merges))}
    left, ids = text.encode(), ""
    while left:
        piece = next(left[:n] for n in range(len(left), 0, -1) if left[:n] in pieces)
        ids, left = ids + pieces[piece], left[len(piece) :]
    return ids


def spelled(merges):
    """The bytes of each id."""
    pieces = [bytes([i]) for i in range(256)]
    for left, right in merges:
        pieces.append(pieces[left] + pieces[right])
    return pieces


def parts_of(text):
    """GPT-2's parts of a text, found without a regular expression."""
    parts, start = [], 0
    while start < len(text):
        end = end_of_part(text, start)
        parts.append(text[start:end])
        start = end
    return parts


def end_of_part(text, start):
    for each in CONTRACTIONS:
        if text.startswith(each, start):
            return start + len(each)
    first = start + (text[start] == " " and text[start + 1 : start + 2] != "")
    if kind(text[first]) != "blank":
        return end_of_run(text, first)
    end = end_of_run(text, start)
    return end - 1 if end < len(text) and end - start > 1 else end


def end_of_run(text, start):
    end = start
    while end < len(text) and kind(text[end]) == kind(text[start]):
        end += 1
    return end


def kind(character):
    """By the Unicode character database; its letters are what `str.isalpha` says."""
    if character.isspace():
        return "blank"
    category = unicodedata.category(character)[0]
    return category if category in "LN" else "other"


def with_special(text, merges, special, allowed, split, choose=max):
    """The ids of a text with special tokens; choose: of those that begin at the same place"""
    ids, before, i = [], 0, 0
    while i < len(text):
        found = [token for token in allowed if text.startswith(token, i)]
        if found:
            token = choose(found, key=len)
            ids += [*encoded(split(text[before:i]), merges), 256 + len(merges) + special.index(token)]
            before = i = i + len(token)
        else:
            i += 1
    return ids + encoded(split(text[before:]), merges)


def wrong_special(text, merges, special, allowed, split):
    """{cause: the ids that this common mistake gives}"""
    right = with_special(text, merges, special, allowed, split)
    first = 256 + len(merges)
    wrong = {
        "special tokens are recognised that `allowed` does not name": with_special(
            text, merges, special, special, split
        ),
        "special tokens are taken for ordinary text": encoded(split(text), merges),
        "of two tokens that begin alike, the shorter is taken": with_special(
            text, merges, special, allowed, split, min
        ),
    }
    for cause, offset in {
        "the ids of special tokens begin at 256: they follow those of the merges": 256,
        "the ids of special tokens begin one too early": first - 1,
        "the ids of special tokens begin one too late": first + 1,
    }.items():
        wrong[cause] = [i if i < first else i - first + offset for i in right]
    return wrong


def unescaped(text, token):
    """Whether a token that is taken for a regular expression is not found in the text as it is written."""
    try:
        return [found.group() for found in re.finditer(token, text)] != [token] * text.count(token)
    except re.error:
        return True
