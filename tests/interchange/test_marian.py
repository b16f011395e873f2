"""The folder of Hugging Face, which test_convert.py reads again, translates with transformers as the run does."""

import pytest

import minitrans
from minitrans.interchange.marian import write_folder
from minitrans.runs.run import MODEL

from .odd_lines import odd_lines

numpy_files = pytest.importorskip("safetensors.numpy")


@pytest.mark.filterwarnings("ignore:Recommended")  # sacremoses, which would change the punctuation
def test_transformers_translates_the_same(tmp_path):
    """Greedy search, with the files alone.  Each sentence has the limit that the run gives to its length."""
    torch = pytest.importorskip("torch", reason="torch and transformers are not installed")
    transformers = pytest.importorskip("transformers")
    translator = minitrans.load(MODEL, beam=1, max_extra=2)
    write_folder(tmp_path, translator.model, translator.tokenizer, numpy_files.save)
    model = transformers.MarianMTModel.from_pretrained(tmp_path)
    tokenizer = transformers.MarianTokenizer.from_pretrained(tmp_path)
    lines = [line for line in odd_lines() if translator.encode([line])[0]]
    for line, expected in zip(lines, translator.translate(lines), strict=True):
        batch = tokenizer([line], return_tensors="pt")
        with torch.no_grad():
            written = model.generate(**batch, num_beams=1, max_length=batch.input_ids.shape[1] + 2)
        assert tokenizer.batch_decode(written, skip_special_tokens=True) == [expected]
