// What is shown, the current place in it, and how large it is drawn.

import { isOff, UNCHANGED } from "./change.js";

export const at = {
  text: "", change: UNCHANGED, step: 3, layer: { encoder: 0, decoder: Infinity }, head: {}, open: null,
  scene: null, playing: null,  // of the story (story.js), and the timer of the next one
  pointed: null, picked: null,  // the word {side, i} whose lines alone are drawn: under the pointer, and chosen
  large: null,  // the panel that fills the screen
};

// {source, target: names of the rows; written: names of the words; layers, heads, arrays: {name: Matrix};
// likely(step): [[name, probability, id], ...]; beam, hypotheses, pieces: as in a record of minitrans/views/page.py}
export const shown = {};

export const does = {};  // what a click does: draw(), apply(a part of a change)

export const switchedOff = (name, head) => isOff(shown.run?.model.change ?? UNCHANGED, name, head);  // as it is shown

export const upto = (side) => (side === "encoder" ? shown.source.length : at.step + 1);  // how many are drawn
export const isWide = () => innerWidth >= 1240;

const panelWidth = () => (isWide() ? (Math.min(innerWidth, 1840) - 102) / 2 : Math.min(innerWidth, 740) - 44);
export function unit() {  // the width of a strip: those of an attention share what their words leave
  const inner = panelWidth() - 22;
  const [words, strips] = innerWidth < 700 ? [148, 4.2] : [258, shown.run.model.config.norm === "pre" ? 8.6 : 7.6];
  return Math.floor((inner - words) / strips);
}

export function rowHeight() {  // as large as the window allows, so that the whole way of a word fits if possible
  const rows = Math.max(shown.source.length, shown.target.length);
  if (at.large) return Math.max(15, Math.min(40, Math.floor((innerHeight * panelWidth() / innerWidth - 60) / rows)));
  return isWide() ? Math.max(15, Math.min(22, Math.floor((innerHeight - 426) / 4 / rows))) : rows > 14 ? 15 : 18;
}
