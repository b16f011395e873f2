"""Archives with the layout that WMT and IWSLT publish: unpacking them, and the first training steps on their text."""

import gzip
import io
import random
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from minitrans.data import archives
from minitrans.data.corpora import corpus_files
from minitrans.data.lines import read_pairs, stream_lines
from minitrans.runs.run import Run
from minitrans.system.errors import UserError
from minitrans.training import job

pytestmark = pytest.mark.slow


def read_lines(path):
    return list(stream_lines(path))


WORDS = "der die das Hund Katze sieht hört Bäume Musik the dog cat sees hears trees music".split()
PARTS = [
    ("training-parallel-europarl-v7.tgz", "training/europarl-v7.{pair}", 40),
    ("training-parallel-commoncrawl.tgz", "commoncrawl.{pair}", 30),
    ("training-parallel-nc-v9.tgz", "training/news-commentary-v9.{pair}", 20),
]


def sentences(name, count):
    """Lines of which none is like another; a line separator of Unicode does not end one."""
    rng = random.Random(name)
    return [f"{name.split('/')[-1]}\u2028{i}: {' '.join(rng.choices(WORDS, k=5))}." for i in range(count)]


def packed(lines, end="\n"):
    return "".join(line + end for line in lines).encode()


def sgm(lines):
    """Segments with escaped characters, inside the tags of a set and its documents."""
    escaped = [line.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;") for line in lines]
    segments = "\n".join(f'<seg id="{i}"> {line} </seg>' for i, line in enumerate(escaped, 1))
    return f'<srcset setid="newstest2014" srclang="any">\n<doc docid="1">\n<p>\n{segments}\n</p></doc>'.encode()


def write_archive(path, members):
    path.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(path, "w" if path.suffix == ".tar" else "w:gz") as archive:
        for name, data in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))


NEWS = ['Tom & Jerry say "no" < yes.', "the dog sees trees."]


@pytest.fixture
def wmt14(tmp_path, monkeypatch):
    """The folder wmt14 of a data root, with a small version of each archive."""
    monkeypatch.delenv("MINITRANS_DATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    folder = tmp_path / "root" / "wmt14"
    for archive, stem, count in PARTS:
        names = [f"{stem.format(pair=pair)}.{side}" for pair in ("cs-en", "de-en", "fr-en") for side in pair.split("-")]
        write_archive(folder / archive, {name: packed(sentences(name, count), "\r\n") for name in names})
    names = [f"un/undoc.2000.fr-en.{side}" for side in ("en", "fr")]
    write_archive(folder / "training-parallel-un.tgz", {name: packed(sentences(name, 10)) for name in names})
    names = [f"giga-fren.release2.fixed.{side}.gz" for side in ("en", "fr")]
    members = {name: gzip.compress(packed(sentences(name, 15))) for name in names}
    write_archive(folder / "training-giga-fren.tar", members)
    sets = [f"dev/newstest{year}.{side}" for year in (2012, 2013) for side in ("de", "en", "fr")]
    write_archive(folder / "dev.tgz", {name: packed(sentences(name, 8)) for name in sets})
    tests = {
        f"test-full/newstest2014-{pair}en-{role}.{side}.sgm": sgm([f"{side} {line}" for line in NEWS])
        for pair in ("de", "fr")
        for side in (pair, "en")
        for role in ("src", "ref")
    }
    write_archive(folder / "test-full.tgz", tests)
    return folder


def files_of(folder, language="de"):
    return corpus_files(f"wmt14-en-{language}", folder.parent)


def expected_of(stems, sides):
    return list(zip(*([line for stem, n in stems for line in sentences(f"{stem}.{s}", n)] for s in sides), strict=True))


@pytest.mark.parametrize("language", ["de", "fr"])
def test_every_line_of_every_member(wmt14, language):
    stems = [(stem.format(pair=f"{language}-en"), count) for _, stem, count in PARTS]
    pairs = expected_of(stems, ("en", language))
    if language == "fr":
        pairs += expected_of([("un/undoc.2000.fr-en", 10)], ("en", "fr"))
        names = "giga-fren.release2.fixed.en.gz", "giga-fren.release2.fixed.fr.gz"
        pairs += list(zip(*(sentences(name, 15) for name in names), strict=True))
    files = files_of(wmt14, language)
    assert read_pairs(*files["train"]) == (pairs, 0)
    assert read_pairs(*files["valid"]) == (expected_of([("dev/newstest2013", 8)], ("en", language)), 0)
    assert read_pairs(*files["test"]) == ([(f"en {line}", f"{language} {line}") for line in NEWS], 0)
    for archive in wmt14.glob("*.t*"):
        archive.unlink()
    assert files_of(wmt14, language) == files and not list(wmt14.rglob("*.partial"))  # it is unpacked once


def test_archives_that_were_unpacked_by_hand(wmt14):
    expected = read_pairs(*files_of(wmt14, "fr")["train"])
    for path in wmt14.glob("train*.gz"):
        path.unlink()
    for path in wmt14.glob("training-*"):
        with tarfile.open(path) as archive:
            archive.extractall(wmt14, filter="data")
        path.unlink()
    assert read_pairs(*files_of(wmt14, "fr")["train"]) == expected


def test_what_was_half_unpacked_is_unpacked_again(wmt14):
    files = files_of(wmt14)
    expected = read_pairs(*files["train"])
    files["train"][1].unlink()  # as if killed between the two sides
    (wmt14 / "train.de-en.en.gz.partial").write_bytes(b"half of it")
    assert read_pairs(*files_of(wmt14)["train"]) == expected
    assert not list(wmt14.rglob("*.partial"))


def test_every_missing_archive_is_named_before_anything_is_done(refusal, wmt14):
    missing = "training-parallel-commoncrawl.tgz", "test-full.tgz"
    for name in missing:
        (wmt14 / name).unlink()
    before = sorted(wmt14.iterdir())
    message = refusal(files_of, wmt14)
    assert f"{wmt14} has no {', '.join(missing)}; " in message
    assert "statmt.org/wmt14/translation-task.html" in message and "--data-root" in message
    assert sorted(wmt14.iterdir()) == before
    assert f"{wmt14.parent / 'iwslt14'} has no de-en.tgz" in refusal(corpus_files, "iwslt14-de-en", wmt14.parent)


def cut(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def replaced(german):
    """Put another text, or none, in place of the German side."""

    def write(path):
        members = {"training/europarl-v7.de-en.en": b"a\nb\n", "training/europarl-v7.de-en.de": german}
        write_archive(path, {name: data for name, data in members.items() if data})

    return write


BAD_ARCHIVES = {
    "half of a download": (cut, ["cannot be read", "again from https"]),
    "another file": (lambda path: path.write_bytes(b"<html>not found</html>"), ["cannot be read"]),
    "a member is missing": (replaced(b""), ["has no europarl-v7.de-en.de"]),
    "sides of different length": (replaced(b"a\n"), ["europarl-v7.de-en.de ends after line 1"]),
    "not UTF-8": (replaced(b"Stra\xdfe\nb\n"), ["europarl-v7.de-en.de is not", r"UTF-8 at b'Stra\xdfe'", "unpack"]),
}


@pytest.mark.parametrize("name", BAD_ARCHIVES)
def test_bad_archives(refusal, wmt14, name):
    """The error is one line and leaves no partial files; with the right archive, the next call succeeds."""
    damage, parts = BAD_ARCHIVES[name]
    path = wmt14 / PARTS[0][0]
    whole, before = path.read_bytes(), sorted(wmt14.iterdir())
    damage(path)
    message = refusal(files_of, wmt14)
    assert all(part in message for part in [str(path), *parts])
    assert sorted(wmt14.iterdir()) == before
    path.write_bytes(whole)
    assert len(read_pairs(*files_of(wmt14)["train"])[0]) == 90


def test_a_full_disk(wmt14):
    """A file may not grow beyond 500 bytes."""
    script = """
import resource, sys
from minitrans.data.corpora import corpus_files
from minitrans.commands.program import run_command
resource.setrlimit(resource.RLIMIT_FSIZE, (500, resource.RLIM_INFINITY))
run_command(lambda: corpus_files("wmt14-en-de", sys.argv[1]))
"""
    before = sorted(wmt14.iterdir())
    ended = subprocess.run([sys.executable, "-c", script, wmt14.parent], capture_output=True, text=True)
    _, error = ended.stderr.splitlines()
    assert ended.returncode == 2 and error.startswith(f"error: {wmt14}: ") and "(File too large)" in error
    assert sorted(wmt14.iterdir()) == before


@pytest.mark.parametrize("text", ["<seg", "<seg>", "<SEG id='1'>a"])
def test_a_malformed_file_of_segments_is_read_in_linear_time(text):
    """The search for each closing tag must not run to the end of the file: 200 kB would take a minute."""
    whole = b"<seg id='0'>A dog\nruns.</seg> between <Seg>It &lt; sleeps.</SEG>"
    found = archives.sentences(io.BytesIO(whole + (text * 200_000).encode()), "x.sgm")
    assert [next(found), next(found)] == ["A dog runs.", "It < sleeps."]
    if text == "<seg":
        assert list(found) == []
    else:
        with pytest.raises(UserError, match="x.sgm: the segment '.*' is"):
            next(found)


TESTS = "tst2010", "tst2011", "tst2012"


@pytest.fixture
def iwslt14(tmp_path):
    """A data root with the archive of IWSLT"""
    tags = "<url>http://x</url>\n<title>{0}</title>\n {0} eins & zwei \n<reviewer></reviewer>\n{0} drei\n"
    members = {f"de-en/train.tags.de-en.{side}": tags.format(side).encode() for side in ("de", "en")}
    for name in ("dev2010", *TESTS):
        for side in ("de", "en"):
            members[f"de-en/IWSLT14.TED.{name}.de-en.{side}.xml"] = sgm([f"{name} {side} & so", "ja"])
    write_archive(tmp_path / "iwslt14" / "de-en.tgz", members)
    return tmp_path


def test_iwslt14(iwslt14):
    """Both kinds of tags are removed; the three test sets are concatenated."""
    files = corpus_files("iwslt14-de-en", iwslt14)
    assert [read_lines(path) for path in files["train"]] == [[f" {s} eins & zwei ", f"{s} drei"] for s in ("de", "en")]
    assert read_lines(files["valid"][0]) == ["dev2010 de & so", "ja"]
    tests = [[line for name in TESTS for line in (f"{name} {s} & so", "ja")] for s in ("de", "en")]
    assert [read_lines(path) for path in files["test"]] == tests


def test_no_flipped_bit_of_an_archive_is_trained_on(iwslt14):
    """Wherever the bit is: the archive is an error, or all of its text is unchanged."""
    archive, rng, refused = iwslt14 / "iwslt14" / "de-en.tgz", random.Random(1), 0

    def text():
        try:
            files = corpus_files("iwslt14-de-en", iwslt14)
            return [read_lines(path) for paths in files.values() for path in paths]
        except UserError as error:
            assert "cannot be read" in str(error)
            return None
        finally:
            for path in archive.parent.glob("*.gz"):
                path.unlink()

    whole, expected = archive.read_bytes(), text()
    for _ in range(60):
        data = bytearray(whole)
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        archive.write_bytes(data)
        found = text()
        assert found in (None, expected)
        refused += found is None
    assert refused > 50


SMALL = "--layers 1 --d-model 32 --heads 2 --d-ff 64 --vocabulary 90 --batch-tokens 300 --warmup 40".split()
STEPS = "--steps 20 --valid-steps 20 --log-steps 5".split()


def test_from_archives_to_training_steps(command, wmt14, monkeypatch):
    """`--corpus wmt14-en-de` as with the real text: ids on disk, a tokenizer from a sample; then an evaluation."""
    monkeypatch.chdir(wmt14.parents[1])
    flags = ["--corpus", "wmt14-en-de", "--data-root", wmt14.parent, *SMALL, *STEPS]
    losses = {}
    for name, large in (("run", 100), ("memory", job.LARGE)):
        monkeypatch.setattr(job, "LARGE", large)
        ended = command("train --out", name, *flags)
        assert ended.code == 0 and "90 training pairs" in ended.err, ended.err
        losses[name] = [row["loss"] for row in Run(name).log if "loss" in row]
    assert len(losses["run"]) == 4 and losses["run"][-1] < losses["run"][0] and losses["memory"] == losses["run"]
    assert list(Path("run/tokens").glob("*/ids")) and not Path("memory/tokens").exists()
    again = command("evaluate --run run --split test")
    assert again.code == 0 and "2 sentences" in again.out
