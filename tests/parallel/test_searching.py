"""Sentences are divided into batches between threads and processes; Ctrl-C ends all searches."""

import itertools
import multiprocessing
import os
import signal
import sys
import threading

import numpy as np
import pytest

from minitrans.decoding import beam_search
from minitrans.parallel import searching
from minitrans.parallel.searching import BATCH_TOKENS, search_all


def shared_out(monkeypatch, lengths, cores, **options):
    """How `search_all` forms batches of sentences of these lengths: the lengths in each, shortest first."""
    sentences = [[number] * length for number, length in enumerate(lengths)]

    def search(model, sentences, beam):
        batch = [len(sentence) for sentence in sentences]
        return [(beam, sentence, batch) for sentence in sentences]

    monkeypatch.setattr(searching, "cores", lambda: cores)
    found = search_all(None, sentences, search, **options, beam=7)
    assert [each[:2] for each in found] == [(7, sentence) for sentence in sentences]
    by_length = sorted(zip(lengths, found, strict=True), key=lambda pair: pair[0])
    batches = [next(same) for _, same in itertools.groupby((each[2] for _, each in by_length), key=id)]
    assert sum(batches, []) == sorted(lengths)
    return batches


def test_batches_have_few_sentences_and_few_tokens(monkeypatch, rng):
    lengths = [5000, *(1 + 400 * rng.random(600) ** 3).astype(int).tolist()]
    for most, options in ((64, {}), (128, dict(size=128, threads=1))):
        batches = shared_out(monkeypatch, lengths, 2, **options)
        fits = [len(batch) <= most and len(batch) * (max(batch) + 1) <= BATCH_TOKENS for batch in batches]
        assert fits == [True] * (len(batches) - 1) + [False] and batches[-1] == [5000]
        for batch, following in itertools.pairwise(batches):  # one more sentence would not fit
            assert len(batch) == most or (len(batch) + 1) * (following[0] + 1) > BATCH_TOKENS
        assert {len(batch) == most for batch in batches} == {False, True}


def test_few_sentences_are_shared_between_the_cores(monkeypatch):
    assert shared_out(monkeypatch, [9, 3, 1, 2, 8, 4, 5], cores=3) == [[1, 2, 3], [4, 5, 8], [9]]
    assert shared_out(monkeypatch, [2, 1], cores=3) == [[1], [2]]
    assert shared_out(monkeypatch, [2, 1], cores=1) == [[1, 2]]
    assert shared_out(monkeypatch, [], cores=3) == []


@pytest.mark.skipif(os.name == "nt", reason="os.kill ends the process there")
@pytest.mark.parametrize("fork", [False, sys.platform == "linux"])
def test_ctrl_c_ends_all_searches(monkeypatch, fork):
    """Each search would take a million steps.  One of them sends Ctrl-C to the main thread of this process."""

    class Endless:
        xp, longest, process, others = np, 10**6, os.getpid(), set(threading.enumerate())

        def start(self, source):
            if source[0, 0] == 5:
                threading.Timer(0.5, os.kill, (self.process, signal.SIGINT)).start()
            return self

        def select(self, hypotheses, sentences):
            pass

        def step(self, words, state):
            return np.log(np.tile([1e-9, 1e-9, 1e-9, 1e-9, 1, 1], (len(words), 1)))

    monkeypatch.setattr(searching, "cores", lambda: 2)
    monkeypatch.setattr(searching, "can_fork", lambda: fork)
    endless = Endless()
    with pytest.raises(KeyboardInterrupt):
        search_all(endless, [[5], [6, 6]], beam_search, size=1, beam=2, max_extra=10**6)
    assert multiprocessing.active_children() == []
    for thread in set(threading.enumerate()) - endless.others:
        thread.join(timeout=20)
        assert not thread.is_alive()
