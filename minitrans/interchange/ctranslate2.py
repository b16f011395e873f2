"""A trained translator as a folder of CTranslate2, a fast runtime for servers.

CTranslate2's own converters do not fit, because the one for Marian starts from a zero vector in place of our trained
BOS.  So we fill its Transformer specification ourselves.  It can hold our LayerNorm, both norms, and any positions.
"""

import json

import numpy as np

from .spelling import portable_models

SCRIPT = '''"""Translate the lines of standard input: python translate.py < in.txt"""

import sys
from pathlib import Path

import ctranslate2
from sentencepiece import SentencePieceProcessor

here = Path(__file__).parent
source, target = (SentencePieceProcessor(model_file=str(here / name)) for name in (SOURCE, TARGET))
translator = ctranslate2.Translator(str(here))
# patience: search on, as minitrans does, when some hypotheses have finished
options = dict(beam_size=BEAM, patience=2, length_penalty=ALPHA, disable_unk=True, min_decoding_length=0)
sys.stdin.reconfigure(encoding="utf-8-sig", newline="\\n")
sys.stdout.reconfigure(encoding="utf-8")
texts, by_length = [], {}  # by_length: {number of pieces: [(number of a line, its pieces)]}
for number, line in enumerate(map(str.strip, sys.stdin)):
    codes = [code for code in CODES if line.startswith(code)]  # >>fr<< in a model for several languages
    pieces = codes + source.encode(line.removeprefix("".join(codes)), out_type=str)
    if len(pieces) > MOST:
        print(f"line {number + 1}: {len(pieces)} pieces; only the first MOST are translated", file=sys.stderr)
    texts.append("")
    by_length.setdefault(len(pieces[:MOST]), []).append((number, pieces[:MOST]))
by_length.pop(0, None)  # blank lines
for length, lines in by_length.items():
    numbers, sentences = zip(*lines)
    limit = min(length + EXTRA, MOST + 1) - 1 or 1  # without </s>; 0 is refused
    found = translator.translate_batch(sentences, max_batch_size=64, max_decoding_length=limit, **options)
    for number, result in zip(numbers, found):
        texts[number] = target.decode(result.hypotheses[0]).replace("▁", " ").strip()
for text in texts:
    print(text)
'''


FIXED = dict(task="translate", attention_radius=None)
LONGEST = 1024  # positions to store


def write_folder(folder, model, tokenizer, quantization=None):
    """Write the model, the tokenizer and a script that translates.  quantization: "int8", "float16" or None"""
    positions = min(LONGEST, model.longest)
    spec = specification(model, tokenizer, positions)
    spec.validate()
    spec.optimize(quantization)
    spec.save(str(folder))
    models = portable_models(tokenizer)
    for name, content in models.items():
        (folder / name).write_bytes(content)
    script, config, names = SCRIPT, model.config, list(models)
    values = dict(SOURCE=names[0], TARGET=names[-1], BEAM=config.beam, ALPHA=config.alpha, CODES=tokenizer.codes)
    values |= dict(EXTRA=config.max_extra, MOST=positions - 1)  # one position is for </s>
    for name, value in values.items():
        script = script.replace(name, json.dumps(value))
    (folder / "translate.py").write_text(script, encoding="utf-8")


def specification(model, tokenizer, positions):
    """-> the filled ctranslate2.specs.TransformerSpec.  positions: how many positions to store"""
    from ctranslate2.specs import TransformerSpec
    from ctranslate2.specs.common_spec import Activation

    config = model.config
    # Copies, because quantization scales the arrays in place.
    own = {name: np.array(tensor.data, np.float32) for name, tensor in model.parameters().items()}
    activation = dict(relu=Activation.RELU, swish=Activation.SWISH)[config.activation]
    spec = TransformerSpec.from_config(
        config.depths,
        config.heads,
        pre_norm=config.norm == "pre",
        activation=activation,
        alignment_heads=config.heads,  # their mean, as for --alignments
    )

    def norm(target, name):
        target.gamma, target.beta = own[f"{name}.gamma"], own[f"{name}.beta"]

    def linear(target, weights, biases):
        """Several projections of the same input are one, side by side."""
        target.weight = np.concatenate([own[name].T for name in weights])
        target.bias = np.concatenate([own[name] for name in biases])

    def projections(target, name, *parts):
        linear(target, [f"{name}.{part}.weight" for part in parts], [f"{name}.{part}.bias" for part in parts])

    # Embeddings, positions and layers of both sides
    sides = dict(
        encoder=(spec.encoder, "source", "attention_residual"), decoder=(spec.decoder, "target", "self_residual")
    )
    for side, (target, language, first) in sides.items():
        embedding = target.embeddings[0] if isinstance(target.embeddings, list) else target.embeddings
        embedding.weight = own.get(f"{language}_embedding", own["source_embedding"])
        target.scale_embeddings = True
        target.position_encodings.encodings = np.asarray(model.position_table(positions).data[:positions], np.float32)
        if config.norm == "pre":
            norm(target.layer_norm, f"{side}_norm")
        for i, layer in enumerate(target.layer):
            name = f"{side}.{i}"
            projections(layer.self_attention.linear[0], f"{name}.self_attention", "query", "key", "value")
            projections(layer.self_attention.linear[1], f"{name}.self_attention", "output")
            norm(layer.self_attention.layer_norm, f"{name}.{first}.norm")
            if side == "decoder":
                projections(layer.attention.linear[0], f"{name}.cross_attention", "query")
                projections(layer.attention.linear[1], f"{name}.cross_attention", "key", "value")
                projections(layer.attention.linear[2], f"{name}.cross_attention", "output")
                norm(layer.attention.layer_norm, f"{name}.cross_residual.norm")
            linear(layer.ffn.linear_0, [f"{name}.feed_forward.w1"], [f"{name}.feed_forward.b1"])
            linear(layer.ffn.linear_1, [f"{name}.feed_forward.w2"], [f"{name}.feed_forward.b2"])
            norm(layer.ffn.layer_norm, f"{name}.feed_forward_residual.norm")
    # The logits
    tables = (own[name] for name in ("softmax_embedding", "target_embedding", "source_embedding") if name in own)
    spec.decoder.projection.weight = next(tables)
    if config.logits_bias:
        spec.decoder.projection.bias = own["logits_bias"]
    # The vocabularies, and which pieces are special
    sides = tokenizer, tokenizer.target
    of_source, of_target = (side.words(range(len(side))) for side in sides)
    spec.register_source_vocabulary(of_source)
    spec.register_target_vocabulary(of_target)
    pad, bos, eos, unk = of_target[:4]
    spec.config.bos_token, spec.config.eos_token, spec.config.unk_token = bos, eos, unk
    spec.config.decoder_start_token, spec.config.add_source_eos, spec.config.add_source_bos = bos, True, False
    spec.config.layer_norm_epsilon = config.eps
    return spec
