"""What the tests of training share: a place of their own, and an end in the middle of a run."""

import contextlib
from types import SimpleNamespace

import pytest

from minitrans.training import trainer


@pytest.fixture(autouse=True)
def place(elsewhere):
    """Each test works in a directory of its own."""


@pytest.fixture
def at_step(monkeypatch):
    """with at_step(7, function): call it before step 7."""

    @contextlib.contextmanager
    def at_step(step, function):
        update = trainer.Trainer.update

        def changed(self):
            if self.progress.step + 1 == step:
                function()
            return update(self)

        with monkeypatch.context() as patch:
            patch.setattr(trainer.Trainer, "update", changed)
            yield

    return at_step


@pytest.fixture
def interrupted(at_step):
    """with interrupted(at=6): Ctrl-C in the middle of step 6."""

    def ctrl_c():
        raise KeyboardInterrupt

    return lambda at: at_step(at, ctrl_c)


@pytest.fixture
def ten_seconds_per_step(monkeypatch):
    """A clock that only training moves: by `step` seconds in a step, by `validation` seconds in a validation."""
    clock = SimpleNamespace(now=1000.0, step=10, validation=0, perf_counter=lambda: clock.now)

    def slow(name):
        method = getattr(trainer.Trainer, name)

        def slowly(self, *arguments):
            clock.now += getattr(clock, dict(update="step", validate="validation")[name])
            return method(self, *arguments)

        monkeypatch.setattr(trainer.Trainer, name, slowly)

    slow("update")
    slow("validate")
    monkeypatch.setattr(trainer, "time", clock)
    return clock
