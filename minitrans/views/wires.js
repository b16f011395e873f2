// Wires: what goes from one part of the drawing to another.

import { headOf } from "./boxes.js";
import { element, whatIs } from "./draw.js";
import { at, isWide, ORDER, rowHeight, shown, switchedOff, upto } from "./state.js";

let page = null;  // where the drawing lies in the window

function place(node) {  // of a node within the drawing
  if (!node) return null;
  const r = node.getBoundingClientRect(), [left, right, top, bottom] = [r.left - page.left, r.right - page.left,
    r.top - page.top, r.bottom - page.top];
  return { left, right, top, bottom, x: (left + right) / 2, y: (top + bottom) / 2 };
}

const id = (name) => place(whatIs(name));
const of = (name) => place(document.querySelector(`[data-name="${CSS.escape(name)}"] canvas`));

function path(kind, d, part, more = {}) {
  const flowing = at.playing && part && ORDER[part] === at.part ? " flowing" : "";
  whatIs("wires").append(element("path", { class: `${kind}${flowing}`, d, ...more }));
}

function arrow(x, y, kind = "stream", turn = 0) {
  whatIs("wires").append(element("path", { class: `tip ${kind}`, d: "M-5 -7L0 0L5 -7Z",
    transform: `translate(${x} ${y}) rotate(${turn})` }));
}

export function wires() {
  page = whatIs("drawing").getBoundingClientRect();
  const svg = whatIs("wires");
  svg.replaceChildren();
  if (!shown.arrays) return;
  svg.setAttribute("width", page.width);
  svg.setAttribute("height", page.height);
  if (shown.run) {
    const e = `encoder.${at.layer.encoder}`, d = `decoder.${at.layer.decoder}`,
      [y, d2] = [of(`${d}.self_residual.${stream()}`), id("d2")];
    tower(["e0", "e1", "e2"], inputOf("encoder"), "e-plus1", `${e}.self_attention.output`,
      switchedOff(`${e}.attention_residual`));
    tower(["d0", "d1", "d2"], inputOf("decoder"), "d-plus1", `${d}.self_attention.output`, switchedOff(`${d}.self_residual`));
    if (!switchedOff(`${d}.cross_residual`)) around(y.x, y.bottom, y.bottom + 8, d2.left - 10, id("d-plus2"), "d3");
    added(`${d}.cross_attention.output`, d2, id("d-plus2"), "d3");
    for (const each of ["e-plus1", "d-plus1", "d-plus2"].map(id)) {
      path("stream", `M${each.x} ${each.bottom}v6`);
      arrow(each.x, each.bottom + 9);
    }
    over(`${e}.attention_residual`, "e-plus2", "e2", switchedOff(`${e}.feed_forward_residual`));
    over(`${d}.cross_residual`, "d-plus3", "d3", switchedOff(`${d}.feed_forward_residual`));
    const e1 = id("e1"), turned = `translate(${e1.left - 15} ${e1.y}) rotate(-90)`;
    if (isWide()) svg.append(element("text", { transform: turned, "text-anchor": "middle" }, "residual stream"));
  }
  if (isWide()) crossing();
  feed();
}

const stream = () => (shown.run.model.config.norm === "pre" ? "sum" : "norm");
function inputOf(side) {
  const layer = at.layer[side], own = side === "encoder" ? "source.x" : "target.x";
  return layer ? `${side}.${layer - 1}.feed_forward_residual.${stream()}` : own;
}

function tower([above, own, below], input, plus, output, off) {  // into the sub-layer, around it, and out of it
  const [a, b] = [above, own].map(id), { x } = of(input), join = id(plus), gap = (a.bottom + b.top) / 2;
  path("stream", `M${x} ${a.bottom}V${b.top - 4}`, own);
  arrow(x, b.top - 1);
  if (!off) around(x, gap, gap, a.left - 10, join, below);
  added(output, b, join, below);
}

function around(x, from, y, margin, join, part) {  // the residual connection, to the left of a panel
  path("stream", `M${x} ${from}V${y}H${margin + 8}Q${margin} ${y} ${margin} ${y + 8}V${join.y - 8}` +
    `Q${margin} ${join.y} ${margin + 8} ${join.y}H${join.left - 3}`, part);
  arrow(join.left - 1, join.y, "stream", -90);
}

function added(output, panel, join, part) {  // what the sub-layer adds
  const { x } = of(output);
  path("inner", `M${x} ${panel.bottom}V${join.y - 6}Q${x} ${join.y} ${x - 6} ${join.y}H${join.right + 4}`, part);
  arrow(join.right + 1, join.y, "inner", 90);
}

function over(residual, plus, part, off) {  // the residual connection around feed-forward, within its panel
  const a = of(`${residual}.${stream()}`), b = id(plus), y = a.bottom + 7;
  if (off || Math.abs(a.top - b.top) > a.bottom - a.top) return;  // on a narrow screen they stand in two rows
  path("stream", `M${a.x} ${a.bottom - 2}V${y - 5}Q${a.x} ${y} ${a.x + 5} ${y}H${b.x - 5}` +
    `Q${b.x} ${y} ${b.x} ${y - 5}V${b.bottom + 4}`, part);
  arrow(b.x, b.bottom + 1, "stream", 180);
}

function crossing() {  // from the values of the encoder's pieces to the words of the decoder
  const name = `decoder.${at.layer.decoder}.cross_attention`, from = of(`${name}.value`) ?? id("e1"), to = id("d2"),
    row = rowHeight();
  const list = place(document.querySelector("#d2 .pieces")),
    start = of(`${name}.value`) ? from.top : place(document.querySelector("#e1 .pieces")).top;
  const x = [from.right + 3, to.left + 4], middle = (x[0] + x[1]) / 2,
    weights = shown.arrays.get(`${name}.weights.${headOf(name)}`);
  for (let i = 0; i < upto("decoder", "d2"); i++) weights.row(i).forEach((weight, j) => {
    if (weight < 0.02) return;
    const y = [start + (j + 0.5) * row, list.top + (i + 0.5) * row],
      opacity = (i === at.step ? 1 : 0.16) * Math.min(1, 0.15 + weight);
    path("look", `M${x[0]} ${y[0]}C${middle} ${y[0]} ${middle} ${y[1]} ${x[1]} ${y[1]}`, null,
      { "stroke-width": 0.6 + 5 * weight, "stroke-opacity": opacity });
  });
}

function feed() {  // the chosen word becomes the next word that the decoder reads
  const chosen = place(document.querySelector("#next .chosen")),
    next = place(document.querySelectorAll("#d0 .pieces li")[at.step + 1]);
  if (!next || !chosen) return;
  const right = id("d3").right + 11;
  path("feed", `M${chosen.right + 2} ${chosen.y}H${right - 8}Q${right} ${chosen.y} ${right} ${chosen.y - 8}` +
    `V${next.y + 8}Q${right} ${next.y} ${right - 8} ${next.y}H${next.right + 8}`, "d3");
  arrow(next.right + 3, next.y, "feed", 90);
}
