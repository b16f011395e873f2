"""How good a model is: perplexity, and BLEU by sacrebleu."""

import math
import re

import numpy as np
import sacrebleu
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from ..backend import cores, in_threads
from ..data.batching import batches, make_batch
from ..tensor import no_grad
from ..trees.pairs import score_trees

METRIC = dict(translate="bleu", parse="f1")  # of each task


def perplexity(model, pairs):
    """exp of the cross entropy per target piece, without label smoothing (Table 3: per-wordpiece).

    pairs: (source ids, target ids), without BOS and EOS.
    """

    def negative_log_likelihood(indices):
        batch = make_batch([pairs[i] for i in indices], model.xp)
        with no_grad():
            return float(model.loss(batch, smoothing=0.0).data), batch.tokens

    # As much memory as a training step takes, not more.
    config = model.config
    threads = min(cores(), config.shards) if model.xp is np else 1
    groups = batches(pairs, config.batch_tokens // config.shards)
    losses, tokens = zip(*in_threads(negative_log_likelihood, groups, threads), strict=True)
    return math.exp(min(sum(losses) / sum(tokens), 700))  # exp(710) overflows


def score(translations, references, metric="bleu", lowercase_tokenized=False):
    """sacrebleu on detokenized lines -> (score from 0 to 100, signature).

    metric: "bleu" (13a, cased), "chrf", "paper-bleu" (see `paper_bleu`), or "f1" of trees.
    lowercase_tokenized: BLEU of lower-cased text, only for comparison with older papers.
    """
    if metric == "f1":
        found, _ = score_trees(translations, references)
        return found.f1, found.signature
    if metric == "paper-bleu":
        return paper_bleu(translations, references)
    if metric == "chrf":
        scorer = sacrebleu.metrics.CHRF()
    else:
        scorer = sacrebleu.metrics.BLEU(lowercase=lowercase_tokenized)
    result = scorer.corpus_score(translations, [references])
    return result.score, str(scorer.get_signature())


def paper_bleu(translations, references):
    """BLEU as the papers of Table 2 have it: cased, without smoothing, of tokens, compounds split at their hyphens.

    Each part of a compound counts by itself, so it is a little higher.  The tokenizer is sacrebleu's 13a, which
    leaves hyphens between letters alone as the usual scripts do; on other text the two may differ.
    """
    scorer = sacrebleu.metrics.BLEU(tokenize="none", smooth_method="none", force=True)
    tokenize = Tokenizer13a()
    sides = [[split_compounds(tokenize(line)) for line in lines] for lines in (translations, references)]
    result = scorer.corpus_score(sides[0], sides[1:])
    return result.score, str(scorer.get_signature()).replace("tok:none", "tok:13a+compounds")


def split_compounds(line):
    """a-b -> a ##AT##-##AT## b"""
    return re.sub(r"(\S)-(\S)", r"\1 ##AT##-##AT## \2", line)
