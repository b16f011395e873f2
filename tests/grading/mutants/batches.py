"""Faults planted in solutions/batches.py: old text, new text, the stage that finds it, words of its message."""

SIZES = "s, t = len(pairs[i][0]) + 1, len(pairs[i][1]) + 1"
SHUFFLE, SHUFFLE_GROUPS = "rng.shuffle(order)", "rng.shuffle(groups)"
LIMIT = "source + s > batch_tokens or target + t > batch_tokens"
SKIP = f"{SIZES}\n        if max(s, t) > batch_tokens:\n            continue"
ORDER = "order = list(range(len(pairs)))"
SORT_PAIRS = f"pairs.sort(key=lambda pair: len(pair[0]))\n    {ORDER}"
START = "    groups, source"
SHUFFLED = f"    if rng is not None:\n        rng.shuffle(order)\n{START}"
EMPTY = "if max(s, t) > batch_tokens:\n                groups.append([])\n            source = target = 0"
GLOBAL = "import numpy as np\n        np.random.shuffle(order)"

MUTANTS = [
    ("(len(pairs[i][0]), len(pairs[i][1]))", "len(pairs[i][0])", "forward", "almost all of it in the target"),
    ("(len(pairs[i][0]), len(pairs[i][1]))", "len(pairs[i][1])", "forward", "almost all of it in the source"),
    ("append(i)", "append(pairs[i])", "interface", "list of indices"),
    ("return groups", "return iter(groups)", "interface", "a list of lists"),
    (ORDER, SORT_PAIRS, "interface", "has changed the list"),
    ("return groups", "return groups[:-1]", "forward", "is the last batch added"),
    ("return groups", "return groups + groups[:1]", "forward", "2 times"),
    (LIMIT, "True", "forward", "there are 30 batches"),
    ("order.sort(", "sorted(order, ", "forward", "sort pairs by length"),
    (START, SHUFFLED, "forward", "shuffle them before that"),
    (SIZES, SKIP, "adversarial", "it is too long"),
    ("source = target = 0", EMPTY, "adversarial", "is empty"),
    ("return groups", "groups[-1]\n    return groups", "adversarial", "no pairs"),
    (ORDER, f"rng = None\n    {ORDER}", "invariants", "use rng to shuffle"),
    (SHUFFLE, GLOBAL, "invariants", "only from rng"),
    (SHUFFLE_GROUPS, "pass", "invariants", "in order of length"),
    (SHUFFLE, "pass", "invariants", "shuffle pairs of equal length"),
]
