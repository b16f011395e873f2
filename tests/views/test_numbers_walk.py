"""The open array, in a browser: every sum is its number, and what one sees and does."""

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
    """Written with all digits, the sum of every number of the small model is the number, forward and backward."""
    found = numbers.evaluate(
        """() => {
          rounded = String;
          const made = [...shown.arrays.values()].flatMap((each) => [each, each.grad]).filter((each) => each?.entry);
          const places = ({ rows, columns }) => rows.flatMap((_, i) => columns.map((_, j) => [i, j]));
          const line = (of, i, j) => [of.name, of.number(i, j), written(of.entry(i, j))];
          return made.flatMap((matrix) => places(matrix).map(([i, j]) => line(matrix, i, j)));
        }"""
    )
    assert len(found) > 5000
    for name, number, text in found:
        if number is not None and math.isfinite(number):
            assert computed(text) == pytest.approx(number, rel=1e-12, abs=1e-15), (name, text)


def opened(page):
    """-> what the open array says of its number: [row, column], the number and the sum"""
    name, _, rest = page.locator("#inspector .sum").inner_text().partition(" = ")
    number, _, total = rest.replace("all terms", "").partition(" = ")
    return name[name.index("[") + 1 : -1].split(", "), computed(number), total


def test_a_number_lights_what_made_it(numbers):
    name = "encoder.0.self_attention.query"
    second_row = 1.5 * numbers.evaluate("rowHeight()")
    numbers.locator(f"[data-name='{name}'] canvas").click(position=dict(x=25, y=second_row))
    place, number, total = opened(numbers)
    assert place[0] == "child" and computed(re.sub(r"\d+ others ", "", total)) == pytest.approx(number, abs=0.02)
    marked = numbers.evaluate("[...document.querySelectorAll('.mark')].map((each) => each.parentNode.dataset.name)")
    assert sorted(marked) == [name, "source.x"]
    assert numbers.locator(".used").evaluate_all("(all) => all.map((each) => each.dataset.name)") == ["source.x"]
    numbers.get_by_role("button", name="all terms").click()
    assert opened(numbers)[2].count("×") == 8
    numbers.locator("[data-name='encoder.0.self_attention.scores.0'] canvas").hover(position=dict(x=5, y=5))
    assert numbers.locator("#tip").inner_text().startswith("The to The: ")


def test_a_walk_with_the_keyboard(numbers):
    """From a score to the embedding that it came from, and back"""
    numbers.locator("[data-key='encoder.0.self_attention.scores.0']").focus()
    numbers.keyboard.press("Enter")
    assert numbers.evaluate("document.activeElement.tagName") == "TD"
    start = opened(numbers)[0]
    numbers.keyboard.press("ArrowDown")
    assert opened(numbers)[0] == ["child", start[1]] and numbers.locator("td[tabindex='0']").count() == 1
    for title in ("Q queries", "X embedding + position", "E embedding × √d", "E embedding of all pieces"):
        numbers.get_by_role("button", name=title, exact=True).focus()
        numbers.keyboard.press("Enter")
        numbers.locator("#inspector h2", has_text=title).wait_for()
    assert "as training left them" in numbers.locator("#inspector .from").inner_text()
    numbers.keyboard.press("Escape")
    assert numbers.locator("#inspector").is_hidden()


def test_backward(numbers):
    numbers.evaluate("open('decoder.0.cross_attention.value', 0, { detail: 1 }, { i: 1, j: 2 })")
    numbers.get_by_role("button", name="backward: the gradient of the loss").click()
    numbers.locator("#inspector h2", has_text="gradient of values").wait_for()
    numbers.locator(".check", has_text="Finite difference").wait_for()
    place, number, total = opened(numbers)
    assert place == ["child", "3"] and computed(total) == pytest.approx(number, abs=0.01)
    slope, backward = re.search(r"= (\S+)\. Backward: (\S+)\.$", numbers.locator(".check").inner_text()).groups()
    assert computed(slope) == pytest.approx(computed(backward), abs=1e-5)
    assert computed(backward) == pytest.approx(number, rel=0.01, abs=1e-5)
    assert "dV = A" in numbers.locator("#inspector").inner_text()
    numbers.get_by_role("button", name="forward: the array").click()
    assert numbers.locator("#inspector h2").inner_text().startswith("V values")


def test_what_a_number_is_made_of(numbers):
    """A query's gradient comes from the scores of its own head alone; what the mask hides comes from nothing."""
    made = numbers.locator("#inspector .from button")
    for head, column in ((1, 1), (2, 5)):
        place = f"{{ i: 1, j: {column} }}"
        numbers.evaluate(f"open('d:encoder.0.self_attention.query', undefined, {{ detail: 1 }}, {place})")
        assert made.all_inner_texts() == [f"dS gradient of scores of head {head}", "K keys"]
    numbers.evaluate("open('decoder.0.self_attention.scores.0', 0, { detail: 1 }, { i: 0, j: 1 })")
    assert made.count() == 0


def test_every_array_opens(numbers):
    for name in numbers.evaluate(
        "[...shown.arrays.values()].flatMap((m) => [m.name, ...(m.grad ? [m.grad.name] : [])])"
    ):
        numbers.evaluate("(name) => { at.open = null; open(name, undefined, { detail: 1 }); }", name)
        assert numbers.locator("#inspector td.at").count() == 1, name


def test_what_a_screen_reader_finds(numbers):
    """The tree that a screen reader gets: names of the panels and boxes, the table with its heads, and the sum."""
    numbers.evaluate("open('encoder.0.self_attention.query', 0, { detail: 1 })")
    assert (
        numbers.get_by_role("region", name="Self-attention", exact=True)
        .get_by_role("button", name="queries: open")
        .count()
        == 1
    )
    table = numbers.get_by_role("region", name="The array that is open").get_by_role("table")
    assert table.get_by_role("columnheader").all_inner_texts() == ["1", "2", "3", "4"]
    assert table.get_by_role("rowheader").all_inner_texts() == "The child is small . </s>".split()
    for name in ("sum", "check"):
        assert numbers.locator(f".{name}").get_attribute("role") == "status"
    assert numbers.locator("#words [aria-current=step]").count() == 1
