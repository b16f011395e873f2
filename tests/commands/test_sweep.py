"""`minitrans sweep`: each row trained once, on text without a test set, and compared with base as its spread allows."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from minitrans.commands import sweep
from minitrans.config import Config
from minitrans.config.paper import TABLE_3
from minitrans.config.presets import parameters
from minitrans.runs.run import Run, step_of

FLAGS = ["--scale", 32, "--layers", 1, "--vocabulary", 70, "--batch-tokens", 200, "--steps", 2, "--valid-steps", 2]


@pytest.fixture(autouse=True)
def corpus(tiny_corpus, tmp_path, monkeypatch):
    """The tiny corpus in the place of a named one."""
    monkeypatch.chdir(tmp_path)
    files = {
        split: tuple(tmp_path / "text" / f"{split}.{side}" for side in ("src", "tgt")) for split in ("train", "valid")
    }
    monkeypatch.setattr(sweep, "corpus_files", lambda name: files | dict(test=("never", "read")))
    return {split: tuple(map(str, paths)) for split, paths in files.items()}


def test_rows_are_trained_once_and_go_on(command):
    ended = command("sweep", "table3", *FLAGS, "--out", "out", "--rows", "table3-A2", "big")
    assert ended.code == 0, ended.err
    assert sorted(path.name for path in Path("out").iterdir()) == [
        "base-seed1",
        "base-seed2",
        "base-seed3",
        "big-seed1",
        "table3-A2-seed1",
        "table3.md",
    ]
    expected = dict(d_model=16, d_ff=64, heads=8, steps=2), dict(d_model=32, d_ff=128, heads=16, steps=6)
    for name, fields in zip(("base-seed2", "big-seed1"), expected, strict=True):
        config = Run(f"out/{name}").config
        assert {field: getattr(config, field) for field in fields} == fields and config.average == 1
        found = json.loads(Path("out", name, "result.json").read_text())
        assert found["test"] == "valid" and found["parameters"] == parameters(config)
    assert Run("out/base-seed2").config.seed == 2 and Run("out/table3-A2-seed1").config.heads == 4
    assert Path("out/table3.md").read_text() in ended.out

    Path("out/big-seed1/result.json").unlink()
    before = {path: path.stat().st_mtime_ns for path in Path("out").rglob("*.json")}
    again = command("sweep", "table3", *FLAGS, "--out", "out", "--rows", "A2", "big")
    assert again.code == 0 and "big-seed1" in again.err and "base-seed1" not in again.err
    changed = {path.parent.name for path in Path("out").rglob("*.json") if path.stat().st_mtime_ns != before.get(path)}
    assert changed == {"big-seed1"}

    refused = command("sweep", "table3", *FLAGS, "--warmup", 7, "--out", "out", "--rows", "big")
    assert refused.code == 2 and "base-seed1: was started with warmup 4000, not 7; choose another --out" in refused.err


@pytest.mark.parametrize("name", ["INT", "TERM"])
def test_interrupted(corpus, name):
    """After Ctrl-C and SIGTERM the step is saved, and called again the sweep goes on where it was."""
    script = f"""
from pathlib import Path
from minitrans.commands import sweep
from minitrans.commands.program import run_command
sweep.corpus_files = lambda name: {{split: tuple(map(Path, paths)) for split, paths in {corpus!r}.items()}}
run_command(sweep.main)
"""
    flags = [*map(str, FLAGS), "--steps", "100000", "--valid-steps", "100000", "--log-steps", "1", "--out", "out"]
    command = [sys.executable, "-c", script, "table3", *flags, "--rows", "A1"]
    for last in (3, 6):
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            for line in process.stderr:
                if line.startswith(f"step {last} "):
                    process.send_signal(signal.Signals[f"SIG{name}"])
                    break
            assert "resume with: minitrans train --out out/base-seed1 --resume" in process.stderr.read()
            assert process.wait() == 128 + signal.Signals[f"SIG{name}"]
        saved = Run("out/base-seed1").checkpoints()[-1]
        assert step_of(saved) >= last
    assert [row["step"] for row in Run("out/base-seed1").log] == list(range(1, step_of(saved) + 1))


def test_the_rows_are_those_of_table_3_divided():
    for name in TABLE_3:
        full, scaled = (sweep.row_config(name, scale, {}) for scale in (1, 4))
        assert [getattr(full, f) for f in ("layers", "heads", "dropout", "label_smoothing", "positions")] == [
            getattr(scaled, f) for f in ("layers", "heads", "dropout", "label_smoothing", "positions")
        ]
        assert (full.d_model, full.d_ff) == (4 * scaled.d_model, 4 * scaled.d_ff)
        for width in ("d_k", "d_v"):
            sizes = [getattr(c, width) or c.d_model / c.heads for c in (full, scaled)]
            assert sizes[0] == 4 * sizes[1]
    # What a row is about comes before the flags, and the flags before base.
    row = sweep.row_config("table3-D2", 1, dict(dropout=0.4, rate=0.5))
    assert (row.dropout, row.rate) == (0.2, 0.5)


def test_no_claim_within_the_spread():
    """Perplexities made up; base's seeds lie between 5.0 and 5.4."""
    configs = {}
    for name, found in {"base": [5.0, 5.4, 5.2], "table3-A1": [5.3], "table3-B1": [5.5], "table3-C5": [5.5]}.items():
        configs[name] = Config()
        for seed, perplexity in enumerate(found, 1):
            path = sweep.run_of(Path("made"), name, seed).path
            path.mkdir(parents=True)
            result = dict(valid_perplexity=perplexity, bleu=10.0 + seed, parameters=1_500_000)
            (path / "result.json").write_text(json.dumps(result))
    text = sweep.markdown(Path("made"), configs)
    assert "| base | - | 5.20 | 12.0 | 1.50 | 4.92 | 25.8 | 65 |" in text
    assert "perplexity 5.00 to 5.40 and BLEU 11.0 to 13.0" in text
    assert "as in the paper: B1; opposite to the paper: C5; within the spread" in text and "paper: A1." in text


@pytest.mark.parametrize("damaged", ["", "{}", "[]", '{"valid_perplexity": 1e400, "bleu": 1, "parameters": 1}'])
def test_a_damaged_result_is_found_before_anything_is_trained(command, damaged):
    path = Path("out/table3-D1-seed1/result.json")
    path.parent.mkdir(parents=True)
    path.write_text(damaged)
    ended = command("sweep", "table3", "--out", "out")
    assert ended.code == 2 and ended.err.startswith(f"error: {path}: not a result of minitrans (")
    assert ended.err.endswith("; remove it and run the sweep again\n") and ended.err.count("\n") == 1
    assert list(Path("out").rglob("*.*")) == [path]


@pytest.mark.parametrize(
    ("flags", "part"),
    [
        (["--rows", "table3-Z9"], "--rows table3-Z9: unknown; choose from base, table3-A1"),
        (["--scale", 0], "--scale must be 1 or more"),
        (["--scale", 3], "--scale 3: does not divide d_model = 512 of base"),
        (["--layers", 0], "--layers must be 1 or more"),
        (["--seed", 7], "--seed: leave it out; base has seeds 1 to 3"),
    ],
)
def test_bad_flags(command, flags, part):
    ended = command("sweep", "table3", "--out", "out", *flags)
    assert ended.code == 2 and part in ended.err and not Path("out").exists()
