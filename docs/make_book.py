"""The chapters as one PDF: contents, numbered equations, links, bookmarks, hints and solutions behind each chapter.

    pip install -e '.[docs]'
    python docs/make_book.py build/book.pdf     Sphinx makes one page of all chapters; Chromium, or Chrome, prints it
"""

import io
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright
from pypdf import PdfReader

import minitrans

ROOT = Path(__file__).parents[1]
BROWSERS = "chromium", "chromium-browser", "google-chrome"
OPTIONS = {
    "root_doc": "docs/site/book/book",
    "include_patterns": "chapters/*.ipynb,chapters/appendix_mathematics.md,docs/glossary.md,docs/site/book/book.rst",
    "extensions": "myst_nb,sphinx.ext.mathjax,equations,links,local_mathjax,pictures",
    "release": minitrans.__version__,
    "templates_path": "book",
    "html_static_path": "book",
    "suppress_warnings": "myst.header,myst.xref_missing",  # links to pages of the site stay as text
}
NUMBER = """pages => document.querySelectorAll("nav a").forEach(line => line.dataset.page = pages[line.hash.slice(1)])"""


def build(folder):
    """One page of all chapters -> its path"""
    settings = [f"-D{name}={value}" for name, value in OPTIONS.items()]
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "singlehtml", "-c", ROOT / "docs/site", *settings, ROOT, folder]
    subprocess.run(command, check=True)
    page = Path(folder, OPTIONS["root_doc"]).with_suffix(".html")
    return page.rename(Path(folder, "book.html"))  # its styles and pictures are named from there


def printed(url):
    """-> the PDF, as bytes.  It is printed twice, since only the first print tells the pages of the contents."""
    with sync_playwright() as playwright:
        program = next(filter(None, map(shutil.which, BROWSERS)), None)
        with playwright.chromium.launch(executable_path=program, args=["--no-sandbox"]) as browser:
            page = browser.new_page()
            page.goto(url)
            page.evaluate("MathJax.startup.promise")
            options = dict(prefer_css_page_size=True, print_background=True, outline=True, tagged=True)
            first = PdfReader(io.BytesIO(page.pdf(**options)))
            targets = first.named_destinations.items()
            page.evaluate(NUMBER, {name: first.get_destination_page_number(target) + 1 for name, target in targets})
            return page.pdf(**options)


def main():
    with TemporaryDirectory() as folder:
        pdf = printed(build(folder).as_uri())
    path = Path(sys.argv[1])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pdf)


if __name__ == "__main__":
    main()
