"""Figures show the numbers that they are given."""

from itertools import pairwise

import numpy as np
import pytest

from minitrans.views import figures


def texts(axes):
    return [text.get_text() for text in axes.texts]


def test_entropies_are_written_in_a_cell_for_each_head(drawn, tmp_path):
    values = dict(encoder=np.array([[0.0, 1.5, 2.0], [0.25, 3.0, 1.0]]), decoder=np.full((2, 3), 0.5))
    figures.entropies(values, tmp_path / "entropy.png")
    encoder, decoder, bar = drawn[0].axes
    assert texts(encoder) == ["0.0", "1.5", "2.0", "0.2", "3.0", "1.0"] and texts(decoder) == ["0.5"] * 6
    np.testing.assert_array_equal(encoder.images[0].get_array(), values["encoder"])
    assert encoder.images[0].get_clim() == decoder.images[0].get_clim() == (0, 3)
    assert (encoder.get_title(), bar.get_ylabel()) == ("encoder", "entropy (bits)")


@pytest.mark.parametrize("heads", [1, 2, 8])
def test_the_titles_of_entropies_stand_apart(drawn, tmp_path, heads):
    names = "encoder self-attention", "decoder self-attention", "encoder-decoder attention"
    figures.entropies(dict.fromkeys(names, np.ones((2, heads))), tmp_path / "entropy.png")
    drawn[0].draw_without_rendering()  # at its own resolution
    boxes = [axes.title.get_window_extent() for axes in drawn[0].axes[:3]]
    assert all(left.x1 < right.x0 for left, right in pairwise(boxes))
    assert boxes[0].x0 > 0 and boxes[-1].x1 < drawn[0].bbox.x1


@pytest.mark.parametrize(("warmup", "marked"), [(3, True), (30, False)])
def test_the_schedule_starts_at_step_1_and_marks_the_warm_up(drawn, tmp_path, warmup, marked):
    figures.schedule([0.1, 0.2, 0.3, 0.25], warmup, tmp_path / "rate.svg")
    axes = drawn[0].axes[0]
    assert axes.lines[0].get_xydata().tolist() == [[1, 0.1], [2, 0.2], [3, 0.3], [4, 0.25]]
    assert [line.get_xdata()[0] for line in axes.lines[1:]] == [3] * marked
    assert "warm-up ends" in (tmp_path / "rate.svg").read_text(encoding="utf-8") or not marked  # text stays text


def test_lengths_are_counted_and_the_longest_are_one_bin(drawn, tmp_path):
    sides = dict(source=np.array([1, 2, 2, 3] * 500 + [90]), target=np.array([2] * 2001))
    figures.lengths(sides, {"sorted": 0.125, "as in the file": 0.5}, tmp_path / "lengths.pdf")
    left, right = drawn[0].axes
    source, target = (patch.get_data() for patch in left.patches)
    assert source.values.tolist() == [0, 500, 1000, 501] and target.values.tolist() == [0, 0, 2001, 0]
    assert source.edges.tolist() == [-0.5, 0.5, 1.5, 2.5, 3.5]
    assert [bar.get_width() for bar in right.patches] == [12.5, 50]
    assert (tmp_path / "lengths.pdf").read_bytes().startswith(b"%PDF")


NODES = [
    [None, "<s>", 0.0, "kept"],
    [0, "A", -0.5, "kept"],
    [0, "$B$", -1.0, "kept"],
    [0, "c", -2.0, "pruned"],
    [0, "d", -3.0, "pruned"],
    [0, "e", -4.0, "pruned"],
    [0, "f", -5.0, "pruned"],
    [2, "</s>", -0.75, "finished"],
    [1, "</s>", -1.5, "finished"],
]


def test_a_beam_has_a_column_for_each_step(drawn, tmp_path):
    figures.beam(NODES, [[-0.7, "$B$ .", 7], [-1.4, "A", 8]], tmp_path / "beam.png", "the title")
    axes = drawn[0].axes[0]
    at = {text.get_text(): text for text in axes.texts}
    place = {word: text.get_position() for word, text in at.items()}
    assert {"the title", "-0.50", "-1.00", "-0.75", "-1.50", "-0.700  $B$ .", "-1.400  A"} < at.keys()
    assert "f" not in at  # the fourth of the pruned words
    columns = [place["<s>"][0], place["A"][0], place["</s>"][0]]
    assert columns == sorted(set(columns)) and place["$B$"][0] == place["c"][0] == columns[1]
    assert place["A"][1] > place["$B$"][1] > place["c"][1] > place["d"][1] > place["e"][1]  # as in NODES
    assert place["-0.700  $B$ ."][1] > place["-1.400  A"][1]
    assert {word for word, text in at.items() if text.get_weight() == "bold"} == {"<s>", "$B$"}
    assert len({at[word].get_color() for word in ("A", "$B$", "c")}) == 3
    ends = [text for text in axes.texts if text.get_text() == "</s>"]
    assert [text.get_weight() for text in ends] == ["bold", "normal"]
    thick = [line.get_xydata()[[0, -1], 1].tolist() for line in axes.lines if line.get_linewidth() > 1]
    assert thick == [[place["<s>"][1], place["$B$"][1]], [place["$B$"][1], ends[0].get_position()[1]]]
    boxes = [text.get_window_extent(dpi=200) for text in axes.texts]  # as it was saved
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_the_words_of_a_beam_fit_their_columns(drawn, tmp_path):
    words = [[0, "W" * 9, -1.0, "kept"], [0, "日本語" * 3, -2.0, "kept"], [1, "</s>", -1.5, "finished"]]
    figures.beam([NODES[0], *words], [[-1.2, "W", 3]], tmp_path / "beam.svg")
    texts = {text.get_text(): text for text in drawn[0].axes[0].texts}
    assert texts["W" * 9].get_window_extent().x1 < texts["</s>"].get_window_extent().x0
