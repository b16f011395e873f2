"""Run chapters from top to bottom and store their outputs.

    python chapters/execute.py chapters/05_attention.ipynb ...

It needs nbclient and ipykernel (pip install -e '.[test]').  A chapter stores still
pictures in place of sliders, and beside the outputs of each cell the hash of the code
that they come from: a test sees when code was changed and outputs were not.  The tag
`varies` marks the cells whose output another run may change, because they measure time,
or because rounding on another processor has changed a training by more than a percent.
"""

import hashlib
import os
import sys
from base64 import b64decode, b64encode
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbclient import NotebookClient
from PIL import Image

HERE = Path(__file__).resolve().parent


def digests(notebook):
    """-> [(code cell, hash of its source and of all code before it)]"""
    seen, found = hashlib.sha256(), []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            seen.update(cell.source.encode() + b"\0")
            found.append((cell, seen.hexdigest()[:16]))
    return found


def lighten(output):
    """Store a picture with 256 colours, which takes half of the place"""
    if "image/png" in output.get("data", {}):
        picture, file = BytesIO(b64decode(output.data["image/png"])), BytesIO()
        few = Image.open(picture).convert("RGB").quantize(256)
        few.save(file, "png", optimize=True)
        output.data["image/png"] = b64encode(file.getvalue()).decode() + "\n"


def execute(notebook):
    """Run all code cells in a fresh kernel.  CellExecutionError if one fails.

    The folder is fresh, too, so that no chapter meets the program of a reader, or what
    another run has left.
    """
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    os.environ["MINITRANS_STILL"] = "1"
    with TemporaryDirectory() as fresh:
        folder = Path(fresh, "book", "chapters")
        folder.mkdir(parents=True)
        (HERE / "runs").mkdir(exist_ok=True)
        for name in ("examples", "chapters/runs"):  # for chapter 18
            Path(fresh, "book", name).symlink_to(HERE.parent / name)
        NotebookClient(
            notebook,
            timeout=1800,  # it ends what hangs: a training takes minutes
            kernel_name="python3",
            resources={"metadata": {"path": str(folder)}},
            record_timing=False,
            coalesce_streams=True,
        ).execute()
    for cell, digest in digests(notebook):
        cell.metadata["ran"] = digest
        for output in cell.outputs:
            lighten(output)


def main(paths):
    for path in map(Path, paths):
        notebook = nbformat.read(path, as_version=4)
        execute(notebook)
        notebook.metadata = {
            "kernelspec": {
                "display_name": "Python 3",
                "language": "python",
                "name": "python3",
            },
            "language_info": {"name": "python"},
        }
        nbformat.write(notebook, path)
        print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
