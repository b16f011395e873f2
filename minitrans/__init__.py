"""minitrans: "Attention Is All You Need" from scratch on NumPy or CuPy, every backward written by hand."""

__version__ = "0.1.0"


def load(run=None, **changes):
    """The trained model of a run directory (by default the newest below runs/), ready to translate.

    changes: fields of its configuration to change, such as average, beam, alpha, or backend.

    >>> model = minitrans.load("runs/x")                                    # doctest: +SKIP
    >>> model.translate(["A dog runs."], beam=4)                            # doctest: +SKIP
    """
    from .translator import Translator

    return Translator.load(run, **changes)
