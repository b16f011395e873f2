"""What a visitor sees first: what the page is, words and sentences to choose from, experiments, and reasons."""

import json

import pytest

from minitrans.runs.run import MODEL, Run
from minitrans.views.model_page import ModelPage, about
from minitrans.views.page import FOLDER

pytestmark = pytest.mark.slow

BUNDLED, TEXTS = (json.loads((FOLDER / name).read_text(encoding="utf-8")) for name in ("bundled.json", "texts.json"))
WHY = TEXTS["why"]


def test_the_first_line_names_both_languages_and_the_weights(opened, bundled):
    line = f"Type English. {bundled.model.flat.size:,} numbers turn it into German, and you can see each of them."
    assert opened.locator("h1").inner_text() == line
    assert opened.title() == "English to German: a Transformer, number by number"


def test_unknown_words_are_marked_and_a_second_sentence_is_grey(opened):
    for text, unknown, unread in (
        ("The zebra sleeps. The dog runs.", ["zebra"], "The dog runs."),
        ("She sings.", [], ""),
    ):
        opened.fill("#text", text)
        opened.wait_for_function("(text) => whatIs('marks').lastChild.textContent === text", arg=unread)
        assert opened.locator("#marks mark").all_inner_texts() == unknown
        assert opened.locator("#marks").text_content() == text


def test_a_word_is_completed(opened):
    for text, whole in (("The old man buys a bicy", "The old man buys a bicycle"), ("The old man ", None)):
        opened.fill("#text", text)
        offered = opened.evaluate("[...whatIs('completions').options].map(({ value }) => value)")
        assert (whole in offered) if whole else offered == []


def test_examples_are_each_for_something(opened):
    examples, purposes = BUNDLED["examples"], BUNDLED["purposes"]
    told = opened.locator("#examples option").all_inner_texts()[1:]
    assert told == [f"{text} – {purpose}" for text, purpose in zip(examples, purposes, strict=True)]
    assert len(set(examples)) == len(set(purposes)) == 10
    for text in examples:
        opened.select_option("#examples", value=text)
        opened.wait_for_function("(text) => shown.text === text", arg=text)
        assert opened.locator("#marks mark").count() == 0  # the model knows its words


@pytest.mark.parametrize("number", range(4))
def test_each_experiment_does_what_it_says(opened, number):
    title, look, _, without, changed = BUNDLED["experiments"][number].values()
    opened.get_by_role("button", name=title).click()
    opened.wait_for_function("(text) => shown.translation === text", arg=changed)
    opened.locator("#how", has_text="beam of 4").wait_for()
    assert opened.evaluate("shown.translation") == changed != without
    assert opened.locator("#untouched").inner_text() == f"without the change: {without}"
    assert opened.locator("#refused").inner_text() == "" and opened.locator("#changes li").count() == 1
    texts = f"{opened.input_value('#text')} {without} {changed}"
    assert all(part.partition("”")[0] in texts for part in look.split("“")[1:])  # what it names is there
    assert opened.evaluate("""() => {  // the wires move with the boxes, when there is one line more above them
      const drawn = whatIs("wires").innerHTML;
      whatIs("message").textContent = "One line more.";
      draw();
      return drawn === whatIs("wires").innerHTML;
    }""")


def test_each_box_says_why(opened):
    for panel in ("e0", "e1", "e2", "d0", "d1", "d2", "d3", "beam"):
        opened.locator(f"#{panel} summary").click()
        assert opened.locator(f"#{panel} details p").inner_text().strip() == " ".join(WHY[panel]["text"])
    assert opened.locator("details a").count() == 0  # a file has no chapters beside it
    for name in opened.evaluate("[...document.querySelectorAll('.box, .plus')].map((n) => n.dataset.key)"):
        opened.evaluate("(name) => { at.open = null; open(name, undefined, { detail: 1 }); }", name)
        assert opened.locator("#inspector details").count() == 1, name


def test_on_the_site_it_leads_to_the_chapter(page, bundled, tmp_path):
    ModelPage(bundled.model, bundled.tokenizer, about(Run(MODEL)) | dict(book="chapters/")).save(tmp_path / "x.html")
    page.goto((tmp_path / "x.html").as_uri())
    page.locator("#e1 summary").click()
    link = page.get_by_role("link", name="The chapter that derives it")
    assert link.get_attribute("href") == f"chapters/{WHY['e1']['chapter']}.html"


def test_three_sentences_and_a_chapter():
    chapters = {path.stem for path in (FOLDER.parents[1] / "chapters").glob("*.ipynb")}
    for name, why in WHY.items():
        if name != "operations":
            assert len(why["text"]) == 3 and why["chapter"] in chapters, name
