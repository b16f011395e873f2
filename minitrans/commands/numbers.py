"""Write a page about a Transformer so small that each of its arrays fits on a screen.

    minitrans numbers --open           writes numbers.html
    minitrans numbers -o lesson.html

The command trains the model on four sentences, in a few seconds.  As with `minitrans view`, the page shows how each
number is computed, and the gradient of the loss.  It is one file that needs no network.
"""

from ..system.files import check_outputs
from ..views.numbers_page import numbers_page
from .arguments import add_page_flags, command_parser, save_page


def main():
    parser = command_parser("numbers", __doc__)
    add_page_flags(parser, "numbers.html")
    args = parser.parse_args()
    check_outputs(args, output=".html")
    save_page(numbers_page(), args)
