"""docs/api.md is the public interface: its names, signatures, files, commands and codes are those of the code."""

import inspect
import re
from pathlib import Path
from pkgutil import resolve_name

import minitrans
from minitrans import ops
from minitrans.nn.module import Module
from minitrans.runs.checkpoint import read_checkpoint
from minitrans.runs.run import Run
from minitrans.system.files import read_json
from minitrans.tensor import Tensor

ROOT = Path(__file__).parents[1]


def read(pattern):
    return "".join(path.read_text(encoding="utf-8") for path in ROOT.glob(pattern))


def code(text):
    return re.findall(r"`([^`]+)`", text)


SECTIONS = dict(re.findall(r"^## (.*)\n((?s:.*?))(?=^## |\Z)", read("docs/api.md"), re.M))
# {section: {code in the first cell of a row: the second cell}}
TABLES = {
    section: {name: last for cell, last in re.findall(r"^\| (`.*?) \| (.*) \|$", text, re.M) for name in code(cell)}
    for section, text in SECTIONS.items()
}
PYTHON = {section: "".join(code(section)) for section in SECTIONS} | {"A training loop": "minitrans"}
NAMES = [f"{place}.{name.lstrip('.')}" for section, place in PYTHON.items() if place for name in TABLES[section]]


def as_written(function):
    """The signature without types"""
    found = inspect.signature(function)
    plain = [each.replace(annotation=each.empty) for each in found.parameters.values() if each.name != "self"]
    return re.sub(r"<module '(\w+)'.*?>", r"\1", str(found.replace(parameters=plain, return_annotation=found.empty)))


def test_each_name_has_its_signature():
    written = {name: f"({more}" for name, bracket, more in (each.partition("(") for each in NAMES) if bracket}
    found = {name: as_written(resolve_name(name)) for name in written}
    assert found == written | {name: found[name] for name, each in written.items() if each == "(...)"}
    assert len(found) > 90


def test_an_object_has_these_attributes_and_no_others(tiny_run):
    """If only as private ones"""
    translator, module = minitrans.load(tiny_run.path), Module()
    module.x = Tensor([1.0])
    module.flatten()
    for each in (translator, translator.trace("the dog"), module.x, module):
        section = SECTIONS[f"`{type(each).__module__}.{type(each).__name__}`"]
        assert {name for name in dir(each) if name[0] != "_"} - {"x"} == {*re.findall(r"`\.(\w+)", section)}


def test_operations():
    assert [*ops.TABLE] == re.findall(r"^\| `(\w+)_forward\(", SECTIONS["`minitrans.ops`"], re.M)
    for name, row in ops.TABLE.items():
        assert row[:2] == (getattr(ops, f"{name}_forward"), getattr(ops, f"{name}_backward"))
        assert [*inspect.signature(row.backward).parameters][2:] == ["out"] * row.adds


def test_the_example_of_a_training_uses_public_names():
    for place, names in re.findall(r"^from (minitrans\S*) import (.*)", read("examples/plain_training.py"), re.M):
        assert {f"{place}.{name}" for name in names.split(", ")} <= {name.partition("(")[0] for name in NAMES}


def test_the_files_of_a_run(tiny_run):
    run, fields = Run(tiny_run.path), {name: {*code(cell)} for name, cell in TABLES["The run directory"].items()}
    files = [path.relative_to(run.path).as_posix() for path in run.path.rglob("[!.]*") if path.is_file()]
    assert {re.sub(r"\d{6}", "NNNNNN", path) for path in files} == fields.keys()
    header, arrays = read_checkpoint(run.newest()[0])
    arrays = {re.sub("/.*", "/NAME", name) for name in arrays}
    assert fields["checkpoints/step-NNNNNN.npz"] == {"header", "step", *header, *arrays}
    assert fields["log.jsonl"] == set().union(*run.log)
    for name in ("data.json", "result.json"):
        assert fields[name] == read_json(run.path / name).keys()
    settings = [*read_json(run.path / "config.json")]
    flags = code(TABLES["Commands"]["train"])[-len(settings) :]
    assert settings == [flag[2:].replace("-", "_") for flag in flags] and flags[0] == "--task"


def test_commands(parsers):
    found = {}
    for name, parser in parsers():
        flags = [each.option_strings for each in parser._actions if each.dest not in ("help", "version")]
        arguments = [(each.metavar or each.dest).upper() for each in parser._get_positional_actions()]
        found[" ".join([name, *arguments])] = [next(flag for flag in each if flag[1] == "-") for each in flags if each]
    assert {name: code(cell) for name, cell in TABLES["Commands"].items()} == found


def test_codes_and_variables():
    codes = re.findall(r"\b(?:end|exit)\((\d+)", read("minitrans/commands/*.py"))
    assert {"0", *codes} == {*re.findall(r"^\| (\d+) ", SECTIONS["Exit codes"], re.M)}
    assert {*re.findall(r"MINITRANS_[A-Z\d]+", read("minitrans/**/*.py"))} == {*TABLES["Environment variables"]}


def test_one_version(command):
    """In the package, the changelog and the citation, the last two with the date"""
    version, date = re.search(r"^## (\S+) \((.*)\)", read("CHANGELOG.md"), re.M).groups()
    assert command("train --version").out == f"minitrans {version}\n"
    assert f"\nversion: {version}\ndate-released: {date}\n" in read("CITATION.cff")
