"""Translate what one types, on a page in the browser: translation, alternatives and attention at once.

    minitrans demo --open        the newest run below runs/
    minitrans demo --run runs/x

The configuration of the run sets what the flags do not.  Only this machine can use the page, unless --host says
otherwise; Ctrl-C ends it.
"""

import threading

from ..runs.run import Run
from ..system.errors import UserError
from ..tasks import expect
from ..translator import Translator
from ..views.follow import last_samples
from ..views.page import SCRIPTS
from ..views.server import serve
from .arguments import add_config_flags, add_run_flag, add_server_flags, command_parser, config_overrides

MOST = 100  # pieces of a sentence: a longer one would keep the others waiting


class Demo:
    """Translates for all pages, one sentence at a time: two searches at once would both be slower."""

    def __init__(self, translator, path):
        self.translator, self.path, self.lock = translator, path, threading.Lock()

    def about(self, query):
        """What the page shows before anything is typed: the name of the run, and sentences to try."""
        samples = last_samples(self.path / "samples.txt")
        return dict(name=str(self.path), examples=[each["source"] for each in samples["sentences"]] if samples else [])

    def translate(self, query):
        """query: {"text": a sentence} -> its record, see `views.page.record`; None for a sentence without any piece"""
        text = query.get("text", "").strip()
        (ids,) = self.translator.encode([text])
        if len(ids) > MOST:
            raise UserError(f"This sentence has {len(ids)} pieces; this page translates at most {MOST}. Shorten it.")
        with self.lock:
            return self.translator.view(text).record if ids else None


def main():
    parser = command_parser("demo", __doc__)
    add_run_flag(parser)
    add_server_flags(parser, 8018)
    add_config_flags(parser, ("average", "beam", "alpha", "max_extra", "backend"))
    args = parser.parse_args()
    run = Run.open_or_bundled(args.run)
    expect(run, "translate", "its command is minitrans parse")
    demo = Demo(Translator.load(run, **config_overrides(args)), run.path)
    files = ["demo.html", "demo.css", "demo.js", "view.css", *SCRIPTS]
    serve(files, {"/about": demo.about, "/translate": demo.translate}, args.host, args.port, args.open)
