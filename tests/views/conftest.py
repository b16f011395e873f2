"""A real browser for the pages, and the commands that serve them."""

import base64
import contextlib
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from matplotlib.figure import Figure

import minitrans
from minitrans.runs.run import MODEL, Run
from minitrans.views.model_page import BARE, ModelPage, about
from minitrans.views.numbers_page import SENTENCES, Words, encoded, trained
from minitrans.views.sentence_page import SentencePage, record
from minitrans.views.trace import forward


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
    """An empty page.  story: whether a file tells its story by itself

    The test fails if a script fails, a dialog opens, or a file requests more than itself or what its policy forbids.
    """
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


def settled(page, how="beam of 4"):
    """Wait until the page shows what this search has found."""
    page.locator("#how", has_text=how).wait_for()


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
    settled(page)
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


class AnyPieces:
    """A tokenizer that knows every piece that it meets."""

    def __init__(self):
        self.known = ["<pad>", "<s>", "</s>", "<unk>"]
        self.target = self

    def id(self, piece):
        if piece not in self.known:
            self.known.append(piece)
        return self.known.index(piece)

    def words(self, ids):
        return [self.known[id] if id < len(self.known) else f"▁{id}" for id in ids]


def arrays_in(record):
    """-> {name: array} of what is packed in a record"""
    found, rest = {}, base64.b64decode(record["data"])
    for each in record["tensors"]:
        data, rest = rest[: each["bytes"]], rest[each["bytes"] :]
        found[each["name"]] = np.frombuffer(data, np.dtype(each["kind"]).newbyteorder("<")).reshape(each["shape"])
    assert rest == b""
    return found


def shares_in(record):
    """-> the probabilities of the pieces that a record names, of each step"""
    powers = np.exp(arrays_in(record)["logits"].astype(float))
    return powers / (powers.sum(1) + record["rest"])[:, None]


SHOWN = """() => {
  const finite = (v) => (Number.isFinite(v) ? v : null);
  const rows = (matrix) => matrix.rows.map((_, i) => [...matrix.row(i)].map(finite));
  const all = [...shown.arrays.values()].filter(({ entry }) => entry);
  return [shown.written, Object.fromEntries(all.map((matrix) => [matrix.name, [matrix.columns, rows(matrix)]]))];
}"""  # -> [words, {name: (columns, rows)}]


def same_arrays(found, expected, apart=2e-5):
    """Both as of SHOWN; an array of next words may have fewer columns."""
    for name, (columns, rows) in found.items():
        names, numbers = expected[name]
        if len(columns) < len(names):
            numbers = [[row[names.index(column)] for column in columns] for row in numbers]
        np.testing.assert_allclose(np.array(rows, float), np.array(numbers, float), atol=apart, err_msg=name)


@pytest.fixture
def record_of(small_model):
    """record_of(source, target, ...) -> the record of a random model that writes `target`, and its attention

    record_of.model: this model
    """
    tokenizer = AnyPieces()

    def make(source, target, text="the unbelievable dog", *, layers=2, heads=3, **more):
        model = make.model = small_model(layers=layers, heads=heads, d_model=4 * heads, vocabulary=200)
        source_ids, target_ids = ([tokenizer.id(piece) for piece in pieces[:-1]] for pieces in (source, target))
        logits, attention, arrays = forward(model, source_ids, target_ids)
        beam = [(None, "<s>", 0.0, "kept")]
        for parent, piece in enumerate(target):
            beam.append((parent and 2 * parent - 1, piece, -0.5 * len(beam), "kept"))
            beam.append((parent and 2 * parent - 1, "▁other", -9.0, "pruned"))
        beam[-2] = (*beam[-2][:3], "finished")
        trace = SimpleNamespace(
            text=text,
            translation="der unglaubliche Hund",
            source=source,
            target=target,
            source_ids=source_ids,
            target_ids=target_ids,
            logits=logits,
            arrays=arrays,
            hypotheses=[(-1.5, "der unglaubliche Hund", len(beam) - 2)],
            beam=beam,
            tree=None,
            repaired=False,
        )
        made = record(trace, SimpleNamespace(model=model, tokenizer=tokenizer, config=model.config))
        return made | more, attention

    return make


@pytest.fixture
def open_page(page, tmp_path, record_of):
    """open_page(record, ...): the page that shows these, of the model of the last one that `record_of` made"""

    def open_it(*records, model=None):
        SentencePage(model or record_of.model, records).save(tmp_path / "view.html")
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
