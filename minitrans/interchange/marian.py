"""A trained translator as a folder of Hugging Face: the class MarianMTModel of `transformers`, with its tokenizer.

Marian is the paper's architecture, with three differences:

- Its sinusoids are [sines, cosines], ours alternate.  So we permute the d_model axis of all weights, which changes no
  result: new column j is old column order[j].
- Its LayerNorm divides by sqrt(variance + 1e-5), ours by sqrt(variance + 1e-6).  Logits differ in the fifth digit.
- Its score of a hypothesis is the log probability / length^alpha, ours / ((5 + length) / 6)^alpha.  Greedy search gives
  the same words; a wider beam can choose another hypothesis.
"""

import json

import numpy as np

from ..data.ids import BOS, EOS, PAD, UNK
from ..files import write_whole

LONGEST = 512  # positions that the files announce


FIXED = dict(task="translate", norm="post", positions="sinusoidal", attention_radius=None, share_embeddings=True)


def write_folder(folder, model, tokenizer, save_file):
    """Write all files but the model card.  save_file: of safetensors.numpy"""
    config = model.config
    save_file(tensors(model), folder / "model.safetensors", metadata=dict(format="pt"))
    files = {
        "config.json": architecture(config),
        "generation_config.json": generation(config),
        "tokenizer_config.json": dict(
            tokenizer_class="MarianTokenizer",
            source_lang="source",
            target_lang="target",
            model_max_length=LONGEST,
            separate_vocabs=False,
            **{f"{name}_token": tokenizer.words([i])[0] for name, i in dict(eos=EOS, pad=PAD, unk=UNK).items()},
        ),
        "vocab.json": {piece: i for i, piece in enumerate(tokenizer.words(range(len(tokenizer))))},
    }
    for name, content in files.items():
        write_whole(folder / name, (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode())
    for name in ("source.spm", "target.spm"):
        write_whole(folder / name, tokenizer.model)


def architecture(config):
    """config.json"""
    sides = dict(layers=config.layers, attention_heads=config.heads, ffn_dim=config.d_ff, layerdrop=0.0)
    return dict(
        architectures=["MarianMTModel"],
        model_type="marian",
        **{f"{side}_{name}": value for side in ("encoder", "decoder") for name, value in sides.items()},
        d_model=config.d_model,
        vocab_size=config.vocabulary,
        decoder_vocab_size=config.vocabulary,
        activation_function="relu",
        dropout=config.dropout,
        attention_dropout=config.attention_dropout,
        activation_dropout=0.0,
        max_position_embeddings=LONGEST,
        scale_embedding=True,
        static_position_embeddings=True,
        normalize_before=False,
        normalize_embedding=False,
        share_encoder_decoder_embeddings=True,
        tie_word_embeddings=True,
        is_encoder_decoder=True,
        use_cache=True,
        dtype="float32",
        **special_ids(),
    )


def generation(config):
    """generation_config.json: beam search as the run does it, as far as the format can say it"""
    return dict(
        num_beams=config.beam,
        length_penalty=config.alpha,
        max_length=LONGEST,
        bad_words_ids=[[PAD], [BOS], [UNK]],
        **special_ids(),
    )


def special_ids():
    return dict(
        pad_token_id=PAD, bos_token_id=BOS, eos_token_id=EOS, decoder_start_token_id=BOS, forced_eos_token_id=EOS
    )


def tensors(model):
    """-> {name in MarianMTModel: array}, float32"""
    d = model.config.d_model
    order = np.r_[0:d:2, 1:d:2]
    own = {name: np.asarray(tensor.data, np.float32) for name, tensor in model.parameters().items()}
    found = {
        "model.shared.weight": own["source_embedding"][:, order],
        "final_logits_bias": np.zeros((1, model.config.vocabulary), np.float32),
    }

    def norm(name, ours):
        found[f"{name}.weight"], found[f"{name}.bias"] = own[f"{ours}.gamma"][order], own[f"{ours}.beta"][order]

    def linear(name, weight, bias, read, write):
        """read, write: whether inputs and outputs are on the d_model axis"""
        weight, bias = own[weight], own[bias]
        weight = weight[order] if read else weight
        weight, bias = (weight[:, order], bias[order]) if write else (weight, bias)
        found[f"{name}.weight"], found[f"{name}.bias"] = weight.T, bias

    def attention(name, ours):
        for theirs, projection in dict(q_proj="query", k_proj="key", v_proj="value", out_proj="output").items():
            inside = projection == "output"
            weight, bias = f"{ours}.{projection}.weight", f"{ours}.{projection}.bias"
            linear(f"{name}.{theirs}", weight, bias, read=not inside, write=inside)

    for side, first in dict(encoder="attention_residual", decoder="self_residual").items():
        for i in range(model.config.layers):
            name, ours = f"model.{side}.layers.{i}", f"{side}.{i}"
            attention(f"{name}.self_attn", f"{ours}.self_attention")
            norm(f"{name}.self_attn_layer_norm", f"{ours}.{first}.norm")
            if side == "decoder":
                attention(f"{name}.encoder_attn", f"{ours}.cross_attention")
                norm(f"{name}.encoder_attn_layer_norm", f"{ours}.cross_residual.norm")
            linear(f"{name}.fc1", f"{ours}.feed_forward.w1", f"{ours}.feed_forward.b1", read=True, write=False)
            linear(f"{name}.fc2", f"{ours}.feed_forward.w2", f"{ours}.feed_forward.b2", read=False, write=True)
            norm(f"{name}.final_layer_norm", f"{ours}.feed_forward_residual.norm")
    return {name: np.ascontiguousarray(array) for name, array in found.items()}
