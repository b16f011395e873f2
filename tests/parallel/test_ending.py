"""An error on any rank ends the whole job, with one line and the exit code of that error."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

FAULTY = Path(__file__).with_name("faulty.py")
TINY = (
    "--layers 1 --d-model 16 --heads 2 --d-ff 32 --vocabulary 70 --batch-tokens 200 --steps 10000 --valid-steps 10000"
)
TINY = [*TINY.split(), "--shards", "2", "--checkpoint-steps", "10000", "--log-steps", "5", "--out", "run"]


@pytest.mark.parametrize(
    "rank, fault, code, told",
    [
        (0, "UserError('no such thing')", 2, "error: no such thing"),
        (1, "UserError('no such thing')", 2, "error: no such thing"),
        (1, "MemoryError('too big')", 2, "error: step 4: out of memory (too big)"),
        (0, "OSError(28, 'No space left on device')", 2, "error: "),
        (1, "ZeroDivisionError('a bug')", 1, "ZeroDivisionError: a bug"),
    ],
)
def test_an_error_on_one_rank_ends_all(job, tiny_corpus, rank, fault, code, told):
    """In the fourth step, where the others wait for this rank."""
    done = job(2, FAULTY, rank, fault, *TINY, *tiny_corpus)
    assert done.code == code and done.seconds < 60
    about = [line for line in done.err if told in line]
    assert len(about) == 1
    if code == 2:
        assert about[0].startswith("rank 1 on " if rank else "error: ")
        assert not any("Traceback" in line for line in done.err)


def test_a_killed_rank_ends_all(job, tiny_corpus):
    done = job(2, FAULTY, 1, "os.kill(os.getpid(), 9)", *TINY, *tiny_corpus)
    assert done.code != 0 and done.seconds < 60


def test_the_same_error_on_all_ranks_is_told_once(job):
    done = job(3, "-m", "minitrans.train", "--preset", "none", "--out", "run")
    assert done.code == 2 and len(done.err) == 1 and done.err[0].startswith("error: ")
    done = job(3, "-m", "minitrans.train", "--no-such-flag")
    assert done.code == 2 and len(done.err) == 1 and "--no-such-flag" in done.err[0]
    assert not Path("run").exists()


def test_shards_must_be_divisible(job, tiny_corpus):
    done = job(3, "-m", "minitrans.train", *TINY, *tiny_corpus)
    assert (done.code, len(done.err)) == (2, 1)
    assert "2 shards" in done.err[0] and "3 processes" in done.err[0] and "--shards 3" in done.err[0]
    assert not Path("run").exists()


def test_help_is_printed_once(job):
    done = job(2, "-m", "minitrans.train", "--help")
    assert (done.code, done.err) == (0, [])
    assert done.out.count("usage:") == 1


def test_other_commands_run_in_one_process(job):
    done = job(2, "-m", "minitrans", "presets")
    assert (done.code, done.out) == (2, "")
    (line,) = done.err
    assert line.startswith("error: this command runs")


def plain(environment, *variables, command=("-m", "minitrans.train", "--out", "run")):
    done = subprocess.run([sys.executable, *command], env=environment | dict(variables), capture_output=True, text=True)
    return done.returncode, done.stderr


def test_torchrun_is_declined(environment):
    launched = ("TORCHELASTIC_RUN_ID", "x"), ("WORLD_SIZE", "2"), ("LOCAL_WORLD_SIZE", "2")
    code, told = plain(environment, *launched, ("RANK", "0"), ("LOCAL_RANK", "0"))
    assert code == 2 and told.startswith("error: torchrun: ") and "mpiexec" in told and told.count("\n") == 1
    assert plain(environment, *launched, ("RANK", "1"), ("LOCAL_RANK", "1")) == (2, "")  # once per host


@pytest.mark.parametrize(
    "module, named",
    [
        ("raise ModuleNotFoundError(\"No module named 'mpi4py'\", name='mpi4py')", "mpi4py is not"),
        (
            "class rc: pass\ndef __getattr__(name): raise RuntimeError('cannot load MPI library')",
            "no MPI library",
        ),
    ],
)
def test_missing_libraries(environment, tmp_path, module, named):
    """Of two processes on this host, rank 0 says so."""
    (tmp_path / "mpi4py.py").write_text(module)
    shadowed = environment | dict(PYTHONPATH=f"{tmp_path}{os.pathsep}{environment['PYTHONPATH']}")
    by_mpich = ("PMI_SIZE", "2"), ("MPI_LOCALNRANKS", "2")
    code, told = plain(shadowed, *by_mpich, ("PMI_RANK", "0"), ("MPI_LOCALRANKID", "0"))
    assert code == 2 and named in told and "mpi4py mpich" in told and told.count("\n") == 1
    assert plain(shadowed, *by_mpich, ("PMI_RANK", "1"), ("MPI_LOCALRANKID", "1")) == (2, "")
    # Other hosts wait for this one, until mpiexec sees that a rank was killed.
    code, told = plain(shadowed, *by_mpich[:1], ("MPI_LOCALNRANKS", "1"), ("PMI_RANK", "1"), ("MPI_LOCALRANKID", "0"))
    assert code == -signal.SIGKILL and told.startswith("rank 1 on ") and named in told


def test_a_launcher_of_another_mpi(environment):
    """Such a launcher starts processes that do not find each other."""
    pytest.importorskip("mpi4py")
    code, told = plain(environment, ("OMPI_COMM_WORLD_SIZE", "2"), ("OMPI_COMM_WORLD_RANK", "0"))
    assert code == 2 and "2 processes, but MPI sees 1" in told and told.count("\n") == 1


def test_a_plain_run_does_not_know_of_mpi(environment):
    program = "import sys, minitrans.commands.train; minitrans.commands.train.world(); print('mpi4py' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], env=environment, stdout=subprocess.PIPE, text=True)
    assert done.stdout == "False\n"
