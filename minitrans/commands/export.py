"""Write a trained translator in the format of another program, or as a stand-alone web page.

    minitrans export --to html --out page.html                   one file for a browser, without a network
    minitrans export runs/x --to huggingface --out x-marian      MarianMTModel and tokenizer of transformers
    minitrans export runs/x --to ctranslate2 --out x-ct2 --quantization int8
    minitrans export runs/x --to safetensors --out x-weights     the weights alone, for any program

The command exports the weights that training chose, and adds a README.md, a model card to fill in.  Without RUN it
takes the newest run below runs/, else the bundled model.
"""

from pathlib import Path

from ..config.setting import check_fixed
from ..interchange import ctranslate2, marian
from ..interchange.card import card
from ..interchange.names import field_names
from ..interchange.packages import needed
from ..interchange.spelling import portable_models
from ..runs.run import Run, run_path
from ..system.errors import UserError
from ..system.files import check_outputs, read_file, whole_folder, write_whole
from ..translator import Translator
from ..views.model_page import ModelPage, about, check_page
from .arguments import command_parser


def main():
    parser = command_parser("export", __doc__)
    help_text = "run directory (default: the newest below runs/, else bundled, the model that comes with minitrans)"
    parser.add_argument("run", nargs="?", type=run_path, metavar="RUN", help=help_text)
    parser.add_argument("--to", choices=("html", *FOLDERS), required=True, help="the format")
    parser.add_argument("--out", type=Path, metavar="NAME", required=True, help="the new folder; for html the new file")
    help_text = "how weights are stored (default for html: float16, for ctranslate2: float32)"
    parser.add_argument("--quantization", choices=("int8", "float16", "float32"), help=help_text)
    args = parser.parse_args()
    if args.quantization and args.to not in ("html", "ctranslate2"):
        raise UserError(f"--quantization is for --to html and ctranslate2, not {args.to}")
    if args.out.exists():
        raise UserError(f"{args.out}: exists; choose another name with --out")
    if args.to == "html":
        check_outputs(args, out=".html")
    run = Run.open(args.run, "minitrans export bundled")
    if args.to == "html":
        to_html(args.out, run, args.quantization or "float16")
    else:
        to_folder(args.out, run, args.to, args.quantization)
    print(f"{args.out}: {args.to} of {run.path}")


def to_html(path, run, quantization):
    check_page(run.config)
    translator = Translator.load(run)
    ModelPage(translator.model, translator.tokenizer, about(run), quantization).save(path)


def to_folder(path, run, kind, quantization):
    try:
        with whole_folder(path) as folder:
            FOLDERS[kind](folder, run, quantization)
            write_whole(folder / "README.md", card(run, kind).encode())
    except OSError as error:
        raise UserError(f"{path}: cannot be written ({error.strerror or error})") from None


def to_huggingface(folder, run, _):
    check_fixed(run.config, marian.FIXED, f"{run.path}: Marian")
    config = run.config
    if {width * config.heads for width in config.head_widths} != {config.d_model}:
        raise UserError(f"{run.path}: sets --d-k or --d-v, but the head widths of Marian are always d_model / heads")
    translator = Translator.load(run)
    marian.write_folder(folder, translator.model, translator.tokenizer, needed("safetensors.numpy").save)


def to_ctranslate2(folder, run, quantization):
    check_fixed(run.config, ctranslate2.FIXED, f"{run.path}: CTranslate2")
    needed("ctranslate2")
    translator, quantization = Translator.load(run), None if quantization == "float32" else quantization
    ctranslate2.write_folder(folder, translator.model, translator.tokenizer, quantization)


def to_safetensors(folder, run, _):
    arrays = field_names(Translator.load(run).model)
    write_whole(folder / "model.safetensors", needed("safetensors.numpy").save(arrays, metadata=dict(format="pt")))
    tokenizer = run.tokenizer
    files = tokenizer.files | portable_models(tokenizer) | {"config.json": read_file(run.path / "config.json")}
    for name, content in files.items():
        write_whole(folder / name, content)


FOLDERS = dict(huggingface=to_huggingface, ctranslate2=to_ctranslate2, safetensors=to_safetensors)
