"""The page of a sentence in a browser: what it draws, against the matrices of NumPy, and what cannot happen in it."""

import re
from itertools import product

import numpy as np
import pytest

import minitrans
from minitrans.views.page import Page

pytestmark = pytest.mark.slow

KINDS = "encoder", "cross", "decoder"
LAYERS, HEADS, LEAST = 2, 3, 0.02  # of the records
SOURCE = "▁the ▁un bel iev able ▁dog </s>".split()
TARGET = "▁der ▁un glaub liche ▁Hund </s>".split()
SOURCE_WORDS, TARGET_WORDS = [[0], [1, 2, 3, 4], [5], [6]], [[0], [1, 2, 3], [4], [5]]  # the pieces of each word


@pytest.fixture
def shown(open_page, record_of):
    """-> (page with a record, its attention as arrays)"""
    record, maps = record_of(SOURCE, TARGET)
    return open_page(record), maps


def test_a_slider_over_the_training(open_page, record_of):
    """Translation, loss and attention move together; the keyboard moves them, too."""
    made = [record_of(SOURCE, TARGET, translation=f"nach {step}", step=step, loss=9 / step) for step in (3, 6, 9)]
    page = open_page([record for record, _ in made])
    choose(page, "cross", 0, [1])
    slider = page.locator("#step")

    def now():
        return page.locator("h1").inner_text(), page.locator("output").inner_text()

    for i, step in ((2, 9), (1, 6), (0, 3)):
        assert now() == (f"nach {step}", f"step {step}, loss {9 / step:.3f}")
        assert slider.get_attribute("aria-valuetext").endswith(f": nach {step}")
        assert drawn(page) == pytest.approx(heavy(made[i][1]["cross"][0], [1]), abs=1e-5)
        slider.press("ArrowLeft")
    heights = [float(pair.split()[1]) for pair in page.locator("path.loss").get_attribute("d")[1:].split("L")]
    assert (heights[1] - heights[0]) / (heights[2] - heights[0]) == pytest.approx((3 - 1.5) / (3 - 1))
    page.get_by_role("button", name="play").click()
    page.locator("output", has_text="step 9").wait_for()
    page.get_by_role("button", name="play").wait_for()  # it has ended


def choose(page, kind, layer, heads):
    page.check(f"input[name=attention][value={kind}]")
    page.select_option("#layer", index=layer)
    page.click("#heads button:has-text('none')")
    for head in heads:
        page.check(f"#heads input[value='{head}']")


def drawn(page):
    """-> {(head, row, column): weight} of the lines that one sees"""
    found = page.evaluate(
        """() => [...document.querySelectorAll("path.line")].filter((line) => line.checkVisibility()).map((line) =>
        ["head", "0", "1", "weight"].map((name) => Number(line.getAttribute(`data-${name}`))))"""
    )
    return {tuple(map(int, line[:3])): line[3] for line in found}


def heavy(weights, heads):
    return {(h, i, j): weights[h, i, j] for h in heads for i, j in np.argwhere(weights[h] >= LEAST).tolist()}


def test_lines_are_the_weights(shown):
    page, maps = shown
    for kind, (layer, heads) in product(KINDS, [(0, [1]), (1, [0, 2]), (1, [])]):
        choose(page, kind, layer, heads)
        assert drawn(page) == pytest.approx(heavy(maps[kind][layer], heads), abs=1e-5), (kind, layer)
        assert page.locator("#attention [role=status]").inner_text().startswith(f"{len(drawn(page))} lines")


def test_a_word_under_the_pointer_shows_its_lines_alone(shown):
    page, maps = shown
    choose(page, "cross", 0, [0, 1])
    everything = heavy(maps["cross"][0], [0, 1])
    page.hover("[data-word='0-3']")
    row = {key: weight for key, weight in everything.items() if key[1] == 3}
    assert drawn(page).keys() == row.keys()
    told = re.sub("[\u2068\u2069]", "", page.locator("#attention [role=status]").inner_text())  # isolates
    (head, _, column), weight = max(row.items(), key=lambda item: item[1])
    assert told.startswith("To write ·liche, the model looks at ")
    assert f"{['the', 'un', '·bel', '·iev', '·able', 'dog', '</s>'][column]} {weight:.3f} (head {head + 1})" in told
    page.hover("[data-word='1-5']")
    assert drawn(page).keys() == {key for key in everything if key[2] == 5}
    page.hover("h1")
    assert drawn(page).keys() == everything.keys()
    page.click("[data-word='1-5']")  # it stays
    page.hover("h1")
    assert drawn(page).keys() == {key for key in everything if key[2] == 5}
    page.check("#heads input[value='2']")  # also with other heads
    everything = heavy(maps["cross"][0], [0, 1, 2])
    assert drawn(page).keys() == {key for key in everything if key[2] == 5}
    page.focus("[data-word='1-5']")
    page.keyboard.press("Escape")
    page.click("h1")
    assert drawn(page).keys() == everything.keys()


def matrix(page):
    rows = page.locator(".matrix tbody tr").all()
    names = [row.locator("th").inner_text() for row in rows]
    return names, np.array([[float(cell) for cell in row.locator("td").all_inner_texts()] for row in rows])


def test_matrix(shown):
    page, maps = shown
    page.check("input[name=as][value=matrix]")
    choose(page, "decoder", 1, [2])
    names, values = matrix(page)
    assert names == ["der", "un", "·glaub", "·liche", "Hund", "</s>"]
    assert page.locator(".matrix thead th").all_inner_texts() == ["<s>", *names[:-1]]
    np.testing.assert_allclose(values, maps["decoder"][1, 2], atol=0.00051)
    assert float(page.locator(".matrix td").nth(7).get_attribute("title")) == pytest.approx(
        maps["decoder"][1, 2].flat[6], abs=1e-5
    )
    page.check("#heads input[value='0']")
    np.testing.assert_allclose(matrix(page)[1], maps["decoder"][1, [0, 2]].mean(0), atol=0.00051)


def test_punctuation_stays_apart_when_pieces_are_joined(open_page, record_of):
    pieces = "▁the ▁dog 's ▁tail , ▁hm . </s>".split()
    page = open_page(record_of(pieces, pieces)[0])
    page.check("input[name=as][value=matrix]")
    page.check("#join")
    assert matrix(page)[0] == "the dog's tail , hm . </s>".split()


def test_pieces_join_to_words(shown):
    page, maps = shown
    page.check("input[name=as][value=matrix]")
    page.check("#join")
    for kind in KINDS:
        choose(page, kind, 0, [1])
        names, values = matrix(page)
        queries = SOURCE_WORDS if kind == "encoder" else TARGET_WORDS
        # The decoder looks at what is written so far: <s>, then all but </s>.
        keys = [[0], [1], [2, 3, 4], [5]] if kind == "decoder" else SOURCE_WORDS
        weights = maps[kind][0, 1]
        expected = [[np.mean([weights[i, key].sum() for i in query]) for key in keys] for query in queries]
        assert names == ("the unbelievable dog </s>" if kind == "encoder" else "der unglaubliche Hund </s>").split()
        np.testing.assert_allclose(values, expected, atol=0.00051)
    assert "sum over its pieces" in page.locator("#attention").inner_text()


def test_all_heads_at_a_glance(shown):
    page, maps = shown
    page.check("input[name=as][value=heads]")
    assert page.locator("#attention canvas").count() == LAYERS * HEADS
    page.click("[aria-label^='layer 1, head 3']")
    assert drawn(page).keys() == heavy(maps["cross"][0], [2]).keys()
    assert page.input_value("#layer") == "0" and page.evaluate("document.activeElement.id") == "layer"
    assert [box.is_checked() for box in page.locator("#heads input").all()] == [False, False, True]


def test_by_keyboard_alone(shown):
    page, maps = shown
    focus = "document.activeElement.getAttribute('data-word')"
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")  # to the next of the radio buttons
    assert page.is_checked("input[value=encoder]") and page.evaluate("document.activeElement.value") == "encoder"
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate(focus):
            break
    assert page.evaluate(focus) == "0-0"
    for key, word in ("ArrowDown", "0-1"), ("ArrowRight", "1-1"), ("End", "1-6"), ("Home", "1-0"), ("ArrowLeft", "0-0"):
        page.keyboard.press(key)
        assert page.evaluate(focus) == word
        column, i = map(int, word.split("-"))
        heads = heavy(maps["encoder"][LAYERS - 1], range(HEADS))
        assert drawn(page).keys() == {key for key in heads if key[1 + column] == i}
        assert page.evaluate("getComputedStyle(document.activeElement.querySelector('rect')).stroke") != "none"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "true"
    page.keyboard.press("Tab")
    assert page.evaluate(focus) is None  # the words are one stop


def test_every_control_has_a_name(shown):
    page, _ = shown
    for form in ("matrix", "heads", "lines"):
        page.check(f"input[name=as][value={form}]")
        nameless = page.evaluate(
            """() => [...document.querySelectorAll("input, select, button, svg, [role=button], [role=region], canvas")]
            .filter((node) => !(node.getAttribute("aria-label") || node.closest("label, button")?.textContent.trim()))
            .map((node) => node.outerHTML)"""
        )
        assert nameless == []
    assert page.locator("[role=status]").count() == 2


def test_next_words_and_beam(page, tiny_run, open_page):
    record = minitrans.load(tiny_run.path).view("the dog sees trees.").record
    open_page(record)
    rows = page.locator("#next tbody tr")
    assert rows.count() == len(record["target"])
    for t, (row, words) in enumerate(zip(rows.all(), record["likely"], strict=True)):
        found = re.findall(r"\d\.\d{3}", row.inner_text())
        seen = [p for piece, p in words[:5] if p >= 0.01 or piece == record["target"][t]]
        assert found == [f"{p:.3f}" for p in (record["probability"][t], *seen)]
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
    page.locator("#beam text.finished.best").hover()
    told = page.locator("#beam [role=status]").inner_text()
    score = record["beam"][record["hypotheses"][0][2]][2]
    assert told.endswith(f"</s>\u2069: {score:.3f}, finished")
    assert page.locator("#beam path.on").count() == len(record["target"])
    items = page.locator("#beam ol li").all_inner_texts()
    assert items == [f"{text} {score:.3f}" for score, text, _ in record["hypotheses"]]


def test_the_tree_of_a_parser(page, open_page, record_of):
    tree = ["S", [["NP", [["XX", "She"]]], ["VP", [["XX", "runs"], ["NP", [["XX", "<b>"]]]]], ["XX", "."]]]
    record, _ = record_of(SOURCE, TARGET, tree=tree, repaired=True, translation="(S ...)")
    open_page(record)
    assert page.locator(".sentence svg .name").all_text_contents() == ["She", "runs", "<b>", "."]
    assert sorted(page.locator(".sentence svg .label").all_text_contents()) == ["NP", "NP", "S", "VP"]
    assert page.locator(".sentence svg path").count() == 7  # one above each node but the root
    places = page.locator(".sentence svg .name").evaluate_all("nodes => nodes.map((n) => n.getBoundingClientRect().x)")
    assert places == sorted(places)
    assert "repaired" in page.locator(".sentence").inner_text()


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
    for form in ("matrix", "heads", "lines"):
        page.check(f"input[name=as][value={form}]")
        assert page.evaluate("document.documentElement.scrollWidth") == 400
    for colour in page.evaluate("[...document.querySelectorAll('h1, .faint')].map((n) => getComputedStyle(n).color)"):
        light, dark = sorted([luminance(colour), back], reverse=True)
        assert (light + 0.05) / (dark + 0.05) > 4.5  # WCAG AA


def test_thickness_is_the_weight_and_each_head_has_its_look(page, open_page, record_of):
    """Eight heads differ in colour; more are dashed."""
    open_page(record_of(SOURCE, TARGET, heads=10)[0])
    names = ["data-head", "stroke", "stroke-dasharray", "data-weight", "stroke-width"]
    script = "(lines, names) => lines.map((line) => names.map((name) => line.getAttribute(name)))"
    lines = page.locator("path.line").evaluate_all(script, names)
    assert {round(float(width) / float(weight), 2) for *_, weight, width in lines} == {4.0}
    looks = {int(head): (colour, dashes) for head, colour, dashes, *_ in lines}
    assert len(looks) == len(set(looks.values())) == 10 and len({looks[head][0] for head in range(8)}) == 8


def test_a_long_sentence(page, tmp_path, open_page, record_of):
    """60 pieces, 6 layers, 8 heads: the file has 3 MB or less, and everything works."""
    pieces = [f"▁word{i}" for i in range(60)] + ["</s>"]
    record, maps = record_of(pieces, pieces, " ".join(pieces), layers=6, heads=8)
    open_page(record)
    assert (tmp_path / "view.html").stat().st_size <= 3_000_000
    assert drawn(page).keys() == heavy(maps["cross"][5], range(8)).keys()
    page.check("input[name=as][value=heads]")
    assert page.locator("#attention canvas").count() == 48
    page.check("input[name=as][value=matrix]")
    assert page.locator(".matrix td").count() == 1 + 61 * 61


def test_right_to_left(page, open_page, record_of):
    source, target = ["▁שלום", "▁עו", "לם", "</s>"], ["▁مرحبا", "▁hello", "</s>"]
    record, _ = record_of(source, target, "שלום עולם", translation="مرحبا hello")
    open_page(record)
    for place in (".source", "h1"):
        assert page.locator(place).evaluate("n => getComputedStyle(n).direction") == "rtl"
    assert page.locator("#attention .name").all_text_contents() == "مرحبا hello </s> שלום עו ·לם </s>".split()


def test_in_a_notebook(page, record_of):
    record, maps = record_of(SOURCE, TARGET)
    page.set_content(Page(record)._repr_html_())
    frame = page.frame_locator("iframe")
    frame.locator("h1").wait_for()
    assert frame.locator("path.line").count() == len(heavy(maps["cross"][-1], range(HEADS)))
