"""Adam of torch, and clipping; tests/test_exercises.py has the formulas of the paper."""

from pathlib import Path

import numpy as np
import pytest

from minitrans.optim import Adam

CONSTANTS = Path(__file__).parent / "oracles" / "torch_constants.npz"


@pytest.mark.parametrize("dtype, rtol", [(np.float64, 1e-13), (np.float32, 1e-5)])
def test_five_steps_of_torch(dtype, rtol):
    with np.load(CONSTANTS) as stored:
        start, gradients, rates, expected = (
            stored[f"adam/{name}"] for name in ("start", "gradients", "rates", "parameters")
        )
    flat = start.astype(dtype)
    adam = Adam(flat)
    for step, (g, rate, row) in enumerate(zip(gradients, rates, expected, strict=True), 1):
        adam.update(flat, g.astype(dtype), step, float(rate))
        np.testing.assert_allclose(flat, row, rtol=rtol, atol=rtol)
