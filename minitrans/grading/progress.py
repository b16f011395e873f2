"""The table of a reader's program: part, chapter, yours or ours, right or what is wrong."""

import ast
import os
import re
import sys
from contextlib import closing
from dataclasses import replace

from ..system.errors import UserError, plain
from .exercises import EXERCISES
from .folder import YOURS, defines, is_ours, is_unchanged
from .program import OURS, PROGRAM, read_parts, read_text
from .runner.child import NoChild
from .runner.grader import SubmissionGrader
from .runner.report import told
from .runner.slicing import Piece, behind, bound, reads


def show(folder, **options):
    """Print the table -> whether no part is wrong.  It trains nothing.

    options: of SubmissionGrader
    """
    folder = folder.resolve()
    parts, wrong, done = read_parts(folder), [], 0
    command = folder / "command.py"
    text = read_text(command if command.exists() else PROGRAM / "command.py")
    for file in dict(parts.values()):
        text += re.sub("(?m)^(from|import) .*", "", read_text(file).partition("# Part:")[0])  # runs with the file
    in_use = used({name: part.code for name, (_, part) in parts.items()}, text)
    print(f"{'part':30}{'chapter':>7}  whose  lines")
    for name in dict.fromkeys([*OURS, *parts]):
        if name not in parts:
            verdict = missing(folder, name)
            print(f"{name:30}{OURS[name][1].chapter:>7}  {'':12}  {verdict}", flush=True)
            wrong.append(name)
            continue
        file, part = parts[name]
        verdict = ""
        if not part.ours and is_unchanged(part):
            verdict = "our code: write it yourself"
        elif not part.ours:
            verdict = verdict_on(file, name, options)
            wrong += [name] * verdict.startswith("wrong")
            done += verdict == "right"
        elif name in OURS and not is_unchanged(part):
            verdict = "changed: if it is yours, write Yours in the line above it"
        if name not in in_use:
            verdict = f"{verdict}, but nothing uses it".removeprefix(", ")
        print(
            f"{name:30}{part.chapter:>7}  {'ours' if part.ours else 'yours':5}{part.lines():7}  {verdict}".rstrip(),
            flush=True,
        )
    exercises = OURS.keys() & EXERCISES
    print(f"{done} of {len(exercises)} exercises are right.  {summary(parts)}")
    if done == len(exercises) and not wrong:
        print(f"The last part is right: this Transformer is yours.  Let it learn to translate: python -m {folder.name}")
    if not wrong and sys.platform != "emscripten":  # a browser has no processes
        with closing(SubmissionGrader(folder, **options)) as grader:
            if why := grader.why_not_started():
                print(plain(f"python -m {folder.name} does not start: {why}"))
                return False
    return not wrong


def missing(folder, name):
    """Why there is no part of this name"""
    home, part = OURS[name]
    file = folder / home.name
    if os.path.lexists(file) and defines(read_text(file), part):
        return f"is it yours?  Then write above it: {YOURS.format(name, part.chapter).strip()}"
    return f"missing; to have ours back: minitrans grading start {folder.name}"


def summary(parts):
    """A sentence that says how much is the reader's"""
    own = [part.lines() for _, part in parts.values() if not is_ours(part)]
    return (
        f"{len(own)} of {len(parts)} parts are yours, and {sum(own)} of "
        f"{sum(part.lines() for _, part in parts.values())} lines."
    )


def verdict_on(file, name, options):
    """The verdict on a part that the reader has written: right, or what is wrong"""
    if name not in EXERCISES:
        return "has no tests"
    try:
        with closing(SubmissionGrader(file, **options)) as grader:
            grader.read([name])
            wrong = next((each for each in map(grader.result, grader.planned()) if each.finding), None)
            unread = grader.problem(name)
    except UserError as error:
        return f"wrong: {error}"
    except NoChild:
        if sys.platform != "emscripten":
            raise
        return "not checked again: a browser has no processes"
    if not wrong:
        return "right"
    stage, finding = "reading" if unread else wrong.stage, wrong.finding
    what = told(replace(finding, cause=""), full=False).rstrip(":")
    return f"wrong in {stage}, probably: {plain(finding.cause)}" if finding.cause else f"wrong in {stage}: {what}"


def used(codes, command):
    """The parts that the program uses, directly or through others

    codes: {part: its code};  command: its main file, and what else runs in any case
    """
    pieces = {name: piece_of_part(code) for name, code in codes.items()}
    found = behind([piece_of_part(command), *pieces.values()], {"main"})
    return {name for name, each in pieces.items() if each in found}


def piece_of_part(code):
    try:
        tree = ast.parse(code)
    except SyntaxError:  # all of its words may be names
        return Piece(set(re.findall(r"^(?:def|class) (\w+)", code, re.M)), set(), set(re.findall(r"\w+", code)), set())
    imported = {each.name for each in ast.walk(tree) if isinstance(each, ast.alias)}
    return Piece(set(bound(tree, anew=True)), set(), reads(tree) | imported, set())
