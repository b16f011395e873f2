"""Print Table 2 of the paper (BLEU and training cost), and compare your own runs with it.

    minitrans report runs/a runs/b
    minitrans report runs/a --out report.md --picture table2.png
    minitrans report runs/a --devices 2 --sustained-tflops 9.5

The paper estimates the training cost as time x number of devices x sustained TFLOPS of a device.  --sustained-tflops
gives the same estimate for your runs, whose time includes validation.  The exact count of operations, which is always
in the table, is lower, because no device multiplies matrices all the time.
"""

import os
from pathlib import Path

import numpy as np

from ..config.paper import SUSTAINED, TABLE_2, estimate
from ..config.presets import preset
from ..data.batching import Batch, Padded
from ..nn.flops import training_flops
from ..runs.run import Run
from ..system.errors import UserError, in_markdown
from ..system.files import number, read_json, write_output
from ..tasks import expect
from .arguments import PICTURES, check_output, command_parser, drawing

OURS = {"Transformer (base)": "base", "Transformer (big)": "big"}  # the rows that have a preset, so can be counted
LANGUAGES = "EN-DE", "EN-FR"
MOST = 10**6  # devices, and TFLOPS of each; larger numbers can overflow
NUMBERS = "parameters", "steps", "training_flops"


def counted(name):
    """Operations to train base or big as in the paper, with 25,000 + 25,000 tokens per step in sentences of 25."""
    words = np.ones((1000, 25), int)
    config, batch = preset(name), Batch(Padded(words), Padded(words, causal=True), words)
    return config.steps * training_flops(config, batch)


def describe(path, devices=1, tflops=None):
    """-> a row of the table for a run, as a dict; unknown values are None"""
    run, row = Run.open(path), dict.fromkeys(("test", "column", "bleu", *NUMBERS, "estimate")) | dict(run=as_line(path))
    file = run.path / "result.json"
    expect(run, "translate", "Table 2 compares translators")
    try:
        result = read_json(file)
        row |= {name: number(result, name) for name in NUMBERS if name in result}
        row["bleu"] = number(result, "bleu")
        row["test"], row["column"] = scored_on(run.files[result["test"]], result["test"])
        if tflops:
            row["estimate"] = estimate(number(result, "seconds"), devices, tflops)
    except FileNotFoundError:
        row["test"] = "no result"
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(f"{file}: not the result of a translator ({error!r})") from None
    return row


def as_line(path):
    """The name of a file as one line of valid text."""
    return os.fsencode(path).decode(errors="replace").replace("\n", "\\n")


def scored_on(files, split):
    """Paths of a split -> (its name, "EN-DE" or "EN-FR" if it is the test set of that column of Table 2, else None)"""
    source, target = (Path(as_line(file).removesuffix(".gz")) for file in files)
    pair = f"{source.suffix[1:]}-{target.suffix[1:]}".upper()
    in_table = split == "test" and "newstest2014" in source.name and pair in LANGUAGES
    return f"{source.parent.name}/{source.stem} {pair}".removesuffix(" -"), pair if in_table else None


def markdown(runs):
    """-> the table of the paper and, if there are runs, a table of them"""
    lines = ["| model | BLEU EN-DE | BLEU EN-FR | cost EN-DE | cost EN-FR |", "|---|---:|---:|---:|---:|"]
    for name, (*bleu, de, fr) in TABLE_2.items():
        lines.append(line(name, *map(show, bleu), show(de, ".1e"), show(fr, ".1e")))
    count = {name: counted(preset_name) for name, preset_name in OURS.items()}
    shares = (f"{show(count[name], '.1e')} ({count[name] / TABLE_2[name][2]:.0%} of the estimate)" for name in OURS)
    lines += [
        "",
        "Table 2 of the paper: BLEU on newstest2014 and training cost in floating point operations. The costs are "
        "estimates, time x devices x sustained TFLOPS: base took 12 hours and big 3.5 days on 8 P100 of 9.5 TFLOPS. "
        "Both languages have the same cost. BLEU EN-FR of big was 41.0 in the first version of the paper, 41.8 later.",
        "",
        "For runs, the operations of all matrix products are counted from their shapes. With 25,000 source and 25,000 "
        f"target tokens per step in sentences of 25, this count gives {' and '.join(shares)} for base and big. "
        "Therefore do not compare a count with an estimate.",
    ]
    return "\n".join(lines + (markdown_of_runs(runs) if runs else [])) + "\n"


def markdown_of_runs(runs):
    lines = ["", "| run | test set | BLEU | parameters | steps | operations, counted | time x devices x TFLOPS |"]
    lines.append("|---|---|---:|---:|---:|---:|---:|")
    for row in runs:
        numbers = show(row["bleu"], ".2f"), show(row["parameters"], ","), show(row["steps"], ",")
        operations = (show(row[name], ".2e") for name in ("training_flops", "estimate"))
        lines.append(line(row["run"], row["test"], *numbers, *operations))
    lines += ["", "BLEU of runs is sacrebleu's, on detokenized text; `evaluate --paper-bleu` scores as Table 2 does."]
    if other := [in_markdown(row["run"]) for row in runs if row["bleu"] is not None and not row["column"]]:
        lines += ["", f"On another test set than Table 2, so not comparable with its scores: {', '.join(other)}."]
    return lines


def line(*cells):
    return f"| {' | '.join(map(in_markdown, cells))} |"


def show(value, pattern=""):
    return "-" if value is None else f"{value:{pattern}}".replace("e+0", "e").replace("e+", "e")


def picture(runs, path):
    """Draw both tables.  The score of a run on another test set stands beside its name, not in a column."""
    rows = []
    for name, (*bleu, de, fr) in TABLE_2.items():
        own = counted(OURS[name]) if name in OURS else None
        cost = {"estimated, EN-DE": de, "estimated, EN-FR": fr, "counted": own}
        rows.append((name, [show(score) for score in bleu], cost))
    for row in runs:
        name, score = row["run"], show(row["bleu"], ".2f")
        if not row["column"]:
            name += f" ({row['test']}: {score})" if row["bleu"] is not None else f" ({row['test']})"
        bleu = [score if row["column"] == language else "" for language in LANGUAGES]
        rows.append((name, bleu, {"counted": row["training_flops"], "estimated, runs": row["estimate"]}))
    with drawing(path):
        from ..views.plots import costs  # imported late because matplotlib takes seconds to import

        costs(rows, path)


def main():
    parser = command_parser("report", __doc__)
    parser.add_argument("runs", type=Path, nargs="*", metavar="RUN", help="run directories")
    parser.add_argument("--out", type=Path, metavar="FILE.md", help="Markdown file to write (default: standard output)")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw the table")
    parser.add_argument("--devices", type=int, metavar="N", help="devices that each run used (default: 1)")
    paper = ", ".join(f"{name} {tflops}" for name, tflops in SUSTAINED.items())
    parser.add_argument("--sustained-tflops", type=float, metavar="X", help=f"TFLOPS of a device; the paper: {paper}")
    args = parser.parse_args()
    if args.devices and not args.sustained_tflops:
        raise UserError("--devices needs --sustained-tflops: give both, or neither")
    if args.devices is not None and not 1 <= args.devices <= MOST:
        raise UserError(f"--devices must be from 1 to {MOST}, got {args.devices}")
    if args.sustained_tflops is not None and not 0 < args.sustained_tflops <= MOST:
        raise UserError(f"--sustained-tflops must be above 0 and at most {MOST}, got {args.sustained_tflops}")
    for flag, path, ending in (("--out", args.out, ".md"), ("--picture", args.picture, PICTURES)):
        check_output(flag, path, ending)
    runs = [describe(path, args.devices or 1, args.sustained_tflops) for path in args.runs]
    if args.out:
        write_output(args.out, markdown(runs).encode())
    else:
        print(markdown(runs), end="")
    if args.picture:
        picture(runs, args.picture)
