"""The output projection with the loss of R-Drop (Liang et al. 2021).

Every batch runs twice, with other dropout.  The loss of its two predictions p and q of a token is the mean of their
cross entropies, and a penalty where dropout makes them differ, the symmetric Kullback-Leibler divergence:

    J = KL(p || q) + KL(q || p) = sum_v (p_v - q_v) (log p_v - log q_v)
"""

from ..backend import Array
from .cross_entropy import cross_entropy_in_place
from .project_loss import project_loss_backward, rows_of
from .softmax import softmax_backward, softmax_in_place

BLOCK = 64  # predictions at a time, so that their arrays [BLOCK, V] stay in the processor's cache


def r_drop_forward(
    x: Array,
    table: Array,
    bias: Array | None = None,
    *,
    targets: Array,
    alpha: float,
    smoothing: float = 0.0,
    pad: int = 0,
) -> tuple[Array, tuple]:
    """loss = (cross entropy of p + cross entropy of q) / 2 + alpha / 4 J, summed over the targets, a scalar.

    x [2 n, d]: the rows of the first pass, then those of the second; targets [2 n]: twice the same n
    table, bias, smoothing and pad as in `project_loss_forward`.
    Liang et al. add up the two cross entropies and alpha / 2 J.  That is twice this loss, and Adam does not depend on
    the scale.
    """
    rows, targets = rows_of(targets, pad, x)
    tokens = x[rows]
    logits = tokens @ table.T
    if bias is not None:
        logits += bias
    n, loss = len(rows) // 2, x.dtype.type(0)
    for start in range(0, n, BLOCK):
        first, second = slice(start, min(start + BLOCK, n)), slice(n + start, n + min(start + BLOCK, n))
        z, w = logits[first], logits[second]
        divergence, dz, dw = symmetric_divergence(z, w)
        loss += divergence * (alpha / 4)
        for pass_, gradient in ((z, dz), (w, dw)):
            cross_entropy, _ = cross_entropy_in_place(pass_, targets[first], smoothing)
            loss += cross_entropy / 2
            pass_ /= 2
            gradient *= alpha / 4
            pass_ += gradient
    return loss, (tokens, table, bias is not None, rows, logits, x.shape)


def symmetric_divergence(z: Array, w: Array) -> tuple[Array, Array, Array]:
    """The logits z, w [n, V] of p and q -> (J summed over the rows, dz, dw)

    log p_v = z_v - logsumexp(z), and the sums of p and of q are equal, so what does not depend on v drops out:

        J = sum_v (p_v - q_v) delta_v   with delta = z - w

    z is in delta, and in p as in a softmax whose upstream gradient is delta:

        dz_v = (p_v - q_v) + p_v (delta_v - sum_u p_u delta_u)
        dw_v = (q_v - p_v) - q_v (delta_v - sum_u q_u delta_u)
    """
    delta, p, q = z - w, softmax_in_place(z.copy()), softmax_in_place(w.copy())
    gap, (dz,), (dw,) = p - q, softmax_backward(delta, p), softmax_backward(delta, q)
    dz += gap
    dw += gap
    return (gap.ravel() @ delta.ravel()), dz, -dw


r_drop_backward = project_loss_backward  # dlogits are in the cache, where the forward of both has put them
