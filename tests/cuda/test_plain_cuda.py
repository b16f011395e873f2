"""Everything runs on CuPy without the kernels: with a stand-in that has CuPy's names, arguments and restrictions only.

The results are those of NumPy.  So a GPU whose kernels are wrong, and float64, stand on safe ground.
"""

import inspect
from pathlib import Path

import numpy as np
import pytest

import minitrans
from minitrans import engine, ops
from minitrans.backend import keep_mask, split_mix, to_numpy
from minitrans.config import Config
from minitrans.config.presets import preset
from minitrans.cuda import trust
from minitrans.decoding import beam_search
from minitrans.gradcheck import check
from minitrans.grading.exercises import EXERCISES
from minitrans.grading.runner.worker import run_stage
from minitrans.interchange.full_beam import full_beam_search
from minitrans.nn import Transformer
from minitrans.nn.ensemble import Ensemble
from minitrans.optim import Adam
from minitrans.parallel.workers import ThisThread
from minitrans.parallel.world import World
from minitrans.runs.checkpoint import read_checkpoint
from minitrans.tasks.constrained import Constrained, at_least, begins_with, no_repeated
from minitrans.training.perplexity import log_probabilities, perplexity

from ..grading.solved import solution
from ..ops.test_contract import EXAMPLES, on, run

pytestmark = pytest.mark.slow

SENTENCES = [[4, 5, 6], [9], [6, 6, 7, 8, 10, 4], [4, 4]]


@pytest.fixture
def gpu(like_cupy, monkeypatch):
    """The stand-in as `import cupy` finds it"""
    monkeypatch.setenv("MINITRANS_KERNELS", "0")
    trust.say_once.cache_clear()
    return like_cupy


@pytest.mark.parametrize("name", ["encoder_layer", "decoder_layer", "transformer", "training", "evaluation"])
def test_parts_of_the_program_are_graded_in_numpy(gpu, name):
    exercise, functions = EXERCISES[name], solution(name)
    assert not any(run_stage(exercise, stage, functions, xp=gpu) for stage in exercise.stages())


def given(xp, name, dtype, dropout):
    arrays, constants = on(xp, name, dtype)
    return arrays, constants if dropout else constants | ({"p": 0.0} if "p" in constants else {})


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize(("dtype", "tolerance"), [("float32", 1e-6), ("float64", 1e-13)])
def test_an_operation_gives_what_it_gives_on_numpy(gpu, name, dtype, tolerance):
    found, expected = (run(name, *given(xp, name, dtype, dropout=False)) for xp in (gpu, np))
    for ours, right in zip(found, expected, strict=True):
        assert ours.dtype == dtype
        np.testing.assert_allclose(ours, right, tolerance, tolerance)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_gradient_is_true(gpu, name):
    """With dropout, whose masks CuPy draws in its own way"""
    arrays, constants = given(gpu, name, "float64", dropout=True)
    check(*ops.TABLE[name][:2], arrays, constants=constants)


def test_the_generator_of_masks_is_split_mix(gpu):
    """Its first numbers from state 0, as published with it.  A mask keeps what is not below the threshold."""
    upper, kernel = [x >> 32 for x in (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F)], split_mix(gpu)
    for i, number in enumerate(upper):
        for threshold, kept in ((number, True), (number + 1, False)):
            assert bool(kernel(np.uint64(0), np.uint32(threshold), gpu.empty(3, bool))[i]) is kept


def test_a_mask_depends_on_its_seed_and_not_on_the_card(gpu, like_cupy_module):
    masks = []
    for card in (0, 1):
        like_cupy_module.Device(card).use()
        masks += [keep_mask(gpu, (70, 1000), 0.3, (seed, 2)).get() for seed in (7, 7, 8)]
    for same in (1, 3, 4):
        np.testing.assert_array_equal(masks[same], masks[0])
    for other in (2, 5):
        assert 0.55 < (masks[other] == masks[0]).mean() < 0.61  # 0.58: they are independent
    assert 0.69 < masks[0].mean() < 0.71


@pytest.mark.parametrize("more", [{}, dict(shards=8)], ids=["default", "of a run on NumPy"])
def test_the_host_changes_no_work_of_the_card(gpu, like_cupy_module, monkeypatch, pairs, more):
    """Neither its cores, nor the shards of a run that began on NumPy, nor the cache for which Adam has chunks."""
    counted = []
    for cores, chunk in ((1, 1 << 18), (16, 100)):
        monkeypatch.setattr("minitrans.parallel.workers.cores", lambda cores=cores: cores)
        monkeypatch.setattr("minitrans.optim.CHUNK", chunk)
        _, model = models(gpu, config({}, backend="cupy", batch_tokens=8000, **dict(shards=None) | more))
        step = engine.make_step(model, Adam(model.flat))
        assert step.workers.pool is ThisThread and not step.workers.replicas
        like_cupy_module.Stream.launches = like_cupy_module.Stream.waits = 0
        step([pairs], 1, 0.01)
        counted.append((like_cupy_module.Stream.launches, like_cupy_module.Stream.waits))
    assert counted[0] == counted[1]


@pytest.mark.parametrize("name", ["base", "toy"])
def test_a_step_is_counted(gpu, like_cupy_module, pairs, name):
    """Launches and waits, as docs/gpu.md tells them; they depend on no width."""
    given = preset(name, d_model=8, d_ff=12, heads=2, vocabulary=40, batch_tokens=200, backend="cupy")
    model = Transformer(given, gpu)
    step, stream = engine.make_step(model, Adam(model.flat)), like_cupy_module.Stream
    stream.launches = stream.waits = 0
    step([pairs], 1, 0.01)
    page = (Path(__file__).parents[2] / "docs" / "gpu.md").read_text(encoding="utf-8")
    assert f"| {name} | {stream.launches:,} | {stream.waits} |\n" in page


def models(gpu, config):
    """The same model on NumPy and on the stand-in"""
    model = Transformer(config)
    model.flat += np.linspace(0, 0.1, model.flat.size).astype(model.flat.dtype)
    moved = Transformer(config, gpu)
    moved.flat[...] = gpu.asarray(model.flat)
    return model, moved


def config(fields, **more):
    sizes = dict(layers=1, d_model=8, d_ff=12, heads=2, vocabulary=12, max_length=32, dropout=0.0, shards=2)
    return Config(**sizes | fields | more)


def is_noise(name):
    """Softmax ignores the biases of keys, and Adam enlarges the rounding errors of their gradients."""
    return name.endswith("key.bias")


@pytest.mark.parametrize("more", [{}, dict(dtype="float64")], ids=["float32", "float64"])
def test_training_steps(gpu, designs, design, pairs, more):
    results = []
    for model in models(gpu, config(designs[design], backend="cupy", **more)):
        step, found = engine.make_step(model, Adam(model.flat)), []
        for number in range(1, 4):
            step([pairs, pairs[:2]], number, 0.01)
            found.append(step.totals())
        kept = [to_numpy(t.data).ravel() for name, t in model.parameters().items() if not is_noise(name)]
        results.append((np.array(found), np.concatenate(kept)))
        assert step.not_finite([pairs], 4) == []
        assert results[0][0][0] == pytest.approx(results[-1][0][0], rel=1e-4)
        results[-1] += (perplexity(model, pairs), np.array(log_probabilities(model, pairs)))
    for ours, right in zip(*results, strict=True):
        np.testing.assert_allclose(ours, right, 1e-3, 1e-4)


@pytest.mark.parametrize("search", [beam_search, full_beam_search])
def test_searches(gpu, designs, design, search):
    expected, found = (
        search(model, SENTENCES, beam=3, max_extra=4, nbest=2) for model in models(gpu, config(designs[design]))
    )
    assert [[h.ids for h in each] for each in found] == [[h.ids for h in each] for each in expected]
    for ours, right in zip(sum(found, []), sum(expected, []), strict=True):
        assert ours.score == pytest.approx(right.score, rel=1e-4)


def test_a_search_that_obeys_rules(gpu):
    rules = [begins_with([[5], [], [6, 7], [4]], 12), no_repeated(1), at_least([3] * 4)]
    expected, found = (
        beam_search(Constrained(model, rules, [3, 2, 1, 0]), SENTENCES, beam=3, max_extra=4)
        for model in models(gpu, config({}))
    )
    assert [[h.ids for h in each] for each in found] == [[h.ids for h in each] for each in expected]
    assert [each[0].ids[:1] for each in found][::3] == [[4], [5]]


def test_an_ensemble(gpu):
    both = [models(gpu, config({}, seed=seed)) for seed in (1, 2)]
    expected, found = (
        beam_search(Ensemble(list(members)), SENTENCES, max_extra=4) for members in zip(*both, strict=True)
    )
    assert [[h.ids for h in each] for each in found] == [[h.ids for h in each] for each in expected]


FLAGS = "--steps 4 --log-steps 2 --valid-steps 2 --checkpoint-steps 2 --accumulate 2 --beam 2 --max-extra 2 --shards 2"


@pytest.mark.parametrize("card", [0, 1])
def test_the_program(gpu, command, tiny_corpus, tmp_path, monkeypatch, card):
    """Training, resuming, translating and looking; on the second card as the second process of a host does it."""
    weights = {}
    for backend in ("numpy", "cupy"):
        monkeypatch.setattr(World, "local_rank", card if backend == "cupy" else 0)
        flags = ["--out", tmp_path / backend, *tiny_corpus, *FLAGS.split(), "--dropout", 0, "--backend", backend]
        ended = command("train", *flags, "--steps", 2)
        assert command("train", *flags, "--resume").code == ended.code == 0
        assert ended.err.count(trust.PLAIN) == (backend == "cupy")
        weights[backend] = read_checkpoint(tmp_path / backend / "checkpoints" / "step-000004.npz")[1]
    for name, right in weights["numpy"].items():
        if not is_noise(name):
            np.testing.assert_allclose(weights["cupy"][name], right, 1e-3, 1e-4, err_msg=name)
    ours, right = (minitrans.load(tmp_path / "numpy", backend=backend) for backend in ("cupy", "numpy"))
    assert type(ours.model.flat) is gpu.ndarray and ours.model.flat.on == card
    assert ours.translate(["the dog sees trees."]) == right.translate(["the dog sees trees."])
    for name, matrix in right.trace("the dog sees trees.").attention.items():
        np.testing.assert_allclose(ours.trace("the dog sees trees.").attention[name], matrix, 1e-4, 1e-5)


def test_with_dropout_it_learns(gpu, command, tiny_corpus, tmp_path):
    """The masks are CuPy's own, so the weights cannot be those of NumPy.  A run that goes on draws the same ones."""
    for name, parts in (("whole", [4]), ("parts", [2, 4])):
        for steps in parts:
            flags = ["--out", tmp_path / name, *tiny_corpus, *FLAGS.split(), "--dropout", 0.2, "--backend", "cupy"]
            ended = command("train", *flags, "--steps", steps, "--resume")
            assert ended.code == 0, ended.err
    whole, parts = (read_checkpoint(tmp_path / n / "checkpoints" / "step-000004.npz")[1] for n in ("whole", "parts"))
    assert whole.keys() == parts.keys() and all(
        (whole[name] == parts[name]).all() for name in whole.keys() - {"header"}
    )


FULL = [MemoryError("Out of memory allocating 512 bytes"), RuntimeError("cudaErrorMemoryAllocation: out of memory")]


@pytest.mark.parametrize("error", FULL, ids=["in a pool", "outside of the pools"])
def test_a_card_that_is_full(gpu, command, tiny_corpus, tmp_path, monkeypatch, error):
    def full(*arguments, **options):
        raise error

    monkeypatch.setattr("minitrans.step.Step.__call__", full)
    ended = command("train --out", tmp_path / "run", *tiny_corpus, "--batch-tokens", 800, "--backend", "cupy")
    assert ended.code == 2
    assert f"step 1: out of memory ({error})" in ended.err and "12.0 GB; train with --batch-tokens 400" in ended.err
    with pytest.raises(MemoryError), engine.engine(Config(backend="cupy")):  # such as for a search
        raise error


def test_the_stand_in_is_as_strict_as_cupy(gpu):
    x = gpu.ones((2, 3), np.float32)
    for mix in (lambda: x + np.ones(3), lambda: gpu.exp(np.ones(3)), lambda: np.asarray(x), lambda: np.exp(x)):
        with pytest.raises(TypeError):
            mix()
    with pytest.raises(ValueError, match="non-scalar"):
        x[...] = np.ones((2, 3))
    for unknown in (lambda: gpu.exp(x, where=x > 0), lambda: gpu.zeros(3, like=x), lambda: x.sum(axis=0, where=x > 0)):
        with pytest.raises(TypeError):
            unknown()
    assert type(x.sum()) is type(x[0, 0]) is gpu.ndarray


def test_the_stand_in_has_the_parameters_of_cupy(like_cupy_module):
    cupy = pytest.importorskip("cupy", reason="CuPy is not installed")

    def names(signature):
        return [(p.name, p.kind) for p in signature.parameters.values()]

    for name, signature in like_cupy_module.parsed(like_cupy_module.FUNCTIONS).items():
        assert names(signature) == names(inspect.signature(getattr(cupy, name))), name
    assert all(hasattr(cupy.ndarray, name) for name in like_cupy_module.parsed(like_cupy_module.METHODS))
    assert all(isinstance(getattr(cupy, name), cupy.ufunc) for name in like_cupy_module.UFUNCS)
    # What is raised when a card is full: by cudaMalloc and graphs, and by a pool (test_graphs_cuda.py)
    no_memory = cupy.cuda.runtime.CUDARuntimeError(2)
    assert isinstance(no_memory, RuntimeError) and "out of memory" in str(no_memory)
    assert isinstance(cupy.cuda.memory.OutOfMemoryError(5, 6), MemoryError)
    assert {"get_allocator", "using_allocator", "Memory", "MemoryPointer", "MemoryPool"} <= vars(cupy.cuda).keys()


@pytest.mark.parametrize("design", ["post-norm", "as published"])
def test_kernels_are_given_arrays_of_the_card(kernels_like_cupy, designs, design):
    """The targets of a padded batch are on the host, where no kernel can read them."""
    (model, _), (_, moved) = (
        models(kernels_like_cupy, config(designs[design], backend=backend)) for backend in ("numpy", "cupy")
    )
    pairs = [(source, source[::-1]) for source in SENTENCES]
    assert perplexity(moved, pairs) == pytest.approx(perplexity(model, pairs), rel=1e-5)
