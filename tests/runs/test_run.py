"""A run directory is found, read and mended; one line reports what people have changed in it."""

import os
import shutil
from pathlib import Path

import pytest

from minitrans.config import Config
from minitrans.data.tokenizer import Tokenizer
from minitrans.runs.run import Run, time_of

from ..same_run import timeless

DEEP = "[" * 100_000


@pytest.fixture
def run(tmp_path):
    (tmp_path / "checkpoints").mkdir()
    (tmp_path / "checkpoints" / "step-000001.npz").touch()
    Config().save(tmp_path / "config.json")
    return Run(tmp_path)


ROWS = '"step": true', '"step": 1, "loss": "high"', '"step": 1, "loss": [1]', '"step": 1, "valid_perplexity": 7.5'


@pytest.mark.parametrize("row", [DEEP, "[]", "[1]", "7", *(f"{{{each}}}" for each in ("", *ROWS))])
def test_log(run, refusal, row):
    (run.path / "log.jsonl").write_text('{"step": 1, "loss": NaN, "seconds": 0.1}\n' + row + "\n")
    assert f"{run.path}/log.jsonl: not a log" in refusal(lambda: run.log)


@pytest.mark.parametrize("text", [DEEP, "{}", "[]", '{"checkpoints": [], "steps": "x"}', '{"steps": 1e400}'])
def test_result(run, refusal, text):
    (run.path / "result.json").write_text(text)
    assert f"{run.path}/result.json: not a result" in refusal(lambda: run.chosen)


@pytest.mark.parametrize("load", [Config.load, Tokenizer.load], ids=["configuration", "tokenizer"])
def test_what_cannot_be_read_is_not_called_damaged(run, refusal, load):
    assert refusal(load, run.folder) == f"{run.folder}: cannot be read (is a folder, not a file)"
    assert refusal(load, run.path / "none") == f"{run.path}/none: cannot be read (No such file or directory)"


def test_log_cut_off_in_writing_is_mended(command, tiny_corpus, elsewhere):
    flags = [*tiny_corpus, "--steps", 4, "--valid-steps", 4, "--checkpoint-steps", 2, "--log-steps", 1]
    assert command("train --out run", *flags).code == 0
    expected = list(map(timeless, Run("run").log))
    with open("run/log.jsonl", "a", encoding="utf-8") as file:
        file.write('{"step": 5, "lo')
    Run("run").newest()[-1].unlink()
    assert command("train --out run --resume").code == 0
    assert list(map(timeless, Run("run").log)) == expected


def test_resume_takes_samples_as_they_are(command, tiny_corpus, elsewhere):
    """A sentence may hold what text mode takes for the end of a line."""
    valid = Path(tiny_corpus[tiny_corpus.index("--valid-src") + 1])
    lines = valid.read_bytes().split(b"\n")
    valid.write_bytes(b"\n".join([lines[0], b"Hello\r\rworld", *lines[2:]]))
    assert command("train --out run --steps 2 --valid-steps 1", *tiny_corpus).code == 0
    samples = Path("run/samples.txt")
    written = samples.read_bytes()
    samples.write_bytes(written + b"garbage\n\n")
    assert command("train --out run --resume --steps 3").code == 0
    found = samples.read_bytes()
    assert b"\r\r" in written and found.startswith(written) and b"garbage" not in found


def test_open(refusal, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "train one first" in refusal(Run.open)
    assert "run directory" in refusal(Run.open, tmp_path / "none")
    assert "did you mean bundled?" in refusal(Run.open, "bundeld")
    for folder in ("runs/x/checkpoints", "run-exported"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "../config.json").write_text("{}")
    assert refusal(Run.open, tmp_path / "runs").endswith(f"such as {tmp_path}/runs/x")
    for number, name in enumerate(["b", "a", "c"]):
        path = tmp_path / "runs" / name
        (path / "checkpoints").mkdir(parents=True)
        Config().save(path / "config.json")
        if name != "c":  # it has only just begun
            (path / "checkpoints" / "step-000001.npz").touch()
            os.utime(path / "checkpoints" / "step-000001.npz", (number, number))
    assert Run.open().path == Path("runs/a")
    assert Run.open("runs/b").config == Config() and time_of(tmp_path / "none") == 0


def test_a_tokenizer_that_was_cut_short_is_refused(refusal, tiny_run, tmp_path):
    shutil.copytree(tiny_run.path, tmp_path / "run")
    path = tmp_path / "run" / "tokenizer.model"
    whole = path.read_bytes()
    tokenizer = Run(tmp_path / "run").tokenizer
    last_piece = whole.rindex(tokenizer.words([69])[0].encode())  # behind it lie settings of no consequence
    for end in range(0, last_piece, 11):
        path.write_bytes(whole[:end])
        assert "tokenizer.model" in refusal(lambda: Run(tmp_path / "run").tokenizer)


def test_checkpoints_and_log(tmp_path, refusal):
    empty_run = Run(tmp_path)
    message = refusal(empty_run.newest)
    assert str(empty_run.path) in message and "no checkpoint" in message
    assert empty_run.log == []
    (empty_run.path / "log.jsonl").write_text('{"step": 1}\n{"step": 2}\n')
    assert empty_run.log == [{"step": 1}, {"step": 2}]
