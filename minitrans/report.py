"""Table 2 of the paper, BLEU and training cost, with runs of one's own beside it.

    python -m minitrans.report runs/a runs/b
    python -m minitrans.report runs/a --out report.md --picture table2.png
    python -m minitrans.report runs/a --devices 2 --sustained-tflops 9.5

The paper estimates a cost as time x devices x the rate that a device can sustain; --sustained-tflops does the same
for the runs, with the time of training and its validations.  Their exact count, see `flops`, is lower, as no device
is always multiplying.
"""

import os
from pathlib import Path

import numpy as np

from .cli.arguments import check_output, command_parser, drawing
from .cli.program import run_command
from .data.batching import Batch, Padded
from .errors import UserError
from .files import number, read_json, write_output
from .nn.flops import training_flops
from .paper import SUSTAINED, TABLE_2, estimate
from .recipes import preset
from .runs.run import Run
from .tasks import expect

OURS = {"Transformer (base)": "base", "Transformer (big)": "big"}  # the presets of rows that can be counted
LANGUAGES = "EN-DE", "EN-FR"
MOST = 10**6  # devices, and TFLOPS of each: with more, numbers overflow that should be told
NUMBERS = "parameters", "steps", "training_flops"


def counted(name):
    """Operations of the paper's training of base or big, with 25,000 + 25,000 tokens a step in sentences of 25."""
    words = np.ones((1000, 25), int)
    config, batch = preset(name), Batch(Padded(words), Padded(words, causal=True), words)
    return config.steps * training_flops(config, batch)


def describe(path, devices=1, tflops=None):
    """What there is to tell of a run, a dict; None for what is not known."""
    run, row = Run.open(path), dict.fromkeys(("test", "column", "bleu", *NUMBERS, "estimate")) | dict(run=named(path))
    file = run.path / "result.json"
    expect(run, "translate", "Table 2 is of translators")
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


def named(path):
    """As a line of text, which the name of a file need not be."""
    return os.fsencode(path).decode(errors="replace").replace("\n", "\\n")


def scored_on(files, split):
    """Paths of a split -> its name, and "EN-DE" or "EN-FR" if it is the test set of that column of Table 2"""
    source, target = (Path(named(file).removesuffix(".gz")) for file in files)
    pair = f"{source.suffix[1:]}-{target.suffix[1:]}".upper()
    in_table = split == "test" and "newstest2014" in source.name and pair in LANGUAGES
    return f"{source.parent.name}/{source.stem} {pair}".removesuffix(" -"), pair if in_table else None


def markdown(runs):
    """The table of the paper and, where there are runs, one of theirs."""
    lines = ["| model | BLEU EN-DE | BLEU EN-FR | cost EN-DE | cost EN-FR |", "|---|---:|---:|---:|---:|"]
    for name, (*bleu, de, fr) in TABLE_2.items():
        lines.append(line(name, *map(show, bleu), show(de, ".1e"), show(fr, ".1e")))
    count = {name: counted(made) for name, made in OURS.items()}
    shares = (f"{show(count[name], '.1e')} ({count[name] / TABLE_2[name][2]:.0%} of the estimate)" for name in OURS)
    lines += [
        "",
        "Table 2 of the paper: BLEU on newstest2014, training cost in floating point operations. The costs are "
        "estimates, time x devices x sustained rate: base took 12 hours and big 3.5 days on 8 P100 of 9.5 TFLOPS; each "
        "has one figure for both languages. EN-FR of big was 41.0 in the first version of the paper, 41.8 later.",
        "",
        "Counted from the shapes of all matrix products, as runs are here, with 25,000 source and 25,000 target tokens "
        f"a step in sentences of 25, base and big are {' and '.join(shares)}. So a count is not to be compared with "
        "an estimate.",
    ]
    return "\n".join(lines + (markdown_of_runs(runs) if runs else [])) + "\n"


def markdown_of_runs(runs):
    lines = ["", "| run | test set | BLEU | parameters | steps | operations, counted | time x devices x rate |"]
    lines.append("|---|---|---:|---:|---:|---:|---:|")
    for row in runs:
        numbers = show(row["bleu"], ".2f"), show(row["parameters"], ","), show(row["steps"], ",")
        operations = (show(row[name], ".2e") for name in ("training_flops", "estimate"))
        lines.append(line(row["run"], row["test"], *numbers, *operations))
    lines += ["", "Runs have sacrebleu's BLEU of detokenized text; `evaluate --paper-bleu` scores as Table 2 does."]
    if other := [row["run"] for row in runs if row["bleu"] is not None and not row["column"]]:
        lines += ["", f"On another test set than Table 2, so not comparable with its scores: {', '.join(other)}."]
    return lines


def line(*cells):
    escaped = (cell.replace("|", r"\|") for cell in cells)  # the name of a run may have one
    return f"| {' | '.join(escaped)} |"


def show(value, pattern=""):
    return "-" if value is None else f"{value:{pattern}}".replace("e+0", "e").replace("e+", "e")


def picture(runs, path):
    """Both tables drawn.  A score of another test set stands beside the run's name, not in a column."""
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
        from .plots import costs  # only now: importing matplotlib takes longer than all the rest

        costs(rows, path)


def main():
    parser = command_parser("report", __doc__)
    parser.add_argument("runs", type=Path, nargs="*", metavar="RUN", help="run directories")
    parser.add_argument("--out", type=Path, metavar="FILE.md", help="write the Markdown there, not to standard output")
    parser.add_argument("--picture", type=Path, metavar="FILE.png", help="draw the table")
    parser.add_argument("--devices", type=int, metavar="N", help="how many the runs had (default: 1)")
    rates = ", ".join(f"{name} {rate}" for name, rate in SUSTAINED.items())
    parser.add_argument("--sustained-tflops", type=float, metavar="X", help=f"rate of a device; the paper: {rates}")
    args = parser.parse_args()
    if args.devices and not args.sustained_tflops:
        raise UserError("--devices is for the estimate: give --sustained-tflops too")
    if args.devices is not None and not 1 <= args.devices <= MOST:
        raise UserError(f"--devices must be from 1 to {MOST}, got {args.devices}")
    if args.sustained_tflops is not None and not 0 < args.sustained_tflops <= MOST:
        raise UserError(f"--sustained-tflops must be above 0 and at most {MOST}, got {args.sustained_tflops}")
    for flag, path, ending in (("--out", args.out, ".md"), ("--picture", args.picture, ".png")):
        check_output(flag, path, ending)
    runs = [describe(path, args.devices or 1, args.sustained_tflops) for path in args.runs]
    if args.out:
        write_output(args.out, markdown(runs).encode())
    else:
        print(markdown(runs), end="")
    if args.picture:
        picture(runs, args.picture)


if __name__ == "__main__":
    run_command(main)
