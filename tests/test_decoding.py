"""Beam search ends early; tests/test_exercises.py compares it with all translations and with a slow search."""

import numpy as np
import pytest

from minitrans.data.ids import EOS
from minitrans.decoding import beam_search
from minitrans.grading.exercises.scripted import LONG, Scripted, logarithms


@pytest.mark.parametrize("alpha, longest", [(1.5, 4), (0.0, 2)])
def test_a_search_ends_when_no_live_hypothesis_can_win(alpha, longest):
    """EOS is probable at the second step, but with a length penalty the longer translation has the better score."""
    scripted = Scripted(np, lambda sentence, words: logarithms(LONG.get(words, {EOS: 0.9})))
    beam_search(scripted, [[5]], beam=2, alpha=alpha, max_extra=9)
    assert max(len(words) for _, words in scripted.asked) == longest
