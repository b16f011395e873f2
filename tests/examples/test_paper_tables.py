"""The paper's Tables 2 and 3: the figures of a run stand in its row, and a row is trained once."""

import json

import pytest

from minitrans.commands.program import run_command
from minitrans.runs.run import Run

SMALL = "--layers 1 --heads 2 --vocabulary 70 --batch-tokens 200 --steps 2 --valid-steps 2 --scale 16".split()


@pytest.fixture
def tables(example, monkeypatch, tiny_corpus, elsewhere, capsys):
    """tables(arguments) -> (exit code, the cells of each row that is printed)"""
    module, flags = example("paper_tables"), iter(tiny_corpus)
    files = {}
    for flag, path in zip(flags, flags, strict=True):
        files.setdefault(flag.split("-")[2], []).append(path)
    monkeypatch.setattr(module, "corpus_files", lambda name: files)

    def run(*arguments):
        monkeypatch.setattr("sys.argv", ["paper_tables.py", *map(str, arguments)])
        code = 0
        try:
            run_command(module.main)
        except SystemExit as end:
            code = end.code
        return code, [[cell.strip() for cell in line.split("|")[1:-1]] for line in capsys.readouterr().out.splitlines()]

    return run


def test_table_2(tables, tiny_run):
    code, rows = tables(tiny_run.path)
    result = json.loads((tiny_run.path / "result.json").read_text())
    assert code == 0 and rows[-2] == ["Transformer (big)", "28.4", "41.8", "2.3e19", "2.3e19"]
    assert rows[-1][1] == f"{result['bleu']:.2f} (test)"
    assert float(rows[-1][3]) == pytest.approx(result["training_flops"], rel=0.05)


def test_table_3(tables):
    code, rows = tables("--corpus", "tiny", *SMALL, "--rows", "A1", "C4")
    assert code == 0 and [row[:2] for row in rows[2:]] == [
        ["base", ""],
        ["A1", "heads 1"],
        ["C4", "d_model 16 d_k 2 d_v 2"],
    ]
    assert rows[3][4:] == ["5.29", "24.9"]
    found = [json.loads((Run(f"runs/table3/base-seed{n}").path / "result.json").read_text()) for n in (1, 2, 3)]
    low, *_, high = sorted(each["valid_perplexity"] for each in found)
    assert rows[2][2].endswith(f"({low:.2f} to {high:.2f})")
    assert all("test" not in Run(path).text.files for path in ("runs/table3/A1-seed1", "runs/table3/base-seed2"))
    before = Run("runs/table3/A1-seed1").checkpoints()[-1].stat().st_mtime_ns
    assert tables("--corpus", "tiny", *SMALL, "--rows", "A1", "C4") == (0, rows)
    assert Run("runs/table3/A1-seed1").checkpoints()[-1].stat().st_mtime_ns == before


def test_refusals(tables):
    assert tables("--corpus", "tiny", *SMALL[:-1], "7")[0] == 2
    assert tables("nowhere")[0] == 2
