"""The finding of a check: what is wrong, as facts and as a sentence."""

from contextlib import contextmanager
from dataclasses import dataclass

from ...system.errors import plain

LONGEST = 2000  # characters of one fact


@dataclass(eq=False)
class Finding(AssertionError):
    """A check of an exercise raises it.

    what: the fault;  where: the case that shows it
    yours, expected: the two results, if there are two to show
    cause: the mistake that probably explains it;  causes: all known mistakes that give exactly this result
    measured: whether the gradient check has found it; then `what` holds the two results
    written: False for a function that is as the stub left it
    asked: what a variant asks for;  printed: what the submission has printed
    """

    what: str
    where: str = ""
    yours: str = ""
    expected: str = ""
    cause: str = ""
    causes: tuple = ()
    measured: bool = False
    written: bool = True
    asked: str = ""
    printed: str = ""

    def __post_init__(self):
        for name, value in vars(self).items():
            setattr(self, name, shortened(value) if isinstance(value, str) else value)

    def __str__(self):
        return self.sentence()

    def sentence(self, full=True):
        """full: everything; otherwise what is wrong, and the probable cause"""
        what, width = f"{self.where}: {self.what}" if self.where else self.what, 19 if self.measured else 11
        lines = [f"{what}:", f"  yours      {self.yours}", f"  expected   {self.expected}"] if self.yours else [what]
        lines = lines if full else lines[0].splitlines()[:1]
        if self.cause:
            lines.append(f"  {'probably':<{width}}{self.cause}")
        if self.asked and full:
            lines.append(f"  asked for  {self.asked}")
        if (printed := plain(self.printed).strip()) and full:
            lines.append(f"  it printed:\n{printed}")
        return plain("\n".join(lines))


def shortened(text, most=LONGEST):
    return text if len(text) <= most else text[:most] + "..."


class FailedCase(Exception):
    """Names the case of a stage in which an exception was raised.  That exception is the __cause__."""


@contextmanager
def in_case(name):
    """Raise FailedCase(name) from any exception in this block."""
    try:
        yield
    except Exception as error:
        raise FailedCase(name) from error
