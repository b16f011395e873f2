"""What a configuration runs on: NumPy, CuPy, or the CUDA kernels of minitrans.

Only this file decides between them.

    with engine(config) as running:
        step = running.step(model, Adam(model.flat))
"""

from collections.abc import Callable
from contextlib import contextmanager
from typing import NamedTuple

from . import cuda
from .backend import get_backend
from .cuda import decode
from .cuda import step as cuda_step
from .decoding import beam_search, search_in_threads
from .full_beam import full_beam_search
from .openblas import warn_of_slow_kernels
from .processes.world import cores, world
from .step import Step


class Engine(NamedTuple):
    step: type  # step(model, optimizer) takes training steps
    search: Callable  # beam search of one batch, with the signature of `decoding.beam_search`
    sentences: int  # the most sentences in such a batch
    threads: int  # between which batches are divided
    parts: int  # batches into which few sentences are divided

    def search_all(self, model, sentences, **options):
        """Run `search` on any number of sentences, see `decoding.search_in_threads`."""
        return search_in_threads(model, sentences, self.search, self.sentences, self.threads, self.parts, **options)


def array_library(config):
    """-> NumPy or CuPy.  UserError if CuPy or the GPU cannot run this configuration."""
    if config.backend == "cupy":
        cuda.fits(config)
    return get_backend(config.backend, config.dtype, world().local_rank)


@contextmanager
def engine(config):
    """A context in which models of this configuration run -> Engine

    If it uses the kernels, they replace the operations in `ops.TABLE` within the context.
    """
    search = full_beam_search if config.search == "full" else beam_search
    if config.backend == "numpy":
        warn_of_slow_kernels()
        # The shards are a setting of the run, so that the sums of a batch do not depend on the machine.
        yield Engine(Step, search, sentences=64, threads=cores(), parts=config.shards)
    elif cuda.fits(config):
        with cuda.on_kernels(config.dtype):
            search = search if config.search == "full" else decode.beam_search
            yield Engine(cuda_step.Step, search, sentences=128, threads=1, parts=world().size)
    else:
        yield Engine(Step, search, sentences=128, threads=1, parts=world().size)
