"""python -m minitrans.train: the same as `minitrans train`."""

from .commands.program import run

if __name__ == "__main__":
    run("train")
