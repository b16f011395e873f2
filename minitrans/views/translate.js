"use strict";

// The page that translates what one types: greedily at every key, and by beam search after a pause.

const PAUSE = 400;  // milliseconds without a key after which the beam search starts
const SLICE = 30;  // milliseconds of search after which a key may come in between
const MOST = 100;  // pieces of a sentence
const whatIs = (id) => document.getElementById(id);
const about = JSON.parse(whatIs("model").textContent), field = whatIs("text");
const tokenizer = new Tokenizer(about.pieces), model = new Transformer(about.config, unpacked(about.tensors, whatIs("weights").textContent));
const words = new Set(about.words), languageNames = new Intl.DisplayNames("en", { type: "language" });
const [source, target] = about.languages.map((code) => languageNames.of(code));
let newest = 0, timer = null;  // newest: the number of the newest search; it ends the others

function typed() {
  clearTimeout(timer);
  const text = field.value.replace(/\s+/g, " ").trim(), pieces = tokenizer.split(text), most = Math.min(MOST, model.longest - 1);
  showPieces(pieces.slice(0, most));
  whatIs("message").textContent = pieces.length > most ? `This sentence has ${pieces.length} pieces; this page translates at most ${most}. Shorten it.` : "";
  if (!pieces.length || pieces.length > most) {
    newest += 1;
    showTranslation(null);
    whatIs("view").replaceChildren();
    return;
  }
  translate(text, 1);
  if (about.config.beam > 1) timer = setTimeout(() => translate(text, about.config.beam), PAUSE);
}

async function translate(text, beam) {  // give up as soon as another text is to be translated
  const number = newest += 1, started = performance.now(), nodes = [];
  const search = beam_search(model, tokenizer.encode(text), { ...about.config, beam }, beam);
  let step = search.next();
  for (let sliced = started; !step.done; step = search.next()) {
    nodes.push(...step.value);
    if (performance.now() < sliced + SLICE) continue;
    await anotherTask();
    if (number !== newest) return;
    sliced = performance.now();
  }
  const milliseconds = Math.round(performance.now() - started);
  showTranslation(step.value[0], `${beam === 1 ? "greedy search" : `beam of ${beam}`}, ${milliseconds} ms`);
  if (beam > 1) whatIs("said").textContent = whatIs("translation").textContent;  // not at every key
  await anotherTask();  // the translation appears before the attention
  if (number === newest) showRecord(recordOf(model, tokenizer, text, nodes, step.value));
}

function anotherTask() {
  return new Promise((resolve) => { setTimeout(resolve); });
}

function showTranslation(best, how) {
  whatIs("translation").textContent = best ? visible(tokenizer.decode(best.ids)) : "";
  whatIs("how").textContent = best ? `score ${best.score.toFixed(3)}, ${how}` : "";
}

function showPieces(pieces) {  // as the model reads them; a word that training had not is marked, and a piece that is unknown
  const grouped = [];
  for (const piece of pieces) {
    if (piece[0].startsWith("\u2581") || !grouped.length) grouped.push([]);
    grouped.at(-1).push(piece);
  }
  const unseen = new Set(), unknown = new Set();
  whatIs("pieces").replaceChildren(...grouped.flatMap((group) => {
    const missing = words.size ? (group.map(([piece]) => piece).join("").match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => !words.has(word)) : [];
    missing.forEach((word) => unseen.add(word));
    return group.map(([piece, id], i) => {
      if (id === UNK) unknown.add(piece);
      return element("span", { class: `${i ? "" : "word"} ${id === UNK ? "unknown" : missing.length ? "new" : ""}` }, nameOf([piece]));
    });
  }));
  const list = (texts) => [...texts].map((text) => isolated(visible(text))).join(", ");
  const notes = [unseen.size && `Not in the training text: ${list(unseen)}.`, unknown.size && `Unknown: ${list(unknown)}.`];
  whatIs("new").textContent = notes.filter(Boolean).join(" ");
}

function introduce() {
  const count = (number) => number.toLocaleString("en"), weights = about.tensors.reduce((sum, { shape }) => sum + shape.reduce((a, b) => a * b), 0);
  const known = words.size ? `knows ${count(words.size)} ${source ?? ""} words` : `has ${count(about.pieces.length)} pieces`;
  whatIs("about").textContent = `${about.name}: a Transformer of ${count(weights)} weights, which ${known}. It runs in this page; nothing that you type leaves it.`;
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
