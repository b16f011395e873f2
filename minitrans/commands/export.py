"""Write a trained translator in the format of another program.

    minitrans export runs/x --to huggingface --out x-marian      MarianMTModel and tokenizer of transformers
    minitrans export runs/x --to ctranslate2 --out x-ct2 --quantization int8
    minitrans export runs/x --to safetensors --out x-weights     the weights alone, for any program

The weights are those that training chose.  A README.md in the folder is a model card to fill in.
"""

import shutil
from pathlib import Path

from ..interchange import ctranslate2, marian
from ..interchange.card import card
from ..interchange.names import field_names
from ..interchange.packages import needed
from ..runs.run import Run
from ..system.errors import UserError
from ..system.files import whole_folder, write_whole
from ..translator import Translator
from .arguments import command_parser


def main():
    parser = command_parser("export", __doc__)
    parser.add_argument("run", type=Path, metavar="RUN", help="run directory")
    parser.add_argument("--to", choices=("huggingface", "ctranslate2", "safetensors"), required=True, help="the format")
    parser.add_argument("--out", type=Path, metavar="DIR", required=True, help="name of the new folder")
    parser.add_argument("--quantization", choices=("int8", "float16"), help="ctranslate2: default float32")
    args = parser.parse_args()
    if args.quantization and args.to != "ctranslate2":
        raise UserError(f"--quantization is for --to ctranslate2, not {args.to}")
    if args.out.exists():
        raise UserError(f"{args.out}: exists; choose another name with --out")
    run = Run.open(args.run)
    write = dict(huggingface=to_huggingface, ctranslate2=to_ctranslate2, safetensors=to_safetensors)[args.to]
    try:
        with whole_folder(args.out) as folder:
            write(folder, run, args.quantization)
            write_whole(folder / "README.md", card(run, args.to).encode())
    except OSError as error:
        raise UserError(f"{args.out}: cannot be written ({error.strerror or error})") from None
    print(f"{args.out}: {args.to} of {run.path}")


def to_huggingface(folder, run, _):
    refuse(run, marian.FIXED, "Marian")
    config = run.config
    if {width * config.heads for width in config.head_widths} != {config.d_model}:
        raise UserError(f"{run.path}: Marian has no other head widths than d_model / heads; this run has its own")
    translator = Translator.load(run)
    marian.write_folder(folder, translator.model, translator.tokenizer, needed("safetensors.numpy").save_file)


def to_ctranslate2(folder, run, quantization):
    refuse(run, ctranslate2.FIXED, "CTranslate2")
    needed("ctranslate2")
    translator = Translator.load(run)
    ctranslate2.write_folder(folder, translator.model, translator.tokenizer, quantization)


def refuse(run, fixed, target):
    """UserError, by name, for what a format cannot hold."""
    for name, value in fixed.items():
        if (own := getattr(run.config, name)) != value:
            raise UserError(f"{run.path}: {target} has no model with {name} {own}, only {value}")


def to_safetensors(folder, run, _):
    arrays = field_names(Translator.load(run).model)
    needed("safetensors.numpy").save_file(arrays, folder / "model.safetensors", metadata=dict(format="pt"))
    for name in ("config.json", *run.tokenizer.files):
        shutil.copy(run.path / name, folder)
