"""`minitrans train --backend cupy`, on a GPU, or with NumPy instead of CuPy and the kernels on the CPU."""

import json

import numpy as np
import pytest

from minitrans import engine, ops
from minitrans.cuda import step as step_module
from minitrans.cuda.ops import products
from minitrans.runs.checkpoint import read_checkpoint
from minitrans.runs.run import Run
from minitrans.training import finish

pytestmark = pytest.mark.slow  # the kernels are emulated

FLAGS = (
    "--dropout 0 --steps 4 --log-steps 2 --valid-steps 4 --checkpoint-steps 2 --accumulate 2 --batch-tokens 60 "
    "--max-length 20 --beam 2 --max-extra 2"
).split()


@pytest.fixture(autouse=True)
def numpy_for_cupy(kernels_on_cpu, monkeypatch, pytestconfig):
    if pytestconfig.getoption("--backend") == "numpy":
        monkeypatch.setattr(engine, "get_backend", lambda *given: np)


def weights(run, step):
    _, arrays = read_checkpoint(run / "checkpoints" / f"step-{step:06d}.npz")
    return arrays


def logged(run, field):
    return [row[field] for row in map(json.loads, (run / "log.jsonl").read_text().splitlines()) if field in row]


def test_it_learns_what_the_numpy_path_learns(command, tiny_corpus, tmp_path):
    for backend in ("numpy", "cupy"):
        ended = command("train --out", tmp_path / backend, *tiny_corpus, *FLAGS, "--backend", backend)
        assert ended.code == 0, ended.err
    for field, tolerance in (("loss", 1e-5), ("tokens", 0), ("valid_perplexity", 1e-4), ("gradient_norm", 1e-3)):
        expected = logged(tmp_path / "numpy", field)
        assert expected and logged(tmp_path / "cupy", field) == pytest.approx(expected, rel=tolerance)
    result = json.loads((tmp_path / "cupy" / "result.json").read_text())
    assert result["backend"] == "cupy" and result["training_flops"] > 0


def test_the_weights_are_chosen_and_scored_on_the_kernels(command, tiny_corpus, tmp_path, monkeypatch):
    plain, on_kernels = finish.choose_weights, []

    def watched(run, trainer):
        on_kernels.append(ops.TABLE["linear"].forward is products.linear_forward)
        return plain(run, trainer)

    monkeypatch.setattr(finish, "choose_weights", watched)
    ended = command("train --out", tmp_path / "run", *tiny_corpus, *FLAGS, "--backend", "cupy")
    assert ended.code == 0 and on_kernels == [True]


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_a_run_goes_on_where_it_stopped(command, tiny_corpus, tmp_path, dtype):
    flags = [*tiny_corpus, *FLAGS, "--dropout", 0.2, "--backend", "cupy", "--dtype", dtype]
    assert command("train --out", tmp_path / "whole", *flags).code == 0
    assert command("train --out", tmp_path / "parts", *flags, "--steps", 2).code == 0
    ended = command("train --resume --steps 4 --out", tmp_path / "parts")
    assert ended.code == 0, ended.err
    expected, found = weights(tmp_path / "whole", 4), weights(tmp_path / "parts", 4)
    for name in expected.keys() - {"header"}:
        np.testing.assert_array_equal(found[name], expected[name])
    assert found["adam_m"].dtype == np.float32


def test_a_gradient_that_is_not_finite_is_refused_when_the_host_looks(command, tiny_corpus, tmp_path, monkeypatch):
    plain = step_module.Step.gradient_of_step

    def broken(self, micro_batches, number):
        gamma = self.worker.encoder[0].attention_residual.norm.gamma.data
        whole = gamma.copy()
        gamma[...] *= np.nan if number == 3 else 1
        plain(self, micro_batches, number)
        gamma[...] = whole

    monkeypatch.setattr(step_module.Step, "gradient_of_step", broken)
    flags = [*tiny_corpus, *FLAGS, "--backend", "cupy", "--on-nan"]
    ended = command("train --out", tmp_path / "stop", *flags, "stop")
    assert ended.code == 2 and "step 3: not finite in the gradient of " in ended.err
    ended = command("train --out", tmp_path / "skip", *flags, "skip")
    assert ended.code == 0 and "was skipped" in ended.err
    kept = json.loads((tmp_path / "skip" / "not-finite-step-000003.json").read_text())
    assert kept["seed"] == [1, 3] and len(kept["micro_batches"]) == 2
    assert np.isfinite(Run(tmp_path / "skip").newest() and weights(tmp_path / "skip", 4)["adam_m"]).all()
