"""The presets, such as the paper's models and the rows of its Table 3, and recipes for texts of different sizes."""

from math import inf
from typing import Any

from ..system.errors import unknown
from . import Config

TINY = dict(layers=4, d_model=128, d_ff=256, heads=4)
BASE = dict(checkpoint_steps=1500)  # the paper's 10 minutes, of steps of 0.4 s
PARSE = dict(task="parse", beam=21, alpha=0.3, max_extra=300)
BIG = dict(d_model=1024, d_ff=4096, heads=16, steps=300000, checkpoint_steps=600, average=20)  # steps of 1 s

# The share of the training in which the rate falls, also with --minutes.  docs/results.md has the trials.
COOLDOWN = 0.4

PRESETS: dict[str, dict] = {
    # The bundled corpus: trains in about three minutes on two cores.
    "toy": TINY
    | dict(layers=2, norm="pre", vocabulary=4000, dropout=0.0, batch_tokens=1250, warmup=200, rate=0.6)
    | dict(cooldown=COOLDOWN, steps=1600, log_steps=50, valid_steps=400, checkpoint_steps=40, snapshots=50),
    # Multi30k, 87 epochs.  Little data needs a small model and much dropout.  The learning rate rises to 0.005.
    "multi30k": TINY
    | dict(vocabulary=10000, dropout=0.3, batch_tokens=4096, warmup=2000, rate=2.53, steps=10000)
    | dict(valid_steps=500, checkpoint_steps=125, average=10, beam=5),
    # The paper's models: Sections 5.2 to 5.4 and 6.1; Section 6.3 for the parser
    "base": BASE,
    "big": BIG | dict(dropout=0.3),
    "big-en-fr": BIG | dict(vocabulary=32000),
    "parser": PARSE | dict(layers=4, d_model=1024, d_ff=4096, heads=16, vocabulary=16000),
    # Table 3: the fields that each row changes in base
    "table3-A1": BASE | dict(heads=1),
    "table3-A2": BASE | dict(heads=4),
    "table3-A3": BASE | dict(heads=16),
    "table3-A4": BASE | dict(heads=32),
    "table3-B1": BASE | dict(d_k=16),
    "table3-B2": BASE | dict(d_k=32),
    "table3-C1": BASE | dict(layers=2),
    "table3-C2": BASE | dict(layers=4),
    "table3-C3": BASE | dict(layers=8),
    "table3-C4": BASE | dict(d_model=256, d_k=32, d_v=32),
    "table3-C5": BASE | dict(d_model=1024, d_k=128, d_v=128),
    "table3-C6": BASE | dict(d_ff=1024),
    "table3-C7": BASE | dict(d_ff=4096),
    "table3-D1": BASE | dict(dropout=0.0),
    "table3-D2": BASE | dict(dropout=0.2),
    "table3-D3": BASE | dict(label_smoothing=0.0),
    "table3-D4": BASE | dict(label_smoothing=0.2),
    "table3-E": BASE | dict(positions="learned"),
}

# Without --preset a text gets the first row whose numbers of pairs and of different source words it does not exceed.  A
# text with few different words, such as one that a grammar generates, is learned in fewer steps.
FEW_WORDS = 3_500
FAST = dict(norm="pre", heads=4, cooldown=COOLDOWN, average=10, patience=5)
RECIPES: dict[str, dict] = {
    "translate": {
        (5_000, inf): FAST
        | dict(layers=3, d_model=128, d_ff=512, vocabulary=4000, batch_tokens=2000, dropout=0.2)
        | dict(warmup=200, rate=0.8, steps=3000, valid_steps=200),
        (100_000, FEW_WORDS): PRESETS["toy"],
        (50_000, inf): FAST
        | dict(layers=3, d_model=192, d_ff=512, vocabulary=4000, batch_tokens=2000, dropout=0.1)
        | dict(warmup=200, rate=0.8, steps=10000, valid_steps=500, checkpoint_steps=60, beam=5),
        (500_000, inf): FAST
        | dict(layers=4, d_model=256, d_ff=1024, vocabulary=8000, batch_tokens=4000, dropout=0.1)
        | dict(warmup=1000, rate=1.0, steps=40000, valid_steps=1000, checkpoint_steps=200, beam=5),
        (inf, inf): BASE,
    },
    "parse": {
        # For the bundled treebank: four minutes on two cores
        (50_000, FEW_WORDS): TINY
        | PARSE
        | dict(layers=2, norm="pre", vocabulary=440, batch_tokens=2500, warmup=400, steps=2500, beam=4)
        | dict(log_steps=50, valid_steps=500, checkpoint_steps=100),
        # For the Penn Treebank sample, 3,396 training sentences
        (inf, inf): PARSE
        | dict(layers=2, d_model=192, d_ff=512, heads=4, norm="pre", vocabulary=4000, max_length=600, dropout=0.2)
        | dict(batch_tokens=2500, warmup=600, steps=4000, beam=4)
        | dict(log_steps=50, valid_steps=250, checkpoint_steps=125, average=10),
    },
}

# For a trained model that continues with other text (--init): a low rate, until validation no longer improves.
FINE_TUNING = dict(rate=0.03, warmup=200, batch_tokens=3000, steps=2000, valid_steps=200, patience=3)


def preset(name: str, **overrides: Any) -> Config:
    """-> the Config of a preset, with some fields replaced; UserError for an unknown name"""
    if name not in PRESETS:
        raise unknown(f"--preset {name}: unknown", name, PRESETS, "minitrans presets lists them")
    return Config(**PRESETS[name] | overrides)


def parameters(config: Config) -> int:
    """Number of parameters of a model with this configuration, without creating it."""
    d, (d_k, d_v) = config.d_model, config.head_widths

    def linear(n_in, n_out):
        return n_in * n_out + n_out

    attention = 2 * linear(d, config.heads * d_k) + linear(d, config.heads * d_v) + linear(config.heads * d_v, d)
    feed_forward, norm = linear(d, config.d_ff) + linear(config.d_ff, d), 2 * d
    encoder_layer = attention + feed_forward + 2 * norm
    decoder_layer = 2 * attention + feed_forward + 3 * norm
    of_source, of_target = config.vocabularies
    rows = of_target * (1 if config.share_embeddings else 2) + (of_source if config.own_source else 0)
    tables, bias = rows * d, config.vocabulary if config.logits_bias else 0
    positions = config.max_length * d if config.positions == "learned" else 0
    last_norms = 2 * norm if config.norm == "pre" else 0
    encoder, decoder = config.depths
    return encoder * encoder_layer + decoder * decoder_layer + tables + bias + positions + last_norms
