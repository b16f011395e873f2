"""Whatever a sentence holds appears as text, and nothing in it is executed."""

import random
import re

import pytest

pytestmark = pytest.mark.slow

HOSTILE = [
    *("<script>hacked = 1</script>", "</script><script>hacked = 1</script>", "<img src=x onerror='hacked = 1'>"),
    *("<svg onload=hacked=1>", "<style>*{display:none}</style>", "<base href=//x>", "javascript:hacked=1"),
    *("<!--", "-->", "]]>", "${hacked = 1}", "{{7*7}}", "&lt;b&gt;&amp;", "\\u003cscript\\u003e"),
    *('" onfocus="hacked=1" x="', "' autofocus '", "`", "__proto__", "constructor", "a", "1", "x" * 60),
    *("שלום", "مرحبا", "\u202eright\u202c", "\u2066", "👩‍👩‍👧", "🇩🇪", "e\u0301\u0323", "\U000e0041"),
    *("\x00", "\x07", "\x1b[31m", "\x7f", "\x85", "\u2028", "\u2029", "\ufeff", "\u200b", "\uffff"),
]


def as_seen(text):
    """Control characters have symbols of their own."""
    return re.sub(r"[\x00-\x1f]", lambda c: chr(0x2400 + ord(c[0])), text).replace("\x7f", "\u2421")


RENDER = """async () => {
  const found = [];
  for (const record of about.records) {
    at.step = 0;
    await showRecord(record);
    const texts = (where) => [...document.querySelectorAll(where)].map((node) => node.textContent);
    const nodes = [...document.querySelectorAll("*")];
    found.push({
      text: field.value,
      names: texts("#e1 .pieces:not(.again, .ends) li"),
      words: texts("#words button"),
      next: texts(".word bdi"),
      item: texts("#beam li bdi")[0],
      tree: texts("#tree .name"),
      tags: [...new Set(nodes.map((node) => node.tagName.toLowerCase()))],
      attributes: [...new Set(nodes.flatMap((node) => node.getAttributeNames()))],
    });
  }
  return found;
}"""
TAGS = """html head meta title style body main header noscript p h1 h2 section div label input button b i sub sup small
kbd svg g text path rect canvas span bdi ol ul li script select datalist details summary output""".split()


def hostile_records(record_of, count):
    """-> records, and what the page has to show of each"""
    draw, records, expected = random.Random(0), [], []
    for number in range(count):
        words = draw.choices(HOSTILE, k=draw.randint(1, 4))
        source, target, text = [*(f"▁{word}" for word in words), "</s>"], [f"▁{words[-1]}", "</s>"], " ".join(words)
        record, _ = record_of(source, target, text, layers=1, heads=1, translation=text, step=1, loss=None)
        record["hypotheses"] = [(-1.5, text, len(record["beam"]) - 2)]
        record["beam"] = [(parent, source[0], score, state) for parent, _, score, state in record["beam"]]
        used = {place for places in record["places"] for place in places}
        record["pieces"] = [piece if i in used else source[0] for i, piece in enumerate(record["pieces"])]
        seen = [as_seen(word) for word in words]
        shown = dict(text=text, item=as_seen(text), names=[*seen, "</s>"], words=[seen[-1], "</s>"], tree=[])
        if number % 5 == 0:
            record |= dict(tree=[words[0], [["XX", word] for word in words]], repaired=False)
            shown["tree"] = seen
        records.append(record)
        expected.append(shown)
    return records, expected


def test_hostile_sentences_appear_as_text(page, open_page, record_of):
    records, expected = hostile_records(record_of, 300)
    open_page(*records)
    for shown, one, record in zip(page.evaluate(RENDER), expected, records, strict=True):
        assert {*shown.pop("next")} <= {as_seen(piece.removeprefix("▁")) for piece in record["pieces"]}
        assert set(shown.pop("tags")) <= set(TAGS)
        assert {name for name in shown.pop("attributes") if name.startswith("on") or name in ("src", "href")} == set()
        assert shown == one
    assert page.locator("script").count() == 3 and page.evaluate("typeof hacked") == "undefined"
