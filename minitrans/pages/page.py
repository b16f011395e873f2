"""One HTML file that shows a record; it needs no network."""

import html
import json
from pathlib import Path

from ..files import write_whole

FOLDER = Path(__file__).parent


class Page:
    """The page of a record (see `record.record`).  As the last line of a notebook's cell it appears there."""

    def __init__(self, record):
        self.record = record

    def __str__(self):
        text = (FOLDER / "view.html").read_text(encoding="utf-8")
        for place, part in (
            (">STYLE<", (FOLDER / "view.css").read_text(encoding="utf-8")),
            (">SCRIPT<", (FOLDER / "view.js").read_text(encoding="utf-8")),
            (">RECORD<", json.dumps(self.record).replace("<", "\\u003c")),  # so that no text can end the script element
        ):
            text = text.replace(place, f">{part}<", 1)
        return text

    def save(self, path):
        write_whole(Path(path), str(self).encode())

    def _repr_html_(self):
        return f'<iframe srcdoc="{html.escape(str(self))}" style="width: 100%; height: 800px; border: 0"></iframe>'
