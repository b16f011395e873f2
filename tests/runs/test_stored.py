"""Runs that earlier versions have stored: they open, translate, and train on as they did there.

stored/VERSION.zip is a run of the tiny corpus, made by the code of this version with

    minitrans train --out run [...] --preset toy --layers 1 --d-model 8 --heads 2 --d-ff 16 --vocabulary 70
        --batch-tokens 200 --norm pre --dropout 0 --warmup 100 --rate 1.5 --cooldown 0.3 --average 1 --keep 1
        --shards 1 --steps 1000 --valid-steps 500 --checkpoint-steps 20 --log-steps 250 --snapshots 0

and since 1.0.0 with --symbols "<2de>"; curves.png is left out.  expected.json in it has what the same code answered:
translations with their scores, `minitrans.load("run").search([line], nbest=2)`, and the perplexity after
`minitrans train --out run --resume --steps 1020`.  A new version adds a run of its own, and no run is ever made again.
"""

import re
import shutil
from pathlib import Path

import pytest

import minitrans
from minitrans.runs.run import Run
from minitrans.system.files import read_json

HERE = Path(__file__).parent
VERSIONS = re.findall(r"^## (\d\S*)", (HERE.parents[1] / "CHANGELOG.md").read_text("utf-8"), re.M)


@pytest.mark.parametrize("version", VERSIONS[:-1])  # all but 0.1.0
def test_a_run_of_each_version(version, command, elsewhere, tiny_corpus):
    shutil.unpack_archive(HERE / "stored" / f"{version}.zip", "run")
    expected, model = read_json(Path("run/expected.json")), minitrans.load("run")
    for line, before in expected["found"].items():
        found = {text: score for score, text in model.search([line], nbest=2)[0]}
        assert found == pytest.approx(before, rel=1e-4)
    assert command("train --out run --resume --steps 1020", *tiny_corpus[:12]).code == 0  # its text has moved
    assert Run("run").log[-1]["valid_perplexity"] == pytest.approx(expected["valid_perplexity"], rel=1e-4)
