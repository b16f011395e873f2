"""Tokenized text as arrays of ids: the same pairs as lists, in memory or on disk, also after interruptions."""

import itertools
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minitrans.data import encoded
from minitrans.data.batching import BatchStream, batches
from minitrans.data.encoded import TokenizedText, sample, size
from minitrans.data.lines import line_pairs
from minitrans.data.tokenizer import Tokenizer
from minitrans.runs.run import Run
from minitrans.training import job


def tokenize_in_memory(tokenizer, paths):
    return encoded.tokenize_in_memory(tokenizer, line_pairs(*paths))


def tokenize_on_disk(tokenizer, paths, folder):
    return encoded.map_tokens(tokenizer, encoded.tokenize_on_disk(tokenizer, line_pairs(*paths), paths, folder))


WORDS = "der die das Hund Katze sieht hört Bäume Musik the dog cat sees hears trees music".split()


def text(count, seed=0):
    rng = random.Random(seed)
    return [" ".join(rng.choices(WORDS, k=rng.randint(1, 12))) for _ in range(count)]


@pytest.fixture(scope="module")
def tokenizer():
    return Tokenizer.train(text(200), 80)


@pytest.fixture
def paths(tmp_path):
    """Two files of 50 lines; line 8 of the first and line 30 of the second are blank."""
    sides = text(50, 1), text(50, 2)
    sides[0][7] = ""
    sides[1][29] = " \t"
    found = [tmp_path / name for name in ("a.en", "a.de")]
    for path, lines in zip(found, sides, strict=True):
        path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return found


def by_lists(tokenizer, paths):
    """The expected pairs: each line tokenized by itself; a pair with a blank side becomes two empty lists."""
    pairs = zip(*(path.read_text(encoding="utf-8").splitlines() for path in paths), strict=True)
    return [tuple(map(tokenizer.encode, pair)) if all(map(str.split, pair)) else ([], []) for pair in pairs]


@pytest.fixture(params=[1, 7, 50, 1000])
def block(request, monkeypatch):
    monkeypatch.setattr(encoded, "BLOCK", request.param)


def test_in_memory_and_on_disk(tokenizer, paths, tmp_path, block):
    expected = by_lists(tokenizer, paths)
    for found in (tokenize_in_memory(tokenizer, paths), tokenize_on_disk(tokenizer, paths, tmp_path / "tokens")):
        assert list(found) == expected and len(found) == 50
        assert found.lengths.tolist() == [[len(source), len(target)] for source, target in expected]
        assert found.ids.dtype == np.uint16
    assert isinstance(found.ids.base, np.memmap) and type(found[3][0]) is list and type(found[3][0][0]) is int
    some = found.select(np.arange(50) % 7 == 3)
    assert list(some) == expected[3::7]


def test_a_large_vocabulary_has_wide_ids(tokenizer, paths, tmp_path, monkeypatch):
    monkeypatch.setattr(Tokenizer, "__len__", lambda self: (1 << 16) + 1)
    found = tokenize_on_disk(tokenizer, paths, tmp_path / "tokens")
    assert found.ids.dtype == np.uint32 and list(found) == by_lists(tokenizer, paths)


class Broken(Exception):
    pass


@pytest.mark.parametrize("after", [0, 1, 3])
def test_what_is_tokenized_is_not_tokenized_again(tokenizer, paths, tmp_path, monkeypatch, after):
    monkeypatch.setattr(encoded, "BLOCK", 10)
    encode, counts = Tokenizer.encode, []

    def breaking(self, lines):
        counts.append(len(lines))
        if len(counts) > 2 * after:  # each block has two sides
            raise Broken
        return encode(self, lines)

    with monkeypatch.context() as patch, pytest.raises(Broken):
        patch.setattr(Tokenizer, "encode", breaking)
        tokenize_on_disk(tokenizer, paths, tmp_path / "tokens")
    counted = []
    monkeypatch.setattr(Tokenizer, "encode", lambda self, lines: counted.append(len(lines)) or encode(self, lines))
    found = tokenize_on_disk(tokenizer, paths, tmp_path / "tokens")
    assert sum(counted) == 100 - 20 * after
    monkeypatch.undo()
    assert list(found) == by_lists(tokenizer, paths)
    monkeypatch.setattr(Tokenizer, "encode", None)  # the third time nothing is tokenized
    assert len(tokenize_on_disk(tokenizer, paths, tmp_path / "tokens")) == 50


@pytest.mark.parametrize("lost", [*itertools.product((0, 1, 5, 400), repeat=2)])
def test_files_that_were_cut_anywhere(tokenizer, paths, tmp_path, lost):
    """After a kill or a power failure the two files may have any lengths."""
    folder = tmp_path / "tokens"
    tokenize_on_disk(tokenizer, paths, folder)
    (whole,) = folder.iterdir()
    partial = whole.rename(whole.with_suffix(".partial"))
    for name, count in zip(("ids", "lengths"), lost, strict=True):
        os.truncate(partial / name, max((partial / name).stat().st_size - count, 0))
    assert list(tokenize_on_disk(tokenizer, paths, folder)) == by_lists(tokenizer, paths)
    assert [path.name for path in folder.iterdir()] == [whole.name]


@pytest.mark.parametrize("name", ["ids", "lengths"])
@pytest.mark.parametrize("change", [1, 8, 400, "removed", "exchanged"])
def test_whole_files_that_have_changed(refusal, tokenizer, paths, tmp_path, name, change):
    """Cut, as by an interrupted copy, removed, or two valid ids exchanged, which only a checksum can detect.

    It is an error, and the files are not deleted.
    """
    folder = tmp_path / "tokens"
    tokenize_on_disk(tokenizer, paths, folder)
    (whole,) = folder.iterdir()
    data = np.fromfile(whole / name, np.uint16)
    if change == "removed":
        (whole / name).unlink()
    elif change == "exchanged":
        data[[0, 4]] = data[[4, 0]]
        data.tofile(whole / name)
    else:
        (whole / name).write_bytes(data.tobytes()[:-change])
    assert f"{whole}: is damaged" in refusal(tokenize_on_disk, tokenizer, paths, folder)
    shutil.rmtree(whole)
    assert list(tokenize_on_disk(tokenizer, paths, folder)) == by_lists(tokenizer, paths)


def test_files_that_cannot_be_read_are_not_damaged(refusal, tokenizer, paths, tmp_path, monkeypatch):
    folder = tmp_path / "tokens"
    tokenize_on_disk(tokenizer, paths, folder)

    def fail(path):
        raise OSError(5, "Input/output error", str(path))

    monkeypatch.setattr(encoded, "file_sha256", fail)
    message = refusal(tokenize_on_disk, tokenizer, paths, folder)
    assert message.endswith("cannot be read (Input/output error)") and "remove" not in message


def test_another_text_or_tokenizer_is_tokenized_anew(tokenizer, paths, tmp_path):
    folder = tmp_path / "tokens"
    tokenize_on_disk(tokenizer, paths, folder)
    other = Tokenizer.train(text(100, 9), 70)
    assert list(tokenize_on_disk(other, paths, folder)) == by_lists(other, paths)
    paths[1].write_text("\n".join(text(50, 5)), encoding="utf-8")
    assert list(tokenize_on_disk(other, paths, folder)) == by_lists(other, paths)
    assert len(list(folder.iterdir())) == 1  # the old files are deleted


def test_sides_of_different_length(refusal, tokenizer, paths, tmp_path):
    with open(paths[0], "a") as file:
        file.write("one more\n")
    for tokenize in (tokenize_in_memory, lambda *both: tokenize_on_disk(*both, tmp_path / "tokens")):
        assert f"{paths[0]} has 51 lines and {paths[1]} has 50" in refusal(tokenize, tokenizer, paths)


def test_a_side_that_is_gone(refusal, tokenizer, paths, tmp_path):
    """It can happen when a run is resumed.  The message must not say that the disk is full."""
    paths[1].unlink()
    message = f"{paths[1]}: cannot be read (No such file or directory)"
    assert refusal(tokenize_on_disk, tokenizer, paths, tmp_path / "tokens") == message


def test_sample(paths, monkeypatch):
    """All lines of small text; of large text every n-th pair."""
    pairs = list(zip(*(path.read_text(encoding="utf-8").splitlines() for path in paths), strict=True))
    pairs = [pair for number, pair in enumerate(pairs) if number not in (7, 29)]
    assert list(sample(line_pairs(*paths), size(paths))) == list(itertools.chain(*pairs))
    monkeypatch.setattr(encoded, "LARGE", sum(path.stat().st_size for path in paths) // 4)
    assert list(sample(line_pairs(*paths), size(paths))) == list(itertools.chain(*pairs[::5]))


PAIRS = int(os.environ.get("MINITRANS_PAIRS", 20_000))
STATUS = Path("/proc/self/status")


def megabytes():
    """Memory of this process in megabytes, without memory-mapped files."""
    return int(re.search(r"RssAnon:\s+(\d+) kB", STATUS.read_text())[1]) / 1024


@pytest.mark.skipif(not (STATUS.exists() and "RssAnon" in STATUS.read_text()), reason="only Linux tells it")
def test_generated_text(tokenizer, tmp_path, monkeypatch):
    """Memory does not grow with the text, except for its index."""
    paths = [tmp_path / "a.en", tmp_path / "a.de"]
    for seed, path in enumerate(paths):
        lines = itertools.islice(itertools.cycle(text(4999, seed)), PAIRS)
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)
    monkeypatch.setattr(encoded, "BLOCK", min(encoded.BLOCK, PAIRS // 20))
    encode, used = Tokenizer.encode, []
    monkeypatch.setattr(Tokenizer, "encode", lambda self, lines: used.append(megabytes()) or encode(self, lines))
    pairs = tokenize_on_disk(tokenizer, paths, tmp_path / "tokens")
    assert len(pairs) == PAIRS and max(used) - max(used[: len(used) // 2]) < 10

    before = megabytes()
    stream = BatchStream(pairs, 2000, 1)
    taken = [next(stream) for _ in range(100)]
    assert len(taken) == 100 and megabytes() - before < 10 + 40 * PAIRS / 2**20


LENGTHS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=60)


@given(LENGTHS, st.integers(1, 100), st.one_of(st.none(), st.integers(0, 9)))
def test_batches_are_those_of_lists(lengths, limit, seed):
    pairs = [(list(range(i, i + s)), list(range(t))) for i, (s, t) in enumerate(lengths)]
    ids = np.array([i for pair in pairs for side in pair for i in side], np.uint16)
    arrays = TokenizedText(ids, np.array(lengths, np.uint32).reshape(-1, 2))
    assert list(arrays) == pairs
    of_lists, of_arrays = (batches(p, limit, seed and np.random.default_rng(seed)) for p in (pairs, arrays))
    assert [group.tolist() for group in of_lists] == [group.tolist() for group in of_arrays]
    if pairs:
        streams = BatchStream(pairs, limit, 3), BatchStream(arrays, limit, 3)
        for _ in range(2 * len(of_lists)):
            assert next(streams[0]) == next(streams[1])


# In training


@pytest.fixture
def large(monkeypatch, tmp_path):
    """All text counts as large."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(job, "LARGE", 0)


FLAGS = "--steps 3 --valid-steps 3 --log-steps 1".split()


def losses(run):
    return [row["loss"] for row in Run(run).log if "loss" in row]


def test_a_run_killed_while_tokenizing_goes_on(command, tiny_corpus, large, monkeypatch):
    assert command("train --out whole", *tiny_corpus, *FLAGS).code == 0
    monkeypatch.setattr(encoded, "BLOCK", 20)
    encode, calls = Tokenizer.encode, itertools.count()

    def interrupted(self, lines):
        if len(lines) == 20 and next(calls) == 4:  # two sides of blocks of 20 pairs; the validation split has 6
            raise KeyboardInterrupt
        return encode(self, lines)

    with monkeypatch.context() as patch:
        patch.setattr(Tokenizer, "encode", interrupted)
        ended = command("train --out run", *tiny_corpus, *FLAGS)
    assert ended.code == 130 and "while tokenizing; resume with: minitrans train --out run" in ended.err
    assert next(calls) == 5
    ended = command("train --out run --resume")
    assert ended.code == 0 and ", 60 training pairs" in ended.err
    assert losses("run") == losses("whole")


def test_no_room(command, tiny_corpus, large):
    """After the run directory exists, no file may grow beyond 1 kB."""
    script = """
import resource, sys
from minitrans.commands import train
from minitrans.commands.program import run_command
from minitrans.training import job
create, job.LARGE = job.Job.create, 0
def created(new):
    create(new)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
job.Job.create = created
run_command(train.main)
"""
    flags = [*map(str, tiny_corpus), "--out", "run", *map(str, FLAGS)]
    ended = subprocess.run([sys.executable, "-c", script, *flags], capture_output=True, text=True)
    assert ended.returncode == 2 and ended.stderr.count("\n") == 4  # the others: recipe, warm-up, folder of the ids
    assert "tokenized text is kept" in ended.stderr
    assert ended.stderr.endswith("then minitrans train --out run --resume\n")
    assert command("train --out run --resume").code == 0
    assert command("train --out whole", *tiny_corpus, *FLAGS).code == 0
    assert losses("run") == losses("whole")


@pytest.mark.parametrize("behind_a_link", [False, True])
def test_only_what_was_tokenized_is_removed(tokenizer, paths, tmp_path, behind_a_link):
    """`tokens` may be a folder with other files, and then nothing is removed."""
    folder, disk = tmp_path / "tokens", tmp_path / "disk"
    disk.mkdir()
    folder.symlink_to(disk) if behind_a_link else folder.mkdir()
    tokenize_on_disk(tokenizer, paths, folder)
    (earlier,) = folder.iterdir()
    kept = [folder / "thesis", folder / "0123456789ABCDEF", folder / "0123456789abcdef0", tmp_path / "beside"]
    for each in kept:
        each.mkdir()
        (each / "ids").write_text("precious")
    (folder / "0123456789abcdee").symlink_to(tmp_path / "beside")
    (folder / "0123456789abcded").write_text("precious")
    (folder / "0123456789abcdec.partial").mkdir()
    (folder / "0123456789abcdec.partial" / "thesis").write_text("precious")
    paths[1].write_text("".join(line + "\n" for line in text(50, 5)), encoding="utf-8")
    assert list(tokenize_on_disk(tokenizer, paths, folder)) == by_lists(tokenizer, paths)
    assert all((each / "ids").read_text() == "precious" for each in kept) and earlier.exists() == behind_a_link
    assert (folder / "0123456789abcded").read_text() == "precious"
    assert (folder / "0123456789abcdec.partial" / "thesis").read_text() == "precious"


@pytest.mark.parametrize("planted", ["ids", "lengths", ""])
def test_tokens_are_not_written_through_a_link(tokenizer, paths, tmp_path, planted):
    folder, outside = tmp_path / "tokens", tmp_path / "outside"
    outside.mkdir()
    for name in ("ids", "lengths"):
        (outside / name).write_text("precious")
    partial = folder / f"{encoded.identity(tokenizer, paths)}.partial"
    (partial if planted else folder).mkdir(parents=True)
    (partial / planted).symlink_to(outside / planted)
    with pytest.raises(OSError, match="link"):
        tokenize_on_disk(tokenizer, paths, folder)
    assert all((outside / name).read_text() == "precious" for name in ("ids", "lengths"))
