"""A real browser for the pages, and the commands that serve them."""

import contextlib
import subprocess
import sys

import numpy as np
import pytest
from matplotlib.figure import Figure

import minitrans
from minitrans.runs.run import MODEL, Run
from minitrans.views.model_page import BARE, ModelPage, about
from minitrans.views.numbers_page import SENTENCES, Words, encoded, trained
from minitrans.views.page import Page, pack


@pytest.fixture
def served():
    """served("watch", *arguments): start this command -> the URL of its page.  It is ended afterwards."""
    with contextlib.ExitStack() as stack:

        def start(name, *arguments):
            command = [sys.executable, "-m", "minitrans", name, "--port", "0", *map(str, arguments)]
            process = stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
            stack.callback(process.kill)
            return process.stdout.readline().split()[0]

        yield start


@contextlib.contextmanager
def watched_page(browser, story=False):
    """An empty page; a file tells its story by itself only if that is asked for.  What no page of ours does fails the
    test: a script fails, a dialog opens, a file asks for more than itself, or for what its policy forbids."""
    page, wrong = browser.new_page(), []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("dialog", lambda dialogue: (wrong.append(dialogue.message), dialogue.dismiss()))
    here = lambda url: url.startswith("file:") or not page.url.startswith("file:")  # noqa: E731
    page.on("request", lambda request: None if here(request.url) else wrong.append(request.url))
    page.add_init_script("addEventListener('securitypolicyviolation', (e) => { throw new Error(e.blockedURI); })")
    if not story:
        page.add_init_script("if (location.protocol === 'file:') location.hash ||= 'step=4'")
    page.set_default_timeout(20000)
    yield page
    page.close()
    assert wrong == []


@pytest.fixture
def page(browser):
    with watched_page(browser) as page:
        yield page


@pytest.fixture(scope="session")
def bundled():
    return minitrans.load(MODEL)


@pytest.fixture(scope="session")
def exported(bundled, tmp_path_factory):
    """The address of the page of the bundled model"""
    path = tmp_path_factory.mktemp("page") / "page.html"
    ModelPage(bundled.model, bundled.tokenizer, about(Run(MODEL)) | dict(length=40)).save(path)
    return path.as_uri()


@pytest.fixture
def opened(page, exported):
    page.goto(exported)
    page.locator("#how", has_text="beam of 4").wait_for()
    page.locator("#beam li").nth(3).wait_for()
    return page


@pytest.fixture(scope="module")
def computing(browser, exported):
    """The same page for tests that only compute in it"""
    with watched_page(browser) as page:
        page.goto(exported)
        yield page


@pytest.fixture
def page_of(page, tmp_path):
    """page_of(model, tokenizer, kind): the opened page of this model"""

    def open_it(model, tokenizer, kind):
        ModelPage(model, tokenizer, BARE, kind).save(tmp_path / "x.html")
        page.goto((tmp_path / "x.html").as_uri())
        return page

    return open_it


def softmax(x):
    return np.exp(x) / np.exp(x).sum(-1, keepdims=True)


def weights_of(rng, queries, keys, layers, heads, causal=False):
    scores = 3 * rng.standard_normal((layers, heads, queries, keys))
    weights = softmax(np.where(np.tri(queries, keys, dtype=bool), scores, -np.inf) if causal else scores)
    return np.round(weights * 65535) / 65535  # as exact as a page is


@pytest.fixture
def record_of(rng):
    """record_of(source, target, ...) -> the record of a model with random attention, and the attention as arrays"""

    def make(source, target, text="the unbelievable dog", *, layers=2, heads=3, **more):
        maps = dict(
            encoder=weights_of(rng, len(source), len(source), layers=layers, heads=heads),
            decoder=weights_of(rng, len(target), len(target), causal=True, layers=layers, heads=heads),
            cross=weights_of(rng, len(target), len(source), layers=layers, heads=heads),
        )
        nodes = [[None, "<s>", 0.0, "kept"]]
        for parent, piece in enumerate(target):
            nodes.append([parent and 2 * parent - 1, piece, -0.5 * len(nodes), "kept"])
            nodes.append([parent and 2 * parent - 1, "▁other", -9.0, "pruned"])
        nodes[-2][3] = "finished"
        record = dict(
            text=text,
            translation="der unglaubliche Hund",
            source=source,
            target=target,
            attention={kind: pack(weights) for kind, weights in maps.items()},
            likely=[[[piece, 0.75], ["▁other", 0.25]] for piece in target],
            probability=[0.75] * len(target),
            hypotheses=[[-1.5, "der unglaubliche Hund", len(nodes) - 2]],
            beam=nodes,
        )
        return record | more, maps

    return make


@pytest.fixture
def open_page(page, tmp_path):
    """open_page(record): the page that shows it"""

    def open_it(record):
        Page(record).save(tmp_path / "view.html")
        page.goto((tmp_path / "view.html").as_uri())
        return page

    return open_it


@pytest.fixture(scope="session")
def small_numbers():
    """The model of the page of all numbers, its vocabulary and its pairs"""
    vocabulary, pairs = encoded(SENTENCES)
    return trained(vocabulary, pairs), vocabulary, pairs


@pytest.fixture(scope="session")
def numbers_address(small_numbers, tmp_path_factory):
    path, (model, vocabulary, _) = tmp_path_factory.mktemp("numbers") / "numbers.html", small_numbers
    ModelPage(model, Words(vocabulary), BARE | dict(examples=[SENTENCES[0][0]]), "float64").save(path)
    return path.as_uri()


@pytest.fixture
def numbers(page, numbers_address):
    """This page, opened"""
    page.goto(numbers_address)
    page.locator("#beam").wait_for()
    return page


@pytest.fixture
def drawn(monkeypatch):
    """The figures that were saved."""
    saved, save = [], Figure.savefig
    monkeypatch.setattr(Figure, "savefig", lambda self, *a, **k: (saved.append(self), save(self, *a, **k)))
    return saved
