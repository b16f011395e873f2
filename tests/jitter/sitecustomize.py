"""Changes the initial weights of every model by some parts in ten million, as rounding on another processor does.

    MINITRANS_JITTER=1 python -m pytest

A test that passes with every seed (0 changes nothing) asserts nothing that rounding decides.  tests/conftest.py puts
this folder on PYTHONPATH, so that Python imports this file in the processes, too, that tests start.
"""

import functools
import os
import sys
from importlib.machinery import PathFinder

NAME = "MINITRANS_JITTER"  # looked up at each model, because a test may need the exact weights


class Finder:
    """Finds the module of the Transformer, so that nothing is imported before it is asked for."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == "minitrans.nn.transformer":
            spec = PathFinder.find_spec(name, path)
            execute = spec.loader.exec_module
            spec.loader.exec_module = lambda module: (execute(module), patch(module.Transformer))
            return spec


def patch(transformer):
    initialise = transformer.__init__

    @functools.wraps(initialise)
    def jittered(self, *arguments, **more):
        initialise(self, *arguments, **more)
        import numpy as np

        if (seed := int(os.environ.get(NAME) or 0)) and isinstance(self.flat, np.ndarray):
            noise = np.random.default_rng([seed, self.flat.size]).standard_normal(self.flat.shape)
            self.flat *= (1 + 3e-7 * noise).astype(self.flat.dtype)

    transformer.__init__ = jittered


if os.environ.get(NAME):
    sys.meta_path.insert(0, Finder)
