"""Every setting of a run, in one dataclass that is saved with the run."""

import dataclasses
import json
import typing
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import Literal

from ..system.errors import UserError
from ..system.files import read_json, write_whole


def setting(default, help):
    return field(default=default, metadata=dict(help=help))


@dataclass
class Config:
    """Each field is also a flag of `minitrans train`."""

    task: Literal["translate", "parse"] = setting("translate", "sentences to sentences, or to trees (Section 6.3)")

    # Model (Section 3)
    layers: int = setting(6, "N, number of encoder layers and of decoder layers")
    decoder_layers: int | None = setting(None, "number of decoder layers (default: as in the encoder)")
    d_model: int = setting(512, "width of every layer")
    d_ff: int = setting(2048, "inner width of the feed-forward network")
    heads: int = setting(8, "h, number of attention heads")
    d_k: int | None = setting(None, "width of a key in one head (default: d_model / heads)")
    d_v: int | None = setting(None, "width of a value in one head (default: d_model / heads)")
    dropout: float = setting(0.1, "probability of dropping an entry of an input or of a sub-layer's output")
    attention_dropout: float = setting(0.0, "probability of dropping an attention weight")
    attention_radius: int | None = setting(None, "words that self-attention sees to either side (default: all)")
    norm: Literal["post", "pre"] = setting("post", "LayerNorm after (the paper) or before each sub-layer")
    activation: Literal["relu", "swish"] = setting("relu", "of the feed-forward network (the paper: relu)")
    eps: float = setting(1e-6, "added to the variance in LayerNorm")
    positions: Literal["sinusoidal", "learned"] = setting(
        "sinusoidal", "positional encoding (Section 3.5; learned: Table 3, row E)"
    )
    share_embeddings: bool = setting(True, "use one matrix for source, target and softmax (weight tying)")
    logits_bias: bool = setting(False, "add a trained bias to the logits")
    vocabulary: int = setting(37000, "pieces of the joint byte pair encoding; for a parser, words and symbols of trees")
    source_vocabulary: int | None = setting(
        None, "pieces of the source, if it has its own vocabulary; then only target and softmax share a matrix"
    )
    max_length: int = setting(256, "longest sentence in pieces; longer training pairs are left out")

    # Training (Section 5)
    label_smoothing: float = setting(0.1, "probability mass that is spread over the whole vocabulary")
    batch_tokens: int = setting(25000, "source tokens of a batch at most, and as many target tokens")
    accumulate: int = setting(1, "batches whose gradients are summed before an update")
    rate: float = setting(1.0, "factor on the paper's learning rate d_model^-0.5 min(step^-0.5, step warmup^-1.5)")
    warmup: int = setting(4000, "steps during which the learning rate rises")
    clip: float = setting(0.0, "largest norm of the gradient (0: no clipping)")
    on_nan: Literal["stop", "skip"] = setting("stop", "what to do with a step whose loss or gradient is not finite")
    steps: int = setting(100000, "stop after this many updates")
    minutes: float | None = setting(None, "stop after this many minutes of training, validation included")
    patience: int | None = setting(None, "early stopping: stop after this many validations without a lower perplexity")
    shards: int | None = setting(
        None, "parts of a batch, which run in threads (default: one per core, with at least 500 tokens each)"
    )
    seed: int = setting(1, "seed of initial weights, order of batches, and dropout")
    dtype: Literal["float32", "float64", "tf32", "bfloat16"] = setting(
        "float32", "arithmetic; tf32 and bfloat16 need a GPU"
    )
    backend: Literal["numpy", "cupy"] = setting("numpy", "array library")

    # What is written while training
    log_steps: int = setting(50, "steps between two lines of the log")
    valid_steps: int = setting(1000, "steps between two validations")
    checkpoint_steps: int | None = setting(None, "steps between two checkpoints (default: at validations)")
    checkpoint_minutes: float | None = setting(None, "minutes between two checkpoints")
    keep: int = setting(5, "newest checkpoints to keep, at least as many as are averaged")

    # Decoding (Section 6.1)
    beam: int = setting(4, "hypotheses that are kept per sentence")
    alpha: float = setting(0.6, "exponent of the length penalty ((5 + length) / 6)^alpha")
    search: Literal["shrinking", "full"] = setting(
        "shrinking",
        "whether a finished hypothesis keeps its place in the beam; full: as transformers does it, with length^alpha",
    )
    max_extra: int = setting(50, "a translation has at most this many pieces more than its source")
    average: int = setting(
        5, "newest checkpoints to average for translating; the last or the best one alone if that is better"
    )

    def __post_init__(self):
        check(self)

    @property
    def head_widths(self):
        """(d_k, d_v) of one head"""
        return tuple(width or self.d_model // self.heads for width in (self.d_k, self.d_v))

    @property
    def depths(self):
        """Number of layers of the encoder and of the decoder"""
        return self.layers, self.decoder_layers or self.layers

    @property
    def vocabularies(self):
        """Number of pieces of the source and of the target"""
        return self.source_vocabulary or self.vocabulary, self.vocabulary

    @property
    def own_source(self):
        """Whether the source has an embedding of its own"""
        return bool(self.source_vocabulary) or not self.share_embeddings

    @property
    def weights_dtype(self):
        """Low precision is for products and activations; the weights must keep every small step of Adam."""
        return "float64" if self.dtype == "float64" else "float32"

    def save(self, path):
        write_whole(path, (json.dumps(dataclasses.asdict(self), indent=2) + "\n").encode())

    @classmethod
    def load(cls, path):
        try:
            return cls(**read_json(path))
        except OSError as error:
            raise UserError(f"{path}: cannot be read ({error.strerror})") from None
        except (ValueError, TypeError) as error:
            raise UserError(f"{path}: not a configuration of minitrans ({error})") from None
        except UserError as error:
            raise UserError(f"{path}: {error}") from None


# Larger values need more memory and time than any machine has; much larger ones overflow in NumPy.
MOST = dict.fromkeys(("d_model", "d_ff", "heads", "d_k", "d_v", "vocabulary", "source_vocabulary", "max_length"), 10**6)
MOST |= dict(layers=1000, decoder_layers=1000, shards=1000, accumulate=10**4, beam=10**4, alpha=10, eps=1)

SEARCH = "beam", "alpha", "search", "max_extra"


def flag(field):
    return "--" + field.replace("_", "-")


# Fields that may change when a run is resumed.
MAY_CHANGE = {"steps", "minutes", "patience", "backend", "on_nan"}


def check(config):
    """Refuse what cannot work, in one line, before anything is written."""
    for name, kind in typing.get_type_hints(Config).items():
        value = getattr(config, name)
        if isinstance(value, Real) and type(value) not in (bool, int, float):  # a number of NumPy
            value = int(value) if isinstance(value, Integral) else float(value)
            setattr(config, name, value)
        allowed = typing.get_args(kind) or (kind,)  # types, or the values themselves
        if value not in allowed and type(value) not in allowed and not (type(value) is int and float in allowed):
            expected = " or ".join(getattr(each, "__name__", each) for each in allowed)
            raise UserError(f"{flag(name)} must be {expected}, got {value!r}")
        if value is None or type(value) in (str, bool):
            continue
        if name in ("dropout", "attention_dropout", "label_smoothing"):
            if not 0 <= value < 1:
                raise UserError(f"{flag(name)} must be at least 0 and below 1, got {value}")
        elif name in ("rate", "minutes", "checkpoint_minutes", "eps"):
            if not value > 0:
                raise UserError(f"{flag(name)} must be above 0, got {value}")
        elif not value >= (low := 0 if name in ("alpha", "clip", "max_extra", "seed") else 1):
            raise UserError(f"{flag(name)} must be {low} or more, got {value}")
        if value > (most := MOST.get(name, 10**18)):
            raise UserError(f"{flag(name)} must be {most} or less, got {value}")
    if config.dtype in ("tf32", "bfloat16") and config.backend != "cupy":
        raise UserError(f"--dtype {config.dtype} is for GPUs: add --backend cupy, or leave it out")
    if (config.d_k is None or config.d_v is None) and config.d_model % config.heads:
        raise UserError(
            f"--d-model {config.d_model} is not divisible by --heads {config.heads}; "
            "choose another number of heads, or give --d-k and --d-v"
        )
