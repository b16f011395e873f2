"""The corpora known by name have the files and directions that they should."""

from itertools import permutations

import pytest

from minitrans.data import catalog


def test_the_other_direction_swaps_the_files():
    for name in ("toy", "multi30k"):
        forth, back = catalog.corpus(f"{name}-en-de"), catalog.corpus(f"{name}-de-en")
        assert (forth.source, forth.target) == (back.target, back.source) == ("en", "de")
        assert forth.files == back.files and forth.splits == back.splits


@pytest.mark.parametrize(("prefix", "kind"), [("multi30k-", ""), ("multi30k-tok-", ".lc.norm.tok")])
def test_multi30k_in_every_direction(prefix, kind):
    names = [f"{prefix}{source}-{target}" for source, target in permutations(("en", "de", "fr", "cs"), 2)]
    assert set(names) <= catalog.CORPORA.keys()
    for name in names:
        known = catalog.corpus(name)
        for stem, lines in dict(train=29000, val=1014, test_2016_flickr=1000).items():
            for side in (known.source, known.target):
                count, sha256 = known.files[f"{stem}{kind}.{side}"]
                assert count == lines
                assert sha256 is None if side in ("fr", "cs") else len(bytes.fromhex(sha256)) == 32
        assert len(known.mirrors) >= 2 and known.settings == (dict(tokenized=True) if kind else {})
