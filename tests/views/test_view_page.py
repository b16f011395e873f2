"""The page of a record, in a browser: what it draws without a model, the beam, the tree, the slider of a training."""

import re

import numpy as np
import pytest

import minitrans
from minitrans.data.ids import EOS
from minitrans.ops.softmax import softmax_forward
from minitrans.views.sentence_page import SentencePage

pytestmark = pytest.mark.slow

SOURCE = "▁the ▁un bel iev able ▁dog </s>".split()
TARGET = "▁der ▁un glaub liche ▁Hund </s>".split()
MATRICES = (
    "(names) => names.map((name) => shown.arrays.get(name).rows.map((_, i) => [...shown.arrays.get(name).row(i)]))"
)


@pytest.fixture
def shown(open_page, record_of):
    """-> (page with a record, its attention as arrays)"""
    record, maps = record_of(SOURCE, TARGET)
    page = open_page(record)
    page.locator("#beam").wait_for()
    return page, maps


def test_a_line_joins_the_pieces_of_a_word(shown):
    page, _ = shown
    assert page.locator("#e1 .pieces").first.inner_text().split() == "the un ·bel ·iev ·able dog </s>".split()
    borders = page.locator("#e1 .pieces >> nth=0 >> li").evaluate_all(
        "all => all.map((n) => n.clientWidth < n.offsetWidth)"
    )
    assert borders == [False, True, True, True, True, False, False]


def test_a_weight_in_its_array(shown):
    """The head that one chooses, its array by the keyboard, and the numbers in it"""
    page, maps = shown
    page.locator("[data-key='layer-decoder-0']").click()
    page.locator("[data-key='decoder.0.cross_attention-head-2']").click()
    page.locator("[data-key='decoder.0.cross_attention.weights.2']").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Home")
    cells = page.locator("#inspector tbody tr").nth(1).locator("td").all_inner_texts()
    np.testing.assert_allclose(list(map(float, map(plain, cells))), maps["cross"][0, 2, 1], atol=0.006)
    assert page.locator("#inspector .from").inner_text() == "made of S scores of head 3"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.key") == "decoder.0.cross_attention.weights.2"


def plain(text):
    return text.replace("−", "-")


def test_a_slider_over_the_training(open_page, record_of):
    """Translation, loss and attention move together; the keyboard moves them, too."""
    steps = (3, 6, 9)
    made = [record_of(SOURCE, [f"▁nach{step}", "</s>"], step=step, loss=9 / step) for step in steps]
    page = open_page(*(record for record, _ in made))
    slider, name = page.locator("#step"), "decoder.1.cross_attention.weights.1"
    for i, step in ((2, 9), (1, 6), (0, 3)):
        page.locator("#words", has_text=f"nach{step}").wait_for()
        assert page.locator("output").inner_text() == f"step {step}, loss {9 / step:.3f}"
        assert f"step {step}" in slider.get_attribute("aria-valuetext")
        page.wait_for_function("(step) => shown.arrays && document.querySelector('#d1 li').isConnected", arg=step)
        page.locator("#beam", has_text=f"nach{step}").wait_for()
        np.testing.assert_allclose(page.evaluate(MATRICES, [name])[0], made[i][1]["cross"][1, 1], atol=1e-5)
        slider.press("ArrowLeft")


def test_next_words_and_beam(page, tiny_run, open_page):
    model = minitrans.load(tiny_run.path)
    trace, (record,) = model.trace("the dog sees trees."), model.view("the dog sees trees.").records
    open_page(record, model=model.model)
    page.locator("#beam").wait_for()
    probabilities, _ = softmax_forward(trace.logits)
    for t, (row, id) in enumerate(zip(probabilities, [*trace.target_ids, EOS], strict=True)):
        page.evaluate("(t) => go(t)", t)
        found = page.locator(".word span:last-child").all_inner_texts()
        assert found[:4] == [f"{p:.3f}" for p in np.sort(row)[:-5:-1]]
        chosen = page.locator(".word.chosen").inner_text().split()
        assert chosen[-1] == f"{row[id]:.3f}"
    for fate in ("kept", "finished", "pruned"):
        nodes = page.locator(f"#beam text.{fate}")
        assert nodes.count() == sum(node[3] == fate for node in record["beam"]) > 0
    ink, grey = (
        page.locator(f"#beam text.{f}").first.evaluate("n => getComputedStyle(n).fill") for f in ("kept", "pruned")
    )
    assert ink != grey
    best = page.locator("#beam text.best").all_text_contents()
    assert len(best) == len(record["target"]) + 1
    assert page.locator("#beam path").count() == len(record["beam"]) - 1
    score = record["beam"][record["hypotheses"][0][2]][2]
    told = page.locator("#beam text.finished.best title").text_content()
    assert told == f"\u2068<s> {record['translation']} </s>\u2069: {score:.3f}, finished"
    items = page.locator("#beam ol li").all_inner_texts()
    assert items == [f"{text} {score:.3f}" for score, text, _ in record["hypotheses"]]


def test_the_tree_of_a_parser(page, open_page, record_of):
    tree = ["S", [["NP", [["XX", "She"]]], ["VP", [["XX", "runs"], ["NP", [["XX", "<b>"]]]]], ["XX", "."]]]
    record, _ = record_of(SOURCE, TARGET, tree=tree, repaired=True, translation="(S ...)")
    open_page(record)
    page.locator("#tree .node").first.wait_for()
    assert page.locator("#tree .name").all_text_contents() == ["She", "runs", "<b>", "."]
    assert sorted(page.locator("#tree .label").all_text_contents()) == ["NP", "NP", "S", "VP"]
    names, bars = (
        page.locator(f"#tree {which}").evaluate_all("all => all.map((n) => n.getBoundingClientRect().toJSON())")
        for which in (".name", ".node > div")
    )
    assert [each["x"] for each in names] == sorted(each["x"] for each in names)
    assert len({each["bottom"] for each in names}) == 1
    below = [[n for n, name in enumerate(names) if b["left"] <= name["x"] <= b["right"]] for b in bars]
    assert below == [[0, 1, 2, 3], [0], [1, 2], [2]]  # the words of S, NP, VP, NP
    assert "repaired" in page.locator("#tree").inner_text()


def luminance(colour):
    parts = np.array([int(x) for x in re.findall(r"\d+", colour)[:3]]) / 255
    return np.where(parts <= 0.03928, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4) @ (0.2126, 0.7152, 0.0722)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_light_and_dark_on_a_telephone(shown, scheme):
    page, _ = shown
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size(dict(width=400, height=800))
    page.reload()
    back = luminance(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert (back < 0.1) == (scheme == "dark")
    page.locator("#beam").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == 400
    for colour in page.evaluate(
        "[...document.querySelectorAll('h1, .faint, #words .later')].map((n) => getComputedStyle(n).color)"
    ):
        light, dark = sorted([luminance(colour), back], reverse=True)
        assert (light + 0.05) / (dark + 0.05) > 4.5  # WCAG AA


def test_a_long_sentence(page, tmp_path, open_page, record_of):
    """60 pieces, 6 layers, 8 heads: the file has 3 MB or less, and everything is drawn."""
    pieces = [f"▁word{i}" for i in range(60)] + ["</s>"]
    record, _ = record_of(pieces, pieces, " ".join(pieces), layers=6, heads=8)
    open_page(record)
    assert (tmp_path / "view.html").stat().st_size <= 3_000_000
    page.locator("#beam").wait_for()
    assert page.locator("#d2 .glance").count() == 8 and page.locator("#e1 .tab:not(.glance)").count() == 6
    assert page.locator("#e1 .pieces li").count() >= 61


def test_right_to_left(page, open_page, record_of):
    source, target = ["▁שלום", "▁עו", "לם", "</s>"], ["▁مرحبا", "▁hello", "</s>"]
    open_page(record_of(source, target, "שלום עולם", translation="مرحبا hello")[0])
    page.locator("#beam").wait_for()
    for place in ("#text", "#words"):
        assert page.locator(place).evaluate("n => getComputedStyle(n).direction") == "rtl"
    assert page.locator("#e1 .pieces").first.locator("li").all_text_contents() == "שלום עו ·לם </s>".split()


def test_every_control_has_a_name(shown):
    page, _ = shown
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("input, button, svg[role], [role=button], [role=region], [role=group]")]
        .filter((node) => !(node.getAttribute("aria-label") || node.labels?.length || node.textContent.trim()))
        .map((node) => node.outerHTML)"""
    )
    assert nameless == []


def test_in_a_notebook(page, record_of):
    record, _ = record_of(SOURCE, TARGET)
    page.set_content(SentencePage(record_of.model, [record])._repr_html_())
    frame = page.frame_locator("iframe")
    frame.locator("#beam").wait_for()
    assert frame.locator("#d2 .box").count() == 6
