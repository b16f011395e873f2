"""Runs that are followed: their logs grow, are cut, are half written, and vanish."""

import json
import os
import shutil
import subprocess
import sys
import time

import pytest
from filelock import FileLock

from minitrans.config import Config
from minitrans.runs.run import Run
from minitrans.views.follow import Follower, Log, compare, duration, last_samples, runs_in, time_left


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
    return Follower([path]).answer({})["runs"][0]["status"]


def test_a_log_is_read_as_it_grows(tmp_path):
    path = tmp_path / "log.jsonl"
    log = Log(path)
    with pytest.raises(OSError):
        log.read()
    path.touch()
    log.read()
    key, text = log.key, "".join(json.dumps(row(step)) + "\n" for step in range(1, 6)).encode()
    for end in range(len(text) + 1):  # whatever part of it is written
        path.write_bytes(text[:end])
        log.read()
        assert log.rows == [row(step + 1) for step in range(text[:end].count(b"\n"))] and log.key == key


@pytest.mark.parametrize("kept", range(5))
def test_a_resumed_run_has_a_new_log(tmp_path, kept):
    """Rows were taken away; as many and more were written since."""
    log, whole = Log(tmp_path / "log.jsonl"), [row(step) for step in range(1, 5)]
    write(log.path, *whole)
    log.read()
    key, new = log.key, whole[:kept] + [row(step, loss=1.0) for step in range(kept + 1, 9)]
    write(log.path, *new)
    log.read()
    assert log.rows == new
    assert (log.key == key) == (kept == 4)


def test_lines_that_are_no_rows(tmp_path):
    log = Log(tmp_path / "log.jsonl")
    good = b'{"step": 1, "seconds": 2, "loss": NaN, "rate": -Infinity, "norm": 3}\n'
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
    log.path.write_bytes(b"".join(bad) + good + b"".join(bad) + b'{"step": 2')
    log.read()
    assert log.rows == [dict(step=1, seconds=2, loss=None, rate=None, norm=3)]


def test_a_page_gets_what_it_lacks(run):
    follower = Follower([run])
    (first,) = follower.answer({})["runs"]
    assert [each["step"] for each in first["rows"]] == [50, 100, 150, 200] and first["start"] == 0
    write(run / "log.jsonl", row(250), mode="a")
    (again,) = follower.answer({first["key"]: "4"})["runs"]
    assert (again["key"], again["start"], again["rows"]) == (first["key"], 4, [row(250)])
    for wrong in ({"999": "4"}, {first["key"]: "-1"}, {first["key"]: "x"}, {first["key"]: "\u0664"}, {"": ""}):
        assert follower.answer(wrong)["runs"][0]["start"] == 0
    assert follower.answer({first["key"]: "99"})["runs"][0]["rows"] == []


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
    assert status(run) == "Training, 80 s left."
    Config(steps=10**6, minutes=10.0, patience=3).save(run / "config.json")
    assert status(run) == "Training, at most 10 min left."
    Config(steps=200).save(run / "config.json")
    assert status(run) == "Training has ended; the scores follow."
    (run / "config.json").write_text('{"steps": 5, "of a later version": 1}')
    assert status(run) == "Training."
    (run / "log.jsonl").unlink()
    assert status(run) == "Training begins; nothing is logged yet."


def test_status_of_a_run_that_was_killed(run):
    for name in ("log.jsonl", "config.json"):
        os.utime(run / name, (time.time() - 720,) * 2)
    assert status(run) == "Nothing was written for 12 min: the run was stopped, or it is busy with a score."
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
    assert status(run) == "Training, 76 s left."
    process.kill()
    process.communicate()
    assert status(run) == "Stopped at step 200: its process has ended."
    with Run(run).lock():  # it is resumed
        assert status(run) == "Training, 76 s left."
    monkeypatch.setattr(FileLock, "acquire", lambda *_, **__: os.open("/none", os.O_RDONLY))  # a lock that fails
    assert status(run) == "Training, 76 s left."


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
    (before,) = follower.answer({})["runs"]
    shutil.move(run, run.parent / "aside")
    (gone,) = follower.answer({before["key"]: "4"})["runs"]
    assert (gone["status"], gone["key"], gone["start"]) == ("The folder of this run was removed.", before["key"], 4)
    shutil.move(run.parent / "aside", run)
    write(run / "log.jsonl", row(7))
    (back,) = follower.answer({before["key"]: "4"})["runs"]
    assert back["key"] != before["key"] and back["rows"] == [row(7)] and back["status"].startswith("Training, ")


def test_a_run_that_was_cut_by_training_itself(run):
    """`Run.cut_log`, which a resumed run calls."""
    follower = Follower([run])
    key = follower.answer({})["runs"][0]["key"]
    Run(run).cut_log(100)
    (cut,) = follower.answer({key: "4"})["runs"]
    assert cut["key"] != key and [each["step"] for each in cut["rows"]] == [50, 100]


def test_settings_in_which_runs_differ(run):
    other = run.parent / "b"
    shutil.copytree(run, other)
    Config(steps=1000, dropout=0.3, norm="pre").save(other / "config.json")
    (run.parent / "c").mkdir()
    (run.parent / "c" / "config.json").write_text("{")
    answers = Follower([run.parent]).answer({})["runs"]
    assert [each["settings"] for each in answers] == ["dropout 0.1, norm post", "dropout 0.3, norm pre", ""]
    assert Follower([run]).answer({})["runs"][0]["settings"] == ""


def test_time_left():
    assert time_left(Config(steps=1000), row(200, seconds=50)) == 200
    assert time_left(Config(steps=1000, minutes=2.0), row(200, seconds=50)) == 70
    durations = [duration(seconds) for seconds in (0, 89, 90, 7139, 7200, 48 * 3600)]
    assert durations == ["0 s", "89 s", "2 min", "119 min", "2 h 0 min", "2.0 days"]


def test_samples_of_a_run(tiny_run):
    found = last_samples(tiny_run.path / "samples.txt")
    assert found["title"].startswith("step 160: validation perplexity ") and found["before"].startswith("step 80: ")
    sources = (tiny_run.text / "valid.src").read_text(encoding="utf-8").splitlines()[:3]
    references = (tiny_run.text / "valid.tgt").read_text(encoding="utf-8").splitlines()[:3]
    assert [(each["source"], each["reference"]) for each in found["sentences"]] == [
        *zip(sources, references, strict=True)
    ]


def samples(step, translation):
    return f"step {step}: so\n  source      a b\n  translation {translation}\n  reference   c d\n\n"


def test_what_has_changed_in_the_samples(tmp_path):
    def last(text):
        (tmp_path / "samples.txt").write_text(text, encoding="utf-8")
        return last_samples(tmp_path / "samples.txt")

    assert last_samples(tmp_path / "samples.txt") is last("") is last("step 1: x") is None
    text = samples(1, "ein Hund läuft") + samples(2, "ein Mann läuft schnell")
    (sentence,) = last(text + "step 3: half wri")["sentences"]
    assert sentence["before"] == [["ein", False], ["Hund", True], ["läuft", False]]
    assert sentence["translation"] == [["ein", False], ["Mann", True], ["läuft", False], ["schnell", True]]
    first = last(samples(1, ""))
    assert first["before"] is None and first["sentences"][0]["before"] is None
    assert first["sentences"][0]["translation"] == [["", False]]
    assert last("x\n\n\n\ny\n\n")["sentences"] == []


def test_unchanged_words_are_the_same_on_both_sides(rng):
    for _ in range(200):
        before, after = (" ".join(rng.choice(list("abcd"), rng.integers(0, 9))) for _ in range(2))
        old, new = compare(before, after)
        assert " ".join(text for text, _ in old) == before and " ".join(text for text, _ in new) == after
        same = [[text for text, differs in side if not differs] for side in (old, new)]
        assert same[0] == same[1] and all(text for text, _ in old + new)
