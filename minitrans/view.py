"""Show what a model does with a sentence, as a page for a browser: attention, next words, and the beam.

    python -m minitrans.view "A dog runs."                    writes view.html
    python -m minitrans.view "A dog runs." -o dog.html --open

The page is one file that needs no network.  The configuration of the run sets what the flags do not.
"""

import webbrowser
from pathlib import Path

from .cli.arguments import add_config_flags, check_output, command_parser, config_overrides
from .cli.program import run_command
from .errors import UserError
from .runs.run import Run
from .tasks import expect
from .translator import Translator


def main():
    parser = command_parser("view", __doc__)
    parser.add_argument("sentence", metavar="SENTENCE", help="a sentence to translate")
    parser.add_argument("--run", metavar="DIR", help="run directory (default: the newest below runs/)")
    parser.add_argument(
        "-o", "--output", type=Path, default="view.html", metavar="FILE.html", help="(default: %(default)s)"
    )
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    add_config_flags(parser, ("average", "beam", "alpha", "max_extra"))
    args = parser.parse_args()
    check_output("--output", args.output, ".html")
    if not args.sentence.strip():
        raise UserError("SENTENCE is empty; give one to translate")
    run = Run.open(args.run)
    expect(run, "translate", "its command is python -m minitrans.parse")
    page = Translator.load(run.path, **config_overrides(args)).view(args.sentence)
    page.save(args.output)
    print(f"{page.record['translation']}\n{args.output}")
    if args.open:
        webbrowser.open(args.output.resolve().as_uri())


if __name__ == "__main__":
    run_command(main)
