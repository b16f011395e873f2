"""Every merge is applied to each part in turn, and special tokens are sought at each letter."""

import re

PART = r"'s|'t|'re|'ve|'m|'ll|'d| ?[^\W\d_]+| ?\d+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s+"


class ByteBPE:
    def __init__(self, merges=(), special=()):
        self.merges = list(merges)
        self.special = list(special)

    def split(self, text):
        digits = "".join("0" if c.isnumeric() and not c.isalpha() else c for c in text)
        parts, start = [], 0
        for found in re.findall(PART, digits):
            parts.append(text[start : start + len(found)])
            start += len(found)
        return parts

    def train(self, text, count):
        self.merges = []
        parts = [list(part.encode("utf-8")) for part in self.split(text)]
        for new in range(256, 256 + count):
            counts = {}
            for ids in parts:
                for pair in zip(ids[:-1], ids[1:], strict=True):
                    counts[pair] = counts.get(pair, 0) + 1
            if not counts:
                return
            best = min(counts, key=lambda pair: (-counts[pair], pair))
            self.merges.append(best)
            parts = [join(ids, best, new) for ids in parts]

    def encode(self, text, allowed=()):
        ids, before = [], ""
        while text:
            found = [token for token in allowed if text.startswith(token)]
            if found:
                token = max(found, key=len)
                ids += self.encode_text(before)
                ids.append(256 + len(self.merges) + self.special.index(token))
                before, text = "", text[len(token) :]
            else:
                before, text = before + text[0], text[1:]
        return ids + self.encode_text(before)

    def encode_text(self, text):
        ids = []
        for part in self.split(text):
            piece = list(part.encode("utf-8"))
            for number, pair in enumerate(self.merges):
                piece = join(piece, pair, 256 + number)
            ids += piece
        return ids

    def decode(self, ids):
        known = [bytes([i]) for i in range(256)]
        for a, b in self.merges:
            known.append(known[a] + known[b])
        known += [token.encode("utf-8") for token in self.special]
        return b"".join([known[i] for i in ids]).decode("utf-8", errors="replace")


def join(ids, pair, new):
    out, i = [], 0
    while i < len(ids):
        if tuple(ids[i : i + 2]) == pair:
            out.append(new)
            i += 2
        else:
            out.append(ids[i])
            i += 1
    return out
