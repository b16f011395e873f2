"""The benchmark speaks the protocol of turns, decodes as many steps as asked, and accounts for all of the time."""

import io
import json
import sys

import pytest
from threadpoolctl import threadpool_info

from minitrans.commands.measure.jobs import draw_batches


@pytest.mark.parametrize(
    ("flags", "tokens"),
    [
        ("train --tokens 100", None),
        ("decode --batch 2 --beam 2 --length 3", 6),
        ("decode --batch 1 --beam 1 --length 17 --dtype float64", 17),
    ],
)
def test_a_step_for_each_line(command, monkeypatch, flags, tokens):
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n\n"))
    ended = command("benchmark", *flags.split(), "--turns")
    assert ended.code == 0, ended.err
    rows = [json.loads(line) for line in ended.out.splitlines()]
    assert len(rows) == 2 and all(row["sec"] > 0 for row in rows)
    if tokens:
        assert [row["tokens"] for row in rows] == [tokens] * 2
    else:
        assert [row["tokens"] for row in rows] == [sum(len(t) + 1 for _, t in b) for b in draw_batches(2, 100, 8000)]


def test_table_and_picture(command, tmp_path):
    ended = command("benchmark train --tokens 100 --steps 1 --picture", tmp_path / "profile.png")
    assert ended.code == 0, ended.err
    assert "target tokens/s" in ended.out and "matrix products alone" in ended.out and "peak memory" in ended.out
    for library in threadpool_info():
        if library["user_api"] == "blas":
            assert f"{library['version']} {library.get('architecture', '')}".strip() in ended.out
    shares = [float(line.split()[-3].rstrip("%")) for line in ended.out.splitlines() if line.count("%") == 3]
    (rest,) = (float(line.split()[-1].rstrip("%")) for line in ended.out.splitlines() if "everything else" in line)
    assert sum(shares) + rest == pytest.approx(100, abs=1)
    assert (tmp_path / "profile.png").stat().st_size > 10_000


@pytest.mark.parametrize(
    "flags", ["--steps 0", f"--steps {10**20}", "--batch -1", "--picture x.foo", "--report no/x.json"]
)
def test_bad_flags_are_one_line(command, flags):
    assert command("benchmark train", *flags.split()).error.startswith("error: --")
