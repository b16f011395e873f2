"""An error on one rank ends all of them; with MPI alone, the others would wait for it for ever."""

import os
import signal
import socket
import sys
import time

from .launcher import launched
from .world import world

HEAD_START = 2  # seconds in which rank 0 reports an error that all ranks meet
FORWARDING = 0.3  # seconds in which mpiexec forwards the message; it drops what it has not forwarded before the end


def end_all(code, message):
    """Print the message of this rank, and end all ranks with this exit code."""
    place, connected = launched(), world.cache_info().currsize
    if connected and place.rank:
        time.sleep(HEAD_START)
    if message and (connected or place.local_rank == 0):  # an error before they are connected concerns the whole host
        where = f"rank {place.rank} on {socket.gethostname()}: " if place.rank else ""
        print(f"{where}{message}", file=sys.__stderr__ if place.rank else sys.stderr, flush=True)
    if connected:
        time.sleep(FORWARDING)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # MPICH would add a line of its own
        world().comm.Abort(code)
    elif place.local_size < place.size:  # other hosts wait for this one, and MPICH ends them only if a rank is killed
        os.kill(os.getpid(), signal.SIGKILL)
