"""The small exercises of the chapters.  `05/2` is number 2 of chapter 5; the answer is a value or a function.

`question.py` says what one is and checks an answer; each chapter has its own file.
"""

import importlib
import pkgutil

from .question import SMALL

for module in sorted(each.name for each in pkgutil.iter_modules(__path__) if each.name.startswith("chapter")):
    importlib.import_module(f".{module}", __name__)

__all__ = ["SMALL"]
