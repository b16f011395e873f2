// A number of an array: under the pointer, as a sum, and as a gradient with its finite difference.

import { about } from "./answers.js";
import { finite_difference } from "./arrays.js";
import { button, element, marked, whatIs } from "./draw.js";
import { entries, rounded, value, written } from "./expression.js";
import { at, does, rowHeight, shown } from "./state.js";

const MOST_TERMS = 5;
export const isPair = (name) => /\.(scores|weights)\.\d+$/.test(name);
export const drawnBox = (name) => document.querySelector(`[data-name="${CSS.escape(name.replace(/^d:/, ""))}"]`);

export function point(event, name, { i, j } = {}) {  // at a number; nothing: no number is under the pointer
  const tip = whatIs("tip");
  tip.hidden = i === undefined;
  dark();
  if (tip.hidden) return;
  const matrix = shown.arrays.get(name), number = matrix.number(i, j), between = isPair(name) ? " to " : ", number ";
  const text = number === -Infinity ? "hidden by the mask" : rounded(number);
  tip.replaceChildren(element("bdi", {}, matrix.rows[i]), between, element("bdi", {}, matrix.columns[j]), ": ",
    element("b", {}, text));
  light(matrix, i, j);
  tip.style.left = `${Math.min(event.clientX + 12, innerWidth - 240)}px`;
  tip.style.top = `${event.clientY + 16}px`;
}

export function spread(rows) {  // 2.5 times the root mean square; a number as large as this has the full colour
  let total = 0, count = 0;
  for (const row of rows) for (const v of row) if (Number.isFinite(v)) { total += v * v; count += 1; }
  return 2.5 * Math.sqrt(total / Math.max(1, count)) || 1;
}

const madeOf = (matrix, i, j) => (matrix.entry ? entries(matrix.entry(i, j)) : []);

export function operands(matrix, i, j) {  // -> the arrays from which this number is computed
  return [...new Set(madeOf(matrix, i, j).map(({ of }) => of))];
}

export const elsewhere = (matrix, i, j) => operands(matrix, i, j).filter(({ data, entry }) => !entry && !data.length);

export function light(matrix, i, j) {  // the rows from which a number is computed, where they are drawn
  const row = rowHeight(), rows = new Map([[matrix.name, new Set([i])]]);
  for (const { of, i: place } of madeOf(matrix, i, j)) rows.set(of.name, (rows.get(of.name) ?? new Set()).add(place));
  dark();
  for (const [name, places] of rows) {
    const canvas = drawnBox(name)?.querySelector("canvas");
    if (!canvas || places.size > 40) continue;
    for (const each of places) {
      const mark = element("span", { class: "mark" }), top = canvas.offsetTop + each * row;
      Object.assign(mark.style, { left: `${canvas.offsetLeft - 1}px`, width: `${canvas.offsetWidth + 2}px`,
        top: `${top}px`, height: `${row}px` });
      canvas.parentNode.append(mark);
    }
  }
}

function dark() {
  for (const mark of document.querySelectorAll(".mark")) mark.remove();
}

export function explained(matrix, i, j) {  // as the sum that made it: the largest terms, and what the others add up to
  const e = elsewhere(matrix, i, j).length ? null : matrix.entry?.(i, j);
  const name = [matrix.rows[i], matrix.columns[j]].filter(Boolean).join(", ");
  const { all } = at.open, text = element("b", {}, element("i", {}, ...marked(matrix.symbol)),
    ` [${name}] = ${rounded(matrix.number(i, j))}`);
  if (!e?.kind) return [text];
  const [whole, short] = [written(e), written(brief(e))];
  const more = () => { at.open.all = !all; does.draw(); };
  const toggle = button(all ? "largest terms" : "all terms", "terms", more);
  return [text, ` = ${all ? whole : short} `, ...(short === whole ? [] : [toggle])];
}

function brief(e) {
  if (!e?.kind) return e;
  if (e.kind !== "sum" || e.parts.length <= MOST_TERMS + 1) return { kind: e.kind, parts: e.parts.map(brief) };
  const ranked = [...e.parts].sort((a, b) => Math.abs(value(b)) - Math.abs(value(a)));
  const others = ranked.splice(MOST_TERMS), rest = others.reduce((total, part) => total + value(part), 0);
  return { kind: "sum", parts: [...ranked.map(brief), { kind: `${others.length} others `, parts: [rest] }] };
}

function inSymbols(text, { symbol, operands }) {  // a formula of texts.json, see operations.js
  const symbols = { y: symbol, d: `d${symbol}`, ...operands.map((each) => each.symbol) }, place = /\{(\w)\}/g;
  const parts = text.split("|").filter((part) => [...part.matchAll(place)].every(([, name]) => symbols[name]));
  return parts.join("").replace(place, (_, name) => symbols[name]);
}

export function formulas(matrix) {  // and of a gradient, why it is so
  const forward = matrix.gradientOf, all = about.why.operations;
  const line = (text) => element("p", { class: "formula" }, ...marked(text));
  if (!matrix.entry) return [];
  if (!forward) return [line(inSymbols(all[matrix.kind].formula, matrix))];
  const users = forward.users.filter(([user]) => user.grad);
  if (!users.length) return [line(`${matrix.symbol} = 1`)];
  const ways = users.map(([user, , number]) => {  // the last one is of all others
    const { backward } = all[user.kind], [formula, why] = backward[number] ?? backward.at(-1);
    return [inSymbols(formula, user), why];
  });
  const [terms, whys] = [0, 1].map((i) => [...new Set(ways.map((way) => way[i]))]);
  return [line(`${matrix.symbol}_ij = ${terms.join(" + ")}`), ...whys.map((why) => element("p", {}, ...marked(why)))];
}

export function checked({ gradientOf }, i, j) {
  const { run } = shown;
  const { above, below, h, slope } = finite_difference(run, run.parameters, run.source, gradientOf, i, j);
  const difference = `${rounded(above, 16)} \u2212 ${rounded(below, 16)}`, two_h = (2 * h).toFixed(5);
  return `Finite difference, by two forwards with this number \u00b1 ${h.toFixed(5)}: (${difference}) / ${two_h} = ` +
    `${rounded(slope, 6)}. Backward: ${rounded(gradientOf.grad.number(i, j), 6)}.`;
}
