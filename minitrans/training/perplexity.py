"""Perplexity: a model that chooses uniformly among k pieces has perplexity k, so lower is better."""

import math

from ..data.batching import Pair, batches, make_batch
from ..data.encoded import TokenizedText
from ..engine import engine
from ..nn import Transformer
from ..parallel.pools import in_threads
from ..parallel.workers import shards_of
from ..parallel.world import world
from ..tensor import no_grad


def perplexity(model: Transformer, pairs: TokenizedText | list[Pair]) -> float:
    """exp of the mean cross entropy per target piece, EOS included, without label smoothing (Table 3: per-wordpiece).

    pairs: (source ids, target ids), without BOS and EOS
    """

    def negative_log_likelihood(indices):
        batch = make_batch([pairs[i] for i in indices], model.xp)
        with no_grad():
            return float(model.loss(batch, smoothing=0.0).data), batch.tokens

    shards = shards_of(model.config)
    groups = batches(pairs, model.config.batch_tokens // shards)  # needs no more memory than a training step
    with engine(model.config) as running:
        threads = min(running.threads, shards)
        found = world().map(lambda groups: in_threads(negative_log_likelihood, groups, threads), groups)
    losses, tokens = zip(*found, strict=True)
    return math.exp(min(sum(losses) / sum(tokens), 700))  # exp(710) overflows
