"""The race checker accepts the kernels as they are, and notices each barrier and fence that is removed.

`MINITRANS_RACES=1 pytest --all tests/cuda` runs all other tests of the kernels under it too.
"""

import re
import shutil

import numpy as np
import pytest

from minitrans.cuda import kernels
from minitrans.cuda.ops import OPERATIONS

pytestmark = pytest.mark.slow
MUTANTS = [  # (file, what is taken out, where: text before and after it; operation that needs it, what is said)
    ("rows.cu", "__syncthreads();", "of_group[group][lane] = sum;", "", "linear", "of shared memory"),
    ("rows.cu", "__threadfence();", "", "  // before the count", "linear", "column_sum: read after write$"),
    ("rows.cu", "__threadfence();", "if (!last) return;", "", "linear", "column_sum: read after write$"),
    ("rows.cu", "__syncthreads();", "gridDim.y - 1;", "", "linear", "read of shared memory that nobody has written"),
    ("common.cuh", "__syncthreads();", "", "  // now the next call", "project_loss", "write after read of shared"),
    (
        "cross_entropy.cu",
        "__syncthreads();",
        "",
        "  // the target's logit",
        "project_loss",
        "write after read$|after read of",
    ),
    ("embed.cu", "__syncthreads();", "of_group[group][j / 4] = sum;", "", "embed", "of shared memory"),
]


@pytest.fixture
def run(on_cpu, kernels_on_cpu, monkeypatch, pytestconfig):
    """run(name): an operation, forward and backward, under the checker"""
    if pytestconfig.getoption("--backend") == "cupy":
        pytest.skip("a GPU has no checker")
    monkeypatch.setattr(on_cpu, "RACES", "-fsanitize=thread")
    rng = np.random.default_rng(0)

    def normal(*shape):
        return rng.normal(size=shape).astype(np.float32)

    given = {
        "linear": ((normal(60, 24), normal(24, 136), normal(136)), {}),
        "project_loss": ((normal(11, 24), normal(2101, 24)), dict(targets=np.arange(11) % 5 * 199, smoothing=0.1)),
        "embed": ((normal(9, 24), normal(12, 24)), dict(ids=np.array(9 * [[3, 4, 5, 3, 2], [4, 2, 0, 0, 0]]), start=2)),
    }

    def run(name):
        arrays, constants = given[name]
        forward, backward, _ = OPERATIONS[name]
        y, cache = forward(*arrays, **constants)
        backward(np.ones_like(y), cache)

    return run


@pytest.mark.parametrize("name", ["linear", "project_loss", "embed"])
def test_the_kernels_have_no_race(run, name):
    run(name)


@pytest.mark.parametrize(("file", "taken", "before", "after", "name", "said"), MUTANTS)
def test_what_is_taken_out_is_missed(run, tmp_path, monkeypatch, file, taken, before, after, name, said):
    for path in [*kernels.HERE.glob("*.cu"), *kernels.HERE.glob("*.cuh")]:
        shutil.copy(path, tmp_path)
    whole = (tmp_path / file).read_text(encoding="utf-8")
    mutant, count = re.subn(rf"({re.escape(before)}\s*){re.escape(taken)}({re.escape(after)})", r"\1\2", whole)
    assert count == 1
    (tmp_path / file).write_text(mutant, encoding="utf-8")
    monkeypatch.setattr(kernels, "HERE", tmp_path)
    with pytest.raises(AssertionError, match=said):
        run(name)
