"use strict";

// The page of the demonstration: it asks minitrans/demo.py for the record of what is typed, and view.js shows it.

const PAUSE = 250;  // milliseconds without a key after which the sentence is translated
const field = document.getElementById("text"), message = document.getElementById("message"), view = document.getElementById("view");
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
  view.classList.add("waiting");
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
  view.classList.remove("waiting");
  [shown, busy] = [text, false];
  translate();
}

function show(record) {
  if (record) showRecord(record);
  else view.replaceChildren();
}

function example(text) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.addEventListener("click", () => {
    field.value = text;
    translate();
  });
  return button;
}

fetch("about").then((answer) => answer.json()).then(({ name, examples }) => {
  document.getElementById("name").textContent = name;
  document.getElementById("examples").replaceChildren(...examples.map(example));
});
translate();
