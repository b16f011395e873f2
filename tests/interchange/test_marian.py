"""The folder of Hugging Face, which test_convert.py reads again, translates with transformers as the run does."""

import pytest

import minitrans
from minitrans.interchange.marian import write_folder
from minitrans.runs.run import MODEL

numpy_files = pytest.importorskip("safetensors.numpy")


@pytest.mark.filterwarnings("ignore:Recommended")  # sacremoses, which would change the punctuation
def test_transformers_translates_the_same(tmp_path):
    """Greedy search, with the files alone."""
    torch = pytest.importorskip("torch", reason="torch and transformers are not installed")
    transformers = pytest.importorskip("transformers")
    translator = minitrans.load(MODEL)
    write_folder(tmp_path, translator.model, translator.tokenizer, numpy_files.save)
    lines = ["The old\u00a0man buys a bi\u00adcycle.", "She sleeps.", "The doctor hopes\tthat the woman sees her."]
    model = transformers.MarianMTModel.from_pretrained(tmp_path)
    tokenizer = transformers.MarianTokenizer.from_pretrained(tmp_path)
    with torch.no_grad():
        found = model.generate(**tokenizer(lines, return_tensors="pt", padding=True), num_beams=1, max_length=40)
    assert tokenizer.batch_decode(found, skip_special_tokens=True) == translator.translate(lines, beam=1)
