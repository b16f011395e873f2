// The page: Figure 1 as one drawing, with the arrays of the sentence that one types.  The model is in the page, or
// behind the server of minitrans/commands/demo.py; or there is only a record of what a model did
// (minitrans/views/page.py).

import { arraysOf, translated } from "./arrays.js";
import { beam_search } from "./beam_search.js";
import { panelOf, tableOf } from "./boxes.js";
import { addressOf, isChanged, isOff, OF_SENTENCE, oneLine, readAddress, toldChanges, UNCHANGED } from "./change.js";
import { different } from "./compare.js";
import { button, element, isolated, nameOf, visible, whatIs } from "./draw.js";
import { close, drawInspector, open, opened, point, prepareInspector } from "./inspector.js";
import { showLearning } from "./learning.js";
import { softmax, Transformer } from "./model.js";
import { readColours } from "./paint.js";
import { BOS, EOS, Tokenizer, UNK } from "./pieces.js";
import { recordedArrays } from "./record.js";
import { beam } from "./search.js";
import { at, LAST, ORDER, rowHeight, shown } from "./state.js";
import { tree } from "./tree.js";
import { unpacked } from "./weights.js";
import { wires } from "./wires.js";

const PAUSE = 400;  // milliseconds without a key after which the beam search starts
const SLICE = 30;  // milliseconds of search after which a key may come in between
const PART = 650;  // milliseconds of one part while playing
const MOST = 100;  // pieces of a sentence
const WORD = /[\p{L}\p{N}_]+(?:['\u2019-][\p{L}\p{N}_]+)*/gu;  // as in model_page.py
const LIKELY = 8;  // next words that one may choose
const about = JSON.parse(whatIs("model").textContent), field = whatIs("text");
const tokenizer = about.pieces && new Tokenizer(about.pieces, about.normalizes), names = about.pieces?.map(nameOf);
const parameters = about.tensors && unpacked(about.tensors, whatIs("weights").textContent);
const model = parameters && new Transformer(about.config, parameters), known = new Set(about.words);
const still = matchMedia("(prefers-reduced-motion: reduce)");
// wanted: what is to be translated, {text, beam, change}
let change = UNCHANGED, wanted = null, busy = false, timer = null;

// --- what is typed ---

function typed() {  // another sentence: what belonged to the one before goes
  change = { ...change, ...OF_SENTENCE };
  Object.assign(at, { step: Infinity, piece: null });
  ask();
}

function apply(part) {
  // without what does not fit
  ({ change } = readAddress(addressOf(at.text, { ...change, ...part }), model, tokenizer));
  ask();
}

function ask() {
  stop();
  clearTimeout(timer);
  at.text = oneLine(field.value);
  const pieces = tokenizer?.split(at.text) ?? [], most = Math.min(MOST, model ? model.longest - 1 : MOST);
  const long = pieces.length > most;
  whatIs("message").textContent = long
    ? `This sentence has ${pieces.length} pieces; this page translates at most ${most}. Shorten it.` : "";
  showChanges();
  introduce(pieces);
  if (long) return forget("");
  if (!at.text || (tokenizer && !pieces.length)) return forget("Nothing is typed, so there is nothing to translate.");
  timer = setTimeout(() => {
    link();
    if (about.config.beam > 1) translate({ text: at.text, change, beam: about.config.beam });
  }, PAUSE);
  return translate({ text: at.text, change, beam: 1 });
}

function forget(why) {  // nothing is shown
  wanted = null;
  Object.assign(shown, { make: null, written: [] });
  whatIs("how").textContent = why;
  drawWords();
  draw();
}

async function translate(job) {  // one at a time; of what is typed meanwhile, only the newest
  wanted = job;
  if (busy) return;
  busy = true;
  for (let done = null; wanted && wanted !== done; done = job) {
    job = wanted;
    try {
      const found = await (model ? (job.beam === 1 ? greedily(job) : searched(job)) : asked(job));
      if (found && job === wanted) await show(found, job);
      else if (job === wanted) forget("");
    } catch (error) {
      if (!wanted) continue;
      forget("");
      whatIs("message").replaceChildren(`${error.message} `,
        button("Try again", "again", () => { field.focus(); ask(); }));
    }
  }
  busy = false;
}

function anotherTask() {
  return new Promise((resolve) => { setTimeout(resolve); });
}

function greedily({ text, change }) {  // -> what is shown
  const run = translated(about.config, parameters, tokenizer.encode(text), change);
  return shownOf(run, text, run.nodes, [run.best]);
}

async function searched(job) {  // nothing as soon as another text is wanted
  const { text, change, beam } = job, source = tokenizer.encode(text),
    changed = new Transformer(about.config, parameters, change);
  const search = beam_search(changed, source, { ...about.config, beam, prefix: change.prefix }, beam), nodes = [];
  let step = search.next();
  for (let sliced = performance.now(); !step.done; step = search.next()) {
    nodes.push(...step.value);
    if (performance.now() < sliced + SLICE) continue;
    await anotherTask();
    if (job !== wanted) return null;
    sliced = performance.now();
  }
  const [{ ids }] = step.value, same = shown.run?.best.ids.join() === ids.join() && shown.text === text;
  const run = same ? shown.run : translated(about.config, parameters, source, { ...change, prefix: [...ids, EOS] });
  run.model.change = change;
  return shownOf(run, text, nodes, step.value);
}

function shownOf(run, text, nodes, hypotheses) {
  const pieces = [...tokenizer.split(text), ["</s>", EOS]], source = pieces.map(([, id]) => id), { ids } = run.best;
  const rows = pieces.map(([piece]) => nameOf(piece)), places = new Map(nodes.map((node, i) => [node, i]));
  Object.assign(run, { parameters, source: source.slice(0, -1) });
  return {
    run, text, names, ids: new Set([BOS, ...source, ...ids]), heads: about.config.heads,
    source: rows, target: [BOS, ...ids].map((id) => names[id]),
    written: [...ids, EOS].map((id) => about.pieces[id]), translation: tokenizer.decode(ids),
    layers: { encoder: run.model.encoder.length, decoder: run.model.decoder.length },
    make: () => (run.arrays ??= arraysOf(run, source, rows, names)),
    likely: (step) => likely(run.kept.get("logits")[step], ids[step] ?? EOS),
    hypotheses: hypotheses.map(({ score, ids, node }) => [score, tokenizer.decode(ids), places.get(node)]),
    beam: nodes.map(({ parent, id, score, fate }) => [parent && places.get(parent), about.pieces[id], score, fate]),
  };
}

function likely(logits, written) {  // -> the most probable next words, best first, and the written one
  const p = softmax(logits), least = p.slice().sort().at(-LIKELY);
  const ids = [...p.keys()].filter((id) => p[id] >= least || id === written).sort((a, b) => p[b] - p[a]);
  return ids.map((id) => ({ name: names[id], p: p[id], id, chosen: id === written }));
}

async function asked({ text, beam }) {  // the server; nothing for a text without any piece
  const slow = setTimeout(() => { whatIs("message").textContent = "Translating; others may be before you."; }, 1000);
  const unanswered = () => { throw new Error("The server does not answer. Was it ended?"); };
  try {
    const answer = await fetch(`translate?${new URLSearchParams({ text, beam })}`).catch(unanswered);
    if (!answer.ok) throw new Error(await answer.text());
    const record = await answer.json();
    return record && recorded(record);
  } finally {
    clearTimeout(slow);
    if (wanted) whatIs("message").textContent = "";
  }
}

function recorded(record) {  // -> what is shown of a record of minitrans/views/page.py
  const { source, target, attention, likely, text, translation } = record, [layers, heads] = attention.cross.shape;
  const [rows, read] = [source.map(nameOf), ["<s>", ...target.slice(0, -1)].map(nameOf)];
  return {
    run: null, text, translation, heads, source: rows, target: read, written: target,
    layers: { encoder: attention.encoder.shape[0], decoder: layers }, make: () => recordedArrays(attention, rows, read),
    likely: (step) => likely[step].map(([piece, p]) => ({ name: nameOf(piece), p, chosen: piece === target[step] })),
    hypotheses: record.hypotheses, beam: record.beam, tree: record.tree, repaired: record.repaired,
  };
}

// --- what is shown ---

async function show(found, job) {
  const score = found.hypotheses[0]?.[0].toFixed(3);
  Object.assign(shown, { tree: undefined }, found);
  at.step = Math.max(0, Math.min(at.step, shown.target.length - 1));
  for (const side of ["encoder", "decoder"]) at.layer[side] = Math.min(at.layer[side], shown.layers[side] - 1);
  const whole = !job || job.beam === about.config?.beam;
  const how = job ? `, ${job.beam === 1 ? "greedy search" : `beam of ${job.beam}`}` : "";
  whatIs("how").textContent = score ? `score ${score}${how}` : "";
  showUntouched(job);
  drawWords();
  if (whole) whatIs("said").textContent = visible(shown.translation);  // a screen reader hears nothing at every key
  await anotherTask();  // the translation appears before the drawing
  if (job && job !== wanted) return;
  draw();
  whatIs("tree").replaceChildren(...(shown.tree ? parsed() : []));
  whatIs("search").classList.toggle("old", !whole);  // until the beam search ends
  if (whole) whatIs("search").replaceChildren(...(shown.beam?.length ? [beam(shown)] : []));
}

function showUntouched(job) {  // beside a changed translation: the one without the change
  const place = whatIs("untouched"), changed = job && isChanged(job.change);
  place.hidden = !changed;
  if (!changed) return;
  const search = beam_search(model, tokenizer.encode(job.text), { ...about.config, beam: job.beam });
  let step = search.next();
  while (!step.done) step = search.next();
  const before = visible(tokenizer.decode(step.value[0].ids));
  const words = different(before, visible(shown.translation));
  place.replaceChildren("without the change: ", element("bdi", { lang: about.languages[1] ?? false }, ...words));
}

function showRecord(record) {
  Object.assign(field, { value: record.text, readOnly: true });
  document.title = record.text;
  return show(recorded(record));
}

function draw(focus = document.activeElement?.closest("td") ? "cell" : document.activeElement?.dataset.key) {
  readColours();
  shown.arrays = shown.make?.();
  if (!opened()) at.open = null;
  for (const old of document.querySelectorAll(".panel")) old.remove();
  document.body.classList.toggle("empty", !shown.arrays);
  const page = whatIs("drawing"), off = (name, head) => isOff(shown.run?.model.change ?? UNCHANGED, name, head);
  if (shown.arrays) {
    const does = { open, point, choose, isOff: off, change: (how) => { how(); draw(); } };
    page.style.setProperty("--row", `${rowHeight()}px`);
    page.append(...tableOf(about.config ?? {}).flatMap((panel) => panelOf(panel, does)));
    for (const each of opened()?.operands ?? []) {
      document.querySelector(`[data-name="${CSS.escape(each.name.replace(/^d:/, ""))}"]`)?.classList.add("used");
    }
  }
  drawInspector();
  whatIs("wires").replaceChildren();
  if (shown.arrays) wires(off);
  const where = focus === "cell" ? "td.at" : `[data-key="${CSS.escape(focus ?? "")}"]`;
  if (focus) document.querySelector(where)?.focus({ preventScroll: true });
}

function parsed() {
  const notes = ["The parser writes XX0, XX1, ... for the words of the sentence.",
    ...(shown.repaired ? ["What it wrote was not a tree over these words; it was repaired."] : [])];
  return [tree(shown.tree, shown.translation), ...notes.map((note) => element("p", { class: "faint" }, note))];
}

function drawWords() {
  const words = shown.written ?? [], last = words.length - 1, lang = about.languages?.[1] ?? false;
  const wordOf = (piece, i) => {
    const hidden = at.playing && (i > at.step || (i === at.step && at.part < LAST)),
      within = !piece.startsWith("\u2581") && piece !== "</s>";
    const state = [i === at.step ? "now" : i > at.step ? "later" : "", hidden ? "unwritten" : "",
      within ? "within" : ""];
    return button(visible(piece.replace("\u2581", "")) || "\u2581", `word-${i}`, () => go(i),
      { lang, class: state.join(" "), "aria-current": i === at.step && "step" });
  };
  whatIs("words").replaceChildren(...words.map(wordOf));
  const move = (text, title, key, step, end) => button(text, key, () => go(step),
    { title, "aria-label": title, disabled: end });
  whatIs("transport").replaceChildren(
    move("\u00ab", "first word (Home)", "first", 0, at.step <= 0 || last < 0),
    move("\u2039", "one word back (\u2190)", "back", at.step - 1, at.step <= 0 || last < 0),
    button(at.playing ? "Pause" : "Play", "play", play, { title: "play (space)", disabled: last < 0 }),
    move("\u203a", "one word on (\u2192)", "on", at.step + 1, at.step >= last),
    move("\u00bb", "last word (End)", "last", last, at.step >= last),
    element("span", { class: "faint" }, last < 0 ? "" : `word ${at.step + 1} of ${words.length}`));
}

function choose(id) {  // another next word; the translation goes on from there
  const ids = shown.run.best.ids.slice(0, at.step);
  at.step += 1;
  apply({ prefix: [...ids, id] });
}

// --- around the sentence ---

function introduce(pieces) {  // what the model is, and what it does not know of the sentence
  const words = known.size ? at.text.match(WORD) ?? [] : [],
    list = (texts) => [...new Set(texts)].map((text) => isolated(visible(text))).join(", ");
  const unseen = words.filter((word) => !known.has(word));
  const unknown = pieces.filter(([, id]) => id === UNK).map(([piece]) => piece);
  const notes = [unseen.length && `Not in the training text: ${list(unseen)}.`,
    unknown.length && `Unknown: ${list(unknown)}.`].filter(Boolean);
  const count = (number) => number.toLocaleString("en");
  const where = model ? "in this page" : "at the server";
  const words_of = known.size ? `; they know ${count(known.size)} words` : "";
  const what = `Type. ${count(about.weights)} weights answer ${where}${words_of}.`;
  whatIs("hint").textContent = notes.join(" ") || what;
}

function showChanges() {
  const undo = ([words, part]) => element("li", {}, `${words} `,
    button("\u00d7", `undo-${words}`, () => apply(part), { "aria-label": `take back: ${words}` }));
  whatIs("changes").replaceChildren(...(model ? toldChanges(change, at.text, tokenizer).map(undo) : []));
}

function another() {  // the next of the examples
  field.value = about.examples[(about.examples.indexOf(at.text) + 1) % about.examples.length];
  typed();
}

function link() {  // write the address
  if (!model) return;
  const places = { step: at.step + 1, encoder: at.layer.encoder + 1, decoder: at.layer.decoder + 1 };
  history.replaceState(null, "", `#${addressOf(at.text, change, places)}`);
}

function follow() {  // do what the address says
  const { text, change: found, refused } = readAddress(location.hash, model, tokenizer, about.examples[0],
    ["step", "encoder", "decoder"]);
  const given = new URLSearchParams(location.hash.slice(1)),
    number = (name, otherwise) => (parseInt(given.get(name), 10) || otherwise) - 1;
  field.value = text;
  change = found;
  Object.assign(at, { step: number("step", 4), piece: null, open: null, head: {} });
  at.layer = { encoder: Math.max(0, number("encoder", 1)), decoder: Math.max(0, number("decoder", Infinity)) };
  const list = refused.slice(0, 3).map((each) => isolated(visible(each.slice(0, 60)))).join(", ");
  const left = `Left out of the address: ${list}${refused.length > 3 ? ", and more" : ""}.`;
  whatIs("refused").textContent = refused.length ? left : "";
  ask();
}

// --- steps ---

function go(step) {
  stop();
  at.step = Math.max(0, Math.min(shown.written.length - 1, step));
  drawWords();
  draw();
  link();
  whatIs("said").textContent = `Word ${at.step + 1}: ${nameOf(shown.written[at.step])}`;
}

function play() {  // part by part; from the first word on it starts with the encoder
  if (at.playing) return pause();
  if (at.step >= shown.written.length - 1) at.step = 0;
  at.part = still.matches ? LAST : at.step ? ORDER.d0 : ORDER.e0;
  const tick = () => {
    const more = at.step < shown.written.length - 1;
    if (at.part >= LAST && !more) return pause();
    if (at.part < LAST) at.part += 1;
    else Object.assign(at, { step: at.step + 1, part: still.matches ? LAST : ORDER.d0 });
    return next();
  };
  const next = () => {
    at.playing = setTimeout(tick, PART * (still.matches ? 3 : at.part === LAST ? 1.6 : 1));
    drawWords();
    draw();
  };
  return next();
}

function pause() {
  stop();
  drawWords();
  draw();
}

function stop() {
  clearTimeout(at.playing);
  Object.assign(at, { playing: null, part: Infinity });
}

addEventListener("keydown", (event) => {
  const other = event.target.closest?.("input, table, .scroll") || event.ctrlKey || event.metaKey || event.altKey;
  if (!shown.make || other) return;
  const keys = { ArrowLeft: () => go(at.step - 1), ArrowRight: () => go(at.step + 1), Home: () => go(0),
    End: () => go(Infinity), Escape: close };
  const does = event.key === " " && !event.target.closest?.("button, a, summary") ? play : keys[event.key];
  if (!does) return;
  event.preventDefault();
  does();
});
let size = "";
addEventListener("resize", () => {
  if (size !== `${innerWidth}/${innerHeight}`) draw();
  size = `${innerWidth}/${innerHeight}`;
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => draw());
document.fonts?.ready.then(() => draw());
prepareInspector({ draw, apply });

if (about.records) showLearning(about.records, showRecord);
else if (about.record) showRecord(about.record);
else {
  field.addEventListener("input", typed);
  whatIs("example").addEventListener("click", another);
  whatIs("example").hidden = about.examples.length < 2;
  if (about.languages?.length) {
    const [from, to] = about.languages.map((code) => new Intl.DisplayNames("en", { type: "language" }).of(code));
    document.querySelector("label[for=text]").textContent = `${from} to ${to}`;
    [field.lang, whatIs("said").lang] = about.languages;
  }
  if (model) addEventListener("hashchange", follow);
  if (model) follow();
  else {
    field.value = about.examples[0] ?? "";
    typed();
  }
}
