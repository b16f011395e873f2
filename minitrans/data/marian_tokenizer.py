"""Tokenizer of two languages, each with its own sentencepiece model; vocabularies in JSON number their pieces.

Marian and OPUS-MT do it like this.  The files have the names and the format of a Hugging Face folder.
"""

import hashlib
import json
import re

from ..system.errors import UserError
from ..system.files import read_json, reading
from .ids import EOS, PAD, SPECIAL, UNK
from .tokenizer import SentencePieceProcessor, Tokenizer, sentencepiece_model

CODE = re.compile(r">>[\w-]+<<(\s|$)")  # what people write only if they mean a code
HALF = re.compile("[\ud800-\udfff]")


class MarianTokenizer(Tokenizer):
    """The tokenizer of the source; `target` is the tokenizer of the target.

    In a model for several languages a line begins with a code such as `>>fr<<`, a piece that chooses the language of
    the translation.  A code that the vocabulary does not have is text.
    """

    def __init__(self, model, vocabulary, target=None):
        """model: the bytes of a sentencepiece model;  vocabulary: the pieces in the order of their ids

        target: the tokenizer of the target, with the same vocabulary or its own
        """
        self.model, self.vocabulary, self.other = model, vocabulary, target
        self.cutter = SentencePieceProcessor(model_proto=model)
        self.ids = {piece: i for i, piece in enumerate(vocabulary)}
        self.codes = [piece for piece in vocabulary if piece.startswith(">>") and code_of(piece) == piece]

    @classmethod
    def train(cls, sources, targets, source_vocabulary, vocabulary, symbols=()):
        """Learn pieces of both languages separately, from iterables of lines.  symbols: pieces of both"""
        sides = []
        flags = ("--source-vocabulary", sources, source_vocabulary), ("--vocabulary", targets, vocabulary)
        for flag, lines, pieces in flags:
            model = sentencepiece_model(lines, pieces, model_type="bpe", flag=flag, user_defined_symbols=[*symbols])
            sides.append((model, Tokenizer(model).words(range(pieces))))
        return cls(*sides[0], cls(*sides[1]))

    @classmethod
    def load(cls, folder):
        """Read source.spm, target.spm, vocab.json and, if it is there, target_vocab.json.  UserError for a bad file."""
        vocabulary = read_vocabulary(folder / "vocab.json")
        own = folder / "target_vocab.json"
        of_target = read_vocabulary(own) if own.is_file() else vocabulary
        for path, pieces in ((folder / "vocab.json", vocabulary), (own, of_target)):
            if [pieces[i] for i in (PAD, EOS, UNK)] != [SPECIAL[i] for i in (PAD, EOS, UNK)]:
                raise UserError(f"{path}: does not begin with <pad>, <s>, </s> and <unk>; was it changed?")
        target = cls(Tokenizer.load(folder / "target.spm").model, of_target)
        return cls(Tokenizer.load(folder / "source.spm").model, vocabulary, target)

    @property
    def target(self):
        return self.other or self

    @property
    def files(self):
        files = {"source.spm": self.model, "target.spm": self.target.model, "vocab.json": to_json(self.vocabulary)}
        if self.target.vocabulary != self.vocabulary:
            files["target_vocab.json"] = to_json(self.target.vocabulary)
        return files

    @property
    def sha256(self):
        return hashlib.sha256(b"".join(self.files.values())).hexdigest()

    def __len__(self):
        return len(self.vocabulary)

    def normalized(self, line):
        """As for `Tokenizer`; but a published model has rules of its own, which sentencepiece applies."""
        return super().normalized(line) if self.normalizes else line

    def encode_lines(self, lines):
        return [[self.ids.get(piece, UNK) for piece in pieces] for pieces in self.cut(lines)]

    def split(self, line):
        return self.cut([self.normalized(line)])[0]

    def cut(self, lines):
        """Lines to lists of pieces, the first of them a code if the line begins with one"""
        codes = [self.code(line) for line in lines]
        rests = [line[len(code) :] for line, code in zip(lines, codes, strict=True)]
        found = self.checked(lambda: self.cutter.encode(rests, out_type=str), rests)
        return [[code] * bool(code) + pieces for code, pieces in zip(codes, found, strict=True)]

    def code(self, line):
        """The code at the beginning of a line, or "".  UserError for a language that the model does not know."""
        code = code_of(line)
        if code in self.ids:
            return code
        if self.codes and CODE.match(line):
            known = " ".join(self.codes[:8]) + " ..." * (len(self.codes) > 8)
            raise UserError(f"{code}: the model does not know this language; it knows {known}")
        return ""

    def decode(self, ids):
        if ids and not isinstance(ids[0], int):
            return [self.decode(each) for each in ids]
        return self.cutter.decode_pieces(self.words(ids)).replace("▁", " ").strip()

    def words(self, ids):
        return [self.vocabulary[i] for i in ids]


def code_of(text):
    """`>>fr<<` of `>>fr<< Good day.`, or "" """
    end = text.find("<<")
    return text[: end + 2] if text.startswith(">>") and end > 0 else ""


def to_json(vocabulary):
    """A piece and its id per line.  As with indent=0, with which json is ten times slower."""
    ids = {piece: i for i, piece in enumerate(vocabulary)}
    text = json.dumps(ids, ensure_ascii=False, separators=(",\n", ": "))
    return f"{{\n{text[1:-1]}\n}}\n".encode()


def read_vocabulary(path):
    """-> the pieces in the order of their ids, which must be 0, 1, ...; UserError for anything else"""
    with reading(path, "not a vocabulary"):
        ids = read_json(path)
    if not isinstance(ids, dict) or not all(type(i) is int for i in ids.values()):
        raise UserError(f"{path}: not a vocabulary; it should map pieces to ids")
    if sorted(ids.values()) != list(range(len(ids))) or len(ids) <= len(SPECIAL):
        raise UserError(f"{path}: its ids are not 0, 1, 2 and so on, each once")
    if half := HALF.search("".join(ids)):
        raise UserError(f"{path}: a piece has {half[0]!r}, half of a surrogate pair, which is not valid Unicode")
    return sorted(ids, key=ids.get)
