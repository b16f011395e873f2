"""A run directory appears whole or not at all, belongs to one trainer, and goes on, never back."""

from pathlib import Path

from minitrans.config import Config
from minitrans.training import job

from ..same_run import below


def test_resume_does_not_go_back(command, tiny_corpus):
    assert command("train --out run --steps 3", *tiny_corpus).code == 0
    before = below(Path("run"))
    ended = command("train --out run --resume --steps 2")
    assert ended.code == 2 and ended.err.splitlines()[-1].startswith("error: --steps 2: run is already at step 3")
    assert below(Path("run")) == before


def test_two_runs_do_not_share_a_directory(command, tiny_corpus, monkeypatch):
    """The other one begins while this one is still reading its text."""
    transformer = job.Transformer

    def meanwhile(*arguments):
        Path("run/checkpoints").mkdir(parents=True)
        return transformer(*arguments)

    monkeypatch.setattr(job, "Transformer", meanwhile)
    ended = command("train --out run --steps 1", *tiny_corpus)
    assert ended.code == 2 and "just started" in ended.err
    assert [path.name for path in Path("run").iterdir()] == ["checkpoints"]


def test_an_export_that_will_refuse_the_model_is_named_before_the_training(tiny_run, capsys):
    (line,) = [line for line in tiny_run.ended.err.splitlines() if "minitrans export" in line]
    assert "--to huggingface" in line and "norm pre" in line
    job.warn_of_export(Config())
    assert capsys.readouterr().err == ""
