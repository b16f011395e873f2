"""The progress bar."""

import sys

from .errors import UserError


def progress(*args, **options):
    """A bar of tqdm at a terminal, none elsewhere."""
    try:
        from tqdm import tqdm  # only now: it refuses to be imported with some settings

        return tqdm(*args, **options, disable=not sys.stderr.isatty())
    except Exception as error:
        raise UserError(f"the progress bar cannot be drawn ({error}); unset the variables TQDM_...") from None
