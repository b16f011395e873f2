"""Decoding word by word says what teacher forcing says, whichever hypotheses are kept."""

import numpy as np

from minitrans.data.batching import make_batch
from minitrans.data.ids import BOS


def test_decoding_keeps_no_more_words_than_it_sees(small_model):
    """80 words, three hypotheses: each step is that of teacher forcing, and remembers radius + 1 words."""
    model, rng = small_model(attention_radius=3), np.random.default_rng(7)
    source, words = rng.integers(4, 12, (1, 80)), rng.integers(4, 12, (3, 80))
    words[:, 0] = BOS
    expected = model.logits(source.repeat(3, axis=0), words)
    state = model.start(source)
    model.step(words[:1, 0], state)
    state.select(np.zeros(3, int), np.zeros(1, int))
    for t in range(1, 80):
        np.testing.assert_allclose(model.step(words[:, t], state), expected[:, t], rtol=1e-11, atol=1e-12)
        assert {x.shape[1] for cache in state.caches for x in cache.arrays} == {min(t + 1, 4)}


def test_steps_equal_teacher_forcing_after_hypotheses_were_selected(design, small_model, pairs):
    """Sentences are finished, hypotheses are dropped, doubled and change places, more than once."""
    model, beam, rng = small_model(design), 2, np.random.default_rng(3)
    source = make_batch(pairs).source.ids
    state, prefix = model.start(source), np.full((8, 1), BOS)
    state.select(np.repeat(np.arange(4), beam), np.arange(4))
    plan = {2: ([1, 0, 5, 5, 6, 7], [0, 2, 3]), 4: ([3, 2, 5, 4], [1, 2]), 5: ([1, 1], [0])}
    for t in range(7):
        found = model.step(prefix[:, -1], state)
        np.testing.assert_allclose(
            found, model.logits(np.repeat(source, beam, axis=0), prefix)[:, -1], rtol=1e-11, atol=1e-12
        )
        if t in plan:
            hypotheses, sentences = map(np.array, plan[t])
            state.select(hypotheses, sentences)
            source, prefix = source[sentences], prefix[hypotheses]
        prefix = np.concatenate([prefix, rng.integers(4, 12, (len(prefix), 1))], axis=1)
