"""Benchmark jobs: training steps and beam search on random words, with the code that trains and translates."""

import sys
import time

import numpy as np

from ...backend import synchronize
from ...data.batching import Pair
from ...data.ids import EOS
from ...optim import Adam
from ...parallel.workers import Workers, shards_of
from .profiling import GemmReplay

SIZES = {
    "S": dict(layers=3, d_model=256, d_ff=1024, heads=4, vocabulary=8000, batch_tokens=3000),
    "B": dict(layers=6, d_model=512, d_ff=2048, heads=8, vocabulary=37000, batch_tokens=2048),
}
WARM_UP = 3  # steps that run before the measured ones
SOURCE_TOKENS = 15  # source tokens per sentence to decode, EOS included


def draw_batches(count: int, tokens: int, vocabulary: int, seed: int = 0) -> list[list[Pair]]:
    """`count` batches of random words with lengths as in Multi30k -> lists of (source ids, target ids), without EOS

    The source length has mean 14 and standard deviation 5; the target length is 8/7 of it, with standard deviation 2.
    A batch has pairs of similar length, and `tokens` target tokens or a few more, EOS counted.
    """
    rng = np.random.default_rng(seed)
    n = max(2000, 40 * tokens // 17)
    source = np.clip(np.round(rng.normal(14, 5, n)), 4, 45).astype(int)
    target = np.clip(np.round(source * 16 / 14 + rng.normal(0, 2, n)), 3, 50).astype(int)
    order = np.lexsort((source, target))
    # A new batch starts when the previous one has enough tokens.
    starts, total = [0], 0
    for end, i in enumerate(order, 1):
        total += target[i] + 1
        if total >= tokens:
            starts, total = [*starts, end], 0
    groups = [order[a:b] for a, b in zip(starts, starts[1:], strict=False)]
    chosen = rng.permutation(len(groups))

    def words(length):
        return rng.integers(3, vocabulary, length).tolist()

    return [[(words(source[i]), words(target[i])) for i in groups[chosen[j % len(groups)]]] for j in range(count)]


class Training:
    """Complete training steps: forward, backward, norm of the gradient, Adam.  running: an Engine"""

    def __init__(self, model, batches, running):
        self.batches, self.take_step = batches, running.make_step(model, Adam(model.flat))
        self.threads = min(running.threads, shards_of(model.config))

    def step(self, i):
        """Take step i -> number of target tokens"""
        return self.take_step([self.batches[i % len(self.batches)]], i + 1, 1e-4)


def words_of(batches):
    """Source or target tokens of the largest batch, EOS counted, so that `Config.batch_tokens` has room for all."""
    return max(sum(len(side) + 1 for side in sides) for batch in batches for sides in zip(*batch, strict=True))


def products_of(model, batches):
    """-> the GemmReplay of training steps: their matrix products alone, without those of attention"""
    workers = Workers(model, shards_of(model.config))
    return GemmReplay(model.config, [[batch for batch in workers.cut(pairs) if batch] for pairs in batches])


def never_ending(model):
    """Change a model so that EOS is never likely, and every search therefore takes all its steps.

    With gamma = beta = 1, rows of the last LayerNorm have sum d_model; with EOS embedded as -1, its logit is -d_model.
    """
    model.decoder[-1].feed_forward_residual.norm.beta.data[:] = 1
    model.softmax_embedding.data[EOS] = -1
    return model


class Decoding:
    """Beam search with the KV cache: `length` steps for a batch of `sentences`.  running: an Engine"""

    def __init__(self, model, sentences, beam, length, running):
        config, rng = model.config, np.random.default_rng(0)
        self.model, self.running, self.tokens = never_ending(model), running, sentences * length
        self.threads = min(running.threads, sentences)
        self.sentences = rng.integers(4, config.vocabulary, (sentences, SOURCE_TOKENS - 1)).tolist()
        self.options = dict(beam=beam, max_extra=length - SOURCE_TOKENS + 1)

    def step(self, i):
        self.running.search_all(self.model, self.sentences, **self.options)
        return self.tokens


def measure(job, i, xp):
    """Run step i of a job -> (seconds, tokens)"""
    synchronize(xp)
    start = time.perf_counter()
    tokens = job.step(i)
    synchronize(xp)
    return time.perf_counter() - start, tokens


def peak_memory():
    """Largest resident memory of this process in GB; None on systems without the module resource."""
    try:
        import resource
    except ImportError:
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e9 if sys.platform == "darwin" else 1e6)
