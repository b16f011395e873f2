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
    rng = random.Random(name)
    return [f"{name.split('/')[-1]} {i}: {' '.join(rng.choices(WORDS, k=5))}." for i in range(count)]


def packed(lines):
    return "".join(line + "\n" for line in lines).encode()


def sgm(lines):
    """Segments with escaped characters, inside the tags of a set and its documents."""
    escaped = [line.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;") for line in lines]
    segments = "\n".join(f'<seg id="{i}"> {line} </seg>' for i, line in enumerate(escaped, 1))
    return (
        f'<srcset setid="newstest2014" srclang="any">\n<doc docid="1">\n<p>\n{segments}\n</p></doc></srcset>'.encode()
    )


def write_archive(path, members):
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
    folder.mkdir(parents=True)
    for archive, stem, count in PARTS:
        names = [f"{stem.format(pair=pair)}.{side}" for pair in ("cs-en", "de-en", "fr-en") for side in pair.split("-")]
        write_archive(folder / archive, {name: packed(sentences(name, count)) for name in names})
    names = [f"un/undoc.2000.fr-en.{side}" for side in ("en", "fr")]
    write_archive(folder / "training-parallel-un.tgz", {name: packed(sentences(name, 10)) for name in names})
    names = [f"giga-fren.release2.fixed.{side}.gz" for side in ("en", "fr")]
    members = {name: gzip.compress(packed(sentences(name, 15))) for name in names}
    write_archive(folder / "training-giga-fren.tar", members)
    sets = {f"dev/newstest{year}.{side}": year for year in (2012, 2013) for side in ("de", "en", "fr")}
    write_archive(folder / "dev.tgz", {name: packed(sentences(name, 8)) for name in sets})
    tests = {
        f"test-full/newstest2014-{pair}en-{role}.{side}.sgm": sgm([f"{side} {line}" for line in NEWS])
        for pair in ("de", "fr")
        for side in (pair, "en")
        for role in ("src", "ref")
    }
    write_archive(folder / "test-full.tgz", tests)
    return folder


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
    files = corpus_files(f"wmt14-en-{language}", wmt14.parent)
    assert read_pairs(*files["train"]) == (pairs, 0)
    assert read_pairs(*files["valid"]) == (expected_of([("dev/newstest2013", 8)], ("en", language)), 0)
    assert read_pairs(*files["test"]) == ([(f"en {line}", f"{language} {line}") for line in NEWS], 0)
    assert not list(wmt14.rglob("*.partial"))


def test_unpacked_once(wmt14):
    files = corpus_files("wmt14-en-de", wmt14.parent)
    for archive in wmt14.glob("*.t*"):
        archive.unlink()
    assert corpus_files("wmt14-en-de", wmt14.parent) == files


def test_archives_that_were_unpacked_by_hand(wmt14):
    expected = read_pairs(*corpus_files("wmt14-en-fr", wmt14.parent)["train"])
    for path in wmt14.glob("train*.gz"):
        path.unlink()
    for path in wmt14.glob("training-*"):
        with tarfile.open(path) as archive:
            archive.extractall(wmt14, filter="data")
        path.unlink()
    assert read_pairs(*corpus_files("wmt14-en-fr", wmt14.parent)["train"]) == expected


def test_what_was_half_unpacked_is_unpacked_again(wmt14):
    files = corpus_files("wmt14-en-de", wmt14.parent)
    expected = read_pairs(*files["train"])
    files["train"][1].unlink()  # as if killed between the two sides
    (wmt14 / "train.de-en.en.gz.partial").write_bytes(b"half of it")
    assert read_pairs(*corpus_files("wmt14-en-de", wmt14.parent)["train"]) == expected
    assert not list(wmt14.rglob("*.partial"))


def test_every_missing_archive_is_named_before_anything_is_done(refusal, wmt14):
    before = sorted(wmt14.iterdir())
    for name in ("training-parallel-commoncrawl.tgz", "test-full.tgz"):
        (wmt14 / name).rename(wmt14.parent / name)
        before.remove(wmt14 / name)
    message = refusal(corpus_files, "wmt14-en-de", wmt14.parent)
    assert f"{wmt14} has no training-parallel-commoncrawl.tgz, test-full.tgz; get" in message
    assert "statmt.org/wmt14/translation-task.html" in message and "--data-root" in message
    assert sorted(wmt14.iterdir()) == before


def test_no_folder_at_all(refusal, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    message = refusal(corpus_files, "iwslt14-de-en", tmp_path / "none")
    assert f"{tmp_path / 'none' / 'iwslt14'} has no de-en.tgz" in message


def cut(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def spoil(path):
    path.write_bytes(b"<html>not found</html>")


def without_german(path):
    write_archive(path, {"training/europarl-v7.de-en.en": packed(["a", "b"])})


def one_line_less(path):
    members = {"training/europarl-v7.de-en.en": packed(["a", "b"]), "training/europarl-v7.de-en.de": packed(["a"])}
    write_archive(path, members)


BAD_ARCHIVES = {
    "half of a download": (cut, ["cannot be read", "get it again from https"]),
    "another file": (spoil, ["cannot be read"]),
    "a member is missing": (without_german, ["has no europarl-v7.de-en.de"]),
    "sides of different length": (one_line_less, ["europarl-v7.de-en.de ends after line 1"]),
}


@pytest.mark.parametrize("name", BAD_ARCHIVES)
def test_bad_archives(refusal, wmt14, name):
    """The error is one line and leaves no partial files; with the right archive, the next call succeeds."""
    damage, parts = BAD_ARCHIVES[name]
    path = wmt14 / PARTS[0][0]
    whole = path.read_bytes()
    damage(path)
    before = sorted(wmt14.iterdir())
    message = refusal(corpus_files, "wmt14-en-de", wmt14.parent)
    assert all(part in message for part in [str(path), *parts])
    assert sorted(wmt14.iterdir()) == before
    path.write_bytes(whole)
    assert len(read_pairs(*corpus_files("wmt14-en-de", wmt14.parent)["train"])[0]) == 90


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
    assert ended.returncode == 2
    assert ended.stderr.splitlines()[1:] == [
        f"error: {wmt14}: cannot be written to (File too large); make room for the compressed text"
    ]
    assert sorted(wmt14.iterdir()) == before


def test_odd_lines_of_large_text(wmt14):
    """A Unicode line separator or a carriage return does not split a line."""
    odd = "Größe\u2028x\ngroß\r\n\nlast".encode()
    members = {f"commoncrawl.de-en.{side}": odd for side in ("en", "de")}
    write_archive(wmt14 / "training-parallel-commoncrawl.tgz", members)
    found = read_lines(corpus_files("wmt14-en-de", wmt14.parent)["train"][0])
    assert found[40:44] == ["Größe\u2028x", "groß", "", "last"] and len(found) == 64


def test_text_that_is_not_utf8(refusal, wmt14):
    """It is an error, which the user can avoid by unpacking and converting that file."""
    name = "commoncrawl.de-en.de"
    members = {name: "Straße\nGröße\n".encode("latin-1"), "commoncrawl.de-en.en": b"street\nsize\n"}
    write_archive(wmt14 / "training-parallel-commoncrawl.tgz", members)
    message = refusal(corpus_files, "wmt14-en-de", wmt14.parent)
    assert f"{name} is not valid UTF-8 at b'Stra\\xdfe'" in message and "unpack" in message
    assert not list(wmt14.glob("train.*"))
    (wmt14 / name).write_text("Straße\nGröße\n", encoding="utf-8")
    assert read_lines(corpus_files("wmt14-en-de", wmt14.parent)["train"][1])[40:42] == ["Straße", "Größe"]


@pytest.mark.parametrize("text", ["<seg", "<seg>", "<SEG id='1'>a"])
def test_a_malformed_file_of_segments_is_read_in_linear_time(text):
    """The search for each closing tag must not run to the end of the file: 200 kB would take a minute."""
    whole = b"<seg id='0'>A dog\nruns.</seg> between <Seg>It &lt; sleeps.</SEG>"
    found = archives.sentences(io.BytesIO(whole + (text * 200_000).encode()), "x.sgm")
    assert [next(found), next(found)] == ["A dog runs.", "It < sleeps."]
    if text == "<seg":
        assert list(found) == []
    else:
        with pytest.raises(UserError, match="x.sgm: the segment '.*' is not closed"):
            next(found)


def test_iwslt14(tmp_path):
    """Both kinds of tags are removed; the three test sets are concatenated."""
    folder = tmp_path / "iwslt14"
    folder.mkdir()
    tags = "<url>http://x</url>\n<title>{0}</title>\n {0} eins & zwei \n<reviewer></reviewer>\n{0} drei\n"
    members = {f"de-en/train.tags.de-en.{side}": tags.format(side).encode() for side in ("de", "en")}
    for name in ("dev2010", "tst2010", "tst2011", "tst2012"):
        for side in ("de", "en"):
            members[f"de-en/IWSLT14.TED.{name}.de-en.{side}.xml"] = sgm([f"{name} {side} & so", "ja"])
    write_archive(folder / "de-en.tgz", members)
    files = corpus_files("iwslt14-de-en", tmp_path)
    assert [read_lines(path) for path in files["train"]] == [[f" {s} eins & zwei ", f"{s} drei"] for s in ("de", "en")]
    assert read_lines(files["valid"][0]) == ["dev2010 de & so", "ja"]
    tests = [[line for year in (2010, 2011, 2012) for line in (f"tst{year} {s} & so", "ja")] for s in ("de", "en")]
    assert [read_lines(path) for path in files["test"]] == tests


@pytest.fixture
def iwslt14(tmp_path):
    folder = tmp_path / "iwslt14"
    folder.mkdir()
    members = {f"de-en/train.tags.de-en.{side}": packed(sentences(side, 50)) for side in ("de", "en")}
    for name in ("dev2010", "tst2010", "tst2011", "tst2012"):
        for side in ("de", "en"):
            members[f"de-en/IWSLT14.TED.{name}.de-en.{side}.xml"] = sgm(sentences(name, 5))
    write_archive(folder / "de-en.tgz", members)
    return folder


def test_no_flipped_bit_of_an_archive_is_trained_on(iwslt14):
    """Wherever the bit is: the archive is an error, or all of its text is unchanged."""

    def text():
        try:
            return [
                read_lines(path) for paths in corpus_files("iwslt14-de-en", iwslt14.parent).values() for path in paths
            ]
        except UserError as error:
            assert "cannot be read" in str(error)
            return None
        finally:
            for path in iwslt14.glob("*.gz"):
                path.unlink()

    archive, rng, refused = iwslt14 / "de-en.tgz", random.Random(1), 0
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
STEPS = ["--steps", 20, "--valid-steps", 20, "--log-steps", 5]


def test_from_archives_to_training_steps(command, wmt14, monkeypatch):
    """`--corpus wmt14-en-de` as with the real text: ids on disk, a tokenizer from a sample; then an evaluation."""
    monkeypatch.setattr(job, "LARGE", 100)
    monkeypatch.chdir(wmt14.parents[1])
    flags = ["--corpus", "wmt14-en-de", "--data-root", wmt14.parent, *SMALL]
    ended = command("train", "--out", "run", *flags, *STEPS)
    assert ended.code == 0, ended.err
    assert "90 training pairs" in ended.err and list(Path("run/tokens").glob("*/ids"))
    losses = [row["loss"] for row in Run("run").log if "loss" in row]
    assert len(losses) == 4 and losses[-1] < losses[0]
    again = command("evaluate", "--run", "run", "--split", "test")
    assert again.code == 0 and "2 sentences" in again.out
    # Text in memory gives the same batches.
    monkeypatch.undo()
    monkeypatch.chdir(wmt14.parents[1])
    assert command("train", "--out", "memory", *flags, *STEPS).code == 0
    assert [row["loss"] for row in Run("memory").log if "loss" in row] == losses and not Path("memory/tokens").exists()


def test_a_vocabulary_that_the_text_cannot_fill(command, wmt14, tmp_path):
    """The vocabulary of the preset is too large: one line, no run, and the unpacked files stay."""
    ended = command("train", "--out", tmp_path / "run", "--corpus", "wmt14-en-de", "--data-root", wmt14.parent)
    assert ended.code == 2 and "error: --vocabulary 37000 does not fit the training text" in ended.err
    assert " pieces at most; " in ended.err and not (tmp_path / "run").exists() and len(list(wmt14.glob("*.gz"))) == 6
