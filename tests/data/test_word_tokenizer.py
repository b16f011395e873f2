"""The word-level tokenizer: words to ids and back, one id per word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minitrans.data.ids import BOS, EOS, PAD, UNK
from minitrans.data.word_tokenizer import CLASSES, WordTokenizer, word_class
from minitrans.system.errors import UserError

LINES = ["the dog saw a cat .", "the dog ran .", "the cat saw Peter .", "a bird sings"]
SYMBOLS = ["(NP", "(S", ")NP", ")S", "XX0", "XX1"]
LEAST = 4 + len(SYMBOLS) + len(CLASSES)
KNOWN = ["the", ".", "dog", "saw", "a", "cat"]  # these occur more than once, so they come first


@pytest.fixture(scope="module")
def tokenizer():
    return WordTokenizer.train(LINES, LEAST + len(KNOWN), SYMBOLS)


def test_it_knows_the_most_frequent_words_the_symbols_and_the_classes(tokenizer):
    assert len(tokenizer) == LEAST + len(KNOWN)
    everything = {tokenizer.words([i])[0] for i in range(len(tokenizer))}
    specials = {tokenizer.words([i])[0] for i in (PAD, BOS, EOS, UNK)}
    assert everything - specials == {f"▁{word}" for word in (*KNOWN, *SYMBOLS, *CLASSES)}


@given(st.lists(st.text("adeginst.-1AZ§`$", min_size=1, max_size=9) | st.sampled_from([*KNOWN, *SYMBOLS]), max_size=8))
def test_every_word_is_one_piece_and_none_is_unk(tokenizer, words):
    ids = tokenizer.encode(" ".join(words))
    assert len(ids) == len(words) and tokenizer.split(" ".join(words)) == [f"▁{word}" for word in words]
    assert not {PAD, BOS, EOS, UNK} & set(ids)


def test_known_words_and_symbols_come_back_and_others_are_classes(tokenizer):
    lines = ["the dog saw a cat .", "(S XX0 (NP XX1 )NP )S", ""]
    assert tokenizer.decode(tokenizer.encode(lines)) == lines
    assert tokenizer.encode(lines[1]) == tokenizer.encode(lines)[1]
    assert tokenizer.decode(tokenizer.encode("the bird sings in Rio")) == "the <a> <a>s <a> <A>"
    assert tokenizer.encode("dogs") != tokenizer.encode("dog")


@pytest.mark.parametrize(
    "word, known_as",
    [("running", "<a>ing"), ("Germany", "<A>y"), ("1,300", "<1>"), ("B-52s", "<1>"), ("well-known", "<->")]
    + [("Anglo-American", "<->"), ("ill-advised", "<->ed"), ("of", "<a>"), ("NATO", "<A>"), ("“", "<a>")],
)
def test_classes_by_hand(word, known_as):
    assert word_class(word) == known_as and known_as in CLASSES


@pytest.mark.parametrize(
    "raw, words",
    [
        ("The dog sees the cat.", "The dog sees the cat ."),
        ("the dog saw a cat .", "the dog saw a cat ."),
        ("It doesn't bark, does it?", "It does n't bark , does it ?"),
        ("Bob’s dogs' “cat.”", "Bob ’s dogs ' “ cat . ”"),
        (
            "Dr. Who can't pay $5; we'll (or they’d) wait...",
            "Dr. Who ca n't pay $ 5 ; we 'll -LRB- or they ’d -RRB- wait ...",
        ),
        ("the U.S. saw 1,300 well-known e-mails!", "the U.S. saw 1,300 well-known e-mails !"),
        ("Go to the U.S.", "Go to the U.S."),
        ("a (b) c ( d ) e(f)g (S", "a -LRB- b -RRB- c -LRB- d -RRB- e-LRB-f-RRB-g -LRB-S"),
        (" . ... ' n't ", ". ... ' n't"),
        ("", ""),
    ],
)
def test_raw_text_is_written_as_in_the_treebank(tokenizer, raw, words):
    """By hand; and what the treebank has written stays"""
    assert tokenizer.treebank(raw) == words == tokenizer.treebank(words)


def test_words_that_are_known_stay_whole():
    tokenizer = WordTokenizer.train(["etc. sees o'clock's"], 4 + len(CLASSES) + 3, [])
    assert tokenizer.treebank("o'clock's cats, etc.") == "o'clock's cats , etc."


def test_a_vocabulary_too_small_or_too_large_names_both_ends():
    words = {word for line in LINES for word in line.split()}
    ends = f"choose {LEAST + 1} to {LEAST + len(words)}"
    for vocabulary in (1, LEAST, LEAST + len(words) + 1):
        with pytest.raises(UserError, match=f"^--vocabulary {vocabulary} does not fit .*{ends}"):
            WordTokenizer.train(LINES, vocabulary, SYMBOLS)
    for most, options in ((LEAST + len(words), {}), (10**6, dict(at_most=True))):
        assert len(WordTokenizer.train(LINES, most, SYMBOLS, **options)) == LEAST + len(words)


def test_the_same_lines_give_the_same_bytes_and_load(tokenizer, tmp_path):
    assert WordTokenizer.train(iter(LINES), len(tokenizer), SYMBOLS).model == tokenizer.model
    tokenizer.save(tmp_path / "tokenizer.model")
    assert WordTokenizer.load(tmp_path / "tokenizer.model").encode(LINES) == tokenizer.encode(LINES)


@pytest.mark.parametrize("text", ["the \ud800 dog", ["the dog", "a\udcff"]])
def test_half_of_a_surrogate_pair(tokenizer, refusal, text):
    assert "surrogate pair" in refusal(tokenizer.encode, text)
