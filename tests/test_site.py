"""The book as a site: every page is there, every link leads somewhere, and nothing comes from the network."""

import base64
import importlib
import inspect
import json
import re
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
SOURCES = [*CHAPTERS, *sorted((ROOT / "chapters").glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
SOURCES += sorted((ROOT / "docs" / "site" / "reference").glob("*.rst"))
SOURCES += [ROOT / "README.md", ROOT / "data" / "README.md", ROOT / "minitrans" / "grading" / "README.md"]
LOADING = dict(
    script="src", img="src", source="srcset", iframe="src", video="src", audio="src", object="data", embed="src"
)


class Parsed(HTMLParser):
    """A page: its ids, the targets of its links, what it loads, and its text."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loaded, self.texts = set(), [], [], []
        self.feed(path.read_text(encoding="utf-8"))
        self.text = "".join(self.texts)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.ids |= {found[name] for name in ("id", "name") if found.get(name)}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif tag == "link" and "stylesheet" in found["rel"] or tag == "link" and "icon" in found["rel"]:
            self.loaded.append(found["href"])
        elif found.get(LOADING.get(tag)):
            self.loaded.append(found[LOADING[tag]])

    def handle_data(self, data):
        self.texts.append(data)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The command of docs/README.md."""
    if not all(map(find_spec, ("sphinx", "myst_nb", "sphinx_book_theme", "sphinx-mathjax-offline"))):
        pytest.skip("the site needs pip install -e '.[docs]'")
    command = re.search(r"python (-m sphinx .*?) +#", (ROOT / "docs" / "README.md").read_text(encoding="utf-8"))[
        1
    ].split()
    assert "-n" in command and "-W" in command
    out = tmp_path_factory.mktemp("site")
    done = subprocess.run([sys.executable, *command[:-1], out], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return out


@pytest.fixture(scope="module")
def parsed(site):
    return cache(Parsed)


def pages_of(site):
    """All pages, without the templates that the theme leaves beside its styles, and without JupyterLite."""
    return [page for page in sorted(site.rglob("*.html")) if page.relative_to(site).parts[0] not in ("_static", "lite")]


def page_of(site, source):
    return site / source.relative_to(ROOT).with_suffix(".html")


def test_every_page_is_there(site):
    assert len(SOURCES) > 80
    assert [source for source in SOURCES if not page_of(site, source).is_file()] == []


def test_links_lead_somewhere(site, parsed):
    broken, seen = [], 0
    for page in pages_of(site):
        for link in parsed(page).links + parsed(page).loaded:
            parts = urlsplit(link)
            if parts.scheme:
                continue
            target = page.parent / unquote(parts.path) if parts.path else page
            seen += 1
            if not target.is_file() or parts.fragment and unquote(parts.fragment) not in parsed(target.resolve()).ids:
                broken.append(f"{page.relative_to(site)}: {link}")
    assert seen > 1000 and broken == []


def test_nothing_comes_from_the_network(site, parsed):
    loaded = {(page.name, url) for page in pages_of(site) for url in parsed(page).loaded}
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    assert len(loaded) > 100
    assert [each for each in loaded if urlsplit(each[1]).netloc] == []
    assert re.findall(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//[^)]*", styles) == []
    assert (site / "_static" / "mathjax" / "tex-chtml.js").is_file()


def test_the_front_page_translates_and_has_four_doors(site):
    text = (site / "index.html").read_text(encoding="utf-8")
    model = json.loads(re.search(r'id="model">(.*?)</script>', text, re.S)[1])
    weights = base64.b64decode(re.search(r'id="weights">(.*?)</script>', text, re.S)[1])
    assert len(weights) == 2 * model["weights"] > 10**6  # 16 bits each
    assert re.findall(r"<a href=[^>]*><b>(\w+)</b>", text) == ["Book", "Build", "Teach", "Use"]


def test_the_library_lists_modules_in_reading_order(site, parsed):
    text = parsed(site / "docs" / "site" / "reference" / "index.html").text
    assert re.search(r"\.data: .*\.ops: .*\.ops\.softmax: .*\.nn\.transformer: .*\.commands\.train: ", text, re.S)


def test_the_index_is_no_wider_than_a_phone(site, browser):
    page = browser.new_page(viewport=dict(width=400, height=800))
    page.goto((site / "genindex.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == 400
    page.close()


def test_search_finds_layer_norm(site):
    index = json.loads((site / "searchindex.js").read_text(encoding="utf-8").partition("(")[2].rstrip().rstrip(");"))
    found = [index[kind]["layer_norm"] for kind in ("terms", "titleterms")]  # a number, or a list of numbers
    numbers = sum((each if isinstance(each, list) else [each] for each in found), [])
    assert {"docs/site/reference/ops", "chapters/04_layer_norm"} <= {index["docnames"][at] for at in numbers}


@pytest.mark.parametrize("address", ["file://{}", "http://site"], ids=["folder", "server"])
@pytest.mark.parametrize(
    ("query", "title"),
    [("attention", "5. Attention"), ("heads", "6. Multi-head attention"), ("layer norm", "4. Residual connections"),
     ("train", "12. Train a translator"), ("sqrt", "7. Embeddings")],
)  # fmt: skip
def test_search_has_titles_first_and_no_latex(site, browser, address, query, title):
    page = browser.new_page()
    page.route("http://site/**", lambda route: route.fulfill(path=site / urlsplit(route.request.url).path[1:]))
    errors = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto(f"{address.format(site)}/search.html?q={query}")
    page.wait_for_function("/found .* page/.test(document.querySelector('.search-summary')?.innerText)")
    if address.startswith("http"):
        page.wait_for_selector("ul.search p.context", state="attached")
    assert page.inner_text("ul.search a").startswith(title) and errors == []
    assert re.findall(r"\\[(\[]|\\(?:sqrt|mathrm|frac)", page.inner_text("ul.search")) == []
    page.close()


@pytest.mark.parametrize("source", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_is_shown_as_it_was_committed(site, parsed, source):
    """All that it printed; drawing code, hints and solutions are folded; each picture has its text."""
    page, cells = parsed(page_of(site, source)), json.loads(source.read_text(encoding="utf-8"))["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    shown = [words(line) for line in page.text.splitlines()]
    for line in [line for output in outputs for line in "".join(output.get("text", "")).splitlines()]:
        assert words(line) in shown
    hidden = [cell for cell in cells if "hide-input" in cell["metadata"].get("tags", [])]
    answers = "".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown").count("<details>")
    html = page_of(site, source).read_text(encoding="utf-8")
    assert len(re.findall(r'<details class="admonition hide', html)) == len(hidden)
    assert len(re.findall("<details><summary>(?!<span)", html)) == answers  # those with <span> belong to the theme
    alts = {words(alt) for alt in re.findall(r'<img alt="([^"]+)"', html)}
    assert len([output for output in outputs if "image/png" in output.get("data", {})]) <= html.count("<img alt=")
    assert len(alts) > 1 and "_images/" not in "".join(alts)


def words(text):
    return " ".join(text.split())


def test_docstrings_are_shown_word_by_word(site, parsed):
    """Of each function and class of the modules in the reference, apart from the marks of code."""
    compared = 0
    for source in sorted((ROOT / "docs" / "site" / "reference").glob("*.rst")):
        text = words(parsed(page_of(site, source)).text).replace("`", "")
        for name in re.findall(r"automodule:: (\S+)\n(?!   :no-members)", source.read_text(encoding="utf-8")):
            for member, thing in vars(importlib.import_module(name)).items():
                own = getattr(thing, "__module__", None) == name and not member.startswith("_")
                if own and (inspect.isfunction(thing) or inspect.isclass(thing)) and thing.__doc__:
                    assert words(inspect.getdoc(thing)).replace("`", "") in text, f"{name}.{member}"
                    compared += 1
    assert compared > 100


def test_links_to_the_library_lead_to_its_reference(site, parsed):
    assert "site/reference/ops.html#module-minitrans.ops" in parsed(site / "docs" / "architecture.html").links
    chapter = parsed(site / "chapters" / "05_attention.html").links
    assert "../docs/site/reference/ops.html#module-minitrans.ops.softmax" in chapter
    assert "06_multi_head.html" in chapter  # "Chapter 6" in the text
