"""Each sentence that a document, a help text, a message, a docstring or the page gives as an example is translated.

example_sentences.tsv has these sentences, each with the translations that somebody has found right, tabs between them.
With another bundled model, or a new example, the tests show the lines that are to be judged.
"""

import json
import re
from pathlib import Path
from urllib.parse import unquote_plus

import pytest

import minitrans
from minitrans.runs.run import MODEL, Run
from minitrans.tasks.translating import Translating
from minitrans.views.model_page import about

ROOT = Path(__file__).parents[1]
FILE = Path(__file__).with_name("example_sentences.tsv")
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "data" / "README.md", ROOT / "chapters" / "README.md"]
DOCUMENTS += [*(ROOT / "docs").rglob("*.md"), *(ROOT / "minitrans").rglob("*.md")]
PROGRAMS = [*(ROOT / "minitrans").rglob("*.py"), *(ROOT / "examples").glob("*.py")]

CODE = re.compile(r"^```.*?^```|^ {4}[^\n]*|`[^`\n]+`", re.S | re.M)  # of a document
CALL = re.compile(r"(?:minitrans [a-z]|\b(?:translate|search|view|attention|trace)\()[^\n]*")  # of a program
SENTENCE = re.compile(r"""(["'])([A-Z][^"'\n]*[.?!])\1""")
ADDRESS = re.compile(r"\btext=([^&`\"\s]+)")  # of the page
ANSWER = re.compile(r"""translate\W[^\n]*?["']([A-Z][^"'\n]*[.?!])["']\S* +# ([A-ZÄÖÜ][^\n]*[.?!])$""", re.M)


def code_in(path):
    code = CODE if path.suffix == ".md" else CALL
    return "\n".join(code.findall(path.read_text(encoding="utf-8")))


def examples_in(code):
    """The sentences in quotation marks and in addresses, but for those that are parsed"""
    lines = [line for line in code.splitlines() if "parse" not in line]
    quoted = [sentence for line in lines for _, sentence in SENTENCE.findall(line)]
    return quoted + list(map(unquote_plus, ADDRESS.findall(code)))


@pytest.fixture(scope="module")
def examples():
    """{sentence: where it stands}"""
    page = about(Run(MODEL))
    found = dict.fromkeys([Translating.example, *page["examples"], *examples_in(json.dumps(page))], "the page")
    return found | {each: path for path in [*DOCUMENTS, *PROGRAMS] for each in examples_in(code_in(path))}


@pytest.fixture(scope="module")
def answers(examples):
    """{sentence: the model's translation}"""
    return dict(zip(examples, minitrans.load(MODEL).translate(list(examples)), strict=True))


def checked():
    """{sentence: its translations}"""
    lines = [line.split("\t") for line in FILE.read_text(encoding="utf-8").splitlines()]
    assert len(lines) == len({sentence for sentence, *_ in lines})
    return {sentence: translations for sentence, *translations in lines}


def test_the_model_translates_each_example(examples, answers):
    known = checked()
    new = [each for each in answers if answers[each] not in known.get(each, [])]
    lines = [f"{each}\t{answers[each]}        {examples[each]}" for each in new]
    assert not lines, "\n".join([f"a right answer goes into {FILE.name}; else choose another example:", *lines])
    assert known.keys() <= examples.keys(), f"{FILE.name} has a sentence that is no longer an example"


def test_an_answer_beside_a_command_is_that_of_the_model(answers):
    shown = [pair for path in [*DOCUMENTS, *PROGRAMS] for pair in ANSWER.findall(code_in(path))]
    assert len(shown) > 1 and shown == [(sentence, answers[sentence]) for sentence, _ in shown]


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("x.md", 'Say "It rains." in prose.\n\n```\nminitrans draw heads "A man." -o x.png\n```\n', ["A man."]),
        ("x.md", "`minitrans view 'Who?' --open` and\n\n    model.view(\"I.\")\n", ["Who?", "I."]),
        ("x.md", "`page.html#text=The+man%27s+dog.&step=2`", ["The man's dog."]),
        ("x.md", '`{"q": ["A man.", "A dog."]}`, `minitrans parse "A cat."`', ["A man.", "A dog."]),
        ("x.py", 'write("No sentence.")\n"""\n    minitrans translate "A man."  # Ein Mann.\n"""', ["A man."]),
        ("x.py", 'model.search(["A man.", "The dog!"], nbest=4)', ["A man.", "The dog!"]),
    ],
)
def test_what_an_example_is(tmp_path, name, text, found):
    (tmp_path / name).write_text(text)
    assert examples_in(code_in(tmp_path / name)) == found


def test_what_an_answer_is():
    text = 'minitrans translate "A man."   # Ein Mann.\nmodel.translate(["Who?"])  # Wer?\ntranslate "A."  # one line\n'
    assert ANSWER.findall(text) == [("A man.", "Ein Mann."), ("Who?", "Wer?")]
