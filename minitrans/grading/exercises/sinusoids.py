"""The sinusoidal positional encoding."""

import math

import numpy as np

from ...backend import to_numpy
from ...nn.position import sinusoids
from .exercise import Exercise, assert_close, assert_small, short_repr
from .finding import Finding, in_case
from .mistakes import Edit
from .whole import same_as_ours

SINES, COSINES = "np.sin(angles)", "np.cos(angles)"
EACH_COLUMN = f"np.stack([{SINES}, {COSINES}], axis=-1)", f"np.where(np.arange(d_model) % 2, {COSINES}, {SINES})"
MISTAKES = [
    Edit("all sines, then all cosines: they must alternate", ("np.stack", "np.hstack", ", axis=-1)", ")")),
    Edit("sine and cosine are swapped", (f"{SINES}, {COSINES}", f"{COSINES}, {SINES}")),
    Edit("the positions start at 1, not at 0", ("np.arange(length)", "np.arange(1, length + 1)")),
    Edit("the base is 1000, not 10000", ("10000 **", "1000 **")),
    Edit("the exponent is i / d, not 2i / d", ("2) / d_model", "2) / 2 / d_model")),
    Edit("the exponent is 4i / d: 2i is the column already, so do not double it",
         ("2) / d_model", "2) * 2 / d_model")),
    Edit("the exponent is column / d: a cosine must share the angle of its sine",
         ("0, d_model, 2)", "d_model)", *EACH_COLUMN)),
    Edit("the exponent is 2 column / d: i counts pairs of columns",
         ("0, d_model, 2) /", "d_model) * 2 /", *EACH_COLUMN)),
    Edit("the exponent is 2i / (d - 2): divide by d, so that it stays below 1", ("/ d_model", "/ (d_model - 2)")),
    Edit("the position is multiplied by the power, not divided", ("[:, None] /", "[:, None] *")),
    Edit("with an odd d_model the last column is zeros",
         ("[:, :d_model]", "[:, :d_model] * (np.arange(d_model) < d_model // 2 * 2)")),
]  # fmt: skip


class Sinusoids(Exercise):
    name = "sinusoids"
    wants = (sinusoids,)
    mistakes = MISTAKES

    def oracle(self, length, d_model):
        table = np.empty((length, d_model))
        for pos in range(length):
            for column in range(d_model):
                angle = pos / math.pow(10000, (column - column % 2) / d_model)
                table[pos, column] = math.cos(angle) if column % 2 else math.sin(angle)
        return table

    def interface(self, data, sinusoids):
        """A table [length, d_model] in float64, because float32 is too coarse for the angles of distant positions."""
        for length, d_model in ((7, 4), (3, 10)):
            table = sinusoids(length, d_model)
            if not hasattr(table, "shape") or not hasattr(table, "dtype"):
                raise Finding(f"sinusoids({length}, {d_model}) is {short_repr(table)}, not an array")
            if table.shape != (length, d_model):
                transposed = "; probably it is transposed" if table.shape == (d_model, length) else ""
                shape = f"has shape {table.shape}, not {(length, d_model)}{transposed}"
                raise Finding(f"sinusoids({length}, {d_model}) {shape}")
            if table.dtype != np.float64:
                raise Finding(f"sinusoids({length}, {d_model}) is {table.dtype}, not float64")

    def forward(self, data, sinusoids):
        """The table equals loops over the formula of the paper, section 3.5."""
        for length, d_model in ((5, 8), (13, 6)):
            self.compare(sinusoids, length, d_model)

    def adversarial(self, data, sinusoids):
        """The smallest tables, an odd d_model, where the last sine has no cosine, and distant positions."""
        for length, d_model in ((1, 6), (7, 2), (1, 1), (4, 5), (6, 1), (70000, 4)):
            self.compare(sinusoids, length, d_model)

    def invariants(self, data, sinusoids):
        """A shift of the position rotates each pair of columns; a longer table starts with the shorter one."""
        table = to_numpy(sinusoids(40, 10))
        sine, cosine = table[:, 0::2], table[:, 1::2]
        what = "columns 2i and 2i + 1 are sine and cosine of one angle: their squares must sum to 1"
        assert_small(sine**2 + cosine**2 - 1, 1e-12, what)
        for k in (1, 2, 7):
            s, c = sine[k], cosine[k]  # of the angle between positions k apart
            turned = np.stack([sine[:-k] * c + cosine[:-k] * s, cosine[:-k] * c - sine[:-k] * s])
            what = f"PE(pos + {k}) must be PE(pos) rotated by the same angle at every pos"
            assert_small(turned - np.stack([sine[k:], cosine[k:]]), 1e-10, what)
        what = "a longer table must start with the shorter one: a row depends only on its position"
        assert_small(to_numpy(sinusoids(9, 10)) - table[:9], 1e-12, what)

    def integration(self, data, sinusoids):
        """In the training of the Transformer."""
        same_as_ours(data, self, sinusoids)

    def compare(self, sinusoids, length, d_model):
        odd = ", an odd d_model" if d_model % 2 else ""
        with in_case(f"sinusoids({length}, {d_model}){odd}"):
            table = sinusoids(length, d_model)
            shape = getattr(table, "shape", ())
            if shape[1:] == (d_model,) and shape[0] < length:
                raise Finding(f"the table ends after {shape[0]} positions; it must have {length}")
            wrong = self.wrong(lambda sinusoids: sinusoids(length, d_model))
            assert_close("the table", table, self.oracle(length, d_model), 1e-9, wrong)
