// A page without a model: what is shown is a record of what one did, as minitrans/views/page.py has written it.

import { bytesOf, element, nameOf, whatIs } from "./draw.js";
import { Matrix } from "./tape.js";

export function recorded(record) {  // -> what is shown of it
  const { source, target, attention, likely } = record, [layers, heads] = attention.cross.shape;
  const [rows, read] = [source, ["<s>", ...target.slice(0, -1)]].map((pieces) => pieces.map(nameOf));
  return {
    ...record, run: null, heads, source: rows, target: read, written: target,
    layers: { encoder: attention.encoder.shape[0], decoder: layers }, make: () => recordedArrays(attention, rows, read),
    likely: (step) => likely[step].map(([piece, p]) => ({ name: nameOf(piece), p, chosen: piece === target[step] })),
  };
}

function recordedArrays(attention, source, target) {  // target: what the decoder reads -> {name: Matrix}
  const all = new Map(), sides = { encoder: [source, source], decoder: [target, target], cross: [target, source] };
  for (const [kind, { shape: [layers, heads, queries, keys], data }] of Object.entries(attention)) {
    const values = Float64Array.from(new Uint16Array(bytesOf(data).buffer), (each) => each / 65535);
    const part = kind === "cross" ? "decoder.0.cross_attention" : `${kind}.0.self_attention`,
      [rows, columns] = sides[kind];
    for (let layer = 0; layer < layers; layer++) for (let head = 0; head < heads; head++) {
      const start = (layer * heads + head) * queries * keys, name = `${part.replace("0", layer)}.weights.${head}`;
      const found = rows.map((_, i) => values.subarray(start + i * keys, start + (i + 1) * keys));
      all.set(name, new Matrix({ name, symbol: "A", title: `attention weights of head ${head + 1}` },
        rows, columns, found));
    }
  }
  return all;
}

// One sentence over a whole training.  records: each with its step, and with the loss of training there, or null
export function showLearning(records, show) {
  const said = element("output", { for: "step" }), last = records.length - 1;
  const move = () => {
    const { step, loss, translation } = records[slider.value];
    said.textContent = `step ${step}${loss === null ? "" : `, loss ${loss.toFixed(3)}`}`;
    slider.setAttribute("aria-valuetext", `${said.textContent}: ${translation}`);
    show(records[slider.value]);
  };
  const slider = element("input", { type: "range", id: "step", min: 0, max: last, value: last, oninput: move,
    "aria-label": "step of the training" });
  whatIs("learning").append(slider, said);
  move();
}
