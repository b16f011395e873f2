"""The whole model compared with PyTorch: logits, loss and every gradient, for the same weights and batch.

The results of PyTorch are committed (oracles/torch_constants.npz).  If PyTorch is installed, we compare with it again,
with other weights.  Errors are relative to the largest value of each tensor.
"""

import json
from pathlib import Path

import numpy as np
import pytest

from minitrans.config import Config
from minitrans.data.batching import Batch, Padded
from minitrans.nn import Transformer

from .conftest import module_at

ORACLES = Path(__file__).parent / "oracles"
CASES = ["post", "post, own widths, separate", "pre, separate", "pre, learned positions"]
PRECISION = pytest.mark.parametrize("dtype, tolerance", [("float64", 1e-9), ("float32", 1e-5)])


@pytest.fixture(scope="module")
def stored():
    with np.load(ORACLES / "torch_constants.npz") as file:
        return dict(file)


def group(stored, prefix):
    return {name.removeprefix(prefix): array for name, array in stored.items() if name.startswith(prefix)}


def by_name(flat, shapes):
    """{name: array} from the flat array that stores the tensors of PyTorch."""
    shapes = json.loads(str(shapes))
    parts = np.split(flat, np.cumsum([np.prod(shape, dtype=int) for shape in shapes.values()]))
    return {name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), parts, strict=False)}


def assert_same_model(expected, dtype, tolerance):
    model = Transformer(Config(**json.loads(str(expected["config"])), dtype=dtype))
    weights, gradients = (by_name(expected[key], expected["shapes"]) for key in ("weights", "gradients"))
    assert set(model.parameters()) == set(weights)
    for name, tensor in model.parameters().items():
        assert tensor.data.shape == weights[name].shape, name
        tensor.data[:] = weights[name]

    source, target_in, target_out = (expected[key] for key in ("source", "target_in", "target_out"))
    batch = Batch(Padded(source), Padded(target_in, causal=True), target_out)
    logits, loss = model.logits(source, target_in), model.loss(batch)
    loss.backward()
    words = target_in != 0
    assert logits.dtype == loss.data.dtype == model.flat_grad.dtype == dtype
    assert_close(logits[words], expected["logits"][words], tolerance, "logits")
    assert_close(loss.data, expected["loss"], tolerance, "loss")
    largest = abs(expected["gradients"]).max()
    for name, tensor in model.parameters().items():
        gradient = gradients[name]
        if name.endswith("key.bias"):
            # It adds a constant to all scores of a query, which softmax ignores: zero up to rounding errors.
            assert abs(gradient).max() < 1e-13 * largest, name
            assert abs(tensor.grad).max() < tolerance * largest, name
        else:
            assert abs(gradient).max() > 1e-4 * largest, name
            assert_close(tensor.grad, gradient, tolerance, name)


def assert_close(found, expected, tolerance, name):
    assert found.shape == expected.shape, name
    error = abs(found - expected).max() / abs(expected).max()
    assert error <= tolerance, f"{name}: off by {error:.1e} of its largest value"


@PRECISION
@pytest.mark.parametrize("case", CASES)
def test_transformer(stored, case, dtype, tolerance):
    assert_same_model(group(stored, f"transformer/{case}/"), dtype, tolerance)


@pytest.fixture(scope="module")
def torch_model():
    torch = pytest.importorskip("torch", reason="torch is not installed; its committed constants are checked instead")
    yield module_at(ORACLES / "make_torch_constants.py")
    torch.set_default_dtype(torch.float32)  # for other tests


@pytest.mark.parametrize("seed", [100, 101, 102])
@pytest.mark.parametrize("case", CASES)
def test_transformer_beside_torch_itself(torch_model, case, seed):
    assert_same_model(torch_model.reference(torch_model.CASES[case], seed), "float64", 1e-9)


def test_constants_are_those_of_the_script(torch_model, stored):
    """The committed script produces the committed file."""
    for seed, case in enumerate(CASES):
        fresh, kept = torch_model.reference(torch_model.CASES[case], seed), group(stored, f"transformer/{case}/")
        for name in ("source", "target_in", "target_out", "weights", "config", "shapes"):
            np.testing.assert_array_equal(fresh[name], kept[name])
        for name in ("logits", "loss", "gradients"):
            np.testing.assert_allclose(fresh[name], kept[name], rtol=1e-9, atol=1e-11)
