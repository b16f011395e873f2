"""The child process in which a submission runs, as the grader sees it: started, asked, and killed."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import minitrans

START_LIMIT = 300  # seconds, for Python, NumPy and this library, on a busy machine
END_LIMIT = 2  # seconds from the end of its answers to its own
LONGEST = 10**6  # bytes of an answer; the child cuts its messages


class Lost(Exception):
    """There was no answer, and the child is gone; the message says why."""


class Child:
    """Alone in a session of its own, so that whatever it starts can be killed with it."""

    def __init__(self, **hello):
        """A child that is ready.  OSError, Lost: this machine has none."""
        self.number = 0
        # Whatever it writes in its working directory goes with it, as far as that can be removed.
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        paths = [str(Path(minitrans.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
        settings = dict(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")
        settings["PYTHONOPTIMIZE"] = ""  # or the asserts of a submission would not count
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-W", "ignore", "-m", "minitrans.grading.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self.folder.name,
                env=os.environ | settings | dict(PYTHONPATH=os.pathsep.join(filter(None, paths))),
                bufsize=0,
                start_new_session=True,  # Windows has none and ignores it
            )
        except OSError:
            self.folder.cleanup()
            raise
        self.ask(START_LIMIT, **hello)

    def ask(self, limit, **request):
        """The answer to a request, within `limit` seconds."""
        self.number += 1
        lines = []
        self.reader = threading.Thread(target=lambda: lines.append(self.process.stdout.readline(LONGEST)), daemon=True)
        with contextlib.suppress(OSError):  # where it has ended there is no answer
            self.process.stdin.write(json.dumps([self.number, request]).encode() + b"\n")
        self.reader.start()
        self.reader.join(limit)
        if self.reader.is_alive():
            self.close()
            raise Lost(f"stopped after {limit:g} seconds: an endless loop?")
        if lines == [b""]:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(END_LIMIT)
            self.close()
            raise Lost(f"the program ended in the middle of this check (exit code {self.process.returncode})")
        try:
            number, answer = json.loads(lines[0])
            if number != self.number or type(answer) is not dict:
                raise ValueError
        except (ValueError, TypeError, RecursionError):
            self.close()
            raise Lost("the program wrote where the grader expects its own answers") from None
        return answer

    def close(self):
        """Kill it and what it started, unless that has left its session."""
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL) if os.name == "posix" else self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.reader.join(1)
        if not self.reader.is_alive():  # as it is while a process that has left the session holds the pipe
            self.process.stdout.close()
        with contextlib.suppress(RecursionError):  # of Python's own, on folders in folders in folders ...
            self.folder.cleanup()
