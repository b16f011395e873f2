// The wires that connect the parts of the drawing.

import { headOf } from "./boxes.js";
import { element, whatIs } from "./draw.js";
import { WEAK } from "./paint.js";
import { at, isWide, rowHeight, upto, shown, switchedOff } from "./state.js";

let page = null;  // where the wires are in the window: over both towers, with which they move

function place(node) {  // of a node, in the coordinates of the wires
  if (!node) return null;
  const r = node.getBoundingClientRect(), [left, right, top, bottom] = [r.left - page.left, r.right - page.left,
    r.top - page.top, r.bottom - page.top];
  return { left, right, top, bottom, x: (left + right) / 2, y: (top + bottom) / 2 };
}

const id = (name) => place(whatIs(name));
const of = (name) => place(document.querySelector(`[data-name="${CSS.escape(name)}"] canvas`));

function path(kind, d, more) {
  whatIs("wires").append(element("path", { class: kind, d, ...more }));
}

function wire(kind, part, ...points) {  // through these points, with a tip at its end
  const [[x0, y0], [x, y]] = points.slice(-2), [right, down] = [Math.sign(x - x0), Math.sign(y - y0)];
  const way = `M${[...points.slice(0, -1), [x - 3 * right, y - 3 * down]].join("L")}`;
  path(kind, way);
  if (at.scene?.flows === part) path(`${kind} bead`, way);  // the values move
  const turn = right ? -90 * right : down < 0 ? 180 : 0;
  path(`tip ${kind}`, "M-5 -7L0 0L5 -7Z", { transform: `translate(${x} ${y}) rotate(${turn})` });
}

export function wires() {
  const svg = whatIs("wires");
  page = svg.getBoundingClientRect();
  svg.replaceChildren();
  if (!shown.arrays) return;
  svg.setAttribute("width", page.width);
  svg.setAttribute("height", page.height);
  const e = `encoder.${at.layer.encoder}`, d = `decoder.${at.layer.decoder}`;
  const stream = shown.run.model.config.norm === "pre" ? "sum" : "norm";
  const input = (side, layer, x) => (layer ? `${side}.${layer - 1}.feed_forward_residual.${stream}` : x);
  sublayer(input("encoder", at.layer.encoder, "source.x"), ["e0", "e1", "e2"], "e-plus1", `${e}.self_attention`,
    `${e}.attention_residual`);
  sublayer(input("decoder", at.layer.decoder, "target.x"), ["d0", "d1", "d2"], "d-plus1", `${d}.self_attention`,
    `${d}.self_residual`);
  sublayer(`${d}.self_residual.${stream}`, ["d2", "d2", "d3"], "d-plus2", `${d}.cross_attention`,
    `${d}.cross_residual`);
  over(`${e}.attention_residual.${stream}`, "e-plus2", "e2", `${e}.feed_forward_residual`);
  over(`${d}.cross_residual.${stream}`, "d-plus3", "d3", `${d}.feed_forward_residual`);
  const e1 = id("e1"), turned = `translate(${e1.left - 15} ${e1.y}) rotate(-90)`;
  if (isWide()) svg.append(element("text", { class: "stream", transform: turned, "text-anchor": "middle" },
    "residual stream"));
  if (isWide()) crossing();
  feed();
}

function sublayer(input, [above, own, below], plus, name, residual) {  // into it, around it, and out of it
  const [a, b] = [above, own].map(id), { x, bottom } = of(input), join = id(plus), { x: out } = of(`${name}.output`);
  const within = above === own, y = within ? bottom + 8 : (a.bottom + b.top) / 2, side = a.left - 10;
  if (!within) wire("stream", own, [x, a.bottom], [x, b.top - 1]);
  const around = [[x, within ? bottom : y], [x, y], [side, y], [side, join.y], [join.left - 1, join.y]];
  if (!switchedOff(residual)) wire("stream", below, ...around);
  wire("inner", below, [out, b.bottom], [out, join.y], [join.right + 1, join.y]);
  wire("stream", null, [join.x, join.bottom], [join.x, join.bottom + 9]);
}

function over(input, plus, part, residual) {  // the residual connection around feed-forward, within its panel
  const a = of(input), b = id(plus), y = a.bottom + 7;
  if (switchedOff(residual) || Math.abs(a.top - b.top) > a.bottom - a.top) return;  // or they stand in two rows
  wire("stream", part, [a.x, a.bottom - 2], [a.x, y], [b.x, y], [b.x, b.bottom + 1]);
}

function crossing() {  // from the values of the encoder's pieces to the words of the decoder
  const name = `decoder.${at.layer.decoder}.cross_attention`, row = rowHeight(), { side, i: word } = at.pointed ?? {};
  if (at.scene && at.scene.flows !== "d2") return;
  const from = place([...document.querySelectorAll("#encoder .ends")].at(-1)), to = id("d2"),
    list = place(document.querySelector("#d2 .pieces")), weights = shown.arrays.get(`${name}.weights.${headOf(name)}`);
  const [x0, x1] = [from.right + 3, to.left + 4], middle = (x0 + x1) / 2;
  for (let i = 0; i < upto("decoder"); i++) weights.row(i).forEach((weight, j) => {
    const alone = side && (side === "decoder" ? i : j) === word, strong = alone || i === at.step;
    if (weight < WEAK || (side && !alone)) return;
    const [y0, y1] = [from.top + (j + 0.5) * row, list.top + (i + 0.5) * row];
    path("look", `M${x0} ${y0}C${middle} ${y0} ${middle} ${y1} ${x1} ${y1}`,
      { "stroke-width": 0.6 + 5 * weight, "stroke-opacity": (strong ? 1 : 0.16) * Math.min(1, 0.15 + weight) });
    const far = side === "decoder" ? { x: x0 + 8, y: y0 + 4 } : { x: x1 - 8, y: y1 + 4, "text-anchor": "end" };
    if (alone) whatIs("wires").append(element("text", { class: "look", ...far }, weight.toFixed(2)));
  });
}

function feed() {  // the chosen word becomes the next word that the decoder reads
  const chosen = place(document.querySelector("#next .chosen")), right = id("d3").right + 11,
    next = place(document.querySelectorAll("#d0 .pieces li")[at.step + 1]);
  if (!next || !chosen) return;
  wire("feed", "feed", [chosen.right + 2, chosen.y], [right, chosen.y], [right, next.y], [next.right + 3, next.y]);
}
