"use strict";

// The page of one sentence.  A record is what `record` in minitrans/views/page.py writes.

let draw = () => {};  // draws the attention, which depends on the width of the page

function showRecord(record, ...changed) {  // into #view; it may be called again and again, and what is chosen stays
  // changed: the record of the same sentence after a change, to be drawn beside
  const records = [record, ...changed], [part, drawPart] = attention(records), focused = document.activeElement.dataset.choice;
  const source = element("p", { class: "source", dir: "auto" }, visible(record.text));
  const result = record.tree ? parsed(record) : [element("h1", { dir: "auto" }, visible(record.translation))];
  const view = whatIs("view");
  view.replaceChildren(element("header", { class: "sentence" }, source, ...result), part, nextWords(records), beam(records));
  draw = drawPart;
  draw();
  if (focused) [...view.querySelectorAll(`[data-choice="${focused}"]`)].at(-1)?.focus({ preventScroll: true });
}

function parsed(record) {
  const notes = ["The parser writes XX0, XX1, ... for the words of the sentence."];
  if (record.repaired) notes.push("What it wrote was not a tree over these words; it was repaired.");
  return [tree(record.tree, record.translation), ...notes.map((note) => element("p", { class: "faint" }, note))];
}

let width = innerWidth;
addEventListener("resize", () => {
  if (innerWidth === width) return;
  width = innerWidth;
  draw();
});

const whole = whatIs("record");  // in a page that holds its record
if (whole) {
  const record = JSON.parse(whole.textContent);
  document.title = (record[0] ?? record).text;
  if (Array.isArray(record)) showLearning(record);
  else showRecord(record);
}
