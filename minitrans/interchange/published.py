"""Published translators: a folder of Hugging Face with a Marian model, such as those of OPUS-MT, becomes one of ours.

Its ids are put in our order, which begins with PAD, BOS, EOS and UNK.  In OPUS-MT the decoder starts from padding.
There BOS becomes a copy of PAD, and a bias keeps the copy from being written.
"""

import os
from itertools import chain, count, filterfalse, islice
from typing import NamedTuple

import numpy as np

from ..config import Config
from ..config.settings import MILLION
from ..data.ids import BOS, EOS, PAD, UNK
from ..data.marian_tokenizer import MarianTokenizer, read_vocabulary
from ..data.tokenizer import Tokenizer
from ..nn.position import sinusoids
from ..system.errors import UserError
from ..system.files import open_file, read_json, unreadable
from .hub import NEEDED, OPTIONAL
from .marian import EPS, correspondence, order, to_ours
from .settings import Settings
from .tensors import FILES as TENSORS
from .tensors import Tensors

ACTIVATIONS = dict(relu="relu", swish="swish", silu="swish")
NEVER = -100.0  # bias of the logit of a piece that must never be written: e^-100 is negligible
ALIGNED = 8  # kernels for GPUs take vocabularies with a bias in multiples of it
LONGEST = 1024  # positions to compute beforehand, at most
POINTER = b"version https://git-lfs"
LEAST_KNOWN = 0.1  # share of the pieces of a sentencepiece model that its vocabulary must have


def is_published(folder):
    """Whether this is a folder of Hugging Face, and not a run"""
    try:
        return (folder / "config.json").is_file() and "model_type" in read_json(folder / "config.json")
    except (OSError, ValueError, TypeError):
        return False


def check_files(folder):
    """UserError for a file that is only a pointer, as after `git clone` without Git LFS"""
    for name in (*NEEDED, *OPTIONAL, *TENSORS):
        path = folder / name
        if not os.path.lexists(path):
            continue
        try:
            with open_file(path) as file:
                pointer = file.read(len(POINTER)) == POINTER
        except OSError as error:
            raise unreadable(path, error) from None
        if pointer:
            raise UserError(f"{path}: a pointer of Git LFS, not the file itself; run git lfs pull in its folder")


class Language(NamedTuple):
    """pieces: in the order of their ids;  special: the ids of padding, of the start, of the end, of the unknown"""

    pieces: list
    special: list

    @property
    def order(self):
        """Our ids -> theirs"""
        return self.special + [i for i in range(len(self.pieces)) if i not in self.special]

    @property
    def copied_start(self):
        return self.special[BOS] == self.special[PAD]


def read_folder(folder):
    """-> (Config, {name of a parameter: array}, MarianTokenizer, Constraints of the search)

    UserError for another kind of model, and for files that are damaged or contradict each other.
    """
    check_files(folder)
    said = Settings(folder)
    source, target = languages(folder, said)
    shared = source is target
    stored = Tensors(folder)
    bias = np.zeros(len(target.pieces), np.float32)
    if "final_logits_bias" in stored.arrays:
        bias = stored.take("final_logits_bias", (1, len(target.pieces)))[0]
    bias = bias[target.order]
    numbers = {theirs: ours for ours, theirs in reversed([*enumerate(target.order)])}  # start and pad may be one: PAD
    constraints = said.constraints(numbers, target.special[EOS])
    never = [each for each in constraints.phrases if each in ([PAD], [BOS], [UNK])]  # our searches never write them
    if constraints.renormalize:  # the rest of their probabilities sums to 1
        bias[[id for [id] in never]] = NEVER
    constraints = constraints._replace(phrases=tuple(each for each in constraints.phrases if each not in never))
    if target.copied_start:
        bias[BOS] = NEVER
    spare = -len(bias) % ALIGNED if bias.any() else 0
    sizes = [len(language.order) + spare * (shared or language is target) for language in (source, target)]
    config = configuration(said, *sizes, shared, bool(bias.any()))
    arrays = dict(logits_bias=np.append(bias, np.full(spare, NEVER, np.float32))) if config.logits_bias else {}
    for ours, theirs, axes in correspondence(config):
        language, pieces = (source, sizes[0]) if ours == "source_embedding" else (target, sizes[1])
        lengths = dict(d=config.d_model, h=config.d_model, f=config.d_ff, V=len(language.pieces))
        shape = tuple(lengths[axis] for axis in axes)
        array = to_ours(stored.take(theirs, shape if axes == "Vd" else shape[::-1]), axes, order(config.d_model))
        if axes == "Vd":
            array = np.pad(array[language.order], ((0, pieces - len(language.order)), (0, 0)))
        arrays[ours] = array
    check_rest(stored, config, arrays, target)
    return config, arrays, tokenizer(folder, source, target, *sizes), constraints


def languages(folder, said):
    """-> the Language of the source and that of the target; one and the same if they share a vocabulary"""
    shared = said.get("share_encoder_decoder_embeddings", bool, True)
    of_source, of_target = folder / "vocab.json", folder / "target_vocab.json"
    size = said.get("vocab_size", int)
    path = of_source if shared or not of_target.is_file() else of_target
    target = language(path, said.get("decoder_vocab_size", int, size), said)
    for name, place in dict(pad_token_id=PAD, eos_token_id=EOS).items():
        if said.get(name, int) != target.special[place]:
            raise UserError(f"{path}: numbers <pad> and </s> differently from config.json")
    return target if shared else language(of_source, size), target


def language(path, size, said=None):
    """Read a vocabulary of this size.  said: the settings, with the decoder's start; a source needs none, but may have
    <s>"""
    pieces = read_vocabulary(path)
    if len(pieces) != size:
        raise UserError(f"{path}: has {len(pieces)} pieces, config.json says {size}")
    if missing := [piece for piece in ("<pad>", "</s>", "<unk>") if piece not in pieces]:
        raise UserError(f"{path}: has no piece {missing[0]}")
    pad, end, unknown = (pieces.index(piece) for piece in ("<pad>", "</s>", "<unk>"))
    start = pieces.index("<s>") if "<s>" in pieces else pad
    if said:
        start = said.get("decoder_start_token_id", int, start, high=size - 1)
    if start in (end, unknown):
        raise said.refusal("decoder_start_token_id", start, "which starts no translation")
    return Language(pieces, [pad, start, end, unknown])


def configuration(said, of_source, of_target, shared, biased):
    depths = [said.get(f"{side}_layers", int, low=1, high=1000) for side in ("encoder", "decoder")]
    longest = said.get("max_length", int, LONGEST // 2, low=2)
    longest = said.get("max_new_tokens", int, longest - 1, low=1) + 1  # the start is not new
    longest = min(longest, said.get("max_position_embeddings", int, LONGEST, low=2), LONGEST)
    values = dict(
        layers=depths[0],
        decoder_layers=None if depths[0] == depths[1] else depths[1],
        d_model=said.get("d_model", int, low=1, high=MILLION),
        d_ff=said.both("ffn_dim", MILLION),
        heads=said.both("attention_heads", MILLION),
        dropout=said.get("dropout", float, 0.1, high=1),
        attention_dropout=said.get("attention_dropout", float, 0.0, high=1),
        activation=said.choice("activation_function", ACTIVATIONS),
        eps=EPS,
        vocabulary=of_target,
        source_vocabulary=None if shared else of_source,
        logits_bias=biased,
        max_length=longest,
        beam=said.get("num_beams", int, 1, low=1, high=10**4),
        alpha=said.get("length_penalty", float, 1.0, high=10),
        search="early" if said.get("early_stopping", bool, False) else "full",
        max_extra=longest - 1,  # no limit but max_length
        average=1,
    )
    try:
        return Config(**values)
    except UserError as error:  # about values that contradict each other
        raise UserError(f"{said.folder / 'config.json'}: {error}") from None


def check_rest(stored, config, arrays, target):
    """The remaining tensors must be copies of others, as older files have them."""
    d, columns, tables = config.d_model, order(config.d_model), {}
    for side, name in dict(encoder="source_embedding", decoder="target_embedding").items():
        tables[f"model.{side}.embed_tokens.weight"] = arrays.get(name, arrays["source_embedding"])
    tables["lm_head.weight"] = tables["model.decoder.embed_tokens.weight"]
    for name in list(stored.arrays):
        array = stored.arrays[name]
        if name.endswith("embed_positions.weight") and array.ndim == 2:
            right = sinusoids(min(len(array), LONGEST), d)[:, columns]
            same = array.shape[1] == d and np.allclose(array[:LONGEST], right, atol=1e-3)
        elif name in tables and array.shape == (len(target.pieces), d):
            right = tables[name][: len(target.order)][:, columns]
            same = np.array_equal(array[target.order].astype(np.float32), right)
        else:
            raise UserError(f"{stored.path}: has a tensor {name} of shape {array.shape}, which no Marian model has")
        if not same:
            raise UserError(f"{stored.path}: {name} is trained separately; minitrans cannot read such a model")


def tokenizer(folder, source, target, of_source, of_target):
    sides = []
    for language, size, name in ((source, of_source, "source.spm"), (target, of_target, "target.spm")):
        pieces = [language.pieces[i] for i in language.order]
        names = chain(["<s>"] * language.copied_start, map("<spare {}>".format, count()))
        new = filterfalse(set(pieces).__contains__, names)
        if language.copied_start:
            pieces[BOS] = next(new)
        pieces += islice(new, size - len(pieces))
        model = Tokenizer.load(folder / name)
        known = len(set(pieces).intersection(model.words(range(len(model))))) / len(model)
        if known < LEAST_KNOWN:
            raise UserError(f"{folder}: vocab.json has {known:.0%} of the pieces in {name}; do they belong together?")
        sides.append((model.model, pieces))
    return MarianTokenizer(*sides[0], MarianTokenizer(*sides[1]))


def check_logits(folder, model):
    """UserError for weights that are finite, but so large that the logits are not"""
    source, target = (model.xp.asarray([ids]) for ids in ([UNK, EOS], [BOS]))
    with np.errstate(all="ignore"):
        logits = model.logits(source, target)
    if not model.xp.isfinite(logits).all():
        raise UserError(f"{folder}: its logits are not finite; the weights are damaged, or not those of a translator")
