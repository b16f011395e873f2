"""The progress bar."""

import sys

from .errors import UserError


def progress_bar(*args, **options):
    """A tqdm bar if stderr is a terminal, otherwise no bar."""
    try:
        from tqdm import tqdm  # imported here because some TQDM_... variables make the import fail

        return tqdm(*args, **options, disable=not sys.stderr.isatty())
    except Exception as error:
        raise UserError(f"the progress bar cannot be drawn ({error}); unset the variables TQDM_...") from None
