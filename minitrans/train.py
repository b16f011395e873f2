"""python -m minitrans.train: the same as `minitrans train`."""

from .commands.program import run_named

if __name__ == "__main__":
    run_named("train")
