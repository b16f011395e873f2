// The arrays of a record without its model: the weights of attention, as minitrans/views/page.py has packed them.

import { bytesOf } from "./draw.js";
import { Matrix } from "./tape.js";

export function recordedArrays(attention, source, target) {  // target: what the decoder reads -> {name: Matrix}
  const all = new Map(), sides = { encoder: [source, source], decoder: [target, target], cross: [target, source] };
  for (const [kind, { shape: [layers, heads, queries, keys], data }] of Object.entries(attention)) {
    const values = Float64Array.from(new Uint16Array(bytesOf(data).buffer), (each) => each / 65535);
    const part = kind === "cross" ? "decoder.0.cross_attention" : `${kind}.0.self_attention`,
      [rows, columns] = sides[kind];
    for (let layer = 0; layer < layers; layer++) for (let head = 0; head < heads; head++) {
      const start = (layer * heads + head) * queries * keys, name = `${part.replace("0", layer)}.weights.${head}`;
      const found = rows.map((_, i) => values.subarray(start + i * keys, start + (i + 1) * keys));
      all.set(name, new Matrix({ name, symbol: "A", title: `attention weights of head ${head + 1}`, operands: [] },
        rows, columns, found));
    }
  }
  return all;
}
