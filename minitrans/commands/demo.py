"""Translate as you type, on a page in the browser, which also shows the attention.

    minitrans demo --open        the newest run below runs/
    minitrans demo --run runs/x
    minitrans demo --model Helsinki-NLP/opus-mt-en-de

A small model is in the page itself, as with `minitrans export --to html`; for a larger one the page asks this command.
The configuration of the run sets what the flags do not.  Only this machine can use the page, unless --host says
otherwise; Ctrl-C ends it.  Programs can use it like a LibreTranslate server (POST /translate, docs/see.md).
"""

import threading
from dataclasses import replace

from ..backend import to_numpy
from ..runs.run import Run
from ..system.errors import UserError
from ..tasks import check_task
from ..translator import Translator
from ..views.libretranslate import LibreTranslate
from ..views.model_page import BARE, LONGEST, ModelPage, about, asking_page
from ..views.sentence_page import packed, record
from ..views.server import serve
from ..views.trace import Trace
from ..views.watched import read_change
from .arguments import add_model_flags, add_server_flags, command_parser, config_overrides


class Demo:
    """Translates for all pages, one sentence at a time, because two searches at once would both be slower."""

    def __init__(self, translator):
        self.translator, self.lock = translator, threading.Lock()

    def translate(self, query):
        """query: {"text": a sentence, "beam": "1" for greedy search} and the changes, see `read_change`
        -> its `record`; None for a sentence without any piece
        """
        text = query.get("text", "").strip()
        config, change = self.translator.config, read_change(query)
        config = replace(config, beam=1) if query.get("beam") == "1" else config
        (ids,) = self.translator.encode([text])
        if len(ids) > LONGEST:  # it would keep the others waiting
            raise UserError(f"This sentence has {len(ids)} pieces; this page translates at most {LONGEST}. Shorten it.")
        with self.lock:
            return record(Trace(self.translator, text, config, change=change), self.translator) if ids else None

    def weights(self, query):
        """query: {"name": the name of a parameter} -> its numbers, in the form of those of a record"""
        name, parameters = query.get("name"), self.translator.model.parameters()
        if name not in parameters or "embedding" in name:
            raise UserError(f"{str(name)[:60]}: no weights of this name")
        return packed({name: to_numpy(parameters[name].data)}, "float32")


def page_of(translator, text):
    """The page that holds the model or, if it cannot, one that asks the server.  text: as from `about`"""
    parts = translator.model, translator.tokenizer, text
    try:
        return str(ModelPage(*parts))
    except UserError:
        return asking_page(*parts)


def main():
    parser = command_parser("demo", __doc__)
    add_model_flags(parser)
    flag = "a Marian model instead of a run: its name on the Hugging Face Hub, or a folder (extra hub)"
    parser.add_argument("--model", metavar="NAME", help=flag)
    add_server_flags(parser, 8018)
    args = parser.parse_args()
    if args.model and args.run:
        raise UserError("give --run or --model, not both")
    if args.model:
        translator, text = Translator.load_published(args.model, **config_overrides(args)), BARE | dict(name=args.model)
    else:
        run = Run.open(args.run, "--run bundled")
        check_task(run, "translate", "its command is minitrans parse")
        translator, text = Translator.load(run, **config_overrides(args)), about(run)
    demo = Demo(translator)
    api = LibreTranslate(translator, text["languages"], demo.lock)
    answers = {"/translate": demo.translate, "/weights": demo.weights, "/languages": api.languages}
    serve(page_of(translator, text).encode(), answers, args, posts={"/translate": api.translate})
