"""A sentencepiece model with rules cuts a line by itself as the run cuts it."""

import sys
import unicodedata

import pytest
from sentencepiece import SentencePieceProcessor

from minitrans.data.tokenizer import Tokenizer
from minitrans.data.unicode import ODD
from minitrans.interchange.spelling import portable
from minitrans.runs.run import MODEL


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["older", "new"])
def test_rules_are_those_of_the_run(kind):
    """For all characters that have another spelling"""
    tokenizer = Tokenizer.load(MODEL / "tokenizer.model")
    if kind == "new":
        tokenizer = Tokenizer.train(
            ["Many a man buys a bicycle.", "می\u200cخواهم", "Qui est la ? Le café !"] * 3, 60, symbols=["@é"]
        )
    by_itself = SentencePieceProcessor(model_proto=portable(tokenizer))
    apart = {c: unicodedata.normalize("NFD", c) for c in map(chr, range(1, sys.maxunicode + 1))}
    odd = [c for c in apart if c in ODD or apart[c] != c and not unicodedata.combining(apart[c][0])]
    texts = [text for c in odd for text in (f"a{c}b", f"M{apart[c]} x")] + ["م\u200cم", "@e\u0301\u00a0a@é", "@\u00adé"]
    found = zip(texts, by_itself.encode(texts), tokenizer.encode(texts), strict=True)
    assert len(texts) > 30000 and [text for text, by_rules, by_run in found if by_rules != by_run] == []
