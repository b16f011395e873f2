"""The byte pair encoding of GPT-2: merges done by hand, its published pattern, and every text comes back."""

import pytest
import regex  # sacrebleu needs it, so it is there; unlike `re` it knows \p{L}
from hypothesis import given
from hypothesis import strategies as st

from minitrans.data.byte_bpe import ByteBPE

PUBLISHED = regex.compile(r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+")
# Without halves of pairs, what may become letters, and the four separators that are blanks to Python alone.
TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cn"], exclude_characters="\x1c\x1d\x1e\x1f"))
AWKWARD = st.text(st.sampled_from(" \t\n'stdmrevlSab12²½Ⅷ_.,é你🍕"))
SPECIAL = ["<|end|>", "<|end|>>", "a.c"]


def trained(text, count):
    bpe = ByteBPE(special=SPECIAL)
    bpe.train(text, count)
    return bpe


BPE = trained("the theatre, the tea; it's 12 cafés, 12 thés <|end|> <|end|>", 30)


def test_merges_done_by_hand():
    """m i s s i s s i p p i: of is, ss and si, twice each, `is` is the smallest; then is + s; then all occur once."""
    i, m, p, s = b"imps"
    bpe = trained("mississippi", 3)
    assert bpe.merges == [(i, s), (256, s), (i, p)]
    assert bpe.encode("mississippi") == [m, 257, 257, 258, p, i]
    assert bpe.encode("sissi") == [s, 257, i]  # i s comes before s i, which is not known


def test_pairs_may_overlap_when_they_are_counted_and_not_when_they_are_merged():
    a, b, c = b"abc"
    assert trained("aaabcbc", 1).merges == [(a, a)]  # twice, as b c, and smaller
    assert ByteBPE([(a, a)]).encode("aaaaa") == [256, 256, a]


def test_no_merge_crosses_a_border():
    assert trained("a b a b a b", 5).merges == [(32, 98), (32, 97)]  # the first a has no space


def test_training_ends_when_no_pair_is_left():
    assert trained("aaaa", 9).merges == [(97, 97), (256, 256)]
    assert trained("", 9).merges == []


@given(TEXTS | AWKWARD)
def test_parts_are_those_of_the_published_pattern(text):
    assert BPE.split(text) == PUBLISHED.findall(text)


@given(
    TEXTS | AWKWARD | st.lists(st.sampled_from([*SPECIAL, "a", "the ", ">"])).map("".join),
    st.sets(st.sampled_from(SPECIAL)),
)
def test_every_text_comes_back(text, allowed):
    assert BPE.decode(BPE.encode(text, allowed)) == text


@given(st.binary())
def test_bytes_that_are_ids_decode_as_python_decodes_them(data):
    assert BPE.decode(list(data)) == data.decode(errors="replace")


@given(TEXTS | AWKWARD, st.sampled_from([0, 1, 5, 30]))
def test_a_piece_that_was_learned_last_is_made_of_earlier_ones(text, count):
    """Undo the merges one by one: the ids become those of fewer merges, and at last bytes."""
    merges, ids = BPE.merges, BPE.encode(text)
    for new in range(255 + len(merges), 255 + count, -1):
        ids = [each for i in ids for each in (merges[new - 256] if i == new else [i])]
    assert ids == ByteBPE(merges[:count]).encode(text)


@pytest.mark.parametrize(
    ("text", "allowed", "pieces"),
    [
        ("<|end|>", [], None),
        ("tea<|end|>tea", ["<|end|>"], ["tea", 0, "tea"]),
        ("<|end|>>", ["<|end|>"], [0, ">"]),
        ("<|end|>>", ["<|end|>", "<|end|>>"], [1]),
        ("abc a.c", ["a.c"], ["abc ", 2]),
    ],
)
def test_special_tokens_are_one_id_where_they_are_allowed(text, allowed, pieces):
    first = 256 + len(BPE.merges)
    expected = [BPE.encode(p) if isinstance(p, str) else [first + p] for p in pieces or [text]]
    assert BPE.encode(text, allowed) == sum(expected, [])
    assert pieces or max(BPE.encode(text)) < first
