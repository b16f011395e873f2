"""From a notebook to the reader's program: a right answer becomes a part of a file.

It collects all statements that the answer needs, directly or through others, from the cells that have run, in their
order.  The file is graded by itself before it is written, and the reader's earlier code is copied to earlier/ first.
"""

import ast
import os
import re
import sys
import tempfile
from contextlib import suppress
from itertools import count
from pathlib import Path

from ..system.errors import UserError
from .exercises import EXERCISES
from .folder import YOURS, check_name, is_program, locked, replaced, rewrite, start
from .opening import find_folder, forget
from .program import DEFINITION, HEADER, OURS, parts_in, read_parts, read_text
from .progress import summary
from .runner.limits import TIME_LIMIT, TooLong, stopped_after
from .runner.loading import find, load
from .runner.notebook import OTHER_LANGUAGE, without_ipython
from .runner.report import told
from .runner.slicing import IMPORT, bound, constants, needed, reads
from .runner.submission import is_grading
from .runner.worker import findings

BLOCK = ast.If | ast.For | ast.While | ast.With | ast.Try | ast.ExceptHandler
BEHIND = re.compile(r"[ \t;]*(#.*)")  # a comment behind a statement
BELOW = re.compile(r"[ \t]+#|[ \t]*$")  # one that is indented, below it

NOW = dict(
    tape="the gradients of the whole model go back on your tape",
    softmax="attention weighs its values with your softmax",
    cross_entropy="it learns from your loss",
    linear="every projection is yours",
    feed_forward="the network of every layer is yours",
    layer_norm="your LayerNorm stands around every sub-layer",
    add_norm="what stands around every sub-layer is yours",
    scaled_dot_product_attention="every head attends with your attention",
    attention="its heads are yours",
    multi_head="its projections and heads are yours",
    embedding="it looks words up in your table",
    sinusoids="it knows the order of words by your waves",
    embed="its input is yours",
    pairs="your operations stand on your tape",
    encoder_layer="it reads sentences with your encoder",
    decoder_layer="it writes sentences with your decoder",
    transformer="the model as a whole is yours",
    words="it cuts text with your byte pair encoding",
    arrays="it reads your arrays",
    batches="it learns from your batches",
    adam="your Adam changes the weights",
    learning_rate="the rate rises and falls as you say",
    dropout="it forgets with your dropout",
    training="it learns in your steps",
    beam_search="it translates with your search",
    evaluation="your BLEU says how good it is",
    main="it learns and translates as you say",
)


def keep_answer(name, where, right, draft, variant=None):
    """Keep an answer -> a report, as text.  where: a folder, or True for my_transformer here or in a folder above."""
    if name not in EXERCISES or variant is not None:
        raise UserError(f"{name}: only exercises of the program are kept, and no variants")
    from IPython import get_ipython

    if (shell := get_ipython()) is None:
        raise UserError("keep is for notebooks: in an editor, write the part into its file")
    try:
        folder = find_folder() if where is True or not where else Path(os.path.abspath(Path(where).expanduser()))
    except (TypeError, RuntimeError):  # no path, or no such user
        raise UserError(f"keep={where!r}: give True, or the folder of your program") from None
    check_name(folder)
    try:
        code = sliced(name, shell.history_manager.input_hist_raw, folder.name)
        if not right and not draft:
            return "not kept, because it is not right yet; with draft=True it is written to drafts/"
        if not is_program(folder):
            start(folder)
        if not right:
            return f"a draft: {add(folder / 'drafts', name, code)}"
        with locked(folder):  # from reading a file to writing it: another notebook may keep another part of it
            return put(folder, name, code)
    except UserError as error:
        return f"{'right, but ' if right else ''}not kept: {error}"
    except OSError as error:
        return f"not kept: {error.filename or folder}: cannot be written ({error.strerror})"


def put(folder, name, code):
    """Write the code into its file, if it is right there by itself."""
    home, ours = OURS[name]
    file, part = read_parts(folder).get(name, (folder / home.name, None))
    if any(parts_in(code)):
        raise UserError("its cells have a line `# Part: ...`, which marks parts in the file: remove it")
    text, header = read_text(file), YOURS.format(name, ours.chapter)
    block = header + code + constants_left(ours.code, code)
    if part:
        new = replaced(text, part.begin, part.end, block + "\n\n" * (part.end < len(text)))
    else:
        new = replaced(text, len(text.rstrip()), len(text), f"\n\n\n{block}")
    try:
        clash(name, new, part, meanings(read_text(folder / "words.py")))
    except SyntaxError as error:
        raise UserError(f"Python cannot read {file.name}, line {error.lineno}: {error.msg}") from None
    by_itself(folder, file.name, name, new)
    before = ""
    if part:
        old = text[part.begin : part.end].replace("\r\n", "\n").strip()
        if old not in [each.strip() for each in (ours.header + ours.code, header + ours.code, block)]:
            before = f", and what stood there in earlier/{add(folder / 'earlier', name, old).name}"
    rewrite(file, text, new)
    forget(folder.name)
    now = f"; in python -m {folder.name}, {NOW[name]}" if name in NOW else ""
    return f"kept in {file}{before}{now}. {summary(read_parts(folder))}"


def constants_left(ours, code):
    """The assignments of our part that an answer lacks, because other parts may use them"""
    made = set(meanings(code))
    left = [each for each in ast.parse(ours).body if isinstance(each, ast.Assign) and made.isdisjoint(bound(each))]
    return "".join(f"\n{ast.get_source_segment(ours, each)}\n" for each in left)


def add(folder, name, code):
    """Write a new file into a folder -> its path"""
    folder.mkdir(parents=True, exist_ok=True)
    for number in count(1):
        path = folder / f"{name}-{number}.py"
        with suppress(FileExistsError), open(path, "xb") as file:
            file.write(f"{code.strip()}\n".encode())
            return path


def clash(name, text, old, words):
    """UserError if the rest of the file gives a name of this part another meaning, or needs something that only the old
    part had.

    words: the meanings in words.py, which has the special ids
    """
    parts = list(parts_in(text))
    own = meanings(next(part.code for part in parts if part.name == name))
    lost = set(meanings(old.code)) - set(own) if old else set()
    others = {"head": text[: parts[0].begin]} | {part.name: part.code for part in parts if part.name != name}
    for other, code in others.items():
        made = meanings(code)
        if missed := lost & reads(code) - set(made):
            raise UserError(f"{other} needs {min(missed)}, which is now in {name}: move it above the first part")
        for each in own.keys() & made.keys():
            same = [made[each]] + [words.get(each)] * (made[each] == {f"words.{each}"})
            if own[each] not in same:
                where = "the beginning of the file" if other == "head" else f"{other}, in the same file,"
                raise UserError(f"{where} has another {each}: rename yours")


def meanings(code):
    """{name that some code makes: its meanings, in order}"""
    found, nodes = {}, ast.parse(code).body
    for node in nodes:  # the loop appends to it
        if isinstance(node, BLOCK):
            nodes += ast.iter_child_nodes(node)
            continue
        what = dict.fromkeys(bound(node), ast.dump(node))
        if isinstance(node, IMPORT):
            module = getattr(node, "module", "")
            what = {(a.asname or a.name).partition(".")[0]: f"{module}.{a.name}" for a in node.names}
        what |= {each: repr(value) for each, value in constants(node).items()}
        for each, meaning in what.items():
            found.setdefault(each, set()).add(meaning)
    return found


def by_itself(folder, file, name, text):
    """UserError unless the part is right in a copy of the folder."""
    with tempfile.TemporaryDirectory() as copy:
        for each in folder.glob("*.py"):
            Path(copy, each.name).write_bytes((text if each.name == file else read_text(each)).encode())
        path = Path(copy, file)
        forget("folder of the submission")
        try:
            with stopped_after(TIME_LIMIT):
                defined = load(path, [], exercise=name)
            functions = [find(defined, each, path) for each in EXERCISES[name].names()]
        except (UserError, TooLong) as error:
            raise UserError(f"outside of the notebook it does not run: {error}") from None
        for stage, _, finding in findings(EXERCISES[name], functions, parts=[file]):
            if finding:
                raise UserError(f"outside of the notebook it is wrong in {stage}: {told(finding)}")


def sliced(name, history, package):
    """The code of an answer, from the cells that have run.  package: the name of the folder"""
    statements, home = [], OURS[name][0].stem
    for cell in history:
        try:
            tree = ast.parse(python := without_ipython(cell))
        except SyntaxError:
            continue
        if not OTHER_LANGUAGE.match(cell):
            statements += zip(sources(python, tree.body, package, home), tree.body, strict=True)
    names, answer, place = EXERCISES[name].names(), [], 0
    for i, (_, node) in enumerate(statements):
        for call in filter(is_grading, ast.walk(node)):
            if call.args[0].value == name:
                answer, place = [ast.unparse(each) for each in call.args[1:]], i
    if len(answer) != len(names) or any(each.startswith("*") for each in answer):
        raise UserError(f'write it as a line of Python: grade("{name}", {", ".join(names)}, keep=True)')
    wanted = reads("\n".join(answer))
    chosen = needed(statements[:place], wanted)
    made = {each for _, node in chosen for each in bound(node)}
    if "*" not in made and (unknown := wanted - made):
        raise UserError(f"no cell defines {min(unknown)} (%run and editors do not count): write it into a cell")
    for module in sum((imported(ast.parse(text)) for text, _ in chosen), []):
        if module.split(".")[0] not in {"numpy", *sys.stdlib_module_names}:
            if module.split(".")[0] == package:
                raise UserError(f"import what it uses by name: from {module} import NAME")
            raise UserError(f"it uses {module}, but your program must need only NumPy: write that yourself")
    blocks = []
    for text, node in chosen:
        if text and not (isinstance(node, IMPORT) and text in blocks):
            blocks.append("\n\n" * isinstance(node, DEFINITION) + text)
    last = [f"{wanted} = {given}" for wanted, given in zip(names, answer, strict=True) if given != wanted]
    return "\n".join([*blocks, *["\n"] * bool(last), *last]).strip() + "\n"


def sources(cell, nodes, package, home):
    """The texts of the statements of a cell, each with the comments above it, behind it and, if indented, below it."""
    lines, done = cell.split("\n"), 0
    for node in nodes:
        if decorators := getattr(node, "decorator_list", []):
            node.lineno, node.col_offset = decorators[0].lineno, 0
        above = [line for line in lines[done : node.lineno - 1] if line.strip() and not HEADER.match(f"{line}\n")]
        text, last = source(cell, node, package, home), lines[node.end_lineno - 1].encode()
        if text and (behind := BEHIND.fullmatch(last[node.end_col_offset :].decode())):
            text += f"  {behind[1]}"
        begin = done = max(done, node.end_lineno)
        while done < len(lines) and (node is nodes[-1] or BELOW.match(lines[done])):
            done += 1
        yield "\n".join([*above, text, *lines[begin:done]]).strip("\n")


def source(cell, node, package, home):
    """The text of a statement.  An import from the reader's own folder, or of minitrans' special ids, becomes relative;
    one from `home`, the file that the statement goes into, is dropped."""
    module = (isinstance(node, ast.ImportFrom) and not node.level and node.module) or ""
    module = f"{package}.words" if module == "minitrans.data.ids" else module
    if module.split(".")[0] == package:
        module = module.partition(".")[2]
        return "" if module == home else ast.unparse(ast.ImportFrom(module or None, node.names, 1))
    return ast.get_source_segment(cell, node)


def imported(tree):
    """The modules that some code imports, except those of its own folder"""
    nodes = list(ast.walk(tree))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    return names + [node.module for node in nodes if isinstance(node, ast.ImportFrom) and not node.level]
