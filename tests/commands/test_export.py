"""The command `minitrans export`: what it writes, and what it refuses by name."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import minitrans
from minitrans.interchange.names import field_names
from minitrans.runs.run import MODEL, NO_RUN

numpy_files = pytest.importorskip("safetensors.numpy")


@pytest.fixture(autouse=True)
def place(elsewhere):
    """Each test works in a directory of its own."""


def test_weights_as_safetensors(command):
    ended = command("export", MODEL, "--to", "safetensors", "--out", "weights")
    assert ended.code == 0 and "weights: safetensors of" in ended.out
    found, expected = numpy_files.load_file("weights/model.safetensors"), field_names(minitrans.load(MODEL).model)
    assert found.keys() == expected.keys()
    assert all(found[name].tobytes() == expected[name].tobytes() for name in found)


def test_a_page(command):
    ended = command("export --to html --out page.html")
    assert (ended.code, ended.out, ended.err) == (0, f"page.html: html of {MODEL}\n", NO_RUN + "\n")
    small = command("export", MODEL, "--to", "html", "--out", "small.html", "--quantization", "int8")
    assert small.code == 0 and small.err == ""
    sizes = {path.name: path.stat().st_size for path in Path().iterdir()}
    assert sizes.keys() == {"page.html", "small.html"}
    assert sizes["page.html"] < 6_000_000 and sizes["small.html"] < 0.6 * sizes["page.html"]


REFUSED = {
    "html": [dict(task="parse"), dict(attention_radius=3), dict(search="full"), dict(source_vocabulary=900)],
    "huggingface": [dict(norm="pre"), dict(positions="learned"), dict(attention_radius=3), dict(task="parse")]
    + [dict(share_embeddings=False), dict(d_k=8)],
}


@pytest.mark.parametrize("to, change", [(to, change) for to in REFUSED for change in REFUSED[to]], ids=str)
def test_a_model_that_the_form_cannot_hold_is_refused(command, tmp_path, to, change):
    run, ((field, value),) = tmp_path / "run", change.items()
    run.mkdir()
    (run / "config.json").write_text(
        json.dumps(json.loads((MODEL / "config.json").read_text()) | dict(norm="post") | change)
    )
    ended = command("export", run, "--to", to, "--out", "out.html")
    named = "head widths" if field == "d_k" else f"{field} {value}"
    assert ended.code == 2 and named in ended.err and len(ended.err.splitlines()) == 1
    assert not Path("out.html").exists()


@pytest.mark.parametrize(
    "flags, named",
    [
        ("--to safetensors --out .", "exists"),
        ("--to safetensors --out x --quantization int8", "--quantization"),
        ("--to html --out page", ".html file"),
        ("--to html --out none/page.html", "folder that exists"),
        ("--to html --out page.html --quantization int4", "int4"),
        ("--to onnx --out x", "onnx"),
        ("--to safetensors", "--out"),
    ],
)
def test_bad_flags(command, flags, named):
    assert named in command("export", MODEL, *flags.split()).error


@pytest.mark.skipif(sys.platform == "win32", reason="a limit of POSIX")
def test_a_full_disk():
    """A limit of the size of files stands for it."""
    program = f"ulimit -f 40; {sys.executable} -m minitrans export {MODEL} --to safetensors --out out"
    ended = subprocess.run(program, shell=True, capture_output=True, text=True)
    assert ended.stderr == "error: out: cannot be written (File too large)\n" and list(Path().iterdir()) == []


def test_a_missing_package(command, monkeypatch):
    monkeypatch.setitem(sys.modules, "safetensors", None)
    monkeypatch.setitem(sys.modules, "safetensors.numpy", None)
    ended = command("export", MODEL, "--to", "safetensors", "--out", "x")
    assert ended.code == 2 and "pip install safetensors" in ended.err
