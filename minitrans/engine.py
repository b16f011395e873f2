"""How a configuration runs: on NumPy, on CuPy, or on the kernels of our own.

This is the only file that asks which of them is in use.

    with engine(config) as running:
        step = running.step(model, Adam(model.flat))
"""

from collections.abc import Callable
from contextlib import contextmanager
from typing import NamedTuple

from . import cuda
from .backend import cores, get_backend
from .cuda import decode
from .cuda import step as cuda_step
from .decoding import beam_search, search_in_threads
from .step import Step


class Engine(NamedTuple):
    step: type  # step(model, optimizer): its training steps
    search: Callable  # the beam search of a batch, as `decoding.beam_search`
    sentences: int  # how many are searched together, at most
    threads: int  # that share batches between them

    def search_all(self, model, sentences, **options):
        """`search` on any number of sentences, see `decoding.search_in_threads`."""
        return search_in_threads(model, sentences, self.search, self.sentences, self.threads, **options)


def array_library(config):
    """NumPy or CuPy.  UserError if CuPy or the GPU cannot run this configuration."""
    if config.backend == "cupy":
        cuda.fits(config)
    return get_backend(config.backend, config.dtype)


@contextmanager
def engine(config):
    """Within this context models of this configuration run on what suits it -> Engine

    Kernels take the place of the operations in `ops.TABLE` meanwhile.
    """
    if config.backend == "numpy":
        yield Engine(Step, beam_search, sentences=32, threads=cores())
    elif cuda.fits(config):
        with cuda.on_kernels(config.dtype):
            yield Engine(cuda_step.Step, decode.beam_search, sentences=128, threads=1)
    else:
        yield Engine(Step, beam_search, sentences=128, threads=1)
