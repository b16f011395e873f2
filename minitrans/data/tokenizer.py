"""Tokenizer: text to ids and back, with a joint byte pair encoding (BPE) from sentencepiece (Section 5.1)."""

import hashlib
import io
import re
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from ..system.errors import UserError
from ..system.files import read_file, unreadable
from .ids import BOS, EOS, PAD, UNK
from .unicode import normalized

try:
    from sentencepiece import SentencePieceProcessor
except ImportError:  # in a browser
    from .pieces import SentencePieceProcessor

FEW = 32  # lines; for a list, sentencepiece starts threads, which takes longer than encoding this few

# The end of a model file that was learned from `normalized` text: the field normalizer_spec.name = "nfc", which
# sentencepiece keeps and does not use.
NORMALIZED = b"\x1a\x05\n\x03nfc"


class Tokenizer:
    """Subword pieces.  Decoding restores case, accents and punctuation; several blanks in a row become one."""

    codes = ()  # language codes, with which a sentence can begin

    def __init__(self, model: bytes):
        """model: the bytes of a sentencepiece model."""
        self.model = model
        self.pieces = SentencePieceProcessor(model_proto=model)

    @property
    def normalizes(self):
        """Whether it was learned from `normalized` text; older tokenizers and those of published models were not."""
        return self.model.endswith(NORMALIZED)

    def normalized(self, line):
        """A line in the spelling from which the pieces were learned

        Older tokenizers were learned from raw text, so they get that, unless `normalized` removes an unknown character.
        """
        new = normalized(line)
        unknown = {*line} - self.characters
        better = unknown - {*new} and len({*new} - self.characters) <= len(unknown)
        return new if self.normalizes or better else line

    @cached_property
    def characters(self):
        return {" ", *"".join(self.words(range(len(self))))}

    @classmethod
    def train(
        cls, lines: Iterable[str], vocabulary: int, at_most: bool = False, symbols: Iterable[str] = ()
    ) -> "Tokenizer":
        """Learn `vocabulary` pieces, or with at_most fewer if there are no more, from an iterable of lines.

        The same lines give the same pieces.  symbols: `normalized` texts that are pieces and are never cut
        """
        raised = []

        def watched():  # sentencepiece hides exceptions raised by the iterator; keep the original
            try:
                yield from lines
            except Exception as error:
                raised.append(error)
                raise

        try:
            model = sentencepiece_model(
                watched(), vocabulary, "bpe", hard_vocab_limit=not at_most, user_defined_symbols=[*symbols]
            )
        except UserError as error:
            raise (raised or [error])[0] from None
        return cls(model)

    @classmethod
    def load(cls, path: Path) -> "Tokenizer":
        try:
            if model := read_file(path):  # sentencepiece would accept an empty file as a model without pieces
                tokenizer = cls(model)
                tokenizer.words(range(len(tokenizer)))  # otherwise a page or a picture would find a bad one late
                return tokenizer
        except OSError as error:
            raise unreadable(path, error) from None
        except RuntimeError:  # raised by sentencepiece
            pass
        except UnicodeDecodeError:
            raise UserError(f"{path}: has pieces that are not UTF-8") from None
        raise UserError(f"{path}: not a sentencepiece model")

    def save(self, path: Path) -> None:
        path.write_bytes(self.model)

    @property
    def files(self) -> dict[str, bytes]:
        """{name: bytes} of its files in a run directory"""
        return {"tokenizer.model": self.model}

    @property
    def target(self) -> "Tokenizer":
        """The tokenizer of the target language"""
        return self

    @property
    def sha256(self) -> str:
        """Identifies the tokenizer."""
        return hashlib.sha256(self.model).hexdigest()

    def __len__(self) -> int:
        return len(self.pieces)

    def encode(self, text: str | list[str]) -> list:
        """A line to a list of ids, or a list of lines to a list of such lists; without BOS and EOS."""
        if isinstance(text, str):
            return self.encode([text])[0]
        return self.encode_lines(list(map(self.normalized, text)))

    def encode_lines(self, lines):
        """A list of `normalized` lines to a list of lists of ids."""
        encode = self.pieces.encode
        if len(lines) > FEW:
            return self.checked(lambda: encode(lines), lines)
        return self.checked(lambda: [encode(line) for line in lines], lines)

    def checked(self, encode, lines):
        """encode(), or a UserError that shows the line that sentencepiece rejects"""
        try:
            return encode()
        except (RuntimeError, TypeError):  # sentencepiece does not say which line it rejects
            bad = next((line for line in lines if line.encode(errors="ignore").decode() != line), None)
            if bad is None:  # the text is valid, so sentencepiece ran out of memory
                raise MemoryError("while splitting sentences into pieces") from None
            raise UserError(f"{bad[:40]!r}: not valid Unicode (half of a surrogate pair); convert it first") from None

    def decode(self, ids: list) -> Any:
        """A list of ids, or a list of such lists, to text."""
        return self.pieces.decode(ids)

    def words(self, ids: Iterable[int]) -> list[str]:
        """The pieces themselves, with `▁` for a blank; plots use them as labels."""
        return [self.pieces.id_to_piece(i) for i in ids]

    def split(self, line: str) -> list[str]:
        """The pieces of a line, one for each of its ids.  An unknown piece is shown as it is written."""
        return self.pieces.encode(self.normalized(line), out_type=str)

    def places(self, line: str) -> list[int]:
        """For each piece of a line with single blanks the number of its word, from 0"""
        # A blank before all words except the first, the only one that can be a language code
        return [i for i, word in enumerate(line.split()) for _ in self.split(" " * (i > 0) + word)]


def sentencepiece_model(
    lines: Iterable[str], vocabulary: int, model_type: str, flag: str = "--vocabulary", **options: Any
) -> bytes:
    """-> bytes of a model trained on `normalized` lines; UserError, which names the flag, if it does not fit them."""
    out = io.BytesIO()
    try:
        from sentencepiece import SentencePieceTrainer

        SentencePieceTrainer.train(
            sentence_iterator=map(normalized, lines),
            model_writer=out,
            vocab_size=vocabulary,
            model_type=model_type,
            character_coverage=1.0,
            max_sentence_length=1 << 30,  # by default sentencepiece silently skips long lines
            normalization_rule_name="identity",
            pad_id=PAD,
            bos_id=BOS,
            eos_id=EOS,
            unk_id=UNK,
            minloglevel=2,
            **options,
        )
    except ImportError:  # in a browser
        raise UserError("a new vocabulary needs sentencepiece, which is not installed") from None
    except (RuntimeError, ValueError) as error:
        raise UserError(f"{flag} {vocabulary} does not fit the training text: {reason(error, flag)}") from None
    return out.getvalue() + NORMALIZED


def reason(error, flag):
    """The part of a sentencepiece message that helps a user: not its source line, not flags we do not have."""
    if most := re.search(r"too high.* <= (\d+)", str(error)):
        return f"it gives {most[1]} pieces at most; add {flag} {most[1]}"
    sentence = str(error).strip().split("] ")[-1].split("\n")[0].strip()
    sentence = re.sub(
        r"Vocabulary.* vs (\d+).*", r"characters and symbols are \1 pieces; give a larger number", sentence
    )
    return re.sub("INTERNAL.*", "give a larger number", sentence) or "sentencepiece refused it"
