"""Adam and the learning rate schedule, by hand and compared with torch."""

import math
from pathlib import Path

import numpy as np
import pytest

from minitrans.optim import Adam, clip, learning_rate, trapezoid

CONSTANTS = Path(__file__).parent / "oracles" / "torch_constants.npz"


@pytest.mark.parametrize(
    "step, d_model, warmup, expected",
    [
        (1, 512, 4000, 1.746928107421711e-07),
        (2000, 512, 4000, 3.493856214843422e-04),
        (4000, 512, 4000, 6.987712429686844e-04),
        (16000, 512, 4000, 3.493856214843422e-04),
        (100000, 512, 4000, 1.3975424859373686e-04),
        (1, 4, 1, 0.5),
        (4, 4, 1, 0.25),
    ],
)
def test_learning_rate_by_hand(step, d_model, warmup, expected):
    """d_model^-0.5 min(step^-0.5, step warmup^-1.5), calculated by hand; the peak is 1 / sqrt(512 * 4000)."""
    assert learning_rate(step, d_model, warmup) == pytest.approx(expected, rel=1e-12)


def test_learning_rate_rises_in_a_line_and_falls_with_the_root():
    rates = [learning_rate(step, 64, 50) for step in range(1, 201)]
    assert max(rates) == rates[49] == pytest.approx(1 / math.sqrt(64 * 50))
    np.testing.assert_allclose(np.diff(rates[:50]), rates[0], rtol=1e-9)
    assert rates[199] == pytest.approx(rates[49] / 2)  # four times the steps, half the rate
    assert learning_rate(7, 64, 50, rate=3) == pytest.approx(3 * rates[6])


def test_trapezoid_by_hand():
    """Ten steps, two of warm-up, and the last four (0.4) fall: a quarter less each, with a quarter left at the end."""
    shares = [trapezoid(step, 2, 10, 0.4) for step in range(1, 11)]
    np.testing.assert_allclose(shares, [0.5, 1, 1, 1, 1, 1, 1, 0.75, 0.5, 0.25])
    assert [trapezoid(step, 2, None, 0.4) for step in (1, 2, 10**6)] == [0.5, 1, 1]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_first_step_is_the_rate_in_the_direction_of_the_sign(dtype):
    """m_hat = g and v_hat = g^2, so the step is rate * g / (|g| + epsilon), however large g is."""
    g = np.array([1e-3, -5.0, 1e4, 0.0], dtype)
    flat = np.ones(4, dtype)
    Adam(flat).update(flat, g, 1, 0.25)
    np.testing.assert_allclose(flat, [0.75, 1.25, 0.75, 1], rtol=2e-6)
    assert flat.dtype == dtype


def test_first_two_steps_in_closed_form():
    g1, g2, rate = np.array([1.0, -2.0, 0.5]), np.array([3.0, 1.0, -0.5]), 0.1
    flat = np.zeros(3)
    adam = Adam(flat)
    adam.update(flat, g1, 1, rate)
    adam.update(flat, g2, 2, rate)
    m_hat = (0.1 * 0.9 * g1 + 0.1 * g2) / (1 - 0.81)
    v_hat = (0.02 * 0.98 * g1**2 + 0.02 * g2**2) / (1 - 0.98**2)
    expected = -rate * g1 / (abs(g1) + 1e-9) - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
    np.testing.assert_allclose(flat, expected, rtol=1e-13)


def test_constant_gradient_moves_at_the_rate():
    """The bias corrections make m_hat = g and v_hat = g^2 at every step."""
    flat, g = np.zeros(2), np.array([0.3, -40.0])
    adam = Adam(flat)
    for step in range(1, 6):
        adam.update(flat, g, step, 0.5)
        np.testing.assert_allclose(flat, [-0.5 * step, 0.5 * step], rtol=1e-7)


def test_epsilon_is_added_after_the_correction():
    flat, g = np.zeros(1), np.array([1e-3])
    Adam(flat, epsilon=1e-3).update(flat, g, 1, 1.0)
    assert flat[0] == pytest.approx(-0.5, rel=1e-12)


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


def test_buffer_of_several_chunks_is_updated_as_a_whole(rng):
    """All chunks are updated alike, and the gradient is unchanged."""
    n = (1 << 16) * 2 + 3
    start, gradients = rng.standard_normal(n), rng.standard_normal((2, n))
    flat, before = start.copy(), gradients.copy()
    adam = Adam(flat)
    for step, g in enumerate(gradients, 1):
        adam.update(flat, g, step, 0.1)
    np.testing.assert_array_equal(gradients, before)
    some = np.array([0, 1, (1 << 16) - 1, 1 << 16, (1 << 17) - 1, 1 << 17, n - 1])
    few = start[some]
    adam = Adam(few)
    for step, g in enumerate(gradients[:, some], 1):
        adam.update(few, g, step, 0.1)
    np.testing.assert_array_equal(flat[some], few)
    assert (flat != start).all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_clip(dtype):
    g = np.array([3.0, 4.0], dtype)
    clip(g, 5.0, 10.0)
    np.testing.assert_array_equal(g, [3, 4])
    clip(g, 5.0, 0.0)  # 0 means no clipping
    np.testing.assert_array_equal(g, [3, 4])
    clip(g, 5.0, 1.0)
    np.testing.assert_allclose(g, [0.6, 0.8], rtol=1e-6)
    assert g.dtype == dtype
