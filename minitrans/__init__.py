"""minitrans: "Attention Is All You Need" from scratch on NumPy or CuPy, every backward written by hand."""

from os import PathLike
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .translator import Translator

__version__ = "1.0.0"
__all__ = ["__version__", "load"]


def load(run: str | PathLike | list | None = None, **changes: Any) -> "Translator":
    """Load the trained model of a run directory, or a published one -> Translator

    run: a run directory (default: the newest below runs/ or, if there is none, "bundled", the model that comes with
        minitrans); a published Marian model, as a folder or as its name on the Hugging Face Hub (extra hub); or a list
        of runs with the same vocabulary, which form an ensemble
    changes: other values for fields of its configuration: average, beam, alpha, max_extra or backend

    >>> model = minitrans.load()                                            # doctest: +SKIP
    >>> model.translate(["The dog sleeps."], beam=4)                        # doctest: +SKIP
    >>> opus = minitrans.load("Helsinki-NLP/opus-mt-en-de")                 # doctest: +SKIP
    """
    from .system.openblas import use_avx512

    use_avx512()
    from .translator import Translator

    return Translator.load(run, **changes)
