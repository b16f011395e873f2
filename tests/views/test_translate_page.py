"""The page that holds a model, in a browser: the same pieces, logits, translations and records as Python."""

import random
import unicodedata

import numpy as np
import pytest

import minitrans
from minitrans.data.corpora import corpus_files
from minitrans.data.ids import BOS, EOS
from minitrans.data.unicode import ODD as ODD_CHARACTERS
from minitrans.data.unicode import normalized
from minitrans.data.words import sentences
from minitrans.data.words import words as words_in
from minitrans.ops.softmax import softmax_forward
from minitrans.runs.run import MODEL
from minitrans.views.numbers_page import Words
from minitrans.views.trace import label

from ..data.test_pieces import OTHER, SYMBOLS
from ..data.test_words import LINES
from ..interchange.odd_lines import odd_lines
from .conftest import settled

pytestmark = pytest.mark.slow

SENTENCE = "The old man buys a bicycle."
SEARCH = """([lines, beam]) => lines.map((line) => {
  const search = beam_search(model, tokenizer.encode(line), { ...about.config, beam }, beam);
  let step = search.next();
  while (!step.done) step = search.next();
  return step.value.map(({ score, ids }) => [score, tokenizer.decode(ids)]);
})"""
LOGITS = """([source, target]) => {
  const state = model.start([...source, EOS]);
  return [BOS, ...target].map((id) => [...model.step([id], state)[0]]);
}"""
ARRAYS = """async (text) => {
  clearTimeout(timer);
  wanted = { text, beam: 1, change: UNCHANGED };
  await show(greedily(wanted), wanted);
  const rows = (name) => shown.arrays.get(name).rows.map((_, i) => [...shown.arrays.get(name).row(i)]);
  const weights = [...shown.arrays.keys()].filter((name) => /[.]weights[.]/.test(name));
  const { source, target, written } = shown;
  const found = Object.fromEntries([...weights, "probabilities"].map((name) => [name, rows(name)]));
  const likely = written.map((_, t) => shown.likely(t).slice(0, 3).map(({ name }) => name));
  return { found, source, target, written, likely };
}"""
SUMS = """() => {
  const numbers = [], slopes = [], { run } = shown;
  for (const matrix of shown.arrays.values()) {
    const places = [0, 1, 2].map((n) => [(2 * n + 1) % matrix.rows.length, (3 * n + 1) % matrix.columns.length]);
    for (const [i, j] of places) {
      const pairs = [matrix, matrix.grad].filter((each) => each?.entry).map((each) => [each, each.entry(i, j)]);
      const finite = pairs.filter(([each]) => Number.isFinite(each.number(i, j)));
      numbers.push(...finite.map(([each, e]) => [each.name, each.number(i, j), value(e)]));
      if (!matrix.grad || !(run.kept.has(matrix.name) || parameters[matrix.name])) continue;
      const { slope } = finite_difference(run, parameters, run.source, matrix, i, j);
      slopes.push([matrix.name, matrix.grad.number(i, j), slope]);
    }
  }
  return [numbers, slopes];
}"""
PARTS = dict(
    encoder="encoder.{}.self_attention", decoder="decoder.{}.self_attention", cross="decoder.{}.cross_attention"
)
# Blanks and other white space, accents in two pieces, full width, other scripts, both kinds of unknown letters, emoji
ODD = [
    *("", "  ", "\t", "a\tb", "▁", "▁▁x ▁y▁", "a  b   c ", "\u00a0a\u3000b", "\ufeffThe", "\u2028 a\nb\r\nc", "\x00a"),
    *("e\u0301te\u0301", "Á A\u0301", "ＡＢＣ ｄｅ", "ﬁne", "I’m “here”…", "straße ÄÖÜ", "DOG dOg", "<s> </s> <unk>"),
    *("☃☃ ☃", "a☃☃b", "שלום עולם", "\u202eabc", "👩‍👩‍👧 x", "\U000e0041\uffff", "x" * 300, "the " * 150),
]
LETTERS = "abcdefghijklmnoprstuvwxyzABCDEFGHTW .,?!▁  äöüßé\t☃中文'-"


def split_of_the_corpus(count=500):
    return corpus_files("toy-en-de")["test"][0].read_text(encoding="utf-8").splitlines()[:count]


JOINED = [
    *("\u1112\u1161\u11ab 한", "می\u200cخواهم\u200c م\u200d\u200c\u200cم", "ශ්\u200dරී ന്\u200d "),
    *("👩\u200d👩\u200d👧 ❤\ufe0f\u200d🔥 👁\ufe0f\u200d🗨\ufe0f", "ᠨ\u180b\u180eᠠ a\u180eb"),
    "\u034fx\u115f\ufff9y\u06dd\u212b",
]


@pytest.mark.parametrize("beam", [1, 4])
@pytest.mark.parametrize("count", [pytest.param(20, marks=pytest.mark.quick), 150])
def test_the_translations_are_those_of_python(computing, bundled, count, beam):
    lines = [*split_of_the_corpus(count), *odd_lines()[:: 150 // count]]
    lines = list(filter(bundled.tokenizer.encode, lines))  # the page searches for nothing else
    expected = bundled.search(lines, beam=beam, nbest=beam)
    found = computing.evaluate(SEARCH, [lines, beam])
    for ours, theirs in zip(found, expected, strict=True):
        assert ours[0][1] == theirs[0][1]
        assert sorted(text for _, text in ours) == sorted(text for _, text in theirs)
        np.testing.assert_allclose([score for score, _ in ours], [score for score, _ in theirs], atol=1e-4)


def same_pieces(page, tokenizer, lines):
    expected = [list(map(list, zip(tokenizer.split(line), tokenizer.encode(line), strict=True))) for line in lines]
    assert page.evaluate("(lines) => lines.map((line) => tokenizer.split(line))", lines) == expected


@pytest.mark.quick
def test_symbols_are_whole_as_in_python(page_of, small_model):
    page = page_of(small_model(vocabulary=len(OTHER), symbols=SYMBOLS), OTHER, "float32")
    parts = [*SYMBOLS, *"ab<2> ▁\u200b☃"]
    same_pieces(page, OTHER, ["".join(random.Random(i).choices(parts, k=9)) for i in range(2000)])


def test_the_pieces_are_those_of_python(computing, bundled):
    draw, tokenizer = random.Random(0), bundled.tokenizer
    lines = [
        *split_of_the_corpus(),
        *ODD,
        *JOINED,
        *odd_lines(),
        *("".join(draw.choices(LETTERS, k=draw.randint(1, 40))) for _ in range(2000)),
    ]
    same_pieces(computing, tokenizer, lines)
    script = "(lines) => { tokenizer.normalizes = true; return lines.map((line) => tokenizer.normalized(line)); }"
    odd = [chr(i) for i in range(0x110000) if not 0xD800 <= i < 0xE000 and unicodedata.category(chr(i)) != "Cn"]
    lines += [
        *map("a{}b".format, odd),
        *("".join(draw.choices(sorted(ODD_CHARACTERS) + ["م", "ᠠ", "👩", "e", "\u0301"], k=9)) for _ in range(2000)),
    ]
    assert computing.evaluate(script, lines) == list(map(normalized, lines))
    lines += [line for line, _ in LINES]
    assert computing.evaluate("(lines) => lines.map(words)", lines) == list(map(words_in, lines))
    assert computing.evaluate("(lines) => lines.map(sentences)", lines) == list(map(sentences, lines))
    texts = [[draw.randrange(4, len(bundled.tokenizer)) for _ in range(draw.randint(0, 12))] for _ in range(500)]
    assert computing.evaluate("(all) => all.map((ids) => tokenizer.decode(ids))", texts) == tokenizer.decode(texts)


def logits(model, source, target):
    return model.logits(np.array([[*source, EOS]]), np.array([[BOS, *target]]))[0]


@pytest.mark.parametrize(("kind", "apart"), [("float32", 1e-5), ("float16", 1e-2)])
def test_logits(page_of, bundled, tiny_run, kind, apart):
    models = dict(bundled=bundled, tiny=minitrans.load(tiny_run.path))  # the bundled weights have 16 bits, those not
    for translator, line in ((models["bundled"], SENTENCE), (models["tiny"], "the dog sees trees.")):
        page = page_of(translator.model, translator.tokenizer, kind)
        (source,), (target,) = translator.encode([line]), translator.encode(translator.translate([line]))
        found = page.evaluate(LOGITS, [source, target])
        np.testing.assert_allclose(found, logits(translator.model, source, target), rtol=0, atol=apart)


def test_int8_computes_with_its_rounded_weights(page_of, bundled):
    page = page_of(bundled.model, bundled.tokenizer, "int8")
    rounded = minitrans.load(MODEL)
    for tensor in rounded.model.parameters().values():
        if tensor.data.ndim == 2:
            scale = (abs(tensor.data).max(0) / 127).astype(np.float32)
            tensor.data[...] = np.round(tensor.data / scale) * scale
    (source,), (target,) = rounded.encode([SENTENCE]), rounded.encode(["Der alte Mann kauft ein Fahrrad."])
    found = page.evaluate(LOGITS, [source, target])
    np.testing.assert_allclose(found, logits(rounded.model, source, target), rtol=0, atol=2e-5)
    assert page.evaluate(SEARCH, [[SENTENCE], 1])[0][0][1] == "Der alte Mann kauft ein Fahrrad."


@pytest.mark.parametrize("sentence", [SENTENCE, "My sister's xylophone ☃!"])
def test_the_drawing_has_the_numbers_of_python(computing, bundled, sentence):
    shown, trace = computing.evaluate(ARRAYS, sentence), bundled.trace(sentence, beam=1)
    for kind, weights in trace.attention.items():
        for layer, head in np.ndindex(weights.shape[:2]):
            found = shown["found"][f"{PARTS[kind].format(layer)}.weights.{head}"]
            np.testing.assert_allclose(found, weights[layer, head], atol=1e-5)
    np.testing.assert_allclose(shown["found"]["probabilities"], softmax_forward(trace.logits)[0], atol=1e-5)
    assert (shown["source"], shown["written"]) == (list(map(label, trace.source)), trace.target)
    assert shown["target"] == ["<s>", *map(label, trace.target[:-1])]
    likely = np.argsort(-trace.logits, kind="stable")[:, :3].tolist()
    assert shown["likely"] == [list(map(label, bundled.tokenizer.words(ids))) for ids in likely]


@pytest.mark.parametrize(
    "design", ["post-norm", "pre-norm", "own widths", "separate tables", "learned positions", "as published"]
)
def test_each_number_is_the_sum_that_the_page_writes(page_of, small_model, design):
    """Forward and backward, of every kind of model; finite differences go through the forward pass alone."""
    model = small_model(design, **(dict(source_vocabulary=None) if design == "as published" else {}))
    page = page_of(model, Words(map(str, range(12))), "float64")
    page.fill("#text", "5 6 7 8 4")
    settled(page)
    page.wait_for_function("() => shown.arrays && shown.arrays === shown.run.arrays")
    assert page.evaluate("model.longest") == (32 if design == "learned positions" else np.inf)
    numbers, slopes = page.evaluate(SUMS)
    assert len(numbers) > 200 and len(slopes) > 100
    for name, number, total in numbers:
        assert number == pytest.approx(total, rel=1e-9, abs=1e-12), name
    for name, backward, slope in slopes:
        assert slope == pytest.approx(backward, abs=1e-6, rel=1e-5), name


# --- what one sees and does ---


def words(page):
    return "".join(page.evaluate("shown.written.slice(0, -1)")).replace("▁", " ").strip()


@pytest.fixture
def heard(opened):
    """heard(): what the page has shown since, in order, as [what is typed, translation, how, what a reader was told]"""
    opened.evaluate(
        """() => {
          const now = () => [field.value, shown.translation, whatIs("how").textContent, whatIs("said").textContent];
          globalThis.shownBefore = [];
          new MutationObserver(() => shownBefore.push(now())).observe(whatIs("how"), { childList: true });
        }"""
    )
    return lambda: opened.evaluate("shownBefore")


def test_it_translates_at_every_key(opened, bundled, heard):
    opened.fill("#text", "")
    beginnings = [SENTENCE[:end] for end in range(1, len(SENTENCE) + 1)]
    expected = dict(zip(beginnings, bundled.translate(beginnings, beam=1), strict=True))
    opened.focus("#text")
    for number, letter in enumerate(SENTENCE):
        opened.keyboard.type(letter)
        typed = SENTENCE[: number + 1]
        opened.wait_for_function("(typed) => shownBefore.some(([text]) => text === typed)", arg=typed)
    settled(opened)
    greedy = {typed: translation for typed, translation, how, _ in heard() if "greedy search" in how}
    assert greedy == expected
    translation = bundled.translate([SENTENCE])[0]
    assert words(opened) == translation
    opened.locator("#beam li").nth(3).wait_for()


def test_a_screen_reader_hears_a_translation_after_a_pause_only(opened, heard):
    old, new = opened.locator("#said").text_content(), "Der alte Mann kauft ein Fahrrad."
    opened.fill("#text", SENTENCE)
    opened.locator("#said", has_text=new).wait_for(state="attached")
    told = [(translation, how, said) for _, translation, how, said in heard()]
    assert told == [(new, "greedy search", old), (new, "beam of 4", new)]
    assert opened.locator("#said").get_attribute("role") == "status"
    assert [opened.locator(f"#{name}").get_attribute("lang") for name in ("text", "said")] == ["en", "de"]
    assert opened.get_by_role("combobox", name="English to German").count() == 1


def test_what_the_model_does_not_know_is_said(opened):
    assert "3,614 words" in opened.locator("#hint").inner_text()
    opened.fill("#text", "He buys a ☃ zebra.")
    told = opened.locator("#hint").inner_text().replace("\u2068", "").replace("\u2069", "")
    assert told == "Not in the training text: zebra. Unknown: ☃."
    opened.fill("#text", f"{SENTENCE} The dog sleeps.")
    opened.locator("#hint", has_text="read as one sentence, but seems to hold 2").wait_for()
    opened.fill("#text", "the dog sleeps and " * 14)
    opened.locator("#hint", has_text="nearly all training sentences (40 pieces)").wait_for()
    opened.fill("#text", SENTENCE)
    settled(opened)
    assert "3,614 words" in opened.locator("#hint").inner_text()


def test_what_cannot_be_translated(opened):
    opened.fill("#text", "the " * 101)
    message = "This sentence has 101 pieces; this page translates at most 100. Shorten it."
    assert opened.locator("#message").inner_text() == message
    assert opened.locator("#words button").count() == opened.locator(".panel").count() == 0
    for long in ("x" * 10_000, "the " * 2500, "☃ \u202e" * 3000):
        opened.fill("#text", long)
        assert "translates at most 100" in opened.locator("#message").inner_text()
    opened.fill("#text", " ")
    assert opened.locator("#message").inner_text() == "" and opened.locator("#words button").count() == 0
    assert "nothing to translate" in opened.locator("#how").inner_text()
    opened.fill("#text", "The old man buys a bicycle.")
    opened.locator("#said", has_text="Der alte Mann kauft ein Fahrrad.").wait_for(state="attached")


@pytest.mark.parametrize("width", [1600, 1400, 1150, 700, 400])
def test_nothing_is_wider_than_the_window(opened, width):
    opened.set_viewport_size(dict(width=width, height=900))
    for line in (SENTENCE, "x" * 90, "The old man buys a bicycle, " * 6):
        opened.fill("#text", line)
        opened.wait_for_function("(text) => shown.text === text.trim() && shown.arrays", arg=line)
        opened.evaluate("open('encoder.0.self_attention.query', 0, { detail: 1 })")
        assert opened.evaluate("document.documentElement.scrollWidth") == width
        opened.evaluate("close()")


def test_the_whole_way_of_a_word_is_seen_at_once(opened):
    opened.set_viewport_size(dict(width=1400, height=900))
    assert opened.evaluate("whatIs('d3').getBoundingClientRect().bottom") <= 900


def test_a_slow_search_gives_way_to_the_next_key(opened):
    """With no time at all for a slice, the search of an older text ends and never shows its result."""
    opened.evaluate(
        """(text) => {
          let now = 0;
          performance.now = () => (now += 1000);
          globalThis.seen = new Set();
          const place = whatIs("how"), watch = new MutationObserver(() => seen.add(shown.translation));
          watch.observe(place, { childList: true });
          for (field.value of ["The old", text]) typed();
        }""",
        SENTENCE,
    )
    opened.locator("#said", has_text="Der alte Mann kauft ein Fahrrad.").wait_for(state="attached")
    assert opened.evaluate("[...seen]") == ["Der alte Mann kauft ein Fahrrad."]
