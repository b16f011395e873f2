// What is shown, where one stands in it, and how large it is drawn.

import { isOff, UNCHANGED } from "./change.js";

export const at = {
  text: "", change: UNCHANGED,
  step: 3, part: Infinity, playing: null,  // the word that is written; what is drawn of its step; a timer
  layer: { encoder: 0, decoder: Infinity }, head: {}, piece: null, open: null,
};

// {source, target: names of the rows; written: names of the words; layers, heads, arrays: {name: Matrix};
// likely(step): [[name, probability, id], ...]; beam, hypotheses, pieces: as in a record of minitrans/views/page.py}
export const shown = {};

export const does = {};  // what a click does: draw(), apply(a part of a change)

export const switchedOff = (name, head) => isOff(shown.run?.model.change ?? UNCHANGED, name, head);  // as it is shown

// In which order the parts of the drawing are computed; those of the encoder once, the others for each word
export const ORDER = { e0: -3, e1: -2, e2: -1, d0: 0, d1: 1, d2: 2, d3: 3 };
export const LAST = 3;

export function upto(side, part) {  // how many rows are computed
  if (side === "encoder") return ORDER[part] <= at.part ? shown.source.length : 0;
  return at.step + (ORDER[part] <= at.part ? 1 : 0);
}

export function reserved(side) {  // rows that have room; of a long translation not all
  return side === "encoder" ? shown.source.length : Math.min(shown.target.length, Math.max(at.step + 2, 12));
}

export const isWide = () => innerWidth >= 1150;
export function unit() {  // the width of a strip; pre-norm has one more in a row
  const wide = innerWidth >= 1840 ? 96 : innerWidth >= 1390 || !isWide() ? 64 : 48;
  return shown.run?.model.config.norm === "pre" ? wide * 0.875 : wide;
}

export function rowHeight() {  // as large as the window allows: at best one sees the whole way of a word at once
  const rows = Math.max(reserved("encoder"), reserved("decoder"));
  return isWide() ? Math.max(12, Math.min(22, Math.floor((innerHeight - 426) / 4 / rows))) : rows > 14 ? 15 : 18;
}

export function followed() {
  // the piece whose lines stand out, or null: that one chose, or that the written word looks at
  if (at.piece !== null || shown.source.length <= 10) return at.piece;
  const name = `decoder.${at.layer.decoder}.cross_attention`,
    row = shown.arrays.get(`${name}.weights.${at.head[name] ?? 0}`).row(at.step);
  return row.indexOf(Math.max(...row));
}
