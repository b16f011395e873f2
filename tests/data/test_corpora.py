"""Text files to pairs of lines, corpora by name, and downloads that are whole or not there."""

import contextlib
import gzip
import hashlib
import http.client
import io
import urllib.error

import pytest

from minitrans.data import catalog, corpora
from minitrans.data.catalog import Corpus
from minitrans.data.corpora import corpus_files
from minitrans.data.lines import read_pairs, stream_lines
from minitrans.recipes import preset


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


# Corpora by name

SPLITS = {"train": "train", "valid": "val", "test": "test"}
TEXT = {
    name: f"text of {name}\n".encode() for name in ["train.en", "train.de", "val.en", "val.de", "test.en", "test.de"]
}


@pytest.fixture
def places(tmp_path, monkeypatch):
    """A corpus of our own, known as `small-en-de`, and empty places to look for it."""
    files = {name: (1, hashlib.sha256(text).hexdigest()) for name, text in TEXT.items()}
    mirrors = ("https://one.example/raw", "https://two.example/raw")
    small = Corpus("small", "en", "de", SPLITS, "tiny", mirrors, files)
    made = {name: tmp_path / name for name in ("root", "variable", "bundled", "home")}
    for path in made.values():
        path.mkdir()
    monkeypatch.setitem(catalog.CORPORA, "small-en-de", small)
    monkeypatch.setattr(corpora, "BUNDLED", made["bundled"])
    monkeypatch.setenv("MINITRANS_DATA", str(made["variable"]))
    monkeypatch.setenv("HOME", str(made["home"]))
    monkeypatch.setattr("urllib.request.urlopen", no_network)
    return made


def no_network(address, timeout=None):
    raise urllib.error.URLError("no network")


def fill(root, names=TEXT, packed=False):
    (root / "small").mkdir()
    for name in names:
        path = root / "small" / (name + ".gz" if packed else name)
        path.write_bytes(gzip.compress(TEXT[name]) if packed else TEXT[name])


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gz"])
@pytest.mark.parametrize("place", ["root", "variable", "bundled"])
def test_corpus_files_are_found(places, place, packed):
    fill(places[place], packed=packed)
    found = corpus_files("small-en-de", places["root"])
    folder, ending = places[place] / "small", ".gz" if packed else ""
    assert found == {
        split: (folder / f"{stem}.en{ending}", folder / f"{stem}.de{ending}") for split, stem in SPLITS.items()
    }
    assert read_pairs(*found["valid"]) == ([("text of val.en", "text of val.de")], 0)


def test_the_data_root_goes_before_the_variable_and_that_before_the_package(places):
    for place in ("bundled", "variable", "root"):
        fill(places[place])
        assert corpus_files("small-en-de", places["root"])["train"][0].parent == places[place] / "small"


def test_the_other_direction_swaps_the_files():
    for name in ("toy", "multi30k"):
        forth, back = catalog.corpus(f"{name}-en-de"), corpora.corpus(f"{name}-de-en")
        assert (forth.source, forth.target) == (back.target, back.source) == ("en", "de")
        assert forth.files == back.files and forth.splits == back.splits


def test_unknown_corpus(refusal):
    message = refusal(corpus_files, "klingon")
    assert "klingon" in message and "toy-en-de" in message and "multi30k-en-de" in message


def test_a_bundled_corpus_that_is_not_there(refusal, places):
    message = refusal(corpus_files, "toy-en-de")
    assert str(places["bundled"] / "toy" / "train.en") in message


# Downloads


def serve(monkeypatch, answers):
    """Answer requests from {address: bytes or exception}; returns the list of what was asked."""
    asked = []

    def urlopen(address, timeout=None):
        asked.append(address)
        answer = answers(address)
        if isinstance(answer, Exception):
            raise answer
        return contextlib.closing(io.BytesIO(answer))

    monkeypatch.setattr("urllib.request.urlopen", urlopen)
    return asked


def packed_text(address):
    return gzip.compress(TEXT[address.rsplit("/", 1)[1].removesuffix(".gz")])


def files_below(path):
    return sorted(p for p in path.rglob("*") if p.is_file())


def test_what_is_missing_is_downloaded_once(places, monkeypatch):
    asked = serve(monkeypatch, packed_text)
    fill(places["variable"], ["val.en", "val.de"])
    found = corpus_files("small-en-de")
    cache = places["home"] / ".cache" / "minitrans" / "small"
    assert found["train"] == (cache / "train.en.gz", cache / "train.de.gz")
    assert found["valid"] == (places["variable"] / "small" / "val.en", places["variable"] / "small" / "val.de")
    assert asked == [f"https://one.example/raw/{stem}.{side}.gz" for stem in ("train", "test") for side in ("en", "de")]
    assert read_lines(found["train"][0]) == ["text of train.en"]
    assert corpus_files("small-en-de") == found and len(asked) == 4
    assert [path.suffix for path in files_below(places["home"])] == [".gz"] * 4


def test_downloads_go_to_the_data_root_where_one_is_given(places, monkeypatch):
    serve(monkeypatch, packed_text)
    assert corpus_files("small-en-de", places["root"])["test"][1] == places["root"] / "small" / "test.de.gz"
    assert files_below(places["home"]) == []


BAD_ANSWERS = {
    "refused": urllib.error.HTTPError("https://one.example", 404, "Not Found", {}, None),
    "broken off": http.client.IncompleteRead(b"abc"),
    "cut short": gzip.compress(b"text of train.en\n")[:-6],
    "damaged": DAMAGED["wrong in the middle"],
    "not gzip": b"<html>please log in</html>",
    "another text": gzip.compress(b"text of another corpus\n"),
}


@pytest.mark.parametrize("bad", BAD_ANSWERS)
def test_the_next_mirror_is_tried(places, monkeypatch, bad):
    asked = serve(monkeypatch, lambda a: BAD_ANSWERS[bad] if "one.example" in a else packed_text(a))
    path = corpus_files("small-en-de")["train"][0]
    assert read_lines(path) == ["text of train.en"]
    assert asked[:2] == [f"https://{host}.example/raw/train.en.gz" for host in ("one", "two")]


@pytest.mark.parametrize("bad", BAD_ANSWERS)
def test_when_every_mirror_fails_nothing_is_left_and_the_message_says_what_to_do(refusal, places, monkeypatch, bad):
    serve(monkeypatch, lambda address: BAD_ANSWERS[bad])
    message = refusal(corpus_files, "small-en-de")
    folder = places["home"] / ".cache" / "minitrans" / "small"
    for part in [
        "train.en (1 lines)",
        f"{folder} by hand",
        "--data-root",
        "MINITRANS_DATA",
        "one.example",
        "two.example",
    ]:
        assert part in message
    assert ("sha256" in message) == (bad == "another text")
    assert files_below(places["home"]) == []


def test_a_disk_that_cannot_be_written(refusal, places, monkeypatch):
    serve(monkeypatch, packed_text)
    (places["home"] / ".cache").write_text("a file where a directory should be")
    assert "cannot be written" in refusal(corpus_files, "small-en-de")


def test_text_without_a_known_checksum_has_its_number_of_lines(refusal, places, monkeypatch):
    files = {name: (1, None) for name in TEXT}
    monkeypatch.setitem(catalog.CORPORA, "small-en-de", catalog.corpus("small-en-de")._replace(files=files))
    serve(monkeypatch, lambda address: gzip.compress(b"one line\nand another\n"))
    assert "train.en.gz: has 2 lines, not 1" in refusal(corpus_files, "small-en-de")
    assert files_below(places["home"]) == []
    serve(monkeypatch, packed_text)
    assert read_lines(corpus_files("small-en-de")["train"][0]) == ["text of train.en"]


def test_what_a_kill_left_of_a_download_is_not_used(places, monkeypatch):
    folder = places["home"] / ".cache" / "minitrans" / "small"
    folder.mkdir(parents=True)
    (folder / "train.en.gz.partial").write_bytes(packed_text("x/train.en.gz")[:9])
    serve(monkeypatch, packed_text)
    assert read_pairs(*corpus_files("small-en-de")["train"]) == ([("text of train.en", "text of train.de")], 0)
    assert [path.suffix for path in files_below(places["home"])] == [".gz"] * 6


def test_multi30k_in_every_direction():
    names = [name for name in catalog.CORPORA if name.startswith("multi30k")]
    assert len(names) == 12 and {"multi30k-en-fr", "multi30k-cs-de"} <= set(names)
    for name in names:
        known = catalog.corpus(name)
        for stem, lines in dict(train=29000, val=1014, test_2016_flickr=1000).items():
            for side in (known.source, known.target):
                count, sha256 = known.files[f"{stem}.{side}"]
                assert count == lines
                assert sha256 is None if side in ("fr", "cs") else len(bytes.fromhex(sha256)) == 32
        assert len(known.mirrors) >= 2


@pytest.mark.parametrize(("target", "pieces"), [("de", 37_000), ("fr", 32_000)])
def test_wmt14_has_the_papers_vocabularies(target, pieces):
    assert preset(catalog.corpus(f"wmt14-en-{target}").preset).vocabulary == pieces
