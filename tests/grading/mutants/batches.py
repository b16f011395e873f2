"""Faults planted in solutions/batches.py: what, old text, new text, the stage that finds it, words of its message."""

SIZES = "s, t = len(pairs[i][0]) + 1, len(pairs[i][1]) + 1"
BOS = "s, t = len(pairs[i][0]) + 2, len(pairs[i][1]) + 2"
NO_EOS = "s, t = len(pairs[i][0]), len(pairs[i][1])"
SHUFFLE, SHUFFLE_GROUPS = "rng.shuffle(order)", "rng.shuffle(groups)"
LIMIT = "source + s > batch_tokens or target + t > batch_tokens"
PADDED = "(len(groups[-1]) + 1) * max(s, t) > batch_tokens"
LATE = "source > batch_tokens or target > batch_tokens"
SKIP = f"{SIZES}\n        if max(s, t) > batch_tokens:\n            continue"
ORDER = "order = list(range(len(pairs)))"
SORT_PAIRS = f"pairs.sort(key=lambda pair: len(pair[0]))\n    {ORDER}"
START = "    groups, source"
SHUFFLED = f"    if rng is not None:\n        rng.shuffle(order)\n{START}"
EMPTY = "if max(s, t) > batch_tokens:\n                groups.append([])\n            source = target = 0"
GLOBAL = "import numpy as np\n        np.random.shuffle(order)"

MUTANTS = [
    (
        "sorted by the source alone",
        "(len(pairs[i][0]), len(pairs[i][1]))",
        "len(pairs[i][0])",
        "forward",
        "almost all of it in the target",
    ),
    (
        "sorted by the target alone",
        "(len(pairs[i][0]), len(pairs[i][1]))",
        "len(pairs[i][1])",
        "forward",
        "almost all of it in the source",
    ),
    ("pairs for indices", "append(i)", "append(pairs[i])", "interface", "list of indices"),
    ("an iterator", "return groups", "return iter(groups)", "interface", "a list of lists"),
    ("pairs sorted", ORDER, SORT_PAIRS, "interface", "has changed the list"),
    ("last batch dropped", "return groups", "return groups[:-1]", "forward", "is the last batch added"),
    ("a batch repeated", "return groups", "return groups + groups[:1]", "forward", "2 times"),
    ("EOS not counted", SIZES, NO_EOS, "forward", "EOS of each sentence is not counted"),
    ("BOS counted as well", SIZES, BOS, "forward", "more than one EOS"),
    ("full batches not full", LIMIT, LIMIT.replace(">", ">="), "forward", "< in place of <="),
    ("a token too many", LIMIT, LIMIT.replace("batch_tokens", "batch_tokens + 1"), "forward", "one token too many"),
    ("batches end too late", LIMIT, LATE, "forward", "after the pair that goes over the limit"),
    ("only source counted", LIMIT, "source + s > batch_tokens", "forward", "tokens of the target, or their EOS"),
    ("only target counted", LIMIT, "target + t > batch_tokens", "forward", "tokens of the source, or their EOS"),
    ("padding counted", LIMIT, PADDED, "forward", "padding is counted"),
    ("one pair each", LIMIT, "True", "forward", "there are 30 batches"),
    ("not sorted", "order.sort(", "sorted(order, ", "forward", "sort pairs by length"),
    ("shuffled after the sort", START, SHUFFLED, "forward", "shuffle them before that"),
    ("long pairs dropped", SIZES, SKIP, "adversarial", "it is too long"),
    ("empty batches before long pairs", "source = target = 0", EMPTY, "adversarial", "is empty"),
    ("a last batch always", "return groups", "groups[-1]\n    return groups", "adversarial", "no pairs"),
    ("generator ignored", ORDER, f"rng = None\n    {ORDER}", "invariants", "use rng to shuffle"),
    ("another generator", SHUFFLE, GLOBAL, "invariants", "only from rng"),
    ("batches in order of length", SHUFFLE_GROUPS, "pass", "invariants", "in order of length"),
    ("equal lengths not shuffled", SHUFFLE, "pass", "invariants", "shuffle pairs of equal length"),
]
