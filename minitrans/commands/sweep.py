"""Train the rows of the paper's Table 3 at a smaller scale, and compare.

    minitrans sweep table3 --corpus multi30k-en-de --scale 4 --steps 2000 --out runs/table3

Each row is a run below --out; base is trained with three seeds.  To continue a sweep that was stopped, run the same
command again.  --scale divides d_model, d_ff, d_k and d_v of every row.  Other flags apply to all rows, except that a
row keeps the fields that define it.  As in the paper, big takes three times as many steps, and perplexity and BLEU are
those of the development set, without checkpoint averaging.  The test set is not used.
"""

import dataclasses
from dataclasses import asdict
from pathlib import Path
from statistics import mean

from ..config import Config
from ..config.paper import TABLE_3
from ..config.presets import PRESETS
from ..data.catalog import CORPORA
from ..data.catalog import corpus as corpus_of
from ..data.corpora import corpus_files
from ..runs.run import Run
from ..system.errors import UserError, say
from ..system.files import number, read_json, write_whole
from ..training import job
from .arguments import add_config_flags, command_parser, config_overrides

WIDTHS = "d_model", "d_ff", "d_k", "d_v"
SEEDS = 3  # of base: their spread shows how much a result depends on chance


def main():
    parser = command_parser("sweep", __doc__)
    parser.add_argument("table", choices=("table3",))
    parser.add_argument("--corpus", default="toy-en-de", help=f"one of {', '.join(CORPORA)} (default: %(default)s)")
    parser.add_argument("--out", type=Path, default=Path("runs/table3"), metavar="DIR", help="(default: %(default)s)")
    parser.add_argument("--scale", type=int, default=1, metavar="N", help="divide all widths by N (default: 1)")
    parser.add_argument("--rows", nargs="+", default=[], metavar="ROW", help="rows besides base (default: all)")
    add_config_flags(parser)
    args = parser.parse_args()
    args.rows = [f"table3-{name}" if f"table3-{name}" in TABLE_3 else name for name in args.rows]  # A1 means table3-A1
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
    markdown(args.out, configs)  # check the results that exist before training
    for name in names:
        for seed in range(1, SEEDS + 1) if name == "base" else (1,):
            train_row(run_of(args.out, name, seed), dataclasses.replace(configs[name], seed=seed), files)
            write_whole(args.out / "table3.md", markdown(args.out, configs).encode())
    print(markdown(args.out, configs) + f"\n{args.out / 'table3.md'}")


def row_config(name, scale, overrides):
    """-> the Config of a row: base, then the flags, then the fields that define the row; all widths divided by scale"""
    own = {field: value for field, value in PRESETS[name].items() if field not in PRESETS["base"]}
    fields = PRESETS["base"] | overrides | own | dict(average=1)
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
    """-> {split: paths} of the corpus without the test split"""
    if not corpus_of(corpus).target:
        raise UserError(f"--corpus {corpus}: contains trees, but the rows of Table 3 translate")
    files = corpus_files(corpus)
    return {split: files[split] for split in ("train", "valid")}


def run_of(out, name, seed):
    return Run(out / f"{name}-seed{seed}")


def train_row(run, config, files):
    """Train or resume a row, unless it is complete."""
    resume = run.path.exists()
    if resume and config.shards is None:
        config = dataclasses.replace(config, shards=run.config.shards)
    if resume and (changed := [name for name, value in asdict(run.config).items() if value != getattr(config, name)]):
        field = changed[0]
        old, new = getattr(run.config, field), getattr(config, field)
        raise UserError(f"{run.path}: was started with {field} {old}, not {new}; choose another --out")
    if not (run.path / "result.json").is_file():
        say(run.path.name)
        job.train(run, config, run.files if resume else files, resume=resume)


def results(out, name):
    """-> list of (perplexity, BLEU, millions of parameters), one for each seed that is complete"""
    paths = [run_of(out, name, seed).path / "result.json" for seed in range(1, SEEDS + 1)]
    return [result(path) for path in paths if path.is_file()]


def result(path):
    try:
        values = read_json(path)
        return number(values, "valid_perplexity"), number(values, "bleu"), number(values, "parameters") / 1e6
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(f"{path}: not a result of minitrans ({error!r}); remove it and run the sweep again") from None


def markdown(out, configs):
    """-> the table with the numbers of the paper beside ours, and a text that says where both agree"""
    base = results(out, "base")
    lines = [
        "| row | changes | perplexity | BLEU | parameters (M) | paper: perplexity | BLEU | parameters (M) |",
        "|---|---|---:|---:|---:|---:|---:|---:|",
    ]
    same, opposite, unclear = [], [], []
    for name, config in configs.items():
        if not (seeds := results(out, name)):
            continue
        perplexity, bleu, millions = map(mean, zip(*seeds, strict=True))
        changes = ", ".join(f"{k} {v}" for k, v in asdict(config).items() if v != getattr(configs["base"], k)) or "-"
        paper = TABLE_3[name]
        figures = f"{perplexity:.2f} | {bleu:.1f} | {millions:.2f} | {paper[0]:.2f} | {paper[1]} | {paper[2] or ''}"
        lines.append(f"| {name.removeprefix('table3-')} | {changes} | {figures} |")
        if name != "base" and len(base) == SEEDS:
            of_base = [each[0] for each in base]
            if min(of_base) <= perplexity <= max(of_base) or paper[0] == TABLE_3["base"][0]:
                unclear.append(name)
            else:
                agree = (perplexity < min(of_base)) == (paper[0] < TABLE_3["base"][0])
                (same if agree else opposite).append(name)
    if len(base) == SEEDS:
        perplexities, scores, _ = zip(*base, strict=True)
        lines += [
            "",
            f"Base is the mean of {SEEDS} seeds, with perplexity {min(perplexities):.2f} to {max(perplexities):.2f} "
            f"and BLEU {min(scores):.1f} to {max(scores):.1f}; the other rows have one seed each.",
            f"Perplexity compared with base: better or worse as in the paper: {listed(same)}; opposite to the paper: "
            f"{listed(opposite)}; within the spread of the seeds of base, or equal to base in the paper: "
            f"{listed(unclear)}.",
        ]
    return "\n".join(lines) + "\n"


def listed(names):
    return ", ".join(name.removeprefix("table3-") for name in names) or "none"
