"""The exceptions for errors that a user can fix, and the messages on the terminal."""

import re
import sys
from difflib import get_close_matches
from functools import cache

LONGEST = 2000  # characters of a message, which may quote a stranger's file
MOST_LETTERS = 100  # characters of a name that is compared with others


class UserError(Exception):
    """An error that the user can fix; the message says what, where and how, in one line.

    meant: the name that the user probably meant, if a name is wrong and another one is similar
    """

    def __init__(self, message: str, meant: str | None = None):
        self.meant = meant
        super().__init__(plain(message.replace("\n", "\\n"), LONGEST))  # a file name can have a newline


class LineError(UserError):
    """An error in one of several lines, the one at this index"""

    def __init__(self, message, index):
        super().__init__(message)
        self.index = index


def unknown(what, name, names, otherwise):
    """-> the UserError for a name that is not among these names; it suggests the nearest one.

    what: begins the message;  otherwise: what to do if no name is similar
    """
    meant = nearest(name, names)
    return UserError(f"{what}; " + (f"did you mean {meant}?" if meant else otherwise), meant)


def nearest(name, names, likeness=0.6):
    """-> the most similar name, or None if no name is similar enough"""
    lower, name = {each.lower(): each for each in names}, name.lower()[:MOST_LETTERS]
    near = get_close_matches(name, lower, 9, likeness)
    return lower[min(near, key=lambda each: distance(each, name))] if near else None


@cache
def distance(a, b):
    """The edit distance: how many letters are added, left out, replaced, or exchanged with their neighbour"""
    if not (a and b):
        return len(a + b)
    if a[-1] == b[-1]:
        return distance(a[:-1], b[:-1])
    ways = [distance(a[:-1], b), distance(a, b[:-1]), distance(a[:-1], b[:-1])]
    if a[-2:] == b[-2:][::-1]:
        ways.append(distance(a[:-2], b[:-2]))
    return 1 + min(ways)


def first_line(error: BaseException) -> str:
    """The first line of its message, or the name of its class"""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def plain(text, most=None):
    """Text that is safe for a terminal.  Control characters, except newline and tab, and invisible ones, which can turn
    the direction of writing, become escapes.  most: the number of characters; longer text loses its middle
    """
    text = text.replace("\r\n", "\n")
    if most and len(text) > most:
        text = f"{text[: most // 2]} ... {text[-most // 4 :]}"
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text)


def in_markdown(text):
    """Text in which Markdown sees no link, tag or end of a cell, because the name of a run can be anything"""
    return re.sub(r"(?<!\\)(\\*)([|<\[`])", r"\1\1\\\2", plain(text).replace("\n", "\\n"))


def say(message):
    """Print a message on stderr."""
    print(plain(str(message)), file=sys.stderr, flush=True)


say_once = cache(say)


def shown(text):
    """Text for stdout: unchanged in a file or a pipe, `plain` on a terminal"""
    return plain(text) if sys.stdout.isatty() else text
