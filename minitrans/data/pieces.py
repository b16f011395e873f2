"""Reads a model file of sentencepiece and splits text like it, in plain Python, for browsers without sentencepiece.

Byte pair encoding (Section 5.1) begins with single characters.  Again and again it joins the two neighbours whose piece
has the highest score, the leftmost of equal ones.  Chapter 9 derives it.
"""

import re
import struct
from itertools import pairwise
from math import inf

from ..system.errors import UserError

BPE, WORDS = 2, 3  # kinds of models that are read here
NORMAL, UNKNOWN, CONTROL, SYMBOL = 1, 2, 3, 4  # kinds of pieces; a symbol is never cut
BLANK = "▁"  # begins each word
WORD = re.compile(f"{BLANK}?[^{BLANK}]+|{BLANK}")


class SentencePieceProcessor:
    """Has the name and the methods of sentencepiece's class, as far as our tokenizers use them."""

    def __init__(self, model_proto):
        """model_proto: the bytes of a model file; RuntimeError for anything else

        UserError for a model of another kind: only BPE and words are read, without rules that change characters.
        """
        try:
            pieces, self.kind, plain = parts_of(model_proto)
        except (AttributeError, LookupError, TypeError, ValueError, struct.error):
            raise RuntimeError("not a model") from None
        kinds = {kind for _, _, kind in pieces}
        if self.kind not in (BPE, WORDS) or not plain or not kinds <= {NORMAL, UNKNOWN, CONTROL, SYMBOL}:
            raise UserError("this tokenizer needs sentencepiece, which is not installed")
        if UNKNOWN not in kinds:
            raise RuntimeError("no unknown piece")
        self.pieces = [piece for piece, _, _ in pieces]
        self.ids = {piece: i for i, piece in enumerate(self.pieces)}
        self.scores = {piece: score for piece, score, kind in pieces if kind in (NORMAL, SYMBOL)}
        symbols = sorted(piece for piece, _, kind in pieces if kind == SYMBOL)
        self.unit = re.compile("|".join([*map(re.escape, reversed(symbols)), "(?s:.)"]))  # the longest symbol first
        self.controls = {piece for piece, _, kind in pieces if kind == CONTROL}
        self.unknown = [kind for _, _, kind in pieces].index(UNKNOWN)

    def __len__(self):
        return len(self.pieces)

    def id_to_piece(self, i):
        return self.pieces[i]

    def piece_to_id(self, piece):
        return self.ids.get(piece, self.unknown)

    def encode(self, text, out_type=int):
        """A line to a list of ids, or of pieces with out_type=str; a list of lines to a list of such lists"""
        if not isinstance(text, str):
            return [self.encode(line, out_type) for line in text]
        if text.encode(errors="ignore").decode() != text:
            raise RuntimeError("half of a surrogate pair")
        found = []
        for word in words_of(text):
            for piece in self.merge(word) if self.kind == BPE else [word]:
                i = self.ids[piece] if piece in self.scores else self.unknown  # no text spells a control piece
                if found and found[-1][1] == i == self.unknown:  # unknown neighbours become one piece
                    piece = found.pop()[0] + piece
                found.append((piece, i))
        return [piece if out_type is str else i for piece, i in found]

    def merge(self, word):
        """A word to its pieces, from single characters and symbols of the user"""
        symbols = self.unit.findall(word)
        scores = self.scores_of_pairs(symbols)
        while scores and (best := max(scores)) > -inf:
            i = scores.index(best)
            symbols[i : i + 2] = [symbols[i] + symbols[i + 1]]
            first = max(0, i - 1)  # the pairs with the new symbol have new scores
            scores[first : i + 2] = self.scores_of_pairs(symbols[first : i + 2])
        return symbols

    def scores_of_pairs(self, symbols):
        return [self.scores.get(left + right, -inf) for left, right in pairwise(symbols)]

    def decode(self, ids):
        """A list of ids, or a list of such lists, to text"""
        if ids and not isinstance(ids[0], int):
            return [self.decode(each) for each in ids]
        return self.decode_pieces([self.pieces[i] for i in ids])

    def decode_pieces(self, pieces):
        """A list of pieces to text.  Pieces that the model does not have stay as they are."""
        text = ""
        for piece in pieces:
            if piece in self.scores:
                text += (piece if text else piece.removeprefix(BLANK)).replace(BLANK, " ")
            elif piece == self.pieces[self.unknown]:
                text += " ⁇ "
            elif piece not in self.controls:
                text += piece
        return text


def words_of(line):
    """A line to its words.  Blanks in a row count as one, those at the ends as none."""
    text = BLANK + re.sub(" +", BLANK, line.lstrip(" "))
    return WORD.findall(text.rstrip(BLANK))


def parts_of(model):
    """A model file -> (list of (piece, score, kind), the kind of the model, whether it only changes blanks)"""
    model = fields_of(model)
    trainer, rules = (fields_of(model[number][-1]) for number in (2, 3))
    plain = rules.get(2) in (None, [b""]) and all(rules.get(number, [1]) == [1] for number in (3, 4, 5))
    pieces = []
    for fields in map(fields_of, model.get(1, [])):
        piece, score, kind = fields[1][0].decode(), fields.get(2, [0.0])[0], fields.get(3, [NORMAL])[0]
        if (type(score), type(kind)) != (float, int):
            raise ValueError("a field has another type")
        pieces.append((piece, score, kind))
    return pieces, trainer.get(3, [1])[0], plain


def fields_of(message):
    """A message of Protocol Buffers -> {number of a field: list of its values}, each an integer, a float or bytes"""
    fields, at = {}, 0
    while at < len(message):
        key, at = varint(message, at)
        if key & 7 == 0:
            value, at = varint(message, at)
        elif key & 7 == 5:
            value, at = struct.unpack_from("<f", message, at)[0], at + 4
        elif key & 7 == 2:
            size, at = varint(message, at)
            value, at = message[at : at + size], at + size
            if at > len(message):
                raise ValueError("the file ends too early")
        else:
            raise ValueError("not a field of a model")
        fields.setdefault(key >> 3, []).append(value)
    return fields


def varint(message, at):
    """-> (the integer that begins at this byte, 7 bits in each of its bytes, and where it ends)"""
    value = shift = 0
    for _ in range(10):  # of 64 bits
        byte = message[at]
        value, shift, at = value | (byte & 127) << shift, shift + 7, at + 1
        if byte < 128:
            return value, at
    raise ValueError("an integer is too long")
