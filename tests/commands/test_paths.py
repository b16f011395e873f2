"""Every flag that names a path: no output replaces an input, and nothing is read that is no file."""

import json
import os
import signal
from pathlib import Path

import pytest

from minitrans.runs.run import MODEL

from ..runs.test_hostile import plant

pytestmark = pytest.mark.usefixtures("elsewhere")

RUN = "--run run --ensemble other"
# A command with its inputs, the flag of its output, and how its name may end
ANY, PICTURE, PAGE = ("",), (".png", ".svg"), (".html",)
CASES = {
    "evaluate": (f"{RUN} --src s.txt --ref r.txt q.txt", "--output", ANY),
    "evaluate the newest run": ("--split valid", "--output", ANY),
    "evaluate trees": ("--run parser --trees t.mrg trees", "--output", ANY),
    "parse": ("--run parser --ensemble other dog", "--picture", PICTURE),
    "draw": ("--run run rate", "--output", PICTURE),
    "draw the newest run": ("rate", "--output", PICTURE),
    "view": ("--run run dog", "--output", PAGE),
    "grade": ("ann bob.py", "--csv", ANY),
    "grade one": ("ann", "--report", ANY),
}
NEW = {"numbers --output", "benchmark --picture", "benchmark --report"}  # outputs of commands that read no file
FOLDERS = {
    "grading zip --output",
    "train --out",
    "convert --out",
    "export --out",
    "grading start folder",
}  # new, or not a program


def files(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.fixture
def before():
    """Make all the inputs -> {path: bytes}"""
    config = json.loads((MODEL / "config.json").read_text())
    for name, task in {"run": "translate", "other": "translate", "parser": "parse", "runs/newest": "translate"}.items():
        for below in "curves.png", "a.html", "checkpoints/step-000010.npz", "checkpoints/b.svg", "log.jsonl":
            path = Path(name, below)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{name} {below}")
        Path(name, "config.json").write_text(json.dumps(config | dict(task=task)))
        text = {split: f"{name}.{split}.{'mrg' if task == 'parse' else 'png'}" for split in ("train", "valid")}
        for path in text.values():
            Path(path).write_text("the dog\n")
        paths = {split: [os.path.abspath(path)] * 2 for split, path in text.items()}
        Path(name, "data.json").write_text(json.dumps(paths))
    for name in (
        "s.txt",
        "r.txt",
        "q.txt",
        "t.mrg",
        "trees/t.mrg",
        "trees/u.mrg",
        "ann/softmax.py",
        "ann/x/y.csv",
        "bob.py",
    ):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text("(S (NN dog))\n")
    return {path: path.read_bytes() for path in files(Path())}


def inputs_of(case):
    """Every file that the command reads, or that lies in a folder it reads"""
    named = [Path(word) for word in CASES[case][0].split() if Path(word).exists()]
    runs = [path for path in named or [Path("runs/newest")] if (path / "config.json").exists()]
    for path in [*named, *runs]:
        found = files(path) if path.is_dir() else [path]
        yield from (each for each in found if not case.startswith("grade") or each.suffix == ".py")
    if runs:
        yield from Path().glob(f"{runs[0]}.*")


def other_names(path, ending):
    """The names of a file: its own, absolute, roundabout, by a link, by a link to its folder, and a second name"""
    yield from (path, path.absolute(), Path("run", "..", path))
    links = [Path(f"{kind}{ending}") for kind in ("link", "hard")]
    links[0].symlink_to(path.absolute())
    links[1].hardlink_to(path)
    Path("folder").symlink_to(path.parent.absolute())
    yield from (*links, Path("folder", path.name))
    for each in (*links, Path("folder")):
        each.unlink()


@pytest.mark.parametrize("case", CASES)
def test_an_input_is_never_replaced(command, before, case):
    (flags, flag, endings), tried = CASES[case], 0
    for path in sorted({*inputs_of(case)}):
        for name in other_names(path, endings[0]):
            if not name.name.endswith(endings):
                continue
            ended = command(case.split()[0], *flags.split(), flag, name)
            *_, last = ended.err.splitlines()  # the first line may name the run
            assert ended.code == 2 and "also read" in last and last.startswith("error: "), (name, ended)
            tried += 1
    assert tried >= 6 and before == {path: path.read_bytes() for path in files(Path())}


def test_every_flag_that_names_a_path_is_known(parsers):
    """A new one is tried above, or is listed here as an output that cannot replace an input."""
    tried = {(case.split()[0], flag) for case, (_, flag, _) in CASES.items()}
    read = {*"--run --ensemble --src --ref --tgt --trees --input --prefix-file --init --data-root".split()}
    read |= {*"runs run submissions reports --extra-trees".split()}
    read |= {f"--{split}-{side}" for split in ("train", "valid", "test") for side in ("src", "tgt", "trees")}
    kinds = "FILE", "DIR", "PATH", "FOLDER", "RUN"
    found = [
        (name, max(action.option_strings, key=len, default=action.dest))
        for name, parser in parsers()
        for action in parser._actions
        if action.type is Path or action.metavar in kinds
    ]
    assert len(found) > 40
    new = [f"{command} {flag}" for command, flag in found if flag not in read and (command, flag) not in tried]
    assert not {*new} - NEW - FOLDERS, "try these in CASES, or list them above: read, NEW or FOLDERS"


def test_no_file_of_another_run_is_replaced(command, before):
    for name in ("config.json", "data.json"):
        ended = command(*f"evaluate {RUN} --src s.txt --ref r.txt --output parser/{name}".split())
        assert ended.code == 2 and "of the run parser" in ended.err


@pytest.mark.parametrize("other", ["r", "./r", "R", "link"])
def test_two_outputs_of_one_name(command, before, other):
    Path("link").symlink_to("r")
    ended = command("grade bob.py --report r --csv", other)
    assert ended.code == 2 and ended.err.startswith(f"error: --csv {Path(other)}: ") and "--report" in ended.err


def test_an_autograder_replaces_no_program(command, before):
    ended = command("grading zip softmax --output bob.py")
    assert ended.code == 2 and ".zip file" in ended.err and Path("bob.py").read_bytes() == before[Path("bob.py")]


def test_what_is_new_or_no_file_may_lie_anywhere(command, before):
    assert command("draw rate --run run -o run/new.png").code == 0
    assert command("grade bob.py --report /dev/null --csv /dev/null").code == 1
    for _ in range(2):  # a report of an earlier call is no input
        assert command("grade ann --report ann/report.json").code == 1


# Commands with a path in place of which there is no file
READ = [
    *(f"translate --run {MODEL} {flags}" for flags in ("--input ODD", "--prefix-file ODD dog")),
    *(f"score --run {MODEL} {flags}" for flags in ("--src ODD --tgt r.txt", "--src r.txt --tgt ODD")),
    *(f"evaluate --run {MODEL} {flags}" for flags in ("--src ODD --ref r.txt", "--src r.txt --ref r.txt ODD")),
    *(f"{command} ODD dog" for command in ("translate --run", "translate --model", "parse --run", "view --run")),
    *("evaluate --run ODD", "draw --run ODD rate", "demo --run ODD", "watch ODD", "export --to html --out x.html ODD"),
    "evaluate --run parser --trees ODD",
    "convert ODD --out x",
    "grading csv ODD",
    *(
        f"train --out x --train-src {a} --train-tgt r.txt --valid-src r.txt --valid-tgt {b}"
        for a, b in (("ODD", "r.txt"), ("r.txt", "ODD"), ("-", "r.txt"))
    ),
    "train --out x --task parse --preset toy --train-trees t.mrg --valid-trees ODD",
    "train --out x --task parse --preset toy --extra-trees ODD",
    "train --out x --init ODD",
]


@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "dangling", "loop"])
@pytest.mark.parametrize("flags", READ, ids=lambda flags: flags.replace(str(MODEL), "MODEL"))
def test_only_files_are_read(command, before, flags, kind):
    """It waits for no pipe, and reads no device without an end."""
    odd = Path("odd.mrg")
    plant(odd, kind)
    name, *words = flags.replace("ODD", str(odd)).split()
    signal.alarm(600)
    ended = command(name, *words)
    signal.alarm(0)
    assert ended.code == 2 and ended.err.splitlines()[-1].startswith("error: "), ended
    assert (
        "unknown" not in ended.err
        and "Errno" not in ended.err
        and "Traceback" not in ended.err
        and not Path("x").exists()
    )
