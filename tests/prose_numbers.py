"""Write tests/prose_numbers.txt, the numbers in chapters that no cell shows:  python tests/prose_numbers.py

A number in a sentence about a result must be in the code or the output of a cell of its chapter, rounded or in percent,
or of another chapter that the sentence names.  What is left stands in the file, to be read: arithmetic, questions, and
the figures of others.  Sentences that name the paper, a table, a version or a year are left out.
"""

import json
import re
from pathlib import Path

CHAPTERS = Path(__file__).parents[1] / "chapters"
FILE = Path(__file__).with_suffix(".txt")
CODE = r"```.*?```|\$\$.*?\$\$|\$[^$]*\$|`[^`]*`"
ASIDE = re.compile(rf"<details>.*?</details>|{CODE}|\]\([^)]*\)|Sections? [\d., and]+|chapters? \d+b?|\d+b?/\d", re.S)
OF_OTHERS = re.compile(r"paper|Predict|version|Table|Figure|\b(?:19|20)\d\d\b")
SENTENCE = re.compile(r"(?<=[.:;?])\s+(?=[A-Z*|])|\n")
SHOWN, SAID = re.compile(r"\d[\d,]*(?:\.\d+)?"), re.compile(r"\d[\d,]*\.\d+|\d+(?= ?%)|\d[\d,]*\d(?! minutes)")


def value(number):
    return float(number.replace(",", ""))


def shown(cells):
    """The numbers in the code of some cells, in what they have put out, and in formulas of the text"""
    texts = []
    for cell in cells:
        source = "".join(cell["source"])
        texts += [source] if cell["cell_type"] == "code" else re.findall(CODE, source, re.S)
        for output in cell.get("outputs", []):
            pictures = "image/png" in output.get("data", {})
            texts.append(json.dumps(output["metadata"] if pictures else output, ensure_ascii=False))
    return set(map(value, SHOWN.findall("\n".join(texts))))


def sentences(cells):
    for cell in cells:
        if cell["cell_type"] == "markdown":
            yield from SENTENCE.split(re.sub(r"<details>.*?</details>", "", "".join(cell["source"]), flags=re.S))


def missing(said, known):
    """The numbers of a sentence that are not known, not even rounded or in percent"""
    for number in SAID.findall(ASIDE.sub(" ", said)):
        digits = len(number.partition(".")[2])
        if not any(value(number) in (round(each, digits), round(100 * each, digits)) for each in known):
            yield number


def written():
    """The text of the file"""
    books = {path.stem: json.loads(path.read_text("utf-8"))["cells"] for path in sorted(CHAPTERS.glob("*.ipynb"))}
    known, lines = {name: shown(cells) for name, cells in books.items()}, []
    for name, cells in books.items():
        lines.append(name)
        for said in sentences(cells):
            others = [f"{int(number):02}{b}_" for number, b in re.findall(r"chapters? (\d+)(b?)", said)]
            numbers = known[name].union(*(known[other] for other in known if other.startswith(tuple(others))))
            if not OF_OTHERS.search(said):
                lines += [f"    {number}: {said.strip()}" for number in missing(said, numbers)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
