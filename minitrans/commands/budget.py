"""What `--minutes` changes in a preset: the rate falls at the end, and the warm-up must fit the time."""

import time
from dataclasses import replace

import numpy as np

from ..config.presets import COOLDOWN, preset
from ..data.batching import make_batch
from ..data.ids import EOS
from ..parallel.pools import in_threads
from ..parallel.workers import shards_of
from ..parallel.world import cores, world
from ..system.errors import say
from ..training.job import new_model

WARM_UP = 0.1  # the largest share of the steps
WORDS = 15  # per sentence of the batch that is timed
MOST = 1000  # its tokens in each thread: more would take long and say nothing new


def preset_for(name, overrides):
    """-> the Config of a preset whose training takes some minutes, with the fields that the user has set

    The rate falls at the end.  A warm-up that would be too long gets shorter, and its highest rate stays.  The model
    is that of the preset.
    """
    config = preset(name, **dict(cooldown=COOLDOWN) | overrides)
    about = f"the learning rate falls in the last {config.cooldown:.0%} of {config.minutes:g} minutes"
    if not config.cooldown:
        about = f"{config.minutes:g} minutes with the paper's learning rate (--cooldown 0)"
    if config.backend != "numpy":  # to time a GPU, its kernels would have to be compiled
        say(about)
        return config
    held = steps_held(config)
    warmup = max(1, round(WARM_UP * held))
    if "warmup" not in overrides and warmup < config.warmup:
        config = replace(config, warmup=warmup, rate=config.rate * (warmup / config.warmup) ** 0.5)
        about += f", and its warm-up gets shorter: --warmup {warmup} --rate {config.rate:.4}"
    say(f"{about}, about {held:,.0f} steps on this machine")
    return config


def steps_held(config):
    """About how many steps the minutes of `config` hold on this machine, timed with random words"""
    # One table for both sides, and room for the words: the true tokenizer, which may refuse its size, comes later.
    config = replace(config, max_length=WORDS + 1, vocabulary=max(10, *config.vocabularies), source_vocabulary=None)
    model, shards = new_model(config, np), shards_of(config)
    threads = min(cores(), shards)
    tokens = max(1, config.batch_tokens // shards)  # of a shard
    count = -(-min(tokens, MOST) // (WORDS + 1))
    ids = np.random.default_rng(1).integers(EOS + 2, config.vocabulary, (2, count, WORDS)).tolist()
    batch = make_batch(list(zip(*ids, strict=True)))

    def forward_and_backward(replica):
        replica.loss(batch, seed=(1, 1)).backward()

    replicas, times = [model.replica() for _ in range(threads)], []
    for _ in range(5):  # at first the memory is new, and another program may interrupt one of them
        start = time.perf_counter()
        in_threads(forward_and_backward, replicas, threads)
        times.append(time.perf_counter() - start)
    rounds = -(-shards // (threads * world().size)) * config.accumulate
    per_token = min(times) / (count * (WORDS + 1))
    return config.minutes * 60 / max(per_token * tokens * rounds, 1e-9)  # a clock may stand still
