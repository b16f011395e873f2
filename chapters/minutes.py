"""How long the chapters take: an estimate by counting, written where it is said.

    python chapters/minutes.py

A reader takes one minute for 150 words, for 12 lines of code, for a displayed formula
and for a picture, 5 minutes for a small exercise, and 25 for a whole operation.
"""

import re
from pathlib import Path

import nbformat

HERE = Path(__file__).parent
MAP, WEEKS = HERE / "README.md", HERE.parent / "docs" / "teaching" / "weeks.md"
NOTEBOOKS = sorted(HERE.glob("*.ipynb"))


def count(notebook):
    """-> minutes without the exercises and with them, both to five minutes"""
    reading, asked = 0, set()
    for cell in notebook.cells:
        text = re.sub("<details>.*?</details>", "", cell.source, flags=re.DOTALL)
        if cell.cell_type == "markdown":
            reading += len(re.sub("```.*?```", "", text, flags=re.DOTALL).split()) / 150
            reading += len(re.findall(r"\$\$.+?\$\$", text, re.DOTALL))
        elif "hide-input" in cell.metadata.get("tags", []):
            reading += 1  # a picture
        else:
            reading += len(text.splitlines()) / 12
            asked.update(re.findall(r'^grade\("(.+?)"', text, re.MULTILINE))
    exercises = sum(5 if "/" in name else 25 for name in asked)  # each once
    return 5 * round(reading / 5), 5 * round((reading + exercises) / 5)


def fill(line, minutes):
    """A row of a table, with its minutes as they should be"""
    cells = [cell.strip() for cell in line.strip("|").split("|")]

    def total(chapters, which):
        return sum(minutes[name][which] for name in re.findall(r"\d+b?", chapters))

    if found := re.search(r"\((\w+\.ipynb)\)", cells[0]):  # the map
        cells[2:] = cells[2:-2] + [f"{each} min" for each in minutes[found[1]]]
    elif re.fullmatch(r"[\d, b]+", cells[1]) and len(cells) == 3:  # a route
        which = 0 if "without exercises" in cells[0] else 1
        cells[2] = f"{total(cells[1], which)} min"
    elif re.fullmatch(r"\d+", cells[0]) and len(cells) == 6:  # a week of the course
        cells[2] = total(cells[1], 1)
        cells[5] = sum(int(each or 0) for each in cells[2:5])
    else:
        return line
    return f"| {' | '.join(map(str, cells))} |".replace("|  |", "| |")


def written():
    """-> {file: its text, with the minutes as they should be}"""
    texts, minutes = {}, {}
    for path in NOTEBOOKS:
        name = re.sub(r"^0(?=\d)", "", path.stem.partition("_")[0])  # "0", "0b", "1"
        minutes[name] = minutes[path.name] = count(nbformat.read(path, as_version=4))
        head, text = r"(\*\*Time\.\*\* About )\d+", path.read_text(encoding="utf-8")
        texts[path] = re.sub(head, rf"\g<1>{minutes[name][1]}", text, count=1)
    for path in (MAP, WEEKS):
        lines = path.read_text(encoding="utf-8").split("\n")
        texts[path] = "\n".join(
            fill(line, minutes) if line.startswith("| ") else line for line in lines
        )
    return texts


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text, encoding="utf-8")
