// The display of a translation: its words, the drawing, and the current step.

import { about, anotherTask, model, translationOf, where } from "./answers.js";
import { panelOf, tableOf } from "./boxes.js";
import { addressOf, isChanged } from "./change.js";
import { button, classes, element, nameOf, visible, whatIs } from "./draw.js";
import { drawInspector, opened } from "./inspector.js";
import { readColours } from "./paint.js";
import { beam } from "./search.js";
import { at, does, rowHeight, shown } from "./state.js";
import { begin, endStory, hold, isTold, tell, turnBy } from "./story.js";
import { tree } from "./tree.js";
import { wires } from "./wires.js";
import { split } from "./words.js";

export async function show(found, job, isWanted = () => true) {  // job: the request, {text, change, beam}
  const whole = !job || job.beam === about.config.beam;
  Object.assign(shown, { tree: undefined }, found);
  at.step = Math.max(0, Math.min(at.step, shown.target.length - 1));
  for (const side of ["encoder", "decoder"]) at.layer[side] = Math.min(at.layer[side], shown.layers[side] - 1);
  whatIs("how").textContent = job ? (job.beam === 1 ? "greedy search" : `beam of ${job.beam}`) : "";
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
  draw();
}

async function showUntouched(job) {  // beside a changed translation the one without the change, its words marked
  const place = whatIs("untouched"), parts = (text) => split(visible(text)), bare = (part) => part.trim();
  const now = parts(shown.translation).map(bare);
  place.hidden = !job || !isChanged(job.change);
  if (place.hidden) return;
  const before = parts(await translationOf(job.text, job.beam));
  place.replaceChildren("without the change: ", element("bdi", { lang: about.languages[1] ?? false },
    ...before.map((part) => (now.includes(bare(part)) ? part : element("mark", {}, part)))));
}

export function draw(focus = document.activeElement?.closest("td") ? "cell" : document.activeElement?.dataset.key) {
  readColours();
  shown.arrays = shown.make?.();
  if (!opened()) at.open = null;
  for (const old of document.querySelectorAll(".panel")) old.remove();
  whatIs("search").hidden = !shown.arrays;
  if (shown.arrays) {
    whatIs("drawing").style.setProperty("--row", `${rowHeight()}px`);
    for (const panel of tableOf(about.config).map(panelOf)) {
      whatIs(panel.id.startsWith("e") ? "encoder" : "decoder").append(panel);
    }
    if (at.large) enlarge(whatIs(at.large));
  }
  drawInspector();
  wires();
  drawWords();
  drawTransport();
  tell();
  const where = focus === "cell" ? "td.at" : `[data-key="${CSS.escape(focus ?? "")}"]`;
  if (focus) document.querySelector(where)?.focus({ preventScroll: true });
}

function enlarge(panel) {  // to fill the screen
  const { offsetWidth, offsetHeight } = panel, scale = Math.min(innerWidth / offsetWidth, innerHeight / offsetHeight);
  Object.assign(panel.style, { width: `${offsetWidth}px`, position: "fixed", left: 0, top: 0, scale });
}

function drawWords() {
  const words = shown.written ?? [], lang = about.languages?.[1] ?? false;
  const wordOf = (piece, i) => {
    const state = { now: i === at.step, later: i > at.step, within: !piece.startsWith("\u2581") && piece !== "</s>" };
    return button(visible(piece.replace("\u2581", "")) || "\u2581", `word-${i}`, () => go(i),
      { lang, class: classes(state), "aria-current": i === at.step && "step" });
  };
  const whole = [];  // pieces of one word stay together
  words.map(wordOf).forEach((each) => {
    if (whole.length && each.matches(".within")) whole.at(-1).append(each);
    else whole.push(element("span", {}, each));
  });
  whatIs("words").replaceChildren(...whole);
}

function drawTransport() {  // the steps of the translation, or of the story
  const { scene, step } = at, { length } = shown.written ?? [], part = scene ? "part" : "word";
  const tool = (text, name, key, act, disabled = false) => (
    button(text, key, act, { title: name, "aria-label": name, disabled }));
  const label = scene ? (at.playing ? "Pause" : "Go on") : "Show me how";
  const chosen = length && shown.likely(step).find((each) => each.chosen);
  const place = chosen ? `word ${step + 1} of ${length}: ${chosen.name} ${chosen.p.toFixed(3)}` : "";
  whatIs("transport").replaceChildren(
    tool("\u2039", `one ${part} back (\u2190)`, "back", () => move(-1), !scene && step <= 0),
    tool(label, `${label} (space)`, "play", play, !isTold()),
    tool("\u203a", `one ${part} on (\u2192)`, "on", () => move(1), !scene && step >= length - 1),
    ...(scene ? [tool("\u00d7", "end the story (Escape)", "end", leave)] : []),
    element("span", { class: "faint" }, scene?.number ?? place));
}

// --- steps ---

export function go(step) {
  at.step = Math.max(0, Math.min(shown.written.length - 1, step));
  leave();
  link();
  whatIs("said").textContent = `Word ${at.step + 1}: ${nameOf(shown.written[at.step])}`;
}

export const move = (by) => (at.scene ? turnBy(by) : go(at.step + by));
export const play = () => (at.scene ? hold() : isTold() && begin());

export function leave() {  // the story
  endStory();
  draw();
}

export function link() {  // write the address
  if (where === "file") return;
  const layer = (side) => Math.min(at.layer[side] + 1, model[side].length);
  const places = { step: at.step + 1, encoder: layer("encoder"), decoder: layer("decoder") };
  history.replaceState(null, "", `#${addressOf(at.text, at.change, places)}`);
}

Object.assign(does, { draw, wires });
