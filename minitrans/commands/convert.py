"""Turn a published translator, a Marian model of the Hugging Face Hub such as OPUS-MT, into a run directory.

    minitrans convert Helsinki-NLP/opus-mt-en-de --out runs/opus-en-de
    minitrans convert my-folder --out runs/x               a model's folder on this machine

Then all commands can use it, for instance:

    minitrans translate --run runs/opus-en-de "The woman reads a book."
    minitrans train --init runs/opus-en-de --train-src a.en --train-tgt a.de --valid-src b.en --valid-tgt b.de
"""

from pathlib import Path

from ..runs.checkpoint import write_checkpoint
from ..runs.run import Run
from ..system.errors import UserError
from ..translator import Translator
from .arguments import command_parser


def main():
    parser = command_parser("convert", __doc__)
    parser.add_argument("model", metavar="MODEL", help="name on the Hugging Face Hub, or a folder")
    parser.add_argument("--out", type=Path, metavar="DIR", required=True, help="name of the new run directory")
    args = parser.parse_args()
    if args.out.exists():
        raise UserError(f"{args.out}: exists; choose another name with --out")
    translator = Translator.load_published(args.model)
    model, tokenizer = translator.model, translator.tokenizer
    if any(translator.constraints[:-1]):
        raise UserError(
            f"{args.model}: its settings forbid words, repetitions or short translations, which a run cannot keep; "
            "use it by translate --model"
        )
    try:
        with Run(args.out).created(translator.config, tokenizer, {}) as run:  # its training text is not here
            write_checkpoint(run.best, model, None, tokenizer, {})
            Translator.load(run)  # what cannot be read again is not written
    except OSError as error:
        raise UserError(f"{args.out}: cannot be written ({error.strerror or error})") from None
    print(f"{args.out}: {len(model.flat):,} parameters")
