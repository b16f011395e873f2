"""A real browser for the pages, and the commands that serve them."""

import contextlib
import subprocess
import sys
from pathlib import Path

import pytest

CHROMIUM = "/usr/bin/chromium"


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium, driven by Playwright; without either, the tests that need it are skipped."""
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: pip install playwright")
    if not Path(CHROMIUM).is_file():
        pytest.skip(f"there is no {CHROMIUM}")
    with api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def served():
    """served("watch", *arguments): start this command -> the URL of its page.  It is ended afterwards."""
    with contextlib.ExitStack() as stack:

        def start(name, *arguments):
            command = [sys.executable, "-m", f"minitrans.{name}", "--port", "0", *map(str, arguments)]
            process = stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
            stack.callback(process.kill)
            return process.stdout.readline().split()[0]

        yield start


@pytest.fixture
def page(browser):
    """An empty page.  A script that fails in it fails the test."""
    page, errors = browser.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_default_timeout(20000)
    yield page
    page.close()
    assert errors == []
