"""Multi-head attention with its four projections (Section 3.2.2)."""

from ..tensor import apply
from .layers import Linear, site_seed
from .module import Module


class MultiHeadAttention(Module):
    """Concat(head_1 .. head_h) W_O with head_i = Attention(x W_Q_i, memory W_K_i, memory W_V_i).

    The h matrices W_Q_i stand side by side in one matrix [d_model, h * d_k], and so do W_K and W_V.

    The three matrices are initialised as parts of one matrix, as PyTorch does it: with d_k = d_v = d_model / h their
    entries are smaller by 1 / sqrt(2) than if each was initialised by itself.  A post-norm model then soon looks at
    the source.  With larger entries it can write the target language for thousands of steps without reading the source.
    """

    def __init__(self, rng, d_model, heads, d_k, d_v, dropout=0.0, site=0):
        """dropout: of the attention weights.  site: the number of this dropout, see `site_seed`."""
        self.heads, self.dropout, self.site = heads, dropout, site
        fan_out = heads * (d_k + d_k + d_v)
        self.query = Linear(rng, d_model, heads * d_k, fan_out)
        self.key = Linear(rng, d_model, heads * d_k, fan_out)
        self.value = Linear(rng, d_model, heads * d_v, fan_out)
        self.output = Linear(rng, heads * d_v, d_model)

    def project(self, memory):
        """Keys [n, h * d_k] and values [n, h * d_v] of rows [n, d_model]."""
        return self.key(memory), self.value(memory)

    def attend(self, x, keys_values, mask, seed=None):
        """Rows x [B * T, d_model] look at projected rows -> rows [B * T, d_model]

        mask: what each row may see, a dict of constants of `ops.attention` (or, with a radius, of
        `ops.restricted_attention`), such as key_mask and causal.
        """
        operation = "restricted_attention" if "radius" in mask else "attention"
        draw = dict(p=self.dropout, seed=site_seed(seed, self.site))
        return self.output(apply(operation, self.query(x), *keys_values, heads=self.heads, **mask, **draw))
