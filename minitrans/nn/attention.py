"""Multi-head attention with its four projections (Section 3.2.2)."""

from ..tensor import apply
from .layers import Linear, site_seed
from .module import Module


class MultiHeadAttention(Module):
    """Concat(head_1 .. head_h) W_O with head_i = Attention(x W_Q_i, memory W_K_i, memory W_V_i).

    The h matrices W_Q_i stand side by side in one matrix [d_model, h * d_k], likewise W_K and W_V.

    These three are drawn as parts of one matrix, as PyTorch draws them: with d_k = d_v = d_model / h their entries are
    smaller by 1 / sqrt(2) than if each was drawn by itself.  A post-norm model then soon looks at the source; drawn
    larger, it can write one language for thousands of steps without reading the other.
    """

    def __init__(self, rng, d_model, heads, d_k, d_v, dropout, site):
        self.heads, self.dropout, self.site = heads, dropout, site
        fan_out = heads * (d_k + d_k + d_v)
        self.query = Linear(rng, d_model, heads * d_k, fan_out)
        self.key = Linear(rng, d_model, heads * d_k, fan_out)
        self.value = Linear(rng, d_model, heads * d_v, fan_out)
        self.output = Linear(rng, heads * d_v, d_model)

    def project(self, memory):
        """Keys [n, h * d_k] and values [n, h * d_v] of rows [n, d_model]."""
        return self.key(memory), self.value(memory)

    def attend(self, x, keys_values, key_mask, causal=False, seed=None, operation="attention", **constants):
        """x rows [B * T, d_model] look at projected rows; see `ops.attention` -> rows [B * T, d_model]"""
        y = apply(
            operation,
            self.query(x),
            *keys_values,
            heads=self.heads,
            key_mask=key_mask,
            causal=causal,
            p=self.dropout,
            seed=site_seed(seed, self.site),
            **constants,
        )
        return self.output(y)


class RestrictedAttention(MultiHeadAttention):
    """Self-attention in which each position sees `radius` others to either side (Section 4)."""

    def __init__(self, *plan, radius):
        super().__init__(*plan)
        self.radius = radius

    def attend(self, x, keys_values, key_mask, causal=False, seed=None):
        if key_mask.shape[1] <= self.radius + 1:  # all are near, as in decoding, which keeps no others
            return super().attend(x, keys_values, key_mask, causal, seed)
        return super().attend(x, keys_values, key_mask, causal, seed, "restricted_attention", radius=self.radius)
