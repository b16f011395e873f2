"""Makes OpenBLAS use AVX-512 where the processor has it.  NumPy's matrix products run in this library.

OpenBLAS chooses its kernels when NumPy is loaded.  On recent processors of AMD it may choose those for AVX2, with which
a matrix product takes about twice as long.  It reads OPENBLAS_CORETYPE, the choice of the user, only at that moment.
"""

import contextlib
import functools
import hashlib
import os
import sys
from importlib.util import find_spec
from itertools import takewhile

from .files import cache_folder, read_file, write_whole

CORE = "SkylakeX"  # the processor whose kernels we ask for
NEEDED = {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}  # the flags that they need; this is x86-64-v4
WITH_AVX512 = {"SkylakeX", "Cooperlake", "SapphireRapids"}  # all kernels of OpenBLAS that use AVX-512
CHILD = """
import numpy, threadpoolctl
square = numpy.ones((64, 64), "float32")
square @ square  # with kernels that the processor cannot run, the child ends here
print(*{lib["architecture"] for lib in threadpoolctl.threadpool_info() if lib["internal_api"] == "openblas"})
"""


def use_avx512():
    """Set OPENBLAS_CORETYPE for this process and its children if OpenBLAS would leave AVX-512 unused.

    Commands and `minitrans.load` call it before NumPy is imported; `import minitrans` alone changes nothing.  It leaves
    a value that is set already as it is.  MINITRANS_AVX512=0 turns it off.
    """
    if "numpy" not in sys.modules and may_choose() and leaves_avx512_unused():
        os.environ["OPENBLAS_CORETYPE"] = CORE


@functools.cache
def warn_of_slow_kernels():
    """Warn if `use_avx512` came too late, because NumPy was imported before."""
    if may_choose() and leaves_avx512_unused():
        import logging

        logging.getLogger("minitrans").warning(
            "minitrans: matrix products do not use AVX-512 and take twice as long; "
            f"set OPENBLAS_CORETYPE={CORE} before Python starts"
        )


def may_choose():
    """Whether the processor has AVX-512 and the user has chosen nothing."""
    chosen = "OPENBLAS_CORETYPE" in os.environ or os.environ.get("MINITRANS_AVX512") == "0"
    return not chosen and NEEDED <= set(processor().get("flags", "").split())


def processor(path="/proc/cpuinfo"):
    """-> {name: value} of the first processor; empty on systems other than Linux"""
    try:
        with open(path) as file:
            first = [line.partition(":") for line in takewhile(str.strip, file)]  # up to the first empty line
            return {name.strip(): value.strip() for name, _, value in first}
    except OSError:
        return {}


def leaves_avx512_unused():
    """Whether OpenBLAS chooses slower kernels by itself, and those of CORE work.

    Two child processes try it, which takes half a second.  The answer is kept for this NumPy and kind of processor.
    """
    numpy, has = find_spec("numpy").origin, processor()
    # Two processors with the same model name, such as "AMD EPYC" in a virtual machine, can get different kernels.
    kind = [has.get(name) for name in ("model name", "cpu family", "model", "flags")]
    key = f"{CORE} {numpy} {os.stat(numpy).st_mtime_ns} {kind}"
    answer = cache_folder() / f"openblas-{hashlib.sha256(key.encode()).hexdigest()[:16]}"
    with contextlib.suppress(OSError):
        return read_file(answer).decode() == CORE
    import subprocess  # here, because most processes need neither a child nor the time of this import

    try:
        found = kernels_in_child() not in {"", *WITH_AVX512} and kernels_in_child(CORE) == CORE
    except (OSError, subprocess.SubprocessError):
        return False  # nobody knows; the next process asks again
    with contextlib.suppress(OSError):
        answer.parent.mkdir(parents=True, exist_ok=True)
        write_whole(answer, (CORE if found else "").encode())
    return found


def kernels_in_child(wanted=None):
    """-> the name of the kernels that OpenBLAS uses in a new process; empty if they crash, or for another library"""
    import subprocess

    environment = os.environ | ({"OPENBLAS_CORETYPE": wanted} if wanted else {})
    child = subprocess.run([sys.executable, "-c", CHILD], env=environment, capture_output=True, text=True, timeout=60)
    return child.stdout.strip()
