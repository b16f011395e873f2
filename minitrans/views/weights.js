// The weights of the page, as packed by minitrans/views/model_page.py; here they have 64 bits.

import { bytesOf } from "./draw.js";

const READ = { float64: (bytes) => new Float64Array(bytes), float32: (bytes) => new Float32Array(bytes),
  float16: halves, int8: quantized };

export function unpacked(tensors, base64) {
  // tensors: [{name, shape, kind, bytes}, ...] -> {name: {name, shape, data}}; of weights that are elsewhere no data
  const whole = bytesOf(base64), found = {};
  let start = 0;
  for (const { name, shape, kind, bytes } of tensors) {
    found[name] = { name, shape };
    if (!kind) continue;
    found[name].data = Float64Array.from(READ[kind](whole.slice(start, start + bytes).buffer, shape));
    start += bytes;
  }
  return found;
}

function halves(bytes) {  // 16 bits: a sign, 5 of the exponent, 10 of the fraction
  return Float32Array.from(new Uint16Array(bytes), (bits) => {
    const sign = bits & 0x8000 ? -1 : 1, exponent = (bits >> 10) & 31, fraction = (bits & 1023) / 1024;
    return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction) : 2 ** -14 * fraction);
  });
}

function quantized(bytes, [rows, columns]) {  // a scale for each column, then whole numbers from -127 to 127
  const scales = new Float32Array(bytes, 0, columns), whole = new Int8Array(bytes, 4 * columns);
  return Float32Array.from({ length: rows * columns }, (_, i) => whole[i] * scales[i % columns]);
}
