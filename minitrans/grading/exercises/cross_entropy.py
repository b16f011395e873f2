"""Cross-entropy loss from logits, with label smoothing and padding."""

import math

import numpy as np

from ...backend import to_numpy
from ...ops.cross_entropy import cross_entropy_backward, cross_entropy_forward
from .exercise import TOLERATED
from .finding import Finding
from .operation import Case, Mistake, Operation, place


class CrossEntropy(Operation):
    name = "cross_entropy"
    wants = (cross_entropy_forward, cross_entropy_backward)
    row, spread_over_all = "row", True  # whether the target too gets a part of the smoothing

    def cases(self, rng):
        padded = dict(targets=np.array([2, 0, 6, 2, 1]), smoothing=0.3, pad=2)
        return [
            Case("no smoothing", [rng.standard_normal((5, 7))], dict(targets=np.array([3, 5, 6, 3, 1]))),
            Case("smoothing", [rng.standard_normal((3, 5))], dict(targets=np.array([1, 4, 2]), smoothing=0.1)),
            Case("smoothing, and padding of id 2", [rng.standard_normal((5, 7))], padded),
            Case("padding of the default id", [rng.standard_normal((2, 5))], dict(targets=np.array([3, 0]))),
        ]

    def hard(self, rng):
        some, targets = rng.standard_normal((4, 5)), np.array([1, 2, 4, 3])
        overflow = "logits of 1e4, where exp(z) overflows and log(softmax(z)) meets log(0)"
        huge = some.copy()
        huge[0] += 1e4
        huge[1:3, 2] += 1e4  # row 1 is certain of the right word, row 2 of a wrong one
        return [
            Case(overflow, [huge], dict(targets=targets)),
            Case("logits of 1e4, and smoothing", [huge], dict(targets=targets, smoothing=0.1)),
            Case(f"logits of -1e4, where every exp(z) of a {self.row} is 0", [huge - 1e4], dict(targets=targets)),
            Case(f"every {self.row} is padding", [some], dict(targets=np.full(4, 4), smoothing=0.1, pad=4)),
            Case(f"one {self.row}", [some[:1]], dict(targets=targets[:1], smoothing=0.1)),
            Case("targets in int32", [some], dict(targets=targets.astype(np.int32), smoothing=0.1)),
            Case("padding of id -100, which is no word", [some[:3]], dict(targets=np.array([1, -100, 3]), pad=-100)),
        ]

    def oracle(self, logits, targets, smoothing=0.0, pad=0):
        terms = []
        for z, target in zip(logits, targets, strict=True):
            if target != pad:
                log_total = math.log(math.fsum(math.exp(v - max(z)) for v in z))
                minus_log_p = [log_total + (max(z) - v) for v in z]
                terms += [smoothing / len(z) * each for each in minus_log_p]
                terms.append((1 - smoothing) * minus_log_p[target % len(z)])
        return np.array(math.fsum(terms))

    def wrong_forwards(self, logits, targets, smoothing=0.0, pad=0):
        right = self.oracle(logits, targets, smoothing, pad)
        padded = self.oracle(logits, targets, smoothing, pad=None)
        log_p, onehot, counted = parts(logits, targets, pad)
        words, rows = max(counted.sum(), 1), len(targets)
        wrong = {
            "padding is counted": padded,
            f"{self.row}s with id 0 are left out, not those with id `pad`": self.oracle(logits, targets, smoothing, 0),
            "it is a mean: the loss is the sum over the words": right / words,
            f"it is a mean over all {self.row}s: the loss is the sum over the words": right / rows,
            "padding is counted, and it is a mean: the loss is the sum over the words": padded / rows,
        }
        for cause, q, *_ in self.wrong_targets(onehot, smoothing, pad):
            wrong[cause] = -(q * log_p * counted).sum()
        q = (1 - smoothing) * onehot + smoothing / onehot.shape[1]
        for epsilon in (1e-7, 1e-8, 1e-9, 1e-10, 1e-12, 1e-15):
            cause = f"log(p + {epsilon:g}) hides log(0): log p = z - logsumexp(z) has none and needs no epsilon"
            wrong[cause] = -(q * np.log(np.exp(log_p) + epsilon) * counted).sum()
            cause = f"log(sum + {epsilon:g}): a sum of exp(z - max z) is at least 1 and needs no epsilon"
            wrong[cause] = right + (q * np.log1p(epsilon * np.exp(log_p.max(axis=1, keepdims=True))) * counted).sum()
        return wrong

    def wrong_backwards(self, dy, logits, targets, smoothing=0.0, pad=0):
        log_p, onehot, counted = parts(logits, targets, pad)
        q = (1 - smoothing) * onehot + smoothing / onehot.shape[1]
        every = np.exp(log_p) - q
        right = every * counted
        wrong = [
            Mistake(
                f"padding gets a gradient: its {self.row}s must be zero",
                (dy * every,),
                "only the rows of padding are wrong",
            ),
            Mistake(
                "dloss is ignored",
                (right,),
                "every row is right with dy = 1, and with dy = 2 every row is half of what it should be",
            ),
            Mistake(
                "the target is not subtracted from the softmax",
                (dy * np.exp(log_p) * counted,),
                "no row sums to 0 but those of padding, and all entries have the sign of dy: they are the softmax "
                "alone",
            ),
            Mistake(
                "it is divided by the number of words: the loss is a sum, not a mean",
                (dy * right / max(counted.sum(), 1),),
                "everything is right but for one factor, whatever dy is: the number of targets that are no padding",
            ),
        ]
        for cause, q, *shows in self.wrong_targets(onehot, smoothing, pad):
            wrong.append(Mistake(cause, (dy * (np.exp(log_p) - q) * counted,), *shows))
        return wrong

    def wrong_targets(self, onehot, smoothing, pad):
        """[(cause, the target distribution q [n, V] that this common mistake gives, how it shows, if it is planted)]"""
        vocabulary, target, others = onehot.shape[1], (1 - smoothing) * onehot, smoothing * (1 - onehot)
        words = np.arange(vocabulary) != pad
        rule = "each of all V gets smoothing / V"
        ignored = (
            "it is right with smoothing = 0; with more the rows still sum to 0, so the target has too much of them and "
            "all others too little"
        )
        swapped = "smoothing and 1 - smoothing are swapped", smoothing * onehot + (1 - smoothing) / vocabulary
        wrong = [("smoothing is ignored", onehot, ignored), swapped]
        if not self.spread_over_all:
            return wrong
        return [
            *wrong,
            (f"smoothing is spread over the V - 1 other words: {rule}", target + others / (vocabulary - 1)),
            (f"smoothing is spread over V - 2 words: {rule}", target + others / (vocabulary - 2)),
            (
                f"smoothing is spread over V - 2 words, without padding: {rule}",
                target + others * words / (vocabulary - 2),
            ),
            (f"each word gets smoothing / (V - 2): {rule}", target + smoothing / (vocabulary - 2)),
            (f"each word gets smoothing / (V - 1): {rule}", target + smoothing / (vocabulary - 1)),
            (f"padding gets no part of the smoothing: {rule}", target + words * smoothing / vocabulary),
            (f"the target gets no part of the smoothing: {rule}, the target too", target + others / vocabulary),
            (
                "the target keeps a weight of 1: it must get 1 - smoothing + smoothing / V",
                onehot + smoothing / vocabulary,
                "only the entries of the targets are wrong, and no row sums to 0",
            ),
        ]

    def properties(self, data, forward, backward):
        """A constant added to a row of logits has no effect; without smoothing, the loss of one row is -log p."""
        case = self.cases(data.rng)[2]
        (logits,), constants = place(data, case, np.float64)
        loss, cache = forward(logits, **constants)
        (dlogits,) = backward(data.put(np.array(data.rng.standard_normal())), cache)
        if not abs(to_numpy(dlogits).sum(axis=1)).max() < TOLERATED:
            raise Finding(f"each {self.row} of dlogits must sum to 0, because prediction and target both sum to 1")
        shifted, _ = forward(logits + data.put(data.rng.standard_normal((5, 1))), **constants)
        if not abs(to_numpy(shifted - loss)) < TOLERATED * abs(loss):
            raise Finding(f"a constant added to a {self.row} of logits must not change the loss")
        z = case.inputs[0][0]
        for target in range(1, 7):
            loss, _ = forward(logits[:1], data.put(np.array([target])), smoothing=0.0, pad=0)
            expected = math.log(np.exp(z).sum()) - z[target]
            if not abs(float(loss) - expected) < TOLERATED * expected:
                raise Finding(
                    f"without smoothing one {self.row} must give -log p = {expected:.10g}, not {float(loss):.10g}"
                )


def parts(logits, targets, pad):
    """log p [n, V], onehot(targets) [n, V], and whether each row is no padding [n, 1]"""
    z = logits - logits.max(axis=1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    return log_p, np.eye(logits.shape[1])[targets % logits.shape[1]], (targets != pad)[:, None]
