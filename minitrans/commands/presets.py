"""List the presets with their numbers of parameters, beside those of the paper.

    minitrans presets

The paper rounds to millions and does not say how it counted.  This command counts biases and LayerNorms too.  Then a
shared vocabulary of 41,000 pieces (36,000 for big) gives the number of the paper in every row.
"""

from ..config.paper import FITTED, TABLE_3, VOCABULARY
from ..config.presets import PRESETS, parameters, preset
from .arguments import command_parser


def main():
    command_parser("presets", __doc__).parse_args()
    columns = "N", "d_model", "d_ff", "h", "d_k", "d_v", "dropout", "smoothing", "steps"
    print(f"{'':<100}{'millions of parameters':>30}")
    print(f"{'preset':<10}" + "".join(f"{name:>10}" for name in (*columns, "V=37,000", "fitted V", "paper")))
    for name in PRESETS:
        c = preset(name)
        row = [c.layers, c.d_model, c.d_ff, c.heads, *c.head_widths, c.dropout, c.label_smoothing, c.steps]
        *_, paper = TABLE_3.get(name, (None,))
        counts = [
            f"{parameters(preset(name, vocabulary=v)) / 1e6:.1f}" if v else "" for v in (VOCABULARY, FITTED.get(name))
        ]
        print(f"{name:<10}" + "".join(f"{value:>10}" for value in (*row, *counts, paper or "")))
    print("fitted V: a vocabulary of 41,000 pieces (36,000 for big), which gives the paper's numbers")
