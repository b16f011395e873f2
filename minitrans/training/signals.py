"""Ctrl-C and SIGTERM during training: the current step is completed and saved before the program ends."""

import signal
import threading
import time
from contextlib import contextmanager


class Stopped(SystemExit):
    """Training has saved a checkpoint and ended because of a signal; exit code 128 + number, as shells expect."""

    def __init__(self, number):
        super().__init__(128 + number)


@contextmanager
def stop_signals():
    """Within this context the first Ctrl-C or SIGTERM is recorded in the yielded list, and the next ends the program.

    One within a second of the first is ignored: `timeout` and other programs signal the process and also its group.
    """
    received, times, before = [], [], {}

    def record(number, frame):
        received.append(number)
        times.append(time.monotonic())
        if times[-1] - times[0] > 1:
            restore()
            signal.raise_signal(number)

    def restore():
        for number, handler in before.items():
            signal.signal(number, handler)

    if threading.current_thread() is threading.main_thread():  # Python allows no other thread to set handlers
        before = {number: signal.signal(number, record) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield received
    finally:
        restore()
