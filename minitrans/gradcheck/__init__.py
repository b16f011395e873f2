"""Gradient checks: compare a backward with finite differences, and name the mistake that explains an error.

differences.py   `check` for a pair of functions, `check_module` for the parameters of a module
contract.py      what is asked of the arrays and functions
diagnosis.py     which well-known mistake explains a wrong gradient
"""

from .differences import check, check_module

__all__ = ["check", "check_module"]
