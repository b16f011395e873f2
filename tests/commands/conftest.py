"""Sentences of the tiny corpus, and what Python makes of them."""

import pytest

import minitrans

SENTENCES = ["the dog sees trees.", "she likes music.", "my friend hears a bird."]


@pytest.fixture(scope="session")
def expected(tiny_run):
    """What the model makes of SENTENCES, asked for in Python."""
    return minitrans.load(tiny_run.path).translate(SENTENCES)
