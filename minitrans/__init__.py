"""minitrans: "Attention Is All You Need" from scratch on NumPy or CuPy, every backward written by hand."""

import sys

from .version import __version__

__all__ = ["__version__", "load"]

# Only in `python -m minitrans.NAME`, before its imports, which take a second.
if sys.argv[:1] == ["-m"] and sys.orig_argv[-len(sys.argv)].removeprefix("-m").partition(".")[0] == __name__:
    from .cli.program import leave_at_interrupt

    leave_at_interrupt()


def load(run=None, **changes):
    """The trained model of a run directory (by default the newest below runs/), ready to translate.

    changes: fields of its configuration to change, such as average, beam, alpha, or backend.

    >>> model = minitrans.load("runs/x")                                    # doctest: +SKIP
    >>> model.translate(["A dog runs."], beam=4)                            # doctest: +SKIP
    """
    from .translator import Translator

    return Translator.load(run, **changes)
