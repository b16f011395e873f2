"""The settings of a run, the presets for the paper's models and the corpora, and the paper's own figures."""

from .settings import MAY_CHANGE, MOST, SEARCH, Config, flag

__all__ = ["MAY_CHANGE", "MOST", "SEARCH", "Config", "flag"]
