"use strict";

// The page: a column with the boxes of Figure 1, and one array with all that it is made of.  The address after # says
// which: NAME/i/j, where d:NAME is a gradient.

const PAUSE = 150;  // milliseconds that one stays at a number before its finite difference is computed
const model = JSON.parse(whatIs("model").textContent);
let pair = model.pairs[0], all = null;  // all: the matrices of this pair by their names
let shown = null, before = null, after = null;  // the matrix that one sees, its neighbours in the list
let pinned = null, timer = null;  // pinned: the entry that has the focus, {of, i, j}
let cells = new Map();  // of each matrix that is drawn: its cells [i][j]

const found = (name) => (name.startsWith("d:") ? all.get(name.slice(2))?.grad : all.get(name));
const listed = (backwards) => (backwards ? [...all.values()].filter(({ grad }) => grad).map(({ grad }) => grad).reverse() : [...all.values()].filter(({ entry }) => entry));
const boxOf = (matrix) => (matrix.gradientOf ?? matrix).box;

function marked(formula) {  // -> nodes: W^Q_ij with its superscript and its index
  return formula.split(/([_^](?:\([^)]*\)|[\p{L}\d]+))/u).map((part, i) => (i % 2 ? element(part[0] === "_" ? "sub" : "sup", {}, part.slice(1)) : part));
}

// --- where one is ---

function go(matrix, i = 0, j = 0) {
  const address = `#${matrix.name}/${i}/${j}`;
  if (location.hash === address) follow();
  else location.hash = address;
}

function follow() {  // what the address names; else the first array
  const [name, i, j] = location.hash.slice(1).split("/"), named = found(name);
  show(named?.entry ? named : all.get("source"), parseInt(i, 10) || 0, parseInt(j, 10) || 0);
}

function show(matrix, i, j) {
  shown = matrix;
  const backwards = Boolean(matrix.gradientOf), order = listed(backwards);
  [before, after] = [-1, 1].map((step) => order[order.indexOf(matrix) + step]);
  whatIs("backwards").checked = backwards;
  showBoxes(order);
  const step = (other, text) => (other ? [element("button", { type: "button", onclick: () => go(other) }, ...text(marked(other.title)))] : []);
  const sources = matrix.rows.flatMap((_, r) => matrix.columns.flatMap((_, c) => entries(matrix.entry(r, c)).map(({ of }) => of)));
  cells = new Map();
  whatIs("step").replaceChildren(
    element("h2", {}, `${boxOf(matrix)}: `, matrix.title),
    ...explanation(matrix),
    element("div", { id: "tables", onpointerleave: () => point(pinned) }, ...[...new Set([matrix, ...sources])].map(table)),
    element("p", { class: "controls" }, ...step(before, (name) => ["\u2190 ", ...name]), ...step(after, (name) => [...name, " \u2192"])));
  [i, j] = [[i, matrix.rows], [j, matrix.columns]].map(([place, names]) => Math.max(0, Math.min(place, names.length - 1)));
  pinned = matrix.at(i, j);
  rove(cells.get(matrix), i, j);
  if (location.hash && !document.activeElement.closest("header")) cells.get(matrix)[i][j].focus();  // a control keeps it
  point(pinned);
}

function showBoxes(order) {
  const boxes = [...new Set(order.map(boxOf))];
  whatIs("boxes").replaceChildren(...boxes.map((box) => element("details", { name: "box", open: box === boxOf(shown) }, element("summary", {}, box),
    ...order.filter((each) => boxOf(each) === box).map((each) => element("button", { type: "button", "aria-current": each === shown && "step", onclick: () => go(each) }, element("i", {}, ...marked(each.symbol)), ` ${(each.gradientOf ?? each).title}`)))));
  const current = whatIs("boxes").querySelector("[aria-current]");
  whatIs("boxes").scrollTop = current.offsetTop - whatIs("boxes").offsetTop - 60;
}

// --- one array, and what it is made of ---

function explanation(matrix) {
  const line = (...parts) => element("p", {}, ...parts), forward = matrix.gradientOf ?? matrix;
  const formula = (text) => element("p", { class: "formula" }, ...marked(text));
  if (matrix === forward) {
    const { file, formula: of } = forward.operation;
    return [formula(of(forward.symbol, ...forward.operands.map(({ symbol }) => symbol))), element("p", { class: "faint" }, `As in minitrans/${file}`)];
  }
  if (!forward.users.length) return [formula(`d${forward.symbol} = 1`), line("The gradient of the loss with respect to itself. From here it goes back.")];
  const users = forward.users.filter(([user]) => user.grad);
  const terms = users.map(([user, { formula: of }]) => of(`d${user.symbol}`, ...user.operands.map(({ symbol }) => symbol), user.symbol));
  const left = forward.rows.length > 1 ? (forward.columns.length > 1 ? "_ij" : "_i") : forward.columns.length > 1 ? "_j" : "";
  const ways = users.length > 1 ? [line(`${users.length} arrays are made of it, so its gradient is the sum of ${users.length} terms.`)] : [];
  const whys = new Map(users.map(([user, { why }]) => [why, user]));
  return [formula(`d${forward.symbol}${left} = ${terms.join(" + ")}`), ...ways,
    ...[...whys].map(([why, user]) => line(...marked(why), element("span", { class: "faint" }, ` minitrans/${user.operation.file}`)))];
}

function table(matrix) {
  const most = Math.max(...matrix.data.flat().filter(Number.isFinite).map(Math.abs)) || 1;
  const rows = matrix.data.map((row, i) => row.map((number, j) => {
    const cell = element("td", { role: "gridcell", tabindex: -1, onfocus: () => point(pinned = matrix.at(i, j)), onpointerenter: () => point(matrix.at(i, j)), ondblclick: () => enter(matrix.at(i, j)) }, rounded(number, 2));
    cell.style.setProperty("--weight", `${Number.isFinite(number) ? 45 * Math.abs(number) / most : 0}%`);
    cell.style.setProperty("--sign", `var(--${number < 0 ? "negative" : "mark"})`);
    cell.addEventListener("keydown", (event) => pressed(event, matrix, i, j));
    return cell;
  }));
  cells.set(matrix, rows);
  rove(rows, 0, 0);
  return element("figure", {}, element("div", { class: "scroll" }, element("table", { class: matrix.columns.length > 16 ? "grid wide" : "grid", role: "grid", "aria-label": matrix.title },
    element("caption", {}, element("i", {}, ...marked(matrix.symbol)), `  ${matrix.title}`),
    element("thead", {}, element("tr", { role: "row" }, element("td", { role: "gridcell" }), ...matrix.columns.map((name) => element("th", { scope: "col", role: "columnheader" }, name)))),
    element("tbody", {}, ...rows.map((row, i) => element("tr", { role: "row" }, element("th", { scope: "row", role: "rowheader" }, matrix.rows[i]), ...row))))));
}

// --- pointing at a number ---

function pressed(event, matrix, i, j) {
  const rows = cells.get(matrix), moves = { ArrowUp: [i - 1, j], ArrowDown: [i + 1, j], ArrowLeft: [i, j - 1], ArrowRight: [i, j + 1], Home: [i, 0], End: [i, rows[i].length - 1] };
  const goes = { Enter: () => enter(matrix.at(i, j)), PageUp: () => before && go(before), PageDown: () => after && go(after) };
  if (!moves[event.key] && !goes[event.key]) return;
  event.preventDefault();  // the page does not scroll
  if (goes[event.key]) return void goes[event.key]();
  const [row, column] = moves[event.key];
  if (!rows[row]?.[column]) return;
  rove(rows, row, column);
  rows[row][column].focus();
}

function rove(rows, i, j) {  // Tab reaches one cell of a table
  rows.flat().forEach((cell) => cell.setAttribute("tabindex", -1));
  rows[i][j].setAttribute("tabindex", 0);
}

function enter({ of, i, j }) {  // go to the array of this number
  if (of.entry && of !== shown) go(of, i, j);
}

function point({ of, i, j }) {
  for (const cell of document.querySelectorAll(".lit, .at")) cell.classList.remove("lit", "at");
  const e = of.entry?.(i, j);
  for (const part of e ? entries(e) : []) cells.get(part.of)?.[part.i][part.j].classList.add("lit");
  cells.get(of)[i][j].classList.add("at");
  const name = [of.title, of.rows[i], of.columns[j]].filter(Boolean).join(", ");
  whatIs("sum").textContent = `${name}: ${rounded(of.data[i][j])}${e === undefined ? ", a weight, as training left it" : ` = ${written(e)}`}`;
  whatIs("made").hidden = !of.entry || of === shown;
  whatIs("made").replaceChildren(`Where it is made: ${of.title}`);
  whatIs("made").onclick = () => enter({ of, i, j });
  whatIs("check").textContent = "";
  clearTimeout(timer);
  if (of.gradientOf) timer = setTimeout(() => check(of, i, j), PAUSE);
}

function check({ gradientOf, data }, i, j) {
  const { above, below, h, slope } = finite_difference(model, pair, gradientOf, i, j);
  const quotient = `(${rounded(above, 10)} \u2212 ${rounded(below, 10)}) / ${(2 * h).toFixed(5)} = ${rounded(slope, 6)}`;
  whatIs("check").textContent = `Finite difference, by two forwards with this number of ${gradientOf.title} \u00b1 ${h.toFixed(5)}: ${quotient}. Backward: ${rounded(data[i][j], 6)}.`;
}

function choose(number) {
  pair = model.pairs[number];
  all = numbersOf(model, pair);
  follow();
}

const text = (ids) => ids.map((id) => model.vocabulary[id]).join(" ");
const count = Object.values(model.weights).flat(2).length;
whatIs("about").textContent = `A Transformer of ${count.toLocaleString("en")} weights, trained on the ${model.pairs.length} sentences below. The page computes each number here and now. Point at one to see what made it, with the mouse, a finger or the arrow keys; Enter goes to where it was made, Page Down to the next array.`;
whatIs("pair").append(...model.pairs.map(({ source, target }, i) => element("option", { value: i }, `${text(source)} \u2192 ${text(target)}`)));
whatIs("pair").addEventListener("change", () => choose(whatIs("pair").value));
whatIs("backwards").addEventListener("change", () => {
  const { i, j } = pinned, forward = shown.gradientOf ?? shown;
  if (!shown.gradientOf) go(forward.grad ?? all.get("loss").grad, i, j);
  else if (forward.entry) go(forward, i, j);
  else go(forward.users[0][0]);
});
window.addEventListener("hashchange", follow);
choose(0);
