"""The paper's Tables 2 and 3 with your runs beside them.

    python examples/paper_tables.py runs/a runs/b                                    Table 2: BLEU and training cost
    python examples/paper_tables.py --corpus multi30k-en-de --scale 8 --steps 1500   Table 3: train its rows, compare

For Table 3 each row is a run below --out, and --scale divides all of its widths.  The same command continues rows
that were stopped.  Other flags are those of `minitrans train`; a row keeps the fields that define it.
"""

import dataclasses
import sys
from pathlib import Path
from statistics import mean

from minitrans.commands.arguments import add_config_flags, command_parser, config_overrides
from minitrans.commands.program import run_command
from minitrans.config import Config
from minitrans.config.presets import PRESETS
from minitrans.data.corpora import corpus_files
from minitrans.runs.run import Run
from minitrans.system.errors import UserError
from minitrans.system.files import read_json
from minitrans.training.job import Job

# Model: BLEU on newstest2014 (EN-DE, EN-FR) and training cost (EN-DE, EN-FR) in floating point operations.  The paper
# estimates its own costs as time x 8 GPUs x 9.5 TFLOPS, for 12 hours (base) and 3.5 days (big).
TABLE_2 = {
    "ByteNet": (23.75, None, None, None),
    "Deep-Att + PosUnk": (None, 39.2, None, 1.0e20),
    "GNMT + RL": (24.6, 39.92, 2.3e19, 1.4e20),
    "ConvS2S": (25.16, 40.46, 9.6e18, 1.5e20),
    "MoE": (26.03, 40.56, 2.0e19, 1.2e20),
    "Deep-Att + PosUnk Ensemble": (None, 40.4, None, 8.0e20),
    "GNMT + RL Ensemble": (26.30, 41.16, 1.8e20, 1.1e21),
    "ConvS2S Ensemble": (26.36, 41.29, 7.7e19, 1.2e21),
    "Transformer (base)": (27.3, 38.1, 3.3e18, 3.3e18),
    "Transformer (big)": (28.4, 41.8, 2.3e19, 2.3e19),
}
# Row: perplexity per piece and BLEU on newstest2013, without averaging of checkpoints.
TABLE_3 = {
    "base": (4.92, 25.8),
    "A1": (5.29, 24.9),
    "A2": (5.00, 25.5),
    "A3": (4.91, 25.8),
    "A4": (5.01, 25.4),
    "B1": (5.16, 25.1),
    "B2": (5.01, 25.4),
    "C1": (6.11, 23.7),
    "C2": (5.19, 25.3),
    "C3": (4.88, 25.5),
    "C4": (5.75, 24.5),
    "C5": (4.66, 26.0),
    "C6": (5.12, 25.4),
    "C7": (4.75, 26.2),
    "D1": (5.77, 24.6),
    "D2": (4.95, 25.5),
    "D3": (4.67, 25.3),
    "D4": (5.47, 25.7),
    "E": (4.92, 25.7),
    "big": (4.33, 26.4),
}
SEEDS = 3  # for base; their spread shows how much a result depends on chance


def table_2(runs):
    """The paper's table, then one row for each run: the BLEU of its test split, and its operations as counted.

    A count is lower than an estimate, because no device multiplies matrices all the time.
    """
    rows = [[name, *map(str, bleu), *costs] for name, (*bleu, de, fr) in TABLE_2.items() for costs in [cells(de, fr)]]
    for run in runs:
        result = result_of(run)
        rows.append(
            [str(run.path), f"{result['bleu']:.2f} ({result['test']})", "", *cells(result["training_flops"]), ""]
        )
    return markdown(["model", "BLEU EN-DE", "BLEU EN-FR", "cost EN-DE", "cost EN-FR"], rows)


def table_3(out, configs, files):
    """Train the rows that have no result yet -> the table, with the perplexity and BLEU of the validation split."""
    rows = []
    for name, config in configs.items():
        results = []
        for seed in range(1, SEEDS + 1) if name == "base" else [1]:
            run = Run(out / f"{name}-seed{seed}")
            resume = run.path.exists()
            wanted = dataclasses.replace(config, seed=seed, shards=run.config.shards if resume else config.shards)
            if resume and run.config != wanted:
                raise UserError(f"{run.path}: was started with other settings; choose another --out")
            if not (run.path / "result.json").is_file():
                print(run.path, file=sys.stderr, flush=True)
                Job(run, wanted, files, resume=resume).train()
            results.append(result_of(run))
        figures = [[result[key] for result in results] for key in ("valid_perplexity", "bleu")]
        spread = [
            f"{mean(values):.2f}" + (f" ({min(values):.2f} to {max(values):.2f})" if len(values) > 1 else "")
            for values in figures
        ]
        changes = {k: v for k, v in vars(config).items() if v != getattr(configs["base"], k)}
        rows.append([name, " ".join(f"{k} {v}" for k, v in changes.items()), *spread, *map(str, TABLE_3[name])])
    return markdown(["row", "changes", "perplexity", "BLEU", "paper: perplexity", "BLEU"], rows)


def row_config(name, scale, overrides):
    """-> the Config of a row: base, then the flags, then the fields that define the row, with all widths divided"""
    preset = PRESETS[name if name in PRESETS else f"table3-{name}"]
    own = {field: value for field, value in preset.items() if field not in PRESETS["base"]}
    config = Config(**PRESETS["base"] | overrides | own | dict(average=1))
    widths = {name: getattr(config, name) for name in ("d_model", "d_ff", "d_k", "d_v") if getattr(config, name)}
    if odd := [width for width in widths if widths[width] % scale]:
        raise UserError(f"--scale {scale}: does not divide {odd[0]} = {widths[odd[0]]} of {name}")
    widths = {width: value // scale for width, value in widths.items()}
    return dataclasses.replace(config, **widths, steps=config.steps * (3 if name == "big" else 1))


def result_of(run):
    path = run.path / "result.json"
    if not path.is_file():
        raise UserError(f"{run.path}: has no result.json, which training writes at its end; give a run that has ended")
    return read_json(path)


def cells(*numbers):
    return ["" if number is None else f"{number:.1e}".replace("e+", "e") for number in numbers]


def markdown(head, rows):
    rows = [[cell.replace("None", "") for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows]) + "\n"


def main():
    parser = command_parser("paper_tables", __doc__)
    parser.prog = "paper_tables.py"
    parser.add_argument("runs", nargs="*", type=Path, metavar="RUN", help="Table 2: run directories")
    parser.add_argument("--corpus", help="Table 3: train its rows on this corpus")
    parser.add_argument("--scale", type=int, default=1, metavar="N", help="divide all widths by N (default: 1)")
    parser.add_argument("--rows", nargs="+", default=[], metavar="ROW", choices=TABLE_3, help="besides base")
    parser.add_argument("--out", type=Path, default=Path("runs/table3"), metavar="DIR", help="(default: %(default)s)")
    add_config_flags(parser)
    args = parser.parse_args()
    if not args.corpus:
        return print(table_2(map(Run.open, args.runs)), end="")
    names = [name for name in TABLE_3 if not args.rows or name in ("base", *args.rows)]
    configs = {name: row_config(name, args.scale, config_overrides(args)) for name in names}
    files = corpus_files(args.corpus)
    print(table_3(args.out, configs, {split: files[split] for split in ("train", "valid")}), end="")


if __name__ == "__main__":
    run_command(main)
