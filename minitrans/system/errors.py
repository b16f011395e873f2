"""The exceptions for what a user can put right, and what is said on the terminal."""

import re
import sys

LONGEST = 2000  # characters of a message; what it quotes may be a file of a stranger


class UserError(Exception):
    """Something the user can put right; the message says what, where and how, in one line."""

    def __init__(self, message: str):
        super().__init__(plain(message.replace("\n", "\\n"), LONGEST))  # a file name can have a newline


class LineError(UserError):
    """What is wrong with one of several lines, the one at this index"""

    def __init__(self, message, index):
        super().__init__(message)
        self.index = index


def first_line(error: BaseException) -> str:
    """The first line of its message, or the name of its class"""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def plain(text, most=None):
    """Text that is safe for a terminal: control characters but newline and tab, and invisible ones, which can turn the
    direction of writing, are written as escapes.  most: characters of it, without those in the middle of a longer one
    """
    text = text.replace("\r\n", "\n")
    if most and len(text) > most:
        text = f"{text[: most // 2]} ... {text[-most // 4 :]}"
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text)


def in_markdown(text):
    """Text in which Markdown sees no link, no tag and no end of a cell: the name of a run can be anything"""
    return re.sub(r"(?<!\\)(\\*)([|<\[`])", r"\1\1\\\2", plain(text).replace("\n", "\\n"))


def say(message):
    """Print a message on stderr."""
    print(plain(message), file=sys.stderr, flush=True)


def shown(text):
    """Text for stdout: as it is in a file or a pipe, and `plain` on a terminal"""
    return plain(text) if sys.stdout.isatty() else text
