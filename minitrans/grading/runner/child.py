"""The grader's side of the child process that runs a submission: start it, ask it, and kill it."""

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

from .limits import too_long

START_LIMIT = 300  # seconds to start Python, NumPy and this library on a busy machine
END_LIMIT = 2  # seconds from the end of its output to the end of the process
FORGED = "the program wrote where the grader expects its own answers"
LONGEST = 10**6  # bytes of one answer, because the child shortens long messages


class Lost(Exception):
    """The child gave no answer and no longer runs.  The message says why."""


class NoChild(Exception):
    """This machine cannot start a child, so it cannot grade."""


class Child:
    """A child process in its own session, so that everything it starts can be killed with it."""

    def __init__(self, **hello):
        """Start a child and wait until it is ready.  OSError or Lost: this machine cannot start one."""
        self.number = 0
        # The working directory is removed with what the submission writes there, as far as possible.
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        paths = [str(Path(minitrans.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
        settings = dict(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")
        settings["MPLBACKEND"] = "Agg"  # so that no plot of a submission waits for somebody to close a window
        settings["PYTHONOPTIMIZE"] = ""  # otherwise the asserts of a submission would not run
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-W", "ignore", "-m", "minitrans.grading.runner.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self.folder.name,
                env=os.environ | settings | dict(PYTHONPATH=os.pathsep.join(filter(None, paths))),
                bufsize=0,
                start_new_session=True,  # Windows has no sessions and ignores this
            )
        except OSError:
            self.folder.cleanup()
            raise
        self.ask(START_LIMIT, **hello)

    def ask(self, limit, **request):
        """The answer to a request.  Lost if there is none within `limit` seconds."""
        self.number += 1
        lines = []
        self.reader = threading.Thread(target=lambda: lines.append(self.process.stdout.readline(LONGEST)), daemon=True)
        with contextlib.suppress(OSError):  # the child may have ended, and then gives no answer
            self.process.stdin.write(json.dumps([self.number, request]).encode() + b"\n")
        self.reader.start()
        self.reader.join(limit)
        if self.reader.is_alive():
            self.close()
            raise Lost(too_long(limit))
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
            raise Lost(FORGED) from None
        return answer

    def close(self):
        """Kill the child and the processes in its session."""
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL) if os.name == "posix" else self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.reader.join(1)
        if not self.reader.is_alive():  # a process that has left the session may still hold the pipe
            self.process.stdout.close()
        remove(self.folder)


def remove(folder):
    """Remove a temporary folder, unless a submission has nested folders too deeply or made its files immutable."""
    with contextlib.suppress(RecursionError, OSError):
        folder.cleanup()
