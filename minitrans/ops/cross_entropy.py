"""The cross entropy loss, computed from logits, with label smoothing (Section 5.4)."""

from ..backend import Array, array_module
from .sums import row_sum


def cross_entropy_forward(
    logits: Array, targets: Array, *, smoothing: float = 0.0, pad: int = 0
) -> tuple[Array, Array]:
    """loss = - sum over the rows of sum_v q_v log softmax(logits)_v, a scalar.

    logits [n, V], targets [n] integers -> loss []
    q = (1 - smoothing) * onehot(target) + smoothing / V.  Rows whose target is the padding id
    `pad` add nothing to the loss; `pad` may be outside of the vocabulary, such as -100.
    The input is logits, not probabilities: log softmax(z)_v = z_v - logsumexp(z) never needs log(0).
    """
    xp = array_module(logits)
    rows = xp.flatnonzero(targets != pad)
    dlogits = xp.zeros_like(logits)
    loss, dlogits[rows] = cross_entropy_in_place(logits[rows], targets[rows], smoothing)
    return loss, dlogits


def cross_entropy_backward(dloss: Array, cache: Array) -> tuple[Array]:
    """dloss [] -> dlogits [n, V]; the gradient of padding rows is zero.

    Because sum_v q_v = 1:  d/dz_v (logsumexp(z) - sum_u q_u z_u) = softmax(z)_v - q_v, prediction minus target.
    """
    return (dloss * cache,)


def cross_entropy_in_place(logits: Array, targets: Array, smoothing: float) -> tuple[Array, Array]:
    """-> (the loss summed over the rows, dlogits).  The gradient overwrites the logits, which saves an [n, V] array."""
    xp = array_module(logits)
    n, vocabulary = logits.shape
    at_targets = xp.arange(n), targets
    logits -= logits.max(axis=1, keepdims=True)
    expected = (1 - smoothing) * logits[at_targets]
    if smoothing:
        expected += smoothing / vocabulary * row_sum(logits)
    xp.exp(logits, out=logits)
    total = row_sum(logits)
    loss = (xp.log(total) - expected).sum(dtype=xp.float64).astype(logits.dtype)
    logits *= 1 / total[:, None]
    logits -= logits.dtype.type(smoothing / vocabulary)
    logits[at_targets] -= logits.dtype.type(1 - smoothing)
    return loss, logits
