"""What a run saves comes back exactly, whole or not at all."""

import json
import random
import tracemalloc
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from minitrans.config import Config
from minitrans.nn import Transformer
from minitrans.optim import Adam
from minitrans.runs.checkpoint import Damaged, load_weights, read_checkpoint, write_checkpoint
from minitrans.runs.run import Run

TOKENIZER = SimpleNamespace(sha256="0" * 64)
SMALL = dict(layers=1, d_model=8, d_ff=12, heads=2, vocabulary=20, max_length=16)


def trained(seed, **fields):
    """A model and an optimizer whose numbers are all different."""
    model = Transformer(Config(**SMALL | dict(seed=seed) | fields))
    optimizer, rng = Adam(model.flat), np.random.default_rng(seed)
    for flat in (model.flat, optimizer.m, optimizer.v):
        flat[:] = rng.normal(size=flat.size)
    return model, optimizer


def save(run, step, seed, keep=9, **fields):
    model, optimizer = trained(seed, **fields)
    path = run.folder / f"step-{step:06d}.npz"
    write_checkpoint(path, model, optimizer, TOKENIZER, dict(step=step, seconds=1.5))
    run.keep_newest(keep, 1)
    return run.newest()[-1]


@pytest.fixture
def run(tmp_path):
    run = Run(tmp_path / "run")
    run.folder.mkdir(parents=True)
    return run


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_weights_and_moments_come_back_exactly(run, dtype):
    model, optimizer = trained(1, dtype=dtype)
    path = run.path / "checkpoints" / "step-000012.npz"
    write_checkpoint(path, model, optimizer, TOKENIZER, dict(step=12, epoch=3, best=1.25))
    assert run.checkpoints() == run.newest() == [path]
    header, arrays = read_checkpoint(path)
    assert header["progress"] == dict(step=12, epoch=3, best=1.25)
    assert Config(**header["config"]) == model.config and header["tokenizer"] == TOKENIZER.sha256
    np.testing.assert_array_equal(arrays["adam_m"], optimizer.m)
    np.testing.assert_array_equal(arrays["adam_v"], optimizer.v)
    assert arrays["adam_m"].dtype == dtype
    other, _ = trained(2, dtype=dtype)
    load_weights(other, [path], TOKENIZER)
    np.testing.assert_array_equal(other.flat, model.flat)
    assert other.flat.dtype == dtype


def test_writing_takes_less_memory_than_the_model(run):
    """Neither the archive nor a copy of the arrays is ever in memory as a whole."""
    model, optimizer = trained(1, vocabulary=600_000, d_model=16)
    tracemalloc.start()
    try:
        write_checkpoint(run.folder / "step-000001.npz", model, optimizer, TOKENIZER, dict(step=1))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < model.flat.nbytes


@pytest.mark.parametrize("error", [MemoryError, OSError, KeyboardInterrupt])
def test_whatever_ends_the_writing_nothing_is_left_of_it(run, monkeypatch, error):
    whole = save(run, 1, seed=1)
    write_array, calls = np.lib.format.write_array, []

    def fail(*arguments, **options):
        calls.append(1)
        if len(calls) == 5:
            raise error
        write_array(*arguments, **options)

    monkeypatch.setattr(np.lib.format, "write_array", fail)
    with pytest.raises(error):
        save(run, 2, seed=1)
    assert list(run.folder.iterdir()) == [whole]


def test_only_the_newest_are_kept(run):
    """By their steps, however long the number"""
    for step in (5, 10, 15, 1_000_000, 20, 999_999):
        save(run, step, seed=1, keep=3)
    assert [path.name for path in run.checkpoints()] == ["step-000020.npz", "step-999999.npz", "step-1000000.npz"]


def test_averaging_is_the_mean(run):
    paths = [save(run, step, seed=step) for step in (1, 2, 3)]
    flats = [trained(step)[0].flat.astype(np.float64) for step in (1, 2, 3)]
    model, _ = trained(9)
    load_weights(model, paths, TOKENIZER)
    np.testing.assert_array_equal(model.flat, ((flats[0] + flats[1] + flats[2]) / 3).astype(np.float32))
    load_weights(model, paths[1:2], TOKENIZER)
    np.testing.assert_array_equal(model.flat, flats[1])


@pytest.mark.parametrize("part", [0.5, 1.0, 0.0, None])
def test_damaged_files_are_named(refusal, run, part):
    """Cut in the middle, before the last byte, or at the beginning; or of random bytes"""
    path = save(run, 1, seed=1)
    whole = path.read_bytes()
    path.write_bytes(random.Random(1).randbytes(1000) if part is None else whole[: int(part * (len(whole) - 1))])
    model, _ = trained(2)
    before = model.flat.copy()
    assert refusal(load_weights, model, [path], TOKENIZER).startswith(f"{path}: not a whole")
    np.testing.assert_array_equal(model.flat, before)


def test_other_files_of_numpy_are_not_checkpoints(refusal, tmp_path):
    model, _ = trained(1)
    archive, array, missing = tmp_path / "a.npz", tmp_path / "b.npz", tmp_path / "c.npz"
    np.savez(archive, weights=np.ones(3))
    with open(array, "wb") as file:
        np.save(file, np.ones(3))
    for path in (archive, array):
        assert refusal(load_weights, model, [path], TOKENIZER).startswith(f"{path}: not a whole")
    assert (
        refusal(load_weights, model, [missing], TOKENIZER) == f"{missing}: cannot be read (No such file or directory)"
    )


def test_another_configuration(refusal, run):
    path = save(run, 1, seed=1)
    # Other heads have the same parameters, which would then mean something else.
    fields = [("d_ff", 12, 13), ("layers", 1, 2), ("heads", 2, 4), ("norm", "post", "pre"), ("vocabulary", 20, 21)]
    fields += [("max_length", 16, 17), ("positions", "sinusoidal", "learned"), ("share_embeddings", True, False)]
    fields += [("task", "translate", "parse")]
    for field, made, here in fields:
        message = refusal(load_weights, trained(1, **{field: here})[0], [path], TOKENIZER)
        assert message.startswith(f"{path}: was made with {field} {made}, config.json says {here}")
    load_weights(trained(2, dropout=0.5, beam=7)[0], [path], TOKENIZER)


def rewrite(path, change):
    """Another archive of the same arrays, sound by itself, after `change` of them."""
    with np.load(path) as stored:
        arrays = dict(stored)
    change(arrays)
    np.savez(path, **arrays)


def test_a_checkpoint_of_an_older_version(run):
    """It had checksums of its own beside those of the archive."""
    path = save(run, 1, seed=1)
    header, arrays = read_checkpoint(path)
    rewrite(path, lambda arrays: arrays.update(checksums=np.array("{}")))
    again, same = read_checkpoint(path)
    assert again == header and same.keys() == arrays.keys()


def test_header_without_what_belongs_there(refusal, run):
    def change(arrays):
        arrays["header"] = np.array(json.dumps(dict(progress={}, config={})))

    path = save(run, 1, seed=1)
    rewrite(path, change)
    assert refusal(read_checkpoint, path).startswith(f"{path}: not a whole")


class Code:
    """What runs as soon as it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


def test_no_code_of_a_checkpoint_is_run(refusal, run, tmp_path):
    path = save(run, 1, seed=1)
    rewrite(path, lambda arrays: arrays.update(header=np.array([Code(tmp_path / "ran")])))
    assert refusal(read_checkpoint, path).startswith(f"{path}: not a whole")
    assert not (tmp_path / "ran").exists()


def test_the_one_checkpoint_that_does_not_fit_is_named(refusal, run):
    paths = [save(run, 1, seed=1), save(run, 2, seed=1, d_ff=13), save(run, 3, seed=1)]
    assert refusal(load_weights, trained(1)[0], paths, TOKENIZER).startswith(f"{paths[1]}: ")


@pytest.mark.parametrize("field", [31, 33], ids=["extra", "comment"])
def test_a_damaged_entry_that_hides_those_after_it(run, field):
    """The length of its extra field or of its comment, high byte: zipfile reads to the end of the directory."""
    path = save(run, 1, seed=1)
    data = bytearray(path.read_bytes())
    data[data.rindex(b"PK\x01\x02", 0, data.rindex(b"PK\x01\x02")) + field] = 9
    path.write_bytes(data)
    with pytest.raises(Damaged):
        read_checkpoint(path)
