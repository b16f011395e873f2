"""What one can read: size of type, the words at the lines, one box on the whole screen, a telephone, and on paper."""

import pytest

pytestmark = pytest.mark.slow

LONG = "Yesterday the old man who knows the friendly teacher gave his sister the newspaper and the bicycle."
SIZES = """() => [...document.querySelectorAll("body *")].filter((node) => (
  [...node.childNodes].some((each) => each.nodeType === 3 && each.data.trim()) && node.checkVisibility()
  && !node.closest("script, .hidden"))).map((node) => (
  [node.outerHTML.slice(0, 80), parseFloat(getComputedStyle(node).fontSize)]))"""


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1400, 900), (1280, 720), (1024, 768), (400, 800)])
def test_type_has_13_pixels(opened, width, height):
    opened.set_viewport_size(dict(width=width, height=height))
    opened.evaluate("open('encoder.0.self_attention.scores.0', 0, { detail: 1 })")
    found = opened.evaluate(SIZES)
    assert len(found) > 100
    assert [each for each in found if each[1] < 13] == []


def test_no_letter_is_cut_at_twenty_pieces(opened):
    opened.fill("#text", LONG)
    opened.wait_for_function("(text) => shown.text === text && shown.arrays", arg=LONG)
    assert opened.evaluate("shown.source.length") > 20
    high = """() => {
      const { font } = getComputedStyle(document.querySelector(".pieces li"));
      const ruler = Object.assign(document.createElement("canvas").getContext("2d"), { font });
      const { actualBoundingBoxAscent, actualBoundingBoxDescent } = ruler.measureText("Äfgjp");
      return [actualBoundingBoxAscent + actualBoundingBoxDescent, rowHeight()];
    }"""
    for width in (1920, 1280, 400):
        opened.set_viewport_size(dict(width=width, height=720))
        letters, row = opened.evaluate(high)
        assert 10 < letters <= row, width
        assert opened.evaluate("getComputedStyle(document.querySelector('.pieces li')).overflowY") == "visible"


def test_the_next_word_is_on_the_screen_of_a_projector(opened):
    opened.set_viewport_size(dict(width=1280, height=720))
    box = opened.locator("#next .chosen").bounding_box()
    assert box["y"] + box["height"] <= 720
    opened.evaluate("go(6)")  # below a longer sentence, too, above the drawing
    words = opened.evaluate(
        "[shown.likely(6).find(({ chosen }) => chosen)].map(({ name, p }) => `${name} ${p.toFixed(3)}`)"
    )
    place = opened.locator("#transport", has_text=words[0])
    assert place.bounding_box()["y"] < 200


def test_the_boxes_of_the_decoder_grow_with_the_sentence(opened):
    """Each as high as its rows: no hole, also on a telephone."""
    for width in (1400, 400):
        opened.set_viewport_size(dict(width=width, height=900))
        for step in (0, 3, 8):
            opened.evaluate("(step) => go(step)", step)
            heights, row = opened.evaluate(
                "[[...document.querySelectorAll('#decoder .box canvas')].map((n) => n.offsetHeight), rowHeight()]"
            )
            assert set(heights) == {row * (step + 1)}


def test_words_at_both_ends_of_every_line(opened):
    names = opened.evaluate("shown.source.map((name) => name.replace(/^·(?=[^\\p{L}])/u, ''))")
    place = "(list) => [[...list.children].map((n) => n.textContent), list.getBoundingClientRect().toJSON()]"
    sides = opened.locator("#e1 .ends").evaluate_all(f"(all) => all.map({place})")
    lines = opened.locator("#e1 [data-key*='weights']").bounding_box()
    assert [names, names] == [found for found, _ in sides]
    left, right = (place for _, place in sides)
    assert left["right"] <= lines["x"] and right["left"] >= lines["x"] + lines["width"]
    assert opened.locator("#e2 .ends li").all_inner_texts() == names  # where the lines between the towers begin


def test_the_pointer_on_a_word_shows_its_lines_alone(opened):
    """With their weights; and weak ones are hidden."""
    name, least = "decoder.1.cross_attention.weights.0", opened.evaluate("WEAK")
    rows = opened.evaluate(
        "(name) => [...Array(at.step + 1).keys()].map((i) => [...shown.arrays.get(name).row(i)])", name
    )
    strong = [[weight for weight in row if weight >= least] for row in rows]
    look = opened.locator("#wires path.look")
    assert look.count() == sum(map(len, strong)) < sum(map(len, rows))
    opened.locator("#d2 .pieces li").nth(2).hover()
    assert look.count() == len(strong[2])
    assert opened.locator("#wires text.look").all_text_contents() == [f"{weight:.2f}" for weight in strong[2]]
    opened.mouse.move(5, 5)
    assert look.count() == sum(map(len, strong))
    opened.locator("[data-key='piece-encoder-1']").first.press("Enter")  # with the keyboard, it stays
    assert look.count() == sum(row[1] >= least for row in rows)
    assert opened.locator("[data-key='piece-encoder-1'][aria-pressed=true]").count() > 0


@pytest.mark.parametrize(("width", "height"), [(1400, 900), (1280, 720)])
def test_a_box_fills_the_screen(opened, width, height):
    opened.set_viewport_size(dict(width=width, height=height))
    opened.locator("#e1 h2").dblclick()
    box = opened.locator("#e1").bounding_box()
    assert box["width"] <= width + 1 and box["height"] <= height + 1
    assert box["width"] > 0.95 * width or box["height"] > 0.95 * height
    text = opened.locator("#e1 .pieces li").nth(1).bounding_box()
    assert text["height"] >= 28  # legible from the last row of a class
    opened.keyboard.press("Escape")
    assert opened.locator("#e1").bounding_box()["width"] < 0.6 * width
    opened.get_by_role("button", name="Masked self-attention: fill the screen").press("Enter")
    assert opened.locator("#d1").bounding_box()["width"] > 0.9 * width


def test_it_prints(opened):
    """As it stands: the wires end where they did."""
    place = "(() => { const a = whatIs('e-plus1').getBoundingClientRect(), b = whatIs('wires').getBoundingClientRect();"
    place += " return [a.x - b.x, a.y - b.y]; })()"
    before = opened.evaluate(place)
    opened.evaluate("dispatchEvent(new Event('beforeprint'))")
    opened.emulate_media(media="print")
    assert opened.evaluate(place) == pytest.approx(before, abs=2)
    assert opened.locator("#more").is_hidden()
    opened.emulate_media(media="screen")
    opened.evaluate("dispatchEvent(new Event('afterprint'))")
    assert opened.locator("#drawing").get_attribute("style").count("width") == 0
