"""What a configuration runs on: NumPy, CuPy, or the CUDA kernels of minitrans.

Only this file decides between them.  It imports `cuda` only for a GPU.

    with engine(config) as running:
        step = running.make_step(model, Adam(model.flat))
"""

from collections.abc import Callable
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from .backend import get_backend
from .decoding import beam_search
from .parallel.searching import search_all
from .parallel.workers import Workers, shards_of
from .parallel.world import cores, world
from .step import Step
from .system.cupy import memory_errors
from .system.openblas import warn_of_slow_kernels


class Engine(NamedTuple):
    make_step: Callable  # make_step(model, optimizer) -> an object that takes training steps
    search: Callable  # beam search of one batch, with the signature of `decoding.beam_search`
    sentences: int  # the most sentences in such a batch
    threads: int  # threads that share the batches
    parts: int  # the least number of batches, so that few sentences keep all threads busy
    decoder: Callable = lambda model: model  # decoder(model) -> the model as it runs in the search

    def search_all(self, model, sentences, **options):
        """Run `search` on any number of sentences, see `parallel.searching`."""
        sizes = self.sentences, self.threads, self.parts
        return search_all(self.decoder(model), sentences, self.search, *sizes, **options)


def array_library(config):
    """-> NumPy or CuPy.  UserError if CuPy or the GPU cannot run this configuration."""
    if config.backend != "cupy":
        return get_backend(config.backend)
    from .cuda import misfit, trust

    trust.insist(config, misfit(config))
    xp = get_backend(config.backend, config.dtype, world().local_rank)
    trust.insist(config, trust.fault(config))  # the kernels are checked now, before any long work
    return xp


def search_of(config):
    """-> the beam search that this configuration asks for"""
    if config.search != "shrinking":  # for a published model
        from .interchange.full_beam import full_beam_search

        return partial(full_beam_search, early=config.search == "early")
    return beam_search


@contextmanager
def engine(config):
    """A context in which models of this configuration run -> Engine

    If it uses the kernels, they replace the operations in `ops.TABLE` within the context.  All ranks enter it together.
    """
    search = search_of(config)
    if config.backend == "numpy":
        warn_of_slow_kernels()
        # The shards are a setting of the run, so that the sums of a batch do not depend on the machine.
        yield Engine(make_step, search, sentences=64, threads=cores(), parts=shards_of(config))
        return
    from . import cuda
    from .cuda import decode, trust
    from .cuda.step import Step as KernelStep

    # 512 hypotheses at a time
    options = dict(search=search, sentences=512 // config.beam or 1, threads=1, parts=world().size)
    with memory_errors():
        if not trust.trusted(config):
            yield Engine(make_step, **options)
            return
        with cuda.on_kernels(config.dtype):
            yield Engine(KernelStep, decoder=decode.decoder, **options)


def make_step(model, optimizer):
    """-> the Step of a model on its array library, with the shards of its configuration"""
    return Step(model, optimizer, Workers(model, shards_of(model.config)))
