// The array that is open: its numbers, the sum that made each, and the gradient of the loss.

import { finite_difference } from "./arrays.js";
import { isOff, rowOf } from "./change.js";
import { button, element, marked, whatIs } from "./draw.js";
import { entries, rounded, value, written } from "./expression.js";
import { spread } from "./paint.js";
import { at, does, rowHeight, shown } from "./state.js";

const MOST_TERMS = 5, BEST = 12, BLOCK = 64;  // terms of a sum; next words; rows and columns that are shown at once
const STAY = 150;  // milliseconds that one stays at a number before its finite difference is computed
const isShare = (name) => /\.weights\.\d+$|^probabilities$/.test(name);
const isPair = (name) => /\.(scores|weights)\.\d+$/.test(name);
const isDecoder = (name) => /^(d:)?(decoder|target|logits|probabilities|loss)/.test(name);
const found = (name) => (name.startsWith("d:") ? shown.arrays.get(name.slice(2))?.grad : shown.arrays.get(name));
let cells = new Map(), staying = null;

export function opened() {  // the matrix that is open, if it is there
  return at.open && shown.arrays ? found(at.open.name) : undefined;
}

export function open(name, head, { detail }, place = {}) {  // by a key: the focus goes to its numbers
  const same = at.open?.name === name && at.open.head === head && place.i === undefined;
  at.open = same ? null : { name, head, i: isDecoder(name) ? at.step : at.piece ?? 0, j: null, ...place };
  point();
  does.draw();
  if (at.open && !detail) whatIs("inspector").querySelector("td[tabindex='0']").focus();
}

export function close() {
  const name = at.open?.name.replace(/^d:/, "");
  at.open = null;
  does.draw();
  document.querySelector(`[data-key="${CSS.escape(name ?? "")}"]`)?.focus();
}

// --- what is under the pointer ---

export function point(event, name, { i, j } = {}) {  // nothing: no number is
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

function light(matrix, i, j) {  // the rows of which a number is made, where they are drawn
  const row = rowHeight(), e = matrix.entry?.(i, j), rows = new Map([[matrix.name, new Set([i])]]);
  for (const { of, i: place } of e ? entries(e) : []) rows.set(of.name, (rows.get(of.name) ?? new Set()).add(place));
  dark();
  for (const [name, places] of rows) {
    const canvas = document.querySelector(`[data-name="${CSS.escape(name.replace(/^d:/, ""))}"] canvas`);
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

// --- the open array ---

const KEYS = [["signed", "below zero, zero, above zero"], ["share", "a weight of attention, from 0 to 1"],
  ["stream", "the residual stream"], ["inner", "what a sub-layer adds"], ["now", "this step: word read, word written"]];

function legend() {
  const kbd = (key) => element("kbd", {}, key);
  return [element("h2", {}, "How to read it"),
    element("ul", { class: "keys" }, ...KEYS.map(([kind, text]) => element("li", {},
      element("span", { class: `key ${kind}` }), text))),
    element("p", {}, "A row is a piece of the sentence, a strip its numbers: a line of it for each head. Click a box ",
      "to open its array, then a number to see the sum that made it. In an open + or A one can change the model. ",
      kbd("\u2190"), " ", kbd("\u2192"), " go from word to word, ", kbd("space"), " plays.")];
}

export function drawInspector() {
  const place = whatIs("inspector"), matrix = opened();
  clearTimeout(staying);
  place.classList.toggle("shown", Boolean(matrix));
  if (!matrix) return place.replaceChildren(...legend());
  place.classList.toggle("right", !isDecoder(at.open.name));
  const forward = matrix.gradientOf ?? matrix, [rows, columns] = [shownRows(matrix), shownColumns(matrix)];
  const part = (list, all) => (list.length < all.length ? `${list.length} of ${all.length}` : all.length);
  const size = ` ${part(rows, matrix.rows)} \u00d7 ${part(columns, matrix.columns)}`;
  const sum = element("p", { class: "sum", role: "status" }), check = element("p", { class: "check", role: "status" });
  const tools = element("p", { class: "tools" });
  const pick = (i, j) => {
    sum.replaceChildren(...explained(matrix, i, j));
    tools.replaceChildren(...switches(forward, i, j), ...(forward.grad ? [turn(matrix, forward, i, j)] : []));
    check.textContent = "";
    clearTimeout(staying);
    const { run } = shown, passes = run?.kept.has(forward.name) || run?.parameters[forward.name];
    if (matrix !== forward && passes) staying = setTimeout(() => { check.textContent = checked(matrix, i, j); }, STAY);
    light(matrix, i, j);
  };
  const operand = (each) => button([element("i", {}, ...marked(each.symbol)), ` ${each.title}`], `of-${each.name}`,
    (event) => open(each.name, /(query|key|value)$/.test(each.name) ? at.open.head : undefined, event));
  const made = matrix.entry ? matrix.operands.flatMap((each) => [operand(each), " "])
    : ["weights, as training left them"];
  place.replaceChildren(
    button("\u00d7", "close", close, { class: "close", "aria-label": "close" }),
    element("h2", {}, element("span", {}, element("i", {}, ...marked(matrix.symbol)), ` ${matrix.title}`,
      element("small", {}, size))),
    ...formulas(matrix, forward), numbersTable(matrix, rows, columns, pick), sum, check, tools,
    element("p", { class: "from" }, ...(made.length ? [matrix.entry ? "made of " : "", ...made] : [])));
  pick(at.open.i, at.open.j);
  cells.get(`${at.open.i}/${at.open.j}`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function shownRows(matrix) {  // the places that are shown; the one that is open is among them
  let places = [...matrix.rows.keys()];
  if (matrix.rows === shown.names) places = [...shown.ids].sort((a, b) => a - b);
  else if (!matrix.gradientOf && isDecoder(matrix.name)) places = places.slice(0, at.step + 1);
  if (!places.includes(at.open.i)) [at.open.i] = places;
  const start = places.indexOf(at.open.i);
  return places.slice(start - (start % BLOCK), start - (start % BLOCK) + BLOCK);
}

function shownColumns(matrix) {
  const { i, head } = at.open, own = matrix.columns.length / shown.heads;
  let places = [...matrix.columns.keys()];
  if (matrix.columns === shown.names) {
    const row = matrix.row(i);
    places = places.sort((a, b) => Math.abs(row[b]) - Math.abs(row[a]) || a - b).slice(0, BEST);
    if (!matrix.gradientOf) places = [...row.keys()].sort((a, b) => row[b] - row[a]).slice(0, BEST);
  } else if (head !== undefined && /(query|key|value|mixed)$/.test(matrix.name)) {
    places = places.slice(head * own, (head + 1) * own);
  }
  const largest = (best, j) => (matrix.number(i, j) > matrix.number(i, best) ? j : best);
  if (!places.includes(at.open.j)) at.open.j = isPair(matrix.name) ? places.reduce(largest) : places[0];
  const start = places.indexOf(at.open.j);
  return places.slice(start - (start % BLOCK), start - (start % BLOCK) + BLOCK);
}

function formulas(matrix, forward) {  // and of a gradient, why it is so
  const line = (text) => element("p", { class: "formula" }, ...marked(text)),
    symbols = (list) => list.map(({ symbol }) => symbol);
  if (!matrix.entry) return [];
  if (matrix === forward) return [line(matrix.operation.formula(matrix.symbol, ...symbols(matrix.operands)))];
  const users = forward.users.filter(([user]) => user.grad);
  if (!users.length) return [line(`d${forward.symbol} = 1`)];
  const terms = users.map(([user, { formula }]) => formula(`d${user.symbol}`, ...symbols(user.operands), user.symbol));
  const whys = [...new Set(users.map(([, { why }]) => why))];
  return [line(`d${forward.symbol}_ij = ${[...new Set(terms)].join(" + ")}`),
    ...whys.map((why) => element("p", {}, ...marked(why)))];
}

function numbersTable(matrix, rows, columns, pick) {
  const share = isShare(matrix.name), scale = spread(rows.map((i) => columns.map((j) => matrix.number(i, j))));
  const choose = (i, j) => {
    cells.get(`${at.open.i}/${at.open.j}`)?.setAttribute("tabindex", -1);
    document.querySelector("td.at")?.classList.remove("at");
    Object.assign(at.open, { i, j });
    if (!cells.has(`${i}/${j}`)) return does.draw("cell");
    const cell = cells.get(`${i}/${j}`);
    cell.setAttribute("tabindex", 0);
    cell.classList.add("at");
    return pick(i, j);
  };
  cells = new Map();
  const cellOf = (i, j) => {
    const number = matrix.number(i, j), size = (share ? 90 : 60 / scale) * Math.abs(number),
      here = i === at.open.i && j === at.open.j;
    const cell = element("td", { tabindex: here ? 0 : -1, class: here && "at", onclick: () => cell.focus(),
      onfocus: () => choose(i, j) }, rounded(number, 2));
    cell.style.setProperty("--weight", `${Number.isFinite(number) ? Math.min(share ? 90 : 60, size) : 0}%`);
    cell.style.setProperty("--sign", `var(--${share ? "attention" : number < 0 ? "negative" : "positive"})`);
    cells.set(`${i}/${j}`, cell);
    return cell;
  };
  const keys = (event) => {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const { i, j } = at.open, step = steps[event.key];
    if (event.key === "Escape") close();
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const move = (list, place, by, all) => {  // beyond the end of a block the next one is shown
      const more = list.length < all.length && all !== shown.names && place + by in all;
      return list[list.indexOf(place) + by] ?? (more ? place + by : place);
    };
    const next = [move(rows, i, step[0], matrix.rows), move(columns, j, step[1], matrix.columns)];
    if (cells.has(next.join("/"))) cells.get(next.join("/")).focus();
    else choose(...next);
  };
  const head = element("tr", {}, element("td", {}), ...columns.map((j) => element("th", { scope: "col" },
    matrix.columns[j])));
  const body = rows.map((i) => element("tr", {}, element("th", { scope: "row" }, matrix.rows[i]),
    ...columns.map((j) => cellOf(i, j))));
  return element("div", { class: "scroll", onkeydown: keys },
    element("table", {}, element("thead", {}, head), element("tbody", {}, ...body)));
}

// --- a number ---

function explained(matrix, i, j) {  // as the sum that made it: the largest terms, and what the others add up to
  const e = matrix.entry?.(i, j), name = [matrix.rows[i], matrix.columns[j]].filter(Boolean).join(", "),
    { all } = at.open;
  const text = element("b", {}, element("i", {}, ...marked(matrix.symbol)),
    ` [${name}] = ${rounded(matrix.number(i, j))}`);
  if (!e?.kind) return [text];
  const short = brief(e), more = () => { at.open.all = !all; does.draw(); };
  const toggle = button(all ? "largest terms" : "all terms", "terms", more);
  return [text, ` = ${written(all ? e : short)} `, ...(written(short) === written(e) ? [] : [toggle])];
}

function brief(e, most = MOST_TERMS) {
  if (!e?.kind) return e;
  const whole = e.kind !== "sum" || e.parts.length <= most + 1;
  if (whole) return { kind: e.kind, parts: e.parts.map((part) => brief(part, most)) };
  const ranked = [...e.parts].sort((a, b) => Math.abs(value(b)) - Math.abs(value(a))), others = ranked.slice(most);
  const rest = { kind: `${others.length} others `, parts: [others.reduce((total, part) => total + value(part), 0)] };
  return { kind: "sum", parts: [...ranked.slice(0, most).map((part) => brief(part, most)), rest] };
}

function turn(matrix, forward, i, j) {  // from an array to its gradient, and back
  const backward = matrix === forward, { head } = at.open;
  return button(backward ? "backward: the gradient of the loss" : "forward: the array", "turn",
    (event) => open(backward ? forward.grad.name : forward.name, head, event, { i, j }));
}

function checked({ gradientOf }, i, j) {
  const { run } = shown, { above, below, h, slope } = finite_difference(run, run.parameters, run.source, gradientOf,
    i, j);
  const difference = `${rounded(above, 10)} \u2212 ${rounded(below, 10)}`;
  const quotient = `(${difference}) / ${(2 * h).toFixed(5)} = ${rounded(slope, 6)}`;
  const backward = rounded(gradientOf.grad.number(i, j), 6);
  const how = `Finite difference, by two forwards with this number \u00b1 ${h.toFixed(5)}`;
  return `${how}: ${quotient}. Backward: ${backward}.`;
}

// --- what one can change where it is ---

function switches({ name, columns }, i, j) {
  const { change } = shown.run?.model ?? {}, residual = name.replace(/\.sum$/, ""),
    [, part, head] = /^(.*)\.weights\.(\d+)$/.exec(name) ?? [];
  if (!change || !(part || residual !== name)) return [];
  const switched = (which, title) => {
    const off = change.off.includes(which), without = change.off.filter((each) => each !== which);
    return button(`switch ${title} ${off ? "on" : "off"}`, "switch",
      () => does.apply({ off: off ? without : [...change.off, which] }));
  };
  if (!part) return [switched(residual, "this connection")];
  const own = `${part}.head.${head}`, row = `${own}.row.${i}`;
  const set = (text, key) => button(text, `set-${text}`, () => {
    const { [row]: _, ...others } = change.rows;
    does.apply({ rows: key === undefined ? others : { ...others, [row]: key } });
  });
  return [switched(own, `head ${Number(head) + 1}`), " this row: ", set(`all weight on ${columns[j]}`, j), " ",
    set("the same for all", "all"), " ",
    ...(rowOf(change, part, head, i) === undefined || isOff(change, part, head) ? []
      : [set("as the model has it"), " "])];
}
