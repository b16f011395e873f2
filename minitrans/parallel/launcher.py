"""Whether this process is one of several, according to the environment variables of mpiexec or srun."""

import os
from typing import NamedTuple


class Launched(NamedTuple):
    """Process `rank`, from 0, of `size` processes; local_rank and local_size count those on this host."""

    size: int = 1
    rank: int = 0
    local_size: int = 1
    local_rank: int = 0


LAUNCHERS = (
    Launched("PMI_SIZE", "PMI_RANK", "MPI_LOCALNRANKS", "MPI_LOCALRANKID"),  # MPICH and Intel MPI
    Launched(*(f"OMPI_COMM_WORLD_{name}" for name in ("SIZE", "RANK", "LOCAL_SIZE", "LOCAL_RANK"))),  # Open MPI
    Launched("SLURM_STEP_NUM_TASKS", "SLURM_PROCID", "", "SLURM_LOCALID"),  # srun; SLURM_NTASKS is also set by sbatch
)
TORCHRUN = Launched("WORLD_SIZE", "RANK", "LOCAL_WORLD_SIZE", "LOCAL_RANK")


def launched():
    """-> what the launcher has set; Launched() without a launcher, or if it has started a single process"""
    for names in (*LAUNCHERS, TORCHRUN) if by_torchrun() else LAUNCHERS:
        size, rank, local_size, local_rank = map(number, names)
        if rank is not None and (size or 0) > 1:
            return Launched(size, rank, local_size or size, rank if local_rank is None else local_rank)
    return Launched()


def alone():
    """The end of a message for users of Slurm who want one process, for instance in a shell of `srun --pty`"""
    slurm = (number("SLURM_STEP_NUM_TASKS") or 0) > 1
    return "; for one process: srun -n 1, or unset SLURM_STEP_NUM_TASKS" if slurm else ""


def number(name):
    """-> the value of a variable; None if it is not set, or not a number"""
    value = os.environ.get(name, "")
    return int(value) if value.isdecimal() else None


def by_torchrun():
    return "TORCHELASTIC_RUN_ID" in os.environ
