"""One HTML file that shows what `record` kept; it needs no network."""

import json
from pathlib import Path

FOLDER = Path(__file__).parent


def page(record):
    """record: see `record.record` -> the text of the file"""
    parts = dict(
        STYLE=(FOLDER / "view.css").read_text(encoding="utf-8"),
        RECORD=json.dumps(record).replace("<", "\\u003c"),  # so that no text of it can end the script element
        SCRIPT=(FOLDER / "view.js").read_text(encoding="utf-8"),
    )
    text = (FOLDER / "view.html").read_text(encoding="utf-8")
    for name, part in parts.items():
        text = text.replace(f">{name}<", f">{part}<", 1)
    return text
