r"""Write the small model that comes with minitrans, data/model/, from a run on the toy corpus.

    minitrans train --d-model 160 --d-ff 512 --dropout 0.1 --batch-tokens 2000 --rate 1 --steps 5000 \
        --valid-steps 1000 --checkpoint-steps 60 --average 10 --out runs/model
    python data/make_model.py runs/model

The weights are the mean that the run chose, as float16, which halves the file.  SHA256SUMS is for `sha256sum -c`.
"""

import shutil
import sys
from pathlib import Path

import numpy as np

from minitrans.nn import Transformer
from minitrans.runs.checkpoint import write_checkpoint
from minitrans.runs.run import Run
from minitrans.system.files import file_sha256

DIRECTORY = Path(__file__).parent / "model"


def main(path):
    run = Run.open(path)
    model, tokenizer = Transformer(run.config), run.tokenizer
    paths, header = run.load_average(model, tokenizer, None, "")
    for tensor in model.parameters().values():
        tensor.data = tensor.data.astype(np.float16)
    shutil.rmtree(DIRECTORY, ignore_errors=True)
    (DIRECTORY / "checkpoints").mkdir(parents=True)
    for name in ("config.json", "tokenizer.model"):
        shutil.copy(run.path / name, DIRECTORY)
    write_checkpoint(DIRECTORY / "checkpoints" / paths[-1].name, model, None, tokenizer, header["progress"])
    files = sorted(file.relative_to(DIRECTORY).as_posix() for file in DIRECTORY.rglob("*") if file.is_file())
    sums = "".join(f"{file_sha256(DIRECTORY / file)}  {file}\n" for file in files)
    (DIRECTORY / "SHA256SUMS").write_bytes(sums.encode())


if __name__ == "__main__":
    main(sys.argv[1])
