"""Write a page with every number of a small Transformer, and the sum that made it.

    minitrans numbers --open           writes numbers.html
    minitrans numbers -o lesson.html

The command trains the model on four sentences, in a few seconds.  The page follows a sentence through Figure 1 of the
paper, then goes back from the loss to the weights.  It is one file that needs no network.
"""

import webbrowser
from pathlib import Path

from ..views.numbers_page import numbers_page
from .arguments import check_output, command_parser


def main():
    parser = command_parser("numbers", __doc__)
    output = dict(type=Path, default="numbers.html", metavar="FILE.html", help="the page (default: %(default)s)")
    parser.add_argument("-o", "--output", **output)
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    args = parser.parse_args()
    check_output("--output", args.output, ".html")
    numbers_page().save(args.output)
    print(args.output)
    if args.open:
        webbrowser.open(args.output.resolve().as_uri())
