"""The chapters as one PDF: contents, numbered equations, links, bookmarks, hints and solutions behind each chapter.

    pip install -e '.[docs]'
    python docs/make_book.py build/book.pdf

Sphinx makes one page of all chapters; Chromium, or Chrome, prints it.
"""

import io
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pikepdf
from playwright.sync_api import sync_playwright

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
NUMBER = """pages => {
  for (const line of document.querySelectorAll("nav a")) line.dataset.page = pages[line.hash.slice(1)];
}"""


def build(folder):
    """One page of all chapters -> its path"""
    settings = [f"-D{name}={value}" for name, value in OPTIONS.items()]
    sphinx = [sys.executable, "-m", "sphinx", "-q", "-b", "singlehtml", "-c", ROOT / "docs/site"]
    subprocess.run([*sphinx, *settings, ROOT, folder], check=True)
    page = Path(folder, OPTIONS["root_doc"]).with_suffix(".html")
    return page.rename(Path(folder, "book.html"))  # its styles and pictures are named from there


def pages_of(pdf):
    """-> {id of an element that something links to: its page, from 1}"""
    return {str(name)[1:]: pikepdf.Page(target[0]).index + 1 for name, target in pdf.Root.Dests.items()}


def printed(url):
    """-> the PDF.  It is printed twice, since only the first print tells the pages of the contents."""
    with sync_playwright() as playwright:
        program = next(filter(None, map(shutil.which, BROWSERS)), None)
        with playwright.chromium.launch(executable_path=program, args=["--no-sandbox"]) as browser:
            page = browser.new_page()
            page.goto(url, timeout=0)  # the formulas take their time
            page.evaluate("MathJax.startup.promise")
            options = dict(prefer_css_page_size=True, print_background=True, outline=True, tagged=True)
            page.evaluate(NUMBER, pages_of(pikepdf.open(io.BytesIO(page.pdf(**options)))))
            return pikepdf.open(io.BytesIO(page.pdf(**options)))


def main():
    path = Path(sys.argv[1])
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        pdf = printed(build(folder).as_uri())
    pdf.save(path, object_stream_mode=pikepdf.ObjectStreamMode.generate)  # a third of the size


if __name__ == "__main__":
    main()
