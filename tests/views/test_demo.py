"""The page that translates as you type, in a browser: with its model in the page, and with the model on the server."""

import threading

import pytest

import minitrans
from minitrans.commands.demo import Demo
from minitrans.runs.run import Run
from minitrans.views.model_page import BARE, ModelPage, about, asking_page
from minitrans.views.server import Server

from .conftest import SHOWN, same_arrays, settled, watched_page

pytestmark = pytest.mark.slow

SENTENCE = "the dog sees trees."
SUMS = """() => [...shown.arrays.values()].filter(({ entry }) => entry).flatMap((matrix) => [0, 1, 2].map((n) => {
  const known = matrix.columns === shown.names ? [...shown.ids] : [...matrix.columns.keys()];
  const [i, j] = [(2 * n + 1) % matrix.rows.length, known[(3 * n + 1) % known.length]];
  return [matrix.name, matrix.number(i, j), value(matrix.entry(i, j))];
})).filter(([, number]) => Number.isFinite(number))"""


@pytest.fixture(scope="module")
def model(tiny_run):
    return minitrans.load(tiny_run.path)


@pytest.fixture(scope="module")
def url(model, tiny_run):
    """The address of the page of a model that is too large for it, as it were"""
    page = asking_page(model.model, model.tokenizer, about(Run(tiny_run.path)))
    demo = Demo(model)
    with Server(page.encode(), {"/translate": demo.translate, "/weights": demo.weights}) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield server.url
        server.shutdown()


@pytest.fixture
def asking(page, url):
    """This page, opened"""
    page.goto(url)
    settled(page)
    return page


def test_the_command_serves_the_page_with_its_model(page, served, tiny_run, model):
    asked = []
    page.goto(served("demo", "--run", tiny_run.path, "--beam", 3))
    page.on("request", lambda request: asked.append(request.url))
    page.fill("#text", SENTENCE)
    settled(page, "beam of 3")
    assert page.evaluate("shown.translation") == model.translate([SENTENCE], beam=3)[0]
    page.locator("[data-name='encoder.0.self_attention.query']").wait_for()
    assert asked == []


def test_it_asks_greedily_and_then_for_the_beam(asking, model):
    asked = []
    asking.on("request", lambda request: asked.append(request.url.partition("?")[2]))
    asking.fill("#text", SENTENCE)
    settled(asking, "greedy search")
    settled(asking)
    nbest = model.search([SENTENCE], nbest=4)[0]
    assert asking.evaluate("shown.translation") == nbest[0][1]
    assert asking.locator("#how").inner_text() == "beam of 4"
    asking.locator("[data-name='encoder.0.self_attention.query']").wait_for()
    assert asking.locator("#beam li").all_inner_texts() == [f"{text} {score:.3f}" for score, text in nbest]
    assert asked == [f"text={SENTENCE.replace(' ', '+')}&beam={beam}" for beam in (1, 4)]
    assert "at the server" in asking.locator("#hint").inner_text()
    asking.fill("#text", " ")
    asking.locator("#words:empty").wait_for(state="attached")


def test_what_cannot_be_translated(asking):
    asking.route("**/translate?*", lambda route: route.fulfill(status=400, body="the request is too long"))
    asking.fill("#text", SENTENCE)
    asking.locator("#message", has_text="the request is too long").wait_for()
    asking.unroute("**/translate?*")
    asking.fill("#text", "she sees")
    settled(asking)
    assert asking.locator("#message").inner_text() == ""
    asking.route("**/translate?*", lambda route: route.abort())
    asking.fill("#text", "she")
    asking.locator("#message", has_text="The server does not answer. Has it been stopped?").wait_for()
    asking.unroute("**/translate?*")
    asking.get_by_role("button", name="Try again").click()  # the same text
    settled(asking)
    assert asking.locator("#message").inner_text() == "" and asking.evaluate("document.activeElement.id") == "text"


def test_a_text_without_any_piece_has_no_translation(asking):
    asking.route("**/translate?*", lambda route: route.fulfill(json=None))  # as of a tokenizer that is not in the page
    asking.fill("#text", "she sees")
    asking.locator("#words:empty").wait_for(state="attached")


@pytest.fixture
def twins(browser, url, model, tmp_path):
    """twins(change): what is shown of SENTENCE, so changed, [words, {name: (columns, rows)}]: by a page that asks, and
    by one that has the model"""
    ModelPage(model.model, model.tokenizer, BARE, "float32").save(tmp_path / "x.html")
    with watched_page(browser) as asking, watched_page(browser) as having:

        def both(change):
            shown = []
            for page, address in ((asking, url), (having, (tmp_path / "x.html").as_uri())):
                page.goto("about:blank")
                page.goto(f"{address}#text={SENTENCE.replace(' ', '+')}{change}")
                settled(page)
                shown.append(page.evaluate(SHOWN))
            return shown

        yield both


CHANGES = [
    "",
    "&off=decoder.0.cross_attention",
    "&off=encoder.0.self_attention.head.1,decoder.0.feed_forward_residual",
    "&rows=decoder.0.cross_attention.row.1:2,encoder.0.self_attention.head.0.row.1:all",
    "&rows=decoder.0.self_attention.row.3:all,decoder.0.self_attention.row.2:0&next=9",
]


def test_the_server_gives_what_a_page_with_the_model_computes(twins):
    """Of every array that both have, also where the model is changed; without a server the page computes it alone."""
    seen = []
    for change in CHANGES:
        (asked, given), (computed, own) = twins(change)
        assert asked == computed and len(given) > 60
        assert own.keys() - given.keys() == {"loss", "losses", "targets"}
        same_arrays(given, own)
        seen.append(given["decoder.0.cross_attention.output"])
    assert all(each != seen[0] for each in seen[1:])


def test_a_change_is_asked_of_the_server(page, url, model):
    """And taken back; the translation without it stands beside the changed one."""
    page.goto(f"{url}#text={SENTENCE.replace(' ', '+')}")
    settled(page)
    page.evaluate("open('decoder.0.cross_attention.weights.0', 0, { detail: 1 })")
    page.get_by_role("button", name="switch head 1 off").click()
    page.locator("#changes", has_text="decoder 1, encoder-decoder attention, head 1: off").wait_for()
    page.locator("#untouched", has_text=model.translate([SENTENCE])[0]).wait_for()
    page.wait_for_function("() => shown.run.model.change.off.length === 1")
    page.get_by_role("button", name="take back").click()
    page.locator("#untouched").wait_for(state="hidden")
    settled(page)
    page.evaluate("go(0)")
    page.locator(".word:not(.chosen)").first.click()
    page.locator("#changes", has_text="begins with").wait_for()
    page.wait_for_function("() => shown.run.model.change.prefix.length === 1")
    assert page.evaluate("shown.run.best.ids[0] === at.change.prefix[0]")


def test_each_number_is_the_sum_that_the_page_writes(page, url):
    """Also where the server must send weights first."""
    page.goto(f"{url}#text={SENTENCE.replace(' ', '+')}")
    settled(page)
    page.evaluate("open('encoder.0.self_attention.query', 0, { detail: 1 })")
    page.locator(".sum", has_text="others").wait_for()
    assert "no gradients" in page.locator(".check").inner_text()
    page.get_by_role("button", name="weights of: queries").click()
    page.locator(".from", has_text="as training left them").wait_for()
    page.evaluate("fetchWeights([...shown.arrays.values()].filter(({ entry, data }) => !entry && !data.length))")
    found = page.evaluate(SUMS)
    assert len(found) > 150
    for name, number, total in found:
        assert number == pytest.approx(total, rel=1e-4, abs=1e-5), name


def test_one_question_at_a_time(asking, model):
    """While the server is busy, only the newest text waits, and the page says so, also after another key."""
    asked = []

    def hold_the_first(route):
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    asking.route("**/translate?*", hold_the_first)
    for text in ("she", "she likes", "she likes trees."):
        asking.fill("#text", text)
        asking.wait_for_timeout(200)
    assert [text_of(route) for route in asked] == ["she"]
    said = asking.locator("#message", has_text="one sentence at a time")
    said.wait_for()
    asking.fill("#text", "she likes books.")
    said.wait_for()
    asked[0].continue_()
    asking.locator("#said", has_text=model.translate(["she likes books."])[0]).wait_for(state="attached")
    settled(asking)
    assert {text_of(route) for route in asked[1:]} == {"she likes books."}


def test_a_greedy_answer_that_comes_late_is_shown_while_the_beam_searches(asking):
    asked = []
    asking.route("**/translate?*", lambda route: asked.append(route))
    asking.fill("#text", SENTENCE)
    asking.wait_for_timeout(800)  # longer than the pause after which the beam is wanted
    for searched in ("greedy search", "beam of 4"):
        asked.pop().continue_()
        settled(asking, searched)
        asking.wait_for_timeout(200)
    assert asked == []


def text_of(route):
    return route.request.url.partition("text=")[2].partition("&")[0].replace("+", " ")
