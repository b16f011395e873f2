"""Every setting of a run, in one dataclass that is saved with the run."""

import dataclasses
import typing
from dataclasses import dataclass
from math import inf
from os import PathLike
from pathlib import Path
from typing import Literal

from ..system.errors import UserError
from ..system.files import read_json, reading, write_json
from .setting import architecture, check, decoding, output, regularization, training

MILLION = 10**6  # larger sizes need more memory and time than any machine has, and overflow in NumPy


@dataclass(frozen=True)
class Config:
    """Each field is also a flag of `minitrans train`."""

    task: Literal["translate", "parse"] = architecture("translate", "sentences to sentences, or to trees (Section 6.3)")

    # Model (Section 3)
    layers: int = architecture(6, "N, number of encoder layers and of decoder layers", high=1000)
    decoder_layers: int | None = architecture(None, "number of decoder layers (default: as in the encoder)", high=1000)
    d_model: int = architecture(512, "width of every layer", high=MILLION)
    d_ff: int = architecture(2048, "inner width of the feed-forward network", high=MILLION)
    heads: int = architecture(8, "h, number of attention heads", high=MILLION)
    d_k: int | None = architecture(None, "width of a key in one head (default: d_model / heads)", high=MILLION)
    d_v: int | None = architecture(None, "width of a value in one head (default: d_model / heads)", high=MILLION)
    dropout: float = regularization(
        0.1, "probability of dropping an entry of an input or of a sub-layer's output", low=0, below=1
    )
    attention_dropout: float = regularization(0.0, "probability of dropping an attention weight", low=0, below=1)
    attention_radius: int | None = architecture(None, "words that self-attention sees to either side (default: all)")
    norm: Literal["post", "pre"] = architecture("post", "LayerNorm after (the paper) or before each sub-layer")
    activation: Literal["relu", "swish"] = architecture("relu", "in the feed-forward network (the paper: relu)")
    eps: float = architecture(1e-6, "added to the variance in LayerNorm", above=0, high=1)
    positions: Literal["sinusoidal", "learned"] = architecture(
        "sinusoidal", "positional encoding (learned: Table 3, row E)"
    )
    share_embeddings: bool = architecture(True, "use one matrix for source, target and softmax (weight tying)")
    logits_bias: bool = architecture(False, "add a trained bias to the logits")
    vocabulary: int = architecture(
        37000, "pieces of the joint byte pair encoding; for a parser, words and symbols of trees", high=MILLION
    )
    source_vocabulary: int | None = architecture(
        None, "pieces of the source, if it has its own: then only target and softmax share a matrix", high=MILLION
    )
    symbols: tuple[str, ...] = architecture(
        (), "texts that are never cut into pieces: languages (<2de>), tags (<bt>), placeholders"
    )
    max_length: int = architecture(256, "longest sentence in pieces; longer training pairs are left out", high=MILLION)

    # Training (Section 5)
    label_smoothing: float = regularization(0.1, "probability spread over the whole vocabulary", low=0, below=1)
    batch_tokens: int = training(25000, "most source tokens in a batch, and most target tokens")
    accumulate: int = training(1, "batches whose gradients are summed before an update", high=10**4)
    rate: float = training(
        1.0, "factor on the paper's learning rate d_model^-0.5 min(step^-0.5, step warmup^-1.5)", above=0
    )
    warmup: int = training(4000, "steps during which the learning rate rises")
    cooldown: float = training(
        0.0, "share of training, at its end, in which the rate falls to 0 (0: decay as in the paper)", low=0, below=1
    )
    clip: float = training(0.0, "largest norm of the gradient (0: no clipping)", low=0)
    on_nan: Literal["stop", "skip"] = training("stop", "what to do at a step that is not finite", may_change=True)
    steps: int = training(100000, "stop after this many updates", may_change=True)
    minutes: float | None = training(None, "stop after this many minutes, with validation", above=0, may_change=True)
    patience: int | None = training(
        None,
        "early stopping: stop after this many validations without a lower perplexity; with --cooldown, let the rate "
        "fall to 0 instead (0: never)",
        low=0,
        may_change=True,
    )
    shards: int | None = training(
        None, "parts of a batch, which run in threads (default: one per core, with at least 500 tokens each)", high=1000
    )
    seed: int = training(1, "seed of initial weights, order of batches, and dropout", low=0)
    dtype: Literal["float32", "float64", "tf32", "bfloat16"] = training(
        "float32", "arithmetic; tf32 and bfloat16 need a GPU"
    )
    backend: Literal["numpy", "cupy"] = training("numpy", "array library", may_change=True)

    # Files written during training
    log_steps: int = output(50, "steps between two lines of the log; a short run gets about ten lines")
    valid_steps: int = output(1000, "steps between two validations")
    checkpoint_steps: int | None = output(None, "steps between two checkpoints (default: at validations)")
    checkpoint_minutes: float | None = output(
        10.0,
        "minutes between two checkpoints made only for resuming, the first after 2 (0: none)",
        low=0,
        may_change=True,
    )
    keep: int = output(5, "newest checkpoints to keep, at least as many as are averaged")
    snapshots: int = output(
        0, "snapshots of the weights, spread evenly over training, for minitrans view --checkpoints", low=0, high=10**4
    )
    tokenized: bool = output(False, "the text is tokenized already: BLEU counts its tokens as they are")

    bleu_tokenize: Literal["13a", "zh", "ja-mecab", "ko-mecab", "char", "intl", "flores200", "none"] = output(
        "13a", "sacrebleu's tokenizer for BLEU; 13a finds words between blanks", may_change=True
    )

    # Decoding (Section 6.1)
    beam: int = decoding(4, "hypotheses kept per sentence", high=10**4)
    alpha: float = decoding(0.6, "exponent of the length penalty ((5 + length) / 6)^alpha", low=0, high=10)
    search: Literal["shrinking", "full", "early"] = decoding(
        "shrinking",
        "shrinking: a finished hypothesis keeps its place in the beam; full: as in transformers, with length^alpha; "
        "early: like full, but end when as many as the beam have finished",
    )
    max_extra: int = decoding(50, "a translation may have this many more pieces than its source", low=0, high=10**4)
    average: int = output(5, "newest checkpoints to average; the last or the best one alone if that is better")

    def __post_init__(self):
        """UserError for values that cannot work, before anything is written"""
        kinds = typing.get_type_hints(Config)
        for field in dataclasses.fields(self):
            value = check(field.name, getattr(self, field.name), kinds[field.name], field.metadata)
            object.__setattr__(self, field.name, value)
        if self.dtype in ("tf32", "bfloat16") and self.backend != "cupy":
            raise UserError(f"--dtype {self.dtype} is for GPUs: add --backend cupy, or leave it out")
        if self.tokenized and self.bleu_tokenize != "13a":
            raise UserError("--tokenized counts the tokens of the text as they are: leave out --bleu-tokenize")
        if (self.d_k is None or self.d_v is None) and self.d_model % self.heads:
            raise UserError(
                f"--d-model {self.d_model} is not divisible by --heads {self.heads}; "
                "choose another number of heads, or give --d-k and --d-v"
            )

    @property
    def head_widths(self) -> tuple[int, ...]:
        """(d_k, d_v) of one head"""
        return tuple(width or self.d_model // self.heads for width in (self.d_k, self.d_v))

    @property
    def depths(self) -> tuple[int, int]:
        """Number of layers of the encoder and of the decoder"""
        return self.layers, self.decoder_layers or self.layers

    @property
    def vocabularies(self) -> tuple[int, int]:
        """Number of pieces of the source and of the target"""
        return self.source_vocabulary or self.vocabulary, self.vocabulary

    @property
    def own_source(self) -> bool:
        """Whether the source has an embedding of its own"""
        return bool(self.source_vocabulary) or not self.share_embeddings

    @property
    def between_checkpoints(self) -> int:
        """Steps between two checkpoints that stay until newer ones replace them, and are averaged"""
        return self.checkpoint_steps or self.valid_steps

    def seconds_left(self, step: int, seconds: float, pace: float) -> float:
        """Seconds until steps or minutes are used up, `seconds` after the start; pace: seconds per step"""
        minutes = inf if self.minutes is None else 60 * self.minutes - seconds
        return max(0, min(minutes, (self.steps - step) * pace))

    @property
    def weights_dtype(self) -> str:
        """Low precision is for products and activations; the weights must keep every small step of Adam."""
        return "float64" if self.dtype == "float64" else "float32"

    def save(self, path: Path) -> None:
        write_json(path, dataclasses.asdict(self))

    @classmethod
    def load(cls, path: str | PathLike) -> "Config":
        with reading(path, "not a configuration of minitrans"):
            values = read_json(Path(path))
            values.pop("r_drop", None)  # older versions had R-Drop, which changed only the training
            try:
                return cls(**values)
            except UserError as error:
                raise UserError(f"{path}: {error}") from None


def fields_of(group):
    """-> the names of the fields of a group such as "decoding", in their order"""
    return tuple(field.name for field in dataclasses.fields(Config) if field.metadata["group"] == group)


ARCHITECTURE, DECODING = fields_of("architecture"), fields_of("decoding")
MAY_CHANGE = {field.name for field in dataclasses.fields(Config) if field.metadata["may_change"]}  # on resuming
