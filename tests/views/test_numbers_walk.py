"""The page of all numbers, in a browser: every sum is its number, and what one sees and does."""

import math
import re

import pytest

pytestmark = pytest.mark.slow

NAMES = dict(exp=math.exp, log=math.log, sqrt=math.sqrt, max=max, sin=math.sin, cos=math.cos, Infinity=math.inf)


def computed(text):
    """The value of a sum as the page writes it"""
    for sign, python in {"−": "-", "×": "*", "²": "**2", "∞": "Infinity", "√": "sqrt"}.items():
        text = text.replace(sign, python)
    return eval(text, {}, NAMES)


def test_each_sum_is_its_number(numbers):
    """Written with all digits, the sum of every number on the page is the number, forward and backward."""
    found = numbers.evaluate(
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


def test_pointing_shows_the_row_and_the_column(numbers):
    numbers.evaluate("go(all.get('encoder.0.self_attention.query'))")
    result, x, weights, bias = numbers.locator("table.grid").all()
    cell = result.get_by_role("row").nth(2).get_by_role("gridcell").nth(3)
    cell.hover()
    name, number, total = pointed(numbers)
    assert name == "queries, child, 4" and computed(total) == pytest.approx(number, abs=0.01)
    assert cell.inner_text() in (f"{number:.2f}".replace("-", "−"), f"{number:.1f}".replace("-", "−"))
    assert total.count("×") == 8
    row, column = x.get_by_role("row").nth(2).locator(".lit"), weights.locator("td:nth-child(5).lit")
    assert row.count() == column.count() == 8 and bias.locator(".lit").count() == 1
    assert numbers.locator(".lit").count() == 17
    numbers.mouse.move(0, 0)
    assert pointed(numbers)[0] == "queries, The, 1"  # where the focus is


def test_a_walk_with_the_keyboard(numbers, small_numbers):
    """From a score to the number of the embedding that it came from, and through all arrays to the loss."""
    numbers.evaluate("go(all.get('encoder.0.self_attention.scores.0'))")
    numbers.wait_for_function("document.activeElement.matches('td')")
    numbers.keyboard.press("ArrowRight")
    numbers.keyboard.press("ArrowDown")
    assert pointed(numbers)[0] == "scores of head 1, child, child"
    numbers.keyboard.press("Tab")  # the queries, where the score came from
    numbers.keyboard.press("End")
    assert pointed(numbers)[0] == "queries, The, 8"
    numbers.keyboard.press("Enter")
    numbers.locator("h2", has_text="queries").wait_for()
    assert pointed(numbers)[0] == "queries, The, 8" and focused(numbers) == numbers.locator("td.at").inner_text()
    numbers.go_back()
    numbers.locator("h2", has_text="scores of head 1").wait_for()
    titles = []
    while numbers.locator("h2").inner_text() != "Next words and loss: loss":
        titles.append(numbers.locator("h2").inner_text())
        numbers.keyboard.press("PageDown")
        numbers.wait_for_function("(title) => document.querySelector('h2').textContent !== title", arg=titles[-1])
        name, number, total = pointed(numbers)
        assert computed(total) == pytest.approx(number, abs=0.02), name
    assert len(titles) > 60 and "Decoder: masked self-attention: masked scores of head 2" in titles


def test_backwards(numbers):
    numbers.evaluate("go(all.get('decoder.0.cross_attention.value'), 1, 2)")
    numbers.get_by_label("backwards").check()
    numbers.locator("#check", has_text="Finite difference").wait_for()
    assert numbers.locator("h2").inner_text() == "Decoder: attention to the encoder: gradient of values"
    name, number, total = pointed(numbers)
    assert name == "gradient of values, child, 3" and computed(total) == pytest.approx(number, abs=0.01)
    slope, backward = re.search(r"= (\S+)\. Backward: (\S+)\.$", numbers.locator("#check").inner_text()).groups()
    assert computed(slope) == pytest.approx(computed(backward), abs=1e-5)
    assert computed(backward) == pytest.approx(number, rel=0.01, abs=1e-5)
    assert numbers.evaluate("document.activeElement.id") == "backwards"
    assert "dV = A" in numbers.locator("#step").inner_text()
    numbers.get_by_role("button", name="weights of the values").click()
    numbers.locator("h2", has_text="gradient of weights of the values").wait_for()
    assert numbers.locator("#tables caption").all_inner_texts()[1:] == ["X″ LayerNorm", "dV gradient of values"]
    numbers.get_by_label("backwards").uncheck()
    numbers.locator("h2", has_text=re.compile(": values$")).wait_for()  # a weight has no sum; what it makes has


def test_where_a_number_was_made(numbers):
    """With the mouse or a finger: a click keeps the number, and a button leads to its array."""
    numbers.evaluate("go(all.get('encoder.0.self_attention.query'))")
    grid = numbers.get_by_role("grid", name="embedding + position")
    grid.get_by_role("row").nth(3).get_by_role("gridcell").nth(2).click()
    numbers.get_by_role("button", name="Where it is made: embedding + position").click()
    numbers.locator("h2", has_text="Source words: embedding + position").wait_for()
    assert pointed(numbers)[0] == "embedding + position, is, 3"
    assert not numbers.locator("#made").is_visible()
    numbers.get_by_role("grid", name="embedding", exact=True).locator("td").last.hover()
    assert numbers.locator("#sum").inner_text().endswith("a weight, as training left it")


def test_another_sentence(numbers, small_numbers):
    _, vocabulary, pairs = small_numbers
    numbers.evaluate("go(all.get('source'))")
    numbers.get_by_label("sentence").focus()
    numbers.keyboard.press("End")
    assert numbers.evaluate("document.activeElement.id") == "pair"  # the next key chooses again
    words = numbers.locator("table.grid").first.get_by_role("rowheader").all_inner_texts()
    assert words == [*(vocabulary[i] for i in pairs[3][0]), "</s>"]


@pytest.mark.parametrize("address_end", ["#nothing", "#source/99/-4", "#d:source/x/1e9", "#%", "#d:targets/0/0"])
def test_an_address_that_is_wrong(page, numbers_address, address_end):
    page.goto(numbers_address + address_end)
    assert "embedding + position" in page.locator("h2").inner_text() and page.locator("td.at").count() == 1


@pytest.mark.parametrize("width", [1600, 1400, 700, 400])
def test_nothing_is_wider_than_the_window(numbers, width):
    numbers.set_viewport_size(dict(width=width, height=900))
    for name in ("source", "logits", "losses", "d:source_embedding", "d:encoder.0.feed_forward.w1"):
        numbers.evaluate("(name) => go(found(name))", name)
        numbers.wait_for_function("(name) => shown === found(name)", arg=name)
        assert numbers.evaluate("document.documentElement.scrollWidth") == width


def test_what_a_screen_reader_finds(numbers):
    numbers.evaluate("go(all.get('encoder.0.self_attention.query'))")
    numbers.wait_for_function("document.activeElement.matches('td')")
    assert [numbers.locator(f"#{name}").get_attribute("role") for name in ("sum", "check")] == ["status", "status"]
    names = "queries", "embedding + position", "weights of the queries", "bias of the queries"
    for name in names:
        grid = numbers.get_by_role("grid", name=name, exact=True)
        assert grid.get_by_role("columnheader").all_inner_texts() == [str(i) for i in range(1, 9)]
        assert grid.locator("td[tabindex='0']").count() == 1
    assert numbers.get_by_role("navigation", name="The boxes of Figure 1").get_by_role("button").count() > 5
    assert numbers.locator("[aria-current=step]").inner_text() == "Q queries"
