"""Draw the pictures of pages again: `minitrans view` for the README, for light and for dark screens, the page that
translates with a change, and `minitrans numbers`.

    pip install -e '.[test]'           Playwright, which drives a Chromium that you have
    python docs/make_pictures.py       writes docs/pictures/page-light.png, page-dark.png, change.png, numbers.png and
                                       page.sha256

page.sha256 is the hash of what decides how the pages look.  tests/test_pictures.py compares it, so that a picture is
never older than its page.
"""

import hashlib
import shutil
from pathlib import Path

import minitrans
from minitrans.runs.run import Run
from minitrans.views.model_page import ModelPage, about, filled
from minitrans.views.numbers_page import NumbersPage, numbers_page
from minitrans.views.page import Page

SENTENCE = "Yesterday the old man picked the child up."  # German says "has", and puts the rest of the verb at the end
CHANGE = "#text=Her+mother+picks+the+child+up.&off=decoder.1.self_attention"  # the decoder forgets its verb
FOLDER = Path(__file__).parent / "pictures"
MODEL = Path(__file__).parents[1] / "data" / "model" / "SHA256SUMS"
BROWSERS = "chromium", "chromium-browser", "google-chrome"


def looks() -> str:
    """The hash of the pages without their numbers (style, scripts, palette), of the model, and of this script."""
    pages = str(Page({})), filled({}), str(NumbersPage({}))
    files = [path.read_text(encoding="utf-8") for path in (MODEL, Path(__file__))]
    return hashlib.sha256("\n".join([*pages, *files]).encode()).hexdigest()


def draw_view(browser, page):
    """The attention of the page of `minitrans view`"""
    minitrans.load(MODEL.parent).view(SENTENCE).save(page)
    for scheme in ("light", "dark"):
        tab = browser.new_page(color_scheme=scheme, viewport=dict(width=860, height=900))
        tab.goto(page.as_uri())
        tab.get_by_text("join pieces to words").click()
        tab.mouse.move(0, 0)
        box = tab.locator("#attention .scroll").bounding_box()
        clip = dict(x=0, y=0, width=860, height=round(box["y"] + box["height"] + 4))
        tab.screenshot(path=FOLDER / f"page-{scheme}.png", clip=clip)


def draw_change(browser, page):
    """The page that translates, down to its panel"""
    translator = minitrans.load(MODEL.parent)
    ModelPage(translator.model, translator.tokenizer, about(Run(MODEL.parent))).save(page)
    tab = browser.new_page(viewport=dict(width=1000, height=1200))
    tab.goto(page.as_uri() + CHANGE)
    tab.locator("#changed-how", has_text="beam of 4").wait_for()
    for name in ("how", "changed-how"):  # the time of this machine says nothing
        tab.locator(f"#{name}").evaluate(r"(node) => { node.textContent = node.textContent.replace(/, \d+ ms/, ''); }")
    box = tab.locator("#change").bounding_box()
    clip = dict(x=0, y=0, width=1000, height=round(box["y"] + box["height"] + 12))
    tab.screenshot(path=FOLDER / "change.png", clip=clip)


def draw_numbers(browser, page):
    numbers_page().save(page)
    tab = browser.new_page(viewport=dict(width=1330, height=450))
    tab.goto(f"{page.as_uri()}#d:decoder.0.self_attention.masked.0/4/3")
    tab.locator("#check", has_text="Finite difference").wait_for()
    tab.locator("#columns").evaluate("(node) => node.scrollIntoView()")
    tab.screenshot(path=FOLDER / "numbers.png")


def main():
    from playwright.sync_api import sync_playwright

    page = FOLDER / "page.html"
    with sync_playwright() as playwright:
        program = next(filter(None, map(shutil.which, BROWSERS)), None)
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        draw_view(browser, page)
        draw_change(browser, page)
        draw_numbers(browser, page)
        browser.close()
    page.unlink()
    (FOLDER / "page.sha256").write_text(looks() + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
