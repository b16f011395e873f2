"""The model on a GPU: fused kernels with the signatures of `minitrans.ops`.

kernels.py      compiles and launches the .cu files
matmul.py       matrix products by cublasLt
packed.py       batches without padding
ops/            the operations of the model, made of kernels and products
tape.py         backpropagation that adds gradients to arrays that are already there
graphs.py       parts of a computation as CUDA graphs
step.py         a training step that never waits for the host
decode.py       a step of a search as one graph
selftest.py     compares the kernels with the plain operations
trust.py        whether the kernels are right on this card: asked once, in a child process
"""

import sys
import threading
from contextlib import ExitStack, contextmanager

from ..ops import use
from . import matmul
from .graphs import roomy
from .ops import OPERATIONS

ONE_AT_A_TIME = threading.RLock()  # there is one table of operations
WIDEST = 1024  # threads of a block, at most: the gradient of the embedding uses one thread per column


def misfit(config):
    """-> why the kernels cannot run a model of this configuration; "" if they can.

    They read four entries at a time, so widths must be multiples of 4.  In bfloat16 cublasLt may read eight entries of
    a bias at a time.
    """
    if config.dtype == "float64":
        return "the kernels do not compute in float64"
    d_k, d_v = config.head_widths
    widths = dict(d_model=config.d_model, d_ff=config.d_ff, d_k=d_k, d_v=d_v)
    widths |= dict(vocabulary=config.vocabulary) if config.logits_bias else {}
    at_once = 8 if config.dtype == "bfloat16" else 4
    for name, width in widths.items():
        if width % at_once:
            return f"{name} must be a multiple of {at_once}, got {width}"
    return f"d_model must be at most {WIDEST}, got {config.d_model}" if config.d_model > WIDEST else ""


@contextmanager
def on_kernels(dtype="float32"):
    """A context in which the model runs on the kernels.  dtype: unless it is "float32", float32 is multiplied in TF32.

    Only one thread at a time can be in this context, because there is one table of operations.
    """
    with ONE_AT_A_TIME, ExitStack() as stack:
        for name, operation in OPERATIONS.items():
            stack.enter_context(use(name, *operation))
        stack.enter_context(matmul.products("float32" if dtype == "float32" else "tf32"))
        if cupy := sys.modules.get("cupy"):  # it is not where tests run the kernels on the CPU
            stack.enter_context(cupy.cuda.using_allocator(roomy(cupy, cupy.cuda.get_allocator())))
        yield
