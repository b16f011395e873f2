"""`minitrans report`: the paper's figures as printed there, the runs' as their result.json has them."""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from minitrans.commands.report import scored_on


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def table(text, first):
    """The rows of the table of Markdown that begins with a cell, {first cell: the others}"""
    lines = text[text.index(f"| {first} |") :].split("\n\n")[0].splitlines()
    rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    assert len({len(row) for row in rows}) == 1 and set(rows[1]) == {"---", "---:"}
    return {name: cells for name, *cells in rows[2:]}


def run_with(path, **result):
    """A run that has a result, or with none none, and nothing to translate with."""
    path = Path(path)
    path.mkdir(parents=True)
    (path / "config.json").write_text("{}")
    (path / "data.json").write_text(json.dumps(dict(test=["text/newstest2014.en.gz", "text/newstest2014.de.gz"])))
    if result:
        (path / "result.json").write_text(json.dumps(dict(task="translate", test="test", seconds=10.0) | result))
    return path


def test_the_table_alone(command):
    ended = command("report")
    assert (ended.code, ended.err) == (0, "")
    assert {name: " ".join(cells) for name, cells in table(ended.out, "model").items()} == {
        "ByteNet": "23.75 - - -",
        "Deep-Att + PosUnk": "- 39.2 - 1.0e20",
        "GNMT + RL": "24.6 39.92 2.3e19 1.4e20",
        "ConvS2S": "25.16 40.46 9.6e18 1.5e20",
        "MoE": "26.03 40.56 2.0e19 1.2e20",
        "Deep-Att + PosUnk Ensemble": "- 40.4 - 8.0e20",
        "GNMT + RL Ensemble": "26.3 41.16 1.8e20 1.1e21",
        "ConvS2S Ensemble": "26.36 41.29 7.7e19 1.2e21",
        "Transformer (base)": "27.3 38.1 3.3e18 3.3e18",
        "Transformer (big)": "28.4 41.8 2.3e19 2.3e19",
    }
    assert "41.0 in the first version" in ended.out and "| run |" not in ended.out


def test_what_base_and_big_are_by_count(command):
    """6 operations for each weight and token, and those of attention, which 25 positions make a small part."""
    base = 6 * 25000 * 1e5 * (6 * (12 * 512**2 + 4 * 512 * 2048) + 512 * 37000)
    big = 6 * 25000 * 3e5 * (6 * (12 * 1024**2 + 4 * 1024 * 4096) + 1024 * 37000)
    shares = re.findall(r"(\d\.\de\d+) \((\d+)% of the estimate\)", command("report").out)
    for (found, percent), expected, published in zip(shares, (base, big), (3.3e18, 2.3e19), strict=True):
        assert 1 < float(found) / expected < 1.03
        assert float(percent) == pytest.approx(100 * expected / published, abs=1.5)


def test_a_run(command, tiny_run):
    ended = command("report", tiny_run.path)
    found = json.loads((tiny_run.path / "result.json").read_text())
    cells = table(ended.out, "run")[str(tiny_run.path)]
    score, parameters = f"{found['bleu']:.2f}", f"{found['parameters']:,}"
    assert cells[:4] == [f"{tiny_run.text.name}/test SRC-TGT", score, parameters, "160"]
    assert float(cells[4]) == pytest.approx(found["training_flops"], rel=5e-3) and cells[5] == "-"
    assert f"not comparable with its scores: {tiny_run.path}." in ended.out


def test_the_estimate_of_a_run(command):
    """2 devices of 3 TFLOPS for 10 seconds."""
    run_with("a", bleu=1, training_flops=5e12)
    ended = command("report", "a", "--sustained-tflops", 3, "--devices", 2)
    assert table(ended.out, "run")["a"][-2:] == ["5.00e12", "6.00e13"]
    assert table(command("report", "a", "--sustained-tflops", 0.5).out, "run")["a"][-1] == "5.00e12"


def test_runs_of_before_unfinished_ones_and_odd_names(command):
    run_with("before", bleu=31.5, parameters=1234567, steps=70)
    run_with("unfinished")
    run_with("a|b", bleu=1.25)
    ended = command("report", "before", "unfinished", "a|b", "--sustained-tflops", 1)
    assert ended.code == 0, ended.err
    rows = table(ended.out, "run")
    assert rows["before"] == ["text/newstest2014 EN-DE", "31.50", "1,234,567", "70", "-", "1.00e13"]
    assert rows["unfinished"] == ["no result", "-", "-", "-", "-", "-"]
    assert rows[r"a\|b"][1:4] == ["1.25", "-", "-"]
    assert "not comparable with its scores" not in ended.out  # all are of newstest2014


@pytest.mark.parametrize(
    ("files", "split", "expected"),
    [
        (("d/newstest2014.en", "d/newstest2014.de"), "test", ("d/newstest2014 EN-DE", "EN-DE")),
        (("d/newstest2014.tok.en.gz", "d/newstest2014.tok.fr.gz"), "test", ("d/newstest2014.tok EN-FR", "EN-FR")),
        (("d/newstest2014.en", "d/newstest2014.de"), "valid", ("d/newstest2014 EN-DE", None)),
        (("d/newstest2014.de", "d/newstest2014.en"), "test", ("d/newstest2014 DE-EN", None)),
        (("d/newstest2013.en", "d/newstest2013.de"), "test", ("d/newstest2013 EN-DE", None)),
        (("d/sources", "d/references"), "test", ("d/sources", None)),
    ],
)
def test_which_test_sets_are_those_of_table_2(files, split, expected):
    assert scored_on(files, split) == expected


def test_files(command, monkeypatch):
    figures, save = [], Figure.savefig
    monkeypatch.setattr(Figure, "savefig", lambda self, *a, **k: (figures.append(self), save(self, *a, **k)))
    for name in "ab":
        run_with(name, bleu=31.5, training_flops=int(4e14))
    (Path("b") / "data.json").write_text('{"test": ["multi30k/test.en", "multi30k/test.de"]}')
    run_with("unfinished")
    flags = ["--sustained-tflops", 1, "--out", "report.md", "--picture", "table2.png"]
    ended = command("report", "a", "b", "unfinished", *flags)
    assert (ended.code, ended.out, ended.err) == (0, "", "")
    assert table(Path("report.md").read_text(), "run")["a"][1] == "31.50"
    assert Path("table2.png").read_bytes().startswith(b"\x89PNG")
    (axes,) = figures[0].axes
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names[-3:] == ["a", "b (multi30k/test EN-DE: 31.50)", "unfinished (no result)"]
    dots = {line.get_label(): {names[int(y)]: x for x, y in line.get_xydata()} for line in axes.lines}
    assert dots["estimated, EN-FR"]["ConvS2S Ensemble"] == 1.2e21 and dots["estimated, EN-DE"]["MoE"] == 2e19
    assert "ByteNet" not in {**dots["estimated, EN-DE"], **dots["estimated, EN-FR"]}
    assert dots["counted"][names[-2]] == 4e14 and dots["estimated, runs"] == {names[-3]: 1e13, names[-2]: 1e13}
    assert 9.4e17 < dots["counted"]["Transformer (base)"] < 9.7e17
    # Scores stand in the lines of their models, those of another test set in none.
    texts = {(text.get_text(), names[text.xy[1]]) for text in axes.texts}
    assert {("41.29", "ConvS2S Ensemble"), ("31.50", "a")} <= texts and ("31.50", names[-2]) not in texts


def test_the_configuration_of_another_program(command):
    Path("other").mkdir()
    Path("other", "config.json").write_text('{"name": "other"}')
    ended = command("report", "other")
    assert ended.code == 2 and ended.err.startswith("error: other/config.json: not a configuration of minitrans (")


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text elsewhere")
def test_names_of_files_that_are_no_text(command):
    run_with("run\udcff", bleu=31.5)
    Path("run\udcff/data.json").write_text(r'{"test": ["old\udcff/test.en", "old\udcff/test.de"]}')
    ended = command("report", "run\udcff", "--out", "report.md", "--picture", "table2.png")
    assert (ended.code, ended.err) == (0, "")
    assert table(Path("report.md").read_text("utf-8"), "run")["run\ufffd"][0] == "old\ufffd/test EN-DE"
    run_with("a\nb", bleu=1)
    assert table(command("report", "a\nb").out, "run")["a\\nb"][1] == "1.00"


def test_a_setting_that_matplotlib_refuses(command, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "foo")
    monkeypatch.delitem(sys.modules, "minitrans.views.plots", raising=False)
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    ended = command("report", "--picture", "table.png")
    assert ended.code == 2 and ended.err.startswith("error: table.png: cannot be drawn (Key backend: 'foo' is not")
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize(
    ("result", "flags", "part"),
    [
        ({}, ["none"], "none: not a run directory"),
        (dict(bleu="high"), [], "result.json: not the result of a translator"),
        (dict(bleu=None), [], "result.json: not the result of a translator"),
        (dict(f1=90.0), [], "result.json: not the result of a translator (KeyError('bleu'))"),
        (dict(bleu=1, test="other"), [], "result.json: not the result of a translator (KeyError('other'))"),
        (dict(bleu=1, steps="many"), [], "result.json: not the result of a translator"),
        ({}, ["--devices", 2], "--devices needs --sustained-tflops: give both, or neither"),
        ({}, ["--devices", 0, "--sustained-tflops", 1], "--devices must be from 1 to 1000000, got 0"),
        ({}, ["--devices", 10**400, "--sustained-tflops", 1], "--devices must be from 1 to 1000000, got 1"),
        ({}, ["--sustained-tflops", 0], "--sustained-tflops must be above 0 and at most 1000000, got 0"),
        ({}, ["--sustained-tflops", "nan"], "--sustained-tflops must be above 0 and at most 1000000, got nan"),
        ({}, ["--picture", "table.jpg"], "--picture table.jpg: give the name of a .png or .svg or .pdf file"),
        ({}, ["--picture", "no/table.png"], "--picture no/table.png: give the name"),
        ({}, ["--out", "no/report.md"], "--out no/report.md: give the name of a .md file in a folder that exists"),
        ({}, ["--out", "run"], "--out run: give the name of a .md file"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(command, result, flags, part):
    run_with("run", **result)
    ended = command("report", "--out", "report.md", "run", *flags)
    assert ended.code == 2 and ended.out == "" and ended.err.count("\n") == 1 and part in ended.err, ended.err
    assert [path.name for path in Path().iterdir()] == ["run"]


def test_a_damaged_result(command, tiny_run):
    shutil.copytree(tiny_run.path, "run")
    text = Path("run", "result.json").read_text()
    numbers = [f'{{"bleu": 1, "test": "test", "parameters": {value}}}' for value in ("1e400", "NaN", "-1", "true")]
    for damaged in (text[:100], "[]", "7", "{}", "[" * 100_000, *numbers, '{"bleu": 1%s}' % ("0" * 400)):
        Path("run", "result.json").write_text(damaged)
        ended = command("report", "run")
        assert ended.code == 2 and "run/result.json: not the result of a translator" in ended.err
