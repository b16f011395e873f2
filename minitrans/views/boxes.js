// The drawing as one table: the panels of both towers, and the boxes in each.  A box appears if its array exists.

import { button, classes, element } from "./draw.js";
import { open } from "./inspector.js";
import { arcs, glance, grid, pointTo, strips } from "./paint.js";
import { at, does, upto, shown, switchedOff } from "./state.js";
import { whyOf } from "./why.js";

const DRAWN = { strips, grid, arcs }, TOP = 5;  // next words
const BREAK = { kind: "break" }, AGAIN = { kind: "again" };  // of the row, on a narrow screen; then the names again
const ENDS = { kind: "ends" };  // the names at the ends of lines
const sign = (text) => ({ kind: "sign", text }), plus = (id, residual) => ({ kind: "plus", id, residual });
const strip = (name, symbol, caption, more) => ({ kind: "strips", name, symbol, caption, ...more });

export const headOf = (name) => at.head[name] ?? 0;

function attentionBoxes(name, cross = false) {
  const head = headOf(name), [S, A] = ["scores", "weights"].map((kind) => `${name}.${kind}.${head}`);
  const values = strip(`${name}.value`, "V", "value", { head }),
    weights = { name: A, symbol: "A", caption: "softmax", head };
  return [
    strip(`${name}.query`, "Q", "query", { head }), ...(cross ? [] : [strip(`${name}.key`, "K", "key", { head })]),
    { kind: "grid", name: S, symbol: "S", caption: "scores", head },
    ...(cross ? [AGAIN, { kind: "grid", ...weights, share: true }]
      : [BREAK, values, ENDS, { kind: "arcs", ...weights }, ENDS]),
    strip(`${name}.mixed`, "H", "heads"), strip(`${name}.output`, "O", "output"),
  ];
}

export function tableOf({ norm, activation, positions }) {  // -> [[id, title, what it does, boxes, more], ...]
  // more: {attention: the name of what has heads, note}
  const pre = norm === "pre", [e, d] = [at.layer.encoder, at.layer.decoder], [E, D] = [`encoder.${e}`, `decoder.${d}`];
  const self = [`${E}.self_attention`, `${D}.self_attention`], cross = `${D}.cross_attention`, k = headOf(cross);
  const roomy = { wide: innerWidth < 700 ? 1.15 : 1.7 }, wider = { wide: 1.3 };
  const stream = (residual, symbol, caption = pre ? "sum" : "norm", more = {}) => (
    strip(`${residual}.${pre ? "sum" : "norm"}`, symbol, caption, more));
  const normed = (residual) => (pre ? [strip(`${residual}.norm`, "N", "norm")] : []);  // what the sub-layer reads
  const before = (side, layer, symbol) => (layer ? [sign("\u22ef"),
    stream(`${side}.${layer - 1}.feed_forward_residual`, symbol, `layer ${layer}`, roomy)] : []);
  const embedded = (side, symbol) => [
    strip(`${side}.lookup`, "E", "embedding", roomy), sign("+"),
    strip(positions === "learned" ? "positions" : `${side}.positions`, "P", "position", roomy), sign("="),
    strip(`${side}.x`, symbol, "sum", roomy),
  ];
  const feedForward = (tower, read, symbol, [before, after]) => [
    plus(before, `${tower}.${read}`), stream(`${tower}.${read}`, symbol), ...normed(`${tower}.feed_forward_residual`),
    strip(`${tower}.feed_forward.hidden`, "G", activation === "relu" ? "ReLU" : activation, { wide: 2 }),
    plus(after, `${tower}.feed_forward_residual`), AGAIN,
  ];
  const end = (side, layer, symbol, name, caption) => {  // what the layer makes, and what the tower does
    const layers = shown.layers[side], whole = `${side}.${layers - 1}.feed_forward_residual`, more = layer < layers - 1;
    const next = more ? `layer ${layer + 2}` : "norm";
    const own = stream(`${side}.${layer}.feed_forward_residual`, symbol, `\u2192 ${next}`, wider);
    const last = pre ? strip(`${side}_norm.norm`, name, caption, wider) : stream(whole, name, caption, wider);
    return [...(more || pre ? [own] : []), ...(more ? [sign("\u22ef")] : []), last];
  };
  const lent = { head: k, lent: true };
  return [
    ["e0", "Encoder: the pieces, and where they stand", "",
      [...embedded("source", "X"), ...before("encoder", e, "X\u2033")]],
    ["e1", "Self-attention", "each piece looks at all",
      [...normed(`${E}.attention_residual`), ...attentionBoxes(self[0])], { attention: self[0], layers: "encoder" }],
    ["e2", "Feed-forward", "each piece by itself", [
      ...feedForward(E, "attention_residual", "X\u2032", ["e-plus1", "e-plus2"]),
      ...end("encoder", e, "X\u2033", "M", "memory"),
      strip(`${cross}.key`, "K", "key", lent), strip(`${cross}.value`, "V", "value", lent),
      ENDS,
    ], { note: `for the decoder, layer ${d + 1}, head ${k + 1}` }],
    ["d0", "Decoder: the words so far", "", [...embedded("target", "Y"), ...before("decoder", d, "Y\u2034")]],
    ["d1", "Masked self-attention", "each word looks back",
      [...normed(`${D}.self_residual`), ...attentionBoxes(self[1])], { attention: self[1], layers: "decoder" }],
    ["d2", "Attention to the encoder", "each word looks at the pieces", [
      plus("d-plus1", `${D}.self_residual`), stream(`${D}.self_residual`, "Y\u2032"),
      ...normed(`${D}.cross_residual`), ...attentionBoxes(cross, true),
    ], { attention: cross }],
    ["d3", "Feed-forward", "each word by itself; then the next word", [
      ...feedForward(D, "cross_residual", "Y\u2033", ["d-plus2", "d-plus3"]),
      ...end("decoder", d, "Y\u2034", "Y\u2034", "output"), { kind: "next" },
    ]],
  ];
}

function change(how) {  // call how(), then redraw
  how();
  does.draw();
}

export function panelOf([id, title, said, specs, { attention, layers, note } = {}]) {  // -> a section
  const side = id.startsWith("e") ? "encoder" : "decoder", own = [];
  for (const spec of specs) {
    if (["again", "break"].includes(spec.kind)) own.push(element("span", { class: "break" }));
    if (["again", "ends"].includes(spec.kind)) own.push(pieces(side, spec.kind));
    else if (spec.kind === "sign") own.push(element("span", { class: "sign", "aria-hidden": "true" }, spec.text));
    else if (spec.kind === "next") own.push(nextWords());
    else if (spec.kind === "plus") own.push(plusOf(spec));
    else if (spec.kind !== "break") own.push(DRAWN[spec.kind]({ ...spec, side }));
  }
  const beside = [attention && headsOf(attention, upto(side)), layers && layersOf(layers),
    note && element("span", { class: "reads" }, note)].filter(Boolean);
  const fill = () => change(() => { at.large = at.large === id ? null : id; });
  const large = button("\u2922", `large-${id}`, fill, { title: "fill the screen (double click)",
    "aria-label": `${title}: fill the screen`, "aria-pressed": String(at.large === id) });
  const names = pieces(side);
  if (id === "d0") names.append(element("li"));  // for the word that comes back
  return element("section", { id, class: `panel${at.large === id ? " large" : ""}`, "aria-label": title },
    element("div", { class: "title" }, element("h2", {}, title, " ", element("small", {}, said)), ...beside,
      large, whyOf(id)),
    element("div", { class: "row" }, names, ...own));
}

function plusOf({ id, residual }) {  // the residual connection
  const name = `${residual}.sum`, off = switchedOff(residual);
  const state = { plus: true, top: id.endsWith("1") || id === "d-plus2", open: at.open?.name === name, off };
  const label = `residual sum${off ? ", whose connection is off" : ""}: open its numbers`;
  return button(element("span", {}, off ? "\u00d7" : "+"), name, (event) => open(name, undefined, event),
    { id, class: classes(state), "aria-label": label });
}

function pieces(side, kind = "") {  // the names of the rows; again, and at the ends of lines, for the eye alone
  const same = (word, i) => word?.side === side && word.i === i;
  const item = (name, i) => {
    const word = { side, i }, chosen = same(at.picked, i), now = side === "decoder" && i === at.step;
    const state = { now, picked: chosen || (at.scene && same(at.pointed, i)), within: name.startsWith("\u00b7") };
    const pick = () => change(() => { at.pointed = at.picked = chosen ? null : word; });
    return element("li", { class: classes(state), dir: "auto", onpointerenter: () => pointTo(word) }, kind ? name
      : button(name, `piece-${side}-${i}`, pick, { "aria-pressed": String(chosen),
        title: `${name}: show its lines alone` }));
  };
  const names = (side === "encoder" ? shown.source : shown.target).slice(0, upto(side));
  return element("ol", { class: `pieces ${side} ${kind}`, "aria-hidden": Boolean(kind) && "true",
    onpointerleave: () => pointTo(at.picked) }, ...names.map(item));
}

function tabs(text, label, length, tab) {
  return element("span", { class: "tabs", role: "group", "aria-label": label }, text,
    ...Array.from({ length }, (_, i) => tab(i)));
}

function layersOf(side) {
  return tabs("layer", `${side} layer`, shown.layers[side], (i) => button(String(i + 1), `layer-${side}-${i}`,
    () => change(() => { at.layer[side] = i; }), { class: "tab", "aria-pressed": String(i === at.layer[side]) }));
}

function headsOf(name, rows) {  // all heads at a glance, one of them chosen
  return tabs("head", "head", shown.heads, (h) => {
    const off = switchedOff(name, h), label = `head ${h + 1}${off ? ", switched off" : ""}`,
      pressed = String(h === headOf(name));
    return button(glance(`${name}.weights.${h}`, rows), `${name}-head-${h}`, () => change(() => { at.head[name] = h; }),
      { class: `tab glance${off ? " off" : ""}`, "aria-label": label, title: label, "aria-pressed": pressed });
  });
}

function choose(id) {  // another next word; the translation goes on from there
  const prefix = [...shown.run.best.ids.slice(0, at.step), id];
  at.step += 1;
  does.apply({ prefix });
}

function nextWords() {  // the most probable next words of this step; one may choose another
  const best = shown.likely(at.step).filter(({ chosen }, i) => i < TOP || chosen);
  const words = best.map(({ name, p, id, chosen }, i) => {
    const bar = element("span", { class: "bar" });
    bar.style.width = `${100 * p}%`;
    return button([bar, element("bdi", {}, name), element("span", {}, p.toFixed(3))], `next-${i}`, () => choose(id),
      { title: name, class: `word${chosen ? " chosen" : ""}`, disabled: id === undefined });
  });
  const caption = [element("i", {}, "z"), element("small", {}, "logits, softmax")];
  const cap = button(caption, "logits", (event) => open("logits", undefined, event),
    { class: `cap${at.open?.name === "logits" ? " open" : ""}`, "data-name": "logits", "aria-label": "logits: open" });
  return element("div", { id: "next" }, cap, ...words);
}
