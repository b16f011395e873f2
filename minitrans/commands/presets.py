"""List the presets with their numbers of parameters and those of the paper, the recipes, and the corpora.

    minitrans presets

The paper rounds to millions and does not say how it counted.  This command also counts biases and LayerNorms.  With a
shared vocabulary of 41,000 pieces (36,000 for big), it gets the number of the paper in every row.
"""

from textwrap import fill

from ..config import Config
from ..config.presets import PRESETS, RECIPES, parameters, preset
from ..data.catalog import CORPORA
from .arguments import command_parser

# Millions of parameters where Table 3 gives them; the vocabulary of Section 5.1; vocabularies that give these numbers.
PAPER = {"base": 65, "big": 213, "table3-B1": 58, "table3-B2": 60, "table3-C1": 36, "table3-C2": 50, "table3-C3": 80}
PAPER |= {"table3-C4": 28, "table3-C5": 168, "table3-C6": 53, "table3-C7": 90}
VOCABULARY = 37_000
FITTED = {name: 41_000 for name in PRESETS if name == "base" or name.startswith("table3")} | dict(big=36_000)


def main():
    command_parser("presets", __doc__).parse_args()
    columns = "N", "d_model", "d_ff", "h", "d_k", "d_v", "dropout", "smoothing", "steps"
    print(f"{'':<100}{'millions of parameters':>30}")
    print(f"{'preset':<10}" + "".join(f"{name:>10}" for name in (*columns, "V=37,000", "fitted V", "paper")))
    for name in PRESETS:
        c = preset(name)
        row = [c.layers, c.d_model, c.d_ff, c.heads, *c.head_widths, c.dropout, c.label_smoothing, c.steps]
        sizes = [v and parameters(preset(name, vocabulary=v)) for v in (VOCABULARY, FITTED.get(name))]
        counts = [f"{size / 1e6:.1f}" if size else "" for size in sizes]
        print(f"{name:<10}" + "".join(f"{value:>10}" for value in (*row, *counts, PAPER.get(name, ""))))
    print("fitted V: a vocabulary of 41,000 pieces (36,000 for big), which gives the paper's numbers")
    print("\nWithout --preset: the first row with at least as many pairs and different source words as the text has")
    for task, recipes in RECIPES.items():
        for limits, settings in recipes.items():
            c = Config(**settings)
            most = "".join(f"{limit:>10,}".replace("inf", "any") for limit in limits)
            sizes = f"{c.layers} layers, d_model {c.d_model}, vocabulary {c.vocabulary:,}, dropout {c.dropout}"
            print(f"{task:<10}{most}   {sizes}, {c.steps:,} steps of {c.batch_tokens:,} tokens")
    print("\nThe corpora (--corpus)")
    print(fill(", ".join(CORPORA), 120, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False))
