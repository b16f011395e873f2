"use strict";

// The Transformer of the paper, forward only.  Functions and parameters have the names of minitrans/ops and minitrans/nn,
// where the derivations are.  Rows are a list of Float32Array, one for each piece; a matrix is {shape, data}.

const PAD = 0, BOS = 1, EOS = 2, UNK = 3;

// --- operations ---

function linear(x, { weight, bias }) {  // y = x W + b (Section 3.3): rows [n][n_in], weight [n_in, n_out] -> rows [n][n_out]
  const [n_in, n_out] = weight.shape, w = weight.data;
  return x.map((row) => {
    const y = bias.data.slice();
    for (let i = 0; i < n_in; i++) {
      const factor = row[i], start = i * n_out;
      if (factor) for (let j = 0; j < n_out; j++) y[j] += factor * w[start + j];  // after ReLU many are 0
    }
    return y;
  });
}

function layer_norm(x, { gamma, beta }, eps) {  // gamma (x - mean) / sqrt(var + eps) + beta, for each row (Section 3.1)
  return x.map((row) => {
    const mean = row.reduce((sum, each) => sum + each, 0) / row.length;
    const variance = row.reduce((sum, each) => sum + (each - mean) ** 2, 0) / row.length;
    const inverse_std = 1 / Math.sqrt(variance + eps);
    return row.map((each, i) => gamma.data[i] * (each - mean) * inverse_std + beta.data[i]);
  });
}

function feed_forward(x, { w1, b1, w2, b2 }, activation) {  // max(0, x W1 + b1) W2 + b2 (Section 3.3), or with swish
  const bend = activation === "relu" ? (z) => Math.max(0, z) : (z) => z / (1 + Math.exp(-z));
  const hidden = linear(x, { weight: w1, bias: b1 }).map((row) => row.map(bend));
  return linear(hidden, { weight: w2, bias: b2 });
}

function softmax(x) {
  const top = x.reduce((a, b) => Math.max(a, b)), y = x.map((each) => Math.exp(each - top));
  const total = y.reduce((sum, each) => sum + each, 0);
  return y.map((each) => each / total);
}

function dot(a, b, start, length) {  // of the entries from `start` on
  let sum = 0;
  for (let i = start; i < start + length; i++) sum += a[i] * b[i];
  return sum;
}

function scaled_dot_product_attention(query, { keys, values }, heads, changed) {  // softmax(q K^T / sqrt(d_k)) V (Section 3.2.1)
  // of one query [h * d_k], for each head: keys, values: rows -> y [h * d_v], weights [h][keys]
  // changed(weights, head): the weights to use, see change.js
  const d_k = query.length / heads, d_v = values[0].length / heads, y = new Float32Array(values[0].length), weights = [];
  for (let head = 0; head < heads; head++) {
    weights.push(changed(softmax(Float32Array.from(keys, (key) => dot(query, key, head * d_k, d_k) / Math.sqrt(d_k))), head));
    values.forEach((value, s) => {
      for (let i = head * d_v; i < (head + 1) * d_v; i++) y[i] += weights[head][s] * value[i];
    });
  }
  return { y, weights };
}

// --- the model of Figure 1 ---

class Transformer {
  constructor(config, parameters, change = UNCHANGED) {  // parameters: {"encoder.0.self_attention.query.weight": {shape, data}, ...}
    // change: what this model does otherwise, see change.js
    Object.assign(this, { config, change, positions: [] }, nested(parameters));
    this.encoder = layers_of("encoder", this.encoder);
    this.decoder = layers_of("decoder", this.decoder);
    this.target_embedding ??= this.source_embedding;  // one matrix for all (Section 3.4)
    this.softmax_embedding ??= this.target_embedding;
    if (config.positions === "learned") this.positions = [...Array(config.max_length).keys()].map((i) => row_of(nested(parameters).positions, i));
    this.longest = config.positions === "learned" ? config.max_length : Infinity;
  }

  embed(table, id, position) {  // an embedding times sqrt(d_model), plus the position (Sections 3.4 and 3.5)
    const scale = Math.sqrt(this.config.d_model);
    const place = (this.positions[position] ??= sinusoids(position, this.config.d_model));
    return row_of(table, id).map((each, i) => each * scale + place[i]);
  }

  add_norm(x, { name, norm }, sublayer) {  // the residual connection around a sub-layer (Section 3.1); pre-norm is a variant
    const { norm: kind, eps } = this.config, off = this.change.off.includes(name);
    const add = (y) => (off ? y : y.map((row, i) => row.map((each, j) => each + x[i][j])));
    return kind === "pre" ? add(sublayer(layer_norm(x, norm, eps))) : layer_norm(add(sublayer(x)), norm, eps);
  }

  project({ key, value }, memory) {  // rows -> their keys and values
    return { keys: linear(memory, key), values: linear(memory, value) };
  }

  attend({ name, query, output }, x, seen, places, watched) {  // multi-head attention (Section 3.2.2)
    // of rows x; for each of them, seen: its keys and values; places: where it stands in its sentence
    // watched: a list that gets their weights, [rows][h][keys]
    const changed = (i) => (weights, head) => changed_weights(this.change, weights, name, head, places[i]);
    const found = linear(x, query).map((row, i) => scaled_dot_product_attention(row, seen[i], this.config.heads, changed(i)));
    watched.push(found.map(({ weights }) => weights));
    return linear(found.map(({ y }) => y), output);
  }

  encode(source, watched) {  // ids [S] -> memory, rows [S][d_model]
    let x = source.map((id, position) => this.embed(this.source_embedding, id, position));
    for (const layer of this.encoder) {
      x = this.add_norm(x, layer.attention_residual, (x) => this.attend(layer.self_attention, x, Array(x.length).fill(this.project(layer.self_attention, x)), [...x.keys()], watched));
      x = this.add_norm(x, layer.feed_forward_residual, (x) => feed_forward(x, layer.feed_forward, this.config.activation));
    }
    return this.encoder_norm ? layer_norm(x, this.encoder_norm, this.config.eps) : x;
  }

  start(source) {  // encode ids [S] -> the state of decoding, with one hypothesis
    // caches: for each layer and hypothesis the keys and values of the words so far (the KV cache)
    // encoder, decoder, cross: the weights of each layer's attention, [rows][h][keys]; of the decoder, those of the last step
    const encoder = [], memory = this.encode(source, encoder);
    return { length: 0, encoder, memory: this.decoder.map((layer) => this.project(layer.cross_attention, memory)), caches: this.decoder.map(() => [{ keys: [], values: [] }]) };
  }

  step(words, state) {  // add a word to each hypothesis: ids [N] -> logits of the next word, rows [N][V]
    const places = words.map(() => state.length);
    Object.assign(state, { decoder: [], cross: [] });
    let y = words.map((id) => this.embed(this.target_embedding, id, state.length));
    this.decoder.forEach((layer, i) => {
      y = this.add_norm(y, layer.self_residual, (y) => {
        const { keys, values } = this.project(layer.self_attention, y);
        state.caches[i].forEach((cache, row) => { cache.keys.push(keys[row]); cache.values.push(values[row]); });
        return this.attend(layer.self_attention, y, state.caches[i], places, state.decoder);
      });
      y = this.add_norm(y, layer.cross_residual, (y) => this.attend(layer.cross_attention, y, Array(y.length).fill(state.memory[i]), places, state.cross));
      y = this.add_norm(y, layer.feed_forward_residual, (y) => feed_forward(y, layer.feed_forward, this.config.activation));
    });
    if (this.decoder_norm) y = layer_norm(y, this.decoder_norm, this.config.eps);
    state.length += 1;
    return y.map((row) => this.logits(row));
  }

  logits(y) {  // the product with each embedding (Section 3.4), divided by the temperature
    const { shape: [count, d], data } = this.softmax_embedding, logits = this.logits_bias?.data.slice() ?? new Float32Array(count);
    for (let id = 0; id < count; id++) {
      let sum = 0;
      for (let i = 0; i < d; i++) sum += data[id * d + i] * y[i];
      logits[id] = (logits[id] + sum) / this.change.temperature;
    }
    return logits;
  }

  select(state, hypotheses) {  // keep these hypotheses, in their new order; one may occur more than once
    state.caches = state.caches.map((rows) => hypotheses.map((i) => ({ keys: [...rows[i].keys], values: [...rows[i].values] })));
  }
}

function sinusoids(position, d) {  // PE(pos, 2i) = sin(pos / 10000^(2i / d)), PE(pos, 2i + 1) the cosine (Section 3.5)
  return Float32Array.from({ length: d }, (_, i) => {
    const angle = position / 10000 ** ((i - (i % 2)) / d);
    return i % 2 ? Math.cos(angle) : Math.sin(angle);
  });
}

function row_of({ shape: [, d], data }, i) {
  return data.subarray(i * d, (i + 1) * d);
}

function layers_of(side, layers) {  // {0: {self_attention: {...}, ...}, 1: ...} -> a list, in which each part knows its name
  const named = (layer, i) => Object.entries(layer).map(([part, inner]) => [part, { ...inner, name: `${side}.${i}.${part}` }]);
  return Object.values(layers).map((layer, i) => Object.fromEntries(named(layer, i)));
}

function nested(parameters) {  // {"a.b": x} -> {a: {b: x}}
  const whole = {};
  for (const [name, value] of Object.entries(parameters)) {
    const parts = name.split("."), last = parts.pop();
    parts.reduce((inner, part) => (inner[part] ??= {}), whole)[last] = value;
  }
  return whole;
}
