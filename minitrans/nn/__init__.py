"""The network: modules that own parameters and call the operations."""

from .transformer import Transformer

__all__ = ["Transformer"]
