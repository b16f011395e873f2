"""What exchanges the gradients of several processes; one process exchanges nothing."""

from types import SimpleNamespace

import numpy as np
import pytest

from minitrans.parallel import exchange as module
from minitrans.parallel.exchange import exchange_of

pytestmark = pytest.mark.slow


def test_the_library_of_the_arrays_decides(monkeypatch):
    for name in ("OverMPI", "OverNCCL"):
        monkeypatch.setattr(module, name, lambda flat, ranks, name=name: name)
    monkeypatch.setattr(module, "world", lambda: SimpleNamespace(size=2))
    assert exchange_of(np.zeros(3)) == "OverMPI"
    monkeypatch.setattr(module, "array_module", lambda array: SimpleNamespace(__name__="cupy"))
    assert exchange_of(np.zeros(3)) == "OverNCCL"


def test_one_process_exchanges_nothing(rng):
    gradient = rng.standard_normal(7)
    exchange = exchange_of(gradient)
    assert exchange.slices(gradient)[0] is gradient
    before = gradient.copy()
    exchange.complete(gradient)
    np.testing.assert_array_equal(gradient[exchange.own], before)
