"""The page that translates what one types, in a browser."""

import pytest

import minitrans

SENTENCE = "the dog sees trees."


@pytest.fixture(scope="module")
def model(tiny_run):
    return minitrans.load(tiny_run.path)


def test_type_a_sentence(page, served, tiny_run, model):
    page.goto(served("demo", "--run", tiny_run.path))
    assert page.evaluate("document.activeElement.id") == "text"
    page.keyboard.type(SENTENCE)
    nbest = model.search([SENTENCE], nbest=4)[0]
    page.locator("#translation", has_text=nbest[0][1]).wait_for()
    assert page.locator("#translation").inner_text() == f"{nbest[0][1]} {nbest[0][0]:.3f}"
    others = page.locator("#others li").all_inner_texts()
    assert others == [f"{text} {score:.3f}" for score, text in nbest[1:]]
    assert page.locator("body").inner_text().count(nbest[1][1]) == 1  # the view below does not say it again
    page.locator("path[data-weight]").first.wait_for(state="attached")  # the lines of the attention
    page.fill("#text", "she likes books.")
    page.locator("#translation", has_text=model.translate(["she likes books."])[0]).wait_for()
    page.fill("#text", " ")
    page.locator("#view:empty").wait_for(state="attached")
    assert page.locator("#translation").inner_text() == page.locator("#others").inner_text() == ""


def test_examples(page, served, tiny_run, model):
    page.goto(served("demo", "--run", tiny_run.path))
    button = page.locator("#examples button").first
    (translation,) = model.translate([button.inner_text()])
    button.click()
    page.locator("#translation", has_text=translation).wait_for()
    assert page.input_value("#text") == button.inner_text()


def test_what_cannot_be_translated(page, served, tiny_run):
    page.goto(served("demo", "--run", tiny_run.path))
    page.fill("#text", "the " * 101)
    message = "This sentence has 101 pieces; this page translates at most 100. Shorten it."
    page.locator("#message", has_text=message).wait_for()
    page.fill("#text", "the " * 20000)
    page.locator("#message", has_text="the request is too long").wait_for()
    page.fill("#text", SENTENCE)
    page.locator("#translation:not(:empty)").wait_for()
    assert page.locator("#message").inner_text() == ""
    page.route("**/translate?*", lambda route: route.abort())
    page.fill("#text", "she")
    page.locator("#message", has_text="The server does not answer. Was it ended?").wait_for()


def test_one_question_at_a_time(page, served, tiny_run, model):
    """While the server is busy, only the newest text waits."""
    page.goto(served("demo", "--run", tiny_run.path))
    asked = []
    page.route("**/translate?*", lambda route: asked.append(route))
    for text in ("she", "she likes", "she likes books."):
        page.fill("#text", text)
        page.wait_for_timeout(400)
    assert [url_text(route) for route in asked] == ["she"]
    page.locator("#message", has_text="others may be before you").wait_for()
    asked[0].continue_()
    while len(asked) < 2:
        page.wait_for_timeout(20)
    asked[1].continue_()
    page.locator("#translation", has_text=model.translate(["she likes books."])[0]).wait_for()
    assert [url_text(route) for route in asked] == ["she", "she likes books."]


def url_text(route):
    return route.request.url.partition("text=")[2].replace("+", " ")


def test_what_is_typed_is_text(page, served, tiny_run):
    page.on("dialog", lambda dialog: pytest.fail("a script ran"))
    page.goto(served("demo", "--run", tiny_run.path))
    for evil in (
        "<img src=x onerror=alert(1)>",
        "</script><script>alert(1)</script>",
        "&amp; \u202eabc \U0001f600 '\"",
    ):
        page.fill("#text", evil)
        page.locator("#view", has_text=evil).wait_for(state="attached")
    assert page.locator("header script, header img, #view script, #view img").count() == 0


@pytest.mark.parametrize("width", [1400, 400])
def test_nothing_is_wider_than_the_window(page, served, tiny_run, width):
    page.set_viewport_size(dict(width=width, height=900))
    page.goto(served("demo", "--run", tiny_run.path))
    page.fill("#text", SENTENCE)
    page.locator("#translation:not(:empty)").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == width
