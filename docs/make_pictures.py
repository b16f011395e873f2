"""Draw the picture of the README again: the page of `minitrans view`, for light and for dark screens.

    pip install -e '.[test]'           Playwright, which drives a Chromium that you have
    python docs/make_pictures.py       writes docs/pictures/page-light.png, page-dark.png and page.sha256

page.sha256 is the hash of what decides how the page looks.  tests/test_pictures.py compares it, so that a picture is
never older than the page.
"""

import hashlib
import shutil
from pathlib import Path

import minitrans
from minitrans.views.page import Page

SENTENCE = "Yesterday the old man picked the child up."  # German says "has", and puts the rest of the verb at the end
FOLDER = Path(__file__).parent / "pictures"
MODEL = Path(__file__).parents[1] / "data" / "model" / "SHA256SUMS"
BROWSERS = "chromium", "chromium-browser", "google-chrome"


def looks() -> str:
    """The hash of the page without its numbers (style, scripts, palette), of the model, and of this script."""
    texts = [str(Page({})), MODEL.read_text(encoding="utf-8"), Path(__file__).read_text(encoding="utf-8")]
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def main():
    from playwright.sync_api import sync_playwright

    page = FOLDER / "page.html"
    minitrans.load(MODEL.parent).view(SENTENCE).save(page)
    with sync_playwright() as playwright:
        program = next(filter(None, map(shutil.which, BROWSERS)), None)
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for scheme in ("light", "dark"):
            tab = browser.new_page(color_scheme=scheme, viewport=dict(width=860, height=900))
            tab.goto(page.as_uri())
            tab.get_by_text("join pieces to words").click()
            tab.mouse.move(0, 0)
            box = tab.locator("#attention .scroll").bounding_box()
            clip = dict(x=0, y=0, width=860, height=round(box["y"] + box["height"] + 4))
            tab.screenshot(path=FOLDER / f"page-{scheme}.png", clip=clip)
        browser.close()
    page.unlink()
    (FOLDER / "page.sha256").write_text(looks() + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
