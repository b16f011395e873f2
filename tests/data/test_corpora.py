"""Corpora are found by name, and downloads are whole or not there."""

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


def read_lines(path):
    return list(stream_lines(path))


PACKED = gzip.compress("".join(f"line number {i} of a text\n" for i in range(2000)).encode(), mtime=0)
SPLITS = {"train": "train", "valid": "val", "test": "test"}
TEXT = {
    name: f"text of {name}\n".encode() for name in ["train.en", "train.de", "val.en", "val.de", "test.en", "test.de"]
}


@pytest.fixture
def places(tmp_path, monkeypatch):
    """A corpus of our own, known as `small-en-de`, and empty places to look for it."""
    files = {name: (1, hashlib.sha256(text).hexdigest()) for name, text in TEXT.items()}
    mirrors = ("https://one.example/raw", "https://two.example/raw")
    small = Corpus("small", "en", "de", SPLITS, mirrors, files)
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


def test_unknown_corpus(refusal):
    message = refusal(corpus_files, "klingon")
    assert "klingon" in message and "minitrans presets" in message


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
    "damaged": PACKED[:50] + b"\xff" * 200 + PACKED[250:],
    "not gzip": b"<html>please log in</html>",
    "another text": gzip.compress(b"text of another corpus\n"),
}


@pytest.mark.parametrize("bad", BAD_ANSWERS)
def test_the_next_mirror_is_tried(places, monkeypatch, bad):
    asked = serve(monkeypatch, lambda a: BAD_ANSWERS[bad] if "one.example" in a else packed_text(a))
    path = corpus_files("small-en-de")["train"][0]
    assert read_lines(path) == ["text of train.en"]
    assert asked[:2] == [f"https://{host}.example/raw/train.en.gz" for host in ("one", "two")]


def test_a_mirror_of_plain_text(places, monkeypatch):
    monkeypatch.setitem(catalog.CORPORA, "small-en-de", catalog.CORPORA["small-en-de"]._replace(ending=""))
    asked = serve(monkeypatch, lambda address: gzip.decompress(packed_text(address)))
    path = corpus_files("small-en-de")["train"][0]
    assert asked[0] == "https://one.example/raw/train.en" and path.name == "train.en"
    assert path.read_bytes() == TEXT["train.en"]


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
