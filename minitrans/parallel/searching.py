"""Beam search of many sentences: batches of similar length, divided between threads and processes."""

from collections.abc import Callable
from concurrent.futures import CancelledError
from functools import partial
from threading import Event
from typing import Any

from ..decoding import Hypothesis
from ..system.errors import UserError
from .pools import can_fork, in_processes, in_threads
from .world import cores, world

BATCH_TOKENS = 4096  # source tokens of a batch: a few long sentences can need more memory than many short ones

DIVERGED = "the model's logits are not finite: it has diverged; train again with a smaller --rate"


def search_all(
    model: Any,
    sentences: list[list[int]],
    search: Callable,
    size: int = 64,
    threads: int | None = None,
    parts: int | None = None,
    constrain: Callable | None = None,
    **options: Any,
) -> list[list[Hypothesis]]:
    """Run a search, such as `decoding.beam_search`, on any number of sentences -> a list of Hypothesis for each of them

    Sentences of similar length form a batch, at most `size` of them, and so few that there are `parts` batches
    (default: `threads`).  These are divided between the processes of the job and between `threads` threads (default:
    the number of cores), longest first, so that all end at about the same time.  With more than `size` sentences we
    fork processes, which do not wait for each other's lock of Python (GIL).  A single batch runs in this thread, where
    BLAS may use several cores.  UserError if the logits are not finite.

    constrain(model, indices of the sentences of a batch) -> the model to search with (default: the model).  With it, a
    sentence can have no Hypothesis.
    """
    # Batches of sentences of similar length, the longest first
    threads = threads or cores()
    many, size = len(sentences) > size, min(size, -(-len(sentences) // (parts or threads)))
    groups = []
    for i in sorted(range(len(sentences)), key=lambda i: len(sentences[i])):
        if not groups or len(groups[-1]) == size or (len(groups[-1]) + 1) * (len(sentences[i]) + 1) > BATCH_TOKENS:
            groups.append([])
        groups[-1].append(i)
    groups.reverse()

    def search_group(group, model=model):
        model = constrain(model, group) if constrain else model
        return search(model, [sentences[i] for i in group], **options)

    def search_groups(own):
        if len(groups) <= 1:
            return list(map(search_group, own))
        if many and threads > 1 and can_fork():
            return in_processes(search_group, own, threads)
        stoppable = Stoppable(model)
        try:
            return in_threads(partial(search_group, model=stoppable), own, threads)
        finally:
            stoppable.stopped.set()

    found = world().map(search_groups, groups)
    results = dict(zip(sum(groups, []), sum(found, []), strict=True))
    if not (constrain or all(results.values())):  # a hypothesis without a finite score never finishes
        raise UserError(DIVERGED)
    return [results[i] for i in range(len(sentences))]


class Stoppable:
    """A model whose `step` another thread can stop, because only the main thread receives Ctrl-C."""

    def __init__(self, model):
        self.model, self.stopped = model, Event()

    def __getattr__(self, name):
        return getattr(self.model, name)

    def step(self, words, state):
        if self.stopped.is_set():
            raise CancelledError
        return self.model.step(words, state)
