"""Show what a model does with a sentence, on a page for a browser: every array, and how each number is computed.

    minitrans view "A dog runs."                    writes view.html
    minitrans view "A dog runs." -o dog.html --open
    minitrans view --run runs/parser "A dog runs ."  attention, next words, the beam and the tree of a parser
    minitrans view --checkpoints "A dog runs."       its translation over the whole training, with a slider

The page is one file that needs no network.  It contains the model if that is a translator of at most 20 MB; otherwise
it contains the arrays of this sentence.  The configuration of the run sets what the flags do not.
"""

import contextlib

from ..runs.run import Run
from ..system.errors import UserError
from ..system.files import check_outputs
from ..translator import Translator
from ..views.learning import over_training
from ..views.model_page import LONGEST, ModelPage, about
from ..views.sentence_page import SentencePage
from .arguments import add_model_flags, add_page_flags, command_parser, config_overrides, save_page
from .sentences import as_sentence, remark


def main():
    parser = command_parser("view", __doc__)
    text = "a sentence to translate or parse"
    parser.add_argument("sentence", nargs="?", metavar="SENTENCE", type=as_sentence, help=text)
    add_model_flags(parser)
    add_page_flags(parser, "view.html")
    text = "show the whole training: the snapshots of the run (train --snapshots) or, without any, its checkpoints"
    parser.add_argument("--checkpoints", action="store_true", help=text)
    args = parser.parse_args()
    sentence = (args.sentence or "").strip()
    if not sentence or "\n" in sentence:
        raise UserError('view shows one sentence: minitrans view "A dog runs."')
    run = Run.open(args.run, "--run bundled")
    check_outputs(args, run.inputs, output=".html")
    model = Translator.load(run, **config_overrides(args))
    text = about(run) | dict(examples=[sentence])
    if args.checkpoints:
        records = over_training(run, model, sentence)
        lines = [f"step {record['step']}: {record['translation']}" for record in records]
    else:
        records = model.view(sentence).records
        lines = [records[0]["translation"]]
    page = SentencePage(model.model, records, text)
    if not args.checkpoints and len(records[0]["source"]) <= LONGEST:
        with contextlib.suppress(UserError):  # if the page cannot hold the model, it shows no weights
            page = ModelPage(model.model, model.tokenizer, text)
    save_page(page, args, *lines)
    remark(model)
