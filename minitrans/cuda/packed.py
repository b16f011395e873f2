"""Batches without padding: sentences one after the other in a fixed number of rows, and which rows attend to which.

A padded batch has one row of an array per sentence.  Here all sentences follow each other in one long row.  So no time
is spent on padding, and all batches have the same shape and share one captured CUDA graph.
"""

from collections import namedtuple
from itertools import chain
from typing import NamedTuple

import numpy as np

from ..backend import array_module
from ..data.ids import BOS, EOS, PAD
from ..parallel.flops import row_products


class Spans(NamedTuple):
    """An attention mask: query t sees keys first[t] .. end[t] - 1; only queries reach[s] .. reach_end[s] - 1 see key s.

    Arrays of int32.  A query with an empty span sees no key.
    """

    first: np.ndarray  # [queries]
    end: np.ndarray
    reach: np.ndarray  # [keys]
    reach_end: np.ndarray
    longest: int  # the most keys that a query sees
    table: np.ndarray | None = None  # the row of each key in k and v, if key n is not row n; float32 only

    def within(self, radius):
        """Only the keys at most `radius` away from their query (restricted self-attention, Section 4)."""
        xp = array_module(self.first)
        rows = xp.arange(len(self.first), dtype=np.int32)
        first, end = xp.maximum(self.first, rows - radius), xp.minimum(self.end, rows + radius + 1)
        return self._replace(first=first, end=xp.maximum(first, end))


def spans_of_mask(key_mask, queries, causal):
    """The Spans of padded sentences.  key_mask [B, S] boolean, words before padding; queries: the number B * T.

    [[True, True], [True, False]] with 4 queries, causal -> first 0 0 2 2, end 1 2 3 3: query 1 sees keys 0 and 1
    """
    xp, (batch, keys) = array_module(key_mask), key_mask.shape
    length = queries // batch
    sentence, place = xp.divmod(xp.arange(queries, dtype=np.int32), np.int32(length))
    first = sentence * keys
    end = first + key_mask.sum(axis=1, dtype=np.int32)[sentence]
    if causal:
        end = xp.minimum(end, first + place + 1)
    of_key, place = xp.divmod(xp.arange(batch * keys, dtype=np.int32), np.int32(keys))
    reach = of_key * length + (place if causal else 0)
    return Spans(*(x.astype(np.int32) for x in (first, end, reach, of_key * length + length)), keys)


class Packed(NamedTuple):
    """The words of all sentences in one row, with PAD after the last; it has the attributes of `batching.Padded`."""

    ids: np.ndarray  # [rows]
    places: np.ndarray  # [rows], the position of each word in its sentence
    by_id: np.ndarray  # [rows], the rows in the order of their ids
    by_place: np.ndarray  # [rows], the rows in the order of their places
    spans: Spans  # of self-attention
    memory_spans: Spans | None  # of cross-attention to these sentences
    longest: int  # the most pieces of a sentence

    @property
    def words(self):
        """Constants of `ops.embed`: the ids and their positions."""
        return dict(ids=self.ids, places=self.places, by_id=self.by_id, by_place=self.by_place)

    def mask(self, radius=None):
        """The mask of self-attention: constants of `ops.attention`."""
        return dict(spans=self.spans if radius is None else self.spans.within(radius))

    @property
    def memory_mask(self):
        """The mask of cross-attention to these sentences: constants of `ops.attention`."""
        return dict(spans=self.memory_spans)


class PackedBatch(NamedTuple):
    """A `batching.Batch` without padding."""

    source: Packed
    target_in: Packed
    target_out: np.ndarray  # [rows]


# All data that differs between batches: arrays [rows] of int32, or the rows of one array.  The names are those of
# Packed and Spans.  In self-attention of the source, reach and reach_end equal first and end.
PackedRows = namedtuple(
    "PackedRows",
    """
    source_ids source_places source_by_id source_by_place
    target_ids target_places target_by_id target_by_place
    source_first source_end target_first target_end target_reach target_reach_end
    memory_first memory_end memory_reach memory_reach_end
    target_out
    """,
)


def fitting(pairs, rows):
    """Yield lists of consecutive pairs that fit into this many rows on both sides: usually all pairs."""
    part, source, target = [], 0, 0
    for pair in pairs:
        lengths = len(pair[0]) + 1, len(pair[1]) + 1  # EOS, or BOS
        if part and (source + lengths[0] > rows or target + lengths[1] > rows):
            yield part
            part, source, target = [], 0, 0
        part.append(pair)
        source, target = source + lengths[0], target + lengths[1]
    if part:
        yield part


def pack(pairs, rows):
    """Pairs of id lists -> int32 [fields of PackedRows, rows] on the host

    [([7], [8, 9])] in 4 rows -> source_ids 7 EOS PAD PAD, source_places 0 1 0 0, target_ids BOS 8 9 PAD,
    target_first 0 0 0 0, target_end 1 2 3 0: row 2 of the target sees rows 0 to 2, and padding sees none
    """
    sources, targets = [[*source, EOS] for source, _ in pairs], [[BOS, *target] for _, target in pairs]
    s_ids, s_places, s_number, s_start, s_end = layout(sources, rows)
    t_ids, t_places, t_number, t_start, t_end = layout(targets, rows)
    row, word = np.arange(rows), t_number < len(pairs)
    packed = PackedRows(
        source_ids=s_ids,
        source_places=s_places,
        source_by_id=order(s_ids),
        source_by_place=order(s_places),
        target_ids=t_ids,
        target_places=t_places,
        target_by_id=order(t_ids),
        target_by_place=order(t_places),
        source_first=s_start[s_number],
        source_end=s_end[s_number],
        target_first=t_start[t_number],
        target_end=np.where(word, row + 1, 0),
        target_reach=np.where(word, row, 0),
        target_reach_end=t_end[t_number],
        memory_first=s_start[t_number],
        memory_end=s_end[t_number],
        memory_reach=t_start[s_number],
        memory_reach_end=t_end[s_number],
        target_out=layout([[*target, EOS] for _, target in pairs], rows)[0],
    )
    return np.array(packed, np.int32)


def unpack(table, longest):
    """The result of `pack`, on the host or the device -> PackedBatch of views of its rows"""
    p = PackedRows(*table)
    spans = Spans(p.source_first, p.source_end, p.source_first, p.source_end, longest)
    target_spans = Spans(p.target_first, p.target_end, p.target_reach, p.target_reach_end, longest)
    memory_spans = Spans(p.memory_first, p.memory_end, p.memory_reach, p.memory_reach_end, longest)
    source = p.source_ids, p.source_places, p.source_by_id, p.source_by_place
    target = p.target_ids, p.target_places, p.target_by_id, p.target_by_place
    return PackedBatch(
        source=Packed(*source, spans, memory_spans, longest),
        target_in=Packed(*target, target_spans, None, longest),
        target_out=p.target_out,
    )


def layout(sentences, rows):
    """-> [rows]: ids, places, number of the sentence; by this number: its first row, and the one after its last

    The rows after the last sentence have the number len(sentences), whose first row and end are 0.
    """
    lengths = np.array([*map(len, sentences), 0])
    end = lengths.cumsum()
    words, start = end[-1], end - lengths
    ids, places, number = np.full(rows, PAD), np.zeros(rows, int), np.full(rows, len(sentences))
    ids[:words] = np.fromiter(chain.from_iterable(sentences), int, words)
    number[:words] = np.repeat(np.arange(len(lengths)), lengths)
    places[:words] = np.arange(words) - start[number[:words]]
    start[-1] = end[-1] = 0
    return ids, places, number, start, end


def order(values):
    """The rows in the order of their values.  For 16-bit numbers NumPy uses radix sort, which is faster."""
    return np.argsort(values.astype(np.uint16 if values.max() < 1 << 16 else np.uint32), kind="stable")


def packed_training_flops(config, packed):
    """`parallel.flops.training_flops` of the result of `pack`: products of all rows, and the scores of each query"""
    batch, radius, (encoder, decoder) = unpack(packed, config.max_length), config.attention_radius, config.depths
    masks = batch.source.mask(radius), batch.target_in.mask(radius), batch.source.memory_mask
    of_source, *of_target = (int((mask["spans"].end - mask["spans"].first).sum()) for mask in masks)
    attention = config.heads * sum(config.head_widths) * (encoder * of_source + decoder * sum(of_target))
    rows = packed.shape[1]
    return 6 * (sum(n * k * m for n, k, m in row_products(config, rows, rows, rows)) + attention)
