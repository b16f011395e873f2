"""Published translators: a folder of Hugging Face with a Marian model, such as those of OPUS-MT, becomes one of ours.

Its ids are put in our order, which begins with PAD, BOS, EOS and UNK.  In OPUS-MT the decoder starts from padding.
There BOS becomes a copy of PAD, and a bias keeps the copy from being written.
"""

from typing import NamedTuple

import numpy as np

from ..config import Config
from ..data.ids import BOS, EOS, PAD, UNK
from ..data.marian_tokenizer import MarianTokenizer, read_vocabulary
from ..data.tokenizer import Tokenizer
from ..nn.position import sinusoids
from ..system.errors import UserError
from ..system.files import read_json
from .marian import EPS, correspondence, order, to_ours
from .tensors import Tensors

# Fields of config.json that must have this value: (the value, the default where the file does not say it)
REQUIRED = dict(
    model_type=("marian", None),
    scale_embedding=(True, False),
    static_position_embeddings=(True, True),
    normalize_before=(False, False),
    normalize_embedding=(False, False),
    add_final_layer_norm=(False, False),
    tie_word_embeddings=(True, True),
)
ACTIVATIONS = dict(relu="relu", swish="swish", silu="swish")
NEVER = -100.0  # bias of the logit of a piece that is never written: beside any other, e^-100 is nothing
ALIGNED = 8  # kernels for GPUs take vocabularies with a bias in multiples of it
LONGEST = 1024  # positions to compute beforehand, at most
LEAST_KNOWN = 0.1  # share of the pieces of a sentencepiece model that its vocabulary must have


def is_published(folder):
    """Whether this is a folder of Hugging Face, and not a run"""
    try:
        return "model_type" in read_json(folder / "config.json")
    except (OSError, ValueError, TypeError):
        return False


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
    """-> (Config, {name of a parameter: array}, MarianTokenizer)

    UserError for another kind of model, and for files that are damaged or do not fit each other.
    """
    said = read_settings(folder)
    source, target = languages(folder, said)
    shared = source is target
    stored = Tensors(folder)
    bias = np.zeros(len(target.pieces), np.float32)
    if "final_logits_bias" in stored.arrays:
        bias = stored.take("final_logits_bias", (1, len(target.pieces)))[0]
    bias = bias[target.order]
    if target.copied_start:
        bias[BOS] = NEVER
    spare = -len(bias) % ALIGNED if bias.any() else 0
    sizes = [len(language.order) + spare * (shared or language is target) for language in (source, target)]
    config = configuration(folder, said, *sizes, shared, bool(bias.any()))
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
    return config, arrays, tokenizer(folder, source, target, *sizes)


def read_settings(folder):
    """-> one dict: config.json and, where it is there, generation_config.json, which goes first"""
    said = {}
    for name in ("config.json", "generation_config.json"):
        path = folder / name
        if name == "config.json" or path.is_file():
            try:
                said |= dict(read_json(path))
            except OSError as error:
                raise UserError(f"{path}: cannot be read ({error.strerror})") from None
            except (ValueError, TypeError) as error:
                raise UserError(f"{path}: not the settings of a model ({error})") from None
    for name, (value, default) in REQUIRED.items():
        if (own := said.get(name, default)) != value:
            raise UserError(f"{folder}: {name} is {own!r}; minitrans reads only models with {value!r}")
    if said.get("activation_function") not in ACTIVATIONS:
        known = " or ".join(ACTIVATIONS)
        raise UserError(f"{folder}: activation_function is {said.get('activation_function')!r}, not {known}")
    for name in ("attention_heads", "ffn_dim"):
        if said.get(f"encoder_{name}") != said.get(f"decoder_{name}"):
            raise UserError(f"{folder}: encoder_{name} and decoder_{name} differ; in minitrans they are the same")
    return said


def languages(folder, said):
    """-> the Language of the source and that of the target; one and the same if they share a vocabulary"""
    shared = said.get("share_encoder_decoder_embeddings", True)
    of_source, of_target = folder / "vocab.json", folder / "target_vocab.json"
    path = of_source if shared or not of_target.is_file() else of_target
    target = language(
        path, said.get("decoder_vocab_size") or said.get("vocab_size"), said.get("decoder_start_token_id")
    )
    if [said.get("pad_token_id"), said.get("eos_token_id")] != [target.special[PAD], target.special[EOS]]:
        raise UserError(f"{path}: numbers <pad> and </s> otherwise than config.json")
    return target if shared else language(of_source, said.get("vocab_size")), target


def language(path, size, start=None):
    """Read a vocabulary of this size.  start: the id of the decoder's start; a source needs none, but may have <s>"""
    pieces = read_vocabulary(path)
    if len(pieces) != size:
        raise UserError(f"{path}: has {len(pieces)} pieces, config.json says {size}")
    if missing := [piece for piece in ("<pad>", "</s>", "<unk>") if piece not in pieces]:
        raise UserError(f"{path}: has no piece {missing[0]}")
    pad, end, unknown = (pieces.index(piece) for piece in ("<pad>", "</s>", "<unk>"))
    if start is None:
        start = pieces.index("<s>") if "<s>" in pieces else pad
    if type(start) is not int or not 0 <= start < len(pieces) or start in (end, unknown):
        raise UserError(f"{path}: decoder_start_token_id is {start!r}, which starts no translation")
    return Language(pieces, [pad, start, end, unknown])


def configuration(folder, said, of_source, of_target, shared, biased):
    depths = said.get("encoder_layers"), said.get("decoder_layers")
    longest, positions = said.get("max_length") or LONGEST // 2, said.get("max_position_embeddings", LONGEST)
    if type(longest) is not int or type(positions) is not int:
        raise UserError(
            f"{folder}: max_length is {longest!r} and max_position_embeddings is {positions!r}, not numbers"
        )
    try:
        return Config(
            layers=depths[0],
            decoder_layers=None if depths[0] == depths[1] else depths[1],
            d_model=said.get("d_model"),
            d_ff=said.get("encoder_ffn_dim"),
            heads=said.get("encoder_attention_heads"),
            dropout=said.get("dropout", 0.1),
            attention_dropout=said.get("attention_dropout", 0.0),
            activation=ACTIVATIONS[said["activation_function"]],
            eps=EPS,
            vocabulary=of_target,
            source_vocabulary=None if shared else of_source,
            logits_bias=biased,
            max_length=min(longest, positions, LONGEST),
            beam=said.get("num_beams", 1),
            alpha=said.get("length_penalty", 1.0),
            search="full",
            max_extra=min(longest, LONGEST) - 1,  # no limit but max_length
            average=1,
        )
    except (UserError, TypeError) as error:
        raise UserError(f"{folder}/config.json: {error}") from None


def check_rest(stored, config, arrays, target):
    """Tensors that are left must be copies of others, which older files hold too."""
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
            raise UserError(f"{stored.path}: {name} is trained separately; minitrans reads no such model")


def tokenizer(folder, source, target, of_source, of_target):
    sides = []
    for language, size, name in ((source, of_source, "source.spm"), (target, of_target, "target.spm")):
        pieces = [language.pieces[i] for i in language.order]
        if language.copied_start:
            pieces[BOS] = next(name for name in ("<s>", "<start>", "<start of sentence>") if name not in pieces)
        pieces[PAD], pieces[EOS], pieces[UNK] = "<pad>", "</s>", "<unk>"
        pieces += [f"<spare {i}>" for i in range(size - len(pieces))]
        model = Tokenizer.load(folder / name)
        try:
            known = len(set(pieces).intersection(model.words(range(len(model))))) / len(model)
        except UnicodeDecodeError:
            raise UserError(f"{folder / name}: has pieces that are not UTF-8") from None
        if known < LEAST_KNOWN:
            raise UserError(f"{folder}: vocab.json has {known:.0%} of the pieces of {name}; do they belong together?")
        sides.append((model.model, pieces))
    return MarianTokenizer(*sides[0], MarianTokenizer(*sides[1]))
