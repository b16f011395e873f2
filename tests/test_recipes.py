"""The examples of docs/recipes.md, run by a shell on a small text."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import ENVIRONMENT

PAGE = Path(__file__).parents[1] / "docs" / "recipes.md"
BEFORE = f"""
small="--layers 1 --d-model 32 --heads 2 --d-ff 64 --vocabulary 90 --batch-tokens 200 --steps 400 --valid-steps 400"
small="$small --norm pre --dropout 0.05 --warmup 60 --rate 1.5"
minitrans() {{ [ $1 = train ] && set -- "$@" $small; "{sys.executable}" -m minitrans "$@"; }}
for split in train valid test; do
    cp text/$split.src $split.en; cp text/$split.tgt $split.de; tr a-z A-Z < $split.de > $split.fr
done
printf 'der Hund\\n\\nBücher\\n' > mono.de
"""
AFTER = 'minitrans translate --run runs/both "<2de> the dog sees trees."'


@pytest.mark.slow
def test_the_examples_do_what_the_page_says(tiny_corpus, tmp_path):
    """French is German in capital letters."""
    examples = re.findall(r"^```\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
    script = ["bash", "-euo", "pipefail", "-c", "".join([BEFORE, *examples, AFTER])]
    ended = subprocess.run(script, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, encoding="utf-8")
    assert ended.returncode == 0, ended.stderr
    assert {"DER HUND SIEHT BäUME.", "der Hund sieht Bäume."} <= {*ended.stdout.splitlines()}
    scored, found = ((tmp_path / name).read_text("utf-8").splitlines() for name in ("scored", "best.de"))
    rows = [re.split(r" \|\|\| |\t", line) for line in scored]
    best = {row[0]: row[1] for row in sorted(rows, key=lambda row: float(row[2]) + float(row[3]))}
    assert found == [best[str(i)] for i in range(6)] and len(rows) == 48
