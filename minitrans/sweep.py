"""Train the rows of the paper's Table 3 at a scale that fits the machine, and compare.

    python -m minitrans.sweep table3 --corpus multi30k-en-de --scale 4 --steps 2000 --out runs/table3

One row after the other, base with three seeds, each in a run directory below --out; called again, it goes on where it
was.  --scale divides d_model, d_ff, d_k and d_v of every row.  Other flags hold for all rows, except where a row is
about them; big takes three times the steps, as in the paper.  As there, perplexity and BLEU are of the development
set, without averaging.  The test set is not read.
"""

import dataclasses
import sys
from dataclasses import asdict
from pathlib import Path
from statistics import mean

from .cli.arguments import add_config_flags, command_parser, config_overrides
from .cli.program import run_command
from .config import Config
from .data.catalog import CORPORA
from .data.catalog import corpus as corpus_of
from .data.corpora import corpus_files
from .errors import UserError
from .files import number, read_json, write_whole
from .paper import TABLE_3
from .recipes import PRESETS
from .runs.run import Run
from .training import job

WIDTHS = "d_model", "d_ff", "d_k", "d_v"
SEEDS = 3  # of base: how far they lie apart is what chance can do


def main():
    parser = command_parser("sweep", __doc__)
    parser.add_argument("table", choices=("table3",))
    parser.add_argument("--corpus", default="toy-en-de", help=f"one of {', '.join(CORPORA)} (default: %(default)s)")
    parser.add_argument("--out", type=Path, default=Path("runs", "table3"), metavar="DIR", help="(default: %(default)s)")
    parser.add_argument("--scale", type=int, default=1, metavar="N", help="divide all widths by N (default: %(default)s)")
    parser.add_argument("--rows", nargs="+", default=[], metavar="ROW", help="base and these (default: all)")
    add_config_flags(parser)
    args = parser.parse_args()
    args.rows = [f"table3-{name}" if f"table3-{name}" in TABLE_3 else name for name in args.rows]  # A1 as it prints it
    if unknown := [name for name in args.rows if name not in TABLE_3]:
        raise UserError(f"--rows {unknown[0]}: unknown; choose from {', '.join(TABLE_3)}")
    if args.scale < 1:
        raise UserError(f"--scale must be 1 or more, got {args.scale}")
    overrides = config_overrides(args)
    if own := {"seed", "average"} & overrides.keys():
        raise UserError(f"--{own.pop()}: leave it out; base has seeds 1 to {SEEDS}, and no checkpoints are averaged")
    names = [name for name in TABLE_3 if not args.rows or name in ("base", *args.rows)]
    configs = {name: row_config(name, args.scale, overrides) for name in names}
    files = text_files(args.corpus)
    markdown(args.out, configs)  # what is there already must be whole
    for name in names:
        for seed in range(1, SEEDS + 1) if name == "base" else (1,):
            train_row(run_of(args.out, name, seed), dataclasses.replace(configs[name], seed=seed), files)
            write_whole(args.out / "table3.md", markdown(args.out, configs).encode())
    print(markdown(args.out, configs) + f"\n{args.out / 'table3.md'}")


def row_config(name, scale, overrides):
    """The Config of a row: base, the flags given, what the row is about, and all widths divided."""
    about = {field: value for field, value in PRESETS[name].items() if field not in PRESETS["base"]}
    fields = PRESETS["base"] | overrides | about | dict(average=1)
    if name == "big":
        fields["steps"] = 3 * overrides.get("steps", Config.steps)
    config = asdict(Config(**fields))
    for width in WIDTHS:
        if config[width] is not None:
            if config[width] % scale:
                raise UserError(f"--scale {scale}: does not divide {width} = {config[width]} of {name}")
            config[width] //= scale
    return Config(**config)


def text_files(corpus):
    """{split: paths} of the corpus without the test set."""
    if not corpus_of(corpus).target:
        raise UserError(f"--corpus {corpus}: has trees, but the rows of Table 3 translate")
    files = corpus_files(corpus)
    return {split: files[split] for split in ("train", "valid")}


def run_of(out, name, seed):
    return Run(out / f"{name}-seed{seed}")


def train_row(run, config, files):
    """Train a row, from the beginning or from where it was, unless it is done."""
    again = run.path.exists()
    if again and (changed := [field for field, value in asdict(run.config).items() if value != getattr(config, field)]):
        field = changed[0]
        have, want = getattr(run.config, field), getattr(config, field)
        raise UserError(f"{run.path}: was begun with {field} {have}, not {want}; choose another --out")
    if not (run.path / "result.json").is_file():
        print(f"{run.path.name}", file=sys.stderr, flush=True)
        job.train(run, config, run.files if again else files, resume=again)


def results(out, name):
    """(perplexity, BLEU, millions of parameters) of each seed that is done."""
    paths = [run_of(out, name, seed).path / "result.json" for seed in range(1, SEEDS + 1)]
    return [result(path) for path in paths if path.is_file()]


def result(path):
    try:
        found = read_json(path)
        return number(found, "valid_perplexity"), number(found, "bleu"), number(found, "parameters") / 1e6
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(f"{path}: not a result of minitrans ({error!r}); remove it and call again") from None


def markdown(out, configs):
    """The table, the paper's figures beside ours, and which orderings hold."""
    base = results(out, "base")
    lines = [
        "| row | changes | perplexity | BLEU | parameters (M) | paper: perplexity | BLEU | parameters (M) |",
        "|---|---|---:|---:|---:|---:|---:|---:|",
    ]
    as_there, other, near = [], [], []
    for name, config in configs.items():
        if not (found := results(out, name)):
            continue
        perplexity, bleu, millions = map(mean, zip(*found, strict=True))
        changes = ", ".join(f"{k} {v}" for k, v in asdict(config).items() if v != getattr(configs["base"], k)) or "-"
        paper = TABLE_3[name]
        figures = f"{perplexity:.2f} | {bleu:.1f} | {millions:.2f} | {paper[0]:.2f} | {paper[1]} | {paper[2] or ''}"
        lines.append(f"| {name.removeprefix('table3-')} | {changes} | {figures} |")
        if name != "base" and len(base) == SEEDS:
            of_base = [each[0] for each in base]
            if min(of_base) <= perplexity <= max(of_base) or paper[0] == TABLE_3["base"][0]:
                near.append(name)
            else:
                same = (perplexity < min(of_base)) == (paper[0] < TABLE_3["base"][0])
                (as_there if same else other).append(name)
    if len(base) == SEEDS:
        perplexities, scores, _ = zip(*base, strict=True)
        lines += [
            "",
            f"Base: the mean of {SEEDS} seeds, perplexities {min(perplexities):.2f} to {max(perplexities):.2f}, BLEU "
            f"{min(scores):.1f} to {max(scores):.1f}; the other rows one seed each.",
            f"Perplexity against base: better or worse as in the paper: {listed(as_there)}; the other way round: "
            f"{listed(other)}; within the spread of base's seeds here, or equal in the paper, so nothing is said: "
            f"{listed(near)}.",
        ]
    return "\n".join(lines) + "\n"


def listed(names):
    return ", ".join(name.removeprefix("table3-") for name in names) or "none"


if __name__ == "__main__":
    run_command(main)
