"""The zip that Gradescope runs: this library as it is installed here, and two scripts."""

import importlib.metadata
import io
import zipfile
from pathlib import Path

import minitrans

from ..files import write_output

SETUP = """#!/usr/bin/env bash
# Runs once, when the image of the autograder is built.
set -euo pipefail
apt-get update && apt-get install -y python3-venv
python3 -m venv /autograder/env
/autograder/env/bin/pip install {requirements}
"""

RUN = """#!/usr/bin/env bash
# Runs for each submission.  A submission that fails checks is no failure of the autograder.
cd /autograder/results
export PYTHONPATH=/autograder/source
/autograder/env/bin/python -m pytest -q -p minitrans.grading.plugin -p no:cacheprovider --pyargs minitrans.grading \\
    --submission /autograder/submission {exercises} --seed {seed} --report /autograder/results/results.json || true
"""


def write_zip(path, exercises, seed):
    """exercises: names that a submission must contain"""
    package = Path(minitrans.__file__).parent
    requirements = [each for each in importlib.metadata.requires("minitrans") if "extra ==" not in each]
    scripts = {
        "setup.sh": SETUP.format(requirements=" ".join(f"'{each}'" for each in [*requirements, "pytest"])),
        "run_autograder": RUN.format(exercises=" ".join(f"--exercise {name}" for name in exercises), seed=seed),
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in scripts.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = 0o755 << 16  # may be executed
            archive.writestr(info, text)
        for file in sorted(package.rglob("*")):
            if file.suffix in (".py", ".md", ".cu", ".cuh"):
                archive.write(file, Path("minitrans", file.relative_to(package)))
    write_output(path, made.getvalue())
