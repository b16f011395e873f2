"""Published models: logits, greedy and beam translations are those of transformers; other folders are refused.

What transformers made of three small models is in oracles/marian.  Where it is installed, it is compared anew.
"""

import json
import os
import random
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import minitrans
from minitrans.data.batching import make_batch
from minitrans.data.ids import BOS, EOS, PAD
from minitrans.gradcheck import check_module
from minitrans.interchange.full_beam import full_beam_search
from minitrans.interchange.published import is_published, read_folder
from minitrans.nn import Transformer
from minitrans.system.errors import UserError
from minitrans.translator import Translator

from ..conftest import module_at

files = pytest.importorskip("safetensors.numpy")
ORACLES = Path(__file__).parents[1] / "oracles"
FOLDERS = sorted((ORACLES / "marian").iterdir())
JOINT = ORACLES / "marian" / "joint"


@pytest.fixture(params=FOLDERS, ids=lambda folder: folder.name)
def folder(request):
    return request.param


@pytest.fixture
def copy(tmp_path):
    return shutil.copytree(JOINT, tmp_path / "copy")


def our_logits(translator, source, target):
    """-> those of the pieces that their model has, [target + 1, vocabulary], and these pieces"""
    (ids,), (words,) = translator.encode([source]), translator.encode([target], translator.tokenizer.target)
    logits = translator.model.logits(np.array([[*ids, EOS]]), np.array([[BOS, *words]]))[0]
    return dict(zip(translator.tokenizer.target.vocabulary, logits.T, strict=True))


def same_logits(translator, folder, source, target, expected):
    name = "target_vocab.json" if (folder / "target_vocab.json").is_file() else "vocab.json"
    ours = our_logits(translator, source, target)
    theirs = json.loads((folder / name).read_text(encoding="utf-8"))
    found = np.array([ours[piece] for piece in sorted(theirs, key=theirs.get)]).T
    assert abs(found - expected).max() < 1e-4 * abs(expected).max()


def test_what_transformers_computed(folder):
    expected = np.load(folder / "expected.npz")
    facts, translator = json.loads(str(expected["facts"])), minitrans.load(folder)
    for i, (source, target) in enumerate(facts["pairs"]):
        same_logits(translator, folder, source, target, expected[f"logits {i}"])
    for beam in (1, 4):
        assert translator.translate(facts["lines"], beam=beam, max_extra=facts["extra"]) == facts[f"beam {beam}"]
        assert translator.translate(facts["lines"], beam=beam) == facts[f"beam {beam}, own limit"]


def test_the_longest_length_is_reached(folder):
    """It is 64 with the start and EOS.  That transformers makes the same text of it is tested above."""
    translator, facts = minitrans.load(folder), json.loads(str(np.load(folder / "expected.npz")["facts"]))
    found = full_beam_search(translator.model, translator.encode(facts["lines"]), beam=4, max_extra=10**6)
    lengths = [len(best.ids) for [best] in found]
    assert lengths.count(64 - len(["start", "EOS"])) >= 3 and max(lengths) == 62


@pytest.fixture(scope="module")
def constants():
    pytest.importorskip("torch", reason="torch and transformers are not installed")
    pytest.importorskip("transformers")
    return module_at(ORACLES / "make_marian_constants.py")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", ["joint", "separate", "unbiased", "wide", "deep", "published sizes"])
def test_transformers_here(constants, kind, tmp_path):
    options, folder = (constants.KINDS | constants.MORE_KINDS)[kind], tmp_path / "model"
    constants.make(folder, **options | dict(pieces=options.get("pieces", 400)))
    (model, tokenizer), translator = constants.opened(folder), minitrans.load(folder)
    for pair in constants.pairs(10):
        same_logits(translator, folder, *pair, constants.logits(model, tokenizer, *pair))
    lines = constants.sentences(200)
    for beam in (1, 4):
        expected = constants.translations(model, tokenizer, lines, beam)
        assert translator.translate(lines, beam=beam, max_extra=constants.EXTRA) == expected
        expected = constants.translations(model, tokenizer, lines[:50], beam, extra=None)
        assert translator.translate(lines[:50], beam=beam) == expected
    lines = many_scripts(1000)
    theirs = json.loads((folder / "vocab.json").read_text(encoding="utf-8"))
    pieces = sorted(theirs, key=theirs.get)
    for ids, right in zip(translator.tokenizer.encode(lines), constants.ids_of(tokenizer, lines), strict=True):
        assert translator.tokenizer.words(ids) == [pieces[i] for i in right[:-1]]


def many_scripts(count):
    """Lines of letters, marks, digits and signs of all blocks below U+30000, two or three blocks in each line"""
    draw = random.Random(2)

    def word():
        start = draw.randrange(0x20, 0x30000, 0x40)
        return "".join(map(chr, draw.choices(range(start, start + 0x40), k=draw.randint(1, 8))))

    lines = [" ".join(word() for _ in range(draw.randint(1, 6))) for _ in range(count)]
    return ["".join(c for c in line if not 0xD800 <= ord(c) < 0xE000).strip() for line in lines]


def test_gradients_of_the_whole_model(folder):
    """For fine-tuning: swish, the bias, and the other fields of published models"""
    config, arrays, _, _ = read_folder(folder)
    model = Transformer(replace(config, dtype="float64", dropout=0.0, attention_dropout=0.0))
    model.load(arrays)
    batch = make_batch([([5, 9, 30], [7, 11]), ([8], [40, 6, 12])])
    check_module(model, lambda: model.loss(batch, smoothing=0.1), directions=2)


def test_it_is_not_a_run(tmp_path, refusal):
    assert is_published(JOINT) and not is_published(tmp_path)
    (tmp_path / "config.json").write_text('{"layers": 2}')
    assert not is_published(tmp_path)
    assert "average" in refusal(lambda: Translator.load(JOINT, average=3))
    assert "no folder" in refusal(Translator.load_published, "nothing")


@pytest.mark.parametrize("name", ["source.spm", "model.safetensors", "vocab.json"])
def test_pointers_of_git_lfs(copy, refusal, name):
    (copy / name).write_bytes(b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")
    assert f"{copy / name}: a pointer of" in refusal(read_folder, copy)


def test_a_file_that_is_none(copy, refusal):
    (copy / "source.spm").unlink()
    os.mkfifo(copy / "source.spm")
    assert "source.spm: cannot be read (is a pipe, not a file)" in refusal(read_folder, copy)


def test_tensors_in_shards(copy, refusal):
    (copy / "model.safetensors").rename(copy / "model-00001-of-00001.safetensors")
    (copy / "model.safetensors.index.json").write_text("{}")
    assert "in shards (model.safetensors.index.json)" in refusal(read_folder, copy)


@pytest.mark.parametrize("names", [["<s>", "<start>", "<start of sentence>", "<spare 0>"], ["<spare 0>", "<spare 1>"]])
def test_pieces_with_the_names_of_new_ones(copy, names):
    ids = json.loads((copy / "vocab.json").read_text(encoding="utf-8"))
    for old, new in zip(sorted(ids, key=ids.get)[20:], names, strict=False):
        ids[new] = ids.pop(old)
    (copy / "vocab.json").write_text(json.dumps(ids), encoding="utf-8")
    config, _, tokenizer, _ = read_folder(copy)
    assert len(set(tokenizer.vocabulary)) == len(tokenizer.vocabulary) == config.vocabulary
    assert {*names} < {*tokenizer.vocabulary}


def test_half_of_a_surrogate_pair(copy, refusal):
    text = (copy / "vocab.json").read_text(encoding="utf-8").replace('"▁', r'"\ud800', 1)
    (copy / "vocab.json").write_text(text, encoding="utf-8")
    assert "vocab.json: a piece has '\\ud800'" in refusal(read_folder, copy)


def test_weights_that_overflow(copy, tensors, refusal):
    """In float64 they are finite; in float32 they, or their products, are not."""
    tensors(lambda found: found.update({NAME: np.full((24, 16), 1e300)}))
    assert f"{NAME} has entries that" in refusal(read_folder, copy)
    tensors(lambda found: found.update({NAME: np.full((24, 16), 3e38, np.float32)}))
    assert "logits are not" in refusal(minitrans.load, copy)


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "source.spm", "target.spm", "vocab.json"])
@pytest.mark.parametrize("content", [None, b"", b"[]", b"{" * 9000, b"\0" * 300])
def test_missing_or_empty_files(copy, refusal, name, content):
    (copy / name).unlink()
    if content is not None:
        (copy / name).write_bytes(content)
    assert str(copy) in refusal(read_folder, copy)


@pytest.fixture
def tensors(copy):
    """tensors(function): change the tensors of the copied model"""

    def change(function):
        found = files.load_file(copy / "model.safetensors")
        function(found)
        files.save_file(found, copy / "model.safetensors", metadata=dict(format="pt"))

    return change


NAME = "model.decoder.layers.1.fc1.weight"


def test_a_tensor_is_missing(copy, tensors, refusal):
    tensors(lambda found: found.pop(NAME))
    assert f"has no tensor {NAME}" in refusal(read_folder, copy)


@pytest.mark.parametrize(
    "array", [np.zeros((24, 15), "f2"), np.zeros(384, "f4"), np.zeros((24, 16), "i4"), np.full((24, 16), np.nan, "f4")]
)
def test_a_tensor_of_another_kind(copy, tensors, refusal, array):
    tensors(lambda found: found.update({NAME: array}))
    assert NAME in refusal(read_folder, copy)


@pytest.mark.parametrize(
    "name", ["lm_head.weight", "model.encoder.embed_positions.weight", "model.encoder.norm.weight"]
)
def test_tensors_that_are_trained_separately(copy, tensors, refusal, name):
    """Copies of others may be there, as in older files; anything else is not the model that we read."""
    tensors(lambda found: found.update({name: np.ones_like(found["model.shared.weight"])}))
    assert name in refusal(read_folder, copy)


def test_copies_of_the_embedding_are_allowed(copy, tensors):
    tensors(lambda found: found.update({"lm_head.weight": found["model.shared.weight"].copy()}))
    read_folder(copy)


def test_vocabulary_of_another_model(copy, refusal):
    ids = json.loads((copy / "vocab.json").read_text(encoding="utf-8"))
    changed = {piece if piece[0] in "<>" else f"{piece}{piece}{piece}": i for piece, i in ids.items()}
    (copy / "vocab.json").write_text(json.dumps(changed), encoding="utf-8")
    assert "belong together?" in refusal(read_folder, copy)
    (copy / "vocab.json").write_text(json.dumps(changed | {"<unk>": -1}), encoding="utf-8")
    assert "vocab.json" in refusal(read_folder, copy)


def test_types_of_numbers(copy, tensors):
    """float16, float32 and bfloat16 give the same parameters where bfloat16 can hold them."""
    import ml_dtypes

    def rounded(found):
        for name, array in found.items():
            found[name] = array.astype(ml_dtypes.bfloat16).astype(np.float32)

    tensors(rounded)
    _, wide, _, _ = read_folder(copy)
    header, data = {}, b""
    for name, array in files.load_file(copy / "model.safetensors").items():
        half = array.astype(ml_dtypes.bfloat16).tobytes()
        header[name] = dict(dtype="BF16", shape=array.shape, data_offsets=[len(data), len(data) + len(half)])
        data += half
    header = json.dumps(header).encode()
    (copy / "model.safetensors").write_bytes(len(header).to_bytes(8, "little") + header + data)
    _, narrow, _, _ = read_folder(copy)
    assert all(np.array_equal(wide[name], narrow[name]) for name in wide)


def test_the_copied_start_is_never_written():
    config, arrays, tokenizer, _ = read_folder(JOINT)
    assert np.array_equal(arrays["source_embedding"][BOS], arrays["source_embedding"][PAD])
    assert arrays["logits_bias"][BOS] == -100 and arrays["logits_bias"][PAD] == 0
    spare = [i for i, piece in enumerate(tokenizer.vocabulary) if piece.startswith("<spare")]
    assert config.vocabulary % 8 == 0 and (arrays["logits_bias"][spare] == -100).all()


def test_damaged_folders(tmp_path):
    """Any file of a folder with some bytes changed: it is read, or refused in one line."""
    draw, refused = random.Random(3), 0
    for number in range(80):
        copy = shutil.copytree(draw.choice(FOLDERS), tmp_path / str(number))
        path = draw.choice([path for path in sorted(copy.iterdir()) if path.suffix not in (".npz", ".md")])
        data = bytearray(path.read_bytes())
        for _ in range(draw.choice((1, 2, 20))):
            data[draw.randrange(min(len(data), draw.choice((200, 10**9))))] = draw.choice(
                (draw.randrange(256), *b'"0}],e-9{')
            )
        path.write_bytes(data)
        try:
            read_folder(copy)
        except UserError as error:
            assert "\n" not in str(error)
            refused += 1
        shutil.rmtree(copy)
    assert refused > 16
