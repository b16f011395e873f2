"""The byte pair encoding of GPT-2: its published pattern, and every text comes back."""

import regex  # sacrebleu needs it, so it is there; unlike `re` it knows \p{L}
from hypothesis import given
from hypothesis import strategies as st

from minitrans.grading.byte_bpe import ByteBPE

PUBLISHED = regex.compile(r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+")
# Without halves of pairs, what may become letters, and the four separators that are blanks to Python alone.
TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cn"], exclude_characters="\x1c\x1d\x1e\x1f"))
AWKWARD = st.text(st.sampled_from(" \t\n'stdmrevlSab12²½Ⅷ_.,é你🍕"))
SPECIAL = ["<|end|>", "<|end|>>", "a.c"]


BPE = ByteBPE(special=SPECIAL)
BPE.train("the theatre, the tea; it's 12 cafés, 12 thés <|end|> <|end|>", 30)


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
