"""The story that the page tells by itself: its captions have the numbers of Python, and it ends when one clicks."""

import re

import numpy as np
import pytest

from minitrans.views.trace import forward, label

from .conftest import watched_page

pytestmark = pytest.mark.slow

SENTENCE = "The dog slept on the table."
CAPTIONS = """scenes.filter(({ later }) => !later).map(({ title, nodes }) => (
  [title, nodes.map((n) => n.textContent ?? n).join("")]))"""


@pytest.fixture
def telling(browser, exported):
    """The page as a visitor opens it; the story has begun."""
    with watched_page(browser, story=True) as page:
        page.goto(exported)
        page.locator("#caption").wait_for()
        yield page


def words_of(names):
    """The names of pieces -> [(word, places of its pieces), ...], without marks"""
    words = []
    for i, name in enumerate(names):
        if name[0].isalnum():
            words.append((name, [i]))
        elif name[0] == "·" and name[1].isalnum() and words and words[-1][1][-1] == i - 1:
            words[-1] = (words[-1][0] + name[1:], [*words[-1][1], i])
    return words


def shares(weights, row, words):
    """Weights [h, T, S] -> {word: its largest share of the attention of this row, over the heads}"""
    found = {}
    for word, places in words:
        found[word] = max(found.get(word, 0), weights[:, row, places].sum(-1).max())
    return found


def test_it_begins_by_itself_once(telling):
    assert telling.locator("#caption h2").inner_text() == "Words become numbers"
    telling.keyboard.press("Escape")
    telling.locator("#caption").wait_for(state="hidden")
    telling.select_option("#examples", index=3)
    telling.locator("#how", has_text="beam of 4").wait_for()
    telling.wait_for_timeout(500)
    assert telling.locator("#caption").is_hidden()


@pytest.mark.parametrize("sentence", [SENTENCE, "The zebra sleeps.", "His aunt needs four tables."])
def test_the_captions_have_the_numbers_of_python(opened, bundled, sentence):
    """Of each look at a word: its largest share over the heads; a word of several pieces is one word."""
    opened.fill("#text", sentence)
    opened.locator("#how", has_text="beam of 4").wait_for()
    opened.wait_for_function("(text) => shown.text === text && shown.arrays", arg=sentence)
    opened.get_by_role("button", name="Show me how").click()
    told, trace = dict(opened.evaluate(CAPTIONS)), bundled.trace(sentence)
    probabilities, attention = forward(bundled.model, trace.source_ids, trace.target_ids)
    read, written = ["<s>", *map(label, trace.target[:-1])], list(map(label, trace.target))
    english, german = words_of(list(map(label, trace.source))), words_of(written)
    scene = opened.evaluate("(({ step, layer }) => ({ step, layer }))(at.scene)")
    step, layer = scene["step"], scene["layer"]
    word, at = re.match(
        r"To go on after \S+ it looks at (\S+): ([\d.]+) ", told["And across, at what you typed"]
    ).groups()
    (place,) = [places[0] for name, places in english if name == word][:1]
    assert float(at) == pytest.approx(shares(attention["cross"][layer], step, english)[word], abs=0.0051)
    assert f"{word} is number {place + 1}." in told["So that order counts"]
    found = re.match(rf"{word} looks at (\S+): ([\d.]+) of", told["Words look at each other"]).groups()
    others = [each for each in english if place not in each[1]]
    expected = shares(attention["encoder"][0], place, others)
    assert (
        float(found[1])
        == pytest.approx(max(expected.values()), abs=0.0051)
        == pytest.approx(expected[found[0]], abs=0.0051)
    )
    if "It looks back" in told:
        share, name = re.search(r": ([\d.]+) of its attention goes to (\S+?)\.", told["It looks back"]).groups()
        before = [each for each in words_of(read[: step + 1]) if step not in each[1]]
        assert float(share) == pytest.approx(shares(attention["decoder"][layer], step, before)[name], abs=0.0051)
    numbers = re.findall(r"\b(\d\.\d{3})", told["One word wins"])
    best = probabilities[step][trace.target_ids[step]] if step < len(trace.target_ids) else probabilities[step].max()
    assert float(numbers[0]) == pytest.approx(best, abs=0.00051)
    assert (
        "1,500" in told["One word wins"] and f"{bundled.model.config.d_model} numbers" in told["Words become numbers"]
    )
    assert german


def test_only_what_is_spoken_of_is_bright(telling):
    telling.evaluate("turnTo(2, false)")
    opacity = "(name) => +getComputedStyle(document.querySelector(name)).opacity"
    assert telling.evaluate(opacity, "#e1") == telling.evaluate(opacity, "#e1 .box.lit") == 1
    for dim in ("#e0", "#d2", "#more", "#e1 .box:not(.lit)"):
        assert telling.evaluate(opacity, dim) < 0.3, dim
    assert telling.locator("#wires .bead").count() > 0
    assert telling.locator("#words .now").is_hidden()  # it is not written yet
    telling.evaluate("turnTo(7, false)")
    assert telling.locator("#words .now").is_visible() and telling.locator("#next .chosen").is_visible()


@pytest.mark.parametrize("what", ["#words button >> nth=0", "#e0 .box >> nth=0", "[data-key='layer-encoder-1']"])
def test_a_click_outside_ends_it_and_does_what_was_clicked(telling, what):
    telling.evaluate("turnTo(0, false)")
    telling.locator(what).click(force=True)
    telling.locator("#caption").wait_for(state="hidden")
    done = {"#w": "at.step === 0", "#e": "at.open?.name === 'source.lookup'", "[d": "at.layer.encoder === 1"}[what[:2]]
    assert telling.evaluate(done) and telling.evaluate("!document.body.matches('.telling')")
    if "word" in what:
        assert telling.locator("#words .now").inner_text() == "Der"


def test_pause_step_and_again(telling):
    """With the keyboard, and with the buttons of the caption"""
    title = telling.locator("#caption h2")
    telling.keyboard.press("Space")
    assert telling.evaluate("at.playing") is None
    telling.keyboard.press("ArrowRight")
    assert title.inner_text() == "So that order counts" and telling.evaluate("at.playing") is None
    telling.get_by_role("button", name="one part on").click()
    telling.get_by_role("button", name="one part back").click()
    assert title.inner_text() == "So that order counts"
    telling.get_by_role("button", name="Go on").click()
    assert telling.evaluate("at.playing") is not None
    telling.get_by_role("button", name="end the story").click()
    assert telling.locator("#caption").is_hidden()
    telling.get_by_role("button", name="Show me how").click()
    assert title.inner_text() == "Words become numbers"


def test_the_rest_is_written_at_its_end(telling):
    telling.evaluate("turnTo(scenes.findIndex(({ later }) => later))")
    telling.wait_for_function("() => at.scene === null")
    assert telling.evaluate("at.step === shown.written.length - 1") and telling.locator("#caption").is_hidden()


def test_reduced_motion(telling):
    telling.emulate_media(reduced_motion="reduce")
    telling.evaluate("turnTo(2, false)")
    beads = telling.locator("#wires .bead").evaluate_all("(all) => all.map((n) => getComputedStyle(n).animationName)")
    assert beads and set(beads) == {"none"}


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1400, 900), (1280, 720), (400, 800)])
def test_the_caption_is_on_the_screen_and_covers_nothing_bright(telling, width, height):
    telling.emulate_media(reduced_motion="reduce")  # it scrolls at once
    telling.set_viewport_size(dict(width=width, height=height))
    for part in range(9):
        telling.evaluate("(part) => turnTo(part, false)", part)
        seen = "[whatIs('caption'), ...document.querySelectorAll('.box.lit')]"
        box, *lit = telling.evaluate(f"{seen}.map((n) => n.getBoundingClientRect().toJSON())")
        assert box["top"] >= 0 and box["bottom"] <= height and box["left"] >= 0 and box["right"] <= width
        if width > 1100:
            for each in lit:
                apart = each["right"] <= box["left"] or box["right"] <= each["left"]
                assert apart or each["bottom"] <= box["top"] or box["bottom"] <= each["top"], part


def test_one_word_has_a_story_too(opened):
    """Nothing else to look at: those captions are left out."""
    for text in ("dog", "The", "."):
        opened.fill("#text", text)
        opened.wait_for_function("(text) => shown.text === text && shown.arrays", arg=text)
        button = opened.get_by_role("button", name="Show me how")
        if button.is_enabled():
            button.click()
            assert "undefined" not in opened.locator("#caption").inner_text()
            assert np.all(["undefined" not in text for _, text in opened.evaluate(CAPTIONS)])
            opened.keyboard.press("Escape")
