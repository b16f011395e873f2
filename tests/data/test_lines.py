"""Text files become lines and pairs of lines exactly as they are, or are refused by name."""

import gzip

import pytest

from minitrans.data.lines import read_pairs, stream_lines


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
