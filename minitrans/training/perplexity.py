"""How probable a model finds given translations: each of them, and all together as perplexity.

A model that chooses uniformly among k pieces has perplexity k, so lower is better.
"""

import math

from ..backend import to_numpy
from ..data.batching import Pair, batches, make_batch
from ..data.encoded import TokenizedText
from ..data.ids import PAD
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

    losses, tokens = zip(*of_batches(model, pairs, negative_log_likelihood)[0], strict=True)
    return math.exp(min(sum(losses) / sum(tokens), 700))  # exp(710) overflows


def log_probabilities(model: Transformer, pairs: list[Pair]) -> list[float]:
    """log P(target | source) of each pair, EOS included: the `log_probability` of a hypothesis in a search"""

    def log_probability(indices):
        batch = make_batch([pairs[i] for i in indices], model.xp)
        logits, words = model.logits(batch.source.ids, batch.target_in.ids), model.xp.asarray(batch.target_out)
        logits -= logits.max(axis=-1, keepdims=True)
        at_words = model.xp.take_along_axis(logits, words[..., None], -1)[..., 0]
        of_words = at_words - model.xp.log(model.xp.exp(logits).sum(axis=-1))
        return to_numpy((of_words * (words != PAD)).sum(axis=1)).tolist()

    found, groups = of_batches(model, pairs, log_probability)
    by_pair = dict(zip(sum(map(list, groups), []), sum(found, []), strict=True))
    return [by_pair[i] for i in range(len(pairs))]


def of_batches(model, pairs, function):
    """-> (function(indices of pairs) of each batch, the batches), divided between processes and threads"""
    shards = shards_of(model.config)
    # Needs no more memory than a training step, whose logits may be in bfloat16 on a GPU; these are in float32.
    parts = shards if model.config.backend == "numpy" else 4
    groups = list(batches(pairs, model.config.batch_tokens // parts))
    with engine(model.config) as running:
        threads = min(running.threads, shards)
        return world().map(lambda groups: in_threads(function, groups, threads), groups), groups
