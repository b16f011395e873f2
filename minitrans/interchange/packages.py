"""Packages that are needed only to exchange models with other programs."""

from importlib import import_module

from ..system.errors import UserError


def needed(module):
    """-> the imported module; UserError if its package is not installed"""
    try:
        return import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise UserError(f"{package} is not installed; python -m pip install {package}") from None
