"""Runs that are followed: their logs grow, are cut, are half written, and vanish."""

import io
import json
import os
import shutil
import subprocess
import sys
import time
from base64 import b64decode

import matplotlib.image
import pytest
from filelock import FileLock

from minitrans.config import Config
from minitrans.runs.run import Run
from minitrans.views.follow import Followed, Follower, compare, last_samples, runs_in


def row(step, **more):
    return dict(step=step, epoch=0, seconds=step / 10) | more


def write(path, *rows, mode="w"):
    with open(path, mode, encoding="utf-8") as file:
        file.writelines(json.dumps(each) + "\n" for each in rows)


@pytest.fixture
def run(tmp_path):
    """A run of 1,000 steps of a tenth of a second that has made 200."""
    path = tmp_path / "runs" / "a"
    path.mkdir(parents=True)
    Config(steps=1000).save(path / "config.json")
    write(path / "log.jsonl", *(row(step, loss=9.0) for step in range(50, 201, 50)))
    return path


def status(path):
    return Followed(path).answer()["status"]


def test_a_log_is_read_as_it_grows(tmp_path):
    path, followed = tmp_path / "log.jsonl", Followed(tmp_path)
    with pytest.raises(OSError):
        followed.read_log()
    text = "".join(json.dumps(row(step)) + "\n" for step in range(1, 6)).encode()
    for end in range(len(text) + 1):  # whatever part of it is written
        path.write_bytes(text[:end])
        followed.read_log()
        assert followed.rows == [row(step + 1) for step in range(text[:end].count(b"\n"))]


@pytest.mark.parametrize("kept", range(5))
def test_a_resumed_run_has_a_new_log(tmp_path, kept):
    """Rows were taken away; as many and more were written since."""
    followed, whole = Followed(tmp_path), [row(step) for step in range(1, 5)]
    for rows in (whole, whole[:kept] + [row(step, loss=1.0) for step in range(kept + 1, 9)], whole[:kept]):
        write(tmp_path / "log.jsonl", *rows)
        followed.read_log()
        assert followed.rows == rows


def test_lines_that_are_no_rows(tmp_path):
    followed = Followed(tmp_path)
    good = b'{"step": 1, "seconds": 2, "loss": NaN, "rate": -Infinity, "tokens": 1e200, "norm": 3}\n'
    bad = [
        b"",
        b"{",
        b"[1]",
        b"\xff",
        b"null",
        b"[" * 100000,
        b'{"step": "1", "seconds": 2}',
        b'{"step": 0, "seconds": 2}',
    ]
    bad += [b'{"step": 1}', b'{"step": 1, "seconds": NaN}', b'{"step": 1' + b"0" * 400 + b"}"]
    bad = [line + b"\n" for line in bad]
    (tmp_path / "log.jsonl").write_bytes(b"".join(bad) + good + b"".join(bad) + b'{"step": 2')
    followed.read_log()
    assert followed.rows == [dict(step=1, seconds=2, loss=None, rate=None, tokens=None, norm=3)]


def test_a_picture_is_drawn_when_it_would_differ(run, drawn):
    """And sent to a page that has another one."""
    follower = Follower([run])
    first = follower.answer({})
    png = b64decode(first["picture"].removeprefix("data:image/png;base64,"))
    assert matplotlib.image.imread(io.BytesIO(png)).std() > 0  # it is not empty
    assert follower.answer({"key": first["key"]})["picture"] is None
    assert (
        follower.answer({"key": "of another server", "unknown": "1", "smoothing": "nan"})["picture"] == first["picture"]
    )
    assert len(drawn) == 1
    looks = [{}, *({name: "on"} for name in ("dark", "minutes", "logarithmic"))]
    looks += [dict(columns="1"), dict(columns="2"), *(dict(smoothing=text) for text in ("0.5", "0.8", "0.9", "0.95"))]
    assert len({follower.answer(look)["key"] for look in looks}) == len(looks) == len(drawn)
    write(run / "log.jsonl", row(250, loss=8.0), mode="a")
    assert follower.answer({"key": first["key"]})["picture"] not in (None, first["picture"])
    write(run / "log.jsonl")  # it begins anew
    assert follower.answer({})["runs"][0]["last"] == {}


def test_runs_of_a_folder(run):
    follower = Follower([run.parent])
    shutil.copytree(run, run.parent / "b")
    shutil.copytree(run, run.parent / "c.123.partial")  # a run that is being made
    (run.parent / "empty").mkdir()
    assert runs_in(run.parent) == [run, run.parent / "b"] and runs_in(run) == [run] and runs_in(run / "none") == []
    assert len(follower.answer({})["runs"]) == 2
    shutil.copytree(run, run.parent / "new")
    assert [each["name"] for each in follower.answer({})["runs"]] == [str(run), f"{run.parent}/b", f"{run.parent}/new"]


def test_status_of_a_run_that_trains(run):
    assert status(run) == "Training, step 200, 0:01:20 left."
    Config(steps=10**6, minutes=10.0, patience=3).save(run / "config.json")
    assert status(run) == "Training, step 200, at most 0:09:40 left."
    Config(steps=200).save(run / "config.json")
    assert status(run) == "Training has ended; the scores follow."
    (run / "config.json").write_text('{"steps": 5, "of a later version": 1}')
    assert status(run) == "Training."
    (run / "log.jsonl").unlink()
    assert status(run) == "Training begins; nothing is logged yet."


def test_status_of_a_run_that_was_killed(run):
    for name in ("log.jsonl", "config.json"):
        os.utime(run / name, (time.time() - 720,) * 2)
    assert status(run) == "Nothing was written for 0:12:00: stopped, or computing a score."
    write(run / "log.jsonl", row(50), row(100, seconds=1000))  # slow: a row in 17 minutes
    os.utime(run / "log.jsonl", (time.time() - 720,) * 2)
    assert status(run).startswith("Training, ")


def test_status_of_a_run_whose_process_has_ended(run, monkeypatch):
    """It is said within seconds, by the lock that the operating system releases."""
    held = "import sys, time; from minitrans.runs.run import Run\n"
    held += "with Run(sys.argv[1]).lock(): print(flush=True), time.sleep(60)"
    process = subprocess.Popen([sys.executable, "-c", held, run], stdout=subprocess.PIPE)
    process.stdout.readline()
    for name in ("log.jsonl", "config.json"):
        os.utime(run / name, (time.time() - 4,) * 2)
    assert status(run).startswith("Training, step 200, 0:01:")
    process.kill()
    process.communicate()
    assert status(run) == "Stopped at step 200: its process has ended."
    with Run(run).lock():  # it is resumed
        assert status(run).startswith("Training, step 200, 0:01:")
    monkeypatch.setattr(FileLock, "acquire", lambda *_, **__: os.open("/none", os.O_RDONLY))  # a lock that fails
    assert status(run).startswith("Training, step 200, 0:01:")


def test_status_of_a_run_that_has_its_score(run):
    result = dict(bleu=35.92, test="test", steps=200)
    (run / "result.json").write_text(json.dumps(result))
    assert status(run) == "Finished after 200 steps: BLEU 35.92 (test)."
    (run / "result.json").write_text(json.dumps(dict(f1=75.0, test="valid", steps=200)))
    assert status(run) == "Finished after 200 steps: F1 75.0 (valid)."
    write(run / "log.jsonl", row(250), mode="a")  # it was resumed
    assert status(run).startswith("Training, ")
    for broken in ("", "[]", '{"steps": 1000}', '{"steps": "1000", "bleu": 1}'):
        (run / "result.json").write_text(broken)
        assert status(run).startswith("Training, ")


def test_a_run_is_removed_and_comes_back(run):
    follower = Follower([run])
    before = follower.answer({})
    shutil.move(run, run.parent / "aside")
    gone = follower.answer({})
    assert gone["runs"][0].pop("status") == "The folder of this run was removed."
    assert before["runs"][0].pop("status") and gone == before
    shutil.move(run.parent / "aside", run)
    write(run / "log.jsonl", row(7, loss=2.0))
    (back,) = follower.answer({})["runs"]
    assert back["last"] == {"training loss": 2.0} and back["status"].startswith("Training, step 7, ")


def test_settings_in_which_runs_differ(run):
    other = run.parent / "b"
    shutil.copytree(run, other)
    Config(steps=1000, dropout=0.3, norm="pre").save(other / "config.json")
    (run.parent / "c").mkdir()
    (run.parent / "c" / "config.json").write_text("{")
    answers = Follower([run.parent]).answer({})["runs"]
    assert [each["settings"] for each in answers] == ["dropout 0.1, norm post", "dropout 0.3, norm pre", ""]
    assert Follower([run]).answer({})["runs"][0]["settings"] == ""


def test_samples_of_a_run(tiny_run):
    found = last_samples(tiny_run.path / "samples.txt")
    assert found["title"].startswith("step 160: validation perplexity ")
    assert [name for name, _ in found["sentences"][0]] == ["source", "step 80", "step 160", "reference"]
    sources = (tiny_run.text / "valid.src").read_text(encoding="utf-8").splitlines()[:3]
    references = (tiny_run.text / "valid.tgt").read_text(encoding="utf-8").splitlines()[:3]
    shown = [(each[0][1], each[3][1]) for each in found["sentences"]]
    assert shown == [([("span", a)], [("span", b)]) for a, b in zip(sources, references, strict=True)]


def samples(step, translation):
    return f"step {step}: so\n  source      a b\n  translation {translation}\n  reference   c d\n\n"


def test_what_has_changed_in_the_samples(tmp_path):
    def last(text):
        (tmp_path / "samples.txt").write_text(text, encoding="utf-8")
        return last_samples(tmp_path / "samples.txt")

    assert last_samples(tmp_path / "samples.txt") is last("") is last("step 1: x") is None
    text = samples(1, "ein Hund läuft") + samples(2, "ein Mann läuft schnell")
    (sentence,) = last(text + "step 3: half wri")["sentences"]
    assert sentence[1] == ("step 1", [("span", "ein"), ("del", "Hund"), ("span", "läuft")])
    assert sentence[2] == ("step 2", [("span", "ein"), ("mark", "Mann"), ("span", "läuft"), ("mark", "schnell")])
    (first,) = last(samples(1, ""))["sentences"]
    assert [name for name, _ in first] == ["source", "step 1", "reference"] and first[1][1] == [("span", "")]
    assert last("x\n\n\n\ny\n\n")["sentences"] == []


def test_unchanged_words_are_the_same_on_both_sides(rng):
    for _ in range(200):
        before, after = (" ".join(rng.choice(list("abcd"), rng.integers(0, 9))) for _ in range(2))
        old, new = compare(before, after)
        assert " ".join(text for _, text in old) == before and " ".join(text for _, text in new) == after
        same = [[text for tag, text in side if tag == "span"] for side in (old, new)]
        assert same[0] == same[1] and all(text for _, text in old + new)
