"""The start of a library of one's own: a folder with a file to fill in for each exercise of the course."""

from ..system.errors import UserError
from ..system.files import whole_folder
from .exercises import COURSE
from .runner.stub import stub
from .variants import find_exercise

README = """# My own Transformer

Each file waits for the functions of one exercise. Fill them in with NumPy alone, chapter by chapter:

| chapter | files |
|---:|---|
{rows}

Check what is written, then train a translator with it. What is missing, minitrans brings:

```
minitrans grade .
minitrans train --ops . --out runs/mine
minitrans translate --run runs/mine "The old man buys a bicycle."
```
"""


def start_library(folder, variant=None):
    """Write the folder, which must not exist.  variant: of the exercises that have variants"""
    rows = [f"| {chapter} | {', '.join(f'`{each.name}.py`' for each in group)} |" for chapter, group in COURSE.items()]
    if folder.exists():
        raise UserError(f"{folder}: exists already; choose another name")
    try:
        with whole_folder(folder) as new:
            (new / "README.md").write_text(README.format(rows="\n".join(rows)), encoding="utf-8")
            (new / ".gitignore").write_text("runs/\n__pycache__/\n", encoding="utf-8")
            for exercise in sum(COURSE.values(), []):
                text = stub(find_exercise(exercise.name, variant))
                (new / f"{exercise.name}.py").write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"{folder}: cannot be written ({error.strerror})") from None
