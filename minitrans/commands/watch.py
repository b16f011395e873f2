"""Follow runs while they train, on a page in the browser: curves, samples, time left.

    minitrans watch                    the run below runs/ that was written to last
    minitrans watch runs/a runs/b      two runs, overlaid
    minitrans watch runs --open        all runs below runs/, and those that begin later

Only this machine can read the page, unless --host says otherwise.  It changes nothing; Ctrl-C ends it.
"""

from pathlib import Path

from ..runs.run import run_path
from ..system.errors import UserError, say
from ..views.page import assembled
from ..views.server import serve
from .arguments import add_server_flags, command_parser, drawing


def main():
    parser = command_parser("watch", __doc__)
    about = "run directory, or a folder of them (default: the run below runs/ that was written to last)"
    parser.add_argument("runs", metavar="RUN", type=run_path, nargs="*", help=about)
    add_server_flags(parser, 8017)
    args = parser.parse_args()
    with drawing("the charts"):
        from ..views.follow import Follower, runs_in, written  # imported late because of matplotlib
    if missing := [path for path in args.runs if not runs_in(path)]:
        raise UserError(f"{missing[0]}: not a run directory, nor a folder of them; give the --out of a training")
    if not (runs := args.runs or sorted(runs_in(Path("runs")), key=written)[-1:]):
        raise UserError("no run below runs/; name one, or start one first (minitrans train)")
    if not args.runs:
        say(f"using {runs[0]}; all below runs/: minitrans watch runs")
    answers = {"/runs": Follower(runs).answer}
    serve(assembled("watch.html", "watch.css", "watch.js").encode(), answers, args)
