"""The file that shows a record: nothing in it can end the script, and nothing outside of it is needed."""

import html
import json
import re

import pytest

import minitrans
from minitrans.views.page import SCRIPTS, Page


@pytest.fixture(scope="module")
def page(tiny_run):
    return minitrans.load(tiny_run.path).view("the dog sees trees.")


def record_in(text):
    return json.loads(re.search(r'<script type="application/json" id="record">(.*?)</script>', text, re.S)[1])


def test_the_record_is_in_the_file_as_it_was(page, tmp_path):
    page.save(tmp_path / "x.html")
    assert record_in((tmp_path / "x.html").read_text(encoding="utf-8")) == json.loads(json.dumps(page.record))
    assert [path.name for path in tmp_path.iterdir()] == ["x.html"]


@pytest.mark.parametrize(
    "text", ["</script><script>alert(1)</script>", "<!-- <script>", "$record $style", "]]> & \u2028"]
)
def test_no_text_ends_the_record(text):
    written = str(Page({"text": text}))
    assert record_in(written) == {"text": text}
    assert written.count("<script") == str(Page({})).count("<script") == 2


def test_it_needs_nothing_else(page):
    text = str(page)
    assert re.findall(r"""\b(?:src|href)\s*=|url\(|@import|\bimport\b|fetch\(|XMLHttpRequest""", text) == []
    assert set(re.findall(r"https?://[^\"'\s]*", text)) == {"http://www.w3.org/2000/svg"}  # a name, not an address
    assert "default-src 'none'" in text


def test_every_script_is_in_it_and_in_the_demonstration():
    from minitrans.views.page import FOLDER

    demo = re.findall(r'<script src="(.*?)">', (FOLDER / "demo.html").read_text(encoding="utf-8"))
    assert demo == [*SCRIPTS, "demo.js"]


def test_a_notebook_shows_the_same_page(page):
    frame = page._repr_html_()
    assert html.unescape(re.search(r'srcdoc="([^"]*)"', frame)[1]) == str(page)
