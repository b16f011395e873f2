"""A line in is a line out, from an argument, a file, standard input or a terminal, in order and without delay."""

import gzip
import os
import subprocess
import sys

import pytest

import minitrans

SENTENCES = ["the dog sees trees.", "she likes music.", "my friend hears a bird."]


@pytest.fixture(scope="module")
def expected(tiny_run):
    """What the model makes of SENTENCES, asked for in Python."""
    return minitrans.load(tiny_run.path).translate(SENTENCES)


def test_a_line_in_a_line_out_and_blank_stays_blank(translate, expected):
    text = f"\ufeff{SENTENCES[0]}\r\n\n   \n{SENTENCES[1]}".encode()
    ended = translate(stdin=text)
    assert ended.out == f"{expected[0]}\n\n\n{expected[1]}\n"


def test_file_and_standard_input_agree_with_python(translate, expected, tmp_path):
    text = "".join(line + "\n" for line in SENTENCES * 300).encode()
    (tmp_path / "in.gz").write_bytes(gzip.compress(text))
    from_file = translate("--input", tmp_path / "in.gz").out
    assert from_file == translate(stdin=text).out
    assert from_file.splitlines() == expected * 300


def test_empty_input_gives_empty_output(translate):
    ended = translate(stdin=b"")
    assert (ended.code, ended.out) == (0, "")


def test_interactive_session_ends_with_end_of_file(translate, expected, monkeypatch):
    typed = iter([SENTENCES[1]])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed, None) or (_ for _ in ()).throw(EOFError))
    assert translate(terminal=True).out == f"{expected[1]}\n"


def test_lines_before_a_bad_one_are_translated(translate, expected):
    """Also of a block that is not full."""
    good = "".join(line + "\n" for line in SENTENCES * 200).encode()
    ended = translate(stdin=good + b"\xff\n" + good)
    assert ended.code == 2 and "standard input, line 601" in ended.err
    assert ended.out.splitlines() == expected * 200


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_a_closed_stream_is_an_empty_one(tiny_run, closed):
    words = "'a dog'" if ">" in closed else ""
    program = f"{sys.executable} -m minitrans translate --run {tiny_run.path} {words} {closed}"
    ended = subprocess.run(program, shell=True, capture_output=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


@pytest.mark.skipif(os.name == "nt", reason="arguments are text there")
def test_arguments_where_the_locale_is_c(tiny_run):
    """Python then takes ASCII for the encoding of arguments, and what is more for bytes of no meaning."""
    environment = os.environ | dict(LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    program = [sys.executable, "-m", "minitrans", "translate", "--run", str(tiny_run.path)]
    done = subprocess.run([*program, "the dög sees trees.".encode()], env=environment, capture_output=True)
    expected = minitrans.load(tiny_run.path).translate(["the dög sees trees."])
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, f"{expected[0]}\n", b"")
    done = subprocess.run([*program, b"the d\xf6g"], env=environment, capture_output=True)
    assert (done.returncode, done.stdout) == (2, b"") and b"not valid Unicode" in done.stderr


def test_a_stream_comes_out_in_its_order_and_as_it_goes(tiny_run, expected):
    """Lines of all lengths, more than are translated together: the first come out before the last go in."""
    lines = [SENTENCES[i % 3] if i % 7 else "" for i in range(1300)]
    right = [expected[i % 3] if i % 7 else "" for i in range(1300)]
    program = [sys.executable, "-m", "minitrans", "translate", "--run", str(tiny_run.path)]
    with subprocess.Popen(
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        process.stdin.write("".join(line + "\n" for line in lines[:600]))
        process.stdin.flush()
        found = [process.stdout.readline() for _ in range(512)]
        process.stdin.write("".join(line + "\n" for line in lines[600:]))
        process.stdin.close()
        found += process.stdout
    assert [line.removesuffix("\n") for line in found] == right
