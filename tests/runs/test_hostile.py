"""A run may come from a stranger.  Whatever its files are, nothing outside of it is changed, and nothing hangs."""

import hashlib
import json
import os
import re
import shutil
import signal
import time
from pathlib import Path

import pytest

from minitrans.config import Config
from minitrans.runs.run import Run
from minitrans.system.errors import UserError
from minitrans.training.plan import planned
from minitrans.views import follow
from minitrans.views.follow import Follower
from minitrans.views.model_page import about
from minitrans.views.plots import CHARTS, curve


@pytest.fixture
def hostile(tiny_run, tmp_path, elsewhere):
    """A copy of a run, here called u, and a file beside it that is nobody's business."""
    shutil.copytree(tiny_run.path, tmp_path / "u")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "precious").write_text("precious")
    return tmp_path / "u"


WRITTEN = "samples.txt log.jsonl result.json config.json curves.png".split()
LINKS = [*WRITTEN, *(f"{name}.partial" for name in WRITTEN), "checkpoints/step-000162.npz.partial"]


@pytest.mark.parametrize("name", [*LINKS, "checkpoints/best.npz.partial"])
def test_training_writes_nothing_through_a_link(command, hostile, name):
    """Of the names that training writes, here is one for each way in which it writes."""
    target = hostile.parent / "outside" / "precious"
    if name in WRITTEN and (hostile / name).exists():  # what the run says stays right, in another place
        target = hostile.parent / "outside" / name
        shutil.move(hostile / name, target)
    before = target.read_bytes()
    (hostile / name).symlink_to(target)
    ended = command("train --resume --steps 162 --out u")
    assert ended.code == 0 and target.read_bytes() == before, ended.err


@pytest.mark.parametrize("name", ["samples.txt", "curves.png", "samples.txt.partial", ".lock"])
def test_training_makes_nothing_behind_a_link(command, hostile, name):
    (hostile / name).unlink(missing_ok=True)
    (hostile / name).symlink_to(hostile.parent / "outside" / "new")
    ended = command("train --resume --steps 162 --out u")
    assert os.listdir(hostile.parent / "outside") == ["precious"]
    assert ended.code == 0 or (ended.code == 2 and "link" in ended.err.splitlines()[-1])


@pytest.mark.parametrize("name", ["checkpoints", "snapshots"])
def test_training_removes_no_checkpoint_of_another_run(command, hostile, name):
    other = hostile.parent / "outside" / name
    shutil.copytree(hostile / "checkpoints", other)
    shutil.rmtree(hostile / name, ignore_errors=True)
    (hostile / name).symlink_to(other)
    before = {path: path.read_bytes() for path in other.iterdir()}
    ended = command("train --resume --steps 162 --out u")
    assert ended.code == 2 and f"{name}: is a link" in ended.err
    assert {path: path.read_bytes() for path in other.iterdir()} == before


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_a_lock_is_never_a_link(command, hostile, kind):
    """To lock a file empties it."""
    (hostile / ".lock").unlink(missing_ok=True)
    precious = hostile.parent / "outside" / "precious"
    if kind == "link":
        (hostile / ".lock").symlink_to(precious)
    else:
        os.mkfifo(hostile / ".lock")
    assert Run(hostile).in_training() is None
    if kind == "link":
        ended = command("train --resume --steps 162 --out u")
        assert ended.code == 2 and "link" in ended.err
    assert precious.read_text() == "precious"


def test_a_page_is_not_written_through_a_link(command, hostile):
    page, precious = hostile.parent / "o.html", hostile.parent / "outside" / "precious"
    (hostile.parent / "o.html.partial").symlink_to(precious)
    assert command("view --run u", "-o", page, "the dog sees trees.").code == 0
    assert page.stat().st_size > 1000 and precious.read_text() == "precious"


# What is read


@pytest.fixture(autouse=True)
def no_hanging():
    """A program that waits for ever fails in the test where it does."""

    def late(number, frame):
        raise AssertionError("it hangs")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(100)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


SPLITS = "train", "valid", "test"
KINDS = "pipe", "device", "dangling", "loop", "folder"
READ = "config.json", "data.json", "tokenizer.model", "log.jsonl", "result.json", "checkpoints/step-000160.npz"
SENTENCE = "the dog sees trees."


def plant(path, kind):
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(dict(device="/dev/zero", dangling="/mnt/gone/file", loop=path.name)[kind])


def one_line(ended):
    """It ends well or, in the last line, with an error that is one line of text."""
    last = ended.err.splitlines()[-1] if ended.err else ""
    return "Traceback" not in ended.err and (ended.code == 0 or (ended.code == 2 and last.startswith("error: ")))


@pytest.mark.parametrize("kind", ["pipe", "dangling", "folder"])
@pytest.mark.parametrize("name", READ)
def test_a_file_of_a_run_that_is_none(command, hostile, name, kind):
    plant(hostile / name, kind)
    for line in (
        "translate --run u dog",
        "translate --run u --average 2 dog",
        "evaluate --run u",
        "view --run u --checkpoints dog",
        "train --out u --resume --steps 161",
    ):
        assert one_line(ended := command(line)), (line, ended)


ODD_VALUES = 10**400, 10**20, -1, [], {}, None, True, "\ud800", "a\0b"


def with_odd_values(value):
    """Yield copies of a JSON value in which one place, at any depth, has each of the odd values."""
    yield from ODD_VALUES
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        for odd in with_odd_values(inner):
            copy = value.copy()
            copy[key] = odd
            yield copy


def readings(run):
    """Yield all that commands ask of the JSON files of a run."""
    yield lambda: run.config
    yield lambda: run.tokenizer
    yield lambda: run.text.changed()
    yield lambda: [Path(path).is_file() for paths in run.text.files.values() for path in paths]
    yield lambda: planned(run, Config())
    yield lambda: run.chosen
    yield lambda: about(run)
    yield lambda: json.dumps(Follower([run.path]).answer({}), allow_nan=False).encode()


@pytest.mark.parametrize(
    "name", ["data.json", "result.json", "log.jsonl", pytest.param("config.json", marks=pytest.mark.slow)]
)
def test_a_value_that_is_odd(hostile, name, monkeypatch):
    """In any place of each JSON file: it is read, or one line says what is wrong."""
    monkeypatch.setattr(follow, "curves", lambda logs, *_: [curve(*logs, name, False, 0.0) for name in CHARTS])
    *before, last = (hostile / name).read_text().splitlines() if name.endswith("l") else [(hostile / name).read_text()]
    for text in ("", "{}x", "[" * 100_000, *map(json.dumps, with_odd_values(json.loads(last)))):
        (hostile / name).write_text("".join(f"{line}\n" for line in [*before, text]))
        for read in readings(Run(hostile)):
            try:
                read()
            except UserError as error:
                assert "\n" not in str(error) and str(error).encode(), text


def test_a_run_of_which_only_a_dangling_checkpoint_is_left(command, hostile):
    """It was moved to another disk; the program looked for it again and again."""
    for path in [*hostile.glob("checkpoints/*"), hostile / "result.json"]:
        path.unlink()
    plant(hostile / "checkpoints" / "step-000160.npz", "dangling")
    ended = command("translate --run u dog")
    expected = "a link to /mnt/gone/file"
    assert ended.code == 2 and expected in ended.err


@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_text_that_is_no_file(command, hostile, kind):
    plant(hostile / "text", kind)
    (hostile / "data.json").write_text(json.dumps({split: [str(hostile / "text")] * 2 for split in SPLITS}))
    for line in ("evaluate --run u", "train --out u --resume --steps 161"):
        ended = command(line)
        assert ended.code == 2 and "not a file" in ended.err


def test_trees_of_a_run_that_translates(command, hostile):
    (hostile / "x.mrg").write_text("(S (NN a))")
    (hostile / "data.json").write_text(json.dumps(dict(train=[str(hostile / "x.mrg")], test=[str(hostile / "x.mrg")])))
    for line in ("evaluate --run u", "draw lengths --run u"):
        ended = command(line)
        assert ended.code == 2 and "not trees" in ended.err


@pytest.mark.parametrize("name", ["config.json", "log.jsonl", "samples.txt", "result.json", ".lock"])
@pytest.mark.parametrize("kind", KINDS)
def test_one_odd_run_does_not_stop_the_page_of_all(hostile, tiny_run, name, kind):
    good = hostile.parent / "good"
    shutil.copytree(tiny_run.path, good)
    (hostile / name).unlink(missing_ok=True)
    plant(hostile / name, kind)
    names = {Path(run["name"]).name: run for run in Follower([hostile, good]).answer({})["runs"]}
    assert names["good"]["last"] and names["good"]["status"].startswith("Finished")
    assert json.dumps(list(names.values()), allow_nan=False)


@pytest.mark.parametrize("rows", ['{"step": 1e-320, "seconds": 1e308}', '{"step": 5, "seconds": 1e308}'])
def test_a_log_whose_numbers_are_too_large(hostile, rows):
    (hostile / "result.json").unlink()
    (hostile / "log.jsonl").write_text(rows + "\n")
    (run,) = Follower([hostile]).answer({})["runs"]
    assert json.dumps(run, allow_nan=False)


def test_samples_that_take_long_to_compare(hostile):
    a, b = "a " * 3000, "a b " * 1500
    block = "step {}: x\n" + "".join(f"  source      {i}\n  translation {{}}\n  reference   \n" for i in range(50))
    text = "\n".join([block.format(1, *[a] * 50), block.format(2, *[b] * 50), ""])
    (hostile / "samples.txt").write_text(text)
    start = time.monotonic()
    (run,) = Follower([hostile]).answer({})["runs"]
    assert time.monotonic() - start < 20 and run["samples"]["sentences"][0][2] == ("step 2", [("mark", b)])


# What is shown to others


@pytest.mark.parametrize("knows", [False, True])
def test_a_page_has_no_text_but_that_of_the_run(hostile, tiny_run, knows):
    """data.json can name any file of the reader; the run of its maker knows what the file says."""
    secret = hostile.parent / "secret.txt"
    secret.write_text("password hunter2\n" * 3)
    paths = [str(secret)] * 2
    sha256 = {str(secret): hashlib.sha256(secret.read_bytes()).hexdigest() if knows else "0" * 64}
    (hostile / "data.json").write_text(json.dumps(dict(train=paths, test=paths, sha256=sha256)))
    found = about(Run(hostile))
    assert bool(found["words"]) == bool(found["examples"]) == knows
    shutil.copy(secret, hostile / "own.txt")
    (hostile / "data.json").write_text(json.dumps(dict(train=[str(hostile / "own.txt")] * 2)))
    assert about(Run(hostile))["words"] == ["hunter2", "password"]
    (hostile / "own.txt").unlink()
    (hostile / "own.txt").symlink_to(secret)
    assert about(Run(hostile))["words"] == []
    assert about(Run(tiny_run.path))["words"] and about(Run(tiny_run.path))["examples"]


def test_samples_behind_a_link_are_not_shown(hostile):
    (hostile.parent / "secret.txt").write_text("step 1: x\n  source      hunter2\n\n\n")
    (hostile / "samples.txt").unlink()
    (hostile / "samples.txt").symlink_to(hostile.parent / "secret.txt")
    assert "hunter2" not in json.dumps(Follower([hostile]).answer({}))


@pytest.mark.parametrize("loss", ["NaN", "Infinity", "1e400", "-Infinity"])
def test_the_json_of_a_page_has_finite_numbers(command, hostile, loss):
    rows = [f'{{"step": {step}, "loss": {loss}}}\n' for step in (1, 80, 160)]
    (hostile / "log.jsonl").write_text("".join(rows))
    page = hostile.parent / "o.html"
    assert command("view --checkpoints --run u", SENTENCE, "-o", page).code == 0
    record = re.search(r'<script[^>]*id="model"[^>]*>(.*?)</script>', page.read_text(), re.S)[1]
    json.loads(record, parse_constant=lambda name: pytest.fail(name))


def test_a_loss_beyond_all_floats(command, hostile):
    (hostile / "log.jsonl").write_text('{"step": 1, "loss": 1' + "0" * 400 + "}\n")
    ended = command("view --checkpoints --run u", SENTENCE, "-o", hostile.parent / "o.html")
    assert ended.code == 2 and "log.jsonl: not a log" in ended.err and len(ended.err) < 3000


CODES = "\x1b]0;owned\x07\x1b[2J\r\u202e\u0085"


def test_no_control_character_of_a_file_is_printed(command, hostile):
    config = json.loads((hostile / "config.json").read_text())
    (hostile / "config.json").write_text(json.dumps(config | {CODES: 1}))
    errors = [command("translate --run u dog").err]
    (hostile / "config.json").write_text(json.dumps(config | {"task": "x" * 10**6}))
    errors.append(command("translate --run u dog").err)
    (hostile / "config.json").write_text(json.dumps(config))
    (hostile / "data.json").write_text(json.dumps(dict(test=[f"/none{CODES}"] * 2)))
    errors += [command("evaluate --run u").err, command("watch", hostile, "--host", f"a{CODES}b").err]
    errors.append(command("train", f"--steps={CODES}").err)
    for error in errors:
        assert error.startswith("error: ") and error.endswith("\n") and error[:-1].isprintable() and len(error) < 3000
