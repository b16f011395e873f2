"""The model on a GPU: fused kernels with the signatures of `minitrans.ops`.

kernels.py      compiles and launches the .cu files, one idea each
matmul.py       matrix products by cublasLt
packed.py       batches without padding
fused.py        the coarse operations, made of the above
step.py         a training step that never waits for the host
decode.py       a beam search that hardly does
"""

import threading
from contextlib import ExitStack, contextmanager

from .. import ops
from . import fused, matmul

ONE_AT_A_TIME = threading.RLock()  # there is one table of operations
ROWS = "embed", "attention", "add_norm", "layer_norm", "residual", "linear", "feed_forward", "project_loss"


def wanted(config):
    """Whether a model runs on the kernels: on a GPU, not in float64, and in widths that they can take.

    They read four entries at a time, and the gradient of the embedding takes blocks of d_model threads, of which a
    GPU allows 1024.  Other models run on CuPy with the operations of `minitrans.ops`.
    """
    widths = config.d_model, config.d_ff, *config.head_widths
    fits = not any(width % 4 for width in widths) and config.d_model <= 1024
    return config.backend == "cupy" and config.dtype != "float64" and fits


@contextmanager
def kernels_for(config):
    """A context in which a model of this configuration runs on kernels, if it does."""
    if not wanted(config):
        yield
        return
    with ONE_AT_A_TIME, use_kernels():
        matmul.settings["float32"] = "tf32" if config.dtype == "tf32" else "float32"
        yield


def use_kernels():
    """Put the fused operations into the table, for good or, as `with use_kernels():`, for a while."""
    stack = ExitStack()
    for name in ROWS:
        stack.enter_context(ops.use(name, *pair(name)))
    stack.enter_context(ops.use("restricted_attention", *pair("attention")))
    return stack


def pair(name):
    return getattr(fused, f"{name}_forward"), getattr(fused, f"{name}_backward")
