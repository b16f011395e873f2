"""minitrans: "Attention Is All You Need" from scratch on NumPy or CuPy, every backward written by hand."""

import sys

from .version import __version__

__all__ = ["__version__", "load"]

# In `python -m minitrans.NAME`, Ctrl-C must end the program quietly during the imports too, which take a second.
if sys.argv[:1] == ["-m"] and sys.orig_argv[-len(sys.argv)].removeprefix("-m").partition(".")[0] == __name__:
    from .cli.program import leave_at_interrupt

    leave_at_interrupt()

from .openblas import use_avx512  # noqa: E402  (not before `leave_at_interrupt`: this import takes a while)

use_avx512()


def load(run=None, **changes):
    """Load the trained model of a run directory, or a published one -> Translator

    run: default: the newest below runs/ or, if there is none, the small model that comes with minitrans; it can also
        be a published Marian model, a folder or its name on the Hugging Face Hub (extra hub)
    changes: other values for fields of its configuration: average, beam, alpha, max_extra or backend

    >>> model = minitrans.load()                                            # doctest: +SKIP
    >>> model.translate(["The dog sleeps."], beam=4)                        # doctest: +SKIP
    >>> opus = minitrans.load("Helsinki-NLP/opus-mt-en-de")                 # doctest: +SKIP
    """
    from .translator import Translator

    return Translator.load(run, **changes)
