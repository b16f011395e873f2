"""Multi-head attention with its four projections (Section 3.2.2)."""

from collections.abc import Iterable

from ..tensor import Tensor, apply
from .layers import Linear, Random, site_seed
from .module import Module


class MultiHeadAttention(Module):
    """Concat(head_1 .. head_h) W_O with head_i = Attention(x W_Q_i, memory W_K_i, memory W_V_i).

    The h matrices W_Q_i are side by side in one matrix [d_model, h * d_k].  The same holds for W_K and W_V.

    Like PyTorch, we initialise W_Q, W_K and W_V as parts of one larger matrix.  With d_k = d_v = d_model / h this makes
    their entries smaller by a factor 1 / sqrt(2).  A post-norm model then learns early to attend to the source.  With
    larger entries it may train for thousands of steps as a language model that ignores the source.
    """

    def __init__(self, rng: Random, d_model: int, heads: int, d_k: int, d_v: int, dropout: float = 0.0, site: int = 0):
        """dropout: probability, for the attention weights.  site: the number of this dropout, see `site_seed`."""
        self.heads, self.dropout, self.site = heads, dropout, site
        fan_out = heads * (d_k + d_k + d_v)
        self.query = Linear(rng, d_model, heads * d_k, fan_out)
        self.key = Linear(rng, d_model, heads * d_k, fan_out)
        self.value = Linear(rng, d_model, heads * d_v, fan_out)
        self.output = Linear(rng, heads * d_v, d_model)

    def project(self, memory: Tensor) -> tuple[Tensor, Tensor]:
        """Rows [n, d_model] -> keys [n, h * d_k] and values [n, h * d_v]"""
        return self.key(memory), self.value(memory)

    def attend(self, x: Tensor, keys_values: Iterable[Tensor], mask: dict, seed: tuple | None = None) -> Tensor:
        """Attention from queries x [B * T, d_model] to keys and values (see `project`) -> rows [B * T, d_model]

        mask: which keys each query may attend to, a dict of constants of `ops.attention` such as key_mask and causal;
        with a radius, constants of `ops.restricted_attention`.
        """
        operation = "restricted_attention" if "radius" in mask else "attention"
        dropout = dict(p=self.dropout, seed=site_seed(seed, self.site))
        return self.output(apply(operation, self.query(x), *keys_values, heads=self.heads, **mask, **dropout))
