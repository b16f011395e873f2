"""The folder of Hugging Face computes what the run computes: by Marian in NumPy, and by transformers."""

import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest

import minitrans
from minitrans.data.ids import BOS, EOS
from minitrans.interchange.marian import write_folder
from minitrans.runs.run import MODEL

numpy_files = pytest.importorskip("safetensors.numpy")
ORACLE = Path(__file__).parents[1] / "oracles" / "marian.py"


@pytest.fixture
def marian():
    specification = importlib.util.spec_from_file_location("marian_oracle", ORACLE)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module.Marian


@pytest.fixture
def exported(tmp_path):
    """-> (translator, folder)"""
    translator = minitrans.load(MODEL)
    write_folder(tmp_path, translator.model, translator.tokenizer, numpy_files.save_file)
    return translator, tmp_path


def test_logits(exported, marian):
    """Of the written file, to the fifth digit: the two LayerNorms have another epsilon."""
    translator, folder = exported
    stored = numpy_files.load_file(folder / "model.safetensors")
    other = marian(stored, json.loads((folder / "config.json").read_text()))
    for source, target in (
        ("The old man buys a bicycle.", "Der alte"),
        ("She sleeps.", "Sie hofft, dass er sie sieht."),
    ):
        ids, words = translator.encode([source, target])
        ours = translator.model.logits(np.array([[*ids, EOS]]), np.array([[BOS, *words]]))[0]
        theirs = other.logits([*ids, EOS], [BOS, *words])
        assert abs(ours - theirs).max() < 1e-4 * abs(ours).max()


def test_transformers_translates_the_same(exported):
    """Greedy search, with the files alone."""
    torch = pytest.importorskip("torch", reason="torch and transformers are not installed")
    transformers = pytest.importorskip("transformers")
    translator, folder = exported
    lines = ["The old man buys a bicycle.", "She sleeps.", "The doctor hopes that the woman sees her."]
    model = transformers.MarianMTModel.from_pretrained(folder)
    tokenizer = transformers.MarianTokenizer.from_pretrained(folder)
    with torch.no_grad():
        found = model.generate(**tokenizer(lines, return_tensors="pt", padding=True), num_beams=1, max_length=40)
    assert tokenizer.batch_decode(found, skip_special_tokens=True) == translator.translate(lines, beam=1)
