"""The command `minitrans plan`: its table, and its messages."""

import json

import pytest

from minitrans.commands.plan import numbers
from minitrans.config.presets import parameters, preset


def table(text):
    """-> [{column: value}]"""
    head, *rows = (line.replace(",", "") for line in text.splitlines() if line.startswith(" "))
    names = [name.strip() for name in head.split("  ") if name.strip()]
    return [dict(zip(names, row.split(), strict=True)) for row in rows]


@pytest.mark.parametrize("name, found, paper", [("base", 0.17, 0.4), ("big", 0.574, 1.0)])
def test_the_papers_eight_gpus(command, name, found, paper):
    """Section 5.2 gives 0.4 and 1.0 seconds.  The cards did not reach the 9.5 TFLOPS of the paper's own estimate."""
    ended = command("plan", "--preset", name, "--gpus", 8)
    (row,) = table(ended.out)
    assert ended.code == 0 and float(row["s per step"]) == pytest.approx(found, abs=0.002)
    assert found < paper
    assert float(row["days to 300000"]) == pytest.approx(3 * float(row["days to 100000"]), rel=0.01)


def test_each_device_has_its_share(command):
    rows = table(command("plan", "--gpus", "8..64", "--tflops", 50, "--price", 2).out)
    assert [row["GPUs"] for row in rows] == ["8", "16", "32", "64"]
    assert [row["tokens each"] for row in rows] == ["3125", "1562", "781", "390"]
    for row in rows:
        hours = 300_000 * float(row["s per step"]) / 3600
        assert float(row["cost of 300000"]) == pytest.approx(2 * int(row["GPUs"]) * hours, rel=0.01)
    assert [float(row["efficiency"].strip("%")) for row in rows] == sorted(
        (float(row["efficiency"].strip("%")) for row in rows), reverse=True
    )


def test_few_tokens_are_noted(command):
    assert "from 64 GPUs on" in command("plan", "--gpus", "8..64").out
    assert "from" not in command("plan", "--gpus", "8").out


def test_a_rate_that_was_measured(command, tmp_path):
    """Twice the speed is twice the rate; the speed of another dtype is not taken."""
    path, rates = tmp_path / "gpu.json", []
    for speed in (100_000, 200_000):
        rows = {"train base, 25,000 tokens, float32": {"tokens/s, running": speed}}
        path.write_text(json.dumps(dict(training=rows)))
        rates.append(float(command("plan", "--gpus", 8, "--report", path).out.splitlines()[1].split()[0]))
    assert rates[1] == pytest.approx(2 * rates[0], rel=1e-4) and 10 < rates[0] < 100
    ended = command("plan", "--gpus", 8, "--report", path, "--dtype", "bfloat16")
    assert ended.code == 2 and "bfloat16" in ended.err and "give --tflops" in ended.err


def test_steps_replace_those_of_the_paper(command):
    (row,) = table(command("plan", "--hosts", 1, "--preset", "small", "--steps", 5000, "--tflops", 0.1).out)
    assert [name for name in row if name.startswith("days")] == ["days to 5000"] and row["efficiency"] == "100%"


@pytest.mark.parametrize(
    "flags",
    [
        ["--gpus", "0"],
        ["--gpus", "8..4"],
        ["--gpus", "..8"],
        ["--gpus", "x"],
        ["--gpus", "1,,2"],
        ["--gpus", "0..8"],
        ["--gpus", str(10**7)],
        ["--gpus", "2", "--hosts", "2"],
        ["--gpus", "2", "--tflops", "-1"],
        ["--gpus", "2", "--tflops", "nan"],
        ["--gpus", "2", "--latency", "0"],
        ["--gpus", "2", "--preset", "none"],
        ["--gpus", "2", "--report", "none.json"],
        ["--gpus", "2", "--report", __file__],
        [],
    ],
    ids=" ".join,
)
def test_bad_input_is_one_line(command, flags):
    ended = command("plan", *flags)
    assert ended.code == 2 and ended.out == "" and len(ended.err.splitlines()) == 1


def test_numbers():
    assert numbers("8") == [8] and numbers("1,2,4") == [1, 2, 4]
    assert numbers("8..1024") == [8, 16, 32, 64, 128, 256, 512, 1024]
    assert numbers("3..13") == [3, 6, 12] and numbers("5..5") == [5]


def test_the_command_counts_the_parameters(command):
    first = command("plan", "--gpus", 1, "--preset", "small").out.split()[0]
    assert float(first) == pytest.approx(parameters(preset("small")) / 1e6, abs=0.06)
