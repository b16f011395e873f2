"""Writes marian/: small random Marian models of transformers, and what transformers makes of a few sentences.

    python tests/oracles/make_marian_constants.py          (with torch and transformers 5)

Each folder is one of Hugging Face, with expected.npz beside its files.  Tests use the functions too, to compare with
transformers anew where it is installed.
"""

import json
import random
import warnings
from pathlib import Path

import numpy as np
import sentencepiece
import torch
from transformers import MarianConfig, MarianMTModel, MarianTokenizer
from transformers.utils import logging

HERE = Path(__file__).parent
DATA = HERE.parents[1] / "data" / "toy"
SCRIPTS = (
    *("Привет, мир! Как дела?", "Γειά σου Κόσμε", "שלום עולם", "مرحبا بالعالم", "नमस्ते दुनिया", "สวัสดีชาวโลก"),
    *("你好世界。", "こんにちは世界", "안녕하세요 세계", "Բարեւ աշխարհ", "გამარჯობა", "Xin chào thế giới"),
    *("🙂 🚀", "½ ﬁ ① Å"),
)
EXTRA = 20  # pieces that a translation may have more than its source

SIZES = dict(d_model=16, layers=(2, 2), heads=2, d_ff=24)
KINDS = {
    "joint": SIZES | dict(languages=(">>deu<<", ">>fra<<"), half=True),
    "separate": SIZES | dict(layers=(3, 1), separate=True, activation="relu", file="before 1.6"),
    "unbiased": SIZES | dict(bias=False, file="since 1.6", half=True),
}
MORE_KINDS = {
    "wide": dict(d_model=64, layers=(3, 3), heads=8, d_ff=48, renormalize=True),
    "deep": dict(d_model=32, layers=(6, 1), heads=4, d_ff=64, normalization="nmt_nfkc"),
    "published sizes": dict(d_model=32, layers=(6, 6), heads=8, d_ff=128, normalization="nmt_nfkc"),
}


def make(folder, *, d_model, layers, heads, d_ff, activation="swish", separate=False, bias=True, half=False,
         file="safetensors", languages=(), pieces=150, normalization="identity", renormalize=False):  # fmt: skip
    """Write a folder as on the Hugging Face Hub.  file: of the tensors, safetensors or a kind of pytorch_model.bin"""
    folder.mkdir(parents=True)
    rng, found = random.Random(d_model + pieces), {}
    for side, ending in dict(source="en", target="de").items():
        lines = (DATA / f"train.{ending}").read_text(encoding="utf-8").splitlines()[:500] + 5 * list(SCRIPTS)
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(lines), model_prefix=str(folder / side), vocab_size=pieces, model_type="unigram",
            normalization_rule_name=normalization, character_coverage=0.98, minloglevel=2,
        )  # fmt: skip
        (folder / f"{side}.model").rename(folder / f"{side}.spm")
        (folder / f"{side}.vocab").unlink()
        model = sentencepiece.SentencePieceProcessor(model_file=str(folder / f"{side}.spm"))
        found[side] = {model.id_to_piece(i) for i in range(3, len(model))}
    if not separate:
        found = dict(source=found["source"] | found["target"])
    vocabularies = {}
    for name, each in zip(("vocab", "target_vocab"), found.values(), strict=False):
        each = sorted(each)
        rng.shuffle(each)
        known = ["</s>", "<unk>", *languages, *each[:-5], "<pad>"]  # not all pieces of sentencepiece are known
        vocabularies[name] = {piece: i for i, piece in enumerate(known)}
        write_json(folder / f"{name}.json", vocabularies[name])
    target = vocabularies.get("target_vocab", vocabularies["vocab"])
    pad, (encoder, decoder) = target["<pad>"], layers
    torch.manual_seed(d_model)
    model = MarianMTModel(
        MarianConfig(
            d_model=d_model, encoder_layers=encoder, decoder_layers=decoder, encoder_attention_heads=heads,
            decoder_attention_heads=heads, encoder_ffn_dim=d_ff, decoder_ffn_dim=d_ff, init_std=0.3,
            activation_function=activation, scale_embedding=True, static_position_embeddings=True,
            vocab_size=len(vocabularies["vocab"]), decoder_vocab_size=len(target), max_position_embeddings=64,
            share_encoder_decoder_embeddings=not separate, tie_word_embeddings=True,
            pad_token_id=pad, eos_token_id=0, decoder_start_token_id=pad, forced_eos_token_id=0,
        )
    ).eval()  # fmt: skip
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "layer_norm" in name or name.endswith("bias"):
                parameter.add_(0.1 * torch.randn_like(parameter))
        if bias:
            model.final_logits_bias.normal_()
            model.final_logits_bias[0, pad] = 0
            model.final_logits_bias[0, 0] += 2  # so that sentences end
    never = [pad, target["<unk>"]]
    settings = dict(num_beams=4, max_length=64, length_penalty=1.0, bad_words_ids=[[i] for i in never])
    settings |= dict(renormalize_logits=renormalize)
    model.generation_config.update(**settings)
    model = model.half() if half else model
    model.save_pretrained(folder)
    if file != "safetensors":
        (folder / "model.safetensors").unlink()
        torch.save(model.state_dict(), folder / "pytorch_model.bin", _use_new_zipfile_serialization=file == "since 1.6")
    write_json(
        folder / "tokenizer_config.json",
        dict(source_lang="en", target_lang="de", separate_vocabs=separate, tokenizer_class="MarianTokenizer"),
    )


def write_json(path, content):
    path.write_text(json.dumps(content, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def opened(folder):
    """-> model in float32, tokenizer"""
    model = MarianMTModel.from_pretrained(folder, dtype=torch.float32).eval()
    for side in (model.model.encoder, model.model.decoder):  # files in half precision also hold rounded sinusoids
        side.embed_positions.weight.data = side.embed_positions.create_weight().to(torch.float32)
    return model, MarianTokenizer.from_pretrained(folder)


def ids_of(tokenizer, lines):
    """-> pieces of each line as ids, with the end"""
    return tokenizer(list(lines)).input_ids


def logits(model, tokenizer, source, target):
    """-> [pieces of target + 1, vocabulary], where the target begins with its start"""
    words = tokenizer(text_target=[target], return_tensors="pt").input_ids
    start = torch.full((1, 1), model.config.decoder_start_token_id)
    with torch.no_grad():
        found = model(
            **tokenizer([source], return_tensors="pt"), decoder_input_ids=torch.cat([start, words[:, :-1]], 1)
        )
    return found.logits[0].numpy()


def translations(model, tokenizer, lines, beam, extra=EXTRA):
    """extra: None for the limit in the settings of the model, which does not depend on the source"""
    found = []
    for line in lines:
        inputs = tokenizer([line], return_tensors="pt")
        limit = dict(max_length=inputs.input_ids.shape[1] + extra) if extra else {}  # with the start
        with torch.no_grad():
            ids = model.generate(**inputs, num_beams=beam, **limit)
        found += tokenizer.batch_decode(ids, skip_special_tokens=True)
    return found


def sentences(count):
    return (DATA / "test.en").read_text(encoding="utf-8").splitlines()[:count]


def pairs(count):
    return list(zip(sentences(count), (DATA / "test.de").read_text(encoding="utf-8").splitlines(), strict=False))


def main():
    for kind, options in KINDS.items():
        folder = HERE / "marian" / kind
        make(folder, **options)
        model, tokenizer = opened(folder)
        code = f"{options['languages'][0]} " if "languages" in options else ""
        lines = [code + line for line in (*sentences(12), *SCRIPTS)]
        facts = dict(lines=lines, ids=ids_of(tokenizer, lines), pairs=[(code + a, b) for a, b in pairs(2)], extra=EXTRA)
        for beam in (1, 4):
            facts[f"beam {beam}"] = translations(model, tokenizer, lines, beam)
            facts[f"beam {beam}, own limit"] = translations(model, tokenizer, lines, beam, extra=None)
        found = [logits(model, tokenizer, *pair) for pair in facts["pairs"]]
        np.savez_compressed(folder / "expected.npz", facts=json.dumps(facts, ensure_ascii=False), **{
            f"logits {i}": each for i, each in enumerate(found)
        })  # fmt: skip


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    logging.disable_progress_bar()
    main()
