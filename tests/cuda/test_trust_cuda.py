"""A child process finds out that the kernels are wrong on a card, before any long work.

The child is real, see child.py.  The run itself uses the stand-in of like_cupy.py.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from minitrans import ops
from minitrans.config import Config
from minitrans.cuda import trust
from minitrans.cuda.ops import products
from minitrans.engine import array_library, engine
from minitrans.system.errors import UserError

CARD = "on Stand-in (driver for CUDA 13.0, CuPy 14.2.0, minitrans 1.0.0)"
GPU = dict(backend="cupy")
CHECKING = "Stand-in: checking the kernels for "
KERNELS, PLAIN = f"{trust.KERNELS} in float32{trust.FASTER}", trust.PLAIN
FLAGS = "--dropout 0 --steps 2 --log-steps 1 --valid-steps 2 --checkpoint-steps 2 --beam 2 --max-extra 2 --shards 2"


@pytest.fixture(autouse=True)
def first_use(like_cupy, monkeypatch, tmp_path):
    """Of a card, by a process that has asked nothing yet"""
    monkeypatch.delenv("MINITRANS_KERNELS", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    new_process()
    yield
    new_process()


def new_process():
    for function in (trust.fault_of_card, trust.card, trust.say_once):
        function.cache_clear()


@pytest.fixture
def plant(monkeypatch):
    """plant(fault): what the child does, see child.py"""

    def planted(fault):
        monkeypatch.setattr(trust, "COMMAND", [sys.executable, str(Path(__file__).with_name("child.py")), fault])
        monkeypatch.setattr(trust, "LIMIT", 20 if fault == "hangs" else 300)  # compilers run in the others

    return planted


@pytest.fixture
def child(monkeypatch):
    """child(said, ended, errors): what `run_child` returns -> the list of its calls"""

    def answers(said, ended="", errors=""):
        monkeypatch.setattr(trust, "run_child", lambda dtype: asked.append(dtype) or (said, ended, errors))
        return asked

    asked = []
    return answers


FAULTS = {
    "wrong": (CARD, "add_norm is off by "),
    "raises": (CARD, "add_norm raises RuntimeError: CUDA_ERROR_INVALID_VALUE"),
    "hangs": ("on Stand-in the check was not possible (", "add_norm has not returned after 20 seconds"),
    "dies": (CARD, "add_norm ends its process with code -6"),
}


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_what_needs_a_wrong_kernel_ends_in_one_line(command, tiny_corpus, tmp_path, plant, fault):
    """And float32, which does not need the kernel, runs without it.  A check that has not returned may only be slow, so
    its answer is not kept."""
    plant(fault)
    flags = ["--out", tmp_path / "run", *tiny_corpus, *FLAGS.split(), "--backend", "cupy"]
    ended = command("train", *flags, "--dtype", "tf32")
    assert ended.code == 2 and ended.err.count("\n") == 2 and not (tmp_path / "run").exists()
    needs = f"error: --dtype tf32 needs the kernels, so use --dtype float32: {FAULTS[fault][0]}"
    assert ended.err.startswith(CHECKING) and needs in ended.err
    assert FAULTS[fault][1] in ended.err and "please report" in ended.err
    ended = command("train", *flags)
    assert ended.code == 0 and f"{trust.PLAIN}: {FAULTS[fault][0]}" in ended.err
    new_process()
    plant("none")
    assert (trust.fault_of_card("tf32") == "") == (fault == "hangs")


@pytest.mark.slow
@pytest.mark.parametrize("dtype", ["tf32", "bfloat16"])
def test_right_kernels_are_used(plant, capsys, dtype):
    """The whole check of this type in a child, in one line; afterwards nothing is asked or said."""
    pytest.importorskip("ml_dtypes")
    plant("none")
    for said in (f"{CHECKING}{dtype}", ""):
        new_process()
        with engine(Config(dtype=dtype, **GPU)):
            assert ops.TABLE["linear"].forward is products.linear_forward
        err = capsys.readouterr().err
        assert err.startswith(said) and err.count("\n") == 2 * bool(said) + 1 and trust.KERNELS in err


@pytest.mark.parametrize(
    ("said", "ended", "fault"),
    [
        ("add_norm: right\nAdam: right\n", "", ""),
        (
            "add_norm: is off by nan, more than 1e-04\nAdam: is off by 1\n",
            "",
            "add_norm is off by nan, more than 1e-04, ",
        ),
        ("add_norm: right\nAdam: ", "ends its process with code -11", "Adam ends its process with code -11"),
        ("add_norm: right\n", "ends its process with code 1", "the check ends its process with code 1"),
    ],
)
def test_an_answer_is_kept(child, said, ended, fault):
    asked = child(said, ended)
    for _ in range(2):
        found = trust.fault_of_card("tf32")
        assert bool(found) == bool(fault) and fault in found
        new_process()
    assert asked == ["tf32"]
    trust.fault_of_card("bfloat16")
    assert asked == ["tf32", "bfloat16"]


@pytest.mark.parametrize("changed", ["card", "CuPy", "driver", "kernels"])
def test_another_card_or_version_is_asked_anew(child, like_cupy, monkeypatch, tmp_path, changed):
    asked = child("add_norm: right\n")
    trust.fault_of_card("tf32")
    runtime = like_cupy.cuda.runtime
    if changed == "card":
        runtime.getDeviceProperties = lambda number: dict(name=b"Another")
    elif changed == "driver":
        runtime.driverGetVersion = lambda: 13010
    elif changed == "CuPy":
        like_cupy.__version__ = "14.3.0"
    else:
        (tmp_path / "adam.cu").write_text("// fixed")
        monkeypatch.setattr(trust, "HERE", tmp_path)
    new_process()
    trust.fault_of_card("tf32")
    assert len(asked) == 2


@pytest.mark.parametrize(
    ("said", "ended", "errors", "reason"),
    [
        ("", "ends its process with code 1", "Traceback\nUserError: no GPU\n", "code 1: UserError: no GPU"),
        ("add_norm: raises MemoryError: 5 bytes\n", "", "", "MemoryError"),
    ],
)
def test_without_an_answer_the_next_process_asks_again(child, said, ended, errors, reason):
    asked = child(said, ended, errors)
    for count in (1, 2):
        assert reason in trust.fault_of_card("tf32")
        assert len(asked) == count
        new_process()


def test_a_home_that_cannot_be_written_to(child, monkeypatch):
    monkeypatch.setattr(trust.Path, "home", lambda: Path("/proc/nowhere"))
    asked = child("add_norm: right\n")
    assert trust.fault_of_card("tf32") == "" and len(asked) == 1


@pytest.mark.parametrize(
    ("value", "result", "said"),
    [
        (
            None,
            "right",
            f"Stand-in: the kernels for float32 are right (1 checks in 0 s, once for this card)\n{KERNELS}",
        ),
        (None, "is off by 1", f"{PLAIN}: {CARD}, add_norm is off by 1; {trust.REPORT}"),
        ("0", "right", f"{PLAIN}: {trust.OFF}"),
    ],
)
def test_float32_runs_on_right_kernels_unless_the_user_decides(child, monkeypatch, capsys, value, result, said):
    """One line says which of the two runs, on the first of several ranks."""
    if value:
        monkeypatch.setenv("MINITRANS_KERNELS", value)
    asked = child(f"add_norm: {result}\n")
    for _ in range(2):
        with engine(Config(**GPU)):
            assert (ops.TABLE["linear"].forward is products.linear_forward) == (KERNELS in said)
    assert asked == ["float32"] * (value is None)
    err = capsys.readouterr().err
    assert err.endswith(f"{said}\n") and err.startswith(CHECKING if value is None else said)


def test_what_the_user_cannot_decide(child, monkeypatch):
    monkeypatch.setenv("MINITRANS_KERNELS", "0")
    with pytest.raises(UserError, match="bfloat16 needs the kernels, .*: MINITRANS_KERNELS=0 turns them off"):
        array_library(Config(dtype="bfloat16", **GPU))
    monkeypatch.setenv("MINITRANS_KERNELS", "yes")
    with pytest.raises(UserError, match="MINITRANS_KERNELS=yes: must be 0 .* or unset it"):
        array_library(Config(**GPU))


@pytest.mark.parametrize(("fields", "capability"), [(dict(dtype="tf32"), "90"), (dict(d_ff=100), "90"), ({}, "75")])
def test_no_type_is_proposed_that_does_not_run(child, like_cupy, monkeypatch, capsys, fields, capability):
    child("add_norm: right\n")
    monkeypatch.setattr(like_cupy.cuda.Device, "compute_capability", capability)
    with engine(Config(**fields, **GPU)):
        assert trust.FASTER not in (err := capsys.readouterr().err) and trust.KERNELS in err


def test_all_ranks_do_the_same(child, monkeypatch):
    """If the card of one rank is wrong, no rank uses the kernels."""
    child("add_norm: right\n")
    ranks = SimpleNamespace(gather=lambda own: [own, ""], local_rank=0, rank=1)
    monkeypatch.setattr(trust, "world", lambda: ranks)
    assert trust.trusted(config := Config(dtype="tf32", **GPU))
    ranks.gather = lambda own: [own, "on Another, Adam is off by 1"]
    with pytest.raises(UserError, match="needs the kernels, .*: on Another, Adam is off by 1"):
        trust.trusted(config)


def test_ranks_with_equal_cards_ask_once(child):
    asked = child("add_norm: right\n")
    with ThreadPoolExecutor(4) as ranks:
        assert list(ranks.map(trust.fault_of_card.__wrapped__, ["tf32"] * 4)) == [""] * 4
    assert len(asked) == 1


def test_the_child_is_no_rank(monkeypatch, like_cupy):
    for name in ("PMI_RANK", "PMI_SIZE", "OMPI_COMM_WORLD_RANK", "SLURM_PROCID"):
        monkeypatch.setenv(name, "3")
    program = "import os; print([n for n in os.environ if n.startswith(('PMI_', 'OMPI_', 'SLURM_'))], end=': right\\n')"
    monkeypatch.setattr(trust, "COMMAND", [sys.executable, "-c", program])
    assert trust.run_child("tf32") == ("[]: right\n", "", "")


def test_the_benchmark_asks_again(child, command):
    asked = child("add_norm: is off by 1\n")
    trust.fault_of_card("tf32")
    ended = command("benchmark --backend cupy --part correctness")
    assert ended.code == 2 and ended.err.count("add_norm is off by 1") == 3 and ended.err.count("\n") == 4
    assert asked == ["tf32", "float32", "tf32", "bfloat16"]
    child("add_norm: right\n")
    ended = command("benchmark --backend cupy --part correctness")
    assert ended.code == 0 and ended.err.count("are right") == 3
    new_process()
    assert trust.fault_of_card("tf32") == ""  # this answer is kept
    ended = command("benchmark --part correctness")
    assert ended.code == 2 and "--report" in ended.err
