"""The model on a GPU: fused kernels with the signatures of `minitrans.ops`.

kernels.py      compiles and launches the .cu files, one idea each
matmul.py       matrix products by cublasLt
packed.py       batches without padding
fused.py        the coarse operations, made of the above
"""

from contextlib import ExitStack

from .. import ops
from . import fused

ROWS = "embed", "attention", "add_norm", "layer_norm", "residual", "linear", "feed_forward", "project_loss"


def can_run(config):
    """Kernels read four entries at a time, and so take widths that are multiples of four."""
    d_k, d_v = (width or config.d_model // config.heads for width in (config.d_k, config.d_v))
    return not any(width % 4 for width in (config.d_model, config.d_ff, d_k, d_v))


def use_kernels():
    """Put the fused operations into the table, for good or, as `with use_kernels():`, for a while."""
    stack = ExitStack()
    for name in ROWS:
        stack.enter_context(ops.use(name, *pair(name)))
    stack.enter_context(ops.use("restricted_attention", *pair("attention")))
    return stack


def pair(name):
    return getattr(fused, f"{name}_forward"), getattr(fused, f"{name}_backward")
