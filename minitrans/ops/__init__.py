"""Every operation of the model: a forward and a backward on plain arrays.

    y, cache = forward(*arrays, **constants)
    d_arrays = backward(dy, cache)            one gradient for each array, in the same order

Read them in this order: linear, relu, softmax, cross_entropy, dropout, layer_norm, embedding,
scaled_dot_product_attention.  The model runs on larger ones that are made of these: embed, attention, add_norm,
feed_forward, project_loss.  All others are options that the paper's model does without.

The tape finds operations only in the table below.  So to replace a row is to replace that operation in the whole
model.  Fused kernels and homework do this with `use`.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from typing import NamedTuple

from .add_norm import add_norm_backward, add_norm_forward
from .arithmetic import (
    add_backward,
    add_forward,
    div_backward,
    div_forward,
    matmul_backward,
    matmul_forward,
    mul_backward,
    mul_forward,
)
from .attention import attention_backward, attention_forward
from .cross_entropy import cross_entropy_backward, cross_entropy_forward
from .dropout import dropout_backward, dropout_forward
from .embed import embed_backward, embed_forward
from .embedding import embedding_backward, embedding_forward
from .feed_forward import feed_forward_backward, feed_forward_forward
from .feed_forward_swish import feed_forward_swish_backward, feed_forward_swish_forward
from .functions import (
    broadcast_to_backward,
    broadcast_to_forward,
    concatenate_backward,
    concatenate_forward,
    exp_backward,
    exp_forward,
    getitem_backward,
    getitem_forward,
    log_backward,
    log_forward,
    max_backward,
    max_forward,
    mean_backward,
    mean_forward,
    power_backward,
    power_forward,
    reshape_backward,
    reshape_forward,
    sum_backward,
    sum_forward,
    tanh_backward,
    tanh_forward,
    transpose_backward,
    transpose_forward,
)
from .layer_norm import layer_norm_backward, layer_norm_forward
from .linear import linear_backward, linear_forward
from .project_loss import project_loss_backward, project_loss_forward
from .relu import relu_backward, relu_forward
from .residual import residual_backward, residual_forward
from .restricted_attention import restricted_attention_backward, restricted_attention_forward
from .scaled_dot_product_attention import (
    scaled_dot_product_attention_backward,
    scaled_dot_product_attention_forward,
)
from .softmax import softmax_backward, softmax_forward


class Op(NamedTuple):
    """A row of the table."""

    forward: Callable
    backward: Callable
    adds: bool = False  # the backward takes `out`: for each operand an array to add its gradient to and return, or None


TABLE = {
    # Small operations: for operators on Tensor, for the chapters, and as parts of those below.
    "add": Op(add_forward, add_backward),
    "mul": Op(mul_forward, mul_backward),
    "div": Op(div_forward, div_backward),
    "matmul": Op(matmul_forward, matmul_backward),
    "exp": Op(exp_forward, exp_backward),
    "log": Op(log_forward, log_backward),
    "tanh": Op(tanh_forward, tanh_backward),
    "power": Op(power_forward, power_backward),
    "sum": Op(sum_forward, sum_backward),
    "mean": Op(mean_forward, mean_backward),
    "max": Op(max_forward, max_backward),
    "reshape": Op(reshape_forward, reshape_backward),
    "transpose": Op(transpose_forward, transpose_backward),
    "broadcast_to": Op(broadcast_to_forward, broadcast_to_backward),
    "getitem": Op(getitem_forward, getitem_backward),
    "concatenate": Op(concatenate_forward, concatenate_backward),
    "relu": Op(relu_forward, relu_backward),
    "softmax": Op(softmax_forward, softmax_backward),
    "dropout": Op(dropout_forward, dropout_backward),
    "embedding": Op(embedding_forward, embedding_backward, adds=True),
    "scaled_dot_product_attention": Op(scaled_dot_product_attention_forward, scaled_dot_product_attention_backward),
    "cross_entropy": Op(cross_entropy_forward, cross_entropy_backward),
    # The operations that the model runs on.
    "linear": Op(linear_forward, linear_backward),
    "embed": Op(embed_forward, embed_backward, adds=True),
    "attention": Op(attention_forward, attention_backward),
    "restricted_attention": Op(restricted_attention_forward, restricted_attention_backward),
    "feed_forward": Op(feed_forward_forward, feed_forward_backward),
    "feed_forward_swish": Op(feed_forward_swish_forward, feed_forward_swish_backward),
    "add_norm": Op(add_norm_forward, add_norm_backward),  # post-norm
    "residual": Op(residual_forward, residual_backward),  # pre-norm, with layer_norm
    "layer_norm": Op(layer_norm_forward, layer_norm_backward),
    "project_loss": Op(project_loss_forward, project_loss_backward),
}


def use(name: str, forward: Callable, backward: Callable, adds: bool = False) -> AbstractContextManager:
    """Replace operation `name` in the table permanently, or with `with use(...):` only in that block."""
    block = ExitStack()
    block.callback(TABLE.__setitem__, name, TABLE[name])
    TABLE[name] = Op(forward, backward, adds)
    return block
