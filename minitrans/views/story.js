// The story of one word: from the sentence to the next word of its translation, with a caption for each part of the
// drawing.  Its texts are in texts.json; the numbers in them are those of this sentence.

import { about } from "./answers.js";
import { element, nameOf, whatIs } from "./draw.js";
import { drawnBox } from "./number.js";
import { at, does, isWide, shown } from "./state.js";

const LEAST = 2500, PER_LETTER = 50, QUICK = 700;  // milliseconds: of a caption, of each letter in it, of a later word
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let scenes = [];

// --- the content ---

function wordsOf(names) {  // -> [{text, places: of its pieces}], without marks
  const words = [];
  names.forEach((name, i) => {
    if (/^[\p{L}\p{N}]/u.test(name)) words.push({ text: name, places: [i] });
    else if (/^\u00b7[\p{L}\p{N}]/u.test(name) && words.at(-1)?.places.at(-1) === i - 1) {
      words.at(-1).text += name.slice(1);
      words.at(-1).places.push(i);
    }
  });
  return words;
}

function strongest(attention, i, words) {  // -> what row i looks at most, {attention, head, word, share}
  const looks = Array.from({ length: shown.heads }, (_, head) => {
    const row = shown.arrays.get(`${attention}.weights.${head}`).row(i);
    return words.map((word) => ({ attention, head, word, share: word.places.reduce((sum, j) => sum + row[j], 0) }));
  });
  return looks.flat().sort((a, b) => b.share - a.share)[0];
}

function farthest(english, german) {  // the word that moves farthest from its place -> {to, look: what it looks at}
  const layers = Array.from({ length: shown.layers.decoder }, (_, layer) => layer);
  const moves = german.flatMap((to, n) => layers.map((layer) => {
    const look = strongest(`decoder.${layer}.cross_attention`, to.places[0], english);
    return { to, look, layer, way: look && (0.1 + Math.abs(n - english.indexOf(look.word))) * look.share };
  }));
  return moves.filter(({ look }) => look).sort((a, b) => b.way - a.way)[0];
}

function spoken() {  // -> what the captions name, and the rows of the word in both towers; nothing: there is no word
  const { source, target, written, arrays } = shown, english = wordsOf(source), german = wordsOf(written.map(nameOf));
  const { to, look, layer } = farthest(english, german) ?? {};
  if (!to) return null;
  const { word } = look, [row] = word.places, [step] = to.places, before = wordsOf(target.slice(0, step + 1));
  const others = (words, place) => words.filter(({ places }) => !places.includes(place));
  const seen = (name, found) => found && { [name]: found.word.text, [`${name}_share`]: found.share.toFixed(2),
    [`${name}_at`]: found.attention, [`${name}_head`]: found.head };
  const back = strongest(`decoder.${layer}.self_attention`, step, others(before, step)), likely = shown.likely(step);
  const [best, second] = [likely.find(({ chosen }) => chosen), likely.find(({ chosen }) => !chosen)];
  const whole = to.places.length > 1 ? `${best.name}\u2026 (${to.text})` : best.name;
  const hidden = arrays.get("encoder.0.feed_forward.hidden").row(row);
  return {
    row, step, layer, d: arrays.get("source.x").columns.length, place: row + 1,
    hidden: hidden.length, answering: hidden.filter((each) => each > 0).length,
    before: before.map(({ text }) => text).join(" ") || "nothing but <s>, the mark of the beginning",
    read: before.at(-1)?.places.at(-1) === step ? before.at(-1).text : target[step],
    from: english.indexOf(word) + 1, to: german.indexOf(to) + 1, end: "</s>",
    count: shown.names.length.toLocaleString("en"), best: whole, best_share: best.p.toFixed(3),
    second: second.name, second_share: second.p.toFixed(3),
    ...seen("neighbour", strongest("encoder.0.self_attention", row, others(english, row))),
    ...seen("back", back), ...seen("word", look),
  };
}

export const isTold = () => Boolean(shown.arrays && spoken());

function story() {  // -> its scenes, each with its caption as nodes and the state of the page
  const values = spoken(), { row, step, layer } = values, bold = (value) => element("b", { dir: "auto" }, value);
  const fill = (text, put) => text.split(/\{(\w+)\}/).map((each, i) => (i % 2 ? put(values[each]) : each));
  const known = ({ text }) => [...text.matchAll(/\{(\w+)\}/g)].every(([, name]) => name in values);
  const filled = about.story.filter(known).map((scene, n, { length }) => ({
    ...scene, step, layer, number: `part ${n + 1} of ${length}`, nodes: fill(scene.text, bold),
    word: { side: scene.side, i: scene.side === "encoder" ? row : step },
    lit: scene.lit.map((name) => fill(name, String).join("")),
  }));
  const later = shown.written.slice(step + 1).map((_, n) => ({ ...filled.at(-1), step: step + 1 + n, later: true }));
  return [...filled, ...later];  // then the other words, quickly
}

// --- telling it ---

export function begin() {
  scenes = story();
  turnTo(0);
}

export function turnTo(number, goOn = true) {  // goOn: to the next scene, after a while
  endStory();
  at.scene = scenes[Math.max(0, number)] ?? null;
  if (!at.scene) return does.draw();
  const { nodes, lit, later, step, layer, word, beside } = at.scene, go = () => turnBy(1, true);
  const letters = nodes.map((each) => each.textContent ?? each).join("").length;
  if (goOn) at.playing = setTimeout(go, later ? QUICK : LEAST + PER_LETTER * letters);
  Object.assign(at, { step, layer: { encoder: 0, decoder: layer }, pointed: word, open: null, large: null });
  for (const [, name, head] of lit.join("\n").matchAll(/(.*)\.weights\.(\d+)/g)) at.head[name] = Number(head);
  does.draw();
  return whatIs(beside).scrollIntoView({ block: "nearest", behavior: calm.matches ? "instant" : "smooth" });
}

export const turnBy = (by, goOn = false) => turnTo(scenes.indexOf(at.scene) + by, goOn);
export const hold = () => turnBy(0, !at.playing);

export function endStory() {  // nothing is drawn
  clearTimeout(at.playing);
  if (at.scene) Object.assign(at, { scene: null, pointed: at.picked });
  at.playing = null;
}

export function tell() {  // highlight the subject of the scene, and write the caption beside it
  const { scene } = at, caption = whatIs("caption"), tools = whatIs("transport");
  document.body.classList.toggle("telling", Boolean(scene));
  document.body.classList.toggle("won", Boolean(scene?.lit.includes("logits")));  // then the word is seen
  caption.hidden = !scene;
  if (!scene) return whatIs("how").before(tools);
  for (const name of scene.lit) {
    const box = drawnBox(name) ?? document.querySelector(`[data-key="${CSS.escape(name)}"]`);
    for (const each of [box, box?.closest(".panel")]) each?.classList.add("lit");
  }
  caption.replaceChildren(element("h2", {}, scene.title), element("p", { role: "status" }, ...scene.nodes), tools);
  const ours = scene.side === "encoder", other = whatIs(ours ? "decoder" : "encoder"), e2 = whatIs("e2");
  const left = other.offsetLeft + (ours ? 0 : other.offsetWidth - caption.offsetWidth);
  const top = scene.beside === "d2" ? e2.offsetTop - caption.offsetHeight - 12  // e2 is lit, too
    : whatIs(scene.beside).offsetTop;
  return Object.assign(caption.style, { left: isWide() ? `${left}px` : "", top: isWide() ? `${top}px` : "" });
}
