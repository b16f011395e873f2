"""MarianMTModel in NumPy, straight from its tensors: no masks and no batches, a loop over heads."""

import numpy as np


def layer_norm(x, weight, bias):
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5) * weight + bias


def positions(length, d):
    angles = np.arange(length)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)


class Marian:
    """tensors: as in model.safetensors; config: config.json, a dict"""

    def __init__(self, tensors, config):
        self.tensors = {name: array.astype(np.float64) for name, array in tensors.items()}
        self.config = config

    def linear(self, x, name):
        return x @ self.tensors[f"{name}.weight"].T + self.tensors[f"{name}.bias"]

    def norm(self, x, name):
        return layer_norm(x, self.tensors[f"{name}.weight"], self.tensors[f"{name}.bias"])

    def attention(self, name, x, memory, causal=False):
        q, k, v = (self.linear(y, f"{name}.{p}_proj") for p, y in (("q", x), ("k", memory), ("v", memory)))
        heads = self.config["encoder_attention_heads"]
        out = []
        for part in np.split(np.arange(q.shape[1]), heads):
            scores = q[:, part] @ k[:, part].T / np.sqrt(len(part))
            if causal:
                scores[np.triu_indices(len(scores), 1)] = -np.inf
            weights = np.exp(scores - scores.max(axis=1, keepdims=True))
            out.append(weights / weights.sum(axis=1, keepdims=True) @ v[:, part])
        return self.linear(np.concatenate(out, axis=1), f"{name}.out_proj")

    def embed(self, ids):
        d = self.config["d_model"]
        return self.tensors["model.shared.weight"][ids] * np.sqrt(d) + positions(len(ids), d)

    def feed_forward(self, x, name):
        return self.linear(np.maximum(self.linear(x, f"{name}.fc1"), 0), f"{name}.fc2")

    def logits(self, source, target):
        """ids of a source with its end, and of a target with its start -> [target, vocabulary]"""
        x = self.embed(source)
        for i in range(self.config["encoder_layers"]):
            name = f"model.encoder.layers.{i}"
            x = self.norm(x + self.attention(f"{name}.self_attn", x, x), f"{name}.self_attn_layer_norm")
            x = self.norm(x + self.feed_forward(x, name), f"{name}.final_layer_norm")
        y = self.embed(target)
        for i in range(self.config["decoder_layers"]):
            name = f"model.decoder.layers.{i}"
            y = self.norm(y + self.attention(f"{name}.self_attn", y, y, True), f"{name}.self_attn_layer_norm")
            y = self.norm(y + self.attention(f"{name}.encoder_attn", y, x), f"{name}.encoder_attn_layer_norm")
            y = self.norm(y + self.feed_forward(y, name), f"{name}.final_layer_norm")
        return y @ self.tensors["model.shared.weight"].T + self.tensors["final_logits_bias"][0]
