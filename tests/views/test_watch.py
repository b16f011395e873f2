"""The page that follows runs, in a browser, while a run trains, is killed, is resumed, and is removed."""

import json
import math
import shutil
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.slow

TRAIN = [sys.executable, "-m", "minitrans.train"]
QUIET = dict(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def rows(run):
    return [json.loads(line) for line in (run / "log.jsonl").read_text(encoding="utf-8").splitlines()]


def chart(page, title):
    return page.locator("figure").filter(has=page.locator("figcaption", has_text=title))


def points(page, title, run=0):
    """The number of points of a curve."""
    return int(chart(page, title).locator("path.curve").nth(run).get_attribute("data-points"))


def test_values_are_those_of_the_log(page, served, tiny_run):
    page.goto(served("watch", tiny_run.path))
    log = rows(tiny_run.path)
    columns = {"training loss": "loss", "validation perplexity": "valid_perplexity", "BLEU": "valid_bleu"}
    columns |= {"learning rate": "rate", "tokens per second": "tokens_per_second", "gradient norm": "gradient_norm"}
    for title, name in columns.items():
        values = [row[name] for row in log if name in row]
        page.wait_for_selector("path.curve")
        assert points(page, title) == len(values)
        svg = chart(page, title).locator("svg")
        assert int(svg.get_attribute("viewBox").split()[2]) == svg.evaluate("svg => svg.clientWidth")
        assert shown(page, title) == pytest.approx(values[-1], rel=1e-2)
    losses = [row["loss"] for row in log if "loss" in row]
    svg = chart(page, "training loss").locator("svg")
    svg.focus()
    for loss in losses[::-1]:
        svg.press("ArrowLeft")
        assert shown(page, "training loss") == pytest.approx(loss, rel=1e-3)
    svg.press("Escape")
    assert shown(page, "training loss") == pytest.approx(losses[-1], rel=1e-3)
    box = svg.bounding_box()
    page.mouse.move(box["x"] + 1, box["y"] + 50)
    assert shown(page, "training loss") == pytest.approx(losses[0], rel=1e-3)
    assert page.locator("#runs li").inner_text().split(" ", 1)[0] == str(tiny_run.path)
    assert "Finished after 160 steps: BLEU " in page.locator("#runs").inner_text()


def shown(page, title):
    return float(chart(page, title).locator(".values > span").first.inner_text().split()[0])


def test_runs_overlaid(page, served, tiny_run, tmp_path):
    for name in ("a", "b"):
        shutil.copytree(tiny_run.path, tmp_path / name)
    page.goto(served("watch", tmp_path))
    page.wait_for_selector("path.curve")
    assert page.locator("#runs li").count() == 2
    names = [page.locator("#runs li").nth(i).inner_text().split()[0] for i in (0, 1)]
    assert names == [f"{tmp_path}/a", f"{tmp_path}/b"]
    curves = chart(page, "training loss").locator("path.curve")
    assert len({curves.nth(i).evaluate("path => getComputedStyle(path).stroke") for i in (0, 1)}) == 2
    page.locator("#run-0").uncheck()
    assert curves.count() == 1
    shutil.copytree(tiny_run.path, tmp_path / "c")  # one that begins later
    page.locator("#runs li").nth(2).wait_for()
    assert curves.count() == 2


def test_axes_and_smoothing(page, served, tiny_run, tmp_path):
    """A diverged value leaves the others their room; minutes, logarithms and means are those computed here."""
    shutil.copytree(tiny_run.path, tmp_path / "run")
    log = [row for row in rows(tmp_path / "run") if "loss" in row]
    log.append(dict(log[-1], step=log[-1]["step"] + 1, loss=1e9))
    (tmp_path / "run" / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in log))
    page.goto(served("watch", tmp_path / "run"))
    page.wait_for_selector("path.curve")

    def curve():
        numbers = chart(page, "training loss").locator("path.curve").get_attribute("d").replace("L", "").split()[1:]
        return list(map(float, numbers[::2])), list(map(float, numbers[1::2]))

    def relative(values):
        return [(value - values[0]) / (values[-1] - values[0]) for value in values]

    losses = [row["loss"] for row in log[:-1]]
    steps, heights = curve()
    assert relative(steps) == pytest.approx(relative([row["step"] for row in log]), abs=1e-3)
    assert relative(heights[:-1]) == pytest.approx(relative(losses), abs=1e-3)
    assert heights[-1] == min(heights)  # at the upper edge
    page.locator("#logarithmic").check()
    assert relative(curve()[1]) == pytest.approx(relative([math.log(row["loss"]) for row in log]), abs=1e-3)
    page.locator("#minutes").check()
    assert relative(curve()[0][:-1]) == pytest.approx(relative([row["seconds"] for row in log[:-1]]), abs=1e-3)
    page.locator("#logarithmic").uncheck()
    page.locator("#smoothing").fill("0.5")
    means = losses[:1]
    for loss in losses[1:]:
        means.append((means[-1] + loss) / 2)
    assert relative(curve()[1][:-1]) == pytest.approx(relative(means), abs=1e-3)
    assert shown(page, "training loss") == 1e9  # the value is still that of the log


def test_the_numbers_of_an_axis_are_written_alike(page, served, tiny_run, tmp_path):
    run = shutil.copytree(tiny_run.path, tmp_path / "long")
    long = [dict(step=step, loss=3.0, rate=0.01, gradient_norm=step / 1e6, seconds=step) for step in (450_000, 900_000)]
    long += [dict(step=2_000_000, loss=2.0, rate=0.004, gradient_norm=0.6, seconds=2_000_000)]
    (run / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in long), encoding="utf-8")
    (run / "samples.txt").unlink()
    page.goto(served("watch", run))
    page.wait_for_selector("path.curve")
    rate, norm = (
        chart(page, title).locator("text").all_text_contents() for title in ("learning rate", "gradient norm")
    )
    assert rate == ["0", "0.002", "0.004", "0.006", "0.008", "0.01", "0", "5e5", "1e6", "1.5e6", "2e6"]
    assert norm[:5] == ["0.5", "0.6", "0.7", "0.8", "0.9"]
    assert page.locator("#samples").inner_text() == "None yet; the first validation writes them."


def test_a_parser(page, served, tiny_run, tmp_path):
    shutil.copytree(tiny_run.path, tmp_path / "parser")
    log = tmp_path / "parser" / "log.jsonl"
    log.write_text(log.read_text(encoding="utf-8").replace("valid_bleu", "valid_f1"), encoding="utf-8")
    page.goto(served("watch", tmp_path / "parser"))
    page.locator("figcaption", has_text="F1 of trees").wait_for()
    assert points(page, "F1 of trees") == 2


def test_samples_are_text(page, served, tiny_run, tmp_path):
    run = tmp_path / "<img src=x onerror=alert(1)>"
    shutil.copytree(tiny_run.path, run)
    evil = "<script>alert(1)</script> \u202eabc & \x07 \U0001f600"
    with open(run / "samples.txt", "a", encoding="utf-8") as file:
        for step, word in ((200, "old"), (240, "new")):
            file.write(f"step {step}: {evil}\n  source      {evil}\n  translation {word} {evil}\n  reference   x\n\n")
    page.goto(served("watch", run))
    page.wait_for_selector(".samples")
    assert [page.locator(f".samples {tag}").all_inner_texts() for tag in ("mark", "del")] == [["new"], ["old"]]
    assert page.locator(".samples dd").first.text_content() == evil
    assert page.locator(".samples h3").text_content() == str(run)
    assert page.locator("main script, main img").count() == 0


def test_a_run_that_trains(page, served, tiny_corpus, tmp_path):
    """It trains, is killed, goes on from its checkpoint, and its folder is removed, while one page is open."""
    run = tmp_path / "run"
    flags = ["--steps", "100000", "--log-steps", "5", "--valid-steps", "60", "--checkpoint-steps", "20"]
    process = subprocess.Popen([*TRAIN, "--out", run, *tiny_corpus, *flags], **QUIET)
    try:
        while not (run / "samples.txt").exists():
            assert process.poll() is None
            time.sleep(0.02)
        page.goto(served("watch", run))
        page.wait_for_selector(".samples")
        seen = points(page, "training loss")
        page.locator(f'path.curve:not([data-points="{seen}"])').first.wait_for()
        assert points(page, "training loss") > seen
        assert "Training, " in page.locator("#runs").inner_text() and " left." in page.locator("#runs").inner_text()
    finally:
        process.kill()
        process.wait()
    with open(run / "log.jsonl", "a") as file:
        file.write('{"step": 99999, "loss": 1.0, "seconds": 1}\n{"step": 99')  # killed while it wrote
    page.locator(".values", has_text="99999").first.wait_for()
    end = 60 + max(int(path.stem.removeprefix("step-")) for path in (run / "checkpoints").glob("step-*.npz"))
    subprocess.run([*TRAIN, "--out", run, "--resume", "--steps", str(end)], check=True, **QUIET)
    page.locator("#runs", has_text=f"Finished after {end} steps").wait_for()
    assert points(page, "training loss") == end / 5
    shutil.rmtree(run)
    page.locator("#runs", has_text="was removed").wait_for()
    assert points(page, "training loss") == end / 5  # what was known stays


def test_nothing_is_wider_than_the_window(page, served, tiny_run):
    url = served("watch", tiny_run.path)
    for width in (1400, 400):
        page.set_viewport_size(dict(width=width, height=900))
        page.goto(url)
        page.wait_for_selector("path.curve")
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_the_server_ends(page, served, tiny_run):
    """The page says so, and goes on when the server answers again."""
    page.goto(served("watch", tiny_run.path))
    page.locator("path.curve").first.wait_for()
    page.route("**/runs?*", lambda route: route.abort())
    page.locator("#message", has_text="The server has not answered since ").wait_for()
    page.unroute("**/runs?*")
    page.locator("#message:empty").wait_for(state="attached")
    assert points(page, "training loss") == 4


def test_another_server_at_the_same_address(page, served, tiny_run, tmp_path):
    """It may follow other runs: what the page knows of the old ones is forgotten."""
    shutil.copytree(tiny_run.path, tmp_path / "other")
    log = (tmp_path / "other" / "log.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "other" / "log.jsonl").write_text("".join(log[:1]), encoding="utf-8")
    old, new = served("watch", tiny_run.path), served("watch", tmp_path / "other")
    page.goto(old)
    page.locator("path.curve").first.wait_for()
    page.route(
        f"{old}runs?*", lambda route: route.fulfill(response=route.fetch(url=route.request.url.replace(old, new)))
    )
    page.locator("#runs", has_text="other").wait_for()
    assert points(page, "training loss") == 1
