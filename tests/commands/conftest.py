"""Sentences of the tiny corpus, and their translations by the model in Python."""

import pytest

import minitrans

SENTENCES = ["the dog sees trees.", "she likes music.", "my friend hears a bird."]


@pytest.fixture(scope="session")
def expected(tiny_run):
    """The translations of SENTENCES by the model in Python."""
    return minitrans.load(tiny_run.path).translate(SENTENCES)
