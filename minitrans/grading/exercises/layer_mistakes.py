"""The common mistakes of a layer, as edits of our own code."""

from typing import NamedTuple

from .mistakes import Edit

SEEDS = "two dropouts leave out the same entries: give each a seed of its own, (*seed, 0), (*seed, 1)"


class SubLayer(NamedTuple):
    """y, call: how our forward calls it, `y, cache = call`;  norm: gamma and beta after it;  place: its number"""

    kind: str
    y: str
    call: str
    norm: str
    place: int

    def norm_of(self, x="x", norm=""):
        """How our forward goes on, with another x or norm"""
        return f"add_norm_forward({x}, {self.y}, *{norm or self.norm}, p, seed and (*seed, {self.place}))"


MASKED = "heads=heads, key_mask=key_mask"
ENCODER = [
    SubLayer("self-attention", "seen", f"multi_head_forward(x, x, *attention, {MASKED})", "norm", 0),
    SubLayer("feed-forward network", "thought", "feed_forward_forward(x, *network)", "last_norm", 1),
]
OWN = SubLayer("self-attention", "seen", f"multi_head_forward(x, x, *own[:8], {MASKED}, causal=True)", "own[8:]", 0)
CROSS = SubLayer(
    "cross-attention", "read", "multi_head_forward(x, memory, *cross[:8], heads=heads, key_mask=memory_mask)",
    "cross[8:]", 1,
)  # fmt: skip
LAST = SubLayer("feed-forward network", "thought", "feed_forward_forward(x, *network[:4])", "network[4:]", 2)


def around(sub, other):
    """The mistakes around a sub-layer.  other: another, with another norm"""
    kind, right = sub.kind, sub.norm_of()
    cache = f"{right}[1]"
    total = f"x + dropout_forward({sub.y}, p, seed and (*seed, {sub.place}))[0]"
    before = f"add_norm_forward(x, 0 * x, *{sub.norm})[0],"
    return [
        Edit(f"the residual sum around the {kind} is left out", (right, sub.norm_of("0 * x"))),
        Edit(f"the LayerNorm after the {kind} is left out", (right, f"{total}, {cache}")),
        Edit(f"the LayerNorm stands before the {kind}; it comes after the sum",
             (right, f"{total}, {cache}", sub.call, sub.call.replace("x,", before))),
        Edit(f"after the {kind}, it is LayerNorm(x + y), not x + LayerNorm(y)",
             (right, f"x + {sub.norm_of('0 * x')}[0], {cache}")),
        Edit(f"the {kind} has the gamma and beta of another norm", (right, sub.norm_of(norm=other.norm))),
        Edit(f"the output of the {kind} gets no dropout", (right, f"add_norm_forward(x, {sub.y}, *{sub.norm})")),
    ]  # fmt: skip


def of_attention(sub, weights, mask):
    """The mistakes of the call of an attention"""
    kind, call = sub.kind, sub.call
    causal = call.replace(", causal=True", "") if ", causal=True" in call else f"{call[:-1]}, causal=True)"
    swapped = f"*{weights}[:2], *{weights}[4:6], *{weights}[2:4], *{weights}[6:8]"
    without = f"*{weights}[:6], np.eye(x.shape[1], dtype=x.dtype), 0 * x[0]"
    return [
        Edit(f"the {kind} sees padding: give it the mask of its keys",
             (call, call.replace(f"key_mask={mask}", f"key_mask=np.ones_like({mask})"))),
        Edit(f"causal is wrong in the {kind}: only the self-attention of a decoder is causal", (call, causal)),
        Edit(f"the {kind} has one head", (call, call.replace("heads=heads", "heads=1"))),
        Edit(f"the output projection wo of the {kind} is left out", (call, call.replace(f"*{weights}", without))),
        Edit(f"the weights of keys and values of the {kind} are swapped",
             (call, call.replace(f"*{weights}", swapped))),
    ]  # fmt: skip


def between(one, two, cache):
    """The mistakes of two sub-layers in a row.  cache: of the first norm"""
    before = f"before, (x, {cache}) = x, {one.norm_of()}"
    return [
        Edit(f"the order: the {one.kind} comes before the {two.kind}",
             (one.call, two.call.replace(", *", ",  *"), two.call, one.call,
              f"*{one.norm}, p", f"*{two.norm},  p", f"*{two.norm}, p", f"*{one.norm}, p")),
        Edit(f"the sum around the {two.kind} has the x of before the {one.kind}",
             (f"x, {cache} = {one.norm_of()}", before, two.norm_of(), two.norm_of("before"))),
    ]  # fmt: skip


def lost(kind, terms, around, through):
    """Mistakes in the sum of gradients at the x that a sub-layer reads.  around, through: what is left of its terms"""
    return [
        Edit(f"what goes around the {kind} is lost: a sum hands its gradient to both terms", (terms, around)),
        Edit(f"the gradient of x that comes out of the {kind} is lost: add it", (terms, through)),
    ]


IN_BOTH = [
    *lost("feed-forward network", "dx + dx_network", "dx_network", "dx"),
    Edit("dropout is left out of the backward", ("*dropout_backward(dsum, of_dropout)", "dsum"), part="add_norm"),
]
MEMORY_TOO = "in self-attention x is the memory too: add dmemory to dx"
OF_ENCODER = [
    *around(*ENCODER), *around(*ENCODER[::-1]),
    *of_attention(ENCODER[0], "attention", "key_mask"),
    *between(*ENCODER, "of_norm"),
    *lost("self-attention", "dx + dqueries + dmemory", "dqueries + dmemory", "dx + dmemory"),
    Edit(MEMORY_TOO, ("dx + dqueries + dmemory", "dx + dqueries")),
    Edit(SEEDS, ("*last_norm, p, seed and (*seed, 1)", "*last_norm, p, seed and (*seed, 0)")),
    *IN_BOTH,
]  # fmt: skip
OF_DECODER = [
    *around(OWN, CROSS), *around(CROSS, OWN), *around(LAST, CROSS),
    *of_attention(OWN, "own[:8]", "key_mask"), *of_attention(CROSS, "cross[:8]", "memory_mask"),
    *between(OWN, CROSS, "of_norm"), *between(CROSS, LAST, "of_middle_norm"),
    Edit("the cross-attention has key_mask; its keys are the memory, whose mask is memory_mask",
         ("key_mask=memory_mask", "key_mask=key_mask")),
    Edit("the cross-attention reads x; its keys and values come from the memory",
         (CROSS.call, CROSS.call.replace("memory,", "x,").replace("memory_mask", "key_mask"))),
    *lost("cross-attention", "dx + dqueries, of_norm", "dqueries, of_norm", "dx, of_norm"),
    *lost("self-attention", "dx + dqueries + dkeys", "dqueries + dkeys", "dx + dkeys"),
    Edit(MEMORY_TOO, ("dx + dqueries + dkeys", "dx + dqueries")),
    Edit(SEEDS, ("*network[4:], p, seed and (*seed, 2)", "*network[4:], p, seed and (*seed, 1)")),
    *IN_BOTH,
]  # fmt: skip
