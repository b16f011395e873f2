"""Find the four experiments of the page, Try this, for the bundled model: small changes with a visible result.

    pip install -e '.[test]'           Playwright, which drives a Chromium that you have
    python docs/find_experiments.py    writes them into minitrans/views/bundled.json, in some minutes

The page itself searches: it translates the examples of that file, then those of the test text, with one change
after the other, greedily.  The first result that is as each experiment asks is repeated with the beam of the page.
tests/views/test_front.py repeats what is written.
"""

import json
import shutil
import tempfile
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path

import minitrans
from minitrans.data.corpora import corpus_files
from minitrans.data.lines import stream_lines
from minitrans.runs.run import MODEL, Run
from minitrans.views.model_page import ModelPage, about
from minitrans.views.page import FOLDER

FILE = FOLDER / "bundled.json"
BROWSERS = "chromium", "chromium-browser", "google-chrome"
LONGEST, MOST = 10, 150  # words of a sentence, sentences
CLEAR = 0.5  # the weight of attention from which on a head looks at a word
ANSWER = """async ([text, change, greedy]) => {
  const beam = greedy ? 1 : about.config.beam, all = { ...UNCHANGED, ...change };
  const found = await answered({ text, change: all, beam }, () => true), { written, source, translation } = found;
  const names = written.map(nameOf), likely = written.map((_, step) => found.likely(step));
  const looks = (name, step) => [...found.make().get(name).row(step)];
  const heads = greedy ? [] : attentionsOf(model).filter((name) => name.includes("cross")).flatMap((name) => (
    Array.from({ length: found.heads }, (_, head) => [`${name}.head.${head}`, names.map((_, step) => (
      looks(`${name}.weights.${head}`, step)))])));
  const { ids } = found.run.best;
  return { ids, names, source, translation, likely, heads: Object.fromEntries(heads) };
}"""


class Model:
    """The model of the page.  model(text, greedy, changes) -> what ANSWER gives, and the words of the translation"""

    def __init__(self, tab):
        self.tab, self.config = tab, tab.evaluate("about.config")
        self.attentions, self.residuals = tab.evaluate("[attentionsOf(model), namesOf(model, 'norm')]")
        self.last = tab.evaluate("model.decoder.length - 1")
        text = " ".join(stream_lines(corpus_files("toy-en-de")["train"][1]))
        self.known = {word.rstrip(".,!?") for word in text.split()}

    def __call__(self, text, greedy=True, **change):
        found = self.tab.evaluate(ANSWER, [text, change, greedy])
        return found | dict(words=found["translation"].rstrip(".!?").split())

    def address(self, text, step, **change):
        return self.tab.evaluate("([text, change, step]) => addressOf(text, change, { step })",
                                 [text, dict(off=[], rows={}, prefix=[]) | change, step])  # fmt: skip


def differences(before, after):
    """Two lists of words -> [(word or None, what stands in its place or None), ...]"""
    if len(before) == len(after):
        return [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
    parts = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    changed = [(before[i:j], after[k:m]) for tag, i, j, k, m in parts if tag != "equal"]
    return [pair for old, new in changed for pair in zip_longest(old, new)]


def whole(name):
    return name[0].isalpha()


def inside(word):
    """Not a noun, nor the first word"""
    return word and word.islower()


def look_elsewhere(model, text, plain):
    """At one step, all heads of the last attention to the encoder look at another noun, which is written then."""
    for step, word in reversed(list(enumerate(plain["names"]))):
        for key, other in enumerate(plain["source"]):
            if not (word[0].isupper() and step and whole(other)):
                continue
            change = dict(rows={f"decoder.{model.last}.cross_attention.row.{step}": key})
            found = model(text, **change)
            match differences(plain["words"], found["words"]):
                case [(old, new)] if old == word and new and new in plain["words"] and new[0].isupper():
                    look = f"For one word it may look at “{other}” alone: “{old}” becomes “{new}”."
                    yield "Let it look elsewhere", look, step, change


def switch_off_a_head(model, text, plain):
    """One word is lost, and nothing else; the head looked at the word that it translates."""
    plain, count = model(text, greedy=False), len(model.attentions) * model.config["heads"]
    for head, looks in plain["heads"].items():
        found = model(text, off=[head])
        match differences(plain["words"], found["words"]):
            case [(lost, None)] if lost in plain["names"]:
                step = plain["names"].index(lost)
                key = max(range(len(plain["source"])), key=looks[step].__getitem__)
                source = plain["source"][key]
                if looks[step][key] >= CLEAR and whole(source):
                    look = f"The one that looks at “{source}”. What is lost? “{lost}”, and nothing else."
                    yield f"Switch off one head of {count}", look, step, dict(off=[head])


def choose_another_word(model, text, plain):
    """Another noun is written early in the sentence, and one later word changes with it."""
    for step, word in enumerate(plain["names"][:4]):
        for other in plain["likely"][step]:
            if not (word[0].isupper() and other["name"][0].isupper() and step and other["name"] != word):
                continue
            change = dict(prefix=[*plain["ids"][:step], other["id"]])
            match differences(plain["words"], model(text, **change)["words"]):
                case [(old, new), (verb, another)] if new == other["name"] and all(map(inside, (verb, another))):
                    look = f"Put “{new}” where it wrote “{old}”: further on, “{verb}” becomes “{another}”."
                    yield "Choose another word", look, step, change


def cut_the_green_line(model, text, plain):
    """Without a residual connection the model writes other words, all of which it knows."""
    for residual in model.residuals:
        found = model(text, off=[residual])["words"]
        if len(set(found)) == len(found) > 3 and not set(found) & set(plain["words"]) and model.known >= set(found):
            look = f"The words get lost on their way: “{' '.join(found)}.”"
            yield "Cut the green line", look, 3, dict(off=[residual])


def experiment(model, find, sentences):
    """-> the first that the beam of the page confirms"""
    for text in sentences:
        for title, look, step, change in find(model, text, model(text)):
            before, after = model(text, greedy=False), model(text, greedy=False, **change)
            confirmed = [found["translation"] for found in (model(text), model(text, **change))]
            if [before["translation"], after["translation"]] == confirmed:
                print(f"{title}: {look}", flush=True)
                address = model.address(text, step + 1, **change)
                return dict(title=title, look=look, address=address, without=confirmed[0], changed=confirmed[1])
    raise SystemExit(f"{find.__name__}: no sentence of {len(sentences)} shows it")


def main():
    from playwright.sync_api import sync_playwright

    lines = stream_lines(corpus_files("toy-en-de")["test"][0])
    written = json.loads(FILE.read_text(encoding="utf-8"))
    sentences = [*written["examples"], *lines]
    sentences = [line for line in sentences if len(line.split()) <= LONGEST][:MOST]
    bundled = minitrans.load(MODEL)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page = Path(folder, "page.html")
        ModelPage(bundled.model, bundled.tokenizer, about(Run(MODEL))).save(page)
        program = next(filter(None, map(shutil.which, BROWSERS)), None)
        tab = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"]).new_page()
        tab.goto(f"{page.as_uri()}#step=4")
        kinds = look_elsewhere, switch_off_a_head, choose_another_word, cut_the_green_line
        written["experiments"] = [experiment(Model(tab), kind, sentences) for kind in kinds]
    text = json.dumps(written, indent=2, ensure_ascii=False) + "\n"
    FILE.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
