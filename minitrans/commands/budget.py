"""What `--minutes` changes in a preset: its model, batch and warm-up must suit the steps that the time can hold."""

import time
from dataclasses import replace

import numpy as np

from ..config import flag
from ..config.presets import COOLDOWN, SMALLER, preset
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
    """-> the Config of a preset, changed to what its minutes can feed, with the fields that the user has set

    The rate falls at the end.  If the minutes hold less than half of the steps of the preset, the first of its SMALLER
    models for which they hold enough takes its place.  A warm-up that would be too long gets shorter, and its highest
    rate stays.
    """
    plain = preset(name, **dict(cooldown=COOLDOWN) | overrides)
    if plain.backend != "numpy":  # to time a GPU, its kernels would have to be compiled
        return plain
    for least, changes in ({plain.steps / 2: {}} | SMALLER.get(name, {0: {}})).items():
        config = preset(name, **dict(cooldown=COOLDOWN) | changes | overrides)
        held = steps_held(config)
        if held >= least:
            break
    warmup = max(1, round(WARM_UP * held))
    if "warmup" not in overrides and warmup < config.warmup:
        config = replace(config, warmup=warmup, rate=config.rate * (warmup / config.warmup) ** 0.5)
    changed = {key: value for key, value in vars(config).items() if value != getattr(plain, key)}
    flags = " ".join(
        f"{flag(key)} {value:.4}" if key == "rate" else f"{flag(key)} {value}" for key, value in changed.items()
    )
    about = f"so --preset {name} gets {flags}" if changed else f"enough for --preset {name}"
    say(f"{config.minutes:g} minutes hold about {held:,.0f} steps on this machine: {about}")
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
