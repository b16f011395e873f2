"""The story that the page tells by itself: its captions have the numbers of Python, and it ends when one clicks."""

import pytest

from minitrans.ops.softmax import softmax_forward
from minitrans.views.trace import forward, label

from .conftest import settled, watched_page

pytestmark = pytest.mark.slow

CAPTIONS = "scenes.map(({ nodes }) => nodes.map((node) => node.textContent ?? node).join(''))"
SEEN = """() => {
  const [caption, ...lit] = [whatIs("caption"), ...document.querySelectorAll(".box.lit")];
  const box = caption.getBoundingClientRect(), inside = box.top >= 0 && box.bottom <= innerHeight
    && box.left >= 0 && box.right <= innerWidth;
  return inside && (innerWidth < 1240 || lit.every((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return right <= box.left || box.right <= left || bottom <= box.top || box.bottom <= top;
  }));
}"""
BRIGHT = "(names) => names.map((name) => getComputedStyle(document.querySelector(name)).opacity === '1')"


@pytest.fixture
def telling(browser, exported):
    """The page as a visitor opens it; the story has begun."""
    with watched_page(browser, story=True) as page:
        page.goto(exported)
        page.locator("#caption h2", has_text="Words become numbers").wait_for()
        yield page


@pytest.mark.parametrize("sentence", ["The dog slept on the table.", "The zebra sleeps."])
def test_the_captions_have_the_numbers_of_python(opened, bundled, sentence):
    """A word of several pieces is one word."""
    opened.fill("#text", sentence)
    settled(opened)
    opened.get_by_role("button", name="Show me how").click()
    told, trace = opened.evaluate("spoken()"), bundled.trace(sentence)
    logits, attention, _ = forward(bundled.model, trace.source_ids, trace.target_ids)
    source, read = list(map(label, trace.source)), ["<s>", *map(label, trace.target)]
    for name, kind, row in (("neighbour", "encoder", "row"), ("back", "decoder", "step"), ("word", "cross", "step")):
        if name in told:
            names, layer = read if kind == "decoder" else source, int(told[f"{name}_at"].split(".")[1])
            parts = [(i, j) for i in range(len(names)) for j in range(i + 1, len(names))]
            i, j = next(p for p in parts if "".join(names[slice(*p)]).replace("·", "") == told[name])
            share = attention[kind][layer, told[f"{name}_head"], told[row], i:j].sum()
            assert float(told[f"{name}_share"]) == pytest.approx(share, abs=0.0051)
    assert told["word"].startswith(source[told["row"]]) and told["count"] == "4,000" and told["d"] == 160
    best = softmax_forward(logits[told["step"]])[0][trace.target_ids[told["step"]]]
    assert float(told["best_share"]) == pytest.approx(best, abs=0.00051)
    assert all(told["word"] in text for text in opened.evaluate(CAPTIONS)[:4])


def test_it_is_told_once(telling):
    telling.keyboard.press("Escape")
    telling.select_option("#examples", index=3)
    settled(telling)
    telling.wait_for_timeout(500)
    assert telling.locator("#caption").is_hidden()


def test_only_what_is_spoken_of_is_bright(telling):
    telling.evaluate("turnTo(2, false)")
    assert telling.evaluate(BRIGHT, ["#e1", "#e1 .box.lit", "#e0", "#d2", "#more", "#e1 .box:not(.lit)"]) == [
        *[True] * 2,
        *[False] * 4,
    ]
    assert telling.locator("#wires .bead").count() and telling.locator("#words .now").is_hidden()  # not written yet
    telling.evaluate("turnTo(7, false)")
    assert telling.locator("#words .now").is_visible() and telling.locator("#next .chosen").is_visible()
    telling.emulate_media(reduced_motion="reduce")
    assert telling.locator("#wires .bead").first.evaluate("(n) => getComputedStyle(n).animationName") == "none"


@pytest.mark.parametrize(
    ("what", "done"),
    [
        ("#words button >> nth=0", "at.step === 0"),
        ("#e0 .box >> nth=0", "at.open.name === 'source.lookup'"),
        ("[data-key='layer-encoder-1']", "at.layer.encoder === 1"),
    ],
)
def test_a_click_outside_ends_it_and_does_what_was_clicked(telling, what, done):
    telling.locator(what).click(force=True)
    telling.locator("#caption").wait_for(state="hidden")
    assert telling.evaluate(done) and not telling.evaluate("document.body.matches('.telling')")


def test_pause_step_and_again(telling):
    """With the keyboard, and with the buttons of the caption; after the last caption the other words are written."""
    title, second = telling.locator("#caption h2"), "So that order counts"
    for key in ("Space", "ArrowRight"):
        telling.keyboard.press(key)
        assert telling.evaluate("at.playing") is None
    assert title.inner_text() == second
    for name in ("one part on", "one part back", "Go on"):
        telling.get_by_role("button", name=name).click()
    assert title.inner_text() == second and telling.evaluate("at.playing") is not None
    telling.get_by_role("button", name="end the story").click()
    telling.get_by_role("button", name="Show me how").click()
    assert title.inner_text() == "Words become numbers"
    telling.evaluate("turnTo(scenes.findIndex(({ later }) => later))")
    telling.wait_for_function("() => at.scene === null && at.step === shown.written.length - 1")
    assert title.is_hidden()


@pytest.mark.parametrize("size", [(1920, 1080), (1400, 900), (1280, 720), (400, 800)])
def test_the_caption_is_on_the_screen_and_covers_nothing_bright(telling, size):
    telling.emulate_media(reduced_motion="reduce")  # it scrolls at once
    telling.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    for part in range(9):
        telling.evaluate("(part) => turnTo(part, false)", part)
        assert telling.evaluate(SEEN), part


def test_what_has_no_word_to_look_at(opened):
    for text, captions in (("dog", 7), (".", None)):
        opened.fill("#text", text)
        opened.wait_for_function("(text) => shown.text === text && shown.arrays", arg=text)
        assert opened.evaluate("isTold()") == (captions is not None)
        assert captions is None or "undefined" not in " ".join(opened.evaluate(f"(scenes = story(), {CAPTIONS})"))
