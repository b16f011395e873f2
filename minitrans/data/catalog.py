"""The corpora that `--corpus` knows by name: the sources of their text, and its checksums."""

from itertools import permutations
from pathlib import Path
from typing import NamedTuple

from ..system.errors import unknown

HERE = Path(__file__).parent
# In a wheel the bundled text is inside the package, in a checkout it is in `data/`; an autograder has none.
BUNDLED = next(filter(Path.is_dir, (HERE / "bundled", HERE.parents[1] / "data")), HERE / "bundled")


class Corpus(NamedTuple):
    folder: str  # below the data root
    source: str  # source language, which is also the ending of the file names
    target: str  # target language; "" if one file has both sides
    splits: dict  # {"train": stem, "valid": stem, "test": stem} of the file names
    mirrors: tuple = ()  # URLs of folders with the files
    files: dict = {}  # {name: (number of lines, sha256 of the text or None)} of the files on a mirror, without ending
    archives: dict = {}  # {stem: [(archive, its member)]} of text that has to be unpacked
    page: str = ""  # web page of the archives
    ending: str = ".gz"  # of the files on a mirror; "" if they are plain text
    settings: dict = {}  # {field: value} of the Config that this text needs


TOY = dict(folder="toy", splits={"train": "train", "valid": "valid", "test": "test"})

LANGUAGES = "en", "de", "fr", "cs"
MULTI30K_LINES = {"train": 29000, "val": 1014, "test_2016_flickr": 1000}
MULTI30K_SHA256 = {
    "train.en": "460a15fbd157e34a7a9957ee388c1ca247fe47af3ef25fb50442af6c274e0fc6",
    "train.de": "2c2b73fd2b548fbcde3a875e0a78d6ee94d498bfdee6bd3eae3945779e9ddf72",
    "val.en": "1f2a23d992769b5b3d209b0a10dd0b77c08cceb1f20dfb97ed0aafa49d107227",
    "val.de": "660e09eb7e1da2f856ea13ee5ad3cf6d36b3d5b0b733c857e94c5747a3dfc660",
    "test_2016_flickr.en": "399a4382932c1aadd3ceb9bef1008d388a64c76d4ae4e9d4728c6f4301cac182",
    "test_2016_flickr.de": "4be6b5b3236b79c25475c6bb829800a7ce559e9ba7a1f6c2394fe4d40be46d16",
    "train.lc.norm.tok.en": "08925f8e0572bcd5a006702fc5fe20e2d77c6917d4eebd576fc20de6693c2119",
    "train.lc.norm.tok.de": "cb5a23529b65ec2061f1dc446192a9c37382b63cc75f81a0be59d34894b3a505",
    "val.lc.norm.tok.en": "46573ce391ae227f1c72f873392436a20ef18e0a6d518098cfbd70b77c8572ec",
    "val.lc.norm.tok.de": "97232bd273eceb7207f689527386a97e4be2616b18ada47576bdaf96c8ae1f00",
    "test_2016_flickr.lc.norm.tok.en": "5b7f32627cf99eced828311b955dae9800bb52bc8b91cf8b6526829e605b29d2",
    "test_2016_flickr.lc.norm.tok.de": "c6a33d39d48f9f510de147651316cd9d918e09ad0219df734a2f16b6baccacc4",
}


def multi30k(form, kind=""):
    """The fields of a Corpus.  form: folder of the dataset, "raw" or "tok";  kind: the middle of its file names"""
    files = {f"{stem}{kind}.{each}": lines for stem, lines in MULTI30K_LINES.items() for each in LANGUAGES}
    return dict(
        folder="multi30k",
        splits={"train": f"train{kind}", "valid": f"val{kind}", "test": f"test_2016_flickr{kind}"},
        mirrors=(
            f"https://raw.githubusercontent.com/multi30k/dataset/master/data/task1/{form}",
            f"https://github.com/multi30k/dataset/raw/master/data/task1/{form}",
        ),
        files={name: (lines, MULTI30K_SHA256.get(name)) for name, lines in files.items()},
    )


MULTI30K = multi30k("raw")
# Lower-cased, normalised and tokenized by the dataset's authors; papers on it score these tokens.
MULTI30K_TOKENS = dict(settings=dict(tokenized=True), ending="", **multi30k("tok", ".lc.norm.tok"))

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
    **{f"multi30k-tok-{s}-{t}": Corpus(source=s, target=t, **MULTI30K_TOKENS) for s, t in permutations(LANGUAGES, 2)},
    "iwslt14-de-en": Corpus(source="de", target="en", **IWSLT14),
    "wmt14-en-de": Corpus(source="en", target="de", **WMT14, **wmt14("de-en")),
    "wmt14-en-fr": Corpus(source="en", target="fr", **WMT14, **wmt14("fr-en", *UN_AND_GIGA)),
    "toy-trees": Corpus(folder="trees", splits=TOY["splits"], **TREES),
    "penn-sample": Corpus(folder="treebank", splits=PENN_SPLITS, page=PENN_PAGE, **TREES),
}


def corpus(name):
    if name not in CORPORA:
        raise unknown(f"--corpus {name}: unknown", name, CORPORA, "minitrans presets lists them")
    return CORPORA[name]
