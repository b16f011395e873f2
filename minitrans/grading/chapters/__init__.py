"""The small exercises of the chapters: a value or a function, named by chapter and number, as `05/2`.

`answer.py` says what one is; each chapter has a file of its own.
"""

import importlib
import pkgutil

from .answer import SMALL

for module in sorted(each.name for each in pkgutil.iter_modules(__path__) if each.name.startswith("chapter")):
    importlib.import_module(f".{module}", __name__)

__all__ = ["SMALL"]
