"""Each sentence that a document, a help text, a message, a docstring or the page gives as an example is translated.

example_sentences.tsv has these sentences, each with the translations that a person has found right, separated by tabs.
With another bundled model, or a new example, the test shows the lines that need a person's judgement.
"""

import re
from pathlib import Path

import minitrans
from minitrans.runs.run import MODEL, Run
from minitrans.tasks.translating import Translating
from minitrans.views.model_page import about

FILE = Path(__file__).with_name("example_sentences.tsv")
PLACES = "*.md docs/**/*.md chapters/*.md data/*.md minitrans/**/*.md minitrans/**/*.py examples/*.py".split()

CODE = re.compile(r"^```.*?^```|^ {4}[^\n]*|`[^`\n]+`", re.S | re.M)  # of a document
CALL = re.compile(r"(?:minitrans [a-z]|\b(?:translate|search|view|attention|trace)\()[^\n]*")  # of a program
SENTENCE = re.compile(r"""["']([A-Z][^"'\n]*[.?!])["']|\btext=([^&`"\s]+)""")  # the second: in an address of the page
ANSWER = re.compile(r"""translate\W[^\n]*?["']([A-Z][^"'\n]*[.?!])["']\S* +# ([A-ZÄÖÜ][^\n]*[.?!])$""", re.M)


def examples_in(text, kind):
    """The sentences in a document's code or in a program's calls; a line about parsing has none"""
    lines = "\n".join((CODE if kind == ".md" else CALL).findall(text)).splitlines()
    found = [pair for line in lines if "parse" not in line for pair in SENTENCE.findall(line)]
    return [quoted or coded.replace("+", " ") for quoted, coded in found]


def test_the_model_translates_each_example():
    texts = {path: path.read_text(encoding="utf-8") for place in PLACES for path in FILE.parents[1].glob(place)}
    where = dict.fromkeys([Translating.example, *about(Run(MODEL))["examples"]], "the page")
    where |= {each: path for path in texts for each in examples_in(texts[path], path.suffix)}
    answers = dict(zip(where, minitrans.load(MODEL).translate([*where]), strict=True))
    checked = dict(line.split("\t", 1) for line in FILE.read_text(encoding="utf-8").splitlines())
    new = [each for each in where if answers[each] not in checked.get(each, "").split("\t")]
    lines = "".join(f"\n{each}\t{answers[each]}        {where[each]}" for each in new)
    assert not lines, f"a right answer goes into {FILE.name}; else choose another example:{lines}"
    assert checked.keys() <= where.keys(), "no longer an example"
    shown = ANSWER.findall("\n".join(texts.values()))
    assert shown == [(sentence, answers[sentence]) for sentence, _ in shown] and shown


def test_what_an_example_is():
    text = """Not "Here." but `minitrans view 'Who?' --open`, `["A man.", "A dog."]`, `minitrans parse "A cat."` and

    minitrans translate "I am."   # Ich bin.

`page.html#text=The+dog.&step=2`
"""
    assert examples_in(text, ".md") == ["Who?", "A man.", "A dog.", "I am.", "The dog."]
    assert ANSWER.findall(text) == [("I am.", "Ich bin.")]
    text = """write("No.")  # minitrans translate "Yes?"\nmodel.search(["A man.", "A dog!"], nbest=4)"""
    assert examples_in(text, ".py") == ["Yes?", "A man.", "A dog!"]
