import matplotlib.pyplot as plt
import numpy as np
import pytest

from minitrans.views.book import heads, show_heads


def test_rows_look_and_columns_are_looked_at(monkeypatch):
    shown = []
    monkeypatch.setattr(heads, "show", lambda text: shown.append((text, plt.gcf())))
    weights = np.array([[0.9, 0.1, 0], [0, 0, 1]])
    show_heads({"head 1": weights, "head 2": 1 - weights}, ["▁the", "▁dog", "s"], ["▁die", "▁Hunde"], "two heads")
    ((text, figure),) = shown
    first, second, _ = figure.axes
    assert text == "two heads"
    assert [label.get_text() for label in first.get_xticklabels()] == ["the", "dog", "s"]
    assert [label.get_text() for label in first.get_yticklabels()] == ["die", "Hunde"]
    assert np.array_equal(first.images[0].get_array(), weights)
    assert np.array_equal(second.images[0].get_array(), 1 - weights)
    assert second.get_title() == "head 2"
    plt.close(figure)


def test_more_than_four_heads_have_a_second_row(monkeypatch):
    monkeypatch.setattr(heads, "show", lambda text: None)
    show_heads({f"head {i}": np.eye(2) for i in range(8)}, ["a", "b"], ["a", "b"], "eight heads")
    assert len(plt.gcf().axes) == 8 + 1  # and the bar of colours
    plt.close()
    with pytest.raises(ValueError):  # no panel may stay empty
        show_heads({f"head {i}": np.eye(2) for i in range(5)}, ["a", "b"], ["a", "b"], "five heads")
    plt.close("all")
