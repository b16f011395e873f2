"""What the tests of training share: a place of their own, and an end in the middle of a run."""

import contextlib
from types import SimpleNamespace

import pytest

from minitrans.training import trainer


@pytest.fixture(autouse=True)
def place(elsewhere):
    """Each test works in a directory of its own."""


@pytest.fixture
def interrupted(monkeypatch):
    """with interrupted(at=6): Ctrl-C in the middle of step 6."""

    @contextlib.contextmanager
    def interrupted(at):
        update = trainer.Trainer.update

        def stopped(self):
            if self.progress.step + 1 == at:
                raise KeyboardInterrupt
            return update(self)

        with monkeypatch.context() as patch:
            patch.setattr(trainer.Trainer, "update", stopped)
            yield

    return interrupted


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
