"""Whether this process is one of several, which mpiexec or srun says in variables of the environment."""

import os
from typing import NamedTuple

from ..errors import UserError

LAUNCHERS = {  # {number of processes: rank of this one}
    "PMI_SIZE": "PMI_RANK",  # mpiexec of MPICH and of Intel MPI, srun --mpi=pmi2
    "OMPI_COMM_WORLD_SIZE": "OMPI_COMM_WORLD_RANK",  # mpiexec of Open MPI
    "SLURM_STEP_NUM_TASKS": "SLURM_PROCID",  # srun; SLURM_NTASKS would also be set in a script of sbatch
}


class Launched(NamedTuple):
    """The process with number `rank`, from 0, among `size` processes."""

    rank: int = 0
    size: int = 1


def launched():
    """-> Launched, as the launcher says.  UserError for torchrun, which is not an MPI launcher."""
    if "TORCHELASTIC_RUN_ID" in os.environ:
        raise UserError("torchrun: minitrans runs on MPI; start it with mpiexec -n 4 python -m minitrans.train")
    for size, rank in LAUNCHERS.items():
        numbers = os.environ.get(rank, ""), os.environ.get(size, "")
        if all(map(str.isdecimal, numbers)) and int(numbers[1]) > 1:
            return Launched(*map(int, numbers))
    return Launched()
