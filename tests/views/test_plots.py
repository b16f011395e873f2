"""Plots show the numbers that they are given."""

import os

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


def lines(figure):
    """{title of a chart: the points of its curves}"""
    return {axes.get_title(): [line.get_xydata().tolist() for line in axes.lines] for axes in figure.axes}


def test_curves_show_the_log(drawn, tmp_path):
    parser = [dict(step=5, seconds=60, rate=0.1, valid_f1=50), dict(step=7, seconds=90, rate=float("nan"), loss=None)]
    curves([LOG, parser], tmp_path / "curves.png", columns=2)
    assert lines(drawn[0]) == {
        "training loss": [[[10, 5.0], [20, 3.5], [30, 2.5]], []],
        "validation perplexity": [[[20, 12.0], [40, 7.0]], []],
        "BLEU": [[[20, 3.0], [40, 21.0]], []],
        "F1 of trees": [[], [[5, 50]]],
        "learning rate": [[], [[5, 0.1]]],
    }
    assert [axes.get_yscale() for axes in drawn[0].axes] == ["linear", "log", *["linear"] * 3]
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")
    curves([parser], tmp_path / "curves.png", minutes=True)
    assert lines(drawn[1]) == {"training loss": [[]], "F1 of trees": [[[1, 50]]], "learning rate": [[[1, 0.1]]]}
    curves([[]], tmp_path / "curves.png")
    assert lines(drawn[2]) == {}


def test_a_value_that_diverged_leaves_the_others_their_room(drawn, tmp_path):
    losses = [5.0, 4.0, 3.5, 3.0, 2.5, 2.4, 2.3, 2.2, 2.1, 1e9]
    log = [dict(step=i, loss=loss, gradient_norm=loss, valid_bleu=0) for i, loss in enumerate(losses)]
    for logarithmic in (False, True):
        curves([log], tmp_path / "curves.png", logarithmic=logarithmic)
    shown = [[y for _, y in lines(figure)["training loss"][0]] for figure in drawn]
    assert shown == [[*losses[:-1], 5.0], losses]  # at the upper edge; or all of them, on a logarithmic axis
    assert drawn[0].axes[0].get_ylim()[1] < 6 and drawn[1].axes[0].get_yscale() == "log"
    assert [lines(figure)["gradient norm"][0][-1] for figure in drawn] == [[9, 1e9]] * 2
    assert drawn[0].axes[1].get_title() == "BLEU" and drawn[0].axes[1].get_ylim()[0] == 0


def test_smoothing_is_a_mean_in_which_the_newest_count_most(drawn, tmp_path):
    values = [8.0, 4.0, 6.0, 1.0]
    names = "loss", "tokens_per_second", "gradient_norm", "rate", "valid_perplexity"
    curves([[dict(step=i) | dict.fromkeys(names, y) for i, y in enumerate(values)]], tmp_path / "x.png", smoothing=0.5)
    smooth = dict.fromkeys(["training loss", "tokens per second", "gradient norm"], [8, 6, 6, 3.5])
    found = {title: [y for _, y in each] for title, (each,) in lines(drawn[0]).items()}
    assert found == smooth | dict.fromkeys(["learning rate", "validation perplexity"], values)


@pytest.mark.parametrize("dark", [False, True])
def test_each_run_has_its_own_look(drawn, tmp_path, dark):
    curves([LOG] * 16, tmp_path / "curves.png", dark=dark)
    (axes, *_), back = drawn[0].axes, drawn[0].get_facecolor()
    assert len({(line.get_color(), line.get_linestyle()) for line in axes.lines}) == 16
    assert sum(back[:3]) == (0 if dark else 3) and axes.title.get_color() == ("white" if dark else "black")


@pytest.mark.parametrize("least, most", [(0.0001, 0.004), (0.55, 0.9), (1.1, 25), (3, 3), (1, 2e6), (1e-9, 1e9)])
def test_an_axis_has_numbers_that_can_be_read(drawn, tmp_path, least, most):
    rows = [dict(step=step, rate=y, gradient_norm=y) for step, y in ((1, least), (2_000_000, most))]
    curves([rows], tmp_path / "curves.png")
    for axes in drawn[0].axes:
        low, high = axes.get_ylim()
        ticks = [tick for tick in axes.yaxis.get_major_ticks() if low <= tick.get_loc() <= high]
        assert [float(tick.label1.get_text().replace("\N{MINUS SIGN}", "-")) for tick in ticks] == pytest.approx(
            [tick.get_loc() for tick in ticks]
        )
        assert 2 <= len(ticks) <= 10


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
        curves([LOG], path)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    if ending == "svg":
        assert ">validation perplexity</text>" in paths[0].read_text(encoding="utf-8")


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
    ended = command("draw heads --run", tiny_run.path, "the dog", "--output", tmp_path / "x.png")
    assert (ended.code, ended.err) == (2, f"error: {tmp_path}/x.png: cannot be drawn (latex was not able to process)\n")


def test_a_picture_does_not_depend_on_the_settings_of_the_user(drawn, tmp_path):
    with matplotlib.rc_context({"text.usetex": True, "axes.facecolor": "black", "font.size": 30}):
        curves([LOG], tmp_path / "odd.png")
    curves([LOG], tmp_path / "plain.png")
    assert (tmp_path / "odd.png").read_bytes() == (tmp_path / "plain.png").read_bytes()


@pytest.mark.skipif(os.name != "posix", reason="a pipe of POSIX")
def test_a_pipe_behind_a_link_stays_a_pipe(tmp_path):
    """As a device would, which a picture must not replace either."""
    pipe, link = tmp_path / "pipe", tmp_path / "link.png"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    with open(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), "rb") as reader:
        tree_picture(Tree("NN", "dog"), link)
        assert pipe.is_fifo() and link.is_symlink() and reader.read(4) == b"\x89PNG"
