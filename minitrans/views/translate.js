"use strict";

// The page that translates what one types: greedily at every key, and by beam search after a pause.  The model is in the
// page, or behind the server of minitrans/commands/demo.py.

const PAUSE = 400;  // milliseconds without a key after which the beam search starts
const SLICE = 30;  // milliseconds of search after which a key may come in between
const MOST = 100;  // pieces of a sentence
const WORD = /[\p{L}\p{N}_]+/u;  // as \w+ in Python
const WAITING = "Translating; others may be before you.";
const about = JSON.parse(whatIs("model").textContent), field = whatIs("text");
const tokenizer = about.pieces && new Tokenizer(about.pieces, about.normalizes);
const tensors = about.tensors && unpacked(about.tensors, whatIs("weights").textContent), model = tensors && new Transformer(about.config, tensors);
const panel = model && changePanel(model, whatIs("change"), apply, link);
const words = new Set(about.words), languageNames = new Intl.DisplayNames("en", { type: "language" });
const [source, target] = about.languages.map((code) => languageNames.of(code));
let wanted = null, busy = false, timer = null;  // wanted: what is to be translated, {text, beam, change}; null: nothing
let change = UNCHANGED, untouched = null;  // untouched: the last one, {text, beam, found}

function typed() {  // another sentence: what belonged to the one before goes
  whatIs("refused").textContent = "";
  change = { ...change, ...OF_SENTENCE };
  ask();
}

function apply(part) {
  whatIs("refused").textContent = "";
  ({ change } = readAddress(addressOf(sentence(), { ...change, ...part }), model, tokenizer));  // without what does not fit
  ask();
}

function ask() {
  clearTimeout(timer);
  const text = sentence(), pieces = tokenizer?.split(text) ?? [];
  if (panel) showChange(text);
  const most = Math.min(MOST, model ? model.longest - 1 : MOST), long = pieces.length > most;
  showPieces(pieces.slice(0, most));
  if (long) whatIs("message").textContent = `This sentence has ${pieces.length} pieces; this page translates at most ${most}. Shorten it.`;
  else if (!busy) whatIs("message").textContent = "";
  if (!text || long || (tokenizer && !pieces.length)) return show(wanted = null);
  timer = setTimeout(() => {
    if (model) link();
    if (about.config.beam > 1) translate({ text, change, beam: about.config.beam });
  }, PAUSE);
  return translate({ text, change, beam: 1 });
}

function sentence() {
  return oneLine(field.value);
}

async function translate(job) {  // one search at a time; of what is typed meanwhile, only the newest is translated
  wanted = job;
  if (busy) return;
  busy = true;
  for (let done = null; wanted && wanted !== done; done = job) {
    job = wanted;
    try {
      const found = await (model ? searchHere : askServer)(job);
      if (!found && job === wanted) show(null);
      if (!found || !wanted) continue;
      show(found, job);
      await anotherTask();  // the translation appears before the attention
      if (job === wanted) drawRecords(found);
    } catch (error) {
      if (!wanted) continue;
      show(null);
      whatIs("message").replaceChildren(error.message, " ", element("button", { type: "button", onclick: again }, "Try again"));
    }
  }
  busy = false;
}

function again() {  // the button goes, so the text gets the focus
  field.focus();
  ask();
}

async function searchHere(job) {  // -> {score, text, how, record: a function, changed: the same, if there is a change}
  const { text, beam, change } = job;
  if (untouched?.text !== text || untouched.beam !== beam) untouched = { text, beam, found: await searchWith(model, text, [], job) };
  const found = untouched.found;
  if (!found) untouched = null;
  if (!found || !isChanged(change)) return found;
  const changed = await searchWith(new Transformer(about.config, tensors, change), swapped(text, change.swap), change.prefix, job);
  return changed && { ...found, changed };
}

async function searchWith(model, text, prefix, job) {  // nothing as soon as another text is wanted
  const started = performance.now(), nodes = [], { beam } = job;
  const search = beam_search(model, tokenizer.encode(text), { ...about.config, beam, prefix }, beam);
  let step = search.next();
  for (let sliced = started; !step.done; step = search.next()) {
    nodes.push(...step.value);
    if (performance.now() < sliced + SLICE) continue;
    await anotherTask();
    if (job !== wanted) return null;
    sliced = performance.now();
  }
  const [{ score, ids }] = step.value, record = () => ({ ...recordOf(model, tokenizer, text, nodes, step.value), choose });
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

function drawRecords({ record, changed }) {
  const records = [record(), ...(changed ? [changed.record()] : [])], { source, target } = records.at(-1);
  showRecord(...records);
  panel?.fill(wanted.text.match(SOURCE_WORD) ?? [], source, target);
}

// --- the change, and the address that holds it ---

function choose(pieces) {  // the pieces that the translation is to begin with
  apply({ prefix: pieces.map((piece) => tokenizer.pieces.indexOf(piece)) });
}

function showChange(text) {
  const undo = toldChanges(change, text, tokenizer).map(([words, part]) => element("li", {}, `${words} `,
    element("button", { type: "button", "aria-label": `take back: ${words}`, onclick: () => { apply(part); whatIs("change").firstElementChild.focus(); } }, "\u00d7")));
  whatIs("changes").replaceChildren(...undo);
  panel.show(change);
}

function link() {  // write the address -> it
  history.replaceState(null, "", `#${addressOf(sentence(), change)}`);
  return location.href;
}

function follow() {  // do what the address says
  const found = readAddress(location.hash, model, tokenizer, about.examples[0]), { refused } = found;
  field.value = found.text;
  change = found.change;
  const list = refused.slice(0, 3).map((each) => isolated(visible(each.slice(0, 60)))).join(", ");
  whatIs("refused").textContent = refused.length ? `Left out of the address: ${list}${refused.length > 3 ? ", and more" : ""}.` : "";
  whatIs("change").open ||= isChanged(change);
  ask();
}

function anotherTask() {
  return new Promise((resolve) => { setTimeout(resolve); });
}

function show(found, job) {  // null: nothing
  const how = ({ score, how }) => `score ${score.toFixed(3)}, ${job.beam === 1 ? "greedy search" : `beam of ${job.beam}`}${how}`, changed = found?.changed;
  const [ours, theirs] = [found, changed].map((each) => visible(each?.text ?? ""));
  whatIs("other").hidden = !changed;
  whatIs("translation").replaceChildren(...(changed ? marked(ours, theirs) : [ours]));
  whatIs("changed").replaceChildren(...(changed ? marked(theirs, ours) : []));
  whatIs("changed-how").textContent = changed ? how(changed) : "";
  whatIs("how").textContent = found ? how(found) : "";
  if (found) whatIs("message").textContent = "";
  else whatIs("view").replaceChildren();
  if (found && job.beam !== about.config.beam) return;  // a screen reader hears nothing at every key
  const heard = changed ? [element("span", { lang: "en" }, `Changed: ${toldChanges(job.change, job.text, tokenizer).map(([words]) => words).join("; ")}. ${ours === theirs ? "The translation is the same: " : "The translation is now: "}`), theirs] : [ours];
  whatIs("said").replaceChildren(...heard);
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
    for (const id of ["translation", "changed", "said"]) whatIs(id).lang = about.languages[1];
  }
  whatIs("examples").replaceChildren(...about.examples.map((text) => element("button", { type: "button", onclick: () => { field.value = text; typed(); } }, text)));
  field.value = about.examples[0] ?? "";
}

introduce();
field.addEventListener("input", typed);
if (model) addEventListener("hashchange", follow);
if (model) follow();
else typed();
