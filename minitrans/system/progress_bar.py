"""The display of a long job at a terminal: a progress bar, and a sparkline of the loss."""

import locale
import os
import sys
from itertools import pairwise

from .errors import UserError

BLOCKS, ASCII = "▁▂▃▄▅▆▇█", "_.-'"  # low to high


def progress_bar(*args, **options):
    """A tqdm bar if stderr is a terminal that can go back in a line, otherwise no bar.

    NO_COLOR (https://no-color.org) makes it colourless.
    """
    try:
        from tqdm import tqdm  # imported here because some TQDM_... variables make the import fail

        look = dict(colour=None if os.environ.get("NO_COLOR") else "blue", dynamic_ncols=True)
        if not shows_blocks():
            look["ascii"] = True
        return tqdm(*args, **look, **options, disable=not sys.stderr.isatty() or os.environ.get("TERM") == "dumb")
    except Exception as error:
        raise UserError(f"the progress bar cannot be drawn ({error}); unset the variables TQDM_...") from None


def sparkline(values, width):
    """[3.0, 2.0, 1.0] -> "█▅▁": at most `width` characters, each for the mean of equally many values (or one more)"""
    levels, count = BLOCKS if shows_blocks() else ASCII, min(width, len(values))
    cuts = [len(values) * i // count for i in range(count + 1)]
    means = [sum(values[start:end]) / (end - start) for start, end in pairwise(cuts)]
    low, high = min(means), max(means)
    return "".join(levels[round((mean - low) / ((high - low) or 1) * (len(levels) - 1))] for mean in means)


def duration(seconds):
    """Seconds -> "3 h 10 min", "10 min" or "50 s", as a text"""
    hours, minutes = divmod(round(seconds / 60), 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min" if seconds >= 60 else f"{seconds:.0f} s"


def shows_blocks():
    """Whether the terminal shows block characters.  The locale says it; our streams are UTF-8 in every locale."""
    try:
        BLOCKS.encode(locale.getpreferredencoding(False))
        return True
    except (UnicodeEncodeError, LookupError):
        return False
