"""Compare what runs have left: one that was stopped and resumed must end like an uninterrupted one."""

import numpy as np

from minitrans.runs.checkpoint import read_checkpoint
from minitrans.system.files import read_json

TIMES = {"seconds", "update_seconds", "window_seconds", "tokens_per_second", "target_tokens_per_second"}


def below(path):
    """{path: its bytes, or None for a folder} of all that lies below a folder"""
    return {p: p.read_bytes() if p.is_file() else None for p in path.rglob("*")}


def result(path):
    return read_json(path / "result.json")


def newest_step(run):
    """That of the newest checkpoint, or 0"""
    return max((int(path.stem.removeprefix("step-")) for path in run.checkpoints()), default=0)


def timeless(values):
    return {name: value for name, value in values.items() if name not in TIMES}


def assert_same_run(run, other):
    """All that two runs have left is equal in every bit, except times and pictures."""
    assert list(map(timeless, run.log)) == list(map(timeless, other.log))
    assert (run.path / "samples.txt").read_bytes() == (other.path / "samples.txt").read_bytes()
    files, others = ([*each.checkpoints(), each.best, *each.snapshots()] for each in (run, other))
    assert [path.relative_to(run.path) for path in files] == [path.relative_to(other.path) for path in others]
    for path, twin in zip(files, others, strict=True):
        (header, arrays), (other_header, other_arrays) = read_checkpoint(path), read_checkpoint(twin)
        assert timeless(header.pop("progress")) == timeless(other_header.pop("progress")), path
        assert header == other_header and arrays.keys() == other_arrays.keys()
        for name, array in arrays.items():
            np.testing.assert_array_equal(array, other_arrays[name], err_msg=f"{path} {name}")
    assert timeless(result(run.path)) == timeless(result(other.path))
