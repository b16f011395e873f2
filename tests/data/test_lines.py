"""Text files become lines and pairs of lines exactly as they are, or are refused by name."""

import bz2
import gzip
import lzma
import tarfile
from pathlib import Path

import pytest

from minitrans.data import lines
from minitrans.data.lines import one_line, read_pairs, stream_lines


def read_lines(path):
    return list(stream_lines(path))


@pytest.fixture(params=["plain", "gz"])
def write(request, tmp_path):
    """write(name, bytes) -> path, as a plain file and as .gz."""

    def write(name, data):
        if request.param == "plain":
            path = tmp_path / name
            path.write_bytes(data)
        else:
            path = tmp_path / f"{name}.gz"
            path.write_bytes(gzip.compress(data))
        return path

    return write


@pytest.mark.parametrize(
    "data, lines",
    [
        (b"one\ntwo\n", ["one", "two"]),
        (b"one\ntwo", ["one", "two"]),
        (b"one\r\ntwo\r\n", ["one", "two"]),
        (b"one\n\n two \n", ["one", "", " two "]),
        (b"\xef\xbb\xbfone\ntwo\n", ["one", "two"]),
        (b"\n", [""]),
        (b"", []),
        (
            "Größe ist 1\u2028mehr\x85als\u00a0das\x0b\x0c.\nja\n".encode(),
            ["Größe ist 1\u2028mehr\x85als\u00a0das\x0b\x0c.", "ja"],
        ),
    ],
    ids=["plain", "no end", "crlf", "blanks", "bom", "one empty line", "empty", "unicode separators"],
)
def test_read_lines(write, data, lines):
    assert read_lines(write("a.en", data)) == lines


def test_a_byte_order_mark_is_text_anywhere_but_at_the_start(write):
    assert read_lines(write("a.en", "a\n\ufeffb\n".encode())) == ["a", "\ufeffb"]


def test_invalid_utf8_names_file_and_line(refusal, write):
    path = write("a.en", "gut\nübel\n".encode() + "übel\n".encode("latin-1"))
    message = refusal(read_lines, path)
    assert str(path) in message and "line 3" in message and "UTF-8" in message


def test_a_line_has_a_limit(refusal, write, monkeypatch):
    """Even one that would fill the memory; the limit applies to a line, not to the file."""
    monkeypatch.setattr(lines, "LONGEST", 20)
    assert read_lines(write("a.en", b"123456789 123456789\n" * 9)) == ["123456789 123456789"] * 9
    message = refusal(read_lines, write("b.en", b"short\n" + b"123456789 " * 10**6))
    assert ", line 2: is longer than 20 bytes" in message
    assert "CR alone" in refusal(read_lines, write("c.en", b"short\r" * 9))


# What follows a command, where each file in turn is the one with a long line.
DOORS = [
    "translate --run {run} --input short.en",
    "translate --run {run} --input good.en --prefix-file short.en",
    "score --run {run} --src short.en --tgt short.de",
    "evaluate --run {run} --src short.en --ref short.de short.fr",
    "train --out o "
    + " ".join(f"--{split}-src short.{split} --{split}-tgt short.{split}2" for split in "train valid test".split()),
    "train --out o --task parse --train-trees short.mrg --valid-trees short.2.mrg --extra-trees short.3.mrg",
]


@pytest.mark.parametrize("ending", ["", ".gz"])
@pytest.mark.parametrize("door", DOORS, ids=lambda door: " ".join(door.split()[:4]))
def test_every_command_refuses_a_long_line(command, tiny_run, elsewhere, monkeypatch, door, ending):
    monkeypatch.setattr(lines, "LONGEST", 20)
    Path("good.en").write_text("the dog\n")
    words = door.format(run=tiny_run.path).split()
    files = [word for word in words if word.startswith("short.")]
    for long in files:
        for name in files:
            content = b"(S (NN dog))\n" + b" " * 99 * (name == long) + b"(S (NN cat))\n"
            Path(name + ending).write_bytes(gzip.compress(content) if ending else content)
        ended = command(*(word + ending if word in files else word for word in words))
        assert ended.code == 2 and f"error: {long}{ending}, line 2: is longer than 20 " in ended.err


TEXT = "The dog hears the sea.\nÜber ihm ist der Himmel.\n"
DISGUISED = {
    "gzip": (gzip.compress(TEXT.encode()), "is compressed by gzip"),
    "xz": (lzma.compress(TEXT.encode()), "is compressed by xz"),
    "bzip2": (bz2.compress(TEXT.encode()), "is compressed by bzip2"),
    "zstd": (bytes.fromhex("28b52ffd0458") + b"text", "is compressed by zstd"),
    "zip": (b"PK\x03\x04\x14\0\0\0", "is a zip"),
    "lzma": (lzma.compress(TEXT.encode(), lzma.FORMAT_ALONE), "is compressed by lzma"),
    "tar": (tarfile.TarInfo("a.en").tobuf() + TEXT.encode(), "is a tar"),
    "7z": (bytes.fromhex("377abcaf271c0004"), "is an archive"),
    "rar": (b"Rar!\x1a\x07\x01\0", "is an archive"),
    "doc": (bytes.fromhex("d0cf11e0a1b11ae1"), "is a zip"),
    "rtf": (b"{\\rtf1\\ansi The dog.}\n", "is a document"),
    "pdf": (b"%PDF-1.7\n", "is a PDF"),
    "utf-16": (TEXT.encode("utf-16"), "is UTF-16"),
    "utf-16-be with mark": (b"\xfe\xff" + TEXT.encode("utf-16-be"), "is UTF-16"),
    "utf-32": (TEXT.encode("utf-32"), "is UTF-32"),
    "utf-16-le": ("ABC\n".encode("utf-16-le"), "line 1: has NUL"),
    "utf-16-be": (TEXT.encode("utf-16-be"), "line 1: has NUL"),
    "utf-16 of Russian": ("\u041f\u0440\u0438\n\u0435\n".encode("utf-16-le"), "line 2: has NUL"),
    "NUL": (b"one\ntwo\0three\n", "line 2: has NUL"),
    "LFS": (b"version https://git-lfs.github.com/spec/v1\n", "is a pointer"),
    "sgm": (b'<srcset setid="newstest" srclang="any">\n<doc>\n', "is XML or"),
    "tmx": (b'<tmx version="1.4">\n', "is XML;"),
    "xliff": (b'<xliff version="1.2">\n', "is XML;"),
    "tei": (b'<TEI xmlns="http://www.tei-c.org/ns/1.0">\n', "is XML;"),
    "xml": (b'<?xml version="1.0"?>\n', "is XML or"),
    "Mac": (TEXT.replace("\n", "\r").encode(), "its lines end with CR"),
    "Mac without an end": (b"one\rtwo", "its lines end with CR"),
    "NEL": (TEXT.replace("\n", "\x85").encode(), "its lines end with NEL (U+0085)"),
    "U+2028": (TEXT.replace("\n", "\u2028").encode(), "its lines end with U+2028"),
}


@pytest.mark.parametrize("kind", DISGUISED)
def test_a_file_that_is_not_what_it_seems_is_told_what_it_is(refusal, tmp_path, kind):
    data, why = DISGUISED[kind]
    path = tmp_path / "a.en"
    path.write_bytes(data)
    assert refusal(read_lines, path).startswith(f"{path}{', ' if why.startswith('line') else ': '}{why}")


@pytest.mark.parametrize(
    "text",
    ["BZh is a name.", "<s> A man </s>", "PK", "7z", "{\\r}", "<tm>", "version 2", "a\rb\nc", "a\u2028b", "<xml>"],
)
def test_text_that_only_looks_odd_is_text(write, text):
    assert read_lines(write("a.en", f"{text}\n".encode())) == text.split("\n")
    if "\r" not in text:
        for end in ("", "\r"):  # without a newline; Enter of a terminal in raw mode is a CR
            assert read_lines(write("b.en", f"{text}{end}".encode())) == [text]


def test_one_line_stays_one():
    text = "a\rb\r\nc\x0bd\x0ce\x85f\u2028g\u2029h\x1ci"
    assert one_line(text) == "a b c d e f g h i" and one_line("") == "" and one_line("a  b\u00a0c") == "a  b\u00a0c"


def test_missing_file_and_directory(refusal, tmp_path):
    assert f"{tmp_path / 'none.en'}: no such file" == refusal(read_lines, tmp_path / "none.en")
    assert str(tmp_path) in refusal(read_lines, tmp_path)


PACKED = gzip.compress("".join(f"line number {i} of a text\n" for i in range(2000)).encode(), mtime=0)


DAMAGED = {
    "cut short": PACKED[: len(PACKED) // 2],
    "not gzip": b"not gzip at all",
    "wrong in the middle": PACKED[:50] + b"\xff" * 200 + PACKED[250:],
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_gz(refusal, name, tmp_path):
    path = tmp_path / "a.en.gz"
    path.write_bytes(DAMAGED[name])
    assert f"{path}: cannot be read" in refusal(read_lines, path)


def test_read_pairs(write):
    source = write("a.en", b"one\n\ntwo\n \nthree\n")
    target = write("a.de", b"eins\nleer\nzwei\n\n  \n")
    assert read_pairs(source, target) == ([("one", "eins"), ("two", "zwei")], 3)


def test_files_of_different_length_name_both_counts(refusal, write):
    source, target = write("a.en", b"one\ntwo\nthree\n"), write("a.de", b"eins\nzwei\n")
    message = refusal(read_pairs, source, target)
    assert f"{source} has 3 lines" in message and f"{target} has 2" in message


@pytest.mark.parametrize("blank", [b"", b"\n", b" \n\t\n"])
def test_empty_file(refusal, write, blank):
    source, target = write("a.en", b"one\n"), write("a.de", blank)
    assert f"{target}: is empty" in refusal(read_pairs, source, target)
    assert f"{target}: is empty" in refusal(read_pairs, target, source)


def test_no_pair_with_two_sides(refusal, write):
    source, target = write("a.en", b"one\n\n"), write("a.de", b"\nzwei\n")
    message = refusal(read_pairs, source, target)
    assert str(source) in message and str(target) in message
