"""The files of a run directory that people and other programs may have changed: told of in one line."""

import json
import shutil

import pytest

from minitrans.config import Config
from minitrans.data.tokenizer import Tokenizer
from minitrans.runs.run import Run

DEEP = "[" * 100_000


@pytest.fixture
def run(tmp_path):
    (tmp_path / "checkpoints").mkdir()
    (tmp_path / "checkpoints" / "step-000001.npz").touch()
    Config().save(tmp_path / "config.json")
    return Run(tmp_path)


@pytest.mark.parametrize(
    "row",
    [
        DEEP,
        "{}",
        "[]",
        "[1]",
        "7",
        '{"step": true}',
        '{"step": 1, "loss": "high"}',
        '{"step": 1, "loss": [1]}',
        '{"step": 1, "valid_perplexity": 7.5}',
    ],
)
def test_log(run, refusal, row):
    (run.path / "log.jsonl").write_text('{"step": 1, "loss": NaN, "seconds": 0.1}\n' + row + "\n")
    assert f"{run.path}/log.jsonl: not a log of minitrans (" in refusal(lambda: run.log)


@pytest.mark.parametrize("text", [DEEP, "{}", "[]", '{"checkpoints": [], "steps": "x"}', '{"steps": 1e400}'])
def test_result(run, refusal, text):
    (run.path / "result.json").write_text(text)
    assert f"{run.path}/result.json: not a result of minitrans (" in refusal(lambda: run.chosen)


@pytest.mark.parametrize("text", [DEEP, "{}x", "[]", '{"test": 7}'])
def test_data(run, refusal, text):
    (run.path / "data.json").write_text(text)
    assert f"{run.path}/data.json: does not say where the text of the run is (" in refusal(lambda: run.files)


def test_the_name_of_a_text_that_no_file_can_have(run, refusal):
    (run.path / "data.json").write_text(json.dumps(dict(sha256={"a\0b": ""})))
    assert f"{run.path}: the run's text cannot be read (" in refusal(run.changed_text)


@pytest.mark.parametrize("text", [DEEP, "[]", '{"layers": [1]}', '{"other": 1}', "1" * 5000])
def test_config(run, refusal, text):
    (run.path / "config.json").write_text(text)
    assert refusal(lambda: run.config).startswith(f"{run.path}/config.json: ")


@pytest.mark.parametrize("load", [Config.load, Tokenizer.load], ids=["configuration", "tokenizer"])
def test_what_cannot_be_read_is_not_called_damaged(run, refusal, load):
    assert refusal(load, run.folder) == f"{run.folder}: cannot be read (Is a directory)"
    assert refusal(load, run.path / "none") == f"{run.path}/none: cannot be read (No such file or directory)"


def test_the_task_of_a_run_cannot_be_changed(tiny_run, command, tmp_path):
    run = Run(shutil.copytree(tiny_run.path, tmp_path / "run"))
    text = (run.path / "config.json").read_text()
    (run.path / "config.json").write_text(text.replace('"task": "translate"', '"task": "parse"'))
    ended = command("parse", "--run", run.path, "a dog")
    assert (ended.code, ended.out) == (2, "")
    assert "was made with task translate, config.json says parse; was one of them changed?" in ended.err
