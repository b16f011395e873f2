"""Changes of the model in the page that translates: the same numbers as a Python model with the same changes."""

import re

import numpy as np
import pytest

from minitrans.commands.demo import Demo
from minitrans.data.ids import EOS
from minitrans.views.trace import forward
from minitrans.views.watched import read_change

from .conftest import settled

pytestmark = pytest.mark.slow

SENTENCE = "Could you close the window, please?"  # either change below changes a word of its translation
LOGITS = """([source, target, address]) => {
  const { change } = readAddress(address, model, tokenizer);
  const changed = new Transformer(about.config, parameters, change);
  const state = changed.start([...source, EOS]);
  return [BOS, ...target].map((id) => [...changed.step([id], state)[0]].slice(0, 200));  // of 200 pieces
}"""
SEARCH = """([address, beam]) => {
  const { text, change } = readAddress(address, model, tokenizer), { prefix } = change;
  const changed = new Transformer(about.config, parameters, change);
  const search = beam_search(changed, tokenizer.encode(text), { ...about.config, beam, prefix }, 1);
  let step = search.next();
  while (!step.done) step = search.next();
  return tokenizer.decode(step.value[0].ids);
}"""


def address(text, **change):
    return "#" + "&".join([f"text={text.replace(' ', '+')}", *(f"{name}={value}" for name, value in change.items())])


def test_a_changed_model_computes_as_in_python(computing, bundled):
    """Each head, attention, residual connection and row of attention; test_watched.py compares Python's with a model
    of other weights."""
    (source,), (target,) = bundled.encode([SENTENCE]), bundled.encode(bundled.translate([SENTENCE]))
    plain = forward(bundled.model, source, target)[0][:, :200]
    changes = [dict(off=name) for name in computing.evaluate("switchesOf(model)")]
    for name in computing.evaluate("attentionsOf(model)"):
        changes += [dict(rows=f"{name}.row.3:2"), dict(rows=f"{name}.head.1.row.3:all")]
    for change in changes:
        found = computing.evaluate(LOGITS, [source, target, address(SENTENCE, **change)])
        expected = forward(bundled.model, source, target, read_change(change))[0][:, :200]
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-4, err_msg=str(change))
        assert abs(expected - plain).max() > 1e-3, change  # and it is changed
    assert len(changes) > 50


def test_the_translation_goes_on_from_a_chosen_word(computing, bundled):
    (source,) = bundled.encode([SENTENCE])
    for start in ("Das", "Um Viertel", "Die Party beginnt um"):
        (ids,) = bundled.encode([start])
        prefix = ids.copy()
        while ids[-1] != EOS:  # greedily, each step with the whole prefix
            row = forward(bundled.model, source, ids)[0][-1]
            row[:EOS] = row[EOS + 1] = -np.inf  # never PAD, BOS, UNK
            ids.append(int(row.argmax()))
        found = computing.evaluate(SEARCH, [address(SENTENCE, next=",".join(map(str, prefix))), 1])
        assert found == bundled.tokenizer.decode(ids[:-1]) and found.startswith(start)
        assert computing.evaluate(SEARCH, [address(SENTENCE, next=",".join(map(str, prefix))), 4]).startswith(start)


def test_without_a_change_every_number_is_the_same(computing, bundled):
    """Not one bit differs between no change, and changes that change nothing."""
    (source,), (target,) = bundled.encode([SENTENCE]), bundled.encode(bundled.translate([SENTENCE]))
    plain = computing.evaluate(LOGITS, [source, target, ""])
    assert plain == computing.evaluate(LOGITS, [source, target, address(SENTENCE, off="")])
    beyond = "decoder.0.cross_attention.row.40:1"  # a step that the translation does not have
    assert plain == computing.evaluate(LOGITS, [source, target, address(SENTENCE, rows=beyond)])


# --- the address ---


def test_the_address_holds_every_change(computing):
    """Random changes, written and read again"""
    found = computing.evaluate(
        """([text, rounds]) => {
          const some = (list) => list.filter(() => Math.random() < 0.2);
          const below = (end) => Math.floor(Math.random() * end);
          const rows = [...attentionsOf(model), ...switchesOf(model).filter((name) => name.includes(".head."))];
          const wrong = [];
          for (let i = 0; i < rounds; i++) {
            const change = {
              off: some(switchesOf(model)),
              rows: Object.fromEntries(some(rows).map((name) => [`${name}.row.${below(9)}`, below(2) ? 0 : "all"])),
              prefix: Array.from({ length: below(5) }, () => 3 + below(1497)),
            };
            const read = readAddress(`#${addressOf(text, change)}`, model, tokenizer);
            if (JSON.stringify(read) !== JSON.stringify({ text, change, refused: [] })) wrong.push([change, read]);
          }
          return wrong;
        }""",
        [SENTENCE, 300],
    )
    assert found == []


AS_GIVEN = """
off=encoder.9.self_attention.head.0 off=encoder.0.self_attention.head.4 rows=encoder.0.self_attention.row.99:0
rows=decoder.0.self_attention.row.3:4 rows=encoder.0.attention_residual.row.0:0 rows=__proto__.row.0:all
temperature next=4000 next=5,x next=2,5""".split()  # a later word is hidden, and EOS (2) is the end
HOSTILE = dict(zip(AS_GIVEN, AS_GIVEN, strict=True)) | {
    "off=__proto__,constructor,encoder.0": "off=__proto__, off=constructor, off=encoder.0",
    "onerror=alert(1)": "onerror",
    "text=" + 100_000 * "x": "text=" + 55 * "x",
    "off=<img src=x onerror=alert(1)>": "off=<img src=x onerror=alert(1)>",
    "%E0%A4%A=%": "\ufffd%A",
    "off=a&rows=b&next=c&x=1": "rows=b, next=c, off=a, and more",
}


def test_hostile_addresses_are_harmless(page, exported):
    page.goto(exported)
    settled(page)
    translation = page.evaluate("shown.translation")
    tags = set(page.evaluate("[...document.querySelectorAll('*')].map((node) => node.tagName)"))
    for given, told in HOSTILE.items():
        page.evaluate("(hash) => { location.hash = hash; }", given)
        line = page.locator("#refused", has_text="Left out of the address: ")
        page.wait_for_function(
            "(told) => whatIs('refused').textContent.replace(/[\\u2068\\u2069]/g, '').includes(told)", arg=f": {told}."
        )
        assert "\n" not in line.inner_text() and page.locator("#untouched").is_hidden()
        page.wait_for_function("(translation) => shown.translation === translation", arg=translation)
        page.evaluate("location.hash = ''")
        page.locator("#refused:empty").wait_for(state="attached")
    for evil in ("<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "\x00&#x3c;b> \u202e"):
        off = "decoder.1.self_attention"
        page.evaluate("([text, off]) => { location.hash = new URLSearchParams({ text, off }); }", [evil, off])
        page.locator("#changes", has_text="decoder 2, self-attention: off").wait_for()
        settled(page)
        page.wait_for_function("() => shown.text === oneLine(field.value) && shown.text.includes('>')")
        page.evaluate("location.hash = ''")
        page.locator("#changes:empty").wait_for(state="attached")
    new = set(page.evaluate("[...document.querySelectorAll('*')].map((node) => node.tagName)")) - tags
    assert new <= {"LI", "MARK", "BDI"}


# --- what one changes in the drawing ---


@pytest.fixture
def ready(page, exported):
    """The page with SENTENCE"""
    page.goto(exported + address(SENTENCE))
    page.locator("#beam li").nth(3).wait_for()
    settled(page)
    return page


def heard(page, text):
    page.locator("#said", has_text=text).wait_for(state="attached")
    settled(page)


@pytest.mark.parametrize(
    ("box", "tool", "off", "told"),
    [
        ("decoder.1.cross_residual.sum", "switch this connection", "decoder.1.cross_residual", "residual of encoder-"),
        (
            "decoder.1.cross_attention.weights.2",
            "switch head 3",
            "decoder.1.cross_attention.head.2",
            "attention, head 3",
        ),
    ],
)
def test_what_is_switched_off_where_it_is(ready, bundled, box, tool, off, told):
    """With the keyboard, and on again.  The head by the array of its weights, the connection by its plus sign."""
    before, after = (Demo(bundled).translate(dict(text=SENTENCE, off=each))["translation"] for each in ("", off))
    if "head" in off:
        ready.locator("[data-key='decoder.1.cross_attention-head-2']").click()
    ready.locator(f"[data-key='{box}']").first.focus()
    ready.keyboard.press("Enter")
    ready.get_by_role("button", name=f"{tool} off").focus()
    ready.keyboard.press("Enter")
    heard(ready, after)
    assert ready.evaluate("shown.translation") == after and before != after
    untouched = ready.locator("#untouched")
    assert untouched.inner_text() == f"without the change: {before}"
    marks = untouched.locator("mark").all_inner_texts()
    words = [set(re.findall(r"\w+|[^\w\s]", text)) for text in (before, after)]
    assert marks and set(marks) == words[0] - words[1]
    assert told in ready.locator("#changes").inner_text() and f"off={off}" in ready.url
    assert ready.locator(".tab.off, .plus.off").count() == 1
    assert ready.evaluate("document.activeElement.dataset.key") == "switch"  # the focus stays
    ready.keyboard.press("Enter")
    heard(ready, before)
    assert untouched.is_hidden() and "off=" not in ready.url


def test_a_row_is_pinned_in_its_array(ready):
    ready.locator("[data-name='decoder.1.cross_attention.weights.0']").first.click(position=dict(x=30, y=20))
    ready.get_by_role("button", name="the same for all").click()
    ready.locator("#changes", has_text="looks at all alike").wait_for()
    row = ready.evaluate("Object.keys(at.change.rows)[0]")
    assert row.startswith("decoder.1.cross_attention.head.0.row.")
    ready.wait_for_function(
        "() => shown.run.model.change.rows && Object.keys(shown.run.model.change.rows).length === 1"
    )
    weights = ready.evaluate("(i) => [...shown.arrays.get('decoder.1.cross_attention.weights.0').row(i)]", int(row[-1]))
    np.testing.assert_allclose(weights, 1 / len(weights))
    ready.get_by_role("button", name="all weight on").click()
    ready.locator("#changes", has_text=" only").wait_for()
    ready.get_by_role("button", name="take back").click()
    ready.locator("#changes:empty").wait_for(state="attached")


def test_another_next_word(ready):
    ready.evaluate("go(0)")
    word = ready.locator("[data-key='next-1'] bdi").inner_text()
    ready.locator("[data-key='next-1']").focus()
    ready.keyboard.press("Enter")
    heard(ready, word)
    assert ready.evaluate("shown.translation").startswith(word) and ready.evaluate("at.step") == 1
    ready.fill("#text", "She sings.")  # another sentence: the prefix goes
    ready.locator("#changes:empty").wait_for(state="attached")


def test_another_sentence_keeps_switches(page, exported):
    page.goto(exported + address(SENTENCE, off="encoder.0.self_attention.head.1", next="500"))
    settled(page)
    page.fill("#text", "She sings.")
    page.wait_for_function("() => location.hash.includes('sings')")
    assert "text=She+sings." in page.url and page.url.endswith("&off=encoder.0.self_attention.head.1")


def test_steps_and_the_address(ready):
    """Arrow keys work as soon as the page is there; the address holds the step."""
    assert ready.evaluate("document.activeElement.tagName") == "BODY"
    for key, step in ("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 9):
        ready.keyboard.press(key)
        last = ready.evaluate("shown.written.length - 1")
        assert ready.evaluate("at.step") == (last if key == "End" else step)
        assert f"step={ready.evaluate('at.step') + 1}" in ready.url
