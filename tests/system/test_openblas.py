"""OpenBLAS gets the best kernels that the processor can run, unless the user has chosen."""

import os
import platform
import subprocess
import sys

import pytest
from threadpoolctl import threadpool_info

from minitrans.system import openblas

from ..conftest import ENVIRONMENT

# The tests cannot count on AVX-512.  In a new process they declare Sandybridge, which every x86-64 processor of the
# last ten years can run and none chooses, to be the best core.
PROGRAM = """
import os, sys
{before}
from minitrans.system import openblas
openblas.NEEDED, openblas.CORE, openblas.WITH_AVX512 = set(), {core!r}, {{{core!r}}}
openblas.use_avx512()
import numpy, threadpoolctl
print(*(lib["architecture"] for lib in threadpoolctl.threadpool_info() if lib["internal_api"] == "openblas"))
{after}
"""
on_openblas = pytest.mark.skipif(
    sys.platform != "linux"
    or platform.machine() != "x86_64"
    or not any(lib["internal_api"] == "openblas" for lib in threadpool_info()),
    reason="only OpenBLAS on x86-64 Linux is told what to use",
)


@pytest.fixture
def kernels(tmp_path):
    """A function that runs PROGRAM -> its lines, and what it writes to stderr"""

    def run(core="Sandybridge", before="", after="", **variables):
        environment = {name: value for name, value in ENVIRONMENT.items() if name != "OPENBLAS_CORETYPE"}
        environment |= dict(HOME=str(tmp_path)) | variables
        program = PROGRAM.format(core=core, before=before, after=after)
        child = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
        assert child.returncode == 0, child.stderr
        return child.stdout.split("\n")[:-1], child.stderr

    return run


@pytest.fixture
def with_avx512(monkeypatch, tmp_path):
    """As on a processor with AVX-512, where nobody has chosen and nothing is known yet."""
    monkeypatch.setattr(openblas, "processor", lambda: {"flags": " ".join(openblas.NEEDED)})
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("OPENBLAS_CORETYPE", "MINITRANS_AVX512"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


@on_openblas
def test_better_kernels_are_used(kernels):
    assert kernels() == (["Sandybridge"], "")
    assert kernels() == (["Sandybridge"], "")  # from the answer that the first process kept


@on_openblas
@pytest.mark.parametrize("variables", [dict(OPENBLAS_CORETYPE="Nehalem"), dict(MINITRANS_AVX512="0")])
def test_the_user_decides(kernels, variables):
    (found,), _ = kernels(**variables)
    assert found == variables.get("OPENBLAS_CORETYPE", found) != "Sandybridge"


@on_openblas
def test_children_use_them_too(kernels):
    after = "import os, subprocess; subprocess.run([sys.executable, '-c', openblas.CHILD])"
    assert kernels(after="sys.stdout.flush();" + after)[0] == ["Sandybridge"] * 2


@on_openblas
def test_numpy_was_imported_first(kernels):
    """Then nothing can be chosen any more.  The first engine says so in one line, and only once."""
    engine = "from minitrans.config import Config; from minitrans.engine import engine\n"
    engine += "for _ in range(2):\n with engine(Config()): pass"
    (found,), said = kernels(before="import numpy", after=engine)
    assert found != "Sandybridge"
    assert said.startswith("minitrans: ") and said.count("\n") == 1 and "OPENBLAS_CORETYPE=" in said
    assert "OPENBLAS_CORETYPE=" not in kernels(after=engine)[1]


@on_openblas
@pytest.mark.parametrize("core", ["Unknown", "SkylakeX"])
def test_kernels_that_do_not_work_are_not_used(kernels, core):
    if core in openblas.WITH_AVX512 and openblas.NEEDED <= set(openblas.processor()["flags"].split()):
        pytest.skip("they work on this processor")
    (found,), said = kernels(core=core)
    assert found != core and said == ""


def test_processor_is_the_first_of_the_file(tmp_path):
    path = tmp_path / "cpuinfo"
    path.write_text("model name\t: AMD EPYC\nflags\t\t: fpu avx2\n\nmodel name\t: another\n")
    assert openblas.processor(path) == {"model name": "AMD EPYC", "flags": "fpu avx2"}
    assert openblas.processor(tmp_path / "none") == {}


def test_avx2_alone_is_no_reason(with_avx512):
    assert openblas.may_choose()
    for missing in openblas.NEEDED:
        with_avx512.setattr(openblas, "processor", lambda m=missing: {"flags": " ".join(openblas.NEEDED - {m})})
        assert not openblas.may_choose()


@pytest.mark.parametrize(
    "by_itself, asked_for, answer",
    [
        ("Haswell", "SkylakeX", True),
        ("Zen", "SkylakeX", True),
        ("Haswell", "", False),  # they crash
        ("Haswell", "Haswell", False),  # this OpenBLAS was built without them
        *((core, "SkylakeX", False) for core in sorted(openblas.WITH_AVX512)),
        ("", "", False),  # MKL, for example
    ],
)
def test_answer(with_avx512, by_itself, asked_for, answer):
    asked = []

    def kernels_in_child(wanted=None):
        asked.append(wanted)
        return asked_for if wanted else by_itself

    with_avx512.setattr(openblas, "kernels_in_child", kernels_in_child)
    assert openblas.leaves_avx512_unused() is answer
    before = len(asked)
    assert openblas.leaves_avx512_unused() is answer
    assert len(asked) == before > 0  # no process is started for the same question


@pytest.mark.parametrize("changed", [{"cpu family": "26"}, {"model": "2"}, {"flags": "fpu"}, {"model name": "Xeon"}])
def test_an_answer_is_kept_for_one_kind_of_processor(with_avx512, changed):
    """Virtual machines call very different processors "AMD EPYC", and some share a home folder."""
    here = {"model name": "AMD EPYC", "cpu family": "25", "model": "17", "flags": "fpu avx512f"}
    answers = []
    for found, by_itself in ((here, "SkylakeX"), (here | changed, "Haswell")):
        with_avx512.setattr(openblas, "processor", lambda found=found: found)
        with_avx512.setattr(openblas, "kernels_in_child", lambda wanted=None, by=by_itself: wanted or by)
        answers.append(openblas.leaves_avx512_unused())
    assert answers == [False, True]


def test_an_answer_is_kept_for_one_choice_of_kernels(with_avx512):
    kernels = {None: "Haswell", "SkylakeX": "", "Cooperlake": "Cooperlake"}
    with_avx512.setattr(openblas, "kernels_in_child", lambda wanted=None: kernels[wanted])
    assert not openblas.leaves_avx512_unused()
    with_avx512.setattr(openblas, "CORE", "Cooperlake")
    assert openblas.leaves_avx512_unused()


def test_a_child_that_cannot_start_gives_no_answer(with_avx512):
    with with_avx512.context() as broken:
        broken.setattr(sys, "executable", os.devnull)
        assert openblas.leaves_avx512_unused() is False
    with_avx512.setattr(openblas, "kernels_in_child", lambda wanted=None: wanted or "Haswell")
    assert openblas.leaves_avx512_unused() is True


def test_warning_needs_a_reason(with_avx512, caplog):
    for unused in (False, True):
        with_avx512.setattr(openblas, "leaves_avx512_unused", lambda unused=unused: unused)
        openblas.warn_of_slow_kernels.cache_clear()
        openblas.warn_of_slow_kernels()
        assert bool(caplog.records) == unused


def test_import_changes_nothing():
    """Neither variables nor modules that others use.  An answer that was kept would have been used at once."""
    program = "import os, sys; before = dict(os.environ); import minitrans; print(os.environ == before, *sys.modules)"
    child = subprocess.run([sys.executable, "-c", program], env=ENVIRONMENT, capture_output=True, text=True)
    same, *modules = child.stdout.split()
    assert same == "True" and "numpy" not in modules
