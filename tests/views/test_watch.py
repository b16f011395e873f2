"""The page that follows runs, in a browser, while a run trains, is killed, is resumed, and is removed."""

import json
import shutil
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.slow

TRAIN = [sys.executable, "-m", "minitrans.train"]
QUIET = dict(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
STATE = "[String(getSelection()), document.activeElement.name, scrollY, whatIs('charts').src]"


def picture(page, other_than=None):
    """The address of the picture, as soon as there is another one."""
    for _ in range(200):
        if (now := page.locator("#charts").get_attribute("src")) != other_than:
            return now
        page.wait_for_timeout(100)
    raise AssertionError("the page shows the same picture")


def table(page):
    """{name of a run: {title of a column: the last value}}"""
    heads, *runs = [line.locator("th, td").all_inner_texts() for line in page.locator("#runs tr").all()]
    names = page.locator("#runs b").all_inner_texts()
    return {name: dict(zip(heads[1:], run[1:], strict=True)) for name, run in zip(names, runs, strict=True)}


@pytest.mark.parametrize("score", ["valid_bleu", "valid_f1"])
def test_values_are_those_of_the_log(page, served, tiny_run, tmp_path, score):
    shutil.copytree(tiny_run.path, tmp_path / "a")
    text = (tmp_path / "a" / "log.jsonl").read_text(encoding="utf-8").replace("valid_bleu", score)
    (tmp_path / "a" / "log.jsonl").write_text(text, encoding="utf-8")
    columns = {"training loss": "loss", "validation perplexity": "valid_perplexity"}
    columns |= {"BLEU" if score == "valid_bleu" else "F1 of trees": score, "learning rate": "rate"}
    columns |= {"tokens per second": "tokens_per_second", "gradient norm": "gradient_norm"}
    last = {name: value for line in text.splitlines() for name, value in json.loads(line).items()}
    page.goto(served("watch", tmp_path))
    drawn = picture(page)
    found = {title: float(value) for title, value in table(page)[f"{tmp_path}/a"].items()}
    assert found == pytest.approx({title: last[name] for title, name in columns.items()}, rel=1e-4)
    assert "Finished after 160 steps: BLEU " in page.locator("#runs").inner_text()
    shutil.copytree(tiny_run.path, tmp_path / "b")  # one that begins later
    assert picture(page, other_than=drawn) and list(table(page)) == [f"{tmp_path}/a", f"{tmp_path}/b"]
    assert len({path.get_attribute("stroke") for path in page.locator("#runs path").all()}) == 2


def test_a_link_keeps_the_controls(page, served, tiny_run):
    page.goto(served("watch", tiny_run.path))
    plain = minutes = picture(page)
    page.check("[name=minutes]")
    minutes = picture(page, other_than=plain)
    page.select_option("[name=smoothing]", "0.9")
    smooth, link = picture(page, other_than=minutes), page.url
    page.emulate_media(color_scheme="dark")
    assert picture(page, other_than=smooth)
    page.emulate_media(color_scheme="light")
    page.goto(link)
    assert picture(page) == smooth and page.is_checked("[name=minutes]")
    assert page.input_value("[name=smoothing]") == "0.9" and not page.is_checked("[name=logarithmic]")


def test_what_has_not_changed_stays(page, served, tiny_run, tmp_path):
    """A selection, the focus, the place on the page, and the picture."""
    shutil.copytree(tiny_run.path, tmp_path / "run")
    page.set_viewport_size(dict(width=900, height=300))
    page.goto(served("watch", tmp_path))
    picture(page)
    page.focus("[name=smoothing]")
    page.evaluate("getSelection().selectAllChildren(document.querySelector('#runs td')); scrollTo(0, 400)")
    before = page.evaluate(STATE)
    (tmp_path / "run" / "result.json").unlink()
    page.locator("#runs", has_text="Stopped at step 160").wait_for()
    assert page.evaluate(STATE) == before and all(before)


def test_samples_are_text(page, served, tiny_run, tmp_path):
    run = tmp_path / "<img src=x onerror=alert(1)>"
    shutil.copytree(tiny_run.path, run)
    evil = "<script>alert(1)</script> \u202eabc & \x07 \U0001f600"
    with open(run / "samples.txt", "a", encoding="utf-8") as file:
        for step, word in ((200, "old"), (240, "new")):
            file.write(f"step {step}: {evil}\n  source      {evil}\n  translation {word} {evil}\n  reference   \n\n")
    page.goto(served("watch", run))
    page.locator("section").wait_for()
    assert [page.locator(f"#samples {tag}").all_inner_texts() for tag in ("mark", "del")] == [["new"], ["old"]]
    assert page.locator("#samples dd").first.text_content().strip() == evil
    assert page.locator("#samples dd").last.evaluate("dd => getComputedStyle(dd, '::before').content") == '"(empty)"'
    assert page.locator("#samples h3").text_content() == page.locator("#runs b").text_content() == str(run)
    assert page.locator("main script, main img:not(#charts)").count() == 0


def test_a_run_that_trains(page, served, tiny_corpus, tmp_path):
    """It trains, is killed, goes on from its checkpoint, and its folder is removed, while one page is open."""
    run = tmp_path / "run"
    flags = "--steps 100000 --log-steps 5 --valid-steps 60 --checkpoint-steps 20".split()
    process = subprocess.Popen([*TRAIN, "--out", run, *tiny_corpus, *flags], **QUIET)
    try:
        while not (run / "samples.txt").exists():
            assert process.poll() is None
            time.sleep(0.02)
        page.goto(served("watch", run))
        assert picture(page, other_than=picture(page))
        assert (
            "Training, step " in page.locator("#runs").inner_text() and " left." in page.locator("#runs").inner_text()
        )
    finally:
        process.kill()
        process.wait()
    with open(run / "log.jsonl", "a") as file:
        file.write('{"step": 99999, "loss": 1.25, "seconds": 1}\n{"step": 99')  # killed while it wrote
    page.locator("#runs", has_text="Stopped at step 99999").wait_for()
    end = 60 + max(int(path.stem.removeprefix("step-")) for path in (run / "checkpoints").glob("step-*.npz"))
    subprocess.run([*TRAIN, "--out", run, "--resume", "--steps", str(end)], check=True, **QUIET)
    page.locator("#runs", has_text=f"Finished after {end} steps").wait_for()
    before = table(page)
    shutil.rmtree(run)
    page.locator("#runs", has_text="was removed").wait_for()
    assert table(page) == before and before[str(run)]["training loss"] != "1.25"  # what was known stays


@pytest.mark.parametrize(("width", "columns"), [(1400, 3), (800, 2), (400, 1)])
def test_nothing_is_wider_than_the_window(page, served, tiny_run, width, columns):
    page.set_viewport_size(dict(width=width, height=900))
    page.goto(served("watch", tiny_run.path))
    picture(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.locator("#charts").evaluate("async (img) => (await img.decode(), img.naturalWidth)") == columns * 720


def test_the_server_ends(page, served, tiny_run, tmp_path):
    """The page says so, and goes on when a server answers again, even one that follows another run."""
    shutil.copytree(tiny_run.path, tmp_path / "other")
    old, new = served("watch", tiny_run.path), served("watch", tmp_path / "other")
    page.goto(old)
    picture(page)
    page.route(f"{old}runs?*", lambda route: route.abort())
    page.locator("#message", has_text="The server has not answered since ").wait_for()

    def asked_there(route):
        route.fulfill(response=route.fetch(url=route.request.url.replace(old, new)))

    page.route(f"{old}runs?*", asked_there)
    page.locator("#message:empty").wait_for(state="attached")
    assert list(table(page)) == [f"{tmp_path}/other"]
