"""Draw the pictures of the page again: the flow, for light and for dark screens, and the gradient of an array.

    pip install -e '.[test]'           Playwright, which drives a Chromium that you have
    python docs/make_pictures.py       writes docs/pictures/page-light.png, page-dark.png, numbers.png and page.sha256

page.sha256 is the hash of what decides how the page looks.  tests/test_pictures.py compares it, so that a picture is
never older than its page.
"""

import hashlib
import shutil
from pathlib import Path

import minitrans
from minitrans.runs.run import Run
from minitrans.views.model_page import ModelPage, about
from minitrans.views.page import filled

FOLDER = Path(__file__).parent / "pictures"
MODEL = Path(__file__).parents[1] / "data" / "model" / "SHA256SUMS"
BROWSERS = "chromium", "chromium-browser", "google-chrome"
GRADIENT = "open('d:encoder.0.self_attention.query', 0, { detail: 1 }, { i: 1, j: 3 })"


def looks() -> str:
    """The hash of the page without its numbers (style, scripts, palette), of the model, and of this script."""
    files = [path.read_text(encoding="utf-8") for path in (MODEL, Path(__file__))]
    return hashlib.sha256("\n".join([filled({}), *files]).encode()).hexdigest()


def draw(browser, page, scheme, name, script=""):
    tab = browser.new_page(color_scheme=scheme, viewport=dict(width=1400, height=900))
    tab.goto(page.as_uri())
    tab.locator("#how", has_text="beam of 4").wait_for()
    tab.locator("#beam").wait_for()
    if script:
        tab.evaluate(script)
        tab.locator(".check", has_text="Finite difference").wait_for()
    tab.screenshot(path=FOLDER / name)


def main():
    from playwright.sync_api import sync_playwright

    page, translator = FOLDER / "page.html", minitrans.load(MODEL.parent)
    ModelPage(translator.model, translator.tokenizer, about(Run(MODEL.parent))).save(page)
    with sync_playwright() as playwright:
        program = next(filter(None, map(shutil.which, BROWSERS)), None)
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        draw(browser, page, "light", "page-light.png")
        draw(browser, page, "dark", "page-dark.png")
        draw(browser, page, "light", "numbers.png", GRADIENT)
        browser.close()
    page.unlink()
    for name in ("page-light.png", "page-dark.png", "numbers.png"):
        smaller(FOLDER / name)
    (FOLDER / "page.sha256").write_text(looks() + "\n", encoding="utf-8", newline="\n")


def smaller(path):
    """256 colours are enough, and less than half of the bytes, if the rare ones stay: those of attention are few."""
    from PIL import Image  # matplotlib needs it, so it is there

    picture = Image.open(path).convert("RGB")
    picture.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    main()
