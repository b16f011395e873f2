"""Ctrl-C and SIGTERM while training: the step is ended and saved before the program is."""

import signal
import threading
import time
from contextlib import contextmanager


class Stopped(SystemExit):
    """Training has saved and ended because of a signal; the exit code is the usual one, 128 + its number."""

    def __init__(self, number):
        super().__init__(128 + number)


@contextmanager
def stop_signals():
    """Within this context the first Ctrl-C or SIGTERM is only noted, in the list that it gives; the next acts.

    One within a second is the same wish: `timeout` and other programs send theirs to the process and to its group.
    """
    noted, times, before = [], [], {}

    def note(number, frame):
        noted.append(number)
        times.append(time.monotonic())
        if times[-1] - times[0] > 1:
            restore()
            signal.raise_signal(number)

    def restore():
        for number, handler in before.items():
            signal.signal(number, handler)

    if threading.current_thread() is threading.main_thread():  # no other may set handlers
        before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield noted
    finally:
        restore()
