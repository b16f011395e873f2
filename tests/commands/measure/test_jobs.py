"""A benchmark's batches are as long as those of Multi30k, and hold the tokens that were asked for."""

import numpy as np

from minitrans.commands.measure.jobs import draw_batches


def test_batches_are_of_similar_length_and_hold_their_tokens():
    batches = draw_batches(40, 500, 100)
    lengths = np.array([[len(source), len(target)] for batch in batches for source, target in batch])
    assert abs(lengths.mean(axis=0) - [14, 16]).max() < 0.7 and abs(lengths.std(axis=0) - [5, 6]).max() < 0.7
    assert lengths.min() >= 3 and lengths.max() <= 50
    for batch in batches:
        targets = [len(target) + 1 for _, target in batch]
        assert 500 <= sum(targets) < 500 + max(targets)
        assert max(targets) - min(targets) <= 8
    words = {word for batch in batches for pair in batch for side in pair for word in side}
    assert words == set(range(3, 100))
