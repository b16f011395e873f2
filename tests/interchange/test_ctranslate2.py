"""The folder of CTranslate2 translates as the run does."""

import subprocess
import sys

import pytest

import minitrans
from minitrans.interchange.ctranslate2 import write_folder
from minitrans.runs.run import MODEL

LINES = ["The old man buys a bicycle.", "She sleeps.", "The doctor hopes that the woman sees her."]


@pytest.mark.parametrize("quantization", [None, "int8"])
def test_it_translates_the_same(tmp_path, quantization, tiny_run):
    """The bundled model, and a pre-norm model, by the script that lies in the folder."""
    pytest.importorskip("ctranslate2", reason="ctranslate2 is not installed")
    for path, lines in ((MODEL, LINES), (tiny_run.path, ["the dog sees trees.", "she likes music."])):
        translator, folder = minitrans.load(path), tmp_path / path.name
        folder.mkdir()
        write_folder(folder, translator.model, translator.tokenizer, quantization)
        command = [sys.executable, folder / "translate.py"]
        done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True)
        assert done.stdout.splitlines() == translator.translate(lines)
