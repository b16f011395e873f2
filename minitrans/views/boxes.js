// The drawing as one table: the panels of both towers, and the boxes in each.  A box appears if its array is there.

import { button, classes, element } from "./draw.js";
import { open } from "./inspector.js";
import { arcs, glance, grid, strips } from "./paint.js";
import { at, does, LAST, ORDER, reserved, shown, switchedOff, upto } from "./state.js";

const DRAWN = { strips, grid, arcs }, TOP = 5;  // next words
const AGAIN = { kind: "again" };  // the names once more, where a narrow screen breaks the row
const sign = (text) => ({ kind: "sign", text }), plus = (id, residual) => ({ kind: "plus", id, residual });
const strip = (name, symbol, caption, more) => ({ kind: "strips", name, symbol, caption, ...more });

export const headOf = (name) => at.head[name] ?? 0;

function attentionBoxes(name, cross = false) {
  const head = headOf(name), [S, A] = ["scores", "weights"].map((kind) => `${name}.${kind}.${head}`);
  const values = strip(`${name}.value`, "V", "values", { head }),
    weights = { name: A, symbol: "A", caption: "softmax", head };
  return [
    strip(`${name}.query`, "Q", "queries", { head }), ...(cross ? [] : [strip(`${name}.key`, "K", "keys", { head })]),
    { kind: "grid", name: S, symbol: "S", caption: "= QK^T/\u221ad_k", head },
    AGAIN, ...(cross ? [{ kind: "grid", ...weights, share: true }]
      : [values, { kind: "arcs", ...weights, to: `${name}.mixed` }]),
    strip(`${name}.mixed`, "H", "heads"), strip(`${name}.output`, "O", "output"),
  ];
}

export function tableOf({ norm, activation, positions, d_model }) {  // -> [[id, title, what it does, boxes, more], ...]
  // more: {attention: the name of what has heads, note, text}
  const pre = norm === "pre", [e, d] = [at.layer.encoder, at.layer.decoder], [E, D] = [`encoder.${e}`, `decoder.${d}`];
  const self = [`${E}.self_attention`, `${D}.self_attention`], cross = `${D}.cross_attention`, k = headOf(cross);
  const stream = (residual, symbol, caption = pre ? "sum" : "norm") => (
    strip(`${residual}.${pre ? "sum" : "norm"}`, symbol, caption));
  const normed = (residual) => (pre ? [strip(`${residual}.norm`, "N", "norm")] : []);  // what the sub-layer reads
  const before = (side, layer, symbol) => (
    layer ? [sign("\u22ef"), stream(`${side}.${layer - 1}.feed_forward_residual`, symbol, `layer ${layer}`)] : []);
  const embedded = (side, symbol) => [
    strip(`${side}.lookup`, "E", "embedding"), sign("+"),
    strip(positions === "learned" ? "positions" : `${side}.positions`, "P", "position"), sign("="),
    strip(`${side}.x`, symbol, "sum"),
  ];
  const feedForward = (tower, read, symbol, [before, after]) => [
    plus(before, `${tower}.${read}`), stream(`${tower}.${read}`, symbol), ...normed(`${tower}.feed_forward_residual`),
    strip(`${tower}.feed_forward.hidden`, "G", `hidden, ${activation === "relu" ? "ReLU" : activation}`, { wide: 2 }),
    plus(after, `${tower}.feed_forward_residual`), AGAIN,
  ];
  const end = (side, layer, symbol, name, caption) => {  // what the layer makes, and what the tower does
    const layers = shown.layers[side], whole = `${side}.${layers - 1}.feed_forward_residual`, more = layer < layers - 1;
    const next = more ? `layer ${layer + 2}` : "norm";
    const own = stream(`${side}.${layer}.feed_forward_residual`, symbol, `\u2192 ${next}`);
    const last = pre ? strip(`${side}_norm.norm`, name, caption) : stream(whole, name, caption);
    return [...(more || pre ? [own] : []), ...(more ? [sign("\u22ef")] : []), last];
  };
  const lent = { head: k, lent: true };
  return [
    ["e0", "Encoder: the pieces, and where they stand", "",
      [...embedded("source", "X"), ...before("encoder", e, "X\u2033")],
      { text: `Each piece becomes ${d_model} numbers: the residual stream, which each sub-layer reads and adds to.` }],
    ["e1", "Self-attention", "each piece looks at all",
      [...normed(`${E}.attention_residual`), ...attentionBoxes(self[0])], { attention: self[0], layers: "encoder" }],
    ["e2", "Feed-forward", "each piece by itself", [
      ...feedForward(E, "attention_residual", "X\u2032", ["e-plus1", "e-plus2"]),
      ...end("encoder", e, "X\u2033", "M", "memory"),
      strip(`${cross}.key`, "K", "keys", lent), strip(`${cross}.value`, "V", "values", lent),
    ], { note: `for the decoder, layer ${d + 1}, head ${k + 1}` }],
    ["d0", "Decoder: the words so far", "", [...embedded("target", "Y"), ...before("decoder", d, "Y\u2034")],
      { text: "The decoder reads what it has written, from <s> on. The word that is chosen below comes back here." }],
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

function change(how) {  // what one sees
  how();
  does.draw();
}

export function panelOf([id, title, said, specs, { attention, layers, note, text } = {}]) {  // -> a section, or nothing
  const side = id.startsWith("e") ? "encoder" : "decoder", own = [];
  for (const spec of specs) {
    if (spec.kind === "again") own.push(element("span", { class: "break" }), pieces(side, "again"));
    else if (spec.kind === "sign") own.push(element("span", { class: "sign", "aria-hidden": "true" }, spec.text));
    else if (spec.kind === "next") own.push(nextWords());
    else if (spec.kind === "plus") own.push(...(shown.arrays.has(`${spec.residual}.sum`) ? [plusOf(spec)] : []));
    else if (shown.arrays.has(spec.name)) own.push(DRAWN[spec.kind]({ ...spec, side, part: id }));
  }
  if (!own.some((each) => each.matches(".box, #next"))) return [];
  const rows = side === "encoder" ? shown.source.length : upto(side, id);
  const beside = [attention && headsOf(attention, rows), layers && layersOf(layers),
    note && shown.run && element("span", { class: "reads" }, note)].filter(Boolean);
  const state = at.playing && ORDER[id] === at.part ? " now" : "";
  const panel = element("section", { id, class: `panel${state}`, "aria-label": title },
    element("div", { class: "title" }, element("h2", {}, title, " ", element("small", {}, said)), ...beside),
    element("div", { class: "row" }, pieces(side), ...own, ...(text ? [element("p", { class: "say" }, text)] : [])));
  panel.style.gridArea = id;
  return [panel];
}

function plusOf({ id, residual }) {  // the residual connection
  const name = `${residual}.sum`, off = switchedOff(residual);
  const state = { plus: true, top: id.endsWith("1") || id === "d-plus2", open: at.open?.name === name, off };
  const label = `residual sum${off ? ", whose connection is off" : ""}: open its numbers`;
  return button(element("span", {}, off ? "\u00d7" : "+"), name, (event) => open(name, undefined, event),
    { id, class: classes(state), "aria-label": label });
}

function pieces(side, extra = "") {  // the names of the rows
  const item = (name, i) => {
    const decoder = side === "decoder", picked = !decoder && i === at.piece;
    const kind = { picked, now: decoder && i === at.step, within: name.startsWith("\u00b7") };
    const pick = () => change(() => { at.piece = picked ? null : i; });
    return element("li", { class: classes(kind), dir: "auto" }, decoder ? name
      : button(name, `piece-${extra}${i}`, pick, { "aria-pressed": String(picked), title: "show what it looks at" }));
  };
  const list = side === "encoder" ? shown.source : shown.target.slice(0, at.step + 1);
  const empty = Array.from({ length: reserved(side) - list.length }, () => element("li"));
  return element("ol", { class: `pieces ${side} ${extra}` }, ...list.map(item), ...empty);
}

function tabs(text, label, length, tab) {
  return element("span", { class: "tabs", role: "group", "aria-label": label }, text,
    ...Array.from({ length }, (_, i) => tab(i)));
}

function layersOf(side) {
  return tabs("layer", `${side} layer`, shown.layers[side], (i) => button(String(i + 1), `layer-${side}-${i}`,
    () => change(() => { at.layer[side] = i; }), { class: "tab", "aria-pressed": String(i === at.layer[side]) }));
}

function headsOf(name, rows) {  // every head at a glance; one is chosen
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
  const ready = at.part >= LAST, best = shown.likely(at.step).filter(({ chosen }, i) => i < TOP || chosen);
  const words = best.map(({ name, p, id, chosen }, i) => {
    const bar = element("span", { class: "bar" });
    bar.style.width = `${ready ? 100 * p : 0}%`;
    return button([bar, element("bdi", {}, ready ? name : "\u00a0"), element("span", {}, ready ? p.toFixed(3) : "")],
      `next-${i}`, () => choose(id), { class: `word${ready && chosen ? " chosen" : ""}`, disabled: id === undefined });
  });
  const caption = [element("i", {}, "z"), element("small", {}, "logits, softmax")];
  const cap = shown.arrays.has("logits") ? button(caption, "logits", (event) => open("logits", undefined, event),
    { class: `cap${at.open?.name === "logits" ? " open" : ""}`, "data-name": "logits", "aria-label": "logits: open" })
    : element("span", { class: "cap" }, element("small", {}, "next word"));
  return element("div", { id: "next", class: ready ? "" : "waiting" }, cap, ...words);
}
