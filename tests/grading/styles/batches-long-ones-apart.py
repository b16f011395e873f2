"""First the pairs that are too long, one per batch; then the others, sorted by the sum of both sides."""


def batches(pairs, batch_tokens, rng=None):
    def tokens(group, side):
        return sum(len(pairs[i][side]) + 1 for i in group)

    def fits(group):
        return tokens(group, 0) <= batch_tokens and tokens(group, 1) <= batch_tokens

    indices = range(len(pairs)) if rng is None else rng.permutation(len(pairs)).tolist()
    groups = [[i] for i in indices if not fits([i])]
    rest = sorted(filter(lambda i: fits([i]), indices), key=lambda i: tokens([i], 0) + tokens([i], 1), reverse=True)
    while rest:
        group = [rest.pop()]
        while rest and fits([*group, rest[-1]]):
            group.append(rest.pop())
        groups.append(group)
    if rng is not None:
        rng.shuffle(groups)
    return groups
