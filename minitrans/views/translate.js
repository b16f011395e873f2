"use strict";

// The page that translates what one types: greedily at every key, and by beam search after a pause.  The model is in the
// page, or behind the server of minitrans/commands/demo.py.

const PAUSE = 400;  // milliseconds without a key after which the beam search starts
const SLICE = 30;  // milliseconds of search after which a key may come in between
const MOST = 100;  // pieces of a sentence
const WORD = /[\p{L}\p{N}_]+/u;  // as \w+ in Python
const WAITING = "Translating; others may be before you.";
const whatIs = (id) => document.getElementById(id);
const about = JSON.parse(whatIs("model").textContent), field = whatIs("text");
const tokenizer = about.pieces && new Tokenizer(about.pieces);
const model = about.tensors && new Transformer(about.config, unpacked(about.tensors, whatIs("weights").textContent));
const words = new Set(about.words), languageNames = new Intl.DisplayNames("en", { type: "language" });
const [source, target] = about.languages.map((code) => languageNames.of(code));
let wanted = null, busy = false, timer = null;  // wanted: what is to be translated, {text, beam}; null: nothing

function typed() {
  clearTimeout(timer);
  const text = field.value.replace(/\s+/g, " ").trim(), pieces = tokenizer?.split(text) ?? [];
  const most = Math.min(MOST, model ? model.longest - 1 : MOST), long = pieces.length > most;
  showPieces(pieces.slice(0, most));
  if (long) whatIs("message").textContent = `This sentence has ${pieces.length} pieces; this page translates at most ${most}. Shorten it.`;
  else if (!busy) whatIs("message").textContent = "";
  if (!text || long || (tokenizer && !pieces.length)) return show(wanted = null);
  if (about.config.beam > 1) timer = setTimeout(() => translate({ text, beam: about.config.beam }), PAUSE);
  return translate({ text, beam: 1 });
}

async function translate(job) {  // one search at a time; of what is typed meanwhile, only the newest is translated
  wanted = job;
  if (busy) return;
  busy = true;
  for (let done = null; wanted && wanted !== done; done = job) {
    job = wanted;
    try {
      const found = await (model ? searchHere : askServer)(job);
      if (!found || !wanted) continue;
      show(found, job);
      await anotherTask();  // the translation appears before the attention
      if (job === wanted) showRecord(found.record());
    } catch (error) {
      if (!wanted) continue;
      show(null);
      whatIs("message").textContent = error.message;
    }
  }
  busy = false;
}

async function searchHere(job) {  // -> {score, text, how, record: a function}; nothing as soon as another text is wanted
  const started = performance.now(), nodes = [], { text, beam } = job;
  const search = beam_search(model, tokenizer.encode(text), { ...about.config, beam }, beam);
  let step = search.next();
  for (let sliced = started; !step.done; step = search.next()) {
    nodes.push(...step.value);
    if (performance.now() < sliced + SLICE) continue;
    await anotherTask();
    if (job !== wanted) return null;
    sliced = performance.now();
  }
  const [{ score, ids }] = step.value, record = () => recordOf(model, tokenizer, text, nodes, step.value);
  return { score, text: tokenizer.decode(ids), how: `, ${Math.round(performance.now() - started)} ms`, record };
}

async function askServer({ text, beam }) {  // -> the same; nothing for a text without any piece
  const slow = setTimeout(() => { whatIs("message").textContent = WAITING; }, 1000), unanswered = () => { throw new Error("The server does not answer. Was it ended?"); };
  document.body.classList.add("busy");
  try {
    const answer = await fetch(`translate?${new URLSearchParams({ text, beam })}`).catch(unanswered);
    if (!answer.ok) throw new Error(await answer.text());
    const record = await answer.json();
    return record && { score: record.hypotheses[0][0], text: record.translation, how: "", record: () => record };
  } finally {
    clearTimeout(slow);
    if (whatIs("message").textContent === WAITING) whatIs("message").textContent = "";
    document.body.classList.remove("busy");
  }
}

function anotherTask() {
  return new Promise((resolve) => { setTimeout(resolve); });
}

function show(found, job) {  // null: nothing
  whatIs("translation").textContent = found ? visible(found.text) : "";
  whatIs("how").textContent = found ? `score ${found.score.toFixed(3)}, ${job.beam === 1 ? "greedy search" : `beam of ${job.beam}`}${found.how}` : "";
  if (found) whatIs("message").textContent = "";
  else whatIs("view").replaceChildren();
  if (!found || job.beam === about.config.beam) whatIs("said").textContent = whatIs("translation").textContent;  // not at every key
}

function showPieces(pieces) {  // as the model reads them; a word that training had not is marked, and a piece that is unknown
  const grouped = [];
  for (const piece of pieces) {
    if (piece[0].startsWith("\u2581") || !grouped.length) grouped.push([]);
    grouped.at(-1).push(piece);
  }
  const unseen = new Set(), unknown = new Set();
  whatIs("pieces").replaceChildren(...grouped.flatMap((group) => {
    const missing = words.size ? (group.map(([piece]) => piece).join("").match(new RegExp(WORD, "gu")) ?? []).filter((word) => !words.has(word)) : [];
    missing.forEach((word) => unseen.add(word));
    return group.map(([piece, id], i) => {
      if (id === UNK) unknown.add(piece);
      return element("span", { class: `${i ? "" : "word"} ${id === UNK ? "unknown" : missing.length && WORD.test(piece) ? "new" : ""}` }, nameOf([piece]));
    });
  }));
  const list = (texts) => [...texts].map((text) => isolated(visible(text))).join(", ");
  const notes = [unseen.size && `Not in the training text: ${list(unseen)}.`, unknown.size && `Unknown: ${list(unknown)}.`];
  whatIs("new").textContent = notes.filter(Boolean).join(" ");
}

function introduce() {
  const count = (number) => number.toLocaleString("en"), known = words.size ? `, which knows ${count(words.size)} ${source ?? ""} words` : "";
  const place = model ? "It runs in this page; nothing that you type leaves it." : "The server translates.";
  whatIs("about").textContent = `${about.name}: a Transformer of ${count(about.weights)} weights${known}. ${place}`;
  if (source) {
    document.querySelector("h1 label").textContent = `${source} to ${target}`;
    field.lang = about.languages[0];
    for (const id of ["translation", "said"]) whatIs(id).lang = about.languages[1];
  }
  whatIs("examples").replaceChildren(...about.examples.map((text) => element("button", { type: "button", onclick: () => { field.value = text; typed(); } }, text)));
  field.value = about.examples[0] ?? "";
}

introduce();
field.addEventListener("input", typed);
typed();
