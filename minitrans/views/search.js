// The beam: what the search saw, as a tree with a column for each step.

import { element, isolated, nameOf, scroll, visible } from "./draw.js";
import { whyOf } from "./why.js";

const SPACE = 30, STEP = 22;  // the least space between two steps, and between two hypotheses
const ORDER_OF = { finished: 0, kept: 1, pruned: 2 };
const ruler = document.createElement("canvas").getContext("2d");
ruler.font = "bold 14px system-ui, sans-serif";  // as in flow.css, where text is bold

export function beam({ beam: found, hypotheses }) {
  const nodes = found.map(([parent, piece, score, fate]) => ({ parent, piece, score, fate }));
  const [width, height] = arranged(nodes);
  for (let node = nodes[hypotheses[0]?.[2]]; node; node = node.parent) node.best = true;
  const lines = nodes.filter(({ parent }) => parent).sort((a, b) => (a.best ?? 0) - (b.best ?? 0));  // the best on top
  const svg = element("svg", { width, height, role: "group", "aria-label": "The hypotheses of each step, as a tree" },
    ...lines.map(edge), ...nodes.map(word));
  const item = ([score, text]) => element("li", {}, element("bdi", {}, visible(text)), " ",
    element("span", { class: "faint" }, score.toFixed(3)));
  return element("section", { id: "beam" },
    element("h2", {}, "The search ", element("small", {},
      "a column for each step, with the log probability so far; thick: the translation; grey: dropped")),
    whyOf("beam"), scroll("The beam", svg),
    element("p", { class: "faint" }, "The finished hypotheses, with log probability / length penalty (0 is best):"),
    element("ol", {}, ...hypotheses.map(item)));
}

function arranged(nodes) {  // each node gets its place, the best of a step at its top -> width and height of all
  const steps = [];
  for (const node of nodes) {
    node.parent = nodes[node.parent];
    node.step = node.parent ? node.parent.step + 1 : 0;
    node.text = `${isolated(nameOf(node.piece))} ${node.score.toFixed(2)}`;
    (steps[node.step] ??= []).push(node);
  }
  let x = 10;
  for (const column of steps) {
    column.sort((a, b) => ORDER_OF[a.fate] - ORDER_OF[b.fate] || b.score - a.score);
    column.forEach((node, row) => Object.assign(node, { x, y: STEP * (row + 1),
      right: x + ruler.measureText(node.text).width }));
    const end = Math.max(...column.map(({ right }) => right));
    for (const node of column) node.end = end;
    x = end + SPACE;
  }
  return [x, STEP * (1 + Math.max(...steps.map(({ length }) => length)))];
}

function edge({ parent, x, y, fate, best }) {
  const [start, middle, from, to] = [parent.end + 4, (parent.end + 4 + x) / 2, parent.y - 5, y - 5];
  return element("path", { class: `edge ${fate}${best ? " best" : ""}`,
    d: `M${parent.right + 4} ${from}H${start}C${middle} ${from},${middle} ${to},${x - 4} ${to}` });
}

function word(node) {
  let text = "";
  for (let each = node; each; each = each.parent) text = each.piece.replace("</s>", "\u2581</s>") + text;
  const story = `${isolated(visible(text.replaceAll("\u2581", " ")))}: ${node.score.toFixed(3)}, ${node.fate}`;
  return element("text", { x: node.x, y: node.y, class: `${node.fate}${node.best ? " best" : ""}`, role: "img",
    "aria-label": story }, element("title", {}, story), node.text);
}
