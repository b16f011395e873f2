"""Translators in the format of Hugging Face: the class MarianMTModel of `transformers`, with its tokenizer.

Marian is the paper's architecture, with these differences:

- Its sinusoids are [sines, cosines], ours alternate.  So we permute the d_model axis of all weights, which changes no
  result: their column j is our column order[j].
- Its matrices are [outputs, inputs], ours [inputs, outputs].
- Its LayerNorm divides by sqrt(variance + 1e-5), ours by sqrt(variance + eps), where the default is 1e-6.
- Its score of a hypothesis is the log probability / length^alpha, ours / ((5 + length) / 6)^alpha,
  and in ours a finished hypothesis keeps its place in the beam.  Greedy search gives the same words; a wider beam can
  choose another hypothesis.  With search="full" our search is that of transformers.
"""

import numpy as np

from ..data.ids import BOS, EOS, PAD, UNK
from ..data.marian_tokenizer import to_json
from ..system.files import write_json, write_whole
from .spelling import portable

LONGEST = 512  # positions that the files announce
EPS = 1e-5
SPECIAL_IDS = dict(pad_token_id=PAD, bos_token_id=BOS, eos_token_id=EOS)
SPECIAL_IDS |= dict(decoder_start_token_id=BOS, forced_eos_token_id=EOS)

FIXED = dict(task="translate", norm="post", positions="sinusoidal", attention_radius=None, share_embeddings=True)


def order(d_model):
    """Our columns of a vector in the order of theirs"""
    return np.r_[0:d_model:2, 1:d_model:2]


def correspondence(config):
    """Yield (name of a parameter, name of its tensor, its axes) for all except the bias of the logits

    axes: one letter for each axis of the parameter, "d" if it is d_model.
    """
    if config.source_vocabulary:
        yield "source_embedding", "model.encoder.embed_tokens.weight", "Vd"
        yield "target_embedding", "model.decoder.embed_tokens.weight", "Vd"
    else:
        yield "source_embedding", "model.shared.weight", "Vd"

    def linear(ours, theirs, axes):
        yield f"{ours}.weight", f"{theirs}.weight", axes
        yield f"{ours}.bias", f"{theirs}.bias", axes[1]

    def attention(ours, theirs):
        for projection, name in dict(query="q_proj", key="k_proj", value="v_proj").items():
            yield from linear(f"{ours}.{projection}", f"{theirs}.{name}", "dh")
        yield from linear(f"{ours}.output", f"{theirs}.out_proj", "hd")

    def norm(ours, theirs):
        yield f"{ours}.norm.gamma", f"{theirs}.weight", "d"
        yield f"{ours}.norm.beta", f"{theirs}.bias", "d"

    residuals = dict(encoder="attention_residual", decoder="self_residual")
    for (side, first), depth in zip(residuals.items(), config.depths, strict=True):
        for i in range(depth):
            ours, theirs = f"{side}.{i}", f"model.{side}.layers.{i}"
            yield from attention(f"{ours}.self_attention", f"{theirs}.self_attn")
            yield from norm(f"{ours}.{first}", f"{theirs}.self_attn_layer_norm")
            if side == "decoder":
                yield from attention(f"{ours}.cross_attention", f"{theirs}.encoder_attn")
                yield from norm(f"{ours}.cross_residual", f"{theirs}.encoder_attn_layer_norm")
            yield f"{ours}.feed_forward.w1", f"{theirs}.fc1.weight", "df"
            yield f"{ours}.feed_forward.b1", f"{theirs}.fc1.bias", "f"
            yield f"{ours}.feed_forward.w2", f"{theirs}.fc2.weight", "fd"
            yield f"{ours}.feed_forward.b2", f"{theirs}.fc2.bias", "d"
            yield from norm(f"{ours}.feed_forward_residual", f"{theirs}.final_layer_norm")


def tensors(model):
    """-> {name in MarianMTModel: array}, float32"""
    columns = order(model.config.d_model)
    own = {name: np.asarray(tensor.data, np.float32) for name, tensor in model.parameters().items()}
    bias = own.get("logits_bias", np.zeros(model.config.vocabulary, np.float32))
    found = {"final_logits_bias": bias[None]}
    for ours, theirs, axes in correspondence(model.config):
        found[theirs] = to_theirs(own[ours], axes, columns)
    return {name: np.ascontiguousarray(array) for name, array in found.items()}


def to_theirs(array, axes, columns):
    for axis, letter in enumerate(axes):
        array = array.take(columns, axis) if letter == "d" else array
    return array.T if len(axes) == 2 and axes[0] != "V" else array


def to_ours(array, axes, columns):
    """The inverse of `to_theirs`"""
    return to_theirs(array, axes if axes[0] == "V" else axes[::-1], np.argsort(columns))


def write_folder(folder, model, tokenizer, save):
    """Write all files but the model card.  save: of safetensors.numpy"""
    config = model.config
    write_whole(folder / "model.safetensors", save(tensors(model), metadata=dict(format="pt")))
    files = {
        "config.json": architecture(config),
        "generation_config.json": generation(config),
        "tokenizer_config.json": dict(
            tokenizer_class="MarianTokenizer",
            source_lang="source",
            target_lang="target",
            model_max_length=LONGEST,
            separate_vocabs=config.source_vocabulary is not None,
            split_special_tokens=True,  # a user who writes <unk> means these five characters
            clean_up_tokenization_spaces=False,  # older versions would remove the blank before a full stop
            **{f"{name}_token": tokenizer.words([i])[0] for name, i in dict(eos=EOS, pad=PAD, unk=UNK).items()},
        ),
    }
    for name, content in files.items():
        write_json(folder / name, content)
    for name, side in dict(source=tokenizer, target=tokenizer.target).items():
        write_whole(folder / f"{name}.spm", portable(side))
    for name, side in dict(vocab=tokenizer, target_vocab=tokenizer.target).items():
        if name == "vocab" or config.source_vocabulary:
            write_whole(folder / f"{name}.json", to_json(side.words(range(len(side)))))


def architecture(config):
    """config.json"""
    of_source, of_target = config.vocabularies
    sides = dict(attention_heads=config.heads, ffn_dim=config.d_ff, layerdrop=0.0)
    encoder, decoder = config.depths
    return dict(
        architectures=["MarianMTModel"],
        model_type="marian",
        encoder_layers=encoder,
        decoder_layers=decoder,
        **{f"{side}_{name}": value for side in ("encoder", "decoder") for name, value in sides.items()},
        d_model=config.d_model,
        vocab_size=of_source,
        decoder_vocab_size=of_target,
        activation_function=config.activation,
        dropout=config.dropout,
        attention_dropout=config.attention_dropout,
        activation_dropout=0.0,
        max_position_embeddings=LONGEST,
        scale_embedding=True,
        static_position_embeddings=True,
        normalize_before=False,
        normalize_embedding=False,
        share_encoder_decoder_embeddings=config.source_vocabulary is None,
        tie_word_embeddings=True,
        is_encoder_decoder=True,
        use_cache=True,
        dtype="float32",
        **SPECIAL_IDS,
    )


def generation(config):
    """generation_config.json: the beam search of the run, as far as the format can express it"""
    search = dict(num_beams=config.beam, length_penalty=config.alpha, max_length=LONGEST)
    return search | dict(bad_words_ids=[[PAD], [BOS], [UNK]]) | SPECIAL_IDS
