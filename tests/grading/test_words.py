"""The program's byte pair encoding, against one that counts the whole text anew for each merge."""

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minitrans.grading.my_transformer.words import Words, learn_merges, split_line

LINES = st.lists(st.text(st.sampled_from("aabc é你🍕.,")), max_size=5)


def naive(lines, count):
    """The text as lists of ids, which are counted and joined for each merge"""
    parts, merges = [[4 + byte for byte in word.encode()] for line in lines for word in split_line(line)], []
    while times := Counter((a, b) for ids in parts for a, b in zip(ids, ids[1:], strict=False)):
        if len(merges) == count:
            break
        merges.append(min(times, key=lambda pair: (-times[pair], pair)))
        parts = [joined(ids, merges[-1], 259 + len(merges)) for ids in parts]
    return merges, parts


def joined(ids, pair, new):
    text = "".join(f"<{i}>" for i in ids)
    text = text.replace(f"<{pair[0]}><{pair[1]}>", f"<{new}>")
    return [int(each) for each in re.findall(r"\d+", text)]


@given(LINES, st.sampled_from([0, 1, 4, 30]))
def test_merges_and_ids_are_those_of_counting_anew(lines, count):
    merges, parts = naive(lines, count)
    assert learn_merges(lines, count) == merges
    words = Words(merges)
    assert [i for line in lines for i in words.encode(line)] == sum(parts, [])


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_every_text_comes_back_but_for_its_blanks(text):
    words = Words([(36, 101), (232, 193), (261, 164)])
    assert words.decode(words.encode(text)) == " ".join(text.split())


@pytest.mark.slow
def test_merges_of_the_corpus_make_most_words_one_piece():
    lines = (Path(__file__).parents[2] / "data" / "toy" / "train.en").read_text("utf-8").splitlines()
    words, few = Words(learn_merges(lines, 2000)), Words([])
    assert len(words.words) == 2260
    tokens = sum(len(split_line(line)) for line in lines[:1000])
    assert sum(len(words.encode(line)) for line in lines[:1000]) < 1.2 * tokens
    assert sum(len(few.encode(line)) for line in lines[:1000]) > 4 * tokens
