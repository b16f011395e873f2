"""BLEU and chrF of translations, computed by sacrebleu.

It is imported where it is used, because the import takes longer than translating a sentence.
"""

import re
from collections.abc import Sequence

from ..data.unicode import is_blank, normalized
from ..system.errors import UserError, first_line

EXTRAS = {"ja-mecab": "; pip install 'sacrebleu[ja]'", "ko-mecab": "; pip install 'sacrebleu[ko]'"}


def score(
    translations: Sequence[str],
    references: Sequence[str],
    metric: str = "bleu",
    lowercase_tokenized: bool = False,
    tokenize: str = "13a",
) -> tuple[float, str]:
    """Score detokenized lines with sacrebleu -> (score from 0 to 100, signature)

    references: a line for each translation, or a tuple with a line of each reference; a blank line is no reference
    metric: "bleu" (cased), "chrf" or "paper-bleu" (see `paper_bleu`)
    lowercase_tokenized: BLEU of lower-cased text, only for comparison with older papers
    tokenize: the tokenizer of BLEU; "none": the text is tokenized already, and its tokens are counted as they are
    """
    rows = [each if isinstance(each, tuple) else (each,) for each in references]
    translations = list(map(normalized, translations))
    # For sacrebleu None is no reference, and "" one of length 0, with which no translation is too short.
    references = [[None if is_blank(line) else normalized(line) for line in lines] for lines in zip(*rows, strict=True)]
    if metric == "paper-bleu":
        return paper_bleu(translations, references)
    scorer = sacrebleu_metrics().CHRF() if metric == "chrf" else bleu(tokenize, lowercase_tokenized)
    result = scorer.corpus_score(translations, references)
    return result.score, str(scorer.get_signature())


def bleu(tokenize, lowercase=False):
    """-> sacrebleu's BLEU; UserError if a package or a file of the tokenizer is missing"""
    metrics = sacrebleu_metrics()
    try:
        return metrics.BLEU(lowercase=lowercase, tokenize=tokenize, force=tokenize == "none")
    except (ImportError, RuntimeError, OSError) as error:
        raise UserError(f"--bleu-tokenize {tokenize}: {first_line(error)}{EXTRAS.get(tokenize, '')}") from None


def paper_bleu(translations, references):
    """Tokenized BLEU as in the papers of Table 2: cased, not smoothed, with compounds split at their hyphens.

    It is a little higher than `score`, because each part of a compound counts as a word.  Tokens are sacrebleu's 13a.
    Like the usual scripts it keeps hyphens between letters, but its other tokens can differ from theirs.
    """
    scorer = sacrebleu_metrics().BLEU(tokenize="none", smooth_method="none", force=True)
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    tokenize = Tokenizer13a()
    sides = [[line and split_compounds(tokenize(line)) for line in lines] for lines in (translations, *references)]
    result = scorer.corpus_score(sides[0], sides[1:])
    return result.score, str(scorer.get_signature()).replace("tok:none", "tok:13a+compounds")


def sacrebleu_metrics():
    """-> the module sacrebleu.metrics; UserError where it cannot be imported, as in a browser"""
    try:
        from sacrebleu import metrics
    except ImportError as error:
        raise UserError(f"BLEU and chrF need sacrebleu, which cannot be imported ({error})") from None
    return metrics


def split_compounds(line):
    """a-b -> a ##AT##-##AT## b"""
    return re.sub(r"(\S)-(\S)", r"\1 ##AT##-##AT## \2", line)
