"""Training by a clock that moves PACE seconds a step and 8 PACE a validation: python clocked.py PACE FLAGS..."""

import sys
from types import SimpleNamespace

from minitrans.commands import train
from minitrans.commands.program import run_command
from minitrans.training import journal, trainer


def main():
    pace = float(sys.argv.pop(1))
    clock = SimpleNamespace(now=0.0)
    trainer.time = SimpleNamespace(perf_counter=lambda: clock.now)

    def slow(name, seconds):
        method = getattr(trainer.Trainer, name)

        def slowly(self, *arguments):
            clock.now += seconds
            return method(self, *arguments)

        setattr(trainer.Trainer, name, slowly)

    slow("update", pace)
    slow("validate", 8 * pace)
    journal.Journal.curves = lambda self: None  # takes longer than all the rest
    train.main()


if __name__ == "__main__":
    run_command(main, processes=True)
