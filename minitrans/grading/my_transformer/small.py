"""Chapters 1 to 8 try each part on one task: English sentences, of which a model has to say every next word.

Small models see only the words before it.  That of chapter 8 reads the same sentence in German too.
"""

import numpy as np

from .command import DATA
from .embedding import embedding_backward, embedding_forward
from .heads import multi_head_backward, multi_head_forward
from .layer_norm import add_norm_backward, add_norm_forward
from .linear import feed_forward_backward, feed_forward_forward
from .model import CROSS_ENTROPY, apply
from .softmax import softmax_forward
from .tape import Tensor
from .words import BOS, EOS, PAD, Words, batch_arrays, learn_merges

EMBEDDING, FEED_FORWARD = (embedding_forward, embedding_backward), (feed_forward_forward, feed_forward_backward)
ADD_NORM, MULTI_HEAD = (add_norm_forward, add_norm_backward), (multi_head_forward, multi_head_backward)


def corpus(source="en"):
    """source: "en" or "de" -> Words, and pairs of ids, source and English: those to learn from, and others"""
    texts = [(DATA / f"{split}.{side}").read_text("utf-8") for split in ("train", "valid") for side in (source, "en")]
    words = Words(learn_merges("".join(texts[:2]).splitlines(), 600))
    ids = [[words.encode(line) for line in text.splitlines()] for text in texts]
    return words, list(zip(*ids[:2], strict=True)), list(zip(*ids[2:], strict=True))


def matrix(rng, n, m):
    return Tensor((rng.standard_normal((n, m)) / 8).astype(np.float32))


def linear(rng, n, m):  # a matrix and its bias
    return [matrix(rng, n, m), Tensor(np.zeros(m, np.float32))]


def norm(d):  # gamma and beta
    return [Tensor(np.ones(d, np.float32)), Tensor(np.zeros(d, np.float32))]


class SmallModel:
    """A small model has weights, a list of Tensors, and logits(ids): ids [B, T] -> a Tensor [B * T, V]"""

    d_model = 64

    def loss(self, source, target_in, target_out, smoothing=0.0, seed=None):
        """The sum of the cross entropies of all words of target_out.  The source is not read."""
        return apply(CROSS_ENTROPY, self.logits(target_in), targets=target_out.ravel(), smoothing=smoothing)

    def write(self, words, count=3, seed=0):
        """-> some sentences, whose words are drawn one by one with the probabilities that the model gives them"""
        rng, sentences = np.random.default_rng(seed), []
        for _ in range(count):
            ids = [BOS]
            while ids[-1] != EOS and len(ids) < 30:
                p, _ = softmax_forward(self.logits(np.array([ids])).data[-1:].astype(float))
                ids.append(int(rng.choice(p.size, p=p[0])))
            sentences.append(words.decode(ids))
        return "\n".join(sentences)


def loss_per_word(model, pairs):
    """The mean loss of all pieces of English words, each sentence's end among them, in nats"""
    batch = batch_arrays(pairs)
    return float(model.loss(*batch).data) / np.count_nonzero(batch[-1] != PAD)
