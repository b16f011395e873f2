"""What several test files need: commands called as programs are, small models, a tiny corpus and a run on it."""

import contextlib
import importlib.util
import io
import itertools
import os
import shutil
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import parent_process
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple
from unittest import mock

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported: tests share the cores already
if os.environ.get("MINITRANS_JITTER"):
    from .jitter import sitecustomize  # before minitrans is imported

    paths = str(Path(sitecustomize.__file__).parent), os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))  # for the processes that tests start

import hypothesis
import numpy as np
import pytest

import minitrans
from minitrans.__main__ import NAMES
from minitrans.backend import get_backend
from minitrans.commands.arguments import Parser
from minitrans.commands.program import run_command
from minitrans.config import Config
from minitrans.nn import Transformer
from minitrans.system.errors import UserError

ENGLISH = ["the dog", "the cat", "a bird", "my friend", "she"], ["sees", "likes", "hears"]
GERMAN = ["der Hund", "die Katze", "ein Vogel", "mein Freund", "sie"], ["sieht", "mag", "hört"]
OBJECTS = ["trees", "apples", "music", "books"], ["Bäume", "Äpfel", "Musik", "Bücher"]
PAIRS = [([4, 5, 6], [7, 8]), ([9], [10, 4, 9, 9]), ([6, 6, 7, 8, 10], [5]), ([4, 4], [8, 8, 6])]
DESIGNS = {
    "post-norm": {},
    "pre-norm": dict(norm="pre"),
    "own widths": dict(d_k=3, d_v=5),
    "separate tables": dict(share_embeddings=False),
    "learned positions": dict(positions="learned", norm="pre"),
    "near words": dict(attention_radius=2),
    "as published": dict(activation="swish", eps=1e-5, logits_bias=True, decoder_layers=1, source_vocabulary=14),
}
PATHS = str(Path(minitrans.__file__).parents[1]), os.environ.get("PYTHONPATH")
ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, PATHS))}
ENVIRONMENT.pop("PYTHONUNBUFFERED", None)  # the default of users: stdout is buffered
TINY_MODEL = "--layers 1 --d-model 32 --heads 2 --d-ff 64 --vocabulary 70 --batch-tokens 200 --norm post".split()
TINY_MODEL += "--dropout 0.2 --warmup 2000 --rate 1 --cooldown 0 --average 5".split()


hypothesis.settings.register_profile("minitrans", deadline=None)  # no test asserts a time
hypothesis.settings.load_profile("minitrans")


def pytest_addoption(parser):
    parser.addoption("--backend", choices=["numpy", "cupy"], default="numpy", help="the array library of the tests")
    parser.addoption("--all", action="store_true", help="run the slow tests too")


def pytest_configure(config):
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in a job in the background
        signal.signal(signal.SIGINT, signal.default_int_handler)  # tests of Ctrl-C need it
    if config.getoption("--all"):
        os.environ["MINITRANS_ALL"] = "1"  # for tests that repeat the same more often


@pytest.hookimpl(tryfirst=True)  # before -m chooses by markers
def pytest_collection_modifyitems(config, items):
    """Leave out the slow tests, except one of each kind, unless --all is given."""
    slow = [item for item in items if item.get_closest_marker("slow") and not item.get_closest_marker("quick")]
    slow = [] if config.getoption("--all") else slow
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in set(slow)]


class Ended(NamedTuple):
    """What a program leaves behind."""

    code: int
    out: str
    err: str

    @property
    def error(self):
        """The one line with which it has refused"""
        assert (self.code, self.out) == (2, ""), self
        assert self.err.startswith("error: ") and self.err.count("\n") == 1, self.err
        return self.err


def call(line, *arguments):
    """Run `minitrans LINE ARGUMENTS` within this process; the line is split at its blanks."""
    name, *words = line.split()
    main = importlib.import_module(f"minitrans.commands.{name}").main
    out, err, code = io.StringIO(), io.StringIO(), 0
    argv = mock.patch.object(sys, "argv", [f"minitrans {name}", *words, *map(str, arguments)])
    exit_copy = os._exit  # a copy of this process, see parallel.py, must end and not go on with the tests
    leave = mock.patch.object(os, "_exit", lambda code: (exit_copy if parent_process() else sys.exit)(code))
    with argv, leave, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            run_command(main)
        except SystemExit as end:
            code = end.code or 0
    return Ended(code, out.getvalue(), err.getvalue())


def write_tiny_corpus(folder):
    """60 pairs to learn by heart: six each of them also valid and test.  Returns the flags that name the files."""
    pairs = [
        (f"{subject_en} {verb_en} {object_en}.", f"{subject_de} {verb_de} {object_de}.")
        for (subject_en, subject_de), (verb_en, verb_de), (object_en, object_de) in itertools.product(
            zip(ENGLISH[0], GERMAN[0], strict=True),
            zip(ENGLISH[1], GERMAN[1], strict=True),
            zip(*OBJECTS, strict=True),
        )
    ]
    flags = []
    for split, part in dict(valid=pairs[::10], test=pairs[5::10], train=pairs).items():
        for side, lines in zip(("src", "tgt"), zip(*part, strict=True), strict=True):
            path = folder / f"{split}.{side}"
            path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
            flags += [f"--{split}-{side}", path]
    return flags


class Threads:
    """Collective operations of MPI between threads: each of them is a rank."""

    IN_PLACE = None

    def __init__(self, size):
        self.barrier, self.boards = threading.Barrier(size), [None] * size

    def rank(self, rank):
        def all_to_all(sent, received):
            (data, (counts, starts)), (into, sizes) = sent, received
            self.boards[rank] = [data[start : start + count] for start, count in zip(starts, counts, strict=True)]
            self.barrier.wait()
            parts = [board[rank] for board in self.boards]
            assert [len(part) for part in parts] == sizes
            into[:] = np.concatenate(parts)
            self.barrier.wait()

        def all_gather(place, received):
            data, (counts, starts) = received
            self.boards[rank] = data[starts[rank] :][: counts[rank]].copy()
            self.barrier.wait()
            data[:] = np.concatenate(self.boards)
            self.barrier.wait()

        comm = SimpleNamespace(Alltoallv=all_to_all, Allgatherv=all_gather)
        return mock.Mock(comm=comm, MPI=self, rank=rank, size=len(self.boards))

    def call(self, run, rank):
        try:
            return run(self.rank(rank))
        except BaseException:
            self.barrier.abort()  # or the others would wait for ever
            raise


@pytest.fixture
def ranks_in_threads():
    """ranks_in_threads(2, run): call run(ranks) in so many threads, where `ranks` is a world -> the results"""

    def ranks_in_threads(size, run):
        together = Threads(size)
        with ThreadPoolExecutor(size) as pool:
            return list(pool.map(lambda rank: together.call(run, rank), range(size)))

    return ranks_in_threads


def module_at(path):
    """The program in this file as a module"""
    specification = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def example():
    """example(name): the program examples/NAME.py as a module"""
    return lambda name: module_at(Path(__file__).parents[1] / "examples" / f"{name}.py")


@pytest.fixture(autouse=True)
def exact_weights(request, monkeypatch):
    if request.node.get_closest_marker("exact_weights"):
        monkeypatch.delenv("MINITRANS_JITTER", raising=False)


@pytest.fixture(autouse=True)
def undrawn(monkeypatch):
    """Training writes its curves without drawing them, because drawing would take three quarters of a short training.

    They are drawn by other processes and for runs of a larger scope, such as `tiny_run`.
    """
    monkeypatch.setattr("minitrans.views.plots.curves", lambda logs, file: file.write(b"curves"))


@pytest.fixture
def rng():
    """The same random numbers for every test, whatever ran before it."""
    return np.random.default_rng(0)


@pytest.fixture
def xp(pytestconfig):
    """NumPy, or CuPy with --backend cupy."""
    return get_backend(pytestconfig.getoption("--backend"))


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium, driven by Playwright; without either, the tests that need it are skipped.

    There is one for all tests, as Playwright runs only once in a process.
    """
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: pip install playwright")
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if not chromium:
        pytest.skip("there is no chromium and no google-chrome")
    with api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture(scope="session")
def refusal():
    """refusal(function, *arguments, **options): the message of the UserError that is expected, one line."""

    def message(function, *arguments, **options):
        with pytest.raises(UserError) as caught:
            function(*arguments, **options)
        assert "\n" not in str(caught.value)
        return str(caught.value)

    return message


@pytest.fixture(scope="session")
def command():
    return call


@pytest.fixture
def parsers(monkeypatch):
    """parsers(name, ...): yield (name, Parser) of each of these commands, or of all, and of its subcommands"""

    def parsers(*names):
        made = []
        for method in ("parse_args", "parse_intermixed_args"):
            monkeypatch.setattr(Parser, method, lambda self, *_: made.append(self) or sys.exit())
        for name in names or NAMES:
            with pytest.raises(SystemExit):
                importlib.import_module(f"minitrans.commands.{name}").main()
            parser = made.pop()
            yield name, parser
            for action in parser._subparsers._group_actions if parser._subparsers else ():
                yield from ((f"{name} {below}", each) for below, each in action.choices.items())

    return parsers


@pytest.fixture(scope="session")
def script():
    """script(body, environment): a program whose `main` has this body -> (exit code, stdout, stderr)"""

    def run(body, environment=()):
        lines = [
            "from minitrans.commands.program import run_command",
            "def main():",
            *(f"    {line}" for line in body.splitlines()),
        ]
        program = "\n".join([*lines, "run_command(main)"])
        options = dict(env=ENVIRONMENT | dict(environment), capture_output=True, text=True, timeout=60)
        done = subprocess.run([sys.executable, "-c", program], **options)
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.fixture(params=DESIGNS)
def design(request):
    """The name of each kind of model in turn."""
    return request.param


@pytest.fixture(scope="session")
def small_model():
    """small_model(design, **fields): in float64, with biases and LayerNorms not at their plain initial values."""

    def make(design="post-norm", **more):
        sizes = dict(layers=2, d_model=8, d_ff=12, heads=2, vocabulary=12, max_length=32, dropout=0.0, dtype="float64")
        model = Transformer(Config(**sizes | DESIGNS[design] | more))
        model.flat += 0.1 * np.random.default_rng(5).standard_normal(model.flat.size).astype(model.flat.dtype)
        return model

    return make


@pytest.fixture(scope="session")
def loss_and_gradient():
    """loss_and_gradient(model, batch, seed=None) -> a number, and one array for all parameters"""

    def both(model, batch, seed=None):
        model.flat_grad[:] = 0
        loss = model.loss(batch, seed=seed)
        loss.backward()
        return float(loss.data), model.flat_grad.copy()

    return both


@pytest.fixture
def pairs():
    """Four pairs of sentences of different length, as ids."""
    return list(PAIRS)


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """No test finds or leaves anything in the directory it was called from."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MINITRANS_DATA", raising=False)


@pytest.fixture(scope="session")
def tiny_corpus_in():
    """tiny_corpus_in(folder): flags of `minitrans train` for a tiny corpus below it and a model that fits it."""

    def write(folder):
        folder.mkdir()
        return [*write_tiny_corpus(folder), *TINY_MODEL]

    return write


@pytest.fixture
def tiny_corpus(tmp_path, tiny_corpus_in):
    """The same below tmp_path."""
    return tiny_corpus_in(tmp_path / "text")


@pytest.fixture(scope="session")
def without():
    """without(flags, "--a", "--b"): the flags less these two and what follows each of them."""

    def fewer(flags, *names):
        flags = list(flags)
        for name in names:
            at = flags.index(name)
            del flags[at : at + 2]
        return flags

    return fewer


class TinyRun(NamedTuple):
    path: object
    text: object
    ended: Ended


@pytest.fixture(scope="session")
def tiny_run(tmp_path_factory):
    """A run that has learned the tiny corpus by heart."""
    folder = tmp_path_factory.mktemp("tiny")
    # Pre-norm learns it with any seed, and so with any machine's rounding.
    flags = [*write_tiny_corpus(folder), *TINY_MODEL, "--norm", "pre", "--dropout", 0.05, "--warmup", 60, "--rate", 1.5]
    steps = ["--steps", 160, "--valid-steps", 80, "--log-steps", 40, "--symbols", "<2de>", "@é"]
    ended = call("train", "--out", folder / "run", *flags, *steps)
    assert ended.code == 0, ended.err
    return TinyRun(folder / "run", folder, ended)


@pytest.fixture
def translate(command, tiny_run, monkeypatch):
    """`minitrans translate --run TINY ...` with bytes as its standard input."""

    def call(*arguments, stdin=b"", terminal=False):
        fake = SimpleNamespace(buffer=io.BytesIO(stdin), isatty=lambda: terminal, close=lambda: None)
        monkeypatch.setattr(sys, "stdin", fake)
        return command("translate", "--run", tiny_run.path, *arguments)

    return call
