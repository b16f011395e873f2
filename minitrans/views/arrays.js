// Every array of one translation, by its name.  Its numbers are those that model.js has computed, and its `entry` says
// from which other numbers each is computed (see operations.js and expression.js).

import { beam_search } from "./beam_search.js";
import { changed_weights, isOff, rowOf } from "./change.js";
import { Transformer } from "./model.js";
import { OPERATIONS } from "./operations.js";
import { BOS, EOS } from "./pieces.js";
import { Matrix, Tape } from "./tape.js";

export function translated(config, parameters, source, change, nudge = {}) {  // ids, greedily
  // -> {model, nodes: of the search, best: the hypothesis, kept: {name: rows} of each array}
  // nudge: {name, i, j, h}: add h to this number as soon as it is computed
  const tensor = parameters[nudge.name], kept = new Map(), nodes = [];
  const nudged = (row) => row.map((each, j) => (j === nudge.j ? each + nudge.h : each));
  if (tensor) {
    const data = tensor.data.slice();
    data[nudge.i * tensor.shape.at(-1) + nudge.j] += nudge.h;
    parameters = { ...parameters, [nudge.name]: { ...tensor, data } };
  }
  const model = new Transformer(config, parameters, change);
  model.keep = (name, rows) => {
    const before = kept.get(name) ?? [], found = rows.map((row, i) => (
      name === nudge.name && before.length + i === nudge.i ? nudged(row) : row));
    kept.set(name, before);
    before.push(...found);
    return found;
  };
  const search = beam_search(model, source, { ...config, beam: 1, prefix: change.prefix });
  let step = search.next();
  for (; !step.done; step = search.next()) nodes.push(...step.value);
  return { model, nodes, best: step.value[0], kept };
}

function lossOf({ kept, best: { ids } }, { label_smoothing: smoothing }) {  // of the written words (Section 5.4)
  const losses = kept.get("logits").map((z, i) => {
    const log_total = Math.log(z.reduce((sum, each) => sum + Math.exp(each), 0));
    const mean = z.reduce((sum, each) => sum + each, 0) / z.length;
    return log_total - (1 - smoothing) * z[ids[i] ?? EOS] - smoothing * mean;
  });
  return losses.reduce((sum, each) => sum + each, 0);
}

export function finite_difference({ model, best }, parameters, source, { name }, i, j, h = 1e-5) {
  // (loss(w + h) - loss(w - h)) / 2h, by two forwards that write the same words
  const { config, change } = model, forced = { ...change, prefix: [...best.ids, EOS] };
  const loss = (step) => lossOf(translated(config, parameters, source, forced, { name, i, j, h: step }), config);
  const [above, below] = [loss(h), loss(-h)];
  return { above, below, h, slope: (above - below) / (2 * h) };
}

const counts = [], counted = (n) => (counts[n] ??= Array.from({ length: n }, (_, i) => String(i + 1)));

export function rowsOf(tensor) {  // of a weight, which remembers them; none, if it is elsewhere
  const { shape, data } = tensor, d = shape.at(-1), rows = (_, i) => data.subarray(i * d, (i + 1) * d);
  return tensor.rows ?? (data ? (tensor.rows = Array.from({ length: data.length / d }, rows)) : []);
}

export function arraysOf({ model, kept, best, rest, written = best.ids }, source, pieces, names) {  // -> {name: Matrix}
  // source: ids with EOS; pieces: their names; names: of all ids
  // rest: of each step, the sum of exp(logit) over the pieces that are elsewhere; with it there is no loss
  const tape = new Tape(), { config, change } = model, { d_model: d, heads } = config;
  const apply = (kind, [name, symbol, title], rows, columns, operands, constants) => {
    const about = { name, symbol, title, kind };
    return tape.apply(OPERATIONS[kind], about, rows, columns, operands, constants, kept.get(name));
  };

  function leaf(symbol, title, tensor, rows) {
    const { name, shape } = tensor, own = rows ?? (shape.length === 1 ? [""] : counted(shape[0]));
    const made = () => tape.keep(new Matrix({ name, symbol, title }, own, counted(shape.at(-1)), rowsOf(tensor)));
    return tape.matrices.get(name) ?? made();
  }

  function embed(side, symbol, table, ids, rows) {
    const columns = counted(d), learned = config.positions === "learned";
    const places = learned ? leaf("P", "position", model.learned)
      : apply("sinusoids", [`${side}.positions`, "P", "position"], rows, columns, [], { d });
    const lookup = [`${side}.lookup`, "E", "embedding \u00d7 \u221ad"], constants = { ids, scale: Math.sqrt(d) };
    const looked = apply("lookup", lookup, rows, columns, [table], constants);
    return apply("residual", [`${side}.x`, symbol, "embedding + position"], rows, columns, [looked, places]);
  }

  function linear(x, about, weight, bias, number = about[1]) {
    const [, , title] = about, W = leaf(`W^${number}`, `weights of: ${title}`, weight);
    return apply("linear", about, x.rows, W.columns, [x, W, leaf(`b^${number}`, `bias of: ${title}`, bias)]);
  }

  function attention(part, x, memory, causal = false) {  // multi-head (Section 3.2.2)
    const made = (kind, symbol, title, from) => (
      linear(from, [`${part.name}.${kind}`, symbol, title], part[kind].weight, part[kind].bias));
    const q = made("query", "Q", "queries", x), k = made("key", "K", "keys", memory);
    const v = made("value", "V", "values", memory), d_k = q.columns.length / heads, d_v = v.columns.length / heads;
    const weights = Array.from({ length: heads }, (_, h) => {
      const [S, A] = ["scores", "weights"].map((kind) => `${part.name}.${kind}.${h}`), whose = `of head ${h + 1}`;
      const own = { from: h * d_k, d_k, causal };
      const scores = apply("scores", [S, "S", `scores ${whose}`], x.rows, k.rows, [q, k], own);
      const set = (i) => isOff(change, part.name, h) || rowOf(change, part.name, h, i) !== undefined;
      const seen = (i) => Array(causal ? i + 1 : k.rows.length).fill(0);
      const given = (i, j) => (set(i) ? changed_weights(change, seen(i), part.name, h, i)[j] ?? 0 : undefined);
      return apply("softmax", [A, "A", `attention weights ${whose}`], x.rows, k.rows, [scores], { given });
    });
    const about = [`${part.name}.mixed`, "H", "heads side by side"];
    const mixed = apply("mix", about, x.rows, v.columns, [v, ...weights], { d_v, causal });
    return made("output", "O", "output of attention", mixed);
  }

  function feed_forward({ name, w1, b1, w2, b2 }, x) {  // (Section 3.3)
    const { activation } = config, title = activation === "relu" ? "ReLU" : activation;
    const before = linear(x, [`${name}.before`, "U", `before ${title}`], w1, b1, "1");
    const about = [`${name}.hidden`, "G", `hidden layer, after ${title}`];
    const hidden = apply(activation, about, x.rows, before.columns, [before]);
    return linear(hidden, [name, "F", "output of feed-forward"], w2, b2, "2");
  }

  function norm(x, name, symbol, title, weights) {  // (Section 3.1)
    const mean = apply("mean", [`${name}.mean`, "\u03bc", "mean of each row"], x.rows, ["mean"], [x]);
    const inverse = [`${name}.inverse_std`, "r", "1 / standard deviation"];
    const r = apply("inverse_std", inverse, x.rows, ["1 / std"], [x, mean], { eps: config.eps });
    const normal = apply("normalize", [`${name}.x_hat`, "N", "normalised"], x.rows, x.columns, [x, mean, r]);
    const leaves = [leaf("\u03b3", "scale of the norm", weights.gamma),
      leaf("\u03b2", "shift of the norm", weights.beta)];
    return apply("scale", [`${name}.norm`, symbol, title], x.rows, x.columns, [normal, ...leaves]);
  }

  function add_norm({ name, norm: weights }, symbol, title, x, sublayer) {
    const pre = config.norm === "pre", read = pre ? norm(x, name, "N", "norm of the input", weights) : x;
    const terms = [...(change.off.includes(name) ? [] : [x]), sublayer(read)];
    const about = pre ? [symbol, title] : ["R", "residual sum"];
    const total = apply("residual", [`${name}.sum`, ...about], x.rows, x.columns, terms);
    return pre ? total : norm(total, name, symbol, title, weights);
  }

  const table = rest ? "embedding of these pieces" : "embedding of all pieces";
  const E = leaf("E", table, model.source_embedding, config.own_source ? pieces : names);
  let x = embed("source", "X", E, source, pieces);
  model.encoder.forEach((layer, i) => {
    const attend = (x) => attention(layer.self_attention, x, x), title = `output of encoder layer ${i + 1}`;
    x = add_norm(layer.attention_residual, "X\u2032", "after self-attention", x, attend);
    x = add_norm(layer.feed_forward_residual, "X\u2033", title, x, (x) => feed_forward(layer.feed_forward, x));
  });
  if (model.encoder_norm) x = norm(x, "encoder_norm", "M", "memory, after the last norm", model.encoder_norm);

  const target = leaf("E", table, model.target_embedding, names), read = [BOS, ...written];
  let y = embed("target", "Y", target, read, read.map((id) => names[id]));
  model.decoder.forEach((layer, i) => {
    const attend = (y) => attention(layer.self_attention, y, y, true), title = `output of decoder layer ${i + 1}`;
    const cross = (y) => attention(layer.cross_attention, y, x);
    y = add_norm(layer.self_residual, "Y\u2032", "after self-attention", y, attend);
    y = add_norm(layer.cross_residual, "Y\u2033", "after encoder-decoder attention", y, cross);
    y = add_norm(layer.feed_forward_residual, "Y\u2034", title, y, (y) => feed_forward(layer.feed_forward, y));
  });
  if (model.decoder_norm) y = norm(y, "decoder_norm", "Y\u2034", "output, after the last norm", model.decoder_norm);

  const last = leaf("E", table, model.softmax_embedding, names);
  const bias = model.logits_bias ? [leaf("b", "bias of the logits", model.logits_bias)] : [];
  const z = apply("project", ["logits", "z", "logits of the next word"], y.rows, names, [y, last, ...bias]);
  const about_p = ["probabilities", "p", "probabilities of the next word"];
  const p = apply("softmax", about_p, y.rows, names, [z], { others: rest });
  if (rest) return tape.matrices;
  const constants = { targets: [...written, EOS], smoothing: config.label_smoothing, words: names.length };
  const t = apply("smooth", ["targets", "t", "words that are written, smoothed"], y.rows, names, [], constants);
  const each = ["losses", "\u2113", "cross entropy of each word"];
  const losses = apply("cross_entropy", each, y.rows, ["loss"], [z, p, t]);
  tape.backward(apply("sum", ["loss", "L", "loss"], [""], ["loss"], [losses]));
  return tape.matrices;
}
