"""Cross-entropy loss from logits, with label smoothing and padding."""

import math

import numpy as np

from ...backend import to_numpy
from ...ops.cross_entropy import cross_entropy_backward, cross_entropy_forward
from .exercise import TOLERATED, assert_small
from .finding import Finding
from .mistakes import Edit
from .operation import Case, Operation, run

COUNTS, LOSS = "counts = targets != pad", "-(q * log_y)[counts].sum()"
OF_SOME_ID = "counts = targets != {}\n    targets = targets % logits.shape[1]".format
DLOGITS = "(np.exp(log_y) - q) * counts[:, None]"
Q = """q = np.full_like(logits, smoothing / logits.shape[1])
    q[counts, targets[counts]] += 1 - smoothing"""
NO_PAD, RULE = "\n    q *= np.arange(logits.shape[1]) != pad", "each of all V gets smoothing / V"


def target(to_each, to_right):
    """The lines that compute q: what each word gets, and what then happens to the right one"""
    return f"V = logits.shape[1]\n    q = np.full_like(logits, {to_each})\n    q[counts, targets[counts]] {to_right}"


LOSSES = [
    Edit("padding is counted", (COUNTS, OF_SOME_ID(None))),
    Edit("rows with id 0 are left out, not those with id `pad`", (COUNTS, OF_SOME_ID(0))),
    Edit("it is a mean: the loss is the sum over the words", (LOSS, f"{LOSS} / max(counts.sum(), 1)")),
    Edit("it is a mean over all rows: the loss is the sum over the words", (LOSS, f"{LOSS} / len(counts)")),
    Edit("padding is counted, and it is a mean: the loss is the sum over the words",
         (COUNTS, OF_SOME_ID(None), LOSS, f"{LOSS} / len(counts)")),
]  # fmt: skip
# Each: the cause, the lines of the target distribution, and the symptom if it is planted
TARGETS = [
    ("smoothing is ignored", target("0", "+= 1"),
     "it is right with smoothing = 0; with more the rows still sum to 0, so the target has too much of them and "
     "all others too little"),
    ("smoothing and 1 - smoothing are swapped", target("(1 - smoothing) / V", "+= smoothing")),
    (f"smoothing is spread over the V - 1 other words: {RULE}", target("smoothing / (V - 1)", "= 1 - smoothing")),
    (f"smoothing is spread over V - 2 words: {RULE}", target("smoothing / (V - 2)", "= 1 - smoothing")),
    (f"smoothing is spread over V - 2 words, without padding: {RULE}",
     target("smoothing / (V - 2)", "= 1 - smoothing") + NO_PAD),
    (f"each word gets smoothing / (V - 2): {RULE}", target("smoothing / (V - 2)", "+= 1 - smoothing")),
    (f"each word gets smoothing / (V - 1): {RULE}", target("smoothing / (V - 1)", "+= 1 - smoothing")),
    (f"padding gets no part of the smoothing: {RULE}", Q + NO_PAD),
    (f"padding gets no part of the smoothing, and each of the others smoothing / (V - 1): {RULE}",
     target("smoothing / (V - 1)", "+= 1 - smoothing") + NO_PAD),
    (f"padding gets all of the smoothing: {RULE}", target("smoothing * (np.arange(V) == pad)", "+= 1 - smoothing")),
    (f"word 0 gets all of the smoothing: {RULE}", target("smoothing * (np.arange(V) == 0)", "+= 1 - smoothing")),
    (f"the target gets no part of the smoothing: {RULE}, the target too",
     target("smoothing / V", "= 1 - smoothing")),
    ("the target keeps a weight of 1: it must get 1 - smoothing + smoothing / V", target("smoothing / V", "+= 1"),
     "only the entries of the targets are wrong, and no row sums to 0"),
]  # fmt: skip
# A sum with a smaller epsilon than 1e-9 gives the right loss
EPSILONS = [
    *(Edit(f"log(p + {e:g}) hides log(0): log p = z - logsumexp(z) has none and needs no epsilon",
           ("q * log_y", f"q * np.log(np.exp(log_y) + {e})")) for e in (1e-7, 1e-8, 1e-9, 1e-10, 1e-12, 1e-15)),
    *(Edit(f"log(sum + {e:g}): a sum of exp(z - max z) is at least 1 and needs no epsilon",
           ("q * log_y", f"q * (z - np.log(np.exp(z).sum(axis=1, keepdims=True) + {e}))")) for e in (1e-7, 1e-8, 1e-9)),
]  # fmt: skip
GRADIENTS = [
    Edit("padding gets a gradient: its rows must be zero",
         ("q[counts, targets[counts]]", "q[range(len(q)), targets % logits.shape[1]]", DLOGITS, "np.exp(log_y) - q"),
         "only the rows of padding are wrong"),
    Edit("dloss is ignored", ("dloss * cache", "cache"),
         "every row is right with dy = 1, and with dy = 2 every row is half of what it should be"),
    Edit("the target is not subtracted from the softmax", (DLOGITS, "np.exp(log_y) * counts[:, None]"),
         "only rows of padding sum to 0, and all entries have the sign of dy: they are the softmax alone"),
    Edit("it is divided by the number of words: the loss is a sum, not a mean",
         (DLOGITS, f"{DLOGITS} / max(counts.sum(), 1)"),
         "everything is right except for one factor, whatever dy is: the number of targets that are no padding"),
]  # fmt: skip


class CrossEntropy(Operation):
    name = "cross_entropy"
    wants = (cross_entropy_forward, cross_entropy_backward)

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
            Case("logits of -1e4, where every exp(z) of a row is 0", [huge - 1e4], dict(targets=targets)),
            Case("every row is padding", [some], dict(targets=np.full(4, 4), smoothing=0.1, pad=4)),
            Case("one row", [some[:1]], dict(targets=targets[:1], smoothing=0.1)),
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
                terms.append((1 - smoothing) * minus_log_p[target])
        return np.array(math.fsum(terms))

    # A wrong target distribution is a mistake of the forward, and another one of the gradient alone.
    mistakes = [
        *LOSSES,
        *(Edit(cause, (Q, q)) for cause, q, *_ in TARGETS),
        *EPSILONS,
        *GRADIENTS,
        *(
            Edit(cause, (Q, f"{Q}\n    right = q\n    {q}", LOSS, LOSS.replace("q", "right")), *shows)
            for cause, q, *shows in TARGETS
        ),
    ]

    def properties(self, data, forward, backward):
        """A constant added to a row of logits has no effect; without smoothing, the loss of one row is -log p."""
        case = self.cases(data.rng)[2]
        (logits,), constants, loss, cache, dy = run(data, case, forward)
        (dlogits,) = backward(dy, cache)
        what = "each row of dlogits must sum to 0, because prediction and target both sum to 1"
        assert_small(dlogits.sum(axis=1), TOLERATED, what)
        shifted, _ = forward(logits + data.put(data.rng.standard_normal((5, 1))), **constants)
        if not abs(to_numpy(shifted - loss)) < TOLERATED * abs(loss):
            raise Finding("a constant added to a row of logits must not change the loss")
        z = case.inputs[0][0]
        for target in range(1, 7):
            loss, _ = forward(logits[:1], data.put(np.array([target])), smoothing=0.0, pad=0)
            expected = math.log(np.exp(z).sum()) - z[target]
            if not abs(float(loss) - expected) < TOLERATED * expected:
                raise Finding(f"without smoothing one row must give -log p = {expected:.10g}, not {float(loss):.10g}")
