"""Sorts by target length first; random numbers break ties; returns tuples in place of lists."""


def batches(pairs, batch_tokens, rng=None):
    ties = [0] * len(pairs) if rng is None else rng.random(len(pairs))
    keys = sorted(
        (len(target), len(source), tie, i) for i, ((source, target), tie) in enumerate(zip(pairs, ties, strict=True))
    )
    groups, group, room = [], (), [batch_tokens] * 2
    for t, s, _, i in keys:
        if group and (room[0] <= s or room[1] <= t):
            groups.append(group)
            group, room = (), [batch_tokens] * 2
        group += (i,)
        room = [room[0] - s - 1, room[1] - t - 1]
    groups += [group] if group else []
    return tuple(groups[i] for i in (rng.permutation(len(groups)) if rng else range(len(groups))))
