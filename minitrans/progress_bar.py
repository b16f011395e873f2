"""What training shows at a terminal: the progress bar, and a sparkline of the loss."""

import os
import sys

from .errors import UserError


def progress_bar(*args, **options):
    """A tqdm bar if stderr is a terminal, otherwise no bar.  NO_COLOR (https://no-color.org) makes it colourless."""
    try:
        from tqdm import tqdm  # imported here because some TQDM_... variables make the import fail

        colour = None if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else "blue"
        return tqdm(*args, **options, colour=colour, disable=not sys.stderr.isatty())
    except Exception as error:
        raise UserError(f"the progress bar cannot be drawn ({error}); unset the variables TQDM_...") from None


def sparkline(values):
    """[3.0, 2.0, 1.0] -> "█▅▁", or "" where stderr cannot show these characters"""
    blocks, low, high = "▁▂▃▄▅▆▇█", min(values), max(values)
    try:
        blocks.encode(sys.stderr.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ""
    return "".join(blocks[round((value - low) / ((high - low) or 1) * (len(blocks) - 1))] for value in values)
