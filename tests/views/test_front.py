"""What a visitor meets first: what the page is, words and sentences to choose from, experiments, and why."""

import json

import pytest

from minitrans.runs.run import MODEL, Run
from minitrans.views.model_page import ModelPage, about
from minitrans.views.page import FOLDER

from .test_change_page import address

pytestmark = pytest.mark.slow

BUNDLED, TEXTS = (json.loads((FOLDER / name).read_text(encoding="utf-8")) for name in ("bundled.json", "texts.json"))
EXPERIMENTS, WHY = BUNDLED["experiments"], TEXTS["why"]


def test_the_first_line_names_both_languages_and_the_weights(opened, bundled):
    size = f"{bundled.model.flat.size:,}"
    line = f"Type English. {size} numbers turn it into German, and you can see each of them."
    assert opened.locator("h1").inner_text() == line
    assert opened.title() == "English to German: a Transformer, number by number"


def test_unknown_words_are_marked_and_a_second_sentence_is_grey(opened):
    opened.fill("#text", "The zebra sleeps. The dog runs.")
    opened.locator("#marks .unread", has_text="The dog runs.").wait_for()
    assert opened.locator("#marks mark").all_inner_texts() == ["zebra"]
    assert opened.locator("#marks").evaluate("(n) => n.textContent") == opened.input_value("#text")
    opened.fill("#text", "The dog sleeps.")
    opened.locator("#marks mark").wait_for(state="detached")
    assert opened.locator("#marks .unread").inner_text() == ""


def test_a_word_is_completed(opened):
    opened.focus("#text")
    opened.fill("#text", "The old man buys a bicy")
    offered = opened.locator("#completions option").evaluate_all("(all) => all.map(({ value }) => value)")
    assert "The old man buys a bicycle" in offered and all(
        each.startswith("The old man buys a bicy") for each in offered
    )
    opened.fill("#text", "The old man ")
    assert opened.locator("#completions option").count() == 0


def test_examples_are_each_for_something(opened):
    examples, purposes = BUNDLED["examples"], BUNDLED["purposes"]
    assert len(set(examples)) == len(set(purposes)) == 10
    told = opened.locator("#examples option").all_inner_texts()[1:]
    assert told == [f"{text} – {purpose}" for text, purpose in zip(examples, purposes, strict=True)]
    for text in examples:
        opened.select_option("#examples", value=text)
        opened.wait_for_function("(text) => shown.text === text", arg=text)
        assert opened.locator("#marks mark").count() == 0  # the model knows its words
    assert not any(name.startswith("·") for name in opened.evaluate("about.examples.slice(0, 1).flatMap((text) => "
        "tokenizer.split(text).slice(0, -1).map(([piece]) => nameOf(piece)))"))  # fmt: skip


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=[each["title"] for each in EXPERIMENTS])
def test_each_experiment_does_what_it_says(opened, experiment):
    opened.get_by_role("button", name=experiment["title"]).click()
    opened.wait_for_function("(text) => shown.translation === text", arg=experiment["changed"])
    opened.locator("#how", has_text="beam of 4").wait_for()
    assert opened.evaluate("shown.translation") == experiment["changed"]
    assert opened.locator("#untouched").inner_text() == f"without the change: {experiment['without']}"
    assert opened.locator("#refused").inner_text() == "" and opened.locator("#changes li").count() == 1
    for word in experiment["look"].split("“")[1:]:  # what it names is in the sentence or in one of the translations
        word = word.partition("”")[0]
        assert word in " ".join([opened.input_value("#text"), experiment["without"], experiment["changed"]])


def test_there_are_four_experiments():
    assert len(EXPERIMENTS) == len({each["title"] for each in EXPERIMENTS}) == 4
    assert len({each["address"].partition("&step")[2].partition("&")[2][:4] for each in EXPERIMENTS}) >= 3  # kinds


# --- why ---


def test_each_box_says_why(opened):
    for panel in ("e0", "e1", "e2", "d0", "d1", "d2", "d3", "beam"):
        details = opened.locator(f"#{panel} details")
        details.locator("summary").click()
        assert details.locator("p").inner_text().strip() == " ".join(WHY[panel]["text"])
        assert details.locator("a").count() == 0  # a file has no chapters beside it
    for name in opened.evaluate("[...document.querySelectorAll('.box, .plus')].map((n) => n.dataset.key)"):
        opened.evaluate("(name) => { at.open = null; open(name, undefined, { detail: 1 }); }", name)
        assert opened.locator("#inspector details").count() == 1, name


def test_on_the_site_it_leads_to_the_chapter(page, bundled, tmp_path):
    ModelPage(bundled.model, bundled.tokenizer, about(Run(MODEL)) | dict(book="chapters/")).save(tmp_path / "x.html")
    page.goto((tmp_path / "x.html").as_uri() + address("The dog sleeps."))
    page.locator("#beam").wait_for()
    page.locator("#e1 summary").click()
    link = page.get_by_role("link", name="The chapter that derives it")
    assert link.get_attribute("href") == f"chapters/{WHY['e1']['chapter']}.html"


def test_three_sentences_and_a_chapter():
    chapters = {path.stem for path in (FOLDER.parents[1] / "chapters").glob("*.ipynb")}
    for name, why in WHY.items():
        if name != "operations":
            assert len(why["text"]) == 3 and why["chapter"] in chapters, name
            assert all(each.endswith((".", "?")) and len(each) < 140 for each in why["text"]), name
