"""Training in which something happens on one rank in its fourth step: python faulty.py RANK 'CODE' FLAGS..."""

import itertools
import os  # noqa: F401  (the code may use it)
import sys

from minitrans.commands import train
from minitrans.commands.program import run_command
from minitrans.parallel.world import world
from minitrans.step import Step
from minitrans.system.errors import UserError  # noqa: F401


def main():
    rank, code = int(sys.argv.pop(1)), sys.argv.pop(1)
    call, steps = Step.__call__, itertools.count(1)

    def faulty(self, micro_batches, number, rate):
        if next(steps) == 4 and world().rank == rank:
            found = eval(code)
            if isinstance(found, Exception):
                raise found
        return call(self, micro_batches, number, rate)

    Step.__call__ = faulty
    train.main()


if __name__ == "__main__":
    run_command(main, processes=True)
