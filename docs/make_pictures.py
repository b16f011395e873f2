"""Draw pictures of two pages again: of `minitrans view` for the README, light and dark, and of `minitrans numbers`.

    pip install -e '.[test]'           Playwright, which drives a Chromium that you have
    python docs/make_pictures.py       writes docs/pictures/page-light.png, page-dark.png, numbers.png and page.sha256

page.sha256 is the hash of what decides how the pages look.  tests/test_pictures.py compares it, so that a picture is
never older than its page.
"""

import hashlib
import shutil
from pathlib import Path

import minitrans
from minitrans.views.numbers_page import NumbersPage, encoded, record, trained
from minitrans.views.page import Page

SENTENCE = "Yesterday the old man picked the child up."  # German says "has", and puts the rest of the verb at the end
FOLDER = Path(__file__).parent / "pictures"
MODEL = Path(__file__).parents[1] / "data" / "model" / "SHA256SUMS"
BROWSERS = "chromium", "chromium-browser", "google-chrome"


def looks() -> str:
    """The hash of the pages without their numbers (style, scripts, palette), of the model, and of this script."""
    files = [path.read_text(encoding="utf-8") for path in (MODEL, Path(__file__))]
    return hashlib.sha256("\n".join([str(Page({})), str(NumbersPage({})), *files]).encode()).hexdigest()


def draw_view(browser, page):
    minitrans.load(MODEL.parent).view(SENTENCE).save(page)
    for scheme in ("light", "dark"):
        tab = browser.new_page(color_scheme=scheme, viewport=dict(width=860, height=900))
        tab.goto(page.as_uri())
        tab.get_by_text("join pieces to words").click()
        tab.mouse.move(0, 0)
        box = tab.locator("#attention .scroll").bounding_box()
        clip = dict(x=0, y=0, width=860, height=round(box["y"] + box["height"] + 4))
        tab.screenshot(path=FOLDER / f"page-{scheme}.png", clip=clip)


def draw_numbers(browser, page):
    vocabulary, pairs = encoded()
    NumbersPage(record(trained(vocabulary, pairs), vocabulary, pairs)).save(page)
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
        draw_numbers(browser, page)
        browser.close()
    page.unlink()
    (FOLDER / "page.sha256").write_text(looks() + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
