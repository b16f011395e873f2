"""One sentence however it is typed: every door gives the same answer, an exported model too."""

import re
import unicodedata
from pathlib import Path

import pytest
from sentencepiece import SentencePieceProcessor

import minitrans
from minitrans.commands.demo import Demo
from minitrans.data.word_tokenizer import WordTokenizer
from minitrans.runs.run import MODEL
from minitrans.tasks.bleu import score

pytestmark = pytest.mark.usefixtures("elsewhere")

SENTENCE = "The old man buys a bicycle."
SPELLINGS = [SENTENCE.replace(" ", blank) for blank in "\u00a0\u202f\u3000\t\v\x85\u2028\u2009\x1f"] + [
    SENTENCE.replace("bicycle", f"bi{character}cycle") for character in "\u00ad\u200b\u2060\u200d\u200c\u034f"
]
SPELLINGS += [character + SENTENCE for character in ("\ufeff", "\u200f", "\u202a", "\ufe0f", "\U000e0041")]
SPELLINGS += [f" {SENTENCE} \u200e", SENTENCE.replace("man ", "man \u200b ")]


GERMAN = "Der schöne Mann kauft ein Fahrrad."
GERMANS = [GERMAN.replace(" ", "\u00a0"), GERMAN.replace("M", "M\u00ad"), unicodedata.normalize("NFD", GERMAN)]


def write(name, lines):
    Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="")
    return name


def evaluate(command, sources, references):
    """-> the translations and the scores"""
    flags = "--src", write("src", sources), "--ref", write("ref", references), "--output", "out", "--perplexity"
    ended = command("evaluate --run", MODEL, *flags)
    return Path("out").read_text().splitlines(), re.findall(r"^(?:BLEU|perplexity) [\d.]+", ended.out, re.M)


def of_words(lines):
    tokenizer = WordTokenizer.train([SENTENCE], 43, ["(S", ")S"])
    return [(tokenizer.encode(line), tokenizer.split(line)) for line in lines]


def exported(command, to):
    ended = command("export", MODEL, "--to", to, "--out", "folder")
    assert ended.code == 0, ended.err
    return Path("folder")


def by_transformers(command, lines):
    transformers = pytest.importorskip("transformers", reason="transformers is not installed")
    return transformers.MarianTokenizer.from_pretrained(exported(command, "huggingface"))(lines)["input_ids"]


def by_sentencepiece(command, lines):
    return SentencePieceProcessor(str(exported(command, "safetensors") / "tokenizer.model")).encode(lines)


def scores(command, *sides):
    files = [write(name, lines) for name, lines in zip(("src", "tgt"), sides, strict=True)]
    return command("score --run", MODEL, "--src", files[0], "--tgt", files[1]).out.splitlines()


# Each takes `command`, `model` and lines, and gives an answer for each.
DOORS = {
    "pieces": lambda command, model, lines: [(model.encode([x]), model.tokenizer.split(x)) for x in lines],
    "words": lambda command, model, lines: of_words(lines),
    "translate in Python": lambda command, model, lines: model.translate(lines),
    "translate": lambda command, model, lines: command(
        "translate --run", MODEL, "--input", write("src", lines)
    ).out.splitlines(),
    "trace": lambda command, model, lines: [model.trace(x, "Mann").attention["cross"].tolist() for x in lines],
    "demo": lambda command, model, lines: [Demo(model).translate(dict(text=x, beam="1"))["translation"] for x in lines],
    "score": lambda command, model, lines: scores(command, lines, [GERMAN] * len(lines)),
    "evaluate": lambda command, model, lines: evaluate(command, lines, [GERMAN] * len(lines))[0],
    "transformers": lambda command, model, lines: by_transformers(command, lines),
    "sentencepiece": lambda command, model, lines: by_sentencepiece(command, lines),
}
TARGETS = {
    "score": lambda command, model, lines: scores(command, [SENTENCE] * len(lines), lines),
    "evaluate": lambda command, model, lines: [evaluate(command, [SENTENCE] * 2, [x] * 2) for x in lines],
    "BLEU in Python": lambda command, model, lines: [score([x], [GERMAN[:-2]]) for x in lines],
    "prefixes": lambda command, model, lines: model.encode(lines, model.tokenizer.target),
}


@pytest.mark.filterwarnings("ignore:Recommended")  # sacremoses, by transformers
@pytest.mark.parametrize("door", DOORS)
def test_a_source(command, door):
    answers = DOORS[door](command, minitrans.load(MODEL), [SENTENCE, *SPELLINGS])
    assert answers == [answers[0]] * (1 + len(SPELLINGS))


@pytest.mark.parametrize("door", TARGETS)
def test_a_target(command, door):
    answers = TARGETS[door](command, minitrans.load(MODEL), [GERMAN, *GERMANS])
    assert answers == [answers[0]] * 4
