"""The operations of the model as fused kernels: the signatures of `minitrans.ops`, in float32 or bfloat16.

The derivation of a backward is in the file of `minitrans.ops` with the same name.  Gradients of weights are float32,
and sums are taken in a fixed order.  Dropout stores no mask: the backward computes it again from the seed.
"""

from inspect import signature

from ...ops import Op
from . import attention, embed, products, rows

PAIRS = {
    name.removesuffix("_forward"): (forward, getattr(file, name.removesuffix("_forward") + "_backward"))
    for file in (attention, embed, products, rows)
    for name, forward in vars(file).items()
    if name.endswith("_forward")
}
OPERATIONS = {name: Op(*pair, adds="out" in signature(pair[1]).parameters) for name, pair in PAIRS.items()}
OPERATIONS["restricted_attention"] = OPERATIONS["attention"]
