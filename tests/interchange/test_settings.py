"""config.json and generation_config.json: values that do not fit, and settings of another search, are refused."""

import json
import shutil
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import minitrans
from minitrans.data.ids import BOS, EOS, PAD, UNK
from minitrans.interchange.full_beam import full_beam_search
from minitrans.interchange.published import read_folder
from minitrans.tasks.constrained import Constrained

pytest.importorskip("safetensors")
JOINT = Path(__file__).parents[1] / "oracles" / "marian" / "joint"


@pytest.fixture
def copy(tmp_path):
    return shutil.copytree(JOINT, tmp_path / "copy")


def change(path, **values):
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | values), encoding="utf-8")


OF_MODEL = dict(
    model_type=["t5"], activation_function=["gelu", ["relu"]], normalize_before=[True], normalize_embedding=[True],
    scale_embedding=[False], static_position_embeddings=[False], tie_word_embeddings=[False],
    decoder_attention_heads=[4], decoder_ffn_dim=[3], d_model=[10**9, "16"], max_position_embeddings=[[], 1],
    attention_dropout=["x" * 10**6], vocab_size=[[]], share_encoder_decoder_embeddings=["no"],
)  # fmt: skip
SETTINGS = [
    (dict(vocab_size=9, decoder_vocab_size=9), "says 9"),
    (dict(d_model=32), "config.json says"),
    (dict(encoder_layers=3), "has no tensor model.encoder.layers.2"),
    (dict(encoder_layers=1), "no Marian model"),
    (dict(encoder_layers=None), "encoder_layers is missing"),
    (dict(encoder_attention_heads=3, decoder_attention_heads=3), "not divisible"),
    (dict(share_encoder_decoder_embeddings=False), "has no tensor model.encoder.embed_tokens.weight"),
    (dict(dropout=1.0), "--dropout must be"),
]
SEARCH = dict(
    bad_words_ids=([[]], [[242, 10**6]], "no", [5]), force_words_ids=[[[5]]], sequence_bias=[[[[5], 2.0]]],
    suppress_tokens=[[0]], begin_suppress_tokens=[5], forced_bos_token_id=["a", 10**6], forced_eos_token_id=[[0, 5]],
    no_repeat_ngram_size=[-1], encoder_no_repeat_ngram_size=[3], repetition_penalty=[1.2], penalty_alpha=[0.6],
    min_length=["long"], min_new_tokens=[2.5], max_new_tokens=[0, 2.5], exponential_decay_length_penalty=[[3, 1.5]],
    do_sample=[True], num_beam_groups=[2], early_stopping=["never", 1], renormalize_logits=["yes"],
    decoder_start_token_id=[10**6, "a"], num_beams=[0, float("inf")], length_penalty=[-1.0, float("nan")],
    max_length=["long", 1],
)  # fmt: skip
NAMED = [("config.json", name, value) for name, values in OF_MODEL.items() for value in values]
NAMED += [("generation_config.json", name, value) for name, values in SEARCH.items() for value in values]


@pytest.mark.parametrize(("values", "part"), SETTINGS, ids=str)
def test_settings_that_do_not_fit(copy, refusal, values, part):
    change(copy / "config.json", **values)
    message = refusal(read_folder, copy)
    assert part in message and str(copy) in message


@pytest.mark.parametrize(("file", "name", "value"), NAMED, ids=lambda value: str(value)[:60])
def test_values_that_are_not_supported(copy, refusal, file, name, value):
    change(copy / file, **{name: value})
    message = refusal(read_folder, copy)
    assert message.startswith(f"{copy / file}: {name} is {repr(value)[:9]}") and len(message) < 500


def test_the_id_of_padding(copy, refusal):
    change(copy / "generation_config.json", pad_token_id=5)
    assert "numbers <pad>" in refusal(read_folder, copy)


def test_settings_that_change_nothing(copy):
    """What the models of OPUS-MT say, and the defaults of transformers written out"""
    before, arrays, _, _ = read_folder(copy)
    said = dict(bad_words_ids=[[242], [0], [1]], suppress_tokens=[242], forced_eos_token_id=[0], min_length=1)
    said |= dict(no_repeat_ngram_size=0, repetition_penalty=1.0, num_beam_groups=1, early_stopping=False, top_k=50)
    said |= dict(do_sample=False, temperature=0.7, force_words_ids=None, max_new_tokens=None, renormalize_logits=False)
    change(copy / "generation_config.json", **said)
    after, same, _, _ = read_folder(copy)
    assert after == before and all(np.array_equal(arrays[name], same[name]) for name in arrays)


def theirs_to_ours(folder):
    """{their id: our id} of the pieces"""
    vocabulary = json.loads((folder / "vocab.json").read_text(encoding="utf-8"))
    ours = {piece: id for id, piece in enumerate(minitrans.load(folder).tokenizer.target.vocabulary)}
    return {id: ours[piece] for piece, id in vocabulary.items()}


@pytest.mark.parametrize("renormalize", [False, True])
@pytest.mark.parametrize(
    ("said", "obeyed"),
    [
        (dict(min_length=12), lambda ids, n: len(ids) >= 11),  # the start counts
        (dict(min_new_tokens=12), lambda ids, n: len(ids) >= 12),
        (dict(no_repeat_ngram_size=1), lambda ids, n: len(set(ids)) == len(ids)),
        (dict(no_repeat_ngram_size=2), lambda ids, n: len({*pairwise(ids)}) == len(ids) - 1),
        (dict(bad_words_ids=[[5], [0]]), lambda ids, n: n(5) not in ids),
        (dict(bad_words_ids=[[7, 5]]), lambda ids, n: (n(7), n(5)) not in pairwise(ids)),
        (dict(suppress_tokens=[5, 7]), lambda ids, n: not {n(5), n(7)} & {*ids}),
        (dict(begin_suppress_tokens=[0, 5]), lambda ids, n: ids and ids[0] != n(5)),
        (dict(forced_bos_token_id=5), lambda ids, n: ids[0] == n(5)),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)
def test_settings_of_the_search_are_obeyed(copy, said, obeyed, renormalize, tmp_path, command):
    """By all hypotheses; their scores are those of the model, or of its probabilities without what is forbidden."""
    for name, id in said.items():
        change(copy / "generation_config.json", **{name: id})
    change(copy / "generation_config.json", renormalize_logits=renormalize)
    number, translator = theirs_to_ours(copy).get, minitrans.load(copy)
    model = Constrained(
        translator.model, translator.constraints.rules([63, 63]), [0, 1], renormalize, translator.constraints.first
    )
    lines, decode = ["a b c", "the dog"], translator.tokenizer.target.decode
    expected = full_beam_search(model, translator.encode(lines), beam=4, nbest=4, max_extra=63)
    assert all(obeyed(h.ids, number) for hypotheses in expected for h in hypotheses)
    for found, right in zip(translator.search(lines, beam=4, nbest=4), expected, strict=True):
        assert len(found) == 4 and [text for _, text in found] == [decode(h.ids) for h in right]
        assert [score for score, _ in found] == pytest.approx([h.score for h in right], rel=1e-4)
    ended = command("convert", copy, "--out", tmp_path / "run")
    assert ended.code == 2 and "cannot keep" in ended.err and not (tmp_path / "run").exists()


def test_when_the_search_ends(copy):
    change(copy / "generation_config.json", max_new_tokens=5, early_stopping=True)
    config, _, _, _ = read_folder(copy)
    assert (config.max_length, config.search) == (6, "early")  # the start counts


@pytest.mark.parametrize("renormalize", [False, True])
def test_a_forbidden_word(copy, command, renormalize):
    """Also at the longest length, where the search forces the end; a prefix that has the word is an error."""
    change(copy / "generation_config.json", renormalize_logits=renormalize)
    rows = command("translate --model", copy, "--forbid", "book", "--nbest", 9, "a b c").out.splitlines()
    assert len(rows) == 9 and not any("book" in row.split() for row in rows)
    ended = command("translate --model", copy, "--prefix", "book book", "--forbid", "book", "a b c")
    assert ended.code == 2 and "no translation obeys" in ended.err


def test_probabilities_without_the_forbidden_pieces(copy):
    """renormalize_logits, as OPUS-MT says it: those of the other pieces sum to 1."""
    before = minitrans.load(copy)
    change(copy / "generation_config.json", renormalize_logits=True)
    logits = []
    for translator in (before, minitrans.load(copy)):
        logits.append(translator.model.logits(np.array([[9, EOS]]), np.array([[BOS, 30]]))[0, 1].astype(float))
    allowed = np.delete(np.arange(len(logits[0])), [PAD, BOS, UNK])
    total = np.exp(logits[0][allowed]).sum()
    expected = np.exp(logits[0][allowed]) / total
    found = np.exp(logits[1] - logits[1].max())
    np.testing.assert_allclose((found / found.sum())[allowed], expected, rtol=1e-4)


def test_model_without_the_settings_of_its_search(copy):
    (copy / "generation_config.json").unlink()
    config, _, _, _ = read_folder(copy)
    assert (config.beam, config.alpha, config.search) == (1, 1.0, "full")
