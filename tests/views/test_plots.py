"""Plots show the numbers that they are given."""

import matplotlib
import numpy as np
import pytest

from minitrans.tasks.tree import Tree
from minitrans.views import plots
from minitrans.views.plots import attention_map, curves, tree_picture

pytestmark = pytest.mark.slow

LOG = [
    dict(step=10, loss=5.0),
    dict(step=20, loss=3.5),
    dict(step=20, valid_perplexity=12.0, valid_bleu=3.0),
    dict(step=30, loss=2.5),
    dict(step=40, valid_perplexity=7.0, valid_bleu=21.0),
]


def test_curves_show_the_log(drawn, tmp_path):
    curves(LOG, tmp_path / "curves.png")
    (figure,) = drawn
    lines = [line.get_xydata().tolist() for axes in figure.axes for line in axes.lines]
    assert lines == [[[10, 5.0], [20, 3.5], [30, 2.5]], [[20, 12.0], [40, 7.0]], [[20, 3.0], [40, 21.0]]]
    assert all(axes.get_xlabel() and axes.get_ylabel() for axes in figure.axes[:2])
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")


def test_curves_of_a_log_without_validation(tmp_path):
    curves(LOG[:2], tmp_path / "curves.png")
    assert (tmp_path / "curves.png").exists()


@pytest.mark.parametrize("heads", [1, 4, 6])
def test_attention_map_has_a_labelled_panel_a_head(drawn, tmp_path, heads):
    weights = np.random.default_rng(0).dirichlet(np.ones(3), (heads, 2))
    attention_map(weights, ["$a$", "b", "</s>"], [r"$\x$", "</s>"], tmp_path / "map.png", title="all heads")
    *panels, scale = [axes for axes in drawn[0].axes if axes.get_visible()]
    assert scale.get_ylim() == (0, 1) and scale.get_ylabel() == "attention weight"
    assert [axes.get_title() for axes in panels] == [f"head {i + 1}" for i in range(heads)]
    for axes, expected in zip(panels, weights, strict=True):
        np.testing.assert_array_equal(axes.images[0].get_array(), expected)
    assert [label.get_text() for label in panels[0].get_xticklabels()] == ["$a$", "b", "</s>"]
    assert [label.get_text() for label in panels[0].get_yticklabels()] == [r"$\x$", "</s>"]


def test_one_head_has_its_weights_as_numbers(drawn, tmp_path):
    attention_map(np.array([[[0.875, 0.121, 0.004]]]), "abc", "d", tmp_path / "map.svg", numbers=[3])
    axes, _ = drawn[0].axes  # and the scale
    assert axes.get_title() == "head 3"
    assert [(text.get_text(), *text.get_position()) for text in axes.texts] == [("0.88", 0, 0), ("0.12", 1, 0)]


def test_labels_lie_within_the_picture(drawn, tmp_path):
    for words in (["a", "Donaudampfschiffahrt", "MMMMMMMM"], ["word"] * 90):
        attention_map(np.eye(len(words))[None].repeat(4, 0), words, words, tmp_path / "map.svg")
        figure = drawn[-1]
        inside = figure.bbox.padded(1)
        for axes in figure.axes:
            box = axes.get_tightbbox()
            assert inside.containsx(box.x0) and inside.containsx(box.x1), words
            assert inside.containsy(box.y0) and inside.containsy(box.y1), words


@pytest.mark.parametrize("ending", ["svg", "pdf"])
def test_text_stays_text_and_the_same_numbers_give_the_same_bytes(tmp_path, ending):
    paths = [tmp_path / f"{name}.{ending}" for name in "ab"]
    for path in paths:
        curves(LOG, path)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    if ending == "svg":
        assert ">perplexity</text>" in paths[0].read_text(encoding="utf-8")


def test_tree_picture_sets_labels_above_words_that_stand_on_one_line(drawn, tmp_path):
    adverb = Tree("WHADVP", (Tree("WRB", "$why$"),))
    tree = Tree("S", (adverb, adverb, Tree("VP", (Tree("VB", "unbelievable"), Tree("NP", (Tree("NN", "i"),))))))
    tree_picture(tree, tmp_path / "tree.png")
    (figure,) = drawn
    texts = figure.axes[0].texts
    at = {text.get_text(): text.get_position() for text in texts}
    words = [text for text in texts if text.get_position()[1] == 0]
    assert [text.get_text() for text in words] == ["$why$", "$why$", "unbelievable", "i"]
    xs = [text.get_position()[0] for text in words]
    assert xs == sorted(set(xs))
    assert xs[1] < at["S"][0] < xs[3] and at["NP"][0] == xs[3] and xs[2] < at["VP"][0] < xs[3]
    assert 0 < at["NN"][1] < at["NP"][1] < at["VP"][1] < at["S"][1]
    boxes = [text.get_window_extent(dpi=200) for text in texts]  # as it was saved
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_a_picture_that_cannot_be_drawn_is_one_line(command, tiny_run, tmp_path, monkeypatch):
    def fail(*arguments):
        raise RuntimeError("latex was not able to process\nits page")

    monkeypatch.setattr(plots, "attention_map", fail)
    ended = command("translate", "--run", tiny_run.path, "the dog", "--attention", tmp_path / "x.png")
    assert (ended.code, ended.err) == (2, f"error: {tmp_path}/x.png: cannot be drawn (latex was not able to process)\n")


def test_a_picture_does_not_depend_on_the_settings_of_the_user(drawn, tmp_path):
    with matplotlib.rc_context({"text.usetex": True, "axes.facecolor": "black", "font.size": 30}):
        curves(LOG, tmp_path / "odd.png")
    curves(LOG, tmp_path / "plain.png")
    assert (tmp_path / "odd.png").read_bytes() == (tmp_path / "plain.png").read_bytes()
