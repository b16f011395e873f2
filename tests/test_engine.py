"""The engine: what a configuration runs on, and that nothing of it is left behind."""

import threading

import numpy as np
import pytest

from minitrans import ops
from minitrans.config import Config
from minitrans.cuda import matmul, misfit, trust
from minitrans.cuda import step as cuda_step
from minitrans.decoding import beam_search
from minitrans.engine import array_library, engine, make_step

GPU = dict(backend="cupy")
PLAIN = {
    "NumPy": {},
    "float64": dict(dtype="float64", **GPU),
    "widths that are no multiples of four": dict(d_ff=98, **GPU),
    "rows that are too wide": dict(d_model=2048, heads=8, **GPU),
}


@pytest.fixture(autouse=True)
def unchecked(monkeypatch):
    """The kernels are not checked: tests/cuda/test_trust_cuda.py does that."""
    monkeypatch.setattr(trust, "fault_of_card", lambda dtype: "")
    monkeypatch.setattr(trust, "faster", lambda config: "")


@pytest.mark.parametrize("fields", PLAIN.values(), ids=PLAIN)
def test_without_kernels(fields, capsys):
    before, config = dict(ops.TABLE), Config(**fields)
    trust.say_once.cache_clear()
    with engine(config) as running:
        assert (running.make_step, running.search) == (make_step, beam_search)
        assert ops.TABLE == before
    assert capsys.readouterr().err == ("" if not fields else f"{trust.PLAIN}: {misfit(config)}\n")


@pytest.mark.parametrize(("dtype", "products"), [("float32", "float32"), ("tf32", "tf32"), ("bfloat16", "tf32")])
def test_on_kernels(dtype, products):
    """Inside, even after a nested use; outside, and after an error, everything is as it was."""
    before, config = dict(ops.TABLE), Config(dtype=dtype, **GPU)
    with pytest.raises(ZeroDivisionError), engine(config) as running:
        assert (running.make_step, running.search) == (cuda_step.Step, beam_search)
        with engine(Config(**GPU)):
            assert matmul.precision == "float32"
        assert matmul.precision == products
        changed = {name for name in ops.TABLE if ops.TABLE[name] != before[name]}
        assert changed == {
            *("embed", "attention", "restricted_attention", "add_norm", "layer_norm", "residual", "linear"),
            *("feed_forward", "feed_forward_swish", "project_loss"),
        }
        raise ZeroDivisionError
    assert ops.TABLE == before and matmul.precision == "float32"


def test_one_thread_at_a_time_is_on_kernels():
    """There is one table of operations, so a second thread waits for the first."""
    entered = threading.Event()

    def enter():
        with engine(Config(**GPU)):
            entered.set()

    thread = threading.Thread(target=enter)
    with engine(Config(**GPU)):
        thread.start()
        assert not entered.wait(0.2)
    assert entered.wait(20)
    thread.join()


@pytest.mark.parametrize(
    ("fields", "part"),
    [
        (dict(d_model=20, heads=2), "d_model must be a multiple of 8, got 20"),
        (dict(d_ff=100), "d_ff must be a multiple of 8, got 100"),
        (dict(d_model=48, heads=4), "d_k must be a multiple of 8, got 12"),
        (dict(d_k=16, d_v=4), "d_v must be a multiple of 8, got 4"),
        (dict(vocabulary=90, logits_bias=True), "vocabulary must be a multiple of 8, got 90"),
        (dict(d_model=2048), "d_model must be at most 1024, got 2048"),
        (dict(d_ff=98, dtype="tf32"), "d_ff must be a multiple of 4, got 98"),
    ],
)
def test_a_type_that_runs_on_kernels_alone_needs_what_they_take(refusal, fields, part):
    assert part in refusal(array_library, Config(**dict(dtype="bfloat16") | GPU | fields))


def test_numpy_needs_nothing():
    assert array_library(Config(d_ff=97)) is np
