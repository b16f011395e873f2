// The beam: what the search saw, as a tree with a column for each step.

import { drawing, element, isolated, nameOf, scroll, visible, widthOf } from "./draw.js";

const SPACE = 30, STEP = 22;  // the least space between two steps, and between two hypotheses
const ORDER_OF = { finished: 0, kept: 1, pruned: 2 };
const HINT = "Point at a word, or move to it with the arrow keys, to read its hypothesis.";

export function beam({ beam: found, hypotheses }) {
  const nodes = found.map(([parent, piece, score, fate]) => ({ parent, name: nameOf(piece), score, fate }));
  const steps = placed(nodes), end = hypotheses[0]?.[2];
  for (let node = nodes[end]; node; node = node.parent) node.best = true;
  const width = Math.max(...nodes.map((node) => node.end)) + SPACE,
    height = STEP * (1 + Math.max(...steps.map(({ length }) => length)));
  const svg = drawing(width, height, "group", "The hypotheses of each step, as a tree");
  svg.append(...nodes.filter((node) => node.parent).sort((a,
    b) => (a.best ?? 0) - (b.best ?? 0)).map((node) => (node.edge = edge(node))));
  for (const node of nodes) {
    const shape = { x: node.x, y: node.y, class: kind(node), role: "img", "aria-label": story(node) };
    svg.append(node.drawn = element("text", shape, node.text));
  }
  const readout = element("p", { class: "readout", role: "status" }), show = pointing(svg, nodes, readout);
  for (const node of nodes) {
    for (const event of ["mouseenter", "focus"]) node.drawn.addEventListener(event, () => show(node));
    for (const event of ["mouseleave", "blur"]) node.drawn.addEventListener(event, () => show(null));
  }
  arrowKeys(steps.map((column) => column.map((node) => node.drawn)));
  show(null);
  const item = ([score, text]) => element("li", {}, element("bdi", {}, visible(text)), " ",
    element("span", { class: "faint" }, score.toFixed(3)));
  return element("section", { id: "beam", "aria-label": "The beam" },
    element("h2", {}, element("span", {}, "The search ", element("small", {},
    "a column for each step, with the log probability so far; thick: the translation; grey: dropped"))),
  scroll("The beam", svg), readout, element("p", { class: "faint" },
    "The finished hypotheses, with the log probability divided by the length penalty:"),
  element("ol", {}, ...hypotheses.map(item)));
}

function placed(nodes) {  // -> the nodes of each step, the best at its top; each node gets its place
  const steps = [];
  for (const node of nodes) {
    node.parent = nodes[node.parent];
    node.step = node.parent ? node.parent.step + 1 : 0;
    (steps[node.step] ??= []).push(node);
  }
  let x = 10;
  for (const column of steps) {
    column.sort((a, b) => ORDER_OF[a.fate] - ORDER_OF[b.fate] || b.score - a.score);
    column.forEach((node, row) => Object.assign(node, { x, y: STEP * (row + 1),
      text: `${isolated(node.name)} ${node.score.toFixed(2)}` }));
    const end = Math.max(...column.map((node) => x + widthOf(node.text)));
    for (const node of column) [node.own, node.end] = [x + widthOf(node.text), end];
    x = end + SPACE;
  }
  return steps;
}

function pointing(svg, nodes, readout) {  // -> show(node): its hypothesis; null: none
  return (node) => {
    for (const each of svg.querySelectorAll(".on")) each.classList.remove("on");
    readout.textContent = node ? story(node) : HINT;
    for (let each = node; each?.edge; each = each.parent) {
      each.edge.classList.add("on");
      svg.insertBefore(each.edge, nodes[0].drawn);  // over the other edges
    }
  };
}

function arrowKeys(columns) {  // lists of nodes, side by side: the arrow keys move the focus; Tab reaches one node
  const nodes = columns.flat();
  nodes.forEach((node, i) => node.setAttribute("tabindex", i ? -1 : 0));
  columns.forEach((column, x) => column.forEach((node, y) => node.addEventListener("keydown", ({ key }) => {
    const beside = (side) => side?.[Math.min(y, side.length - 1)];
    const moves = { ArrowUp: column[y - 1], ArrowDown: column[y + 1], Home: column[0], End: column.at(-1),
      ArrowLeft: beside(columns[x - 1]), ArrowRight: beside(columns[x + 1]) };
    if (!moves[key]) return;
    for (const each of nodes) each.setAttribute("tabindex", each === moves[key] ? 0 : -1);
    moves[key].focus();
  })));
}

function edge(node) {
  const [own, x, from, to] = [node.parent.own + 4, node.parent.end + 4, node.parent.y - 5, node.y - 5],
    middle = (x + node.x) / 2;
  return element("path", { d: `M${own} ${from}H${x}C${middle} ${from},${middle} ${to},${node.x - 4} ${to}`,
    class: kind(node, "edge") });
}

function kind(node, ...more) {
  return [...more, node.fate, ...(node.best ? ["best"] : [])].join(" ");
}

function story(node) {  // a hypothesis in words
  const words = [];
  for (let each = node; each.parent; each = each.parent) words.unshift(isolated(each.name));
  return `${words.join(" ") || "The beginning"}: ${node.score.toFixed(3)}, ${node.fate}`;
}
