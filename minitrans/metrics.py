"""How good a model is: perplexity, and BLEU by sacrebleu."""

import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import sacrebleu

from .backend import cores, one_thread_blas
from .data.batching import batches, make_batch
from .tensor import no_grad


def perplexity(model, pairs):
    """exp of the cross entropy a target piece, without label smoothing (Table 3: per-wordpiece)."""

    def negative_log_likelihood(indices):
        batch = make_batch([pairs[i] for i in indices], model.xp)
        with no_grad():
            return float(model.loss(batch, smoothing=0.0).data), batch.tokens

    # As much memory as a training step takes, not more.
    config = model.config
    threads = min(cores(), config.shards) if model.xp is np else 1
    groups = batches(pairs, config.batch_tokens // config.shards)
    with one_thread_blas(), ThreadPoolExecutor(threads) as pool:
        losses, tokens = zip(*pool.map(negative_log_likelihood, groups), strict=True)
    return math.exp(min(sum(losses) / sum(tokens), 700))


def score(translations, references, metric="bleu", lowercase_tokenized=False):
    """sacrebleu on detokenized text -> (score, signature).

    metric: "bleu" (13a, cased) or "chrf".  lowercase_tokenized: BLEU of lower-cased text, for comparison
    with older papers only.
    """
    if metric == "chrf":
        scorer = sacrebleu.metrics.CHRF()
    else:
        scorer = sacrebleu.metrics.BLEU(lowercase=lowercase_tokenized)
    result = scorer.corpus_score(translations, [references])
    return result.score, str(scorer.get_signature())
