// What is shown of a translation: its words, the drawing, and the step at which one stands.

import { about, anotherTask, model, translationOf } from "./answers.js";
import { panelOf, tableOf } from "./boxes.js";
import { addressOf, isChanged } from "./change.js";
import { button, classes, element, nameOf, visible, whatIs } from "./draw.js";
import { drawInspector, opened } from "./inspector.js";
import { readColours } from "./paint.js";
import { beam } from "./search.js";
import { at, does, LAST, ORDER, rowHeight, shown } from "./state.js";
import { tree } from "./tree.js";
import { wires } from "./wires.js";

const PART = 650;  // milliseconds of one part while playing
const still = matchMedia("(prefers-reduced-motion: reduce)");

export async function show(found, job, isWanted = () => true) {  // job: what was asked for, {text, change, beam}
  const whole = !job || job.beam === about.config?.beam, score = found.hypotheses[0]?.[0].toFixed(3);
  Object.assign(shown, { tree: undefined }, found);
  at.step = Math.max(0, Math.min(at.step, shown.target.length - 1));
  for (const side of ["encoder", "decoder"]) at.layer[side] = Math.min(at.layer[side], shown.layers[side] - 1);
  const how = job ? `, ${job.beam === 1 ? "greedy search" : `beam of ${job.beam}`}` : "";
  whatIs("how").textContent = score ? `score ${score}${how}` : "";
  showUntouched(job);
  drawWords();
  if (whole) whatIs("said").textContent = visible(shown.translation);  // a screen reader hears nothing at every key
  await anotherTask();  // the translation appears before the drawing
  if (!isWanted()) return;
  draw();
  whatIs("tree").replaceChildren(...(shown.tree ? tree(shown) : []));
  whatIs("search").classList.toggle("old", !whole);  // until the beam search ends
  if (whole) whatIs("search").replaceChildren(...(shown.beam?.length ? [beam(shown)] : []));
}

export function showNothing(why) {
  Object.assign(shown, { make: null, written: [] });
  whatIs("how").textContent = why;
  drawWords();
  draw();
}

function showUntouched(job) {  // beside a changed translation: the one without the change, with the words that differ
  const place = whatIs("untouched"), now = visible(shown.translation).split(" ");
  place.hidden = !job || !isChanged(job.change);
  if (place.hidden) return;
  const words = visible(translationOf(job.text, job.beam)).split(" ");
  place.replaceChildren("without the change:", element("bdi", { lang: about.languages[1] ?? false },
    ...words.flatMap((word) => [" ", now.includes(word) ? word : element("mark", {}, word)])));
}

export function draw(focus = document.activeElement?.closest("td") ? "cell" : document.activeElement?.dataset.key) {
  readColours();
  shown.arrays = shown.make?.();
  if (!opened()) at.open = null;
  for (const old of document.querySelectorAll(".panel")) old.remove();
  whatIs("search").hidden = !shown.arrays;
  if (shown.arrays) {
    whatIs("drawing").style.setProperty("--row", `${rowHeight()}px`);
    whatIs("search").before(...tableOf(about.config ?? {}).flatMap((panel) => panelOf(panel)));
  }
  drawInspector();
  wires();
  const where = focus === "cell" ? "td.at" : `[data-key="${CSS.escape(focus ?? "")}"]`;
  if (focus) document.querySelector(where)?.focus({ preventScroll: true });
}

function drawWords() {
  const words = shown.written ?? [], last = words.length - 1, lang = about.languages?.[1] ?? false;
  const wordOf = (piece, i) => {
    const state = { now: i === at.step, later: i > at.step, within: !piece.startsWith("\u2581") && piece !== "</s>",
      unwritten: at.playing && (i > at.step || (i === at.step && at.part < LAST)) };
    return button(visible(piece.replace("\u2581", "")) || "\u2581", `word-${i}`, () => go(i),
      { lang, class: classes(state), "aria-current": i === at.step && "step" });
  };
  const whole = [];  // pieces of one word stay together
  words.map(wordOf).forEach((each) => {
    if (whole.length && each.matches(".within")) whole.at(-1).append(each);
    else whole.push(element("span", {}, each));
  });
  whatIs("words").replaceChildren(...whole);
  const move = (text, title, key, step) => button(text, key, () => go(step),
    { title, "aria-label": title, disabled: !words[step] });
  whatIs("transport").replaceChildren(
    move("\u2039", "one word back (\u2190)", "back", at.step - 1),
    button(at.playing ? "Pause" : "Play", "play", play, { title: "play (space)", disabled: last < 0 }),
    move("\u203a", "one word on (\u2192)", "on", at.step + 1),
    element("span", { class: "faint" }, last < 0 ? "" : `word ${at.step + 1} of ${words.length}`));
}

// --- steps ---

export function go(step) {
  at.step = Math.max(0, Math.min(shown.written.length - 1, step));
  pause();
  link();
  whatIs("said").textContent = `Word ${at.step + 1}: ${nameOf(shown.written[at.step])}`;
}

export function play() {  // part by part; from the first word on it starts with the encoder
  if (at.playing) return pause();
  if (at.step >= shown.written.length - 1) at.step = 0;
  at.part = still.matches ? LAST : at.step ? ORDER.d0 : ORDER.e0;
  const tick = () => {
    if (at.part < LAST) at.part += 1;
    else if (at.step >= shown.written.length - 1) return pause();
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

export function stop() {
  clearTimeout(at.playing);
  Object.assign(at, { playing: null, part: Infinity });
}

export function link() {  // write the address
  if (!model) return;
  const places = { step: at.step + 1, encoder: at.layer.encoder + 1, decoder: at.layer.decoder + 1 };
  history.replaceState(null, "", `#${addressOf(at.text, at.change, places)}`);
}

does.draw = draw;
