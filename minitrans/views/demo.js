"use strict";

// The page of the demonstration: it asks minitrans/commands/demo.py for the record of what is typed, and view.js shows it.

const PAUSE = 250;  // milliseconds without a key after which the sentence is translated
const [field, message, translation, others, view] = ["text", "message", "translation", "others", "view"].map((id) => document.getElementById(id));
let shown = "", busy = false, timer = null;  // shown: the text that was answered last

field.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(translate, PAUSE);
});

async function translate() {  // one question at a time; what is typed meanwhile is asked afterwards, and only the newest
  const text = field.value.trim();
  if (busy || text === shown) return;
  busy = true;
  const slow = setTimeout(() => { message.textContent = "Translating; others may be before you."; }, 1000);
  document.body.classList.add("busy");
  try {
    const answer = await fetch(`translate?${new URLSearchParams({ text })}`);
    if (!answer.ok) throw new Error(await answer.text());
    show(await answer.json());
    message.textContent = "";
  } catch (error) {
    show(null);
    message.textContent = error instanceof TypeError ? "The server does not answer. Was it ended?" : error.message;
  }
  clearTimeout(slow);
  document.body.classList.remove("busy");
  [shown, busy] = [text, false];
  translate();
}

function show(record) {  // null: nothing
  const texts = (record?.hypotheses ?? []).map(([score, text]) => [text, " ", element("span", { class: "faint" }, score.toFixed(3))]);
  translation.replaceChildren(...(texts[0] ?? []));
  others.replaceChildren(...texts.slice(1).map((parts) => element("li", {}, ...parts)));
  if (record) showRecord(record);
  else view.replaceChildren();
}

function example(text) {
  const choose = () => {
    field.value = text;
    translate();
  };
  return element("button", { type: "button", onclick: choose }, text);
}

fetch("about").then((answer) => answer.json()).then(({ name, examples }) => {
  document.getElementById("name").textContent = name;
  document.getElementById("examples").replaceChildren(...examples.map(example));
});
translate();
