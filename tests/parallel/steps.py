"""Twenty steps of a small model with dropout; rank 0 prints a checksum of the weights, the norm and the loss."""

import hashlib
import sys

import numpy as np

from minitrans.config import Config
from minitrans.nn import Transformer
from minitrans.optim import Adam
from minitrans.parallel.workers import Workers
from minitrans.parallel.world import world
from minitrans.step import Step


def batch(rng):
    lengths = rng.integers(1, 15, (23, 2))
    return [tuple(rng.integers(4, 90, length).tolist() for length in pair) for pair in lengths]


def main(dtype):
    sizes = dict(layers=1, d_model=24, d_ff=48, heads=2, vocabulary=90, max_length=20)
    config = Config(**sizes, dropout=0.2, attention_dropout=0.1, shards=4, clip=0.5, dtype=dtype)
    model, rng = Transformer(config), np.random.default_rng(5)
    step = Step(model, Adam(model.flat), Workers(model, config.shards))
    for number in range(1, 21):
        step([batch(rng), batch(rng)], number, 0.002)
    outcome = step.totals()
    if world().rank == 0:
        print(hashlib.sha256(model.flat.tobytes()).hexdigest(), outcome.norm, outcome.loss, step.flops)


if __name__ == "__main__":
    main(sys.argv[1])
