"""Writes torch_constants.npz: what torch makes of small Transformers and of Adam.

    python tests/oracles/make_torch_constants.py          (with torch >= 2.1, on a CPU)

The Transformer here is written with torch's own layers and knows nothing of minitrans but the names
of its parameters and the shape of its batches.  All is computed in float64.
"""

import json
import math
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

PAD, BOS, EOS = 0, 1, 2

SIZES = dict(layers=2, d_model=12, d_ff=20, heads=3, vocabulary=20, max_length=10, label_smoothing=0.1)
CASES = {
    "post": SIZES,
    "post, own widths, separate": SIZES | dict(d_k=5, d_v=3, share_embeddings=False),
    "pre, separate": SIZES | dict(norm="pre", share_embeddings=False, label_smoothing=0.0),
    "pre, learned positions": SIZES | dict(norm="pre", positions="learned"),
}


class Attention(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.heads = c["heads"]
        d_k = c.get("d_k", c["d_model"] // self.heads)
        d_v = c.get("d_v", c["d_model"] // self.heads)
        self.query = nn.Linear(c["d_model"], self.heads * d_k)
        self.key = nn.Linear(c["d_model"], self.heads * d_k)
        self.value = nn.Linear(c["d_model"], self.heads * d_v)
        self.output = nn.Linear(self.heads * d_v, c["d_model"])

    def forward(self, x, memory, mask):
        """x [B, T, d], memory [B, S, d], mask [B, T, S] with True = may attend"""
        q, k, v = (
            layer(y).unflatten(-1, (self.heads, -1)).movedim(2, 1)
            for layer, y in ((self.query, x), (self.key, memory), (self.value, memory))
        )
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask[:, None])
        return self.output(y.movedim(1, 2).flatten(2))


class Layer(nn.Module):
    """An encoder layer or, with `cross`, a decoder layer."""

    def __init__(self, c, cross):
        super().__init__()
        d, self.pre, self.cross = c["d_model"], c.get("norm") == "pre", cross
        self.attention = nn.ModuleList(Attention(c) for _ in range(1 + cross))
        self.norms = nn.ModuleList(nn.LayerNorm(d, eps=1e-6) for _ in range(2 + cross))
        self.up, self.down = nn.Linear(d, c["d_ff"]), nn.Linear(c["d_ff"], d)

    def forward(self, x, mask, memory=None, memory_mask=None):
        steps = [lambda x: self.attention[0](x, x, mask)]
        if self.cross:
            steps.append(lambda x: self.attention[1](x, memory, memory_mask))
        steps.append(lambda x: self.down(torch.relu(self.up(x))))
        for norm, step in zip(self.norms, steps, strict=True):
            x = x + step(norm(x)) if self.pre else norm(x + step(x))
        return x

    def names(self):
        """{name in minitrans: (parameter, whether it is stored transposed there)}"""
        found, attentions, norms = {}, ["self_attention", "cross_attention"], ["self_residual", "cross_residual"]
        for module, name in zip(self.attention, attentions, strict=False):
            for part in ("query", "key", "value", "output"):
                found[f"{name}.{part}.weight"] = getattr(module, part).weight, True
                found[f"{name}.{part}.bias"] = getattr(module, part).bias, False
        norms = (norms if self.cross else ["attention_residual"]) + ["feed_forward_residual"]
        for norm, name in zip(self.norms, norms, strict=True):
            found |= {f"{name}.norm.gamma": (norm.weight, False), f"{name}.norm.beta": (norm.bias, False)}
        for linear, i in ((self.up, 1), (self.down, 2)):
            found |= {f"feed_forward.w{i}": (linear.weight, True), f"feed_forward.b{i}": (linear.bias, False)}
        return found


class Transformer(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.c, d = c, c["d_model"]
        shared = c.get("share_embeddings", True)
        self.tables = nn.ModuleList(nn.Embedding(c["vocabulary"], d) for _ in range(1 if shared else 3))
        self.encoder = nn.ModuleList(Layer(c, cross=False) for _ in range(c["layers"]))
        self.decoder = nn.ModuleList(Layer(c, cross=True) for _ in range(c["layers"]))
        self.learned = nn.Embedding(c["max_length"], d) if c.get("positions") == "learned" else None
        self.final = nn.ModuleList(nn.LayerNorm(d, eps=1e-6) for _ in range(2 * (c.get("norm") == "pre")))

    def names(self):
        tables = ["source_embedding", "target_embedding", "softmax_embedding"]
        found = {name: (table.weight, False) for name, table in zip(tables, self.tables, strict=False)}
        if self.learned is not None:
            found["positions"] = self.learned.weight, False
        for stack in ("encoder", "decoder"):
            for i, layer in enumerate(getattr(self, stack)):
                found |= {f"{stack}.{i}.{name}": value for name, value in layer.names().items()}
        for norm, name in zip(self.final, ("encoder_norm", "decoder_norm"), strict=False):
            found |= {f"{name}.gamma": (norm.weight, False), f"{name}.beta": (norm.bias, False)}
        return found

    def positions(self, length):
        if self.learned is not None:
            return self.learned(torch.arange(length))
        d = self.c["d_model"]
        rows = [[pos / 10000 ** (2 * (i // 2) / d) for i in range(d)] for pos in range(length)]
        return torch.tensor([[math.cos(a) if i % 2 else math.sin(a) for i, a in enumerate(row)] for row in rows])

    def embed(self, table, ids):
        return self.tables[table % len(self.tables)](ids) * math.sqrt(self.c["d_model"]) + self.positions(ids.shape[1])

    def forward(self, source, target):
        """[B, S], [B, T] ids -> logits [B, T, V]"""
        (b, s), t = source.shape, target.shape[1]
        source_words, target_words = (source != PAD)[:, None], (target != PAD)[:, None]
        x = self.embed(0, source)
        for layer in self.encoder:
            x = layer(x, source_words.expand(b, s, s))
        x = self.final[0](x) if self.final else x
        y = self.embed(1, target)
        causal = torch.ones(t, t, dtype=torch.bool).tril()
        for layer in self.decoder:
            y = layer(y, target_words & causal, x, source_words.expand(b, t, s))
        y = self.final[1](y) if self.final else y
        return F.linear(y, self.tables[2 % len(self.tables)].weight)


def random_batch(rng, c):
    """Sentences of several lengths in minitrans's layout: source, target_in, target_out."""
    sentences = {"source": [5, 2, 7], "target": [4, 8, 1]}
    words = {k: [rng.integers(4, c["vocabulary"], n).tolist() for n in lengths] for k, lengths in sentences.items()}
    rows = {
        "source": [w + [EOS] for w in words["source"]],
        "target_in": [[BOS] + w for w in words["target"]],
        "target_out": [w + [EOS] for w in words["target"]],
    }
    return {k: np.array([r + [PAD] * (max(map(len, v)) - len(r)) for r in v]) for k, v in rows.items()}


def reference(c, seed):
    """Config, batch, logits, loss, weights and gradients of one model -> {name: array}

    Weights and gradients are one flat array each, in the order of `shapes`: many small arrays take more
    room for their headers than for their numbers.
    """
    torch.set_default_dtype(torch.float64)
    rng = np.random.default_rng(seed)
    model, batch = Transformer(c), random_batch(rng, c)
    names = model.names()
    assert {id(p) for p, _ in names.values()} == {id(p) for p in model.parameters()}
    for name, (parameter, _) in names.items():
        # Multiples of 1 / 64 lose nothing when stored in half precision.
        parameter.data = torch.tensor(rng.integers(-32, 33, parameter.shape) / 64 + name.endswith("gamma"))
    source, target_in, target_out = (torch.tensor(batch[k]) for k in ("source", "target_in", "target_out"))
    logits = model(source, target_in)
    options = dict(ignore_index=PAD, label_smoothing=c["label_smoothing"], reduction="sum")
    loss = F.cross_entropy(logits.flatten(0, 1), target_out.flatten(), **options)
    loss.backward()
    turned = {name: (p.T, p.grad.T) if transposed else (p, p.grad) for name, (p, transposed) in names.items()}
    weights, gradients = (torch.cat([pair[i].flatten() for pair in turned.values()]).detach() for i in (0, 1))
    texts = {"config": c, "shapes": {name: tuple(p.shape) for name, (p, _) in turned.items()}}
    return {
        **{key: np.array(json.dumps(value)) for key, value in texts.items()},
        **batch,
        "weights": weights.numpy().astype(np.float16),
        "gradients": gradients.numpy(),
        "logits": logits.detach().numpy(),
        "loss": loss.detach().numpy(),
    }


def adam(seed, steps=5):
    """A few steps at the paper's constants, the rate different at each."""
    rng = np.random.default_rng(seed)
    start, gradients = rng.standard_normal(8), rng.standard_normal((steps, 8)) * 10.0 ** np.arange(-5, 3)
    rates = np.array([16**-0.5 * min(step**-0.5, step * 3**-1.5) for step in range(1, steps + 1)])
    p = torch.tensor(start, requires_grad=True)
    optimizer, rows = torch.optim.Adam([p], betas=(0.9, 0.98), eps=1e-9), []
    for rate, gradient in zip(rates, gradients, strict=True):
        optimizer.param_groups[0]["lr"] = float(rate)
        p.grad = torch.tensor(gradient)
        optimizer.step()
        rows.append(p.detach().numpy().copy())
    return dict(start=start, gradients=gradients, rates=rates, parameters=np.array(rows))


if __name__ == "__main__":
    groups = {f"transformer/{name}": reference(c, seed) for seed, (name, c) in enumerate(CASES.items())}
    groups["adam"] = adam(11)
    arrays = {f"{group}/{name}": array for group, found in groups.items() for name, array in found.items()}
    path = Path(__file__).with_name("torch_constants.npz")
    np.savez_compressed(path, **arrays)
    print(f"{path.name}: {len(arrays)} arrays, {path.stat().st_size} bytes, torch {torch.__version__}")
