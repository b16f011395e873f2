"""Batches without padding: sentences one after the other in a fixed number of rows, and which rows see which.

A padded batch is a table with a line for each sentence.  Here all of it is one long line, so that nothing is spent on
padding, and every batch has the same shape: one captured graph serves them all.
"""

from itertools import chain
from typing import NamedTuple

import numpy as np

from ..backend import array_module
from ..data.ids import BOS, EOS, PAD


class Spans(NamedTuple):
    """Query t sees keys first[t] .. end[t] - 1, and key s is seen by none but queries reach[s] .. reach_end[s] - 1.

    Arrays of int32; an empty span sees nothing.
    """

    first: np.ndarray  # [queries]
    end: np.ndarray
    reach: np.ndarray  # [keys]
    reach_end: np.ndarray
    longest: int  # keys that a query sees, at most

    @property
    def shape(self):
        """As if it were a mask, of one sentence."""
        return 1, self.longest

    def within(self, radius):
        """Those no further than `radius` from the query itself (Section 4, restricted)."""
        xp = array_module(self.first)
        rows = xp.arange(len(self.first), dtype=np.int32)
        first, end = xp.maximum(self.first, rows - radius), xp.minimum(self.end, rows + radius + 1)
        return self._replace(first=first, end=xp.maximum(first, end))


def spans_of_mask(key_mask, queries, causal):
    """Of padded sentences: key_mask [B, S] boolean, all words before all padding; queries: B * T rows."""
    xp, (batch, keys) = array_module(key_mask), key_mask.shape
    length = queries // batch
    sentence, place = xp.divmod(xp.arange(queries, dtype=np.int32), np.int32(length))
    first = sentence * keys
    end = first + key_mask.sum(axis=1, dtype=np.int32)[sentence]
    if causal:
        end = xp.minimum(end, first + place + 1)
    own, place = xp.divmod(xp.arange(batch * keys, dtype=np.int32), np.int32(keys))
    reach = own * length + (place if causal else 0)
    return Spans(*(x.astype(np.int32) for x in (first, end, reach, own * length + length)), keys)


class Packed(NamedTuple):
    """Words of sentences one after the other, PAD after the last.

    ids [rows]; places [rows], of each word in its sentence; by_id, by_place [rows]: the rows in the order of these.
    itself: Spans of self-attention; across: those of the target's queries over these rows as keys (source only).
    """

    ids: np.ndarray
    places: np.ndarray
    by_id: np.ndarray
    by_place: np.ndarray
    itself: Spans
    across: Spans | None
    longest: int  # pieces of a sentence, at most

    @property
    def shape(self):
        """As if it were one sentence."""
        return 1, self.longest


class PackedBatch(NamedTuple):
    """What `Batch` is, without padding."""

    source: Packed
    target_in: Packed
    target_out: np.ndarray  # [rows]


ARRAYS = 19


def pack(pairs, rows):
    """Pairs of id lists -> int32 [ARRAYS, rows] on the host, what `unpack` gives names to"""
    sources, targets = [[*source, EOS] for source, _ in pairs], [[BOS, *target] for _, target in pairs]
    (s_ids, s_places, s_number), (t_ids, t_places, t_number) = layout(sources, rows), layout(targets, rows)
    (s_start, s_end), (t_start, t_end) = bounds(sources), bounds(targets)
    out, _, _ = layout([[*target, EOS] for _, target in pairs], rows)
    row, word = np.arange(rows), t_number < len(pairs)
    table = [
        *(s_ids, s_places, order(s_ids), order(s_places), t_ids, t_places, order(t_ids), order(t_places)),
        *(s_start[s_number], s_end[s_number]),  # the encoder's self-attention, both ways the same
        *(t_start[t_number], np.where(word, row + 1, 0), np.where(word, row, 0), t_end[t_number]),  # the decoder's
        *(s_start[t_number], s_end[t_number], t_start[s_number], t_end[s_number]),  # target to source
        out,
    ]
    return np.array(table, np.int32)


def unpack(table, longest):
    """[ARRAYS, rows] on either side -> PackedBatch of its rows, as views"""
    encoder = Spans(table[8], table[9], table[8], table[9], longest)
    decoder, across = Spans(*table[10:14], longest), Spans(*table[14:18], longest)
    return PackedBatch(
        source=Packed(*table[0:4], encoder, across, longest),
        target_in=Packed(*table[4:8], decoder, None, longest),
        target_out=table[18],
    )


def layout(sentences, rows):
    """-> ids, places, number of the sentence (one more than there are for padding), each [rows]"""
    ids, places, number = np.full(rows, PAD), np.zeros(rows, int), np.full(rows, len(sentences))
    lengths = np.array([len(sentence) for sentence in sentences])
    end = lengths.sum()
    ids[:end] = np.fromiter(chain.from_iterable(sentences), int, end)
    number[:end] = np.repeat(np.arange(len(sentences)), lengths)
    places[:end] = np.arange(end) - np.repeat(lengths.cumsum() - lengths, lengths)
    return ids, places, number


def order(values):
    """Rows in the order of small numbers; sorting is by digits, where 16 bits are enough."""
    return np.argsort(values.astype(np.uint16 if values.max() < 1 << 16 else np.uint32), kind="stable")


def bounds(sentences):
    """Row where each sentence starts and where it ends; both zero for the padding after the last."""
    end = np.cumsum([len(sentence) for sentence in sentences])
    return np.append(end - [len(sentence) for sentence in sentences], 0), np.append(end, 0)
