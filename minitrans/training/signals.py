"""Ctrl-C, SIGTERM and SIGHUP during training: a checkpoint is saved before the program ends."""

import os
import signal
import threading
import time
from contextlib import contextmanager

from ..parallel.world import world

NUMBERS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Stopped(SystemExit):
    """Training has saved a checkpoint and ended because of a signal; exit code 128 + number, as shells expect."""

    def __init__(self, number):
        super().__init__(128 + number)


class Interrupted(BaseException):
    """A signal has come during a computation that can be abandoned."""


class Received(list):
    """The numbers of the signals that have come."""

    at_once = False

    @contextmanager
    def interrupting(self):
        """Within this context a signal raises Interrupted, even if it came before.

        With several processes it does not, because the others would wait for this one.
        """
        if world().size > 1:
            yield
            return
        self.at_once = True
        try:
            if self:
                raise Interrupted
            yield
        finally:
            self.at_once = False


@contextmanager
def stop_signals():
    """Within this context the first signal is recorded in the yielded `Received`, and the next ends the program.

    A second signal within a second is ignored, because `timeout` and other programs signal the process and its group.
    SIGHUP, which comes when a terminal closes, stays ignored if it is already, such as by `nohup`.
    """
    received, times, before = Received(), [], {}

    def record(number, frame):
        received.append(number)
        times.append(time.monotonic())
        if number == getattr(signal, "SIGHUP", None):
            leave_closed_terminal()
        if times[-1] - times[0] > 1:
            restore()
            signal.raise_signal(number)
        elif received.at_once:
            received.at_once = False
            raise Interrupted

    def restore():
        for number, handler in before.items():
            signal.signal(number, handler)

    if threading.current_thread() is threading.main_thread():  # Python allows no other thread to set handlers
        for number in NUMBERS:
            if number in (signal.SIGINT, signal.SIGTERM) or signal.getsignal(number) != signal.SIG_IGN:
                before[number] = signal.signal(number, record)
    try:
        yield received
    finally:
        restore()


def leave_closed_terminal():
    """Discard the output if its terminal is closed, because an error in writing there would prevent saving."""
    for descriptor in (1, 2):
        try:
            os.write(descriptor, b"")
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)
