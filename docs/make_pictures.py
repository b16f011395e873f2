"""Draw the pictures of the documents again, of the bundled model: the page, its film, and those of `minitrans draw`.

    pip install -e '.[test]'           Playwright, which drives a Chromium that you have
    python docs/make_pictures.py       some minutes; writes into docs/pictures

page.sha256 is the hash of what decides how the page looks.  tests/test_pictures.py compares it, so that no picture is
older than its page.
"""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import minitrans
from minitrans.runs.run import Run
from minitrans.views.model_page import ModelPage, about
from minitrans.views.page import Page

FOLDER = Path(__file__).parent / "pictures"
MODEL = Path(__file__).parents[1] / "data" / "model" / "SHA256SUMS"
BROWSERS = "chromium", "chromium-browser", "google-chrome"
GRADIENT = "open('d:encoder.0.self_attention.query', 0, { detail: 1 }, { i: 1, j: 3 })"
SENTENCE = "A dog runs in the park."
DRAWN = dict(
    heads=["heads", SENTENCE],
    head=["heads", SENTENCE, "--head", "2"],
    beam=["beam", SENTENCE],
    entropy=["entropy"],
    rate=["rate"],
    lengths=["lengths"],
)


def looks() -> str:
    """The hash of the page without its numbers (style, scripts, palette), of the model, and of the two scripts."""
    paths = MODEL, Path(__file__), Path(__file__).with_name("make_film.py")
    files = [path.read_text(encoding="utf-8") for path in paths]
    return hashlib.sha256("\n".join([str(Page({})), *files]).encode()).hexdigest()


def shoot(browser, address):
    """page.png, and in numbers.png the array that GRADIENT opens"""
    tab = browser.new_page(color_scheme="light", viewport=dict(width=1400, height=900))
    tab.goto(f"{address}#step=4")
    tab.locator("#how", has_text="beam of 4").wait_for()
    tab.locator("#beam").wait_for()
    tab.screenshot(path=FOLDER / "page.png")
    tab.evaluate(GRADIENT)
    tab.locator(".check", has_text="Finite difference").wait_for()
    tab.locator("#inspector").screenshot(path=FOLDER / "numbers.png")
    tab.close()
    for name in ("page.png", "numbers.png"):
        smaller(FOLDER / name)


def smaller(path):
    """256 colours are enough, and less than half of the bytes, if the rare ones stay: those of attention are few."""
    from PIL import Image  # matplotlib needs it, so it is there

    picture = Image.open(path).convert("RGB")
    picture.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE).save(path, optimize=True)


def main():
    from make_film import record
    from playwright.sync_api import sync_playwright

    page, translator = FOLDER / "page.html", minitrans.load(MODEL.parent)
    ModelPage(translator.model, translator.tokenizer, about(Run(MODEL.parent))).save(page)
    with sync_playwright() as playwright:
        program = next(filter(None, map(shutil.which, BROWSERS)), None)
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        shoot(browser, page.as_uri())
        for scheme in ("light", "dark"):
            record(browser, page.as_uri(), scheme, FOLDER / f"film-{scheme}.webp")
        browser.close()
    page.unlink()
    for name, arguments in DRAWN.items():
        path = FOLDER / f"{name}.png"
        subprocess.run(
            [sys.executable, "-m", "minitrans", "draw", *arguments, "--run", "bundled", "-o", path], check=True
        )
        smaller(path)
    (FOLDER / "page.sha256").write_text(looks() + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
