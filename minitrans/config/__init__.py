"""The settings of a run, the presets for the paper's models and the corpora, and the paper's own figures."""

from .setting import flag
from .settings import ARCHITECTURE, DECODING, MAY_CHANGE, Config

__all__ = ["ARCHITECTURE", "DECODING", "MAY_CHANGE", "Config", "flag"]
