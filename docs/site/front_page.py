"""The page that Sphinx does not make: the front page, which translates, with four doors above it."""

import shutil
from pathlib import Path

from minitrans.runs.run import MODEL, Run
from minitrans.translator import Translator
from minitrans.views.model_page import ModelPage, about
from minitrans.views.page import hash_of

FOLDER = Path(__file__).parent
BOOK = '<a href="book.pdf"><b>Print</b> the book</a>\n'  # where docs/make_book.py has made it


def front_page(book, description):
    """-> the HTML file of the bundled model, with doors.html and doors.css

    book: is book.pdf there?  description: what search engines show
    """
    run = Run(MODEL)
    translator = Translator.load(run)
    page = str(ModelPage(translator.model, translator.tokenizer, about(run) | dict(book="chapters/")))
    doors, style = ((FOLDER / f"doors.{kind}").read_text(encoding="utf-8") for kind in ("html", "css"))
    doors = doors.replace("</nav>", f"{BOOK * book}</nav>", 1)
    page = page.replace("style-src '", f"style-src '{hash_of(style)}' '", 1)
    head = f'<meta name="description" content="{description}">\n<style>{style}</style>\n'
    page = page.replace("</head>", f"{head}</head>", 1)
    return page.replace("<header>\n", f"{doors}<header>\n", 1)


def write(app, error):
    if not error:
        if (book := app.srcdir / "build" / "book.pdf").is_file():
            shutil.copy(book, app.outdir)
        page = front_page((app.outdir / "book.pdf").is_file(), app.config.myst_html_meta["description"])
        (app.outdir / "index.html").write_text(page, encoding="utf-8")


def lead_home(app, pagename, templatename, context, doctree):
    """The name of the site, on each page, leads to the front page, which is not made by Sphinx."""
    context["theme_logo_link"] = context["pathto"]("index.html", resource=True)


def setup(app):
    app.connect("build-finished", write)
    app.connect("html-page-context", lead_home)
