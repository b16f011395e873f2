"""Show what a model does with a sentence, as a page for a browser: attention, next words, and the beam.

    minitrans view "A dog runs."                    writes view.html
    minitrans view "A dog runs." -o dog.html --open
    minitrans view --run runs/parser "A dog runs ."  a parser's page has the tree, too
    minitrans view --checkpoints "A dog runs."       its translation over the whole training, with a slider

The page is one file that needs no network.  The configuration of the run sets what the flags do not.
"""

import webbrowser
from pathlib import Path

from ..runs.run import Run
from ..system.errors import UserError, shown
from ..translator import Translator
from ..views.learning import over_training
from ..views.page import Page
from .arguments import add_config_flags, add_run_flag, check_output, command_parser, config_overrides
from .sentences import as_text


def main():
    parser = command_parser("view", __doc__)
    parser.add_argument("sentence", metavar="SENTENCE", type=as_text, help="a sentence to translate or parse")
    add_run_flag(parser)
    output = dict(type=Path, default="view.html", metavar="FILE.html", help="the page (default: %(default)s)")
    parser.add_argument("-o", "--output", **output)
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    about = "a page over the training: the snapshots of the run (train --snapshots) or, without any, its checkpoints"
    parser.add_argument("--checkpoints", action="store_true", help=about)
    add_config_flags(parser, ("beam", "alpha", "max_extra", "average", "backend"))
    args = parser.parse_args()
    check_output("--output", args.output, ".html")
    sentence = args.sentence.strip()
    if not sentence or "\n" in sentence:
        raise UserError("view shows one sentence: give it as an argument")
    run = Run.open_or_bundled(args.run)
    model = Translator.load(run, **config_overrides(args))
    if args.checkpoints:
        page = Page(over_training(run, model, sentence))
        lines = [f"step {record['step']}: {record['translation']}" for record in page.record]
    else:
        page = model.view(sentence)
        lines = [page.record["translation"]]
    page.save(args.output)
    print(*map(shown, lines), args.output, sep="\n")
    if args.open:
        webbrowser.open(args.output.resolve().as_uri())
