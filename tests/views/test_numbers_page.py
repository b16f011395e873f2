"""The page of all numbers, in a browser: every array and every gradient is that of Python, every sum is its number."""

import math
import re

import numpy as np
import pytest

from minitrans import ops
from minitrans.data.batching import make_batch
from minitrans.data.corpora import corpus_files
from minitrans.data.ids import BOS, EOS
from minitrans.data.lines import read_pairs
from minitrans.nn.position import sinusoids
from minitrans.tensor import Tensor, apply
from minitrans.views.numbers_page import SENTENCES, NumbersPage, encoded, record, trained

ARRAYS = """(number) => {
  choose(number);
  return Object.fromEntries([...all].map(([name, { data, grad }]) => [name, [data, grad?.data ?? null]]));
}"""


@pytest.fixture(scope="module")
def small():
    vocabulary, pairs = encoded()
    return trained(vocabulary, pairs), vocabulary, pairs


@pytest.fixture(scope="module")
def address(small, tmp_path_factory):
    path = tmp_path_factory.mktemp("numbers") / "numbers.html"
    NumbersPage(record(*small)).save(path)
    return path.as_uri()


@pytest.fixture
def opened(page, address):
    page.goto(address)
    return page


def test_the_sentences_are_of_the_bundled_corpus():
    lines, _ = read_pairs(*corpus_files("toy-en-de")["train"])
    assert {tuple(text.replace(" .", ".") for text in pair) for pair in SENTENCES} <= set(map(tuple, lines))


def test_the_model_translates_its_sentences(small):
    model, _, pairs = small
    for source, target in pairs:
        written = [BOS]
        while written[-1] != EOS and len(written) < 20:
            written.append(int(model.logits(np.array([[*source, EOS]]), np.array([written]))[0, -1].argmax()))
        assert written == [BOS, *target, EOS]


def same(found, expected, name):
    """The gradient of the bias of the keys is 0 (softmax ignores what all scores share), so it is rounding alone."""
    expected = np.atleast_2d(expected)
    finite = abs(expected[np.isfinite(expected)])
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9 * finite.max() + 1e-15, err_msg=name)


class Walk:
    """Figure 1 with the operations of the library, one by one.  A zero is added to each array: its gradient is that of
    the array.

    found: {name: (array, the zero or None)}
    """

    def __init__(self, model, source, target):
        self.model, self.config, self.found = model, model.config, {}
        model.flat_grad[:] = 0
        for name, tensor in model.parameters().items():
            self.found[name] = np.atleast_2d(tensor.data), tensor
        encoder, decoder = model.encoder[0], model.decoder[0]
        x = self.embed("source", [*source, EOS])
        x = self.layer("encoder.0.attention_residual", encoder, x, self.attention("encoder.0.self_attention", x, x))
        memory = self.layer("encoder.0.feed_forward_residual", encoder, x, self.feed_forward("encoder.0", encoder, x))
        y = self.embed("target", [BOS, *target])
        seen = self.attention("decoder.0.self_attention", y, y, np.tri(len(target) + 1, dtype=bool))
        y = self.layer("decoder.0.self_residual", decoder, y, seen)
        y = self.layer("decoder.0.cross_residual", decoder, y, self.attention("decoder.0.cross_attention", y, memory))
        y = self.layer("decoder.0.feed_forward_residual", decoder, y, self.feed_forward("decoder.0", decoder, y))
        logits = self.keep("logits", y @ apply("transpose", model.target_embedding))
        targets, smoothing = np.array([*target, EOS]), self.config.label_smoothing
        loss = apply("cross_entropy", logits, targets=targets, smoothing=smoothing)
        loss.backward()
        V = len(logits.data[0])
        losses = [
            ops.TABLE["cross_entropy"].forward(row[None], targets[i : i + 1], smoothing=smoothing)[0]
            for i, row in enumerate(logits.data)
        ]
        self.constant("probabilities", ops.TABLE["softmax"].forward(logits.data)[0])
        self.constant("targets", (1 - smoothing) * np.eye(V)[targets] + smoothing / V)
        for name, array in dict(losses=np.array(losses)[:, None], loss=loss.data.reshape(1, 1)).items():
            one = Tensor(array)
            one.grad = np.ones_like(array)
            self.found[name] = array, one

    def keep(self, name, tensor):
        zero = Tensor(np.zeros_like(tensor.data))
        self.found[name] = tensor.data, zero
        return tensor + zero

    def constant(self, name, array):
        self.found[name] = array, None

    def embed(self, name, ids):
        table, positions = self.model.source_embedding, sinusoids(len(ids), self.config.d_model)
        self.constant(f"{name}.positions", positions)
        return self.keep(name, apply("embed", table, Tensor(positions, False), ids=np.array([ids]), learned=False))

    def attention(self, name, x, memory, mask=None):
        side, _, part = name.split(".")
        module, heads = getattr(getattr(self.model, side)[0], part), self.config.heads
        rows = dict(query=x, key=memory, value=memory)
        q, k, v = (self.keep(f"{name}.{kind}", getattr(module, kind)(rows[kind])) for kind in rows)
        d_k, merged = self.config.d_model // heads, 0
        for h in range(heads):
            columns = np.eye(self.config.d_model)[:, h * d_k : (h + 1) * d_k]  # picks those of this head
            scores = q @ columns @ apply("transpose", k @ columns) * (1 / math.sqrt(d_k))
            scores = self.keep(f"{name}.scores.{h}", scores)
            if mask is not None:
                self.found[f"{name}.masked.{h}"] = (
                    np.where(mask, scores.data, -np.inf),
                    self.found[f"{name}.scores.{h}"][1],
                )
            weights = self.keep(f"{name}.weights.{h}", apply("softmax", scores, mask=mask))
            merged = self.keep(f"{name}.heads.{h}", weights @ (v @ columns)) @ columns.T + merged
        return self.keep(f"{name}.output", module.output(self.keep(f"{name}.merged", merged)))

    def feed_forward(self, name, layer, x):
        ff, name = layer.feed_forward, f"{name}.feed_forward"
        before = self.keep(f"{name}.before", apply("linear", x, ff.w1, ff.b1))
        hidden = self.keep(f"{name}.hidden", apply("relu", before))
        return self.keep(name, apply("linear", hidden, ff.w2, ff.b2))

    def layer(self, name, layer, x, sublayer):
        norm, total = getattr(layer, name.split(".")[-1]).norm, self.keep(f"{name}.sum", x + sublayer)
        self.constant(f"{name}.mean", total.data.mean(1, keepdims=True))
        self.constant(f"{name}.inverse_std", 1 / np.sqrt(total.data.var(1, keepdims=True) + norm.eps))
        one, zero = (Tensor(fill(self.config.d_model), False) for fill in (np.ones, np.zeros))
        x_hat = self.keep(f"{name}.x_hat", apply("layer_norm", total, one, zero, eps=norm.eps))
        return self.keep(name, x_hat * norm.gamma + norm.beta)


@pytest.mark.parametrize("number", range(len(SENTENCES)))
def test_every_array_and_every_gradient_is_that_of_python(opened, small, monkeypatch, number):
    monkeypatch.setitem(ops.TABLE, "transpose", ops.Op(lambda x: (x.T, None), lambda dy, _: (dy.T,)))
    model, _, pairs = small
    found, expected = opened.evaluate(ARRAYS, number), Walk(model, *pairs[number]).found
    assert found.keys() == expected.keys()
    for name, (array, leaf) in expected.items():
        data, grad = found[name]
        same(data, array, name)
        assert (grad is None) == (leaf is None), name
        if leaf is not None:
            same(grad, leaf.grad, name)


def test_the_loss_and_the_gradient_of_training(opened, small):
    model, _, pairs = small
    for number, pair in enumerate(pairs):
        found = opened.evaluate(ARRAYS, number)
        model.flat_grad[:] = 0
        loss = model.loss(make_batch([pair]))
        loss.backward()
        same(found["loss"][0], loss.data, "loss")
        for name, tensor in model.parameters().items():
            same(found[name][1], tensor.grad, name)


def test_finite_differences(opened):
    """Of each array and each weight, three entries; they are far from the corner of ReLU."""
    found = opened.evaluate(
        """() => [...all.values()].filter(({ grad }) => grad).flatMap((matrix) => [0, 1, 2].map((number) => {
          const i = (5 * number) % matrix.rows.length, j = (3 * number + i) % matrix.columns.length;
          return [matrix.name, matrix.grad.data[i][j], finite_difference(model, pair, matrix, i, j).slope];
        }))"""
    )
    assert len(found) > 250
    for name, backward, slope in found:
        assert slope == pytest.approx(backward, abs=1e-7), name


# --- what one sees and does ---

NAMES = dict(exp=math.exp, log=math.log, sqrt=math.sqrt, max=max, sin=math.sin, cos=math.cos, Infinity=math.inf)


def computed(text):
    """The value of a sum as the page writes it"""
    for sign, python in {"−": "-", "×": "*", "²": "**2", "∞": "Infinity", "√": "sqrt"}.items():
        text = text.replace(sign, python)
    return eval(text, {}, NAMES)


def test_each_sum_is_its_number(opened):
    """Written with all digits, the sum of every number on the page is the number, forward and backward."""
    found = opened.evaluate(
        """() => {
          rounded = String;
          const line = ({ name, entry }) => (number, i, j) => [name, number, written(entry(i, j))];
          const lines = (matrix) => matrix.data.flatMap((row, i) => row.map((number, j) => line(matrix)(number, i, j)));
          return [...listed(false), ...listed(true)].flatMap(lines);
        }"""
    )
    assert len(found) > 5000
    for name, number, text in found:
        assert computed(text) == pytest.approx(number, rel=1e-12, abs=1e-15), (name, text)


def pointed(page):
    """-> what the page says of a number: its name, the number and the sum"""
    name, _, rest = page.locator("#sum").inner_text().rpartition(": ")
    number, _, total = rest.partition(" = ")
    return name, computed(number), total


def focused(page):
    return page.evaluate("document.activeElement.textContent")


def test_pointing_shows_the_row_and_the_column(opened):
    opened.evaluate("go(all.get('encoder.0.self_attention.query'))")
    result, x, weights, bias = opened.locator("table.grid").all()
    cell = result.get_by_role("row").nth(2).get_by_role("gridcell").nth(3)
    cell.hover()
    name, number, total = pointed(opened)
    assert name == "queries, child, 4" and computed(total) == pytest.approx(number, abs=0.01)
    assert cell.inner_text() in (f"{number:.2f}".replace("-", "−"), f"{number:.1f}".replace("-", "−"))
    assert total.count("×") == 8
    row, column = x.get_by_role("row").nth(2).locator(".lit"), weights.locator("td:nth-child(5).lit")
    assert row.count() == column.count() == 8 and bias.locator(".lit").count() == 1
    assert opened.locator(".lit").count() == 17
    opened.mouse.move(0, 0)
    assert pointed(opened)[0] == "queries, The, 1"  # where the focus is


def test_a_walk_with_the_keyboard(opened, small):
    """From a score to the number of the embedding that it came from, and through all arrays to the loss."""
    opened.evaluate("go(all.get('encoder.0.self_attention.scores.0'))")
    opened.wait_for_function("document.activeElement.matches('td')")
    opened.keyboard.press("ArrowRight")
    opened.keyboard.press("ArrowDown")
    assert pointed(opened)[0] == "scores of head 1, child, child"
    opened.keyboard.press("Tab")  # the queries, where the score came from
    opened.keyboard.press("End")
    assert pointed(opened)[0] == "queries, The, 8"
    opened.keyboard.press("Enter")
    opened.locator("h2", has_text="queries").wait_for()
    assert pointed(opened)[0] == "queries, The, 8" and focused(opened) == opened.locator("td.at").inner_text()
    opened.go_back()
    opened.locator("h2", has_text="scores of head 1").wait_for()
    titles = []
    while opened.locator("h2").inner_text() != "Next words and loss: loss":
        titles.append(opened.locator("h2").inner_text())
        opened.keyboard.press("PageDown")
        opened.wait_for_function("(title) => document.querySelector('h2').textContent !== title", arg=titles[-1])
        name, number, total = pointed(opened)
        assert computed(total) == pytest.approx(number, abs=0.02), name
    assert len(titles) > 60 and "Decoder: masked self-attention: masked scores of head 2" in titles


def test_backwards(opened):
    opened.evaluate("go(all.get('decoder.0.cross_attention.value'), 1, 2)")
    opened.get_by_label("backwards").check()
    opened.locator("#check", has_text="Finite difference").wait_for()
    assert opened.locator("h2").inner_text() == "Decoder: attention to the encoder: gradient of values"
    name, number, total = pointed(opened)
    assert name == "gradient of values, child, 3" and computed(total) == pytest.approx(number, abs=0.01)
    slope, backward = re.search(r"= (\S+)\. Backward: (\S+)\.$", opened.locator("#check").inner_text()).groups()
    assert computed(slope) == pytest.approx(computed(backward), abs=1e-5)
    assert computed(backward) == pytest.approx(number, rel=0.01, abs=1e-5)
    assert opened.evaluate("document.activeElement.id") == "backwards"
    assert "dV = A" in opened.locator("#step").inner_text()
    opened.get_by_role("button", name="weights of the values").click()
    opened.locator("h2", has_text="gradient of weights of the values").wait_for()
    assert opened.locator("#tables caption").all_inner_texts()[1:] == ["X″ LayerNorm", "dV gradient of values"]
    opened.get_by_label("backwards").uncheck()
    opened.locator("h2", has_text=re.compile(": values$")).wait_for()  # a weight has no sum; what it makes has


def test_where_a_number_was_made(opened):
    """With the mouse or a finger: a click keeps the number, and a button leads to its array."""
    opened.evaluate("go(all.get('encoder.0.self_attention.query'))")
    grid = opened.get_by_role("grid", name="embedding + position")
    grid.get_by_role("row").nth(3).get_by_role("gridcell").nth(2).click()
    opened.get_by_role("button", name="Where it is made: embedding + position").click()
    opened.locator("h2", has_text="Source words: embedding + position").wait_for()
    assert pointed(opened)[0] == "embedding + position, is, 3"
    assert not opened.locator("#made").is_visible()
    opened.get_by_role("grid", name="embedding", exact=True).locator("td").last.hover()
    assert opened.locator("#sum").inner_text().endswith("a weight, as training left it")


def test_another_sentence(opened, small):
    _, vocabulary, pairs = small
    opened.evaluate("go(all.get('source'))")
    opened.get_by_label("sentence").focus()
    opened.keyboard.press("End")
    assert opened.evaluate("document.activeElement.id") == "pair"  # the next key chooses again
    words = opened.locator("table.grid").first.get_by_role("rowheader").all_inner_texts()
    assert words == [*(vocabulary[i] for i in pairs[3][0]), "</s>"]


@pytest.mark.parametrize("address_end", ["#nothing", "#source/99/-4", "#d:source/x/1e9", "#%", "#d:targets/0/0"])
def test_an_address_that_is_wrong(page, address, address_end):
    page.goto(address + address_end)
    assert "embedding + position" in page.locator("h2").inner_text() and page.locator("td.at").count() == 1


def test_it_asks_the_network_for_nothing(page, address):
    asked = []
    page.on("request", lambda request: asked.append(request.url.partition(":")[0]))
    page.add_init_script("refused = []; addEventListener('securitypolicyviolation', (e) => refused.push(e.blockedURI))")
    page.goto(address)
    page.get_by_label("backwards").check()
    page.locator("#check", has_text="Finite difference").wait_for()
    assert page.evaluate("refused") == [] and asked == ["file"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1600, 1400, 700, 400])
def test_nothing_is_wider_than_the_window(opened, width, scheme):
    opened.emulate_media(color_scheme=scheme)
    opened.set_viewport_size(dict(width=width, height=900))
    for name in ("source", "logits", "losses", "d:source_embedding", "d:encoder.0.feed_forward.w1"):
        opened.evaluate("(name) => go(found(name))", name)
        opened.wait_for_function("(name) => shown === found(name)", arg=name)
        assert opened.evaluate("document.documentElement.scrollWidth") == width


def test_what_a_screen_reader_finds(opened):
    opened.evaluate("go(all.get('encoder.0.self_attention.query'))")
    opened.wait_for_function("document.activeElement.matches('td')")
    assert [opened.locator(f"#{name}").get_attribute("role") for name in ("sum", "check")] == ["status", "status"]
    names = "queries", "embedding + position", "weights of the queries", "bias of the queries"
    for name in names:
        grid = opened.get_by_role("grid", name=name, exact=True)
        assert grid.get_by_role("columnheader").all_inner_texts() == [str(i) for i in range(1, 9)]
        assert grid.locator("td[tabindex='0']").count() == 1
    assert opened.get_by_role("navigation", name="The boxes of Figure 1").get_by_role("button").count() > 5
    assert opened.locator("[aria-current=step]").inner_text() == "Q queries"
