"""Translate what one types, on a page in the browser: translation and attention at each key.

    minitrans demo --open        the newest run below runs/
    minitrans demo --run runs/x

The page of a small model holds it, as that of `minitrans export --to html`; for a larger one it asks this command.
The configuration of the run sets what the flags do not.  Only this machine can use the page, unless --host says
otherwise; Ctrl-C ends it.  Programs get translations from it as from LibreTranslate (POST /translate, docs/see.md).
"""

import threading

from ..runs.run import Run
from ..system.errors import UserError
from ..tasks import check_task
from ..translator import Translator
from ..views.libretranslate import LibreTranslate
from ..views.model_page import LONGEST, ModelPage, about, asking_page
from ..views.server import serve
from .arguments import add_model_flags, add_server_flags, command_parser, config_overrides


class Demo:
    """Translates for all pages, one sentence at a time: two searches at once would both be slower."""

    def __init__(self, translator):
        self.translator, self.lock = translator, threading.Lock()

    def translate(self, query):
        """query: {"text": a sentence, "beam": "1" for greedy search} -> its record, see `views.page.record`; None for a
        sentence without any piece"""
        text = query.get("text", "").strip()
        changes = dict(beam=1) if query.get("beam") == "1" else {}
        (ids,) = self.translator.encode([text])
        if len(ids) > LONGEST:  # it would keep the others waiting
            raise UserError(f"This sentence has {len(ids)} pieces; this page translates at most {LONGEST}. Shorten it.")
        with self.lock:
            return self.translator.view(text, **changes).record if ids else None


def page_of(translator, run):
    """The text of the page that holds the model, or if it cannot, of one that asks the server"""
    parts = translator.model, translator.tokenizer, about(run)
    try:
        return str(ModelPage(*parts))
    except UserError:
        return asking_page(*parts)


def main():
    parser = command_parser("demo", __doc__)
    add_model_flags(parser)
    add_server_flags(parser, 8018)
    args = parser.parse_args()
    run = Run.open(args.run, "--run bundled")
    check_task(run, "translate", "its command is minitrans parse")
    translator = Translator.load(run, **config_overrides(args))
    demo, languages = Demo(translator), about(run)["languages"]
    api = LibreTranslate(translator, languages, demo.lock)
    answers = {"/translate": demo.translate, "/languages": api.languages}
    serve(page_of(translator, run).encode(), answers, args, posts={"/translate": api.translate})
