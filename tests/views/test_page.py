"""The file that shows a trace: nothing in it can end the script, and nothing outside of it is needed."""

import html
import json
import re

import pytest

import minitrans
from minitrans.views.page import FOLDER, IMPORT, modules, text_of
from minitrans.views.sentence_page import SentencePage

SENTENCE = "the dog sees trees."


@pytest.fixture(scope="module")
def model(tiny_run):
    return minitrans.load(tiny_run.path)


@pytest.fixture(scope="module")
def page(model):
    return model.view(SENTENCE)


def records_in(text):
    return json.loads(re.search(r'<script type="application/json" id="model">(.*?)</script>', text, re.S)[1])["records"]


def test_the_record_is_in_the_file_as_it_was(page, tmp_path):
    page.save(tmp_path / "x.html")
    assert records_in((tmp_path / "x.html").read_text(encoding="utf-8")) == json.loads(json.dumps(page.records))
    assert [path.name for path in tmp_path.iterdir()] == ["x.html"]


@pytest.mark.parametrize(
    "text", ["</script><script>alert(1)</script>", "<!-- <script>", "$model $style", "]]> & \u2028"]
)
def test_no_text_ends_the_record(model, text):
    written = str(SentencePage(model.model, [{"text": text}]))
    assert records_in(written) == [{"text": text}]
    assert written.count("<script") == str(SentencePage(model.model, [])).count("<script") == 3


def test_it_needs_nothing_else(page):
    text = str(page)
    assert re.findall(r"""\b(?:src|href)\s*=|url\(|@import|\bimport\b|XMLHttpRequest""", text) == []
    assert set(re.findall(r"https?://[^\"'\s]*", text)) == {"http://www.w3.org/2000/svg"}  # a name, not an address
    assert "default-src 'none'" in text


def test_a_notebook_shows_the_same_page(page):
    frame = page._repr_html_()
    assert html.unescape(re.search(r'srcdoc="([^"]*)"', frame)[1]) == str(page)


def test_modules_become_one_script():
    """Each once, after what it imports, and with names that no other module has: a later function would replace it."""
    for entry in ("flow.js", "watch.js"):
        found = modules(entry, {})
        names = re.findall(r"^(?:async )?(?:function\*?|class) (\w+)", "\n".join(found.values()), re.M)
        names += re.findall(r"^(?:const|let) (\w+) =", "\n".join(found.values()), re.M)
        assert len(names) > 10 and len(set(names)) == len(names)
        order = list(found)
        for name in order:
            assert all(order.index(other) < order.index(name) for other in IMPORT.findall(text_of(name)))
    assert {path.name for path in FOLDER.glob("*.js")} == {*modules("flow.js", {}), *modules("watch.js", {})}


def test_lines_are_not_too_long():
    for path in [*FOLDER.glob("*.js"), *FOLDER.glob("*.css")]:
        assert max(map(len, path.read_text(encoding="utf-8").splitlines())) <= 120, path.name
