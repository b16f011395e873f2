"""What the tests of training share: a place of their own, and an end in the middle of a run."""

import contextlib

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
