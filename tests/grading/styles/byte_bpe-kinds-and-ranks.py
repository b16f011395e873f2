"""Parts by the kinds of neighbouring characters; at encoding the pair of the lowest rank is sought again and again."""

import unicodedata
from itertools import groupby


def kind(c):
    return "blank" if c.isspace() else {"L": "letter", "N": "number"}.get(unicodedata.category(c)[0], "other")


class ByteBPE:
    def __init__(self, merges=(), special=()):
        self.merges, self.special = tuple(merges), special

    def split(self, text):
        runs = ["".join(run) for _, run in groupby(text, kind)]
        parts = []
        while runs:
            run = runs.pop(0)
            blank = parts.pop() if parts and parts[-1] == " " and kind(run[0]) != "blank" else ""
            ending = next((e for e in ("re", "ve", "ll", "s", "t", "m", "d") if runs and runs[0].startswith(e)), "")
            if run == "'" and not blank and ending:
                parts.append("'" + ending)
                runs[0] = runs[0][len(ending) :]
                runs = [each for each in runs if each]
            elif kind(run[0]) == "blank" and runs and len(run) > 1:
                parts += [run[:-1], run[-1]]
            else:
                parts.append(blank + run)
        return parts

    def train(self, text, count):
        self.merges = ()
        words = [tuple(part.encode()) for part in self.split(text)]
        while len(self.merges) < count:
            pairs = [pair for word in words for pair in zip(word, word[1:], strict=False)]
            if not pairs:
                break
            most = max(map(pairs.count, set(pairs)))
            self.merges += (min(pair for pair in set(pairs) if pairs.count(pair) == most),)
            words = [self.merged(word, -1) for word in words]

    def merged(self, word, rank):
        pair, new = self.merges[rank], 256 + range(len(self.merges))[rank]
        out = []
        for i in word:
            out.append(i)
            if tuple(out[-2:]) == pair:
                out[-2:] = [new]
        return tuple(out)

    def encode(self, text, allowed=()):
        for token in sorted(allowed, key=len, reverse=True):
            before, found, after = text.partition(token)
            if found:
                own = 256 + len(self.merges) + list(self.special).index(token)
                return self.encode(before, allowed) + [own] + self.encode(after, allowed)
        ids, rank = [], {pair: i for i, pair in enumerate(self.merges)}
        for part in self.split(text):
            word = tuple(part.encode())
            while known := set(zip(word, word[1:], strict=False)) & rank.keys():
                word = self.merged(word, min(map(rank.get, known)))
            ids += word
        return ids

    def bytes_of(self, i):
        if i < 256:
            return bytes([i])
        if i < 256 + len(self.merges):
            return b"".join(map(self.bytes_of, self.merges[i - 256]))
        return self.special[i - 256 - len(self.merges)].encode()

    def decode(self, ids):
        return b"".join(map(self.bytes_of, ids)).decode("utf-8", "replace")
