"""What the variables of launchers say."""

import pytest

from minitrans.parallel.launcher import Launched, alone, by_torchrun, launched

MPICH = dict(PMI_SIZE="4", PMI_RANK="3", MPI_LOCALNRANKS="2", MPI_LOCALRANKID="1")
OPEN_MPI = {f"OMPI_COMM_WORLD_{name}": value for name, value in dict(SIZE="4", RANK="1").items()}
SLURM = dict(SLURM_STEP_NUM_TASKS="8", SLURM_PROCID="5", SLURM_LOCALID="1", SLURM_NTASKS="8")


@pytest.fixture(autouse=True)
def no_launcher(monkeypatch):
    for name in (*MPICH, *OPEN_MPI, *SLURM, "TORCHELASTIC_RUN_ID"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    "variables, expected",
    [
        ({}, Launched(1, 0, 1, 0)),
        (MPICH, Launched(4, 3, 2, 1)),
        (MPICH | dict(PMI_SIZE="1", PMI_RANK="0"), Launched(1, 0, 1, 0)),
        (MPICH | dict(PMI_SIZE="four"), Launched(1, 0, 1, 0)),
        (OPEN_MPI, Launched(4, 1, 4, 1)),  # what it does not say is as on one host
        (SLURM, Launched(8, 5, 8, 1)),
        (dict(SLURM_NTASKS="8", SLURM_PROCID="0"), Launched(1, 0, 1, 0)),  # in the script itself, not by srun
        (dict(WORLD_SIZE="2", RANK="1"), Launched(1, 0, 1, 0)),  # many programs use these names
        (dict(WORLD_SIZE="2", RANK="1", TORCHELASTIC_RUN_ID="x"), Launched(2, 1, 2, 1)),
    ],
)
def test_launched(monkeypatch, variables, expected):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert launched() == expected
    assert by_torchrun() == ("TORCHELASTIC_RUN_ID" in variables)
    assert ("srun -n 1" in alone()) == (variables == SLURM)
