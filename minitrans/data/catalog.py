"""The corpora that `--corpus` knows by name: where their text comes from, and which checksums it must have."""

from itertools import permutations
from pathlib import Path
from typing import NamedTuple

from ..system.errors import UserError

HERE = Path(__file__).parent
# In a wheel the bundled text is inside the package, in a checkout it is in `data/`; an autograder has none.
BUNDLED = next(filter(Path.is_dir, (HERE / "bundled", HERE.parents[1] / "data")), HERE / "bundled")


class Corpus(NamedTuple):
    folder: str  # below the data root
    source: str  # source language, which is also the ending of the file names
    target: str  # target language; "" if one file has both sides
    splits: dict  # {"train": stem, "valid": stem, "test": stem} of the file names
    preset: str  # default preset
    mirrors: tuple = ()  # URLs of folders with the .gz files
    files: dict = {}  # {name: (number of lines, sha256 of the text or None)} of the files on a mirror
    archives: dict = {}  # {stem: [(archive, its member)]} of text that has to be unpacked
    page: str = ""  # web page of the archives


TOY = dict(folder="toy", splits={"train": "train", "valid": "valid", "test": "test"}, preset="toy")

MULTI30K_LINES = {"train": 29000, "val": 1014, "test_2016_flickr": 1000}
MULTI30K_SHA256 = {
    "train.en": "460a15fbd157e34a7a9957ee388c1ca247fe47af3ef25fb50442af6c274e0fc6",
    "train.de": "2c2b73fd2b548fbcde3a875e0a78d6ee94d498bfdee6bd3eae3945779e9ddf72",
    "val.en": "1f2a23d992769b5b3d209b0a10dd0b77c08cceb1f20dfb97ed0aafa49d107227",
    "val.de": "660e09eb7e1da2f856ea13ee5ad3cf6d36b3d5b0b733c857e94c5747a3dfc660",
    "test_2016_flickr.en": "399a4382932c1aadd3ceb9bef1008d388a64c76d4ae4e9d4728c6f4301cac182",
    "test_2016_flickr.de": "4be6b5b3236b79c25475c6bb829800a7ce559e9ba7a1f6c2394fe4d40be46d16",
}
LANGUAGES = "en", "de", "fr", "cs"
MULTI30K = dict(
    folder="multi30k",
    splits={"train": "train", "valid": "val", "test": "test_2016_flickr"},
    preset="multi30k",
    mirrors=(
        "https://raw.githubusercontent.com/multi30k/dataset/master/data/task1/raw",
        "https://github.com/multi30k/dataset/raw/master/data/task1/raw",
    ),
    files={
        f"{stem}.{language}": (lines, MULTI30K_SHA256.get(f"{stem}.{language}"))
        for stem, lines in MULTI30K_LINES.items()
        for language in LANGUAGES
    },
)

# Section 5.1.  In the names of members, {language} stands for the ending of a side, and {role} for src or ref.
WMT14 = dict(folder="wmt14", page="https://www.statmt.org/wmt14/translation-task.html")


def wmt14(pair, *more):
    """Training text, newstest2013 and newstest2014.  pair: "de-en" or "fr-en", for both directions of translation."""
    test = f"newstest2014-{pair.replace('-', '')}"
    return dict(
        splits={"train": f"train.{pair}", "valid": "newstest2013", "test": test},
        archives={
            f"train.{pair}": [
                ("training-parallel-europarl-v7.tgz", f"europarl-v7.{pair}.{{language}}"),
                ("training-parallel-commoncrawl.tgz", f"commoncrawl.{pair}.{{language}}"),
                ("training-parallel-nc-v9.tgz", f"news-commentary-v9.{pair}.{{language}}"),
                *more,
            ],
            "newstest2013": [("dev.tgz", "newstest2013.{language}")],
            test: [("test-full.tgz", f"{test}-{{role}}.{{language}}.sgm")],
        },
    )


UN_AND_GIGA = (
    ("training-parallel-un.tgz", "undoc.2000.fr-en.{language}"),
    ("training-giga-fren.tar", "giga-fren.release2.fixed.{language}.gz"),
)

# Validation is dev2010, test is tst2010 to tst2012.  A common alternative holds out every 23rd training pair for
# validation and tests on all these sets together; its scores are not comparable.
IWSLT14 = dict(
    folder="iwslt14",
    splits={"train": "train.de-en", "valid": "dev2010.de-en", "test": "tst2010-2012.de-en"},
    preset="small",
    page="https://wit3.fbk.eu/2014-01",
    archives={
        "train.de-en": [("de-en.tgz", "train.tags.de-en.{language}")],
        "dev2010.de-en": [("de-en.tgz", "IWSLT14.TED.dev2010.de-en.{language}.xml")],
        "tst2010-2012.de-en": [
            ("de-en.tgz", f"IWSLT14.TED.tst{year}.de-en.{{language}}.xml") for year in (2010, 2011, 2012)
        ],
    },
)

TREES = dict(source="mrg", target="")  # one file has both words and trees
PENN_SPLITS = {"train": "train", "valid": "dev", "test": "test"}
PENN_PAGE = "https://www.nltk.org/nltk_data/ (treebank: 3,914 sentences of the Wall Street Journal)"

CORPORA = {
    "toy-en-de": Corpus(source="en", target="de", **TOY),
    "toy-de-en": Corpus(source="de", target="en", **TOY),
    **{f"multi30k-{s}-{t}": Corpus(source=s, target=t, **MULTI30K) for s, t in permutations(LANGUAGES, 2)},
    "iwslt14-de-en": Corpus(source="de", target="en", **IWSLT14),
    "wmt14-en-de": Corpus(source="en", target="de", preset="base", **WMT14, **wmt14("de-en")),
    "wmt14-en-fr": Corpus(source="en", target="fr", preset="big-en-fr", **WMT14, **wmt14("fr-en", *UN_AND_GIGA)),
    "toy-trees": Corpus(folder="trees", preset="trees", splits=TOY["splits"], **TREES),
    "penn-sample": Corpus(folder="treebank", preset="penn", splits=PENN_SPLITS, page=PENN_PAGE, **TREES),
}


def corpus(name):
    if name not in CORPORA:
        raise UserError(f"--corpus {name}: unknown; choose one of {', '.join(CORPORA)}")
    return CORPORA[name]
