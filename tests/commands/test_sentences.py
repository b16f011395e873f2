"""A line in is a line out, from an argument, a file, standard input or a terminal, in order and without delay."""

import gzip
import os
import re
import subprocess
import sys

import pytest

import minitrans
from minitrans import engine
from minitrans.decoding import beam_search

from .conftest import SENTENCES


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
    told = b"" if words else b"the input is blank"
    assert (ended.returncode, ended.stdout, ended.stderr.strip()) == (0, b"", told)


@pytest.mark.skipif(os.name == "nt", reason="arguments are text there")
def test_arguments_where_the_locale_is_c(tiny_run):
    """Python then takes ASCII for the encoding of arguments, and what is more for bytes of no meaning."""
    environment = os.environ | dict(LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    program = [sys.executable, "-m", "minitrans", "translate", "--run", str(tiny_run.path)]
    done = subprocess.run([*program, "the dög sees trees.".encode()], env=environment, capture_output=True)
    expected = minitrans.load(tiny_run.path).translate(["the dög sees trees."])
    assert (done.returncode, done.stdout.decode(), done.stderr) == (
        0,
        f"{expected[0]}\n",
        "not in the training text: dög\n".encode(),
    )
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


LONG = " ".join(["dog"] * 5000)


def test_lines_before_one_that_is_too_long_are_translated(translate, expected):
    good = "".join(line + "\n" for line in SENTENCES * 200)
    ended = translate(stdin=f"{good}\n{LONG}\n{good}".encode())
    assert ended.code == 2 and ended.err.startswith("error: standard input, line 602: 'dog dog")
    assert ended.out.splitlines() == [*expected * 200, ""]


def test_a_line_that_is_too_long_in_a_file_or_an_argument(translate, tmp_path):
    (tmp_path / "in").write_text(f"{LONG}\n")
    ended = translate("--input", tmp_path / "in")
    assert ended.code == 2 and ended.out == "" and ended.err.startswith(f"error: {tmp_path / 'in'}, line 1: 'dog dog")
    assert translate(LONG).err.startswith("error: 'dog dog")


def test_a_line_that_needs_too_much_memory_costs_no_other(translate, expected, monkeypatch):
    def search(model, sentences, **options):
        if max(map(len, sentences)) > 100:
            raise MemoryError("no room")
        return beam_search(model, sentences, **options)

    monkeypatch.setattr(engine, "beam_search", search)
    ended = translate(stdin=f"{SENTENCES[0]}\n{LONG[:1000]}\n{SENTENCES[1]}\n".encode())
    assert ended.out == f"{expected[0]}\n"
    assert ended.code == 2 and re.match("error: standard input, line 2: .* out of memory", ended.err)


def test_what_is_unknown_is_counted(translate, tiny_run):
    lines = SENTENCES[0], "", f"Что? {SENTENCES[1]}"
    pieces = sum(map(len, minitrans.load(tiny_run.path).encode([lines[0], lines[2]])))
    ended = translate(stdin="\n".join(lines).encode())
    *_, unknown, words = ended.err.splitlines()
    assert f" 1 of {pieces} pieces" in unknown and unknown.endswith("line 3") and words.endswith(": Что")
    assert translate(stdin=SENTENCES[0].encode()).err == ""


@pytest.mark.parametrize("end", ["\r", "\x85", "\u2028"])
def test_one_line_in_and_out_though_it_has_another_separator(translate, end):
    ended = translate(stdin=SENTENCES[0].replace(" ", end, 1).encode() + b"\n")
    assert ended.out == translate(stdin=SENTENCES[0].encode()).out
