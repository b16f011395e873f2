"""Legibility: size of type, the words at the lines, one box on the whole screen, on a phone, and on paper."""

import pytest

pytestmark = pytest.mark.slow

LONG = "Yesterday the old man who knows the friendly teacher gave his sister the newspaper, the book and the bicycle."
SMALL = """() => [...document.querySelectorAll("body *")].filter((node) => node.checkVisibility()
  && [...node.childNodes].some((each) => each.nodeType === 3 && each.data.trim()) && !node.closest("script, .hidden")
  && parseFloat(getComputedStyle(node).fontSize) < 13).map((node) => node.outerHTML.slice(0, 80))"""
LETTERS = """() => {
  const { font, overflowY } = getComputedStyle(document.querySelector(".pieces li"));
  const ruler = Object.assign(document.createElement("canvas").getContext("2d"), { font });
  const { actualBoundingBoxAscent, actualBoundingBoxDescent } = ruler.measureText("Äfgjp");
  return [actualBoundingBoxAscent + actualBoundingBoxDescent, rowHeight(), overflowY];
}"""
ENDS = """() => {
  const names = (list) => [...list.children].map((each) => each.textContent).join(" ");
  const box = (node) => node.getBoundingClientRect(), [left, right] = document.querySelectorAll("#e1 .ends");
  const lines = box(document.querySelector("#e1 [data-key*='weights'] canvas"));
  const others = ["#e2 .ends", "#e1 ol"].map((where) => names(document.querySelector(where)));
  return [names(left), names(right), ...others, box(left).right <= lines.left && lines.right <= box(right).left];
}"""
PLUS = """() => {
  const [plus, wires] = ["e-plus1", "wires"].map((id) => whatIs(id).getBoundingClientRect());
  return [plus.x - wires.x, plus.y - wires.y];
}"""


def resize(page, width, height):
    page.set_viewport_size(dict(width=width, height=height))


def test_type_has_13_pixels_and_no_letter_is_cut(opened):
    """At more than 20 pieces"""
    opened.fill("#text", LONG)
    opened.wait_for_function("(text) => shown.text === text && shown.source.length > 20 && shown.arrays", arg=LONG)
    for width in (1920, 1400, 1280, 1024, 400):
        resize(opened, width, 720)
        opened.evaluate("open('encoder.0.self_attention.scores.0', 0, { detail: 1 })")
        assert opened.evaluate(SMALL) == []
        letters, row, overflow = opened.evaluate(LETTERS)
        assert 10 < letters <= row and overflow == "visible", width


def test_the_next_word_is_on_the_screen_of_a_projector(opened):
    resize(opened, 1280, 720)
    box = opened.locator("#next .chosen").bounding_box()
    assert box["y"] + box["height"] <= 720
    opened.evaluate("go(6)")  # of a longer beginning above the drawing
    assert opened.locator("#transport", has_text="word 7 of 9: geschlafen 0.9").bounding_box()["y"] < 200


@pytest.mark.parametrize("width", [1400, 400])
def test_the_boxes_of_the_decoder_grow_with_the_sentence(opened, width):
    """Each is as high as its rows: no hole, also on a telephone."""
    resize(opened, width, 900)
    for step in (0, 3, 8):
        script = "(step) => (go(step), [...document.querySelectorAll('#decoder canvas')].map((n) => n.offsetHeight))"
        heights = opened.evaluate(script, step)
        assert set(heights) == {18, opened.evaluate("rowHeight()") * (step + 1)}  # 18: of a head at a glance


def test_words_at_both_ends_of_every_line(opened):
    *names, apart = opened.evaluate(ENDS)
    assert set(names) == {"The dog slept on the table . </s>"} and apart


def test_the_pointer_on_a_word_shows_its_lines_alone(opened):
    """With their weights; and weak ones are hidden."""
    name = "decoder.1.cross_attention.weights.0"
    rows = opened.evaluate("(name) => [0, 1, 2, 3].map((i) => [...shown.arrays.get(name).row(i)])", name)
    strong, look = [[weight for weight in row if weight >= 0.1] for row in rows], opened.locator("#wires path.look")
    assert look.count() == sum(map(len, strong)) < sum(map(len, rows))
    opened.locator("#d2 .pieces li").nth(2).hover()
    assert opened.locator("#wires text.look").all_text_contents() == [f"{weight:.2f}" for weight in strong[2]]
    assert look.count() == len(strong[2])
    opened.mouse.move(5, 5)
    opened.locator("[data-key='piece-encoder-1']").first.press("Enter")  # with the keyboard, it stays
    assert look.count() == sum(row[1] >= 0.1 for row in rows)


@pytest.mark.parametrize("size", [(1400, 900), (1280, 720)])
def test_a_box_fills_the_screen(opened, size):
    resize(opened, *size)
    wide = "(name) => document.querySelector(name).getBoundingClientRect().width / innerWidth"
    opened.locator("#e1 h2").dblclick()
    assert 0.9 < opened.evaluate(wide, "#e1") <= 1 and opened.locator("#e1").bounding_box()["height"] <= size[1]
    assert opened.locator("#e1 .pieces li").first.bounding_box()["height"] >= 28  # from the last row of a class
    opened.keyboard.press("Escape")
    assert opened.evaluate(wide, "#e1") < 0.6
    opened.get_by_role("button", name="Masked self-attention: fill the screen").press("Enter")
    assert opened.evaluate(wide, "#d1") > 0.9


def test_it_prints_as_it_stands(opened):
    """The wires end where they did."""
    before = opened.evaluate(PLUS)
    opened.evaluate("dispatchEvent(new Event('beforeprint'))")
    opened.emulate_media(media="print")
    assert opened.evaluate(PLUS) == pytest.approx(before, abs=2) and opened.locator("#more").is_hidden()
