// The Transformer of the paper, forward only.  Functions and parameters have the names of minitrans/ops and
// minitrans/nn, where the derivations are.  Rows are a list of Float64Array, one for each piece; a matrix is {shape,
// data}.

import { changed_weights, UNCHANGED } from "./change.js";

// --- operations ---

function linear(x, { weight, bias }) {  // y = x W + b (Section 3.3): weight [n_in, n_out]
  const [n_in, n_out] = weight.shape, w = weight.data, all = x.map(() => bias.data.slice());
  let i = 0;
  for (; i + 3 < n_in; i += 4) {  // four rows of W at a time for all x, so that y and W are read less often
    const w0 = i * n_out, w1 = w0 + n_out, w2 = w1 + n_out, w3 = w2 + n_out;
    for (let r = 0; r < x.length; r++) {
      const y = all[r], x0 = x[r][i], x1 = x[r][i + 1], x2 = x[r][i + 2], x3 = x[r][i + 3];
      for (let j = 0; j < n_out; j++) y[j] += x0 * w[w0 + j] + x1 * w[w1 + j] + x2 * w[w2 + j] + x3 * w[w3 + j];
    }
  }
  for (; i < n_in; i++) all.forEach((y, r) => y.forEach((_, j) => { y[j] += x[r][i] * w[i * n_out + j]; }));
  return all;
}

function dot(a, from, b, start, length) {  // as two sums: a product need not wait for the one before
  let even = 0, odd = 0, i = 0;
  for (; i + 1 < length; i += 2) {
    even += a[from + i] * b[start + i];
    odd += a[from + i + 1] * b[start + i + 1];
  }
  return even + odd + (i < length ? a[from + i] * b[start + i] : 0);
}

function normalized_rows(x, eps) {  // (x - mean) / sqrt(var + eps), for each row (Section 3.1)
  return x.map((row) => {
    const mean = row.reduce((sum, each) => sum + each, 0) / row.length;
    const variance = row.reduce((sum, each) => sum + (each - mean) ** 2, 0) / row.length;
    const inverse_std = 1 / Math.sqrt(variance + eps);
    return row.map((each) => (each - mean) * inverse_std);
  });
}

const BEND = { relu: (z) => Math.max(0, z), swish: (z) => z / (1 + Math.exp(-z)) };

export function softmax(x) {
  const top = x.reduce((a, b) => Math.max(a, b)), y = x.map((each) => Math.exp(each - top));
  const total = y.reduce((sum, each) => sum + each, 0);
  return y.map((each) => each / total);
}

function scores(query, keys, head, heads) {  // q K^T / sqrt(d_k) of one query and head: [h * d_k], rows -> [keys]
  const d_k = query.length / heads, start = head * d_k;
  return Float64Array.from(keys, (key) => dot(query, start, key, start, d_k) / Math.sqrt(d_k));
}

function mix(weights, values) {
  // A V of one query, the heads side by side: [h][keys], rows [keys][h * d_v] -> [h * d_v]
  const y = new Float64Array(values[0].length), d_v = y.length / weights.length;
  weights.forEach((row, head) => row.forEach((weight, s) => {
    for (let i = head * d_v, value = values[s]; i < (head + 1) * d_v; i++) y[i] += weight * value[i];
  }));
  return y;
}

// --- the model of Figure 1 ---

export class Transformer {
  constructor(config, parameters, change = UNCHANGED) {
    // parameters: {"encoder.0.self_attention.query.weight": {shape, data}, ...}
    // change: what this model does otherwise, see change.js
    Object.assign(this, { config, change, places: [] }, nested(parameters));
    this.encoder = layers_of("encoder", this.encoder);
    this.decoder = layers_of("decoder", this.decoder);
    this.target_embedding ??= this.source_embedding;  // one matrix for all (Section 3.4)
    this.softmax_embedding ??= this.target_embedding;
    this.learned = config.positions === "learned" && parameters.positions;
    this.longest = this.learned ? config.max_length : Infinity;
  }

  keep(name, rows) {  // each array passes here; one who watches the model takes it, and may give another one back
    return rows;
  }

  embed(side, table, id, position) {  // an embedding times sqrt(d_model), plus the position (Sections 3.4 and 3.5)
    const scale = Math.sqrt(this.config.d_model);
    const place = (this.places[position] ??= this.learned ? row_of(this.learned, position)
      : sinusoids(position, this.config.d_model));
    const [looked] = this.keep(`${side}.lookup`, [row_of(table, id).map((each) => each * scale)]);
    return this.keep(`${side}.x`, [looked.map((each, i) => each + place[i])])[0];
  }

  norm(x, name, { gamma, beta }) {  // LayerNorm: gamma x_hat + beta
    const x_hat = this.keep(`${name}.x_hat`, normalized_rows(x, this.config.eps));
    return this.keep(`${name}.norm`, x_hat.map((row) => row.map((each, i) => gamma.data[i] * each + beta.data[i])));
  }

  add_norm(x, { name, norm }, sublayer) {  // around a sub-layer (Section 3.1); pre-norm is a variant
    const off = this.change.off.includes(name), pre = this.config.norm === "pre";
    const y = sublayer(pre ? this.norm(x, name, norm) : x);
    const total = this.keep(`${name}.sum`, off ? y : y.map((row, i) => row.map((each, j) => each + x[i][j])));
    return pre ? total : this.norm(total, name, norm);
  }

  project({ name, key, value }, memory) {  // rows -> their keys and values
    const [keys, values] = [linear(memory, key), linear(memory, value)];
    return { keys: this.keep(`${name}.key`, keys), values: this.keep(`${name}.value`, values) };
  }

  attend({ name, query, output }, x, seen, places) {  // multi-head attention (Section 3.2.2)
    // of rows x; for each of them, seen: its keys and values; places: where it stands in its sentence
    const { heads } = this.config, mixed = this.keep(`${name}.query`, linear(x, query)).map((row, i) => {
      const weights = Array.from({ length: heads }, (_, head) => {
        const [found] = this.keep(`${name}.scores.${head}`, [scores(row, seen[i].keys, head, heads)]);
        const used = changed_weights(this.change, softmax(found), name, head, places[i]);
        return this.keep(`${name}.weights.${head}`, [used])[0];
      });
      return mix(weights, seen[i].values);
    });
    return this.keep(`${name}.output`, linear(this.keep(`${name}.mixed`, mixed), output));
  }

  feed_forward(x, { name, w1, b1, w2, b2 }) {  // max(0, x W1 + b1) W2 + b2 (Section 3.3), or with swish
    const before = this.keep(`${name}.before`, linear(x, { weight: w1, bias: b1 }));
    const hidden = this.keep(`${name}.hidden`, before.map((row) => row.map(BEND[this.config.activation])));
    return this.keep(name, linear(hidden, { weight: w2, bias: b2 }));
  }

  encode(source) {  // ids [S] -> memory, rows [S][d_model]
    let x = source.map((id, position) => this.embed("source", this.source_embedding, id, position));
    for (const { self_attention, attention_residual, feed_forward, feed_forward_residual } of this.encoder) {
      x = this.add_norm(x, attention_residual, (x) => {
        const seen = this.project(self_attention, x);
        return this.attend(self_attention, x, Array(x.length).fill(seen), [...x.keys()]);
      });
      x = this.add_norm(x, feed_forward_residual, (x) => this.feed_forward(x, feed_forward));
    }
    return this.encoder_norm ? this.norm(x, "encoder_norm", this.encoder_norm) : x;
  }

  start(source) {  // encode ids [S] -> the state of decoding, with one hypothesis
    // caches: for each layer and hypothesis the keys and values of the words so far (the KV cache)
    const memory = this.encode(source), caches = this.decoder.map(() => [{ keys: [], values: [] }]);
    return { length: 0, memory: this.decoder.map((layer) => this.project(layer.cross_attention, memory)), caches };
  }

  step(words, state) {  // add a word to each hypothesis: ids [N] -> logits of the next word, rows [N][V]
    const places = words.map(() => state.length);
    let y = words.map((id) => this.embed("target", this.target_embedding, id, state.length));
    this.decoder.forEach((layer, i) => {
      y = this.add_norm(y, layer.self_residual, (y) => {
        const { keys, values } = this.project(layer.self_attention, y);
        state.caches[i].forEach((cache, row) => { cache.keys.push(keys[row]); cache.values.push(values[row]); });
        return this.attend(layer.self_attention, y, state.caches[i], places);
      });
      const memory = Array(y.length).fill(state.memory[i]);
      y = this.add_norm(y, layer.cross_residual, (x) => this.attend(layer.cross_attention, x, memory, places));
      y = this.add_norm(y, layer.feed_forward_residual, (y) => this.feed_forward(y, layer.feed_forward));
    });
    if (this.decoder_norm) y = this.norm(y, "decoder_norm", this.decoder_norm);
    state.length += 1;
    return this.keep("logits", y.map((row) => this.logits(row)));
  }

  logits(y) {  // the product with each embedding (Section 3.4)
    const { shape: [count, d], data } = this.softmax_embedding;
    const logits = this.logits_bias?.data.slice() ?? new Float64Array(count);
    for (let id = 0; id < count; id++) logits[id] += dot(data, id * d, y, 0, d);
    return logits;
  }

  select(state, hypotheses) {  // keep these hypotheses, in their new order; one may occur more than once
    const copy = ({ keys, values }) => ({ keys: [...keys], values: [...values] });
    state.caches = state.caches.map((rows) => hypotheses.map((i) => copy(rows[i])));
  }
}

function sinusoids(position, d) {  // PE(pos, 2i) = sin(pos / 10000^(2i / d)), PE(pos, 2i + 1) the cosine (Section 3.5)
  return Float64Array.from({ length: d }, (_, i) => {
    const angle = position / 10000 ** ((i - (i % 2)) / d);
    return i % 2 ? Math.cos(angle) : Math.sin(angle);
  });
}

function row_of({ shape: [, d], data }, i) {
  return data.subarray(i * d, (i + 1) * d);
}

function layers_of(side, layers) {
  // {0: {self_attention: {...}, ...}, ...} -> a list, in which each part knows its name
  return Object.values(layers).map((layer, i) => Object.fromEntries(Object.entries(layer).map(
    ([part, inner]) => [part, { ...inner, name: `${side}.${i}.${part}` }])));
}

function nested(parameters) {  // {"a.b": x} -> {a: {b: x}}
  const whole = {};
  for (const [name, value] of Object.entries(parameters)) {
    const parts = name.split("."), last = parts.pop();
    parts.reduce((inner, part) => (inner[part] ??= {}), whole)[last] = value;
  }
  return whole;
}
