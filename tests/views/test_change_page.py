"""What one changes in the page that translates: the same numbers as a Python model that is changed in another way."""

from contextlib import nullcontext
from dataclasses import replace
from itertools import count

import numpy as np
import pytest

import minitrans
from minitrans import ops
from minitrans.data.ids import BOS, EOS
from minitrans.nn import Transformer
from minitrans.ops.attention import merge_heads, split_heads
from minitrans.runs.run import MODEL

pytestmark = pytest.mark.slow

SENTENCE = "Yesterday the old man picked the child up."
SENTENCES = [SENTENCE, "His aunt needs four tables.", "The girl whom three doctors called is happy."]
LOGITS = """([source, target, address]) => {
  const { change } = readAddress(address, model, tokenizer), changed = new Transformer(about.config, tensors, change);
  const state = changed.start([...source, EOS]);
  return [BOS, ...target].map((id) => [...changed.step([id], state)[0]]);
}"""
SEARCH = """([address, beam]) => {
  const { text, change } = readAddress(address, model, tokenizer), { swap, prefix } = change;
  const changed = new Transformer(about.config, tensors, change), source = tokenizer.encode(swapped(text, swap));
  const search = beam_search(changed, source, { ...about.config, beam, prefix }, 1);
  let step = search.next();
  while (!step.done) step = search.next();
  return tokenizer.decode(step.value[0].ids);
}"""


def logits(model, source, target):
    return model.logits(np.array([[*source, EOS]]), np.array([[BOS, *target]]))[0]


def address(text, **change):
    return "#" + "&".join([f"text={text.replace(' ', '+')}", *(f"{name}={value}" for name, value in change.items())])


@pytest.fixture
def same(computing, bundled):
    """same(model, address's parts): the page's logits of the three sentences, so changed, are those of this model

    attention: a function that makes the operation of that name for this model
    """

    def check(model, attention=None, **change):
        for line in SENTENCES:
            (source,), (target,) = bundled.encode([line]), bundled.encode(bundled.translate([line]))
            found = computing.evaluate(LOGITS, [source, target, address(line, **change)])
            with ops.use("attention", attention(), None) if attention else nullcontext():
                expected = logits(model, source, target)
            np.testing.assert_allclose(found, expected, rtol=0, atol=1e-4)
            assert abs(np.array(found) - logits(bundled.model, source, target)).max() > 0.01  # and they are changed

    return check


@pytest.fixture
def twin(bundled):
    """A model with these weights, to be changed, in float64"""
    model = Transformer(replace(bundled.model.config, dtype="float64"))
    model.flat[:] = bundled.model.flat
    return model


def module(model, name):
    side, layer, part = name.split(".")
    return getattr(getattr(model, side)[int(layer)], part)


ATTENTIONS = [
    f"{side}.{layer}.{part}_attention"
    for side, part in (("encoder", "self"), ("decoder", "self"), ("decoder", "cross"))
    for layer in (0, 1)
]


@pytest.mark.parametrize("name", ATTENTIONS)
def test_a_head_or_an_attention_is_off_as_if_its_rows_of_the_output_were_0(same, twin, name):
    rows, d_v = module(twin, name).output.weight.data, 32
    rows[2 * d_v : 3 * d_v] = 0
    same(twin, off=f"{name}.head.2")
    rows[:] = 0
    same(twin, off=name)


RESIDUALS = ["encoder.0.attention_residual", "decoder.1.self_residual", "decoder.0.cross_residual"]


@pytest.mark.parametrize("name", [*RESIDUALS, "encoder.1.feed_forward_residual", "decoder.1.feed_forward_residual"])
def test_a_residual_is_off_as_if_nothing_were_added(same, twin, name):
    side, layer, part = name.split(".")
    norm = module(twin, name).norm
    setattr(getattr(twin, side)[int(layer)], part, lambda x, sublayer, seed: norm(sublayer(x)))
    same(twin, off=name)


def test_residuals_of_a_pre_norm_model(page_of, small_model, bundled):
    model = small_model("pre-norm", vocabulary=1500)
    page = page_of(model, bundled.tokenizer, "float32")
    names = ["encoder.0.attention_residual", "decoder.1.cross_residual"]
    for name in names:
        side, layer, part = name.split(".")
        norm = module(model, name).norm
        setattr(getattr(model, side)[int(layer)], part, lambda x, sublayer, seed, norm=norm: sublayer(norm(x)))
    found = page.evaluate(LOGITS, [[5, 6, 7, 8, 4], [9, 8, 7, 7], f"#off={','.join(names)}"])
    np.testing.assert_allclose(found, logits(model, [5, 6, 7, 8, 4], [9, 8, 7, 7]), rtol=0, atol=1e-4)


def looking(edit, call):
    """The operation `attention` for one forward pass.  edit(weights [h, T, S]) changes those of one of its calls."""
    calls = count()

    def forward(q, k, v, *, heads, key_mask, causal=False, **_):
        q, k, v = (split_heads(x, 1, heads)[0] for x in (q, k, v))
        scores = q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])
        if causal:
            scores = np.where(np.tri(*scores.shape[1:], dtype=bool), scores, -np.inf)
        weights = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
        if next(calls) == call:
            edit(weights)
        return merge_heads((weights @ v)[None]), None

    return forward


@pytest.mark.parametrize("kind", ["pin", "spread", "one head"])
@pytest.mark.parametrize(("call", "name"), [(0, "encoder.0.self"), (4, "decoder.1.self"), (5, "decoder.1.cross")])
def test_a_row_of_attention(same, twin, name, call, kind):
    def edit(weights):
        rows = weights[slice(1, 2) if kind == "one head" else slice(None), 3]
        allowed = rows > 0
        rows[:] = 0 if kind == "pin" else allowed / allowed.sum(1, keepdims=True)
        if kind == "pin":
            rows[:, 2] = 1

    head, key = ".head.1" if kind == "one head" else "", 2 if kind == "pin" else "all"
    same(twin, lambda: looking(edit, call), rows=f"{name}_attention{head}.row.3:{key}")


def test_temperature(computing, bundled):
    (source,), (target,) = bundled.encode([SENTENCE]), bundled.encode(bundled.translate([SENTENCE]))
    for temperature in (0.1, 0.5, 2.5):
        found = computing.evaluate(LOGITS, [source, target, address(SENTENCE, temperature=temperature)])
        expected = logits(bundled.model, source, target) / temperature
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-4)


@pytest.mark.parametrize("beam", [1, 4])
def test_two_words_of_the_source_are_swapped(computing, bundled, beam):
    for i, j in ((3, 6), (0, 1), (7, 2)):
        words = SENTENCE.removesuffix(".").split()
        words[i], words[j] = words[j], words[i]
        found = computing.evaluate(SEARCH, [address(SENTENCE, swap=f"{i},{j}"), beam])
        assert found == bundled.translate([" ".join(words) + "."], beam=beam)[0]


def test_the_translation_goes_on_from_a_chosen_word(computing, bundled):
    (source,) = bundled.encode([SENTENCE])
    for start in ("Der", "Gestern haben", "Der alte Mann holte"):
        (ids,) = bundled.encode([start])
        prefix = ids.copy()
        while ids[-1] != EOS:  # greedily, each step with the whole prefix
            row = logits(bundled.model, source, ids)[-1]
            row[:EOS] = row[EOS + 1] = -np.inf  # never PAD, BOS, UNK
            ids.append(int(row.argmax()))
        found = computing.evaluate(SEARCH, [address(SENTENCE, next=",".join(map(str, prefix))), 1])
        assert found == bundled.tokenizer.decode(ids[:-1]) and found.startswith(start)
        assert computing.evaluate(SEARCH, [address(SENTENCE, next=",".join(map(str, prefix))), 4]).startswith(start)


def test_without_a_change_every_number_is_the_same(computing, bundled):
    """Not one bit differs between no change, and changes that change nothing."""
    (source,), (target,) = bundled.encode([SENTENCE]), bundled.encode(bundled.translate([SENTENCE]))
    plain = computing.evaluate(LOGITS, [source, target, ""])
    assert plain == computing.evaluate(LOGITS, [source, target, address(SENTENCE, temperature=1, off="")])
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
              temperature: 0.5 + below(20) / 10,
              prefix: Array.from({ length: below(5) }, () => 3 + below(1497)),
              swap: below(2) ? [below(4), 4 + below(4)] : [],
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
temperature=0 temperature=abc temperature=NaN temperature=-1 temperature=1e9 next=1500 next=5,x next=2,5
swap=1 swap=1,1 swap=0,99""".split()  # a later word is hidden, and EOS (2) is the end
HOSTILE = dict(zip(AS_GIVEN, AS_GIVEN, strict=True)) | {
    "off=__proto__,constructor,encoder.0": "off=__proto__, off=constructor, off=encoder.0",
    "onerror=alert(1)": "onerror",
    "text=" + 100_000 * "x": "text=" + 55 * "x",
    "temperature=<img src=x onerror=alert(1)>": "temperature=<img src=x onerror=alert(1)>",
    "%E0%A4%A=%": "\ufffd%A",
    "off=a&swap=b&next=c&temperature=d&x=1": "swap=b, temperature=d, next=c, and more",
}


def test_hostile_addresses_are_harmless(page, exported):
    """And text that is typed, or comes from the address"""
    page.goto(exported)
    page.locator("#how", has_text="beam of 4").wait_for()
    translation = page.locator("#translation").inner_text()
    tags = set(page.evaluate("[...document.querySelectorAll('*')].map((node) => node.tagName)"))
    for given, told in HOSTILE.items():
        page.evaluate("(hash) => { location.hash = hash; }", given)
        line = page.locator("#refused", has_text="Left out of the address: ")
        page.wait_for_function(
            "(told) => whatIs('refused').textContent.replace(/[\\u2068\\u2069]/g, '').includes(told)", arg=f": {told}."
        )
        assert "\n" not in line.inner_text() and page.locator("#other").is_hidden()
        assert page.locator("#translation").inner_text() == translation
        page.evaluate("location.hash = ''")
        page.locator("#refused:empty").wait_for(state="attached")
    for evil in ("<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "\x00&#x3c;b> \u202e"):
        page.evaluate(
            "(text) => { location.hash = new URLSearchParams({ text, swap: '0,1', temperature: '2' }); }", evil
        )
        page.locator("#changes", has_text="temperature 2").wait_for()
        page.locator("#changed-how", has_text="beam of 4").wait_for()
        page.locator("#beam li").nth(7).wait_for()
        assert page.input_value("#text") == evil
        page.evaluate("location.hash = ''")
        page.locator("#changes:empty").wait_for(state="attached")
    new = set(page.evaluate("[...document.querySelectorAll('*')].map((node) => node.tagName)")) - tags
    assert new <= {"LI", "MARK"}


# --- the panel ---


@pytest.fixture
def ready(page, exported):
    """The page with SENTENCE"""
    page.goto(exported + address(SENTENCE))
    page.locator("#beam li").nth(3).wait_for()
    page.locator("#how", has_text="beam of 4").wait_for()
    return page


def heard(page, text):
    page.locator("#said", has_text=text).wait_for(state="attached")
    return page.locator("#said").text_content()


def test_a_head_is_switched_off_with_the_keyboard(ready, bundled):
    changed = minitrans.load(MODEL)
    module(changed.model, "decoder.1.cross_attention").output.weight.data[:] = 0
    before, after = (model.translate([SENTENCE])[0] for model in (bundled, changed))
    assert before != after
    ready.locator("#change summary").focus()
    ready.keyboard.press("Enter")
    for _ in range(200):
        ready.keyboard.press("Tab")
        if ready.evaluate("document.activeElement.value") == "decoder.1.cross_attention":
            break
    ready.keyboard.press("Space")
    name = "decoder 2, encoder-decoder attention"
    assert heard(ready, "Changed:") == f"Changed: {name}: off. The translation is now: {after}"
    assert ready.evaluate("[whatIs('said').lang, whatIs('said').firstChild.lang]") == ["de", "en"]
    assert ready.locator("#translation").inner_text() == before and ready.locator("#changed").inner_text() == after
    marks = ready.locator("#changed mark").all_inner_texts()
    assert marks and set(after.split()) - set(before.split()) <= set(marks) <= set(after.split())
    assert ready.evaluate("document.activeElement.value") == "decoder.1.cross_attention"  # the focus stays
    assert ready.locator("#attention h3").all_inner_texts() == ["untouched", "changed"]
    assert ready.url.partition("#")[2].endswith("&off=decoder.1.cross_attention")
    ready.keyboard.press("Space")
    heard(ready, before)
    assert ready.locator("#other").is_hidden() and "off=" not in ready.url


def test_every_control(ready, bundled):
    """Each of them changes the address; the chip of a change takes it back; Reset takes back all."""
    ready.locator("#change summary").click()
    ready.get_by_label("attention", exact=True).select_option("decoder.0.cross_attention")
    ready.get_by_label("head", exact=True).select_option("head 2")
    ready.get_by_label("who looks").select_option("4")
    ready.get_by_label("at what").select_option("3")
    ready.get_by_role("button", name="Set", exact=True).click()
    ready.get_by_label("temperature").fill("1.5")
    ready.get_by_label("first word").select_option("man")
    ready.get_by_label("second word").select_option("child")
    ready.get_by_role("button", name="Swap").click()
    swapped = "Yesterday the old child picked the man up."
    ready.wait_for_function("(line) => location.href.endsWith(line)", arg="&temperature=1.5&swap=3,6")
    row = "decoder.0.cross_attention.head.1.row.4:3"
    assert ready.url.partition("#")[2] == address(SENTENCE, rows=row, temperature=1.5, swap="3,6")[1:]
    told = [chip.replace("\u2068", "").replace("\u2069", "") for chip in ready.locator("#changes li").all_inner_texts()]
    assert [chip.removesuffix(" ×") for chip in told] == [
        "decoder 1, encoder-decoder attention, head 2: step 5 looks at “child” only",
        "temperature 1.5",
        "“man” and “child” swapped",
    ]
    for chip in ("temperature", "looks at"):
        ready.locator("#changes li", has_text=chip).get_by_role("button").click()
    expected = bundled.translate([swapped])[0]
    assert heard(ready, "Changed: “").endswith(expected) and ready.locator("#changed").inner_text() == expected
    ready.get_by_role("button", name="Reset").click()
    ready.locator("#changes:empty").wait_for(state="attached")
    ready.locator("#other").wait_for(state="hidden")


def test_another_next_word(ready):
    button = ready.locator("[data-choice='0-1']")
    word = button.inner_text()
    button.focus()
    ready.keyboard.press("Enter")
    heard(ready, f"begins with “\u2068{word}\u2069”")
    assert ready.locator("#changed").inner_text().startswith(word)
    ready.locator("#changed-how", has_text="beam of 4").wait_for()
    ready.locator("#beam li").nth(7).wait_for()
    assert ready.evaluate("document.activeElement.dataset.choice") == "0-1"
    ready.fill("#text", "She sings.")  # another sentence: the prefix goes
    ready.locator("#other").wait_for(state="hidden")
    assert ready.locator("#changes li").count() == 0


def test_another_sentence_keeps_switches_and_temperature(page, exported):
    parts = dict(off="encoder.0.self_attention.head.1", temperature=2, swap="0,1", next="500")
    page.goto(exported + address(SENTENCE, **parts))
    page.locator("#changed-how", has_text="beam of 4").wait_for()
    page.fill("#text", "She sings.")
    page.wait_for_function("() => location.hash.includes('sings')")
    assert page.url.partition("#")[2] == "text=She+sings.&off=encoder.0.self_attention.head.1&temperature=2"


def test_the_link_is_copied(ready):
    ready.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ready.locator("#change summary").click()
    ready.get_by_label("temperature").fill("3")
    ready.get_by_role("button", name="Copy link").click()
    ready.get_by_text("Copied.").wait_for()
    assert ready.evaluate("navigator.clipboard.readText()") == ready.url and "temperature=3" in ready.url


@pytest.mark.parametrize("width", [1400, 400])
def test_nothing_is_wider_than_the_window(page, exported, width):
    page.set_viewport_size(dict(width=width, height=900))
    off = "decoder.1.cross_attention.head.0,encoder.1.feed_forward_residual"
    page.goto(exported + address(SENTENCE, off=off, temperature=1.5, swap="0,1"))
    page.locator("#beam li").nth(7).wait_for()
    assert page.locator("#change").evaluate("(details) => details.open")
    assert page.evaluate("document.documentElement.scrollWidth") == width
