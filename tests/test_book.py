"""The book as a PDF, as another program reads it: chapters, equations, contents, and nothing of this machine."""

import json
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
BROWSERS = "chromium", "chromium-browser", "google-chrome"
NEEDED = "sphinx", "myst_nb", "sphinx_book_theme", "sphinx-mathjax-offline", "pikepdf", "playwright", "pypdf"
NOTEBOOKS = sorted((ROOT / "chapters").glob("[01]*.ipynb"))


def texts(notebook):
    """Its markdown, without blocks of code"""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    found = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    return re.sub(r"^```.*?^```", "", found, flags=re.S | re.M)


def plain(text):
    """Without marks, formulas and spaces: what a heading and its line in the outline have in common"""
    return re.sub(r"\$.*?\$|[`*\s]", "", text)


@pytest.fixture(scope="module")
def pdf(tmp_path_factory):
    """The command of docs/README.md, read by pypdf"""
    if not any(map(shutil.which, BROWSERS)) or not all(map(find_spec, NEEDED)):
        pytest.skip("the book needs Chromium and pip install -e '.[docs,test]'")
    from pypdf import PdfReader

    command = re.search(r"^python (docs/\S+) (\S+)", (ROOT / "docs" / "README.md").read_text(encoding="utf-8"), re.M)
    out = tmp_path_factory.mktemp("book") / command[2]
    done = subprocess.run([sys.executable, command[1], out], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return PdfReader(out)


@pytest.fixture(scope="module")
def pages(pdf):
    return [page.extract_text() for page in pdf.pages]


@pytest.fixture(scope="module")
def outline(pdf):
    """[(title, page from 0, titles below it)]"""
    found = []
    for item in pdf.outline:
        if isinstance(item, list):
            found[-1][2].extend(each.title for each in item if not isinstance(each, list))
        else:
            found.append((item.title, pdf.get_destination_page_number(item), []))
    return found


def test_the_outline_lists_chapters_and_sections(outline):
    titles = [re.search(r"^# (.+)$", texts(notebook), re.M)[1] for notebook in NOTEBOOKS]
    titles += ["Mathematics you need", "Appendix: The same in PyTorch", "Glossary"]
    assert [title for title, _, _ in outline] == titles
    for notebook, (_, _, sections) in zip(NOTEBOOKS, outline[:-3], strict=True):
        headings = re.findall(r"^## (.+)$", texts(notebook), re.M)
        assert len(headings) > 3 and len(headings) <= len(sections)
        exact = [heading for heading in headings if "$" not in heading]
        assert [each for each in exact if plain(each) not in map(plain, sections)] == []


def test_a_chapter_begins_on_the_page_that_the_contents_name(outline, pages):
    starts = [page for _, page, _ in outline]
    assert len(pages) > 300 and starts == sorted(set(starts))
    contents = plain("".join(pages[1 : starts[0]]))
    for title, page, _ in outline:
        begin = plain(pages[page])[: len(title) + 40]  # the number of the page, numbers of equations, and the title
        assert begin.startswith(f"{page + 1}") and plain(title) in begin
        assert f"{plain(title)}{page + 1}" in contents


def test_each_displayed_formula_has_its_number(outline, pages):
    for notebook, (_, start, _), (_, end, _) in zip(NOTEBOOKS, outline, outline[1:], strict=False):
        chapter = re.match(r"0*(\d+b?)_", notebook.name)[1]
        numbers = set(re.findall(rf"\({chapter}\.(\d+)\)", "".join(pages[start:end])))
        count = len(re.findall(r"\$\$.+?\$\$", texts(notebook), re.S))
        assert numbers >= {str(number) for number in range(1, count + 1)} and str(count + 1) not in numbers


def test_formulas_are_typeset_and_nothing_tells_of_this_machine(pdf, pages):
    text = "".join(pages)
    assert text.count("√") > 50 and re.findall(r"\\frac|\\sqrt|\\sum", text) == []
    links = [link["/A"]["/URI"] for page in pdf.pages for link in page.annotations or () if "/A" in link]
    assert [link for link in links if not link.startswith("http")] == []
    hidden = re.compile(r"file:/|localhost|" + re.escape(str(ROOT)))
    assert hidden.findall(text + "".join(links) + str(pdf.metadata)) == []
