"""The zip file that Gradescope runs: the installed library and two scripts."""

import io
import zipfile
from datetime import date
from importlib.metadata import requires
from pathlib import Path

from ..system.files import write_output

SETUP = """#!/usr/bin/env bash
# Gradescope runs this once, when it builds the image of the autograder.  It always installs the versions of the day
# on which this zip file was made, the newest ones that run on the image's Python.
set -euo pipefail
apt-get update && apt-get install -y python3-venv
python3 -m venv /autograder/env
/autograder/env/bin/pip install uv
/autograder/env/bin/uv pip install --python /autograder/env --exclude-newer {day} {requirements}
"""

RUN = """#!/usr/bin/env bash
# Gradescope runs this for each submission.  If checks fail, the autograder itself has still succeeded.
cd /autograder/results
export PYTHONPATH=/autograder/source
/autograder/env/bin/python -m minitrans grade /autograder/submission {exercises} --seed {seed}{variant} \\
    --report /autograder/results/results.json || true
"""


def write_zip(path, exercises, seed, variant=None):
    """Write the autograder to `path`.  exercises: the names of those that each submission must contain."""
    package = Path(__file__).parents[1]
    needed = (f"'{each}'" for each in requires("minitrans") if "extra ==" not in each)
    scripts = {
        "setup.sh": SETUP.format(day=date.today(), requirements=" ".join(needed)),
        "run_autograder": RUN.format(
            exercises=" ".join(f"--exercise {name}" for name in exercises),
            seed=seed,
            variant="" if variant is None else f" --variant {variant}",
        ),
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in scripts.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = 0o755 << 16  # executable
            archive.writestr(info, text)
        for file in sorted(package.rglob("*")):
            if file.suffix in (".py", ".md", ".cu", ".cuh"):
                archive.write(file, file.relative_to(package.parent))
    write_output(path, buffer.getvalue())
