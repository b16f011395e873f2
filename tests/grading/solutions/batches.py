def batches(pairs, batch_tokens, rng=None):
    order = list(range(len(pairs)))
    if rng is not None:
        rng.shuffle(order)
    order.sort(key=lambda i: (len(pairs[i][0]), len(pairs[i][1])))
    groups, source, target = [], 0, 0
    for i in order:
        s, t = len(pairs[i][0]) + 1, len(pairs[i][1]) + 1
        if not groups or source + s > batch_tokens or target + t > batch_tokens:
            groups.append([])
            source = target = 0
        groups[-1].append(i)
        source, target = source + s, target + t
    if rng is not None:
        rng.shuffle(groups)
    return groups
